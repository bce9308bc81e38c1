# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import growth, load, partitions, plan
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.capacity import loads

#: 1 kB/s in one partition, closed by the hour and kept for one: 7.2 MB.
HOURLY = {
    "write_bytes_per_second": "1 kB",
    "partitions": 1,
    "replication_factor": 1,
    "retention_hours": 1,
    "roll_hours": 1,
    "segment_bytes": "2 GB",
}


def resources(topics=(HOURLY,), **cluster):
    given = load.read(loads.of(topics, **{"brokers": 1, **cluster}), "kafka_load")
    return {one.identity: one for one in growth.resources(partitions.settled(given))}


def test_what_grows_by_a_tenth_a_month_has_doubled_in_the_eighth():
    found = resources(growth_percent=10, disk_bytes="14.4 MB")["disk"]
    assert found.percent[:2] == [50.0, 55.0]
    assert (found.percent[7], found.percent[8]) == (97.4, 107.2)  # half of 1.1^7 and of 1.1^8
    assert found.full_after == 8
    assert len(found.percent) == growth.MONTHS + 1


def test_what_is_just_enough_is_not_short():
    assert resources(disk_bytes="7.2 MB")["disk"].full_after is None
    assert resources(disk_bytes=7_199_999)["disk"].full_after == 0


def test_what_is_short_by_little_is_more_than_there_is_in_each_figure():
    given = load.read(loads.of([HOURLY], brokers=1, disk_bytes=7_199_999), "kafka_load")
    found = plan.worked_out(given, "2026-11")
    assert found["sentence"] == (
        "The load does not fit on these brokers. Disk space: more than 7.2 MB are needed of 7.2 MB."
    )
    (disk,) = [one for one in found["resources"] if one["id"] == "disk"]
    assert disk["percent"][0] == 100.1
    assert [(one["id"], one["found"]) for one in found["findings"]] == [("plan_short", "100.1%")]


def test_segments_that_time_closes_become_larger_and_not_more():
    assert set(resources(growth_percent=5)["map_areas"].needed) == {2 * 2 + 500}


def test_more_partitions_take_more_map_areas():
    found = resources([{**HOURLY, "partitions": 100}], partition_growth_percent=50, max_map_count=1000)["map_areas"]
    assert found.needed[:3] == [900, 1100, 1400]  # 100, 150 and 225 partitions of two segments
    assert found.full_after == 1


def test_partitions_carry_a_throughput_and_no_more():
    topics = {**HOURLY, "consumer_bytes_per_second": "2 kB"}
    assert resources([topics], growth_percent=100)["partitions_events"].full_after == 2
    found = resources([{**topics, "partitions": 4}], growth_percent=100, partition_growth_percent=100)
    assert found["partitions_events"].full_after is None
    assert "partitions_events" not in resources()


def test_only_what_is_known_is_told():
    assert list(resources()) == ["map_areas", "descriptors"]
    known = {"disk_bytes": 1, "memory_bytes": 1, "network_bytes_per_second": 1}
    assert list(resources(**known)) == ["disk", "memory", "network_in", "network_out", "map_areas", "descriptors"]


def test_limits_are_those_that_hosts_have_or_the_plan_gives_them():
    assert resources()["map_areas"].capacity == 262144
    assert resources(max_map_count=65530)["map_areas"].capacity == 65530
    assert resources()["descriptors"].capacity == 1024288
    assert resources(nofile=20000)["descriptors"].capacity == 20000


@pytest.mark.parametrize(
    ("cluster", "first", "sentence"),
    [
        ({}, None, "The load fits on these brokers; no growth is planned."),
        ({"growth_percent": 1}, None, "The load fits on these brokers, and nothing runs out within 60 months."),
        (
            {"growth_percent": 10, "disk_bytes": "14.4 MB"},
            "disk",
            "Disk space is what runs out first, after 8 months, in July 2027: 15.4 MB are needed of 14.4 MB.",
        ),
        (
            {"growth_percent": 150, "disk_bytes": "14.4 MB", "network_bytes_per_second": "2 kB"},
            "disk",
            "Disk space is what runs out first, after 1 month, in December 2026: 18 MB are needed of 14.4 MB.",
        ),
        # In the same month, but short by more: 2.5 kB/s of 1.5 kB/s against 18 MB of 14.4 MB.
        (
            {"growth_percent": 150, "disk_bytes": "14.4 MB", "network_bytes_per_second": "1.5 kB"},
            "network_in",
            "Network, in",
        ),
    ],
)
def test_what_runs_out_first(cluster, first, sentence):
    given = load.read(loads.of([{**HOURLY, "read_bytes_per_second": 0}], **{"brokers": 1, **cluster}), "kafka_load")
    found = plan.worked_out(given, "2026-11")
    assert found["first"] == first
    assert found["sentence"].startswith(sentence)
