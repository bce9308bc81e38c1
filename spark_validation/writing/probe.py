# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A client that sends one small record after another at times fixed beforehand, and measures how long each takes.

Latency counts from the *intended* time, not from when the client came round to sending: what waits behind a stall is
measured as well. It runs beside Spark, whose micro-batches can't show a stall that is shorter than they are.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Callable, Iterable, Iterator

from kafka import KafkaProducer
from kafka.errors import KafkaError

from ..cluster.connection import Connection
from ..core.errors import CouldNotRunError
from .histogram import Histogram
from .sends import FIRST, Send
from .stall import STALL_SECONDS, Stall

PER_SECOND = 100
_VALUE_BYTES = 100
_LAST_ANSWERS_SECONDS = 30.0
_CLOSE_SECONDS = 5.0


@dataclass
class Readings:
    """What acknowledgements tell; times are seconds after the beginning, and not one of them is dropped.

    A record that nobody took counts among the latencies with the time for which that was waited for: it took longer.
    """

    partitions: int
    latencies: Histogram = field(default_factory=Histogram)
    sent: int = 0
    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    worst_by_second: dict[int, float] = field(default_factory=dict)
    stalls: list[Stall] = field(default_factory=list)
    longest_stall: float = 0.0
    _last: dict[int, float] = field(default_factory=dict)

    def answered(self, partition: int, intended: float, at: float) -> None:
        """The record of ``partition`` that was to be sent at ``intended`` was acknowledged ``at``."""
        self.acknowledged += 1
        self._took(intended, at)
        self._pause(partition, at)

    def failed(self, error: str, intended: float, at: float) -> None:
        """The record that was to be sent at ``intended`` was given up ``at``, for ``error``."""
        self.refused[error] += 1
        self._took(intended, at)

    def unanswered(self, intended: float, at: float) -> None:
        """Nobody had said anything about the record of ``intended`` when the run ended, ``at``."""
        self._took(intended, at)

    def _took(self, intended: float, at: float) -> None:
        self.latencies.record(round((at - intended) * 1e6))
        second = int(intended)
        self.worst_by_second[second] = max(self.worst_by_second.get(second, 0.0), at - intended)

    def ended(self, at: float) -> None:
        """Nothing comes after ``at``: what was silent until then counts as well."""
        for partition in range(self.partitions):
            self._pause(partition, at)

    def longest_silence(self, at: float) -> float:
        """The longest stall as it stands ``at``: with the one that lasts, if any does."""
        return max(self.longest_stall, *(at - self._last.get(partition, 0.0) for partition in range(self.partitions)))

    def _pause(self, partition: int, at: float) -> None:
        before = self._last.get(partition, 0.0)
        self._last[partition] = max(at, before)
        self.longest_stall = max(self.longest_stall, at - before)
        if at - before >= STALL_SECONDS:
            self.stalls.append(Stall(partition, before, at - before))


def endless(partitions: int) -> Iterator[Send]:
    """Numbered records, to the partitions in turn."""
    for number in itertools.count():
        yield Send(number % partitions, f"{number:012d}".ljust(_VALUE_BYTES, ".").encode())


