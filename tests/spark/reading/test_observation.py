# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which buckets need a second look: groups written by hand, two partitions with three buckets each."""

from __future__ import annotations

import pytest

from spark_validation.reading.observation import CORRUPT, FOREIGN, INTACT, Group, Observation, Span, observe
from spark_validation.records.plan import Plan

SIZE = 65_536
PLAN = Plan("run", 1, 2 * (2 * SIZE + 10), 2)
SPANS = {0: Span(0, 0, 2 * SIZE + 10), 1: Span(0, 0, 2 * SIZE + 10)}


def bucket(partition: int, index: int, records: int, least: int = 0, greatest: int = 0, **other: object) -> Group:
    group = {
        "partition": partition,
        "kind": INTACT,
        "planned": partition,
        "bucket": index,
        "records": records,
        "least_lead": least,
        "greatest_lead": greatest,
        "first_offset": index * SIZE + least,
        "last_offset": index * SIZE + records - 1 + greatest,
        "last_number": index * SIZE + records - 1,
        "bytes": 109 * records,
    }
    return Group(**{**group, **other})  # type: ignore[arg-type]


HEALTHY_1 = [bucket(1, 0, SIZE), bucket(1, 1, SIZE), bucket(1, 2, 10)]
HEALTHY = [bucket(0, 0, SIZE), bucket(0, 1, SIZE), bucket(0, 2, 10), *HEALTHY_1]


def seen(*partition_0: Group) -> Observation:
    return observe(PLAN, [*partition_0, *HEALTHY_1], SPANS)


def test_a_topic_as_planned_needs_no_second_look() -> None:
    observed = observe(PLAN, HEALTHY, SPANS)
    assert observed.as_planned
    assert observed.read == {0: 131_082, 1: 131_082}
    assert observed.bytes == 28_575_876
    assert observed.last_number == {0: 131_081, 1: 131_081}


SUSPECTS = [
    ("a bucket is missing", [bucket(0, 0, SIZE), bucket(0, 1, SIZE)], {(0, 2)}),
    ("a record is missing", [bucket(0, 0, SIZE - 1), bucket(0, 1, SIZE, -1, -1), bucket(0, 2, 10, -1, -1)], {(0, 0)}),
    ("one is lost, one comes twice", [bucket(0, 0, SIZE, -1, 0), bucket(0, 1, SIZE), bucket(0, 2, 10)], {(0, 0)}),
    ("the tail is cut", [bucket(0, 0, SIZE), bucket(0, 1, SIZE), bucket(0, 2, 3)], {(0, 2)}),
    ("one too many", [bucket(0, 0, SIZE), bucket(0, 1, SIZE), bucket(0, 2, 11, 0, 1)], {(0, 2)}),
    (
        "one record lies astray",
        [bucket(0, 0, SIZE), bucket(0, 1, SIZE), bucket(0, 2, 10), bucket(1, 2, 1, 10, 10, planned=0)],
        {(0, 2)},
    ),
    (
        "whole buckets change places",
        [bucket(0, 0, SIZE, SIZE, SIZE), bucket(0, 1, SIZE, -SIZE, -SIZE), bucket(0, 2, 10)],
        {(0, 0), (0, 1)},
    ),
    (
        "the last bucket comes first",
        [bucket(0, 0, SIZE, 10, 10), bucket(0, 1, SIZE, 10, 10), bucket(0, 2, 10, -2 * SIZE, -2 * SIZE)],
        {(0, 0), (0, 1), (0, 2)},
    ),
]


@pytest.mark.parametrize(("groups", "expected"), [case[1:] for case in SUSPECTS], ids=[case[0] for case in SUSPECTS])
def test_suspects(groups: list[Group], expected: set[tuple[int, int]]) -> None:
    assert seen(*groups).suspects == expected


