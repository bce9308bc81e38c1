# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The lines of the audits' files as Spark reads them, each once: records, reviews, and what is neither."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from . import schema
from .files import with_reviews

#: More findings of one host are counted as so many.
MOST_COUNTED = 1_000_000
_TIME = "yyyy-MM-dd'T'HH:mm:ssX"


def files(spark: SparkSession, reports: str, pattern: str) -> DataFrame:
    """All lines of the files below ``reports`` that match ``pattern``, and of their reviews, in the columns of a line.

    A file that cannot be read to its end gives the lines until there, or none.
    """
    return (
        spark.read.schema(schema.LINE)
        .options(mode="PERMISSIVE", columnNameOfCorruptRecord=schema.UNREADABLE)
        .options(recursiveFileLookup=True, ignoreCorruptFiles=True, ignoreMissingFiles=True)
        .option("pathGlobFilter", with_reviews(pattern))
        .json(reports)
    )


def lines(found: DataFrame) -> DataFrame:
    """What is needed of each line of ``found``: its file, ``what`` it is, and what it says in short.

    Broken: it is no JSON, or a value is of another type; foreign: it is JSON and neither a record of an audit nor a
    review that is known here. Times are seconds since the epoch. Of a host without a cluster or a rack these are empty.
    """
    seconds = F.try_to_timestamp("time", F.lit(_TIME)).cast("bigint")
    traps = F.concat("findings", "accepted")
    record = (
        F.col("schema").isin(*schema.KNOWN)
        & (F.col("host") != "")
        & seconds.isNotNull()
        & F.col("outcome").isin(*schema.OUTCOMES)
    )
    review = F.col("schema").isin(*schema.REVIEWS) & seconds.isNotNull() & F.forall(traps, _is_known)
    what = (
        F.when(F.col(schema.UNREADABLE).isNotNull(), schema.BROKEN)
        .when(record, schema.RECORD)
        .when(review, schema.REVIEW)
        .otherwise(schema.FOREIGN)
    )
    kinds = F.array_sort(F.array_distinct(F.transform("services", lambda service: service["kind"])))
    return found.select(
        F.input_file_name().alias("file"),
        what.alias("what"),
        _text("cluster"),
        "host",
        _text("rack"),
        F.array_join(F.coalesce(F.array_sort("roles"), kinds, F.array()), "+").alias("roles"),
        seconds.alias("seconds"),
        "outcome",
        *(_count(f"counts.{word}").alias(word) for word in schema.SEVERITIES),
        F.coalesce(F.transform("settings", _in_short), F.array()).alias("settings"),
        F.coalesce(F.transform("services", _used), F.array()).alias("services"),
        F.when(what == schema.REVIEW, traps).alias("traps"),
    )


def records(of: DataFrame) -> DataFrame:
    """Those of the lines ``of`` that are records, without what only lines have."""
    return of.where(F.col("what") == schema.RECORD).drop("file", "what", "traps")


def _is_known(trap: Column) -> Column:
    return (trap["id"] != "") & trap["severity"].isin(*schema.SEVERITIES)


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
