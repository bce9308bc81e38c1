# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The last value of each key, for topics that are compacted: what came before it may be gone from either."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from .differences import BEHIND, by_partition, fault_list
from .fingerprint import COPY, KEY_BYTES, SOURCE, content
from .partitions import Read, Spans
from .records import CHANGED, EXTRA, MISSING
from .tally import Compared

MOST_OFFSETS = (1 << 63) - 1


def compare(read: Read, source: Spans, copy: Spans) -> Compared:
    """Hold the last values of ``source`` against those of ``copy``; a deleted key is as good as none.

    Records without a key, which no compacted topic takes, are passed over. What counts as a record is a key.
    """
    keys = last_values(read({SOURCE: source, COPY: copy})).persist()
    try:
        return Compared({side: _keys(keys, side) for side in (SOURCE, COPY)}, fault_list(differing(keys)))
    finally:
        keys.unpersist()


def last_values(records: DataFrame) -> DataFrame:
    """One row for each key: of both sides partition, offset, content and ``live``, null where it has no value.

    The last one of a partition is that with the highest offset; of several partitions, the latest one counts.
    """
    told_of = F.struct("timestamp", "partition", "offset", "content", "live")
    by_place = (
        records.where(F.col("key").isNotNull())
        .select(
            *("side", "key", "partition", "offset", "timestamp"),
            F.xxhash64(*content(records)).alias("content"),
            F.col("value").isNotNull().alias("live"),
        )
        .groupBy("side", "key", "partition")
        .agg(F.max_by(told_of, "offset").alias("last"))
    )
    sides = {side: F.max(F.when(F.col("side") == side, F.col("last"))) for side in (SOURCE, COPY)}
    last = by_place.groupBy("key").agg(*[column.alias(side) for side, column in sides.items()])
    return last.select(
        F.substring("key", 1, KEY_BYTES).alias("key"),
        *[
            F.col(f"{side}.{name}").alias(f"{side}_{name}")
            for side in (SOURCE, COPY)
            for name in ("partition", "offset", "content")
        ],
        *[F.coalesce(F.col(f"{side}.live"), F.lit(False)).alias(f"{side}_live") for side in (SOURCE, COPY)],
    )


def differing(keys: DataFrame) -> DataFrame:
    """The keys whose last values are not the same: kind and places, as :func:`differences.fault_list` takes them.

    What stands after the last one that is the same, in its partition of the source, is only behind; where none is the
    same, only what the copy does not hold at all can be.
    """
    lives = F.col("source_live"), F.col("copy_live")
    same = (~lives[0] & ~lives[1]) | (lives[0] & lives[1] & (F.col("source_content") == F.col("copy_content")))
    held = keys.where(same & F.col("copy_offset").isNotNull()).groupBy("source_partition")
    last = {row[0]: row[1] for row in held.agg(F.max("source_offset")).collect() if row[0] is not None}
    absent = F.col("copy_offset").isNull()
    behind = F.col("source_offset") > F.when(absent, by_partition(last, "source_partition", -1)).otherwise(
        by_partition(last, "source_partition", MOST_OFFSETS)
    )
    kind = F.when(behind, BEHIND).when(~lives[1], MISSING).when(~lives[0], EXTRA).otherwise(CHANGED)
    return keys.where(~same).select(
        kind.alias("kind"),
        *("source_partition", "source_offset", "copy_partition", "copy_offset", "key"),
        F.lit(None).cast("bigint").alias("before"),
        F.lit(None).cast("int").alias("turn"),
    )


def _keys(keys: DataFrame, side: str) -> dict[int, int]:
    rows = keys.where(F.col(f"{side}_offset").isNotNull()).groupBy(f"{side}_partition").count().collect()
    return {row[0]: row[1] for row in rows}
