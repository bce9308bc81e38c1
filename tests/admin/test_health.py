# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One look at real clusters of both modes: all is well, and what a real fault makes of it."""

from __future__ import annotations

import time

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.health import gathered
from ansible_collections.groundwork.kafka.plugins.modules import cluster_health
from tests.servers.waiting import eventually

#: What a cluster tells of itself over its admin API, in both modes, and only in one.
BOTH = {
    *("under_replicated", "under_min_isr", "at_min_isr", "offline_partitions", "partitions_spread", "leaders_spread"),
    *(
        "not_preferred",
        "active_controllers",
        "answering",
        "offline_log_dirs",
        "log_dir_free",
        "group_lag",
        "group_lead",
    ),
}
OF_MODE = {
    "zookeeper": set(),
    "kraft": {
        *("fenced_brokers", "active_brokers", "quorum_leader", "quorum_voters_behind", "quorum_observers_behind"),
    },
}


def asked(addresses, timeout=15):
    """The values by vital sign and subject."""
    told = cluster_health.run({"bootstrap_servers": addresses, "client_config": {}, "timeout": timeout})
    return {(one["id"], one["subject"]): one for one in gathered.judged(told, {}, {}, time.time())}


def words(found, *identities):
    return {name: one["verdict"] for (name, _subject), one in found.items() if name in identities}


@pytest.fixture
def topic(cluster):
    """A topic of three replicas, of which two must be in sync."""
    name = f"health-{time.monotonic_ns()}"
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        client.create_topics({name: {"num_partitions": 3, "replication_factor": 3}})
        client.wait_for_topics([name])
    yield name
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        client.delete_topics([name])


def settled(cluster):
    found = asked(cluster.bootstrap_servers)
    return set(words(found, "under_replicated", "offline_partitions", "active_controllers", "answering").values()) == {
        "normal"
    }


@pytest.mark.usefixtures("topic")
def test_a_healthy_cluster_tells_all_it_can_and_nothing_rings(cluster) -> None:
    eventually(lambda: settled(cluster), True, 60)
    found = asked(cluster.bootstrap_servers)
    told = {name for (name, _subject), one in found.items() if one["value"] is not None}
    assert told == BOTH | OF_MODE[cluster.mode]
    assert {name for (name, _subject), one in found.items() if one["verdict"] == "alarm"} - {"log_dir_free"} == set()
    assert {subject for name, subject in found if name == "answering"} == {f"broker {number}" for number in (1, 2, 3)}


def test_a_cluster_that_nobody_can_ask_is_an_alarm_and_nothing_else_is_normal() -> None:
    found = asked(["127.0.0.1:9"])
    assert words(found, "answering") == {"answering": "alarm"}
    assert {one["verdict"] for (name, _subject), one in found.items() if name != "answering"} == {"unknown"}
    assert "No broker accepts connections" in found[("offline_partitions", "cluster")]["missing"]


@pytest.mark.long
@pytest.mark.usefixtures("topic")
def test_a_killed_broker_rings(cluster) -> None:
    eventually(lambda: settled(cluster), True, 60)
    broker = cluster.brokers[3]
    broker.kill()
    try:
        eventually(
            lambda: words(asked(cluster.bootstrap_servers), "under_replicated"), {"under_replicated": "alarm"}, 60
        )
        found = asked(cluster.bootstrap_servers)
        assert words(found, "offline_partitions", "active_controllers") == {
            "offline_partitions": "normal",
            "active_controllers": "normal",
        }
        assert found[("answering", "broker 3")]["verdict"] == "alarm"
        if cluster.mode == "kraft":
            assert found[("fenced_brokers", "cluster")]["value"] == 1
    finally:
        broker.start_again()
    eventually(lambda: settled(cluster), True, 120)


@pytest.mark.long
@pytest.mark.usefixtures("topic")
def test_two_killed_brokers_stop_writes_and_the_quorum(cluster) -> None:
    eventually(lambda: settled(cluster), True, 60)
    for number in (2, 3):
        cluster.brokers[number].kill()
    try:
        if cluster.mode == "kraft":
            expected = {"active_controllers": "alarm", "quorum_leader": "alarm"}
        else:
            expected = {"under_min_isr": "alarm", "active_controllers": "normal"}
        eventually(lambda: words(asked(cluster.bootstrap_servers, 5), *expected), expected, 90)
    finally:
        for number in (2, 3):
            cluster.brokers[number].start_again()
    eventually(lambda: settled(cluster), True, 120)


@pytest.mark.long
@pytest.mark.usefixtures("topic")
def test_a_broker_that_hangs_is_told_within_its_time_and_hides_nothing_of_the_others(cluster) -> None:
    eventually(lambda: settled(cluster), True, 60)
    broker = cluster.brokers[2]
    broker.pause()
    try:
        began = time.monotonic()
        found = asked(cluster.bootstrap_servers, 5)
        assert time.monotonic() - began < 60
        assert found[("answering", "broker 2")]["verdict"] == "alarm"
        assert found[("answering", "broker 1")]["verdict"] == "normal"
        assert found.get(("offline_log_dirs", "broker 2"), {"verdict": "unknown"})["verdict"] == "unknown"
        assert found[("offline_log_dirs", "broker 3")]["verdict"] == "normal"
    finally:
        broker.resume()
    eventually(lambda: settled(cluster), True, 120)
