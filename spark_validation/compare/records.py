# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Record by record: which of the source stands where in the copy, as Spark transforms without a Python function.

Records are told by a hash of their content and, where it repeats, by their turn. What is shuffled is hashes, and the
beginning of each key.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F  # noqa: N812

from .fingerprint import COPY, SOURCE

MISSING, EXTRA, CHANGED, REORDERED, ACROSS = "missing", "extra", "changed", "reordered", "reordered_across_keys"
_PLACES = ("source_partition", "source_offset", "copy_partition", "copy_offset")


@dataclass(frozen=True)
class Pairs:
    """The records of both, each beside its other; ``by_partition`` where a partition is held against the same one."""

    frame: DataFrame
    by_partition: bool

    @property
    def matched(self) -> DataFrame:
        """Those that both hold."""
        return self.frame.where(F.col("source_offset").isNotNull() & F.col("copy_offset").isNotNull())


def pairs(hashed: DataFrame, by_partition: bool, from_end: bool = False) -> Pairs:
    """Columns: scope, key_hash, key, content, turn, and places of the record in both; null where it is not.

    ``scope`` is the partition, or 0 where keys may stand on other partitions. Records of the same content take turns
    from the beginning, or ``from_end`` where one topic has lost its head and the other still has it.
    """
    scoped = hashed.withColumn("scope", F.col("partition") if by_partition else F.lit(0))
    along = [F.col(name).desc() if from_end else F.col(name).asc() for name in ("partition", "offset")]
    turns = Window.partitionBy("scope", "content", "side").orderBy(*along)
    sides = {
        f"{side}_{name}": F.max(F.when(F.col("side") == side, F.col(name)))
        for side in (SOURCE, COPY)
        for name in ("partition", "offset")
    }
    return Pairs(
        scoped.repartition("scope", "content")
        .withColumn("turn", F.row_number().over(turns))
        .groupBy("scope", "content", "turn", "key_hash", "key")
        .agg(*[column.alias(name) for name, column in sides.items()]),
        by_partition,
    )


def ordered(found: Pairs) -> DataFrame:
    """The matched records that have an order: with a key, and this in one partition of each topic.

    Within a partition, those without a key have an order as well.
    """
    if found.by_partition:
        return found.matched
    spread = Window.partitionBy("key_hash")
    lone = [F.min(name).over(spread) == F.max(name).over(spread) for name in ("source_partition", "copy_partition")]
    return found.matched.where(F.col("key_hash").isNotNull()).withColumn("lone", lone[0] & lone[1]).where("lone")


def breaks(found: Pairs) -> DataFrame:
    """Records of the copy that directly follow a later one: of their key, or else of their partition.

    Columns: kind and the places. A break within a key is always one within the partition too, so the keys are looked
    at only in partitions that have any.
    """
    in_order = ordered(found)
    if not found.by_partition:
        return _after_later(in_order, REORDERED, "key_hash")
    across = _after_later(in_order, ACROSS, "scope")
    broken = across.select(F.col("copy_partition").alias("scope")).distinct()
    suspects = in_order.join(broken, on="scope", how="left_semi").where(F.col("key_hash").isNotNull())
    within = _after_later(suspects, REORDERED, "scope", "key_hash")
    return within.unionAll(across.join(within, on="copy_partition", how="left_anti").select(*within.columns))


def _after_later(records: DataFrame, kind: str, *group: str) -> DataFrame:
    before = F.lag("source_offset").over(Window.partitionBy(*group).orderBy("copy_offset"))
    return (
        records.withColumn("before", before)
        .where(F.col("before") > F.col("source_offset"))
        .select(F.lit(kind).alias("kind"), *_PLACES, "key", "before")
    )


def lone(found: Pairs) -> DataFrame:
    """What only one of them holds: kind, places, key, turn, scope and key_hash, a changed record as one row.

    Changed is what has the key, and as many matched records of the key before it, of one that is missing; so there is
    none unless both hold something that the other does not.
    """
    unmatched = found.frame.where(F.col("source_offset").isNull() | F.col("copy_offset").isNull())
    # The first turn that only one has tells how many the other has.
    unmatched = unmatched.withColumn("turn", F.min("turn").over(Window.partitionBy("scope", "content")))
    kind = F.when(F.col("source_offset").isNull(), EXTRA).otherwise(MISSING)
    kinds = {row["kind"] for row in unmatched.select(kind.alias("kind")).distinct().collect()}
    if kinds != {MISSING, EXTRA}:
        return unmatched.select(kind.alias("kind"), *_PLACES, "key", "turn", "scope", "key_hash")
    changed = _changed(found, unmatched)
    rest = unmatched
    for side in (SOURCE, COPY):
        taken = [f"{side}_partition", f"{side}_offset"]
        rest = rest.join(changed.select(*taken), on=taken, how="left_anti")
    return changed.unionAll(rest.select(kind.alias("kind"), *_PLACES, "key", "turn", "scope", "key_hash"))


def _changed(found: Pairs, unmatched: DataFrame) -> DataFrame:
    keyed = unmatched if found.by_partition else unmatched.where(F.col("key_hash").isNotNull())
    group = ("scope", "group")
    counts = [F.count(f"{side}_offset").alias(side) for side in (SOURCE, COPY)]
    both = _grouped(keyed).groupBy(*group).agg(*counts).where((F.col(SOURCE) > 0) & (F.col(COPY) > 0))
    suspects = _grouped(found.frame).join(both.select(*group), on=list(group), how="left_semi")
    sides = {side: _in_gaps(suspects, side, *group) for side in (SOURCE, COPY)}
    place = [*group, "gap", "nth"]
    source = sides[SOURCE].select(*place, "source_partition", "source_offset", "key", "key_hash")
    copy = sides[COPY].select(*place, "copy_partition", "copy_offset")
    return source.join(copy, on=place, how="inner").select(
        F.lit(CHANGED).alias("kind"), *_PLACES, "key", F.lit(None).cast("int").alias("turn"), "scope", "key_hash"
    )


def _grouped(records: DataFrame) -> DataFrame:
    """``group`` is the key's hash; within a partition, those without a key make one of their own."""
    return records.withColumn("group", F.coalesce("key_hash", F.lit(0).cast("bigint")))


def _in_gaps(records: DataFrame, side: str, *group: str) -> DataFrame:
    """The unmatched records of ``side``: after how many matched ones of their group, and which there."""
    offset, partition = f"{side}_offset", f"{side}_partition"
    along: list[Column] = [F.col(partition), F.col(offset)]
    other = "copy_offset" if side == SOURCE else "source_offset"
    return (
        records.where(F.col(offset).isNotNull())
        .withColumn("gap", F.count(other).over(Window.partitionBy(*group).orderBy(*along)))
        .where(F.col(other).isNull())
        .withColumn("nth", F.row_number().over(Window.partitionBy(*group, "gap").orderBy(*along)))
    )
