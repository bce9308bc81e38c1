# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write a plan's records with Spark: every writer task owns whole Kafka partitions."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.connection import Connection
from ..records.faults import Fault
from ..records.plan import Plan
from ..records.record import HEADERS, attempt_header, key_column, value_column
from ..spark.session import does_tasks_again, integers_as_bytes, select_v1_kafka
from . import inject
from .acknowledged import watched

# Kafka's safe producer settings, and batches large enough for a bulk load. What waits in the buffer holds a few objects
# for each record: a quarter of Kafka's own 32 MiB keeps as many batches on their way, and spares the garbage collector.
# The kernel sizes the socket's buffer (-1), so that a batch is handed over while the broker still works on the last.
PRODUCER = {
    "kafka.acks": "all",
    "kafka.enable.idempotence": "true",
    "kafka.linger.ms": "5",
    "kafka.batch.size": "262144",
    "kafka.buffer.memory": "8388608",
    "kafka.send.buffer.bytes": "-1",
}
_STRETCH = 1_000


@dataclass(frozen=True)
class Slice:
    """The numbers ``first`` to ``end - 1`` of every partition: what one Spark job writes."""

    first: int
    end: int

    def records_in(self, plan: Plan, partition: int) -> int:
        """How many of these ``plan`` has in ``partition``."""
        return max(0, min(self.end, plan.records_in(partition)) - self.first)

    def records(self, plan: Plan) -> int:
        """How many of these ``plan`` has."""
        return sum(self.records_in(plan, partition) for partition in range(plan.partitions))


def slices(plan: Plan, rate: int | None) -> list[Slice]:
    """All of ``plan`` at once, or a second's worth at a time where ``rate`` limits the records a second."""
    largest = plan.smallest_partition + (plan.larger_partitions > 0)
    width = largest if rate is None else max(1, rate // plan.partitions)
    return [Slice(first, min(first + width, largest)) for first in range(0, largest, width)]


def rows(spark: SparkSession, plan: Plan, part: Slice) -> DataFrame:
    """Partition int, number bigint and headers of a slice's records in order.

    One Spark partition per Kafka partition: the range is a multiple of the number of its slices, so each of those holds
    exactly one Kafka partition's stretches. The headers are made once for the records of a stretch: reading them from
    the thread is a call for which Spark makes no code of its own. They are null where Spark does no task again, because
    the producer takes time for them.
    """
    headers = attempt_header(tries=1) if does_tasks_again(str(spark.sparkContext.master)) else F.lit(None).cast(HEADERS)
    first, end = part.first // _STRETCH, -(-part.end // _STRETCH)
    stretches = spark.range(0, (end - first) * plan.partitions, 1, plan.partitions).select(
        F.expr(f"cast(id div {end - first} as int)").alias("partition"),
        (F.col("id") % (end - first) + first).alias("stretch"),
    )
    partition, stretch = F.col("partition"), F.col("stretch")
    planned = F.lit(plan.smallest_partition) + (partition < plan.larger_partitions).cast("bigint")
    return (
        stretches.withColumn("first", F.greatest(stretch * _STRETCH, F.lit(part.first)))
        .withColumn("end", F.least((stretch + 1) * _STRETCH, F.lit(part.end), planned))
        .where(F.col("first") < F.col("end"))
        .select("*", headers.alias("headers"))
        .select(partition, F.explode(F.sequence("first", F.col("end") - 1)).alias("number"), "headers")
    )


def with_key_and_value(plan: Plan, numbered: DataFrame) -> DataFrame:
    """Key and value binary, partition int and headers of the records that ``numbered`` names like :func:`rows`."""
    key, partition, number = F.col("key"), F.col("partition"), F.col("number")
    keyed = numbered.select(partition, number, "headers", key_column(plan, partition, number).alias("key"))
    with integers_as_bytes(numbered.sparkSession):
        return keyed.select(key, value_column(plan, key, partition, number).alias("value"), partition, "headers")


@dataclass(frozen=True)
class Manner:
    """How a plan is written: not more than ``rate`` records a second, counted from the beginning; with a ``fault``."""

    rate: int | None = None
    fault: Fault | None = None


AT_ONCE = Manner()


@dataclass(frozen=True)
class Produced:
    """Records acknowledged by partition, as the tasks that wrote them ended well, and the seconds that this took."""

    acknowledged: dict[int, int]
    seconds: float


def produce(spark: SparkSession, plan: Plan, connection: Connection, topic: str, manner: Manner = AT_ONCE) -> Produced:
    """Write all records of ``plan`` to ``topic`` and return when every one is acknowledged.

    Each record names the attempt that wrote it, where there may be more: a task that is done again writes copies.
    The V1 sink is used because V2's batch write shows the producer's options in the event log, passwords included.
    """
    select_v1_kafka(spark)
    options = {**connection.for_spark(), **PRODUCER, "topic": topic}
    acknowledged = dict.fromkeys(range(plan.partitions), 0)
    began, done = time.monotonic(), 0
    for part in slices(plan, manner.rate):
        numbered = inject.numbered(manner.fault, rows(spark, plan, part), plan)
        written = inject.written(manner.fault, with_key_and_value(plan, numbered), plan)
        with watched(spark.sparkContext) as tasks:
            written.write.format("kafka").options(**options).save()
        for partition in tasks.succeeded():
            acknowledged[partition] += part.records_in(plan, partition)
        done += part.records(plan)
        if manner.rate:
            time.sleep(max(0.0, began + done / manner.rate - time.monotonic()))
    return Produced(acknowledged, time.monotonic() - began)
