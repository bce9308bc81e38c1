# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The expectation, against numbers worked out by hand."""

from __future__ import annotations

import pytest
from kafka.partitioner.default import murmur2

from spark_validation.core.errors import UsageError
from spark_validation.records.deal import KEYS_PER_PARTITION
from spark_validation.records.plan import Bucket, Plan


def plan(records: int, partitions: int) -> Plan:
    return Plan("run", 1, records, partitions)


@pytest.mark.parametrize(
    ("records", "partitions", "expected"),
    [
        (8, 4, [2, 2, 2, 2]),
        (10, 4, [3, 3, 2, 2]),
        (3, 4, [1, 1, 1, 0]),
        (1, 1, [1]),
    ],
)
def test_records_are_spread_evenly(records: int, partitions: int, expected: list[int]) -> None:
    assert [plan(records, partitions).records_in(number) for number in range(partitions)] == expected


@pytest.mark.parametrize("partition", [-1, 4])
def test_an_unknown_partition_gets_nothing(partition: int) -> None:
    assert plan(8, 4).records_in(partition) == 0


@pytest.mark.parametrize(
    ("records", "partitions", "expected"),
    [
        (5, 2, [Bucket(0, 0, 0, 3), Bucket(1, 0, 0, 2)]),
        (65_536, 1, [Bucket(0, 0, 0, 65_536)]),
        (65_537, 1, [Bucket(0, 0, 0, 65_536), Bucket(0, 1, 65_536, 1)]),
        (1, 2, [Bucket(0, 0, 0, 1)]),
    ],
)
def test_buckets(records: int, partitions: int, expected: list[Bucket]) -> None:
    assert plan(records, partitions).buckets() == expected


@pytest.mark.parametrize("partitions", [1, 8, 30])
def test_every_key_belongs_to_its_partition(partitions: int) -> None:
    keys = plan(100, partitions).keys
    assert [len(set(mine)) for mine in keys] == [KEYS_PER_PARTITION] * partitions
    assert all(
        (murmur2(key.encode()) & 0x7FFFFFFF) % partitions == number for number, mine in enumerate(keys) for key in mine
    )


def test_a_key_returns_every_sixteen_numbers() -> None:
    assert plan(100, 2).key_of(1, 3) == plan(100, 2).key_of(1, 19) != plan(100, 2).key_of(1, 4)


def test_bytes_are_nine_of_key_and_a_hundred_of_value() -> None:
    assert plan(1000, 8).bytes_planned == 109_000


@pytest.mark.parametrize(
    ("run_id", "seed", "records", "partitions", "said"),
    [
        ("", 1, 1, 1, "run id"),
        ("with space", 1, 1, 1, "run id"),
        ("r" * 33, 1, 1, 1, "run id"),
        ("run\n", 1, 1, 1, "run id"),
        ("run", 1, 0, 1, "number of records"),
        ("run", 1, 10**11 + 1, 1, "number of records"),
        ("run", 1, 1, 0, "number of partitions"),
        ("run", 1, 1, 1001, "number of partitions"),
        ("run", -1, 1, 1, "seed"),
        ("run", 2**63, 1, 1, "seed"),
    ],
)
def test_what_cannot_be_planned_is_refused(run_id: str, seed: int, records: int, partitions: int, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Plan(run_id, seed, records, partitions)
