# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import load, partitions
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.capacity import loads


def needed(largest=25_000_000_000, **topics):
    (one,) = load.read(loads.of([topics]), "kafka_load").topics
    return partitions.needed(one, largest)


def test_the_documented_gigabyte_of_which_a_consumer_reads_fifty_megabytes():
    found = needed(write_bytes_per_second="1 GB", consumer_bytes_per_second="50 MB", retention_bytes="1 GB")
    assert found.throughput == 20
    assert found.throughput_formula == "1 GB/s ÷ 50 MB/s = 20"
    assert found.least == 20


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ({"producer_bytes_per_second": "20 MB", "consumer_bytes_per_second": "50 MB"}, 50),
        ({"producer_bytes_per_second": "100 MB", "consumer_bytes_per_second": "50 MB"}, 20),
        ({"producer_bytes_per_second": "300 MB"}, 4),  # 3.33
        ({"consumer_bytes_per_second": "50 MB", "topics": 10}, 2),  # of each topic, which has a tenth
        ({}, 0),
    ],
)
def test_the_slower_of_producer_and_consumer_counts(given, count):
    assert needed(write_bytes_per_second="1 GB", **given).throughput == count


@pytest.mark.parametrize(
    ("given", "count"),
    [
        # 1 MB/s for a week is 604.8 GB, 24.19 times 25 GB.
        ({}, 25),
        ({"retention_hours": 24}, 4),  # 86.4 GB
        ({"retention_hours": None, "retention_bytes": "1 TB"}, 0),
        ({"retention_bytes": "25 GB"}, 0),
        ({"retention_bytes": "26 GB"}, 25),
        ({"largest": 100_000_000_000}, 7),
    ],
)
def test_no_partition_keeps_more_than_is_easy_to_move(given, count):
    assert needed(**given).size == count


def test_the_larger_of_both_is_settled_and_what_is_given_stays():
    given = load.read(
        loads.of([{"name": "a", "consumer_bytes_per_second": "10 kB"}, {"name": "b", "partitions": 3}, {"name": "c"}]),
        "kafka_load",
    )
    assert [one.partitions for one in partitions.settled(given).topics] == [100, 3, 25]


@pytest.mark.parametrize(
    ("given", "rate"),
    [
        ({"partitions": 4, "producer_bytes_per_second": "3 MB", "consumer_bytes_per_second": "2 MB"}, 8_000_000),
        ({"partitions": 4}, None),
    ],
)
def test_partitions_carry_what_the_slower_side_takes(given, rate):
    assert partitions.carried(load.read(loads.of([given]), "kafka_load").topics[0]) == rate
