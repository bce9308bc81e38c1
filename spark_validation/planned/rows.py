# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What was measured beside what was planned, row by row: pure arithmetic, each step of which a row tells.

A plan is of the fullest broker, with all that retention keeps. So what a run adds to a broker is held against what the
plan's own arithmetic gives for the records of the run: bytes for each replica, and for each segment two map areas and a
descriptor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, NamedTuple, Optional, Tuple

from ..core.words import of
from .growth import Grown
from .plan import Planned
from .scale import Scale

#: As in the plan: a segment's offset index and its time index are mapped, and its log is open.
MAPS_PER_SEGMENT, DESCRIPTORS_PER_SEGMENT = 2, 1
#: Kafka's own segment.bytes: the run's topics ask for no other, unless they are compacted.
SEGMENT_BYTES = 1024**3
NO_TARGET = "the plan has no target for it"
_CONNECTIONS = "connections that came meanwhile count as well"
_ONE_MOMENT = "both audits are of one moment"
_READ = "read after they were written, as fast as Spark can"


@dataclass(frozen=True)
class Run:
    """What was written, read back and measured; rates are a second, latencies milliseconds, null: not measured.

    ``records`` of ``record_bytes`` each went to a topic of ``partitions`` with so many ``replicas``, on ``brokers``,
    with the probe's beside it, in segments of ``segment_bytes``; ``read`` of them were read. ``smaller`` says why they
    take less on disk and on the network.
    """

    brokers: int
    partitions: int
    replicas: int
    records: int
    record_bytes: int
    read: int
    written_per_second: float
    read_per_second: float
    latency_p50: float | None = None
    latency_p99: float | None = None
    segment_bytes: int = SEGMENT_BYTES
    smaller: str = ""

    @property
    def replicas_on_broker(self) -> int:
        """Of the run's topic, on the broker that has the most."""
        return -(-self.partitions * self.replicas // self.brokers)

    @property
    def segments_on_broker(self) -> int:
        """Of the run's topic, and of the probe's, which has a partition for each broker."""
        each = self.records * self.record_bytes // self.partitions // self.segment_bytes + 1
        return self.replicas_on_broker * each + self.replicas

    @property
    def bytes_on_broker(self) -> float:
        """Of keys and values, on the broker that has the most replicas."""
        return self.records * self.record_bytes * self.replicas_on_broker / self.partitions


@dataclass(frozen=True)
class Row:
    """A figure as ``planned``, as planned at this scale, as ``measured``, and by how many percent the last two differ.

    ``note`` says what the scaled figure comes from, or why there is nothing to compare.
    """

    id: str
    title: str
    unit: str
    planned: float | None
    scaled: float | None
    measured: float | None
    difference_percent: float | None
    note: str


_Figures = Tuple[Optional[float], Optional[float], Optional[float]]  # planned, scaled, measured


class _What(NamedTuple):
    id: str
    title: str
    unit: str


_WRITTEN = _What("written_records", "Written", "records/s")
_WRITTEN_BYTES = _What("written_bytes", "Written", "bytes/s")
_READ_BYTES = _What("read_bytes", "Read", "bytes/s")
_P50 = _What("latency_p50_ms", "Latency of the probe, p50", "ms")
_P99 = _What("latency_p99_ms", "Latency of the probe, p99", "ms")
_MAP_AREAS = _What("map_areas", "Memory map areas", "")
_DESCRIPTORS = _What("descriptors", "Descriptors", "")
_DISK = _What("disk_bytes", "Data on disk", "bytes")
_IN = _What("network_in", "Network, in", "bytes/s")
_OUT = _What("network_out", "Network, out", "bytes/s")


def rows(planned: Planned, scale: Scale, run: Run, grown: Mapping[str, Grown], seconds: float | None) -> list[Row]:
    """All rows; ``grown`` is what grew between the audits, which lie ``seconds`` apart."""
    return [
        *_rates(planned, float(scale.factor), run),
        _row(_P50, (None, None, run.latency_p50), NO_TARGET),
        _row(_P99, (None, None, run.latency_p99), NO_TARGET),
        *_held(planned, run, grown),
        *_moved(planned, run, grown, seconds or 0.0),
    ]


def _rates(planned: Planned, factor: float, run: Run) -> list[Row]:
    chosen = planned.chosen
    same = run.record_bytes == chosen.record_bytes
    size = "" if same else f"records of {run.record_bytes:,} bytes, {chosen.record_bytes:,} planned"
    smaller = factor * run.record_bytes / chosen.record_bytes
    records, written, read = chosen.records_per_second, chosen.write_bytes_per_second, chosen.read_bytes_per_second
    return [
        _row(_WRITTEN, (records, records * factor, run.written_per_second)),
        _row(_WRITTEN_BYTES, (written, written * smaller, run.written_per_second * run.record_bytes), size),
        _row(
            _READ_BYTES,
            (read, read * smaller, run.read_per_second * run.record_bytes),
            "; ".join(filter(None, (size, _READ))),
        ),
    ]


def _held(planned: Planned, run: Run, grown: Mapping[str, Grown]) -> list[Row]:
    segments, numbers = run.segments_on_broker, planned.numbers
    each = f"for each of {of(segments, 'segment', 'segments')} that were added"
    areas, files = numbers["map_areas"], numbers["descriptors"]
    stored = f"added: {run.records:,} records of {run.record_bytes:,} bytes, {_replicas(run)}{run.smaller}"
    return [
        _grown(_MAP_AREAS, (areas, MAPS_PER_SEGMENT * segments), grown["map_areas"], f"{MAPS_PER_SEGMENT} {each}"),
        _grown(
            _DESCRIPTORS,
            (files, DESCRIPTORS_PER_SEGMENT * segments),
            grown["descriptors"],
            f"one {each}; {_CONNECTIONS}",
        ),
        _grown(_DISK, (numbers["disk_bytes"], run.bytes_on_broker), grown["log_bytes"], stored),
    ]


def _replicas(run: Run) -> str:
    return f"{run.replicas_on_broker:,} of {of(run.partitions * run.replicas, 'replica', 'replicas')} on a broker"


def _moved(planned: Planned, run: Run, grown: Mapping[str, Grown], seconds: float) -> list[Row]:
    """Bytes on the network, over all of the time between the audits."""
    served = sum(
        one.read_bytes_per_second + one.write_bytes_per_second * (one.replication_factor - 1) for one in planned.classes
    )
    copied = run.records * run.record_bytes * (run.replicas - 1)
    sent = (copied + run.read * run.record_bytes) / run.brokers
    note = f"the run's bytes over the {seconds:.0f} s between the audits{run.smaller}"
    written = planned.numbers["write_bytes_per_second"]
    return [
        _grown(_IN, (written, run.bytes_on_broker), grown["received"], note, seconds),
        _grown(_OUT, (served / planned.brokers, sent), grown["sent"], note, seconds),
    ]


def _grown(what: _What, figures: tuple[float, float], found: Grown, note: str, seconds: float = 1) -> Row:
    """A row of what grew within ``seconds``; what is there in all is not compared with what the run adds."""
    planned, scaled = figures
    if found.value is None or found.in_all:
        return _row(what, (planned, None, found.value), found.why)
    if not seconds:
        return _row(what, (planned, None, None), _ONE_MOMENT)
    return _row(what, (planned, scaled / seconds, found.value / seconds), note)


def _row(what: _What, figures: _Figures, note: str = "") -> Row:
    planned, scaled, measured = (None if value is None else round(value, 3) for value in figures)
    difference = None if not scaled or measured is None else round(100 * (measured - scaled) / scaled, 1)
    return Row(*what, planned, scaled, measured, difference, note)
