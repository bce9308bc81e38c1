# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Read a topic between pinned offsets."""

from __future__ import annotations

import json
from typing import Mapping

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.connection import Connection
from ..cluster.isolation import level
from ..records.record import HEADERS, attempt_of, record_of
from ..spark.frames import from_rows
from ..spark.session import select_v2_kafka
from .observation import Span

SCHEMA = "key binary, value binary, partition int, offset bigint, attempt string, record binary"
SOURCE_SCHEMA = (
    "key binary, value binary, topic string, partition int, offset bigint, timestamp timestamp, timestampType int"
)


def read(
    spark: SparkSession,
    connection: Connection,
    topic: str,
    spans: Mapping[int, Span],
    *,
    attempts: bool = False,
    tombstones: bool = False,
    committed: bool = False,
) -> DataFrame:
    """The topic's records as ``SCHEMA``, exactly those inside ``spans``.

    Which attempt wrote a record stands in its headers, which cost time to read: ``attempts`` asks for them, otherwise
    all records are taken as written by the same one. So does ``tombstones`` for what those of a run tell of themselves.
    ``committed`` passes over the records of aborted transactions.

    ``failOnDataLoss`` is off on purpose: an offset without a record is counted against ``spans`` and reported as a
    hole, which tells more than a job that ends at the first one.
    """
    isolation = {"kafka.isolation.level": level(committed)}
    return source(spark, connection, topic, spans, headers=attempts or tombstones, more=isolation).select(
        *("key", "value", "partition", "offset"),
        (attempt_of(F.col("headers")) if attempts else F.lit("")).alias("attempt"),
        (record_of(F.col("headers")) if tombstones else F.lit(None).cast("binary")).alias("record"),
    )


def source(
    spark: SparkSession,
    connection: Connection,
    topic: str,
    spans: Mapping[int, Span],
    *,
    headers: bool = False,
    more: Mapping[str, str] | None = None,
) -> DataFrame:
    """The records inside ``spans`` in the columns of Spark's Kafka source, to which ``more`` gives options."""
    filled = {partition: span for partition, span in sorted(spans.items()) if span.start < span.end}
    if not filled:
        empty = from_rows(spark, [], SOURCE_SCHEMA)
        return empty.withColumn("headers", F.lit(None).cast(HEADERS)) if headers else empty
    select_v2_kafka(spark)
    options = {
        **connection.for_spark(),
        "assign": json.dumps({topic: list(filled)}),
        "startingOffsets": json.dumps({topic: {str(number): span.start for number, span in filled.items()}}),
        "endingOffsets": json.dumps({topic: {str(number): span.end for number, span in filled.items()}}),
        "failOnDataLoss": "false",
        # The default of 500 records costs half of the throughput.
        "kafka.max.poll.records": "10000",
        # At the end of a partition there is nothing to wait for; the default makes each task wait for half a second.
        "kafka.fetch.max.wait.ms": "10",
        # A task that still asks for a topic while somebody deletes it must not make it anew.
        "kafka.allow.auto.create.topics": "false",
        "includeHeaders": str(headers).lower(),
        **(more or {}),
    }
    return spark.read.format("kafka").options(**options).load()
