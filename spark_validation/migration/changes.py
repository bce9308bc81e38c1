# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What somebody asks for that changes records: a Python function, or expressions of Spark SQL."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark import cloudpickle
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from ..core.errors import UsageError, last_cause
from ..reading.consume import SOURCE_SCHEMA
from ..records.record import HEADERS
from ..spark.frames import from_rows


@dataclass(frozen=True)
class Changes:
    """The ``function`` as MODULE:NAME, and the SQL of which records stay (``where``) and what their ``value`` is."""

    function: str | None = None
    where: str | None = None
    value: str | None = None

    def words(self) -> list[str]:
        """Each of them as the plan says it."""
        return [
            *([f"records stay where {self.where}"] if self.where else []),
            *([f"the value is {self.value}"] if self.value else []),
            *([f"by {self.function}"] if self.function else []),
        ]


def load(name: str | None) -> Any:
    """The function MODULE:NAME, found as Python finds modules and in the folder where this runs; null for none.

    Its module goes to the executors as it is; what that imports must be there. Raises :class:`UsageError`.
    """
    if name is None:
        return None
    module, _colon, function = name.partition(":")
    if not module or not function:
        raise UsageError(f"--transform {name} is not MODULE:FUNCTION, such as cleaning:without_address")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = importlib.import_module(module)
    except Exception as error:  # whatever stands in somebody's file
        raise UsageError(
            f"--transform {name}: module {module} cannot be imported here ({type(error).__name__}: {error})"
        ) from error
    made = getattr(found, function, None)
    if not callable(made):
        raise UsageError(f"--transform {name}: {module} has no function {function}")
    cloudpickle.register_pickle_by_value(found)  # type: ignore[no-untyped-call]
    return made


def prepared(records: DataFrame, changes: Changes) -> DataFrame:
    """What :mod:`spark_validation.migration.task` reads of ``records``, which have the columns of Spark's source.

    That is place, timestamp in milliseconds, key, value, headers, and whether the record ``passes``.
    """
    value = F.expr(changes.value).cast("binary") if changes.value else F.col("value")
    passes = F.coalesce(F.expr(changes.where).cast("boolean"), F.lit(False)) if changes.where else F.lit(True)
    return records.select(
        *("partition", "offset", "key", "headers"),
        F.unix_millis("timestamp").alias("timestamp"),
        value.alias("value"),
        passes.alias("passes"),
    )


def require_meant(spark: SparkSession, changes: Changes) -> None:
    """Raise :class:`UsageError` for SQL that Spark does not understand."""
    empty = from_rows(spark, [], SOURCE_SCHEMA).withColumn("headers", F.lit(None).cast(HEADERS))
    for option, one in (
        ("where", Changes(where=changes.where)),
        ("value", Changes(value=changes.value)),
    ):
        try:
            prepared(empty, one).schema  # noqa: B018 which Spark works out
        except PySparkException as error:
            raise UsageError(
                f"--{option} {getattr(one, option)} is no expression over key, value, headers, timestamp, partition "
                f"and offset: {last_cause(error)}"
            ) from error
