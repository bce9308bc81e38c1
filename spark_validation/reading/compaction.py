# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is not there any more of a compacted topic: told apart by whether it was ever stored.

Compaction leaves an offset without a record where it took one, and takes none without a later one of the same key. So
of the numbers that are absent between two that arrived, as many were stored as there are offsets without a record
between those; and one whose key has no later record that arrived was not taken by compaction.
"""

from __future__ import annotations

from typing import Mapping

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F  # noqa: N812

from ..records.plan import Plan
from ..records.record import key_column
from ..spark.frames import from_rows
from .observation import INTACT, Observation, Span

_PLACE = "partition int, number bigint, offset bigint, position bigint"


def gaps(classified: DataFrame, absent: DataFrame, plan: Plan, ends: DataFrame, promised: Column) -> DataFrame:
    """One row for each run of ``absent`` numbers (planned, number) between two numbers that arrived in their partition.

    Columns: planned, ``first`` and ``last`` of the numbers that are absent, how many are (``absent``), how many of
    these were never stored (``gone``), and how many of these at most may have been: ``unpromised`` are the absent ones
    of which ``promised``, a condition on planned and number, does not hold.
    """
    by_offset = Window.partitionBy("partition").orderBy("offset")
    placed = classified.select("partition", "offset", "kind", "planned", "number", "key").withColumn(
        "position", F.row_number().over(by_offset).cast("bigint")
    )
    own = placed.where((F.col("kind") == INTACT) & (F.col("planned") == F.col("partition")))
    first_copy = own.groupBy("partition", "number").agg(F.min(F.struct("offset", "position")).alias("at"))
    arrived = first_copy.select("partition", "number", "at.offset", "at.position").unionByName(ends)
    latest = own.groupBy(F.col("partition").alias("planned"), "key").agg(F.max("number").alias("latest"))
    keyed = absent.withColumn("key", key_column(plan, F.col("planned"), F.col("number")))
    judged = keyed.join(latest, on=["planned", "key"], how="left").select(
        F.col("planned").alias("partition"),
        "number",
        (F.col("latest").isNull() | (F.col("number") > F.col("latest"))).alias("unreplaced"),
        (~promised).alias("unpromised"),
    )
    both = arrived.withColumn("place", F.struct("number", "offset", "position")).unionByName(
        judged, allowMissingColumns=True
    )
    by_number = Window.partitionBy("partition").orderBy("number")
    before = F.last("place", ignorenulls=True).over(by_number.rowsBetween(Window.unboundedPreceding, -1))
    behind = F.first("place", ignorenulls=True).over(by_number.rowsBetween(1, Window.unboundedFollowing))
    runs = (
        both.withColumn("before", before)
        .withColumn("behind", behind)
        .where(F.col("place").isNull())
        .groupBy(F.col("partition").alias("planned"), "before", "behind")
        .agg(
            F.min("number").alias("first"),
            F.max("number").alias("last"),
            F.count(F.lit(1)).alias("absent"),
            F.sum(F.col("unreplaced").cast("bigint")).alias("unreplaced"),
            F.sum(F.col("unpromised").cast("bigint")).alias("unpromised"),
        )
    )
    between = F.col("behind.offset") - F.col("before.offset") - (F.col("behind.position") - F.col("before.position"))
    holes = F.greatest(between, F.lit(0))
    return runs.select(
        *("planned", "first", "last", "absent", "unpromised"),
        F.greatest(F.col("absent") - holes, F.col("unreplaced")).alias("gone"),
    )


def log_ends(
    records: DataFrame, plan: Plan, spans: Mapping[int, Span], observed: Observation, heads: Mapping[int, int]
) -> DataFrame:
    """What stands before the first record of each partition, and behind the last, as if it had arrived there."""
    rows = []
    for partition in range(plan.partitions):
        span = spans.get(partition, Span(0, 0, 0))
        rows.append((partition, heads.get(partition, 0) - 1, span.start - 1, 0))
        rows.append((partition, plan.records_in(partition), span.end, observed.read[partition] + 1))
    return from_rows(records.sparkSession, rows, _PLACE)
