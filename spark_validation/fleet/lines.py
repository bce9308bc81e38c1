# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The lines of the audits' files as Spark reads them, each once: records, and what is none."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from . import schema

#: More findings of one host are counted as so many.
MOST_COUNTED = 1_000_000
_TIME = "yyyy-MM-dd'T'HH:mm:ssX"


def files(spark: SparkSession, reports: str, pattern: str) -> DataFrame:
    """All lines of the files below the folder ``reports`` whose names match ``pattern``, in the columns of a line.

    A file that cannot be read to its end gives the lines until there, or none.
    """
    return (
        spark.read.schema(schema.LINE)
        .options(mode="PERMISSIVE", columnNameOfCorruptRecord=schema.UNREADABLE)
        .options(recursiveFileLookup=True, pathGlobFilter=pattern, ignoreCorruptFiles=True, ignoreMissingFiles=True)
        .json(reports)
    )


def lines(found: DataFrame) -> DataFrame:
    """What is needed of each line of ``found``: its file, and its record in short where it is one.

    ``broken``: it is no JSON, or a value is of another type; ``foreign``: it is JSON and no record of an audit that is
    known here. Times are seconds since the epoch. Of a host without a cluster or a rack these are empty.
    """
    seconds = F.try_to_timestamp("time", F.lit(_TIME)).cast("bigint")
    broken = F.col(schema.UNREADABLE).isNotNull()
    known = (
        F.col("schema").isin(*schema.KNOWN)
        & (F.col("host") != "")
        & seconds.isNotNull()
        & F.col("outcome").isin(*schema.OUTCOMES)
    )
    kinds = F.array_sort(F.array_distinct(F.transform("services", lambda service: service["kind"])))
    return found.select(
        F.input_file_name().alias("file"),
        broken.alias("broken"),
        (~broken & ~F.coalesce(known, F.lit(False))).alias("foreign"),
        _text("cluster"),
        "host",
        _text("rack"),
        F.array_join(F.coalesce(F.array_sort("roles"), kinds, F.array()), "+").alias("roles"),
        seconds.alias("seconds"),
        "outcome",
        *(_count(f"counts.{word}").alias(word) for word in ("high", "medium", "low")),
        F.coalesce(F.transform("settings", _in_short), F.array()).alias("settings"),
        F.coalesce(F.transform("services", _used), F.array()).alias("services"),
    )


def records(of: DataFrame) -> DataFrame:
    """Those of the lines ``of`` that are records, without what only lines have."""
    return of.where(~F.col("broken") & ~F.col("foreign")).drop("file", "broken", "foreign")


def _count(name: str) -> Column:
    """A count that can be summed, whatever somebody has written."""
    return F.greatest(F.least(F.coalesce(F.col(name), F.lit(0)), F.lit(MOST_COUNTED)), F.lit(0))


def _text(name: str) -> Column:
    return F.coalesce(F.col(name), F.lit("")).alias(name)


def _in_short(setting: Column) -> Column:
    """A setting by one name, and whether its value is one that lasts."""
    return F.struct(
        F.concat_ws(" ", setting["kind"], setting["name"]).alias("setting"),
        setting["wanted"].alias("wanted"),
        setting["effective"].alias("effective"),
        F.coalesce(setting["status"] == schema.IN_EFFECT, F.lit(False)).alias("in_effect"),
        F.coalesce(setting["kind"].isin(*schema.LASTING), F.lit(False)).alias("lasting"),
    )


def _used(service: Column) -> Column:
    return F.struct(service["name"].alias("name"), service["started"].alias("started"), service["uses"].alias("uses"))
