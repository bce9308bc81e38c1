# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a migration does to each record, and the writing of what comes of it: this is what runs on the executors.

The module is sent to them by value, so of this package it imports only what is sent in the same way.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Tuple

from ..cluster.client_format import options
from ..records.murmur2 import partition_of
from .marks import HEADER, mark

Headers = List[Tuple[str, bytes]]
#: Key, value, headers and timestamp in milliseconds.
Content = Tuple[Optional[bytes], Optional[bytes], Headers, int]
Transform = Callable[[Optional[bytes], Optional[bytes], Headers, int], Optional[Content]]

#: What one transaction holds at most: a broker aborts one that lasts for longer than its timeout.
_RECORDS, _BYTES = 5_000, 32 * 1024 * 1024
_TIMEOUT_MS = 60_000
_BATCH_BYTES = 262_144
_CLOSE_SECONDS = 10
#: Room in a request for what Kafka and the header add.
_MORE_BYTES = 4_096

#: What ended the copying of a partition early: a record that cannot be copied, or what a broker answered.
RECORD, BROKER = "record", "broker"


@dataclass(frozen=True)
class Job:
    """What is to be done: how to reach the cluster, from where to where, and what to do to a record.

    ``partitions`` are the copy's, ``record_bytes`` what it takes; a record goes to the partition of its key ``by_key``,
    else to the one of the same number. One whose ``transform`` fails ends the copying of its partition, or is passed
    over (``skip``).
    """

    servers: str
    properties: Mapping[str, str] = field(repr=False)
    source: str
    copy: str
    partitions: int
    by_key: bool
    record_bytes: int
    compression: str
    transform: Transform | None
    skip: bool

    def transactional_id(self, partition: int) -> str:
        """Whose transactions those of a partition of the source are: there is one writer of the name at a time."""
        return f"groundwork-migrate-{self.copy}-{partition}"

    def producer(self, partition: int) -> Any:
        """A writer for a ``partition`` of the source; whoever wrote for it before can commit no more."""
        from kafka import KafkaProducer  # noqa: PLC0415 what the executor has

        request = max(1024 * 1024, self.record_bytes + _MORE_BYTES)
        made = KafkaProducer(
            bootstrap_servers=self.servers.split(","),
            **options(self.properties),
            transactional_id=self.transactional_id(partition),
            transaction_timeout_ms=_TIMEOUT_MS,
            max_block_ms=_TIMEOUT_MS,
            compression_type=None if self.compression == "none" else self.compression,
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
            job.producer(partition).close(timeout=_CLOSE_SECONDS)
        except KafkaError as error:
            yield partition, _words(error)


def _words(error: BaseException) -> str:
    """The error by its name, and what it came of, which may tell more."""
    name, text = type(error).__name__, " ".join(str(error).split())
    own = text if name in text else f"{name}: {text}".rstrip(": ")
    return f"{own} ({_words(error.__cause__)})" if error.__cause__ else own


def content(row: Any, job: Job) -> Content | None:
    """What ``row`` of the source becomes; null where it is dropped. Raises whatever the transform does.

    ValueError and TypeError are for what cannot be written.
    """
    if not row["passes"]:
        return None
    key, value = (None if row[name] is None else bytes(row[name]) for name in ("key", "value"))
    headers = [(one["key"], None if one["value"] is None else bytes(one["value"])) for one in row["headers"] or []]
    made: Any = (key, value, headers, row["timestamp"])
    if job.transform is not None:
        made = job.transform(*made)
        if made is None:
            return None
    return _checked(made)


def _checked(made: Any) -> Content:
    if not isinstance(made, tuple) or len(made) != 4:
        raise TypeError("it gave neither None nor a tuple (key, value, headers, timestamp)")
    key, value, headers, timestamp = made
    if not all(one is None or isinstance(one, bytes) for one in (key, value)):
        raise TypeError("it gave a key or a value that is neither bytes nor None")
    if key is None and value is None:
        raise ValueError("it has neither a key nor a value, which this cannot write")
    if not isinstance(timestamp, int) or isinstance(timestamp, bool) or timestamp < 0:
        raise TypeError("its timestamp is not a whole number of milliseconds from 0 on")
    others = [one for one in headers or [] if one[0] != HEADER]
    if not all(len(one) == 2 and isinstance(one[0], str) and isinstance(one[1], bytes) for one in others):
        raise TypeError("it has a header that is not (str, bytes), which this cannot write")
    return key, value, [(name, data) for name, data in others], timestamp


def place(key: bytes | None, partition: int, job: Job) -> int:
    """The copy's partition for a record of the source's ``partition``; without a key it follows the partition."""
    if not job.by_key:
        return partition
    return partition % job.partitions if key is None else partition_of(key, job.partitions)


def transformed(rows: Iterable[Any], job: Job) -> Iterator[Tuple[Any, ...]]:
    """What the copy should hold of ``rows``: source's place, timestamp, key, value, headers, the copy's partition."""
    for row in rows:
        try:
            made = content(row, job)
        except Exception as error:
            if job.skip:
                continue
            raise ValueError(_at(row, error)) from error
        if made is not None:
            key, value, headers, timestamp = made
            partition = place(key, row["partition"], job)
            yield row["partition"], row["offset"], timestamp, key, value, headers, partition


def _at(row: Any, error: Exception) -> str:
    return f"partition {row['partition']} offset {row['offset']}: {type(error).__name__}: {error}"


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
            producer = self._job.producer(self._partition)
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
                self._first_skipped = self._first_skipped or _at(row, error)
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
