# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What one broker's share of a load asks of its host: memory map areas and file descriptors.

Each log segment holds a descriptor, and so does each connection. Source: Apache Kafka documentation, Operations,
``https://kafka.apache.org/documentation/#os``.
"""

from __future__ import annotations

from typing import Mapping, NamedTuple, Tuple

from ..core import values
from ..core.errors import GroundworkError
from .map_areas import map_areas, max_map_count

FIELDS = ("partitions", "segments", "partition_bytes", "segment_bytes", "retention_hours", "roll_hours", "connections")


class Needs(NamedTuple):
    """What follows from a plan; every number is per broker, segments of a partition on average."""

    segments_per_partition: int
    segments: int
    map_areas: int
    max_map_count: int
    nofile: int


def work_out(plan: Mapping[str, int | None]) -> Needs:
    """The needs of *plan*, whose keys are FIELDS (None or missing: not planned).

    ``partitions`` counts the replicas that one broker holds. Their ``segments`` are given all together, as the load of
    a cluster with several classes of topics has them; or those of each partition follow from size
    (``partition_bytes`` ÷ ``segment_bytes``), from time (``retention_hours`` ÷ ``roll_hours``), or are the larger of
    both.
    Raises GroundworkError for a number that is missing, not positive or no number, and for more than a kernel can hold.
    """
    for name in FIELDS:
        if plan.get(name) is not None:
            values.integer(f"plan.{name}", plan[name], 0 if name == "connections" else 1, 2**63 - 1)
    partitions = plan.get("partitions")
    if partitions is None:
        raise GroundworkError(
            "plan.partitions is missing; give the number of partition replicas that one broker holds."
        )
    each, segments = _segments(plan, partitions)
    areas = map_areas(segments)
    needs = Needs(
        segments_per_partition=each,
        segments=segments,
        map_areas=areas,
        max_map_count=max_map_count(areas),
        nofile=segments + (plan.get("connections") or 0),
    )
    if max(needs.max_map_count, needs.nofile) > values.LARGEST_INT:
        raise GroundworkError(
            f"plan: {segments} segments are more than one broker can hold; correct the plan, or share the partitions "
            "among more brokers."
        )
    return needs


def _segments(plan: Mapping[str, int | None], partitions: int) -> Tuple[int, int]:
    """The segments of a partition, and those of all *partitions*."""
    ratios = (_ratio(plan, "partition_bytes", "segment_bytes"), _ratio(plan, "retention_hours", "roll_hours"))
    counts = [count for count in ratios if count is not None]
    segments = plan.get("segments")
    if segments is not None:
        if counts:
            raise GroundworkError("plan: segments are given and can be counted as well; give one or the other.")
        return -(-segments // partitions), segments
    if not counts:
        raise GroundworkError(
            "plan: segments cannot be counted; give partition_bytes with segment_bytes, or retention_hours with "
            "roll_hours."
        )
    return max(counts), max(counts) * partitions


def _ratio(plan: Mapping[str, int | None], whole: str, part: str) -> int | None:
    """plan[whole] ÷ plan[part], rounded up; None when neither is planned."""
    total, piece = plan.get(whole), plan.get(part)
    if total is None and piece is None:
        return None
    if total is None or piece is None:
        raise GroundworkError(f"plan: {whole} and {part} belong together; give both or neither.")
    return -(-total // piece)
