# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which brokers are up while records flow, as the cluster itself tells: a restart shows beside what it did."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Sequence

from kafka.admin import KafkaAdminClient
from kafka.errors import KafkaError

from .admin import up
from .connection import Connection

MOST_EVENTS = 100
_EVERY_SECONDS = 0.5
_REQUEST_MS = 3_000
_SILENCE = "no answer from the cluster"


@dataclass(frozen=True)
class Event:
    """Something that happened ``second`` seconds after the beginning and lasted ``seconds``."""

    second: float
    name: str
    seconds: float


@dataclass(frozen=True)
class Sighting:
    """The brokers that were up at ``second``; null when nobody answered."""

    second: float
    up: frozenset[int] | None


def absences(sightings: Sequence[Sighting], end: float) -> list[Event]:
    """When each broker that was seen once was away, and when nobody answered; ``end`` is that of the watch."""
    known: set[int] = set()
    since: dict[str, float] = {}
    found: list[Event] = []
    for sighting in sightings:
        if sighting.up is None:
            now = {*since, _SILENCE}  # who is away stays away until somebody says otherwise
        else:
            known |= sighting.up
            now = {f"broker {broker} away" for broker in known - sighting.up}
        for name in sorted({*since} - now):
            found.append(_event(name, since.pop(name), sighting.second))
        since = {**dict.fromkeys(sorted(now), sighting.second), **since}
    found += [_event(name, began, end) for name, began in since.items()]
    return sorted(found, key=lambda event: (event.second, event.name))


def _event(name: str, began: float, ended: float) -> Event:
    return Event(round(began, 1), name, round(ended - began, 1))


class Watch(threading.Thread):
    """Looks from :meth:`start` until :meth:`finish`, which tells what was seen; seconds count from the start."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(name="watch", daemon=True)
        self._admin = KafkaAdminClient(
            **connection.for_python(), request_timeout_ms=_REQUEST_MS, reconnect_backoff_max_ms=500
        )
        self._ended = threading.Event()
        self._began = 0.0
        self._seen: list[Sighting] = []

    def start(self) -> None:
        """Begin to look."""
        self._began = time.monotonic()
        super().start()

    def run(self) -> None:
        """Ask twice a second, and keep what changed."""
        while not self._ended.is_set():
            at = time.monotonic() - self._began
            up = self._up()
            if not self._seen or self._seen[-1].up != up:
                self._seen.append(Sighting(at, up))
            self._ended.wait(_EVERY_SECONDS)

    def finish(self) -> list[Event]:
        """End, and tell the first ``MOST_EVENTS``; nothing if it never began."""
        self._ended.set()
        if self.is_alive():
            self.join()
        self._admin.close()
        return absences(self._seen, time.monotonic() - self._began)[:MOST_EVENTS]

    def _up(self) -> frozenset[int] | None:
        try:
            brokers = self._admin.describe_cluster()["brokers"]
        except KafkaError:
            return None
        return frozenset(broker["broker_id"] for broker in up(brokers))
