# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Topics of real clusters, made and changed by the module; Kafka's own tool tells what has become of them."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager

import pytest
from kafka import KafkaProducer

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import cluster_reassign, cluster_topics
from tests.admin.tools import asked, said

LONG = 60
WEEK = 604800000


PACE = {"throttle": "50m", "at_once": 5, "wait": LONG}


def made(cluster, *topics, check_mode=False, reassign=False, **pace):
    """The module's result for *topics*; one is a name with what it is to be."""
    given = asked(cluster, topics=[_whole(**topic) for topic in topics], reassign=reassign, **{**PACE, **pace})
    return cluster_topics.run(given, check_mode)


def _whole(name, **given):
    return {
        "name": name,
        "partitions": None,
        "replication_factor": None,
        "configs": {},
        "keys_may_move": False,
        "state": "present",
        **given,
    }


@contextmanager
def gone_afterwards(cluster, *names):
    """Topics that later tests' gates do not meet any more."""
    try:
        yield
    finally:
        made(cluster, *({"name": name, "state": "absent"} for name in names))


def described(cluster, name):
    """Partitions, replicas, settings, and the brokers of each partition, as kafka-topics.sh tells them."""
    first, *lines = said(cluster, "kafka-topics.sh", "--describe", "--topic", name).splitlines()
    count, factor = (int(re.search(rf"{what}: (\d+)", first)[1]) for what in ("PartitionCount", "ReplicationFactor"))
    configs = dict(re.findall(r"([a-z.]+)=([^=]*?)(?=,[a-z.]+=|$)", re.search(r"Configs: (\S*)", first)[1]))
    return count, factor, configs, [set(re.search(r"Replicas: ([\d,]+)", line)[1].split(",")) for line in lines]


def listed(cluster):
    """The names of all topics, as the brokers tell them."""
    with connection.connected(cluster.bootstrap_servers, {}, 15) as client:
        return client.list_topics()


def until_still(cluster, *topics):
    """Have cluster_reassign follow the moves until nothing is left, as the action plugin does; the first result."""
    first = last = made(cluster, *topics, reassign=True)
    following = {"plan": first["plan"], "resume": True, "state": "reassigned", "brokers": [], "leaving": []}
    given = asked(cluster, **PACE, **following, replication={}, accept_shared_racks=False)
    deadline = time.monotonic() + LONG
    while last["left"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)
        last = cluster_reassign.run(given, False)
    assert limits(cluster) == []
    return first


def limits(cluster):
    """What limits replication by settings of brokers and topics, as kafka-configs.sh tells it."""
    kinds = ("brokers", "topics")
    told = [said(cluster, "kafka-configs.sh", "--describe", "--entity-type", kind) for kind in kinds]
    return [line.strip() for text in told for line in text.splitlines() if "replication.throttled" in line]


def test_topics_are_made_changed_and_deleted(cluster) -> None:
    small = {"name": "t-orders", "partitions": 3, "replication_factor": 2}
    week = {**small, "configs": {"retention.ms": WEEK, "cleanup.policy": ["compact", "delete"]}}
    with gone_afterwards(cluster, "t-orders", "t-default"):
        planned = made(cluster, week, check_mode=True)
        assert (planned["created"], "t-orders" in listed(cluster)) == (["t-orders"], False)
        done = made(cluster, week, {"name": "t-default"})
        assert (done["changed"], done["created"], done["left"]) == (True, ["t-orders", "t-default"], 0)
        count, factor, configs, _replicas = described(cluster, "t-orders")
        assert (count, factor, configs["retention.ms"]) == (3, 2, str(WEEK))
        assert configs["cleanup.policy"] == "compact,delete"
        again = made(cluster, week, {"name": "t-default"})
        assert (again["changed"], again["diff"]) == (False, {"before": "", "after": ""})
        changed = {**small, "partitions": 4, "configs": {"retention.ms": None, "segment.ms": 90000}}
        done = made(cluster, changed)
        assert done["partitions"] == {"t-orders": 4}
        count, _factor, configs, _replicas = described(cluster, "t-orders")
        assert (count, configs["segment.ms"], "retention.ms" in configs) == (4, "90000", False)
        assert configs["cleanup.policy"] == "compact,delete"
        assert not made(cluster, changed)["changed"]
        done = made(cluster, {"name": "t-orders", "state": "absent"}, {"name": "t-never", "state": "absent"})
        assert (done["deleted"], "t-orders" in listed(cluster), "t-default" in listed(cluster)) == (
            ["t-orders"],
            False,
            True,
        )


@pytest.mark.remedy("The topic … has records, and with")
def test_partitions_are_raised_where_no_key_moves_or_with_a_word(cluster) -> None:
    with gone_afterwards(cluster, "t-keys"):
        made(cluster, {"name": "t-keys", "partitions": 1})
        made(cluster, {"name": "t-keys", "partitions": 2})
        producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks="all")
        producer.send("t-keys", b"value", key=b"key")
        producer.close(LONG)
        with pytest.raises(GroundworkError, match=r"t-keys has records, and with 3 .* give it keys_may_move: true"):
            made(cluster, {"name": "t-keys", "partitions": 3})
        assert not made(cluster, {"name": "t-keys", "partitions": 2})["changed"]
        assert made(cluster, {"name": "t-keys", "partitions": 3, "keys_may_move": True})["changed"]
        assert not made(cluster, {"name": "t-keys", "partitions": 3})["changed"]


