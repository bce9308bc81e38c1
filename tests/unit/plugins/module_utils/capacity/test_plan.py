# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import load, partitions, plan
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.capacity import loads


def planned(topics=(), start="2026-01", **cluster):
    return plan.worked_out(load.read(loads.of(topics, **cluster), "kafka_load"), start)


def values(found):
    return {number["id"]: number["value"] for number in found["numbers"]}


def formula(found, name):
    (one,) = [number["formula"] for number in found["numbers"] if number["id"] == name]
    return one


def test_the_documented_year_of_daily_segments_of_a_thousand_partitions():
    topics = {"partitions": 1000, "replication_factor": 1, "retention_hours": 8760, "roll_hours": 24}
    found = planned([topics], brokers=1, connections=5000)
    assert values(found["topics"][0])["map_areas_of_closed"] == 730_000
    assert formula(found["topics"][0], "map_areas_of_closed") == "365 × 2 × 1,000 = 730,000"
    # With a segment that is written in each partition, and the JVM's own 500.
    assert values(found)["map_areas"] == 732_500
    assert formula(found, "map_areas") == "2 × 366 × 1,000 + 500 of the JVM = 732,500"
    assert found["settings"]["vm.max_map_count"] == 1_048_576
    assert values(found)["descriptors"] == 371_000
    assert found["os_tuning_plan"] == {"partitions": 1000, "segments": 366_000, "connections": 5000}


def test_the_documented_cluster_of_sixty_brokers():
    """50,000 partitions with 2 replicas, 800,000 records a second, 300 MB/s in and 1 GB/s out, of 60 brokers."""
    topics = {
        "name": "all",
        "partitions": 50_000,
        "replication_factor": 2,
        "write_bytes_per_second": "300 MB",
        "records_per_second": 800_000,
        "record_bytes": None,
        "read_bytes_per_second": "1 GB",
        "retention_hours": 168,
        "segment_bytes": "1 GiB",
    }
    found = planned([topics], brokers=60, memory_bytes="24 GB", disks=8)
    of_topics, of_broker = values(found["topics"][0]), values(found)
    assert of_topics["records_per_second"] == 800_000
    assert found["load"][0]["record_bytes"] == 375
    assert of_broker["replicas"] == 1667  # 100,000 ÷ 60
    assert of_broker["replicas_lost"] == 1695  # 100,000 ÷ 59
    # 6 kB/s into each partition fill 1 GiB after 49.7 hours; a week of it, 3.6288 GB, is in four.
    assert of_topics["closed_segments"] == 4
    assert of_broker["segments"] == 8335
    assert of_broker["map_areas"] == 2 * 5 * 1695 + 500
    assert of_broker["write_bytes_per_second"] == 10_000_000
    assert of_broker["page_cache_bytes"] == 300_000_000
    assert found["settings"]["heap"] == "6g"
    # (3,628,800,000 + 1,073,741,824) × 100,000 ÷ 60
    assert of_broker["disk_bytes"] == 7_837_569_706_667
    assert found["settings"]["num.replica.fetchers"] == 4
    assert found["settings"]["num.io.threads"] == 8
    assert found["first"] is None
    (memory,) = [one for one in found["resources"] if one["id"] == "memory"]
    assert memory["needed"] == 300_000_000 + 6_442_450_944 + 536_870_912


def test_what_a_lost_broker_and_its_way_back_take_of_the_network():
    topics = {
        "partitions": 3,
        "replication_factor": 2,
        "read_bytes_per_second": "2 MB",
        "retention_hours": 1,
        "roll_hours": 1,
        "segment_bytes": "2 GB",
    }
    found = values(planned([topics], rebuild_hours=2))
    # 7.2 GB in each replica of all, twice that in the cluster, a third of it on each broker; half of that an hour.
    assert found["disk_bytes"] == 4_800_000_000
    assert found["disk_bytes_lost"] == 7_200_000_000
    assert found["rebuild_bytes_per_second"] == 666_667
    assert found["network_in_bytes_per_second"] == 1_333_334  # 2 MB/s ÷ 3 beside it
    assert found["network_out_bytes_per_second"] == 1_833_334  # (2 MB/s + 1 MB/s + 0.667 MB/s) ÷ 2

    # In a month nothing but what is written counts: 2 MB/s of two brokers, once the third is lost for good.
    assert values(planned([topics], rebuild_hours=720))["network_in_bytes_per_second"] == 1_000_000


