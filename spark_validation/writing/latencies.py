# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A probe's readings as a report tells them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .histogram import Histogram
from .probe import PER_SECOND, Readings
from .stall import Stall

MOST_STALLS = 100
_PERCENTILES = (("p50", 50.0), ("p90", 90.0), ("p99", 99.0), ("p99.9", 99.9), ("max", 100.0))


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


def percentiles(seen: Histogram) -> dict[str, float]:
    """The percentiles of ``seen`` that a report tells, by their names, in seconds."""
    return {name: seen.percentile(percent) / 1e6 for name, percent in _PERCENTILES}


def latencies_of(readings: Readings, topic: str) -> Latencies:
    """What the probe of ``topic`` measured, in seconds."""
    seen = readings.latencies
    return Latencies(
        topic=topic,
        per_second=PER_SECOND,
        sent=readings.sent,
        acknowledged=readings.acknowledged,
        refused=dict(readings.refused),
        negative=seen.negative,
        percentiles=percentiles(seen),
        longest_stall=round(readings.longest_stall, 3),
        stalls=sorted(readings.stalls, key=lambda stall: -stall.seconds)[:MOST_STALLS],
        clamped=seen.clamped,
        histogram=[(percent, microseconds / 1e6) for percent, microseconds in seen.curve()],
    )
