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
from spark_validation.records.faults import FAULTS, missed, require_place
from spark_validation.records.plan import Plan
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
    inject.stored(fault, cluster, topic)
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


@pytest.mark.parametrize(
    ("name", "plan", "needs"),
    [
        ("reordered", Plan("small", 1, 32, 2), "17 records a partition and 1 partition:"),
        ("wrong_partition", Plan("small", 1, 32, 1), "1 record a partition and 2 partitions:"),
    ],
)
def test_a_plan_too_small_for_the_fault_is_refused(name: str, plan: Plan, needs: str) -> None:
    with pytest.raises(UsageError, match=f"--inject {name} needs at least {needs}"):
        require_place(FAULTS[name], plan)


def test_a_plan_that_is_just_large_enough() -> None:
    require_place(FAULTS["reordered"], Plan("large", 1, 34, 2))
