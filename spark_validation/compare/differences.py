# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The differing records, counted by kind and partition, with the first of each."""

from __future__ import annotations

from typing import Mapping

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from .fingerprint import COPY, SOURCE
from .records import CHANGED, EXTRA, MISSING, Pairs, breaks, lone
from .tally import Fault

BEHIND = "behind"
_DETAILS = ("source_partition", "source_offset", "copy_partition", "copy_offset", "key", "before", "turn")


def faults(found: Pairs, copied_until: Mapping[int, int]) -> list[Fault]:
    """What differs between the records of ``found``.

    Missing after the last copied one of a partition of the source is *behind*; ``copied_until`` gives the last offset
    known to be copied beyond what was looked at. Before the first that both hold it is a head, to be settled.
    """
    found.frame.persist()
    alone = lone(found).persist()
    try:
        judged = _headed(found, alone, _last_copied(found, alone, copied_until))
        broken = breaks(found).withColumn("turn", F.lit(None).cast("int")).select("kind", *_DETAILS)
        return fault_list(
            judged.withColumn("before", F.lit(None).cast("bigint")).select("kind", *_DETAILS).unionAll(broken)
        )
    finally:
        alone.unpersist()
        found.frame.unpersist()


def _last_copied(found: Pairs, alone: DataFrame, known: Mapping[int, int]) -> dict[int, int]:
    """The last offset of each partition of the source whose record the copy holds, be it changed."""
    held = found.matched.select("source_partition", "source_offset").unionAll(
        alone.where(F.col("kind") == CHANGED).select("source_partition", "source_offset")
    )
    last = dict(known)
    for row in held.groupBy("source_partition").agg(F.max("source_offset").alias("last")).collect():
        last[row["source_partition"]] = max(row["last"], last.get(row["source_partition"], -1))
    return last


def by_partition(values: Mapping[int, int], partition: str, default: int) -> Column:
    """The value for the partition that the column ``partition`` names."""
    table = [F.lit(values.get(number, default)).cast("bigint") for number in range(max(values, default=-1) + 1)]
    return (
        F.coalesce(F.try_element_at(F.array(*table), F.col(partition) + 1), F.lit(default)) if table else F.lit(default)
    )


def _headed(found: Pairs, alone: DataFrame, last: Mapping[int, int]) -> DataFrame:
    """``alone`` with what is only behind, and what comes before all that both hold of its partition or key."""
    group = "scope" if found.by_partition else "key_hash"
    firsts = found.matched.groupBy(F.col(group)).agg(
        *[F.min(f"{side}_offset").alias(f"first_{side}") for side in (SOURCE, COPY)]
    )
    at_head = {
        side: F.coalesce(F.col(f"{side}_offset") < F.col(f"first_{side}"), F.lit(True)) for side in (SOURCE, COPY)
    }
    kind = (
        F.when(
            (F.col("kind") == MISSING) & (F.col("source_offset") > by_partition(last, "source_partition", -1)), BEHIND
        )
        .when((F.col("kind") == MISSING) & at_head[SOURCE], "head_of_source")
        .when((F.col("kind") == EXTRA) & at_head[COPY], "head_of_copy")
        .otherwise(F.col("kind"))
    )
    return alone.join(firsts, on=group, how="left").withColumn("kind", kind)


def fault_list(differing: DataFrame) -> list[Fault]:
    """One fault for each kind and partition, with the first case of it."""
    about_copy = F.col("kind").isin(EXTRA, "head_of_copy", "reordered", "reordered_across_keys")
    place = F.when(about_copy, F.col("copy_partition")).otherwise(F.col("source_partition"))
    along = F.when(about_copy, F.col("copy_offset")).otherwise(F.col("source_offset"))
    grouped = differing.groupBy("kind", place.alias("place")).agg(
        F.count(F.lit(1)).alias("count"), F.min_by(F.struct(*_DETAILS), along).alias("first")
    )
    return [
        Fault(row["kind"], row["count"], **{**first, "key": key}, keyless=key is None)
        for row in sorted(grouped.collect(), key=lambda row: (row["kind"], row["place"]))
        for first in [row["first"].asDict()]
        for key in [None if first["key"] is None else bytes(first["key"])]
    ]
