# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run that produces records tells beside its verdict: how much moved, how fast, and where it lay."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Sequence

from ..cluster.bounds import TopicShape
from ..records.plan import KEYS_PER_PARTITION, VALUE_BYTES, Plan
from ..writing.stall import Stall


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
    """What the probe measured: counts of its records, latencies in seconds from the intended time of sending.

    ``histogram`` has (percentile, seconds) pairs; samples below zero are counted in ``negative``, those beyond the
    histogram's end in ``clamped``.
    """

    topic: str
    per_second: int
    sent: int
    acknowledged: int
    refused: dict[str, int]
    negative: int
    percentiles: dict[str, float]
    longest_stall: float
    stalls: list[Stall]
    clamped: int = 0
    histogram: list[tuple[float, float]] = field(default_factory=list)


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


def details(
    plan: Plan,
    topic: str,
    *,
    topic_kept: bool,
    shape: TopicShape | None,
    produced: Throughput | None,
    consumed: Throughput,
    partitions: Sequence[PartitionRow],
) -> dict[str, Any]:
    """These as plain data, as the reports' schema describes them; ``shape`` is null for a topic of somebody else."""
    return {
        "topic": topic,
        "topic_kept": topic_kept,
        "plan": {
            "run_id": plan.run_id,
            "seed": plan.seed,
            "records": plan.records,
            "partitions": plan.partitions,
            "keys_per_partition": KEYS_PER_PARTITION,
            "value_bytes": VALUE_BYTES,
            "shape": asdict(shape) if shape else None,
        },
        "produced": _throughput(produced) if produced else None,
        "consumed": _throughput(consumed),
        "partitions": [asdict(row) for row in partitions],
    }


def _throughput(moved: Throughput) -> dict[str, Any]:
    return {
        "records": moved.records,
        "bytes": moved.bytes,
        "seconds": round(moved.seconds, 3),
        "records_per_second": round(moved.records_per_second),
        "megabytes_per_second": round(moved.megabytes_per_second, 2),
    }