class Probe(threading.Thread):
    """Sends from the beginning of its context until :meth:`finish`, or the context's end where something ends it.

    What it sends are ``sends``, or :func:`endless` records where none are given. :attr:`readings` may be looked at all
    the while; after :meth:`finish`, :attr:`unacknowledged` has the places among ``sends`` of what nobody took. Past the
    context nothing is left that sends: it would make the deleted topic anew.
    """

    def __init__(
        self, connection: Connection, topic: str, partitions: int, sends: Iterable[Send] | None = None
    ) -> None:
        super().__init__(name="probe", daemon=True)
        self._sends = endless(partitions) if sends is None else sends
        self.unacknowledged: set[int] = set()
        self.topic, self.readings = topic, Readings(partitions)
        self._bootstrap_servers = connection.bootstrap_servers
        self._ended, self._warm = threading.Event(), threading.Event()
        self._producer = KafkaProducer(
            **connection.for_python(),
            acks="all",
            enable_idempotence=True,
            linger_ms=0,
            request_timeout_ms=10_000,
            reconnect_backoff_max_ms=500,
            metadata_max_age_ms=10_000,
        )
        self._began, self._failure = 0.0, ""
        self._waiting: dict[int, float] = {}  # number and intended time of what is not answered yet

    def __enter__(self) -> Probe:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._close(0)  # without :meth:`finish` nobody reads what is not answered yet
        self.join(_CLOSE_SECONDS)

    def run(self) -> None:
        """Send a record whenever one is due."""
        try:
            for partition in range(self.readings.partitions):  # connections and metadata are nobody's latency
                self._producer.send(self.topic, value=FIRST, partition=partition).get(timeout=_LAST_ANSWERS_SECONDS)
        except KafkaError as error:
            self._failure = type(error).__name__
            return
        self._began = time.monotonic()
        self._warm.set()
        for number, send in enumerate(self._sends):
            intended = number / PER_SECOND
            if self._ended.wait(max(0.0, intended - self._now())):
                break
            self._send(number, intended, send)

    def ready(self) -> None:
        """Wait until every partition has acknowledged its first record."""
        while not self._warm.wait(0.1):
            if not self.is_alive():
                raise CouldNotRunError(
                    f"the probe could not write to {self.topic} on {self._bootstrap_servers}: {self._failure}; "
                    "see that all brokers run and take records, and run again"
                )

    def written(self, seconds: float) -> bool:
        """Wait until all of ``sends`` was handed over, at most so many seconds; false where some was not."""
        self.join(seconds)
        return not self.is_alive()

    def at(self, moment: float) -> float:
        """The ``moment`` of the monotonic clock in seconds after the beginning, as latencies are counted."""
        return moment - self._began

    def longest_silence(self) -> float:
        """The longest stall so far, in seconds; one that lasts counts as well."""
        return self.readings.longest_silence(self._now())

    def finish(self) -> Readings:
        """End, give the last records a while to be answered, and tell everything."""
        self._ended.set()
        self.join()
        stopped = self._now()
        with suppress(KafkaError):  # what is not answered by now is told as such
            self._producer.flush(timeout=_LAST_ANSWERS_SECONDS)
        given_up = self._now()
        waiting, self._waiting = self._waiting, {}
        self.unacknowledged |= {*waiting}
        for intended in waiting.values():
            self.readings.unanswered(intended, given_up)
        self.readings.ended(given_up if waiting else stopped)
        self._close(_CLOSE_SECONDS)
        return self.readings

    def _close(self, seconds: float) -> None:
        sender = self._producer._sender
        try:
            self._producer.close(timeout=seconds)
        except KafkaError:  # it gave up on what is not answered, and left the thread that goes on sending it
            sender.force_close()
        sender.join(_CLOSE_SECONDS)

    def _now(self) -> float:
        return time.monotonic() - self._began

    def _send(self, number: int, intended: float, send: Send) -> None:
        self.readings.sent += 1
        self._waiting[number] = intended
        try:
            future = self._producer.send(self.topic, value=send.value, partition=send.partition)
        except KafkaError as error:
            self._refused(number)(error)
            return
        future.add_callback(self._acknowledged(number, send.partition))
        future.add_errback(self._refused(number))

    def _acknowledged(self, number: int, partition: int) -> Callable[[object], None]:
        def take(_metadata: object) -> None:
            intended = self._waiting.pop(number, None)
            if intended is not None:
                self.readings.answered(partition, intended, self._now())

        return take

    def _refused(self, number: int) -> Callable[[BaseException], None]:
        def take(error: BaseException) -> None:
            intended = self._waiting.pop(number, None)
            if intended is not None:  # else it was given up, not refused
                self.unacknowledged.add(number)
                self.readings.failed(type(error).__name__, intended, self._now())

        return take
