# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Faults on request: each comes into a real topic and is found, and one that is not found is a failure of its own."""

from __future__ import annotations

from typing import Iterator

import pytest
from pyspark.sql import SparkSession

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import Connection
from spark_validation.core.errors import UsageError
from spark_validation.core.verdict import Example, Finding
from spark_validation.reading.account import consume
from spark_validation.records.faults import FAULTS, Place, missed, place
from spark_validation.records.plan import Plan
from spark_validation.records.shape import Shape
from spark_validation.writing import inject
from spark_validation.writing.produce import Manner, produce

PLAN = Plan("20260131T120000Z-1njec7", 7, 200, 2)  # a hundred records in each partition

# The check that must find the fault, and partition and number of the record, or what is said of it.
FOUND: dict[str, tuple[str, int | None, int | None]] = {
    "lost": ("lost", 0, 50),
    "lost_tail": ("lost", 0, 99),
    "duplicated": ("duplicated", 0, 50),
    "corrupt": ("corrupt", 0, 50),
    "foreign": ("foreign", 0, None),
    "wrong_partition": ("wrong_partition", 1, 99),
    "reordered": ("reordered", 0, 0),
    "reordered_across_keys": ("reordered_across_keys", 0, 0),
    "deleted_head": ("deleted_head", 0, None),
}


@pytest.fixture(scope="module")
def cluster(bootstrap_servers: str) -> Iterator[Cluster]:
    with Cluster(Connection(bootstrap_servers)) as connected:
        yield connected


def test_every_fault_is_tried_here() -> None:
    assert list(FOUND) == list(FAULTS)


@pytest.mark.parametrize("name", FOUND)
def test_each_fault_is_found_where_it_was_put(spark: SparkSession, cluster: Cluster, name: str) -> None:
    check, partition, number = FOUND[name]
    topic, fault = f"inject-{name}", FAULTS[name]
    cluster.create(topic, PLAN.partitions, 1)
    produced = produce(spark, PLAN, cluster.connection, topic, Manner(fault=fault))
    inject.stored(fault, cluster, topic, PLAN)
    found = consume(spark, PLAN, cluster, topic).found
    assert {name: finding.count for name, finding in found.items() if finding.count} == {check: 1}
    assert [(example.partition, example.number) for example in found[check].examples] == [(partition, number)]
    assert missed(fault, found).count == 0
    assert produced.acknowledged == {0: 100, 1: 100}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({}, "nothing"),
        ({"lost": Finding(0)}, "nothing"),
        ({"lost": Finding(2, examples=[Example("never arrived")])}, "lost 2"),
        ({"lost": Finding(1), "foreign": Finding(1)}, "foreign 1, lost 1"),
        ({"duplicated": Finding(1)}, "duplicated 1"),
    ],
)
def test_a_fault_that_is_not_told_exactly_is_missed(found: dict[str, Finding], said: str) -> None:
    finding = missed(FAULTS["lost_tail"], found)
    assert finding.count == 1
    assert finding.detail == f"--inject lost_tail should have been found as lost 1, the audit found {said}"


DEAD = Shape(keys=2, compacted=True, tombstones=0.9)


@pytest.mark.parametrize(
    ("name", "plan", "needs"),
    [
        ("reordered", Plan("small", 1, 32, 2), "two records of one key in a partition"),
        ("reordered_across_keys", Plan("small", 1, 32, 2, Shape(keys=1)), "two records of different keys one behind"),
        ("wrong_partition", Plan("small", 1, 32, 1), "two partitions"),
        ("corrupt", Plan("small", 1, 2, 1, DEAD), "a record that has a value"),
    ],
)
def test_a_plan_too_small_for_the_fault_is_refused(name: str, plan: Plan, needs: str) -> None:
    with pytest.raises(UsageError, match=f"--inject {name} needs {needs}"):
        place(FAULTS[name], plan)


@pytest.mark.parametrize(
    ("name", "plan", "where"),
    [
        ("lost", PLAN, Place(0, 50)),
        ("lost_tail", PLAN, Place(0, 99)),
        ("wrong_partition", PLAN, Place(0, 99)),
        ("reordered", Plan("large", 1, 34, 2), Place(0, 0, 16)),  # sixteen keys take turns
        ("reordered_across_keys", PLAN, Place(0, 0, 1)),
        # murmur2 sends the only key to partition 1 of 3, and the others stay empty.
        ("lost", Plan("keys", 1, 9, 3, Shape(keys=1)), Place(1, 4)),
        ("reordered", Plan("keys", 1, 9, 3, Shape(keys=1)), Place(1, 0, 1)),
    ],
)
def test_where_a_fault_goes(name: str, plan: Plan, where: Place) -> None:
    assert place(FAULTS[name], plan) == where


def test_what_changes_a_value_goes_where_there_is_one_and_swaps_are_of_neighbours_in_their_key() -> None:
    plan = Plan("shaped", 1, 3000, 2, Shape(keys=7, skew=1.0, compacted=True, tombstones=0.6))
    hit = place(FAULTS["corrupt"], plan)
    assert not plan.is_tombstone(hit.partition, hit.number)
    same, other = place(FAULTS["reordered"], plan), place(FAULTS["reordered_across_keys"], plan)
    keys = [plan.key_of(same.partition, number) for number in range(same.other + 1)]
    assert [number for number, key in enumerate(keys) if key == keys[0]] == [0, same.other]
    assert other.other == other.number + 1
    assert plan.key_of(other.partition, other.number) != plan.key_of(other.partition, other.other)
