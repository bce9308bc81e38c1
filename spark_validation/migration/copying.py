# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The copying itself: a streaming query that reads on from given offsets up to the source's end of now."""

from __future__ import annotations

import json
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Mapping

from pyspark import cloudpickle
from pyspark.sql import DataFrame, SparkSession

from ..cluster import client_format, jaas
from ..cluster.connection import Connection
from ..cluster.isolation import COMMITTED
from ..core.errors import CouldNotRunError
from ..core.progress import say
from ..records import murmur2
from . import marks, task, writer
from .changes import Changes, prepared
from .task import Job
from .writer import BROKER

# `python -m` puts this package on the driver's path alone.
for module in (task, writer, marks, murmur2, client_format, jaas):
    cloudpickle.register_pickle_by_value(module)  # type: ignore[no-untyped-call]

_LOOK_AGAIN_SECONDS = 0.2
_MOST_FENCING = 16
#: What a broker answers to a writer in whose place another one came.
_FENCED = ("ProducerFencedError", "InvalidProducerEpochError")


@dataclass
class Tally:
    """What was written, dropped and skipped since the run began, and the first that was skipped of each partition."""

    counts: Counter[str] = field(default_factory=Counter)
    skipped: list[str] = field(default_factory=list)


def fence(spark: SparkSession, job: Job, partitions: int) -> None:
    """See that nobody who copied before can write any more; raises :class:`CouldNotRunError` where that is refused."""
    slices = min(partitions, _MOST_FENCING)
    refused = spark.sparkContext.parallelize(range(partitions), slices).mapPartitions(partial(writer.fence, job=job))
    found = refused.collect()
    if found:
        partition, words = found[0]
        raise _refused(job, words, f"could not begin to write for partition {partition}")


def _refused(job: Job, words: str, what: str) -> CouldNotRunError:
    if any(name in words for name in _FENCED):
        return CouldNotRunError(
            f"another migration of {job.source} to {job.copy} has begun meanwhile and took over: let one run at a time"
        )
    if "Authorization" in words:
        return CouldNotRunError(
            f"{what} to {job.copy} on {job.servers} ({words}): ACLs must allow Write to the topic, and Write and "
            f"Describe to transactional ids that begin with groundwork-migrate-{job.copy}-"
        )
    return CouldNotRunError(
        f"{what} to {job.copy} on {job.servers} ({words}): see that all brokers run and can be reached from where "
        "Spark's tasks do, and run again, which goes on there"
    )


class Copying:
    """Copies round by round; ``until`` is by partition the offset of the source below which all is copied."""

    def __init__(
        self, spark: SparkSession, connection: Connection, job: Job, changes: Changes, until: Mapping[int, int]
    ) -> None:
        self.tally, self.until = Tally(), dict(until)
        self._spark, self._connection, self._job, self._changes = spark, connection, job, changes
        self._failure: CouldNotRunError | None = None

    def go_on(self, records: int) -> None:
        """Copy all up to the source's end of now, in batches of so many ``records``.

        Raises :class:`CouldNotRunError` for what ends it early; what is in the copy by then stays.
        """
        with tempfile.TemporaryDirectory(prefix="groundwork-migrate-") as folder:
            checkpoint = Path(folder)
            query = (
                self._source(records)
                .writeStream.foreachBatch(lambda batch, number: self._write(batch, number, checkpoint))
                .option("checkpointLocation", checkpoint.as_uri())
                .trigger(availableNow=True)
                .start()
            )
            try:
                while query.isActive:
                    time.sleep(_LOOK_AGAIN_SECONDS)
            finally:
                query.stop()
            error = query.exception()
        if self._failure:
            raise self._failure
        if error:
            raise error

    def _source(self, records: int) -> DataFrame:
        topic = self._job.source
        options = {
            **self._connection.for_spark(),
            "assign": json.dumps({topic: sorted(self.until)}),
            "startingOffsets": json.dumps({topic: {str(n): offset for n, offset in sorted(self.until.items())}}),
            "maxOffsetsPerTrigger": str(records),
            "includeHeaders": "true",
            # What is deleted before it is copied ends the run.
            "failOnDataLoss": "true",
            "kafka.isolation.level": COMMITTED,
            "kafka.max.poll.records": "10000",
            "kafka.allow.auto.create.topics": "false",
        }
        return self._spark.readStream.format("kafka").options(**options).load()

    def _write(self, batch: DataFrame, number: int, checkpoint: Path) -> None:
        rows = prepared(batch, self._changes).rdd.mapPartitions(partial(writer.copied, job=self._job))
        for outcome in rows.collect():
            self._count(outcome)
        if self._failure:
            raise self._failure
        # Spark has written it down before it began the batch.
        log = (checkpoint / "offsets" / str(number)).read_text(encoding="utf-8").splitlines()[-1]
        self.until.update({int(n): end for n, end in json.loads(log)[self._job.source].items()})
        say(f"{self.tally.counts['written']:,} records copied")

    def _count(self, outcome: Mapping[str, Any]) -> None:
        partition, ended = outcome["partition"], outcome["ended"]
        self.tally.counts.update({name: outcome[name] for name in ("written", "dropped", "skipped")})
        if outcome["first_skipped"]:
            self.tally.skipped.append(outcome["first_skipped"])
        if not ended:
            return
        kind, offset, words = ended
        if kind == BROKER:
            self._failure = _refused(self._job, words, f"could not write partition {partition}")
        else:
            self._failure = self._failure or CouldNotRunError(
                f"the record at partition {partition} offset {offset} of {self._job.source} cannot be copied "
                f"({words}): mend the transform or the record and run again, which goes on there, or pass over such "
                "records with --skip-failed"
            )
