# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the keys of a topic stand: Spark transforms that read each record once, without a Python function.

Python sees a key once for each partition in which it stands, as Arrow's columns: see
:mod:`spark_validation.keys.hashes`.
"""

from __future__ import annotations

from functools import reduce
from typing import Sequence

from pyspark import cloudpickle
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from . import hashes
from .partitioners import CRC32, MURMUR2, Rule

NO_KEY, LOOKED_AT, LEFT_OUT = 0, 1, 2
_SAMPLE_STEPS = 1_000_000

# `python -m` puts this package on the driver's path alone.
cloudpickle.register_pickle_by_value(hashes)  # type: ignore[no-untyped-call]


def places(records: DataFrame, sample: float) -> DataFrame:
    """One row for each key in each of its partitions.

    Columns: partition, kind, key, records, first_offset, last_offset, last_time (ms since 1970). Of kind ``LOOKED_AT``
    are the ``sample`` (0 to 1) of all keys, chosen by a hash, so that a key is looked at with all of its records. The
    records of the others, and those without a key, are counted for each partition.
    """
    key = F.col("key")
    chosen = (
        F.pmod(F.xxhash64(key), F.lit(_SAMPLE_STEPS)) < round(sample * _SAMPLE_STEPS) if sample < 1 else F.lit(True)
    )
    kind = F.when(key.isNull(), NO_KEY).when(chosen, LOOKED_AT).otherwise(LEFT_OUT)
    return (
        records.select("partition", "offset", "timestamp", "key", kind.alias("kind"))
        .groupBy("partition", "kind", F.when(F.col("kind") == LOOKED_AT, key).alias("key"))
        .agg(
            F.count(F.lit(1)).alias("records"),
            F.min("offset").alias("first_offset"),
            F.max("offset").alias("last_offset"),
            F.max(F.unix_millis("timestamp")).alias("last_time"),
        )
    )


def with_hashes(placed: DataFrame) -> DataFrame:
    """The places with a column of hashes for each partitioner, named after it; those without a key mean nothing."""
    columns = ", ".join(f"{field.name} {field.dataType.simpleString()}" for field in placed.schema)
    hashed = placed.mapInArrow(hashes.add_hashes, f"{columns}, murmur2 bigint, fnv1a bigint")
    return hashed.withColumn(CRC32, F.crc32("key"))


def agrees(rule: Rule) -> Column:
    """Whether a place is where ``rule`` puts its key."""
    return F.pmod(F.col(rule.partitioner), F.lit(rule.partitions)) == F.col("partition")


def totals(placed: DataFrame, wanted: Rule) -> DataFrame:
    """Of each partition and kind: records, places that are not as ``wanted``, records that are as murmur2 has it."""
    return placed.groupBy("partition", "kind").agg(
        F.sum("records").alias("records"),
        F.count(F.when(~agrees(wanted), 1)).alias("misplaced"),
        F.sum(F.when(agrees(Rule(MURMUR2, wanted.partitions)), F.col("records")).otherwise(0)).alias("by_murmur2"),
    )


def groups(placed: DataFrame, rules: Sequence[Rule]) -> DataFrame:
    """The places of each partition that the same ``rules`` explain, as :class:`spark_validation.keys.explain.Group`."""
    bits = [F.when(agrees(rule), 1 << n).otherwise(0) for n, rule in enumerate(rules)]
    return placed.groupBy("partition", reduce(Column.__add__, bits).alias("rules")).agg(
        F.count(F.lit(1)).alias("places"),
        F.sum("records").alias("records"),
        F.min("first_offset").alias("first_offset"),
        F.max("last_offset").alias("last_offset"),
        F.max("last_time").alias("last_time"),
    )


def keys_by(placed: DataFrame, rules: Sequence[Rule]) -> DataFrame:
    """How many keys have a place that rule ``n`` of ``rules`` is the first to explain; null stands for none of them."""
    first = F.coalesce(*(F.when(agrees(rule), n) for n, rule in enumerate(rules)), F.lit(None))
    return placed.groupBy(first.alias("n")).agg(F.count_distinct("key").alias("keys"))


def keys(placed: DataFrame, wanted: Rule) -> DataFrame:
    """One row for each key: in how many partitions it stands, its records, and whether any is not where it belongs."""
    return placed.groupBy("key").agg(
        F.count(F.lit(1)).alias("places"),
        F.sum("records").alias("records"),
        F.max(~agrees(wanted)).alias("misplaced"),
    )
