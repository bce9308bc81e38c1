# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Everything that a finished validation has to say, for whoever prints or writes it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .plan import Plan
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
class Result:
    """A validation that came to a verdict."""

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

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        return self.verdict.sentence(self.plan.records, f"{self.topic} on {self.bootstrap_servers}")