LATE = [bucket(0, 0, SIZE - 2, 7, 7), bucket(0, 1, SIZE, 7, 7), bucket(0, 2, 10, 7, 7)]
PLACES = [
    ("all is as planned", HEALTHY[:3], []),
    ("one is missing, in whose place something else lies", [bucket(0, 0, SIZE - 1), *HEALTHY[1:3]], [(0, SIZE, 0)]),
    ("two are, and the log began late", LATE, [(7, SIZE + 7, 7)]),
    (
        "the tail is lost, behind which others may have come",
        [*HEALTHY[:2], bucket(0, 2, 3)],
        [(2 * SIZE, 2 * SIZE + 3, 0)],
    ),
    (
        "the next bucket stands elsewhere, as something is lost or added between them",
        [bucket(0, 0, SIZE - 2), bucket(0, 1, SIZE - 2, 1, 1), bucket(0, 2, 10, 1, 1)],
        [(0, SIZE - 2, 0), (SIZE + 1, 2 * SIZE + 1, 1)],
    ),
    ("others moved", [bucket(0, 0, SIZE - 1, 0, 1), *HEALTHY[1:3]], []),
    ("one lies astray", [bucket(0, 0, SIZE - 1), *HEALTHY[1:3], bucket(1, 0, 1, planned=0)], []),
    ("two would lie there", [bucket(0, 0, SIZE - 1, 9, 9), bucket(0, 1, SIZE - 1, 3, 3), HEALTHY[2]], []),
]


@pytest.mark.parametrize(("groups", "expected"), [case[1:] for case in PLACES], ids=[case[0] for case in PLACES])
def test_places(groups: list[Group], expected: list[tuple[int, int, int]]) -> None:
    assert [(place.first, place.end, place.lead) for place in seen(*groups).places] == expected


def test_a_record_behind_the_next_bucket_makes_both_suspect() -> None:
    late = bucket(0, 0, SIZE, -1, SIZE, last_offset=2 * SIZE - 1)
    observed = seen(late, bucket(0, 1, SIZE, -1, 0), bucket(0, 2, 10))
    assert observed.suspects == {(0, 0), (0, 1)}


def test_markers_between_buckets_raise_the_lead_and_are_no_disorder() -> None:
    observed = seen(bucket(0, 0, SIZE), bucket(0, 1, SIZE, 2, 2), bucket(0, 2, 10, 3, 3))
    assert observed.suspects == frozenset()


def test_offsets_without_a_record_are_counted_by_partition() -> None:
    spans = {0: Span(0, 0, 2 * SIZE + 13), 1: Span(0, 4, 2 * SIZE + 14)}
    observed = observe(PLAN, HEALTHY, spans)
    assert observed.holes == {0: 3}
    assert observed.deleted == {1: 4}
    assert not observed.as_planned


def test_strays_are_counted_and_read() -> None:
    strays = [
        Group(0, CORRUPT, None, None, 2, None, None, 7, 9, None, 200),
        Group(1, FOREIGN, None, None, 3, None, None, 7, 9, None, 15),
        Group(5, FOREIGN, None, None, 1, None, None, 0, 0, None, 5),
    ]
    observed = observe(PLAN, [*HEALTHY, *strays], {**SPANS, 5: Span(0, 0, 1)})
    assert (observed.corrupt, observed.foreign, observed.wrong_partition) == (2, 4, 0)
    assert observed.read == {0: 131_084, 1: 131_085, 5: 1}


@pytest.mark.parametrize(
    ("span", "start", "offsets", "deleted"),
    [
        (Span(0, 0, 10), 0, 10, 0),
        (Span(0, 4, 10), 4, 6, 4),
        (Span(0, 10, 10), 10, 0, 10),
        (Span(0, 0, 0), 0, 0, 0),
    ],
)
def test_reading_starts_at_what_the_broker_still_has(span: Span, start: int, offsets: int, deleted: int) -> None:
    assert (span.start, span.offsets, span.deleted) == (start, offsets, deleted)
