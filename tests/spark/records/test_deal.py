# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which record falls to which partition, counted one by one beside what is worked out."""

from __future__ import annotations

from collections import Counter

import pytest
from kafka.partitioner.default import murmur2

from spark_validation.records.deal import Deal
from spark_validation.records.plan import Plan
from spark_validation.records.shape import Shape, Size

SHAPES = {
    "plain": Shape(),
    "three keys": Shape(keys=3),
    "skewed": Shape(keys=40, skew=1.2),
    "sizes": Shape((Size(200, 3), Size(300))),
    "tombstones": Shape((Size(200), Size(300)), keys=9, compacted=True, tombstones=0.2),
}


def one_by_one(plan: Plan, count: int) -> list[tuple[int, int]]:
    """Partition and number of the first ``count`` records, by going through the cycle."""
    homes = {place: partition for partition, mine in enumerate(plan.deal.places) for place in mine}
    done: Counter[int] = Counter()
    found = []
    for record in range(count):
        partition = homes[record % len(homes)]
        found.append((partition, done[partition]))
        done[partition] += 1
    return found


def test_the_records_before_one() -> None:
    deal = Deal([["a", "b"], [], ["c"]], [[0, 2], [], [1]])
    assert [[deal.before(count, partition) for partition in range(3)] for count in (0, 1, 2, 3, 4, 6)] == [
        [0, 0, 0],
        [1, 0, 0],
        [1, 0, 1],
        [2, 0, 1],
        [3, 0, 1],
        [4, 0, 2],
    ]
    assert (deal.length, deal.partitions(), deal.ranks()) == (3, [0, 2, 0], [0, 0, 1])


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_worked_out_is_what_is_counted(name: str) -> None:
    plan = Plan("run", 7, 2500, 5, SHAPES[name])
    places = one_by_one(plan, 2500)
    counted = Counter(partition for partition, _number in places)
    assert [plan.records_in(partition) for partition in range(5)] == [counted[partition] for partition in range(5)]
    assert plan.before(1234, 3) == sum(partition == 3 for partition, _number in places[:1234])
    for partition in range(5):
        mine = [number for where, number in places if where == partition]
        assert plan.bytes_in(partition) == sum(9 + plan.value_bytes(partition, number) for number in mine)
        dead = sum(plan.is_tombstone(partition, number) for number in mine)
        assert plan.tombstones_in(partition) == dead
        assert bool(dead) == (name == "tombstones" and bool(mine))
    assert plan.bytes_planned == sum(9 + plan.value_bytes(*place) for place in places)


@pytest.mark.parametrize("name", SHAPES)
def test_every_key_belongs_to_its_partition(name: str) -> None:
    plan = Plan("run", 7, 2500, 5, SHAPES[name])
    for partition, number in one_by_one(plan, 500):
        assert (murmur2(plan.key_of(partition, number).encode()) & 0x7FFFFFFF) % 5 == partition


def test_keys_are_as_many_as_asked_for_and_as_frequent() -> None:
    plan = Plan("run", 7, 3000, 5, Shape(keys=3, skew=1.0))
    counts = Counter(plan.key_of(*place) for place in one_by_one(plan, 3000))
    assert counts == {"k00000000": 1500, "k00000001": 1000, "k00000002": 500}


def test_a_partition_may_have_no_key() -> None:
    plan = Plan("run", 7, 100, 5, Shape(keys=1))
    assert sorted(plan.records_in(partition) for partition in range(5)) == [0, 0, 0, 0, 100]
    assert len(plan.buckets()) == 1


@pytest.mark.parametrize(
    ("shape", "text", "head"),
    [
        (Shape(), 84, 100),
        (Shape((Size(10_000),)), 84, 100),
        (Shape((Size(300), Size(60))), 35, 51),  # what 60 bytes leave behind key, serial and checksum
        (Shape((Size(10_000),), compression="lz4"), 4, 20),
        (Shape(compacted=True, tombstones=0.5), 4, 20),
        (Shape(compacted=True), 84, 100),
    ],
)
def test_the_head_of_a_value(shape: Shape, text: int, head: int) -> None:
    plan = Plan("run", 7, 100, 5, shape)
    assert (plan.text_bytes, plan.head_bytes) == (text, head)
