# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The first pass, compared with the plan: which buckets are exactly as they should be, and which need a second look."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Mapping, Sequence

from ..records.plan import Plan

# What a record is; numbers, because it is counted by them and a text costs a comparison for each record.
INTACT, CORRUPT, FOREIGN = range(3)


@dataclass(frozen=True)
class Span:
    """The offsets of one Kafka partition that are accounted for: ``first`` to ``end - 1``.

    ``available`` is the first offset that the broker still has; what lies between ``first`` and it was deleted.
    """

    first: int
    available: int
    end: int

    @property
    def offsets(self) -> int:
        """Number of offsets that should each hold a record."""
        return self.end - self.start

    @property
    def deleted(self) -> int:
        """Number of offsets at the head that were deleted."""
        return self.start - self.first

    @property
    def start(self) -> int:
        """Where reading begins: asking for deleted offsets would end the job, or wait."""
        return min(max(self.first, self.available), self.end)


@dataclass(frozen=True)
class Group:
    """One row of :func:`spark_validation.reading.audit.summarise`."""

    partition: int
    kind: int
    planned: int | None
    bucket: int | None
    records: int
    least_lead: int | None
    greatest_lead: int | None
    first_offset: int
    last_offset: int
    last_number: int | None
    bytes: int


@dataclass(frozen=True)
class Place:
    """Offsets ``first`` to ``end - 1`` of a partition, at each of which the record stands that is ``lead`` before it.

    So what lies there and is not that record, is what became of it.
    """

    partition: int
    first: int
    end: int
    lead: int


@dataclass(frozen=True)
class Observation:
    """What one pass over the topic tells; all counts are records, by the partition in which they lie.

    ``places`` are those of the suspects of which all that is intact stands in its place.
    """

    read: dict[int, int]
    bytes: int
    corrupt: int
    foreign: int
    wrong_partition: int
    deleted: dict[int, int]
    holes: dict[int, int]
    last_number: dict[int, int]
    suspects: frozenset[tuple[int, int]]
    places: tuple[Place, ...] = ()

    @property
    def as_planned(self) -> bool:
        """Whether there is nothing to look at a second time."""
        return not (self.corrupt or self.foreign or self.wrong_partition or self.deleted or self.holes or self.suspects)

    def excluding(self, explained: Mapping[int, int]) -> Observation:
        """The same but for so many holes of each partition, which are none."""
        left = {number: count - explained.get(number, 0) for number, count in self.holes.items()}
        return replace(self, holes={number: count for number, count in left.items() if count})


def fits(plan: Plan, spans: Mapping[int, Span]) -> bool:
    """Whether there are as many offsets as records planned, in each partition: where all is as planned, there are."""
    whole = all(not span.deleted and span.offsets == plan.records_in(number) for number, span in spans.items())
    return whole and sum(span.offsets for span in spans.values()) == plan.records


def _known(plan: Plan, spans: Mapping[int, Span]) -> list[int]:
    """The partitions of the plan, and those that were added."""
    return sorted({*spans, *range(plan.partitions)})


def everything(plan: Plan, spans: Mapping[int, Span]) -> Observation:
    """What is observed where every record of the plan is in its place, and none besides."""
    read = {number: plan.records_in(number) for number in _known(plan, spans)}
    last = {number: plan.records_in(number) - 1 for number in range(plan.partitions)}
    return Observation(read, plan.bytes_planned, 0, 0, 0, {}, {}, last, frozenset())