@pytest.mark.parametrize("cluster", [pytest.param("zookeeper", marks=pytest.mark.long), "kraft"], indirect=True)
@pytest.mark.remedy(
    "The topic … has … and is to have …:",
    "Fewer replicas of … would be in sync than",
    "The topic … has …, and … is to be",
)
def test_replicas_are_moved_when_that_is_asked_for(cluster) -> None:
    with gone_afterwards(cluster, "t-moved"):
        made(cluster, {"name": "t-moved", "partitions": 6, "replication_factor": 2})
        producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks="all", linger_ms=100)
        for number in range(1200):
            producer.send("t-moved", b"x" * 1024, partition=number % 6)
        producer.close(LONG)
        with pytest.raises(GroundworkError, match=r"2 replicas and is to have 3: for 6 .*1\.\d MiB .*reassign: true"):
            made(cluster, {"name": "t-moved", "replication_factor": 3})
        assert not made(cluster, {"name": "t-moved", "replication_factor": 2})["changed"]
        three = {"name": "t-moved", "configs": {"min.insync.replicas": 3}}
        with pytest.raises(
            GroundworkError, match=r"has 2 replicas, and min\.insync\.replicas is to be 3: .* beside it"
        ):
            made(cluster, three)
        done = until_still(cluster, {**three, "partitions": 7, "replication_factor": 3, "keys_may_move": True})
        assert (done["partitions"], len(done["reassigned"])) == ({"t-moved": 7}, 7)
        _count, factor, _configs, replicas = described(cluster, "t-moved")
        assert (factor, replicas) == (3, [{"1", "2", "3"}] * 7)
        fewer = {"name": "t-moved", "replication_factor": 1}
        with pytest.raises(GroundworkError, match=r"Fewer replicas of t-moved-0 \(1 of 3\), .* would be in sync than"):
            made(cluster, fewer, reassign=True)
        until_still(cluster, {**fewer, "configs": {"min.insync.replicas": 1}})
        assert not made(cluster, {**fewer, "configs": {"min.insync.replicas": 1}})["changed"]


@pytest.mark.parametrize("cluster", [pytest.param("zookeeper", marks=pytest.mark.long), "kraft"], indirect=True)
def test_a_limit_that_a_killed_run_has_left_behind_goes_with_the_next_one(cluster) -> None:
    with gone_afterwards(cluster, "t-killed"):
        two = {"name": "t-killed", "partitions": 2, "replication_factor": 2}
        made(cluster, two)
        three = {"name": "t-killed", "replication_factor": 3}
        planned = made(cluster, three, reassign=True, check_mode=True)
        assert [len(one["to"]) for one in planned["reassigned"]] == [3, 3]
        assert re.search(r"t-killed-0: \d, \d\n", planned["diff"]["before"])
        assert re.search(r"t-killed-0: \d, \d, \d\n", planned["diff"]["after"])
        assert limits(cluster) == []
        assert made(cluster, three, reassign=True, throttle="1m")["left"] == 2
        assert limits(cluster)
        deadline = time.monotonic() + LONG
        while any(len(one) != 3 for one in described(cluster, "t-killed")[3]):
            assert time.monotonic() < deadline
        until_still(cluster, three)
        assert not made(cluster, three, reassign=True)["changed"]


@pytest.fixture(scope="module")
def there(cluster):
    """A cluster with two topics."""
    with gone_afterwards(cluster, "t-there", "t.there"):
        made(cluster, {"name": "t-there", "partitions": 2}, {"name": "t.there"})
        yield cluster


@pytest.mark.parametrize(
    ("topic", "sentence"),
    [
        ({"partitions": 1}, "The topic t-there has 2 partitions and is to have 1: Kafka takes none away"),
        ({"replication_factor": 4}, "The topic t-there is to have 4 replicas, and brokers 1, 2, 3 alone run; give 3"),
        ({"configs": {"retention.mss": 1}}, "t-there has retention.mss, which .* is retention.ms: give that"),
        ({"configs": {"retention.ms": "x"}}, "refuses to set retention.ms = x of the topic t-there: .*Invalid value x"),
        ({"name": "t-new", "configs": {"retention.ms": "x"}}, "refuses to make the topic t-new: Invalid value x"),
        ({"name": "t-new", "configs": {"retenti": 1}}, "The topic t-new has retenti, which is not a setting"),
        ({"name": "t_there"}, "The topic t_there collides with t.there, which is there"),
    ],
    ids=["partitions", "replicas", "key", "value", "value of a new one", "key of a new one", "colliding"],
)
def test_what_cannot_be_is_told_before_anything_is_written(there, topic, sentence) -> None:
    with pytest.raises(GroundworkError, match=sentence):
        made(there, {"name": "t-first"}, {"name": "t-there", **topic})
    assert not {"t-first", "t-new", "t_there"} & set(listed(there))


@pytest.mark.long
def test_a_thousand_topics_as_they_are_wanted_take_three_seconds(cluster) -> None:
    if cluster.mode == "zookeeper":
        pytest.skip("making and deleting them takes its controller minutes, and a plan reads from brokers alone")
    wanted = [
        {
            "name": f"t-many-{number}",
            "partitions": 1,
            "replication_factor": 1,
            "configs": {"retention.ms": WEEK, "min.insync.replicas": 1},
        }
        for number in range(1000)
    ]
    with gone_afterwards(cluster, *(topic["name"] for topic in wanted)):
        assert len(made(cluster, *wanted)["created"]) == 1000
        took = []
        for _try in range(3):
            begun = time.monotonic()
            assert not made(cluster, *wanted)["changed"]
            took.append(time.monotonic() - begun)
        assert min(took) < 3, took
