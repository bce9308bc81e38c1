# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Fingerprints of both topics as Spark columns, without a Python function; by offset also without a shuffle of records.

Input everywhere is the frame that :func:`both` gives.
"""

from __future__ import annotations

from typing import Mapping

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.connection import Connection
from ..cluster.isolation import level
from ..reading.consume import source
from ..reading.observation import Span
from ..records.plan import BUCKET_RECORDS
from .alignment import AFTER, INSIDE, NEVER, REMOVED, Overlap

SOURCE, COPY = "source", "copy"
KEY_BUCKETS = 512
KEY_BYTES = 64  # of a key, to be shown
_LOW = (1 << 32) - 1


def both(
    spark: SparkSession,
    topics: Mapping[str, tuple[Connection, str]],
    spans: Mapping[str, Mapping[int, Span]],
    headers: bool,
    committed: bool,
) -> DataFrame:
    """The records inside ``spans`` of the topics SOURCE and COPY: ``side`` and what Spark's source gives.

    ``headers`` are read, for they cost time, only where they are to be compared; of aborted transactions nothing is
    where ``committed`` is set.
    """
    more = {
        "kafka.isolation.level": level(committed),
        # A consumer would make a topic anew that was deleted meanwhile.
        "kafka.allow.auto.create.topics": "false",
    }
    frames = [
        source(spark, *topics[side], spans[side], headers=headers, more=more).select(
            F.lit(side).alias("side"),
            *("partition", "offset", "timestamp", "key", "value"),
            *(["headers"] if headers else []),
        )
        for side in (SOURCE, COPY)
    ]
    return frames[0].unionAll(frames[1])


def content(records: DataFrame) -> list[Column]:
    """What makes up a record. Spark's hash passes over a null as if it were not there: that it is null counts too."""
    columns = [F.col("key").isNull(), F.col("key"), F.col("value").isNull(), F.col("value")]
    if "headers" in records.columns:
        columns.append(
            F.transform("headers", lambda told: F.struct(told["key"], told["value"].isNull(), told["value"]))
        )
    return columns


def fingerprint(hashed: str) -> list[Column]:
    """Count, xor, and the sum of the bigint column ``hashed`` in two halves, which cannot overflow.

    The sum sees what the xor cannot: one record twice in place of another twice.
    """
    return [
        F.count(F.lit(1)).alias("records"),
        F.bit_xor(hashed).alias("xor"),
        F.sum(F.col(hashed).bitwiseAND(F.lit(_LOW))).alias("low"),
        F.sum(F.shiftrightunsigned(hashed, 32)).alias("high"),
    ]


def by_offset(records: DataFrame, overlaps: Mapping[int, Overlap]) -> DataFrame:
    """One row for each side, partition, zone and bucket of source offsets: its fingerprint and first source offset.

    A record's position is its offset in the source, or what that would be; so a bucket is equal only if its records
    are, each at its place. Zones are those of :mod:`alignment <spark_validation.compare.alignment>`; only the zone
    inside has buckets.
    """
    size = max(overlaps) + 1
    shift, first, end = (
        F.element_at(
            F.array(*[F.lit(getattr(overlaps[n], name) if n in overlaps else 0).cast("bigint") for n in range(size)]),
            F.col("partition") + 1,
        )
        for name in ("shift", "first", "end")
    )
    is_copy = F.col("side") == COPY
    placed = records.withColumn("at", F.col("offset") - F.when(is_copy, shift).otherwise(F.lit(0).cast("bigint")))
    # The offset below 0 that a record would have in the other topic: it was never there.
    other = F.when(is_copy, F.col("at")).otherwise(F.col("at") + shift)
    zone = (
        F.when(F.col("at") >= end, AFTER).when(F.col("at") >= first, INSIDE).when(other >= 0, REMOVED).otherwise(NEVER)
    )
    return (
        placed.select(
            "side",
            "partition",
            "at",
            zone.alias("zone"),
            F.when(zone == INSIDE, F.expr(f"at div {BUCKET_RECORDS}")).alias("bucket"),
            F.xxhash64("at", *content(records)).alias("hashed"),
        )
        .groupBy("side", "partition", "zone", "bucket")
        .agg(*fingerprint("hashed"), F.min("at").alias("first"))
    )


def bucket_of_key() -> Column:
    """The bucket of a record's key, from ``key_hash`` and ``content``; a record without a key goes by its content."""
    buckets = F.lit(KEY_BUCKETS)
    by_content = F.pmod(F.col("content"), buckets) + buckets
    return F.coalesce(F.pmod(F.col("key_hash"), buckets), by_content).cast("int")


def by_key(records: DataFrame) -> DataFrame:
    """One row for each side, partition and bucket of keys: its fingerprint and last offset.

    A record's position is its number within its key; one without a key has none. Shuffles hashes, never the records.
    """
    within = Window.partitionBy("side", "bucket", "spread").orderBy("partition", "offset")
    return (
        hashed(records)
        .select(
            *("side", "partition", "offset", "key_hash", "content"),
            bucket_of_key().alias("bucket"),
            F.coalesce("key_hash", "content").alias("spread"),
        )
        .withColumn("position", F.when(F.col("key_hash").isNotNull(), F.row_number().over(within)))
        .select("side", "partition", "offset", "bucket", F.xxhash64("position", "content").alias("hashed"))
        .groupBy("side", "partition", "bucket")
        .agg(*fingerprint("hashed"), F.max("offset").alias("last"))
    )


def hashed(records: DataFrame) -> DataFrame:
    """Place, time, the beginning of the key, ``key_hash`` (null without a key) and the hash of all ``content``."""
    return records.select(
        *("side", "partition", "offset", "timestamp"),
        F.substring("key", 1, KEY_BYTES).alias("key"),
        F.when(F.col("key").isNotNull(), F.xxhash64("key")).alias("key_hash"),
        F.xxhash64(*content(records)).alias("content"),
    )
