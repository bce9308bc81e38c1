# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What was read, told apart and counted: Spark transforms without a Python function and without a shuffle of records.

Input everywhere is the frame that :func:`spark_validation.reading.consume.read` gives.
"""

from __future__ import annotations

from typing import Iterable, Mapping

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F  # noqa: N812

from ..records.plan import BUCKET_RECORDS, Plan
from ..records.record import (
    by_partition,
    claimed_number,
    claimed_partition,
    content,
    holds,
    is_of_run,
    is_whole,
    number_by_place,
)
from ..spark.frames import from_rows
from ..spark.session import integers_as_bytes
from .observation import CORRUPT, FOREIGN, INTACT, Place, Span


def in_place(records: DataFrame, plan: Plan, spans: Mapping[int, Span]) -> DataFrame:
    """Those of ``records`` that are, byte by byte, the one of the plan that belongs where they lie.

    Number n of a partition belongs n offsets behind the first of its span. No offset holds two records: where these
    are as many as are planned, none of them is missing, damaged or out of order. Nothing is grouped, which would cost
    nearly as much as the check itself.
    """
    firsts = [spans[number].first if number in spans else 0 for number in range(plan.partitions)]
    partition, number = F.col("partition"), number_by_place(firsts, F.col("partition"), F.col("offset"))
    with integers_as_bytes(records.sparkSession):
        return records.where(is_whole(plan, F.col("key"), F.col("value"), F.col("record"), (partition, number)))


def classify(records: DataFrame, plan: Plan) -> DataFrame:
    """Each record with what it is.

    Columns: partition and offset (where it lies), key, value, attempt (that wrote it), ``kind``, and ``planned`` and
    ``number`` (partition and number that it names; null where it names none of the plan's). A foreign record does not
    belong to the plan: another run's, nobody's, or one that the plan does not hold. A corrupt one says that it is of
    this run, but is not as it was written.
    """
    key, value, partition, number = F.col("key"), F.col("value"), F.col("said_partition"), F.col("said_number")
    told = content(plan, value, F.col("record"))
    claimed = records.withColumns(
        {
            "ours": is_of_run(plan, told),
            "said_partition": claimed_partition(plan, told),
            "said_number": claimed_number(plan, told),
        }
    )
    total = by_partition([plan.records_in(number) for number in range(plan.partitions)], partition)
    in_plan = holds((partition < plan.partitions) & (number < total))  # neither is ever negative
    with integers_as_bytes(records.sparkSession):
        whole = is_whole(plan, key, value, F.col("record"), (partition, number))
        judged = claimed.withColumns({"in_plan": F.col("ours") & in_plan, "whole": whole})
    return judged.select(
        *("partition", "offset", "key", "value", "attempt"),
        F.when(F.col("ours") & ~F.col("whole"), CORRUPT)
        .when(F.col("in_plan"), INTACT)
        .otherwise(FOREIGN)
        .alias("kind"),
        F.when(F.col("in_plan"), partition).alias("planned"),
        F.when(F.col("in_plan"), number).alias("number"),
    )


def by_place(classified: DataFrame, places: Iterable[Place]) -> DataFrame:
    """The classified records with what lies in one of ``places``, and is not intact, as the corrupt one of that place.

    One flipped bit makes a record foreign, or another's number of it: it is told once, and not as lost as well.
    ``mistaken`` tells those that would be foreign else.
    """
    rows = [(place.partition, place.first, place.end, place.lead) for place in places]
    table = from_rows(classified.sparkSession, rows, "place int, starts bigint, ends bigint, lead bigint")
    offset = F.col("offset")
    # Null meets nothing, so that an intact record costs no look at the offsets.
    strays = classified.withColumn("stray", F.when(F.col("kind") != INTACT, F.col("partition")))
    within = (F.col("stray") == F.col("place")) & (offset >= F.col("starts")) & (offset < F.col("ends"))
    known = F.col("place").isNotNull()
    return strays.join(F.broadcast(table), on=within, how="left").select(
        *("partition", "offset", "key", "value", "attempt"),
        F.when(known, CORRUPT).otherwise(F.col("kind")).alias("kind"),
        F.when(known, F.col("place")).otherwise(F.col("planned")).alias("planned"),
        F.when(known, offset - F.col("lead")).otherwise(F.col("number")).alias("number"),
        (known & (F.col("kind") == FOREIGN)).alias("mistaken"),
    )


def with_bucket(classified: DataFrame) -> DataFrame:
    """The classified records with ``bucket``, the piece of the plan that each belongs to."""
    return classified.withColumn("bucket", F.expr(f"number div {BUCKET_RECORDS}"))


def summarise(classified: DataFrame) -> DataFrame:
    """One row for each partition, kind, planned partition and bucket.

    ``lead`` is offset minus number. Where it is constant over a bucket's records, offsets being unique, no number
    comes twice and all stand in order; and where the count is the planned one as well, none is missing. No sum is
    involved, so nothing can cancel out.
    """
    lead = F.col("offset") - F.col("number")
    intact = F.col("kind") == INTACT
    return (
        with_bucket(classified)
        .groupBy(
            "partition",
            "kind",
            F.when(intact, F.col("planned")).alias("planned"),
            F.when(intact, F.col("bucket")).alias("bucket"),
        )
        .agg(
            F.count(F.lit(1)).alias("records"),
            F.min(lead).alias("least_lead"),
            F.max(lead).alias("greatest_lead"),
            F.min("offset").alias("first_offset"),
            F.max("offset").alias("last_offset"),
            F.max("number").alias("last_number"),
            F.sum(F.coalesce(F.length("key"), F.lit(0)) + F.coalesce(F.length("value"), F.lit(0))).alias("bytes"),
        )
    )


def candidates(classified: DataFrame, buckets: Iterable[tuple[int, int]]) -> DataFrame:
    """The records that name a number in one of ``buckets`` (planned partition, index), to be looked at one by one."""
    spark = classified.sparkSession
    wanted = from_rows(spark, sorted(buckets), "planned int, bucket bigint")
    named = with_bucket(classified.where(F.col("number").isNotNull()))
    return named.join(F.broadcast(wanted), on=["planned", "bucket"], how="left_semi").select(
        "partition", "offset", "key", "attempt", "kind", "planned", "number"
    )


def arrivals(found: DataFrame) -> DataFrame:
    """One row for each (planned, number) that arrived, intact or damaged, with the offsets of its intact copies.

    ``attempts`` counts those that wrote it: copies of several attempts are a retry's, several of one are not.
    """
    intact = F.col("kind") == INTACT
    return found.groupBy("planned", "number").agg(
        F.count(F.when(intact, 1)).alias("copies"),
        F.count_distinct(F.when(intact, F.col("attempt"))).alias("attempts"),
        F.sort_array(F.collect_list(F.when(intact, F.struct("partition", "offset")))).alias("places"),
    )


def missing(expected: DataFrame, arrived: DataFrame) -> DataFrame:
    """The (planned, number) of ``expected`` that did not arrive at all."""
    return expected.join(arrived, on=["planned", "number"], how="left_anti").select("planned", "number")


def order_breaks(found: DataFrame) -> DataFrame:
    """Records that come directly after a later one, of their key (``within_key``) or only of their partition.

    Counted on the first copy of each intact record in its own partition, so that duplicates, damage and strays
    are not reported a second time as disorder. Each attempt is judged by itself: one that is made again begins anew.
    """
    first = (
        found.where((F.col("kind") == INTACT) & (F.col("partition") == F.col("planned")))
        .groupBy("partition", "attempt", "number", "key")
        .agg(F.min("offset").alias("offset"))
    )
    by_key = Window.partitionBy("partition", "attempt", "key").orderBy("offset")
    by_partition = Window.partitionBy("partition", "attempt").orderBy("offset")
    return (
        first.withColumn("before_in_key", F.lag("number").over(by_key))
        .withColumn("before", F.lag("number").over(by_partition))
        .withColumn("within_key", F.coalesce(F.col("before_in_key") > F.col("number"), F.lit(False)))
        .where(F.col("within_key") | (F.col("before") > F.col("number")))
        .select(
            "partition",
            "offset",
            "key",
            "number",
            "within_key",
            F.when(F.col("within_key"), F.col("before_in_key")).otherwise(F.col("before")).alias("after_number"),
        )
    )


def gaps(records: DataFrame, partitions: Iterable[int]) -> DataFrame:
    """Runs of offsets without a record between two records of ``partitions``: ``first`` to ``last``."""
    by_partition = Window.partitionBy("partition").orderBy("offset")
    return (
        records.where(F.col("partition").isin(*partitions))
        .select("partition", "offset", F.lag("offset").over(by_partition).alias("before"))
        .where(F.col("offset") > F.col("before") + 1)
        .select("partition", (F.col("before") + 1).alias("first"), (F.col("offset") - 1).alias("last"))
    )
