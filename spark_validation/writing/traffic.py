# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A plan's records sent at a steady rate by Structured Streaming, and how much of it the cluster has acknowledged.

Spark's ``rate`` source gives value v in second ``v div rate``; the value alone says which record of the plan it is, as
that deals them out, so a micro-batch that is done again writes the same records again. The source makes up in one
larger batch for what a stall held back, so the rate holds on the average. Each task of a batch owns whole Kafka
partitions, as in :mod:`spark_validation.writing.produce`.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.streaming.query import StreamingQuery

from ..cluster.connection import Connection
from ..records.plan import Plan
from ..records.record import attempt_header, dealt
from ..spark.session import select_v1_kafka
from .produce import PRODUCER, producer, with_key_and_value
from .transacted import Transactions

# How often one micro-batch is tried; each try waits for the producer's delivery timeout, two minutes.
MOST_TRIES = 3
_TRIGGER = "200 milliseconds"
# Batches are small and latency counts, unlike in a bulk load.
STREAM_PRODUCER = {**PRODUCER, "kafka.linger.ms": "5"}


@dataclass(frozen=True)
class Batch:
    """An acknowledged micro-batch: when its last acknowledgement came, in seconds after the beginning, and its size."""

    at: float
    records: int


@dataclass
class Progress:
    """Seconds of the plan that were begun to be written, and those of them that are acknowledged in full.

    ``tries`` counts by the first second of a batch how often it was begun; ``failure`` is why the last try ended.
    """

    begun: int = 0
    acknowledged: int = 0
    batches: list[Batch] = field(default_factory=list)
    tries: dict[int, int] = field(default_factory=dict)
    failure: Exception | None = None


class Traffic:
    """A streaming query that writes ``plan``, ``rate`` records for each of its seconds, to the topic of ``target``."""

    def __init__(
        self, spark: SparkSession, plan: Plan, rate: int, target: tuple[Connection, str], checkpoint: Path
    ) -> None:
        self.plan, self.rate, self.progress = plan, rate, Progress()
        self.seconds = math.ceil(plan.records / rate)
        self._spark, self._checkpoint, self._target = spark, checkpoint, target
        self._options = {**target[0].for_spark(), **producer(plan.shape, STREAM_PRODUCER), "topic": target[1]}
        self._writing, self._closing = threading.Lock(), threading.Event()
        self._query: StreamingQuery | None = None
        self._began = 0.0

    def start(self) -> None:
        """Begin, or go on after a failure with the batch that failed."""
        self._began = self._began or time.monotonic()
        # The query takes the session's settings as they are now. V2 would show the producer's passwords in the log.
        select_v1_kafka(self._spark)
        source = self._spark.readStream.format("rate").option("rowsPerSecond", self.rate)
        self._query = (
            source.option("numPartitions", self._tasks())
            .load()
            .writeStream.foreachBatch(self._write)
            .option("checkpointLocation", self._checkpoint.as_uri())
            .trigger(processingTime=_TRIGGER)
            .start()
        )

    def go_on(self) -> bool:
        """Whether anything is left to do; a query that failed is started again as long as that makes sense."""
        if self.progress.acknowledged >= self.seconds:
            return False
        if self._query is None or self._query.isActive:
            return True
        self.progress.failure = self._query.exception()
        if max(self.progress.tries.values(), default=MOST_TRIES) >= MOST_TRIES:
            return False
        self.start()
        return True

    def stop(self, patience: float) -> None:
        """Let the batch under way come to its end, if it does within ``patience`` seconds, and end the query."""
        self._closing.set()
        if self._writing.acquire(timeout=patience):
            # Given back at once: the query's end waits for a next batch, which finds the traffic closing and returns.
            self._writing.release()
        try:
            if self._query is not None:
                self._query.stop()
        except (PySparkException, Py4JError) as error:
            self.progress.failure = error

    def records(self, seconds: int) -> int:
        """Number of the plan's records in its first ``seconds``."""
        return min(self.plan.records, seconds * self.rate)

    def _tasks(self) -> int:
        """As many tasks as keep each Kafka partition with one of them, and are not more than run at once.

        Where the keys say how the records are dealt out, one task has them all.
        """
        if self.plan.shape.keys is not None:
            return 1
        most = min(self.plan.partitions, self._spark.sparkContext.defaultParallelism)
        return max(n for n in range(1, most + 1) if self.rate % n == 0 and self.plan.partitions % n == 0)

    def _write(self, batch: DataFrame, number: int) -> None:
        with self._writing:
            if self._closing.is_set():
                return
            first, end = (min(self.seconds, second) for second in self._span(number))
            if first == end:  # a batch in which no second ended, as the first one is: it is no try of the next
                return
            tries = self.progress.tries[first] = self.progress.tries.get(first, 0) + 1
            self.progress.begun = max(self.progress.begun, end)
            self._send(self._chosen(batch, tries).drop("number"))
            size = self.records(end) - self.records(first)
            self.progress.batches.append(Batch(time.monotonic() - self._began, size))
            self.progress.acknowledged = max(self.progress.acknowledged, end)

    def _send(self, chosen: DataFrame) -> None:
        if self.plan.shape.transaction_records:
            with Transactions(*self._target, self.plan.shape, self._target[1]) as transactions:
                transactions.write(chosen)
        else:
            chosen.write.format("kafka").options(**self._options).save()

    def _chosen(self, batch: DataFrame, tries: int) -> DataFrame:
        """The records that the plan gives the values of ``batch``, each with a header that names its attempt."""
        value = F.col("value")
        partition, number = dealt(self.plan, value)
        rows = batch.where(value < self.plan.records).select(
            partition.alias("partition"), number.alias("number"), attempt_header(tries).alias("headers")
        )
        return with_key_and_value(self.plan, rows)

    def _span(self, number: int) -> tuple[int, int]:
        """First second and end of batch ``number``, from the log in which Spark has written it before it began."""
        ends = [
            int((self._checkpoint / "offsets" / str(batch)).read_text(encoding="utf-8").splitlines()[-1])
            for batch in (number - 1, number)
            if batch >= 0
        ]
        return (0, *ends)[-2], ends[-1]