@pytest.mark.parametrize(
    ("cluster", "settings"),
    [
        ({"disks": 14}, {"num.io.threads": 14}),
        ({"heap_bytes": "5 GiB"}, {"heap": "5g"}),
        # 25 times 24.192 GB and 1 GiB in a day are 7.31 MB/s, with two thirds of 1 MB/s; half from each other one.
        ({"fetcher_bytes_per_second": "500 kB"}, {"num.replica.fetchers": 8}),
        ({"fetcher_bytes_per_second": "100 MB"}, {"num.replica.fetchers": 4}),
        ({"brokers": 1}, {"num.replica.fetchers": 1}),
        # 23 closed segments and one that is written, of 25 partitions.
        ({"connections": 2_000_000}, {"nofile": 2_000_600}),
    ],
)
def test_settings_follow(cluster, settings):
    found = planned(**cluster)["settings"]
    assert {name: found[name] for name in settings} == settings


def test_classes_are_summed_up():
    one = {"partitions": 4, "replication_factor": 3, "retention_hours": 10, "roll_hours": 1}
    other = {"name": "b", "topics": 5, "partitions": 2, "replication_factor": 1, "retention_hours": 2, "roll_hours": 2}
    found = planned([one, other])
    assert formula(found, "replicas") == "4 + 4 = 8"
    assert formula(found, "segments") == "11 × 4 + 2 × 4 = 52"
    assert formula(found, "descriptors") == "11 × 4 + 2 × 5 + 0 connections = 54"
    assert [one["name"] for one in found["load"]] == ["events", "b"]
    assert found["load"][1] == {
        "name": "b",
        "topics": 5,
        "partitions": 2,
        "replication_factor": 1,
        "record_bytes": 100,
        "records_per_second": 10_000,
        "write_bytes_per_second": 1_000_000,
        "read_bytes_per_second": 1_000_000,
    }


def test_a_sum_of_parts_that_are_rounded_up_says_so():
    one = {"partitions": 4, "replication_factor": 1}
    found = planned([one, {**one, "name": "b"}], brokers=4)
    # Four of each class on three brokers are two on the fullest.
    assert values(found)["replicas_lost"] == 4
    assert formula(found, "replicas_lost") == "4 × 1 ÷ 3 + 4 × 1 ÷ 3, each rounded up = 4"
    assert formula(planned([one], brokers=4), "replicas_lost") == "4 × 1 ÷ 3 = 2"


def test_each_number_has_its_formula_and_its_source():
    found = planned([{"consumer_bytes_per_second": "1 MB"}], racks=3, disks=2)
    for number in [*found["numbers"], *found["topics"][0]["numbers"]]:
        assert number["formula"]
        assert number["source"]
        assert isinstance(number["value"], int)


@pytest.mark.parametrize("start", ["2026", "2026-13", "2026-1", "", "x", "2026-01-01"])
def test_a_start_that_is_no_month_is_refused(start):
    with pytest.raises(GroundworkError, match=r"^start: .* is no month; give a year and a month, such as 2026-01\.$"):
        planned(start=start)


def test_what_the_heap_leaves_the_page_cache_for():
    settled = partitions.settled(load.read(loads.of([{}, {"name": "b", "replication_factor": 2}]), "kafka_load"))
    assert plan.write_bytes_per_second(settled) == 1_666_667  # 1 MB/s, and two thirds of it


def test_more_segments_than_a_kernel_counts_are_refused():
    # 2^30 replicas of two segments each.
    topics = {"topics": 2**15, "partitions": 2**15, "retention_hours": 1, "roll_hours": 1, "segment_bytes": "2 GB"}
    with pytest.raises(GroundworkError) as caught:
        planned([topics])
    assert str(caught.value) == (
        "kafka_load.topics: 2147483648 segments are more than one broker can hold; correct them, or share them among "
        "more brokers."
    )
    assert values(planned([{**topics, "topics": 2**12}]))["map_areas"] == 2**29 + 500


def test_what_does_not_fit_from_the_start_is_a_finding():
    found = planned(disk_bytes="100 GB", racks=2)
    assert [(one["id"], one["severity"], one["subject"]) for one in found["findings"]] == [
        ("plan_short", "high", "Disk space"),
        ("plan_racks_uneven", "medium", "racks"),
    ]
    assert found["first"] == "disk"
    assert found["sentence"].startswith("The load does not fit on these brokers. Disk space: ")


@pytest.mark.parametrize(
    ("given", "found"), [(24, [("plan_few_partitions", "at least 25 partitions", "24")]), (25, []), (None, [])]
)
def test_fewer_partitions_than_the_load_needs_are_a_finding(given, found):
    told = planned([{"partitions": given}])["findings"]
    assert [(one["id"], one["wanted"], one["found"]) for one in told] == found
