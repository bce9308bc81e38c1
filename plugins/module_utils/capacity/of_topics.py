# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The numbers of one class of topics: its partitions, and the segments of each."""

from __future__ import annotations

from typing import List

from . import numbers, partitions
from .amounts import ceiling, shown_hours, shown_rate, shown_size
from .load import Load, Topics
from .map_areas import MAPS_PER_SEGMENT
from .numbers import Number
from .share import OfClass


def of_class(load: Load, given: Topics, one: OfClass) -> List[Number]:
    """The numbers of *one*, a class whose partitions are settled; *given* is the class as it was given."""
    return [*_of_partitions(load, given, one), *_of_segments(one)]


def _of_partitions(load: Load, given: Topics, one: OfClass) -> List[Number]:
    topics, needed = one.topics, partitions.needed(given, load.largest_partition)
    records = topics.write / topics.record_bytes
    rate, record = shown_rate(topics.write), shown_size(topics.record_bytes)
    found = [
        Number(
            "records_per_second",
            "Records written in a second",
            ceiling(records),
            numbers.RECORDS,
            f"{rate} ÷ {record} = {ceiling(records):,}",
            numbers.ARITHMETIC,
        )
    ]
    for identity, title, count, formula in (
        ("partitions_for_throughput", "Partitions for its throughput", needed.throughput, needed.throughput_formula),
        ("partitions_for_size", "Partitions so that none is too large", needed.size, needed.size_formula),
    ):
        if formula:
            found.append(Number(identity, title, count, numbers.COUNT, formula, numbers.PARTITIONS))
    chosen = topics.partitions or 1
    formula = "as given" if given.partitions else f"the larger of {needed.throughput:,}, {needed.size:,} and 1"
    title = "Partitions" if topics.topics == 1 else "Partitions of each topic"
    found.append(Number("partitions", title, chosen, numbers.COUNT, formula, numbers.PARTITIONS))
    formula = f"{one.partitions:,} × {topics.replicas} ÷ {one.sharing} = {one.replicas:,}"
    found.append(
        Number("replicas_per_broker", "Replicas on a broker", one.replicas, numbers.COUNT, formula, numbers.RACKS)
    )
    return found


def _of_segments(one: OfClass) -> List[Number]:
    topics, segments = one.topics, one.segments
    rate = topics.write / one.partitions
    rolled, kept = shown_size(segments.rolled), shown_size(segments.kept)
    if segments.full:
        by = f"full after {rolled} ÷ {shown_rate(rate)} = {shown_hours(segments.hours)}"
    else:
        by = f"closed after {shown_hours(segments.hours)} at {shown_rate(rate)}"
    if segments.full or topics.retention_hours is None or topics.retention_bytes is not None:
        closed = f"{kept} ÷ {rolled} = {segments.closed:,}"
    else:
        closed = f"{shown_hours(topics.retention_hours)} ÷ {shown_hours(segments.hours)} = {segments.closed:,}"
    areas = MAPS_PER_SEGMENT * segments.closed * one.replicas
    return [
        Number(
            "segment_bytes",
            "A segment when it is closed",
            ceiling(segments.rolled),
            numbers.BYTES,
            by,
            numbers.SEGMENTS,
        ),
        Number(
            "closed_segments",
            "Closed segments that retention keeps, of a partition",
            segments.closed,
            numbers.COUNT,
            closed,
            numbers.SEGMENTS,
        ),
        Number(
            "map_areas_of_closed",
            "Map areas of closed segments, on a broker",
            areas,
            numbers.COUNT,
            f"{segments.closed:,} × {MAPS_PER_SEGMENT} × {one.replicas:,} = {areas:,}",
            numbers.MAPS,
        ),
        Number(
            "partition_bytes",
            "A partition on disk, at most",
            ceiling(segments.held),
            numbers.BYTES,
            f"{kept} that retention keeps + a segment of {rolled} that goes as a whole = {shown_size(segments.held)}",
            numbers.SEGMENTS,
        ),
        Number(
            "kept_hours",
            "Records are there for, at most",
            ceiling(segments.held / rate / 3600),
            numbers.HOURS,
            f"{shown_size(segments.held)} ÷ {shown_rate(rate)} = {shown_hours(segments.held / rate / 3600)}",
            numbers.SEGMENTS,
        ),
    ]
