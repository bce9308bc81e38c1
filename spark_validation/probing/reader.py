# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What reads the records back while they are written, and notes when each arrived."""

from __future__ import annotations

import threading
import time
from contextlib import suppress

from kafka import KafkaConsumer, TopicPartition
from kafka.errors import KafkaError

from ..cluster.connection import Connection
from ..core.errors import CouldNotRunError
from .account import Arrived

_POLL_MS = 100
_PAUSE_SECONDS = 0.05
_CLOSE_SECONDS = 5.0


class Reader(threading.Thread):
    """Reads from the beginning of its context until the context's end: each partition from its first offset on.

    :attr:`arrived` has what was read by partition, and :attr:`moments` the monotonic clock's moment of each.
    """

    def __init__(self, connection: Connection, topic: str, partitions: int) -> None:
        super().__init__(name="reader", daemon=True)
        self.topic = topic
        self.arrived: dict[int, list[Arrived]] = {partition: [] for partition in range(partitions)}
        self.moments: dict[int, list[float]] = {partition: [] for partition in range(partitions)}
        self._bootstrap_servers = connection.bootstrap_servers
        self._ended = threading.Event()
        self._failure = ""
        self._consumer = KafkaConsumer(
            **connection.for_python(),
            group_id=None,
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            fetch_max_wait_ms=_POLL_MS,
            reconnect_backoff_max_ms=500,
            metadata_max_age_ms=10_000,
        )
        self._consumer.assign([TopicPartition(topic, partition) for partition in range(partitions)])

    def __enter__(self) -> Reader:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self.join(_CLOSE_SECONDS)

    def run(self) -> None:
        """Read whatever comes."""
        try:
            self._consumer.seek_to_beginning()
            while not self._ended.is_set():
                for part, records in self._consumer.poll(timeout_ms=_POLL_MS).items():
                    now = time.monotonic()
                    self.moments[part.partition] += [now] * len(records)
                    self.arrived[part.partition] += [Arrived(one.offset, one.value) for one in records]
        except KafkaError as error:
            self._failure = f"{type(error).__name__} {error}".strip()
        finally:
            with suppress(KafkaError):
                self._consumer.close()

    def until(self, ends: dict[int, int], seconds: float) -> None:
        """Wait until all below ``ends``, by partition, was read; :class:`CouldNotRunError` where it is not in time."""
        deadline = time.monotonic() + seconds
        while left := {part for part, end in ends.items() if self._next(part) < end}:
            if not self.is_alive() or time.monotonic() > deadline:
                why = self._failure or f"nothing more came within {seconds:g} seconds"
                raise CouldNotRunError(
                    f"partition {min(left)} of {self.topic} on {self._bootstrap_servers} could not be read to its "
                    f"end: {why}; see that its leader runs and does not hang, and run again"
                )
            time.sleep(_PAUSE_SECONDS)

    def _next(self, partition: int) -> int:
        read = self.arrived[partition]
        return read[-1].offset + 1 if read else 0