def observe(plan: Plan, groups: Sequence[Group], spans: Mapping[int, Span]) -> Observation:
    """Hold ``groups`` against ``plan``; ``suspects`` are the (partition, bucket) that are not exactly as planned."""
    read = dict.fromkeys(_known(plan, spans), 0)
    last_number = dict.fromkeys(range(plan.partitions), -1)
    for group in groups:
        read[group.partition] += group.records
        if group.kind == INTACT and group.planned is not None and group.last_number is not None:
            last_number[group.planned] = max(last_number[group.planned], group.last_number)
    suspects = frozenset(_incomplete(plan, groups) | _out_of_turn(plan, groups))
    return Observation(
        read=read,
        bytes=sum(group.bytes for group in groups),
        corrupt=sum(group.records for group in groups if group.kind == CORRUPT),
        foreign=sum(group.records for group in groups if group.kind == FOREIGN),
        wrong_partition=sum(g.records for g in groups if g.kind == INTACT and g.planned != g.partition),
        deleted={number: span.deleted for number, span in spans.items() if span.deleted},
        holes={number: span.offsets - read[number] for number, span in spans.items() if span.offsets != read[number]},
        last_number=last_number,
        suspects=suspects,
        places=tuple(_places(plan, groups, suspects)),
    )


def _places(plan: Plan, groups: Sequence[Group], suspects: frozenset[tuple[int, int]]) -> list[Place]:
    """Of each suspect whose intact records lie in its own partition alone, at one lead; none that overlap.

    A place ends with the last of them, unless the next bucket stands at the same lead: behind a lost tail others may
    have come. It begins with the bucket's first number, which those behind it hold in place, unless the bucket before
    stands elsewhere.
    """
    astray = {(g.planned, g.bucket) for g in groups if g.kind == INTACT and g.planned != g.partition}
    level = {
        (group.partition, group.bucket or 0): group
        for group in groups
        if group.kind == INTACT and group.planned == group.partition and group.least_lead == group.greatest_lead
    }
    found = []
    for bucket in plan.buckets() if suspects else ():
        here = (bucket.partition, bucket.index)
        group = level.get(here)
        if group and here in suspects and here not in astray:
            lead = group.least_lead or 0
            before, behind = (level.get((bucket.partition, bucket.index + step)) for step in (-1, 1))
            from_start = bucket.index == 0 or (before is not None and before.least_lead == lead)
            to_end = behind is not None and behind.least_lead == lead
            first = bucket.first + lead if from_start else group.first_offset
            end = bucket.first + bucket.records + lead if to_end else group.last_offset + 1
            found.append(Place(bucket.partition, first, end, lead))
    found.sort(key=lambda place: (place.partition, place.first))
    clash = {
        place
        for one, other in zip(found, found[1:])
        if one.partition == other.partition and other.first < one.end
        for place in (one, other)
    }
    return [place for place in found if place not in clash]


def _incomplete(plan: Plan, groups: Sequence[Group]) -> set[tuple[int, int]]:
    """Buckets that are not one group, in their own partition, of the planned size, at a constant lead."""
    whole = {
        (group.planned, group.bucket): group.records
        for group in groups
        if group.kind == INTACT and group.planned == group.partition and group.least_lead == group.greatest_lead
    }
    astray = {(g.planned, g.bucket) for g in groups if g.kind == INTACT and g.planned != g.partition}
    return {
        place
        for bucket in plan.buckets()
        for place in [(bucket.partition, bucket.index)]
        if whole.get(place) != bucket.records or place in astray
    }


def _out_of_turn(plan: Plan, groups: Sequence[Group]) -> set[tuple[int, int]]:
    """Buckets with a record behind one of a later bucket, or before one of an earlier one, be both complete."""
    found: set[tuple[int, int]] = set()
    for partition in range(plan.partitions):
        mine = [group for group in groups if group.kind == INTACT and group.planned == group.partition == partition]
        rows = sorted((group.bucket or 0, group.first_offset, group.last_offset) for group in mine)
        last_before = -1
        for bucket, first, last in rows:
            if first < last_before:
                found.add((partition, bucket))
            last_before = max(last_before, last)
        first_after: float = math.inf
        for bucket, first, last in reversed(rows):
            if last > first_after:
                found.add((partition, bucket))
            first_after = min(first_after, first)
    return found
