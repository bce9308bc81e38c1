# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Everything that a finished validation has to say, for whoever prints or writes it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .plan import Plan
from .stall import Stall
from .verdict import Verdict


@dataclass(frozen=True)
class Throughput:
    """Records and bytes (keys and values) moved within ``seconds`` of wall time, Spark's own start excluded."""

    records: int
    bytes: int
    seconds: float

    @property
    def records_per_second(self) -> float:
        """Records a second."""
        return self.records / self.seconds

    @property
    def megabytes_per_second(self) -> float:
        """Millions of bytes a second."""
        return self.bytes / self.seconds / 1e6


@dataclass(frozen=True)
class PartitionRow:
    """One Kafka partition: records planned and read, and the offsets ``first`` to ``end - 1`` that were read."""

    partition: int
    planned: int
    read: int
    first: int
    end: int


@dataclass(frozen=True)
class Moment:
    """A stretch of a soak from ``second`` on, counted from its beginning.

    ``records`` were acknowledged in it; ``worst_latency`` in seconds is that of the probe's records due in it, null
    where none of them was answered.
    """

    second: int
    records: int
    worst_latency: float | None


@dataclass(frozen=True)
class Latencies:
    """What the probe measured: counts of its records, latencies in seconds from the intended time of sending."""

    topic: str
    per_second: int
    sent: int
    acknowledged: int
    refused: dict[str, int]
    negative: int
    percentiles: dict[str, float]
    longest_stall: float
    stalls: list[Stall]


@dataclass(frozen=True)
class Soak:
    """How records went in over time; ``seconds`` were asked for, ``ended`` tells why it was over.

    ``moments`` each last ``moment_seconds``; ``repeated_batches`` counts micro-batches that were tried again.
    """

    rate: int
    seconds: int
    ended: str
    reason: str
    acknowledged: int
    in_doubt: int
    repeated_batches: int
    moment_seconds: int
    moments: list[Moment]
    probe: Latencies


@dataclass(frozen=True)
class Result:
    """A validation that came to a verdict; ``command`` is the one that people type."""

    plan: Plan
    topic: str
    topic_kept: bool
    bootstrap_servers: str
    started: datetime
    finished: datetime
    verdict: Verdict
    produced: Throughput | None
    consumed: Throughput
    partitions: list[PartitionRow]
    environment: dict[str, str]
    command: str = "smoke"
    soak: Soak | None = None

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        return self.verdict.sentence(self.plan.records, f"{self.topic} on {self.bootstrap_servers}")
