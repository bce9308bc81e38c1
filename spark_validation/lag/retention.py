# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a topic's settings say about deletion, and how long a record that nobody has read stays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping


@dataclass(frozen=True)
class Retention:
    """Bounds of one topic's log; seconds and bytes are null where the settings set no bound.

    Kafka deletes whole segments, so a record may stay longer than ``seconds``, until its segment's newest record is as
    old. A log whose ``policy`` does not hold ``delete`` loses nothing to age or size; compaction only takes records
    that a later one of the same key replaces.
    """

    policy: str
    seconds: float | None
    bytes: int | None
    segment_seconds: float
    segment_bytes: int

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> Retention:
        """From the effective settings of a topic, by their names in Kafka."""
        policy = settings["cleanup.policy"]
        deletes = "delete" in policy.split(",")
        age, size = int(settings["retention.ms"]), int(settings["retention.bytes"])
        return cls(
            policy=policy,
            seconds=age / 1000 if deletes and age >= 0 else None,
            bytes=size if deletes and size >= 0 else None,
            segment_seconds=int(settings["segment.ms"]) / 1000,
            segment_bytes=int(settings["segment.bytes"]),
        )


@dataclass(frozen=True)
class Unread:
    """What a group has not read of a partition: so many ``records`` (at least one), the oldest ``age`` seconds old.

    A negative ``age`` is that of a timestamp ahead of the clock, which deletion waits for; null is that of none. Rates
    are records a second; ``record_bytes`` is what a record of this log takes on disk, null where unknown.
    """

    records: int
    age: float | None
    produce_rate: float
    consume_rate: float
    record_bytes: float | None

    def time_to_loss(self, retention: Retention) -> float | None:
        """Seconds until ``retention`` takes a record that the group has not read, at the earliest; null: never.

        It is reckoned at the pace of now: the group goes through what is unread, which lies as dense as it does, and
        then through what comes in meanwhile; deletion follows it through the same records at the speed of the clock.
        """
        times = [self._by_age(retention.seconds), self._by_size(retention.bytes)]
        return min((time for time in times if time is not None), default=None)

    def _by_age(self, limit: float | None) -> float | None:
        if limit is None or self.age is None:
            return None
        if self.age >= limit:
            return 0.0
        if self.age <= 0:
            return self._by_age_ahead(limit)
        pace = self.consume_rate * self.age / self.records  # seconds of the unread log that are read in one second
        if pace < 1:
            overtaken = (limit - self.age) / (1 - pace)
            if overtaken * self.consume_rate <= self.records:
                return overtaken
        if self.consume_rate < self.produce_rate:
            return (limit - self.records / self.produce_rate) / (1 - self.consume_rate / self.produce_rate)
        return None

    def _by_age_ahead(self, limit: float) -> float | None:
        """How dense records lie that nobody made yet is not known: only reading up before deletion begins is safe."""
        left = limit - (self.age or 0.0)
        gained = self.consume_rate - self.produce_rate
        return None if gained > 0 and self.records / gained < left else left

    def _by_size(self, limit: int | None) -> float | None:
        if limit is None or self.record_bytes is None:
            return None
        room = limit - self.records * self.record_bytes
        if room <= 0:
            return 0.0
        growth = (self.produce_rate - self.consume_rate) * self.record_bytes
        return room / growth if growth > 0 else None
