# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write a plan's records with Spark: every writer task owns whole Kafka partitions."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Callable, Iterable, Iterator, Mapping

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.connection import Connection
from ..records.faults import Fault
from ..records.plan import Plan
from ..records.record import HEADERS, attempt_header, by_partition, key_column, value_column, with_record_header
from ..records.shape import Shape
from ..spark.session import does_tasks_again, integers_as_bytes, select_v1_kafka
from . import inject
from .acknowledged import watched
from .transacted import Transactions

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
_Sink = Callable[[DataFrame], Iterable[int]]
#: Kafka's own limit of a request, which nobody has to raise for records below half of it.
_REQUEST_BYTES = 1024 * 1024
_MORE_BYTES = 1024


def producer(shape: Shape, usual: Mapping[str, str]) -> dict[str, str]:
    """The producer's options for records of this ``shape``: what compresses them, and room for the largest.

    A record larger than ``max.request.size`` or ``buffer.memory`` would be refused before it leaves.
    """
    request = max(_REQUEST_BYTES, shape.most_bytes + _MORE_BYTES)  # with what Kafka adds, and headers
    memory = max(4 * request, int(usual["kafka.buffer.memory"]))
    larger = {"kafka.max.request.size": str(request), "kafka.buffer.memory": str(memory)}
    return {
        **usual,
        **({"kafka.compression.type": shape.compression} if shape.compression != "none" else {}),
        **(larger if shape.most_bytes > _REQUEST_BYTES // 2 else {}),
    }


@dataclass(frozen=True)
class Slice:
    """The records ``first`` to ``end - 1`` of a plan, as it deals them out: what one Spark job writes."""

    first: int
    end: int

    def records_in(self, plan: Plan, partition: int) -> int:
        """How many of these ``plan`` has in ``partition``."""
        return plan.before(self.end, partition) - plan.before(self.first, partition)

    @property
    def records(self) -> int:
        """How many there are."""
        return self.end - self.first


def slices(plan: Plan, rate: int | None) -> list[Slice]:
    """All of ``plan`` at once, or a second's worth at a time where ``rate`` limits the records a second."""
    width = rate or plan.records
    return [Slice(first, min(first + width, plan.records)) for first in range(0, plan.records, width)]


def rows(spark: SparkSession, plan: Plan, part: Slice) -> DataFrame:
    """Partition int, number bigint and headers of a slice's records in order.

    One Spark partition per Kafka partition: the range is a multiple of the number of its slices, so each of those holds
    exactly one Kafka partition's stretches. The headers are made once for the records of a stretch: reading them from
    the thread is a call for which Spark makes no code of its own. They are null where Spark does no task again, because
    the producer takes time for them.
    """
    headers = attempt_header(tries=1) if does_tasks_again(str(spark.sparkContext.master)) else F.lit(None).cast(HEADERS)
    firsts, ends = ([plan.before(count, p) for p in range(plan.partitions)] for count in (part.first, part.end))
    each = max(1, *(-(-(end - first) // _STRETCH) for first, end in zip(firsts, ends)))
    stretches = spark.range(0, each * plan.partitions, 1, plan.partitions).select(
        F.expr(f"cast(id div {each} as int)").alias("partition"),
        (F.col("id") % each).alias("stretch"),
    )
    partition, stretch = F.col("partition"), F.col("stretch")
    return (
        stretches.withColumn("first", by_partition(firsts, partition) + stretch * _STRETCH)
        .withColumn("end", F.least(F.col("first") + _STRETCH, by_partition(ends, partition)))
        .where(F.col("first") < F.col("end"))
        .select("*", headers.alias("headers"))
        .select(partition, F.explode(F.sequence("first", F.col("end") - 1)).alias("number"), "headers")
    )


def with_key_and_value(plan: Plan, numbered: DataFrame) -> DataFrame:
    """Key and value binary, partition, number and headers of the records that ``numbered`` names like :func:`rows`."""
    key, partition, number = F.col("key"), F.col("partition"), F.col("number")
    keyed = numbered.select(partition, number, "headers", key_column(plan, partition, number).alias("key"))
    with integers_as_bytes(numbered.sparkSession):
        return keyed.select(
            key,
            value_column(plan, key, partition, number).alias("value"),
            partition,
            number,
            with_record_header(plan, F.col("headers"), key, partition, number).alias("headers"),
        )


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
    acknowledged = dict.fromkeys(range(plan.partitions), 0)
    began, done = time.monotonic(), 0
    with _sink(spark, plan, connection, topic) as sink:
        for part in slices(plan, manner.rate):
            numbered = rows(spark, plan, part)
            if plan.shape.transaction_records:  # so that each transaction has records of all partitions
                numbered = numbered.orderBy("number", "partition")
            numbered = inject.numbered(manner.fault, numbered, plan)
            written = inject.written(manner.fault, with_key_and_value(plan, numbered), plan)
            for partition in sink(written.drop("number")):
                acknowledged[partition] += part.records_in(plan, partition)
            done += part.records
            if manner.rate:
                time.sleep(max(0.0, began + done / manner.rate - time.monotonic()))
    return Produced(acknowledged, time.monotonic() - began)


@contextmanager
def _sink(spark: SparkSession, plan: Plan, connection: Connection, topic: str) -> Iterator[_Sink]:
    """What writes a frame to ``topic`` and tells of which partitions all that it has is acknowledged."""
    if plan.shape.transaction_records:
        with Transactions(connection, topic, plan.shape, topic) as transactions:

            def commit(frame: DataFrame) -> Iterable[int]:
                transactions.write(frame)
                return range(plan.partitions)

            yield commit
        return
    select_v1_kafka(spark)
    options = {**connection.for_spark(), **producer(plan.shape, PRODUCER), "topic": topic}

    def save(frame: DataFrame) -> Iterable[int]:
        with watched(spark.sparkContext) as tasks:
            frame.write.format("kafka").options(**options).save()
        return tasks.succeeded()

    yield save
