# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The figures that the verdict of ``smoke`` and ``soak`` has, each with where it is taken from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, NamedTuple

from ..core.verdict import Measure

if TYPE_CHECKING:  # commands name the measures before it is known that kafka-python is here
    from ..records.throughput import Throughput
    from ..writing.latencies import Latencies


class Moved(NamedTuple):
    """What a run tells of itself: the speed of both its jobs, and its probe; null where nothing was written."""

    consumed: Throughput
    produced: Throughput | None = None
    probe: Latencies | None = None


_Taken = Callable[[Moved], "float | None"]
_SMOKE: tuple[tuple[Measure, _Taken], ...] = (
    (
        Measure("produced_per_second", "Produced", "records/s", "higher"),
        lambda moved: moved.produced.records_per_second if moved.produced else None,
    ),
    (
        Measure("consumed_per_second", "Consumed and checked", "records/s", "higher"),
        lambda moved: moved.consumed.records_per_second,
    ),
    (
        Measure("latency_p50_ms", "Latency of the probe, p50", "ms", "lower"),
        lambda moved: 1000 * moved.probe.percentiles["p50"] if moved.probe else None,
    ),
    (
        Measure("latency_p99_ms", "Latency of the probe, p99", "ms", "lower"),
        lambda moved: 1000 * moved.probe.percentiles["p99"] if moved.probe else None,
    ),
)
_SOAK: tuple[tuple[Measure, _Taken], ...] = (
    *_SMOKE,
    (
        Measure("longest_stall_seconds", "Longest stall", "s", "lower"),
        lambda moved: moved.probe.longest_stall if moved.probe else None,
    ),
)
SMOKE_MEASURES = tuple(measure for measure, _taken in _SMOKE)
SOAK_MEASURES = tuple(measure for measure, _taken in _SOAK)


def measured(moved: Moved) -> dict[str, float | None]:
    """The value of each measure, by its id."""
    return {measure.id: taken(moved) for measure, taken in _SOAK}
