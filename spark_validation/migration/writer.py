# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The writing of a migration, on the executors: one writer for each partition of the source, in transactions.

The module is sent to them by value, so of this package it imports only what is sent in the same way.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import groupby
from typing import Any, Iterable, Iterator, List, Mapping, Tuple

from ..cluster.client_format import options
from .marks import HEADER, mark
from .task import Job, at, content, place

#: What one transaction holds at most: a broker aborts one that lasts for longer than its timeout.
_RECORDS, _BYTES = 5_000, 32 * 1024 * 1024
_TIMEOUT_MS = 60_000
_BATCH_BYTES = 262_144
_CLOSE_SECONDS = 10
#: Room in a request for what Kafka and the header add.
_MORE_BYTES = 4_096

#: What ended the copying of a partition early: a record that cannot be copied, or what a broker answered.
RECORD, BROKER = "record", "broker"


def transactional_id(copy: str, partition: int) -> str:
    """Whose transactions those of a ``partition`` of the source are: there is one writer of the name at a time."""
    return f"groundwork-migrate-{copy}-{partition}"


def _producer(partition: int, job: Job) -> Any:
    """A writer for a ``partition`` of the source; whoever wrote for it before can commit no more."""
    from kafka import KafkaProducer  # noqa: PLC0415 what the executor has

    request = max(1024 * 1024, job.record_bytes + _MORE_BYTES)
    made = KafkaProducer(
        bootstrap_servers=job.servers.split(","),
        **options(job.properties),
        transactional_id=transactional_id(job.copy, partition),
        transaction_timeout_ms=_TIMEOUT_MS,
        max_block_ms=_TIMEOUT_MS,
        compression_type=None if job.compression == "none" else job.compression,
        batch_size=_BATCH_BYTES,
        linger_ms=5,
        max_request_size=request,
    )
    try:
        made.init_transactions()
    except BaseException:
        made.close(timeout=_CLOSE_SECONDS)
        raise
    return made


def fence(partitions: Iterable[int], job: Job) -> Iterator[Tuple[int, str]]:
    """Let nobody who wrote before commit for ``partitions`` any more; yield the partition and error of each refusal.

    What was left open is aborted when this returns.
    """
    from kafka.errors import KafkaError  # noqa: PLC0415 what the executor has

    for partition in partitions:
        try:
            _producer(partition, job).close(timeout=_CLOSE_SECONDS)
        except KafkaError as error:
            yield partition, _words(error)


def _words(error: BaseException) -> str:
    """The error by its name, and what it came of, which may tell more."""
    name, text = type(error).__name__, " ".join(str(error).split())
    own = text if name in text else f"{name}: {text}".rstrip(": ")
    return f"{own} ({_words(error.__cause__)})" if error.__cause__ else own


def copied(rows: Iterable[Any], job: Job) -> Iterator[Mapping[str, Any]]:
    """Write ``rows``, which come partition by partition in their order; yield what came of each partition.

    Of it are told how many were written, dropped and skipped, the first that was skipped, and what ended it early (its
    kind, the offset and the words), or null. Nothing is raised for that, since Spark would do it again.
    """
    _refuse_again()
    for partition, mine in groupby(rows, key=lambda row: row["partition"]):
        writer = _Writer(partition, job)
        writer.write(mine)
        yield writer.outcome()


def _refuse_again() -> None:
    """Raise where a task is done again: how far its first attempt came stands in the copy, which only a run asks."""
    from pyspark import TaskContext  # noqa: PLC0415 the driver's tests have none

    context = TaskContext.get()
    if context is not None and context.attemptNumber() > 0:
        raise RuntimeError("an executor was lost while it copied: run again, which goes on from what the copy holds")


class _Writer:
    """Writes the records of one partition of the source in transactions."""

    def __init__(self, partition: int, job: Job) -> None:
        self._partition, self._job = partition, job
        self._written = self._dropped = self._skipped = 0
        self._first_skipped: str | None = None
        self._ended: Tuple[str, int, str] | None = None
        self._offset = -1

    def outcome(self) -> Mapping[str, Any]:
        """As :func:`copied` yields it."""
        return {
            "partition": self._partition,
            "written": self._written,
            "dropped": self._dropped,
            "skipped": self._skipped,
            "first_skipped": self._first_skipped,
            "ended": self._ended,
        }

    def write(self, rows: Iterable[Any]) -> None:
        """All of ``rows``, or as far as it goes."""
        from kafka.errors import KafkaError  # noqa: PLC0415 what the executor has

        left = iter(rows)
        try:
            producer = _producer(self._partition, self._job)
            try:
                while self._transact(producer, left):
                    pass
            finally:
                producer.close(timeout=_CLOSE_SECONDS)
        except KafkaError as error:
            self._ended = (BROKER, self._offset, _words(error))

    def _transact(self, producer: Any, left: Iterator[Any]) -> bool:
        """Write one transaction; whether there may be more."""
        some, more = self._some(left)
        if some:
            producer.begin_transaction()
            try:
                sent = [producer.send(self._job.copy, **one) for one in some]
                producer.flush()
                for one in sent:
                    one.get(timeout=_TIMEOUT_MS / 1000)
                producer.commit_transaction()
            except BaseException:
                with suppress(Exception):  # who writes next aborts it
                    producer.abort_transaction()
                raise
            self._written += len(some)
        return more

    def _some(self, left: Iterator[Any]) -> Tuple[List[Mapping[str, Any]], bool]:
        """The next records as the producer takes them, and whether more may come."""
        some: List[Mapping[str, Any]] = []
        size = 0
        for row in left:
            self._offset = row["offset"]
            try:
                made = content(row, self._job)
            except Exception as error:  # whatever somebody's function raises
                if not self._job.skip:
                    self._ended = (RECORD, row["offset"], f"{type(error).__name__}: {error}")
                    return some, False
                self._skipped += 1
                self._first_skipped = self._first_skipped or at(row, error)
                continue
            if made is None:
                self._dropped += 1
                continue
            key, value, headers, timestamp = made
            own = (HEADER, mark(self._job.source, row["partition"], row["offset"]))
            some.append(
                {
                    "key": key,
                    "value": value,
                    "headers": [*headers, own],
                    "timestamp_ms": timestamp,
                    "partition": place(key, row["partition"], self._job),
                }
            )
            size += len(key or b"") + len(value or b"")
            if len(some) >= _RECORDS or size >= _BYTES:
                return some, True
        return some, False
