# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run that produces records tells beside its verdict: how much moved, how fast, and where it lay."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ..cluster.bounds import TopicShape
from ..reading.account import Consumed
from ..records.deal import KEYS_PER_PARTITION
from ..records.load import words
from ..records.plan import Plan
from ..records.shape import Shape, key_turns
from ..records.throughput import Throughput
from ..writing.latencies import Latencies


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
    consumed: Consumed,
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
            "keys_per_partition": KEYS_PER_PARTITION if plan.shape.keys is None else None,
            "value_bytes": plan.value_bytes(0, 0) if plan.shape.uniform else None,
            "load": _load(plan.shape),
            "shape": asdict(shape) if shape else None,
        },
        "produced": _throughput(produced) if produced else None,
        "consumed": _throughput(consumed.throughput),
        "passes": consumed.passes,
        "partitions": [asdict(row) for row in consumed.partitions],
    }


def _load(shape: Shape) -> dict[str, Any]:
    """The shape of the records, as it was asked for."""
    return {
        "words": words(shape),
        "record_bytes": [size._asdict() for size in shape.sizes],
        "keys": shape.keys,
        "key_skew": shape.skew,
        "busiest_key_percent": None
        if shape.keys is None
        else round(100 * key_turns(shape.keys, shape.skew).busiest_share, 3),
        "compression": shape.compression,
        "transaction_records": shape.transaction_records,
        "compacted": shape.compacted,
        "tombstones": shape.tombstones,
    }


def _throughput(moved: Throughput) -> dict[str, Any]:
    return {
        "records": moved.records,
        "bytes": moved.bytes,
        "seconds": round(moved.seconds, 3),
        "records_per_second": round(moved.records_per_second),
        "megabytes_per_second": round(moved.megabytes_per_second, 2),
    }
