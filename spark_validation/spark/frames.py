# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Rows that the driver knows, as a Spark frame."""

from __future__ import annotations

import json
from typing import Any, Iterable, Sequence

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812


def from_rows(spark: SparkSession, rows: Iterable[Sequence[Any]], schema: str) -> DataFrame:
    """The ``rows``, of values that JSON knows, in the columns of ``schema``, such as ``a int, b bigint``.

    Spark's own ``createDataFrame`` gives each row to a Python on an executor, where there may be none.
    """
    names = [column.split()[0] for column in schema.split(",")]
    text = json.dumps([dict(zip(names, row)) for row in rows])
    return spark.range(1).select(F.inline(F.from_json(F.lit(text), f"array<struct<{_typed(schema)}>>")))


def _typed(schema: str) -> str:
    """``a int, b bigint`` as the fields of a struct: ``a: int, b: bigint``."""
    return ", ".join(": ".join(column.split()) for column in schema.split(","))
