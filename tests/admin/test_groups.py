# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Consumer groups of real clusters, reset and deleted by the module; Kafka's own tool tells where they stand."""

from __future__ import annotations

import time
from contextlib import contextmanager

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import consumer_groups
from tests.admin.test_topics import gone_afterwards
from tests.admin.test_topics import made as topics
from tests.admin.tools import asked, said
from tests.servers.members import member

LONG = 60
GROUP, TOPIC = "g-billing", "g-orders"
WHOLE = {
    "topics": [],
    "to": None,
    "time": None,
    "offset": None,
    "shift": None,
    "positions": None,
    "may_be_new": False,
    "state": "present",
}


def ran(cluster, *groups, check_mode=False):
    given = asked(cluster, groups=[{**WHOLE, "name": GROUP, **group} for group in groups])
    return consumer_groups.run(given, check_mode)


def positions(cluster, group=GROUP):
    """Where the group stands in each partition, as kafka-consumer-groups.sh tells it."""
    lines = said(cluster, "kafka-consumer-groups.sh", "--describe", "--group", group).splitlines()
    rows = [line.split() for line in lines if line.startswith(f"{group} ")]
    return {int(row[2]): int(row[3]) for row in rows if row[3] != "-"}


@contextmanager
def consuming(cluster, group=GROUP):
    """A consumer that has read everything, and holds its partitions until it ends."""
    options = {"group_id": group, "auto_offset_reset": "earliest", "client_id": "c1"}
    consumer = member(TOPIC, bootstrap_servers=cluster.bootstrap_servers, **options)
    try:
        consumer.seek_to_beginning()  # some may have come with the partitions
        read, deadline = 0, time.monotonic() + LONG
        while read < 30 and time.monotonic() < deadline:
            read += sum(len(records) for records in consumer.poll(500).values())
        assert read == 30
        consumer.commit()
        yield
    finally:
        consumer.close()


@pytest.fixture(scope="module")
def orders(cluster):
    """Three partitions of ten records each, whose times are 1, 2, … ten seconds after 1970."""
    with gone_afterwards(cluster, TOPIC):
        topics(cluster, {"name": TOPIC, "partitions": 3, "configs": {"retention.ms": -1}})
        producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks="all")
        for number in range(30):
            producer.send(TOPIC, b"%d" % number, partition=number % 3, timestamp_ms=1000 * (1 + number // 3))
        producer.close(LONG)
        yield cluster


@pytest.fixture
def group(orders):
    """A group that has read all of them."""
    with consuming(orders):
        pass
    try:
        yield orders
    finally:
        ran(orders, {"state": "absent"})


def test_a_group_is_shown_reset_and_deleted(group) -> None:
    (shown,) = ran(group, {})["groups"]
    assert (shown["state"], shown["members"]) == ("Empty", [])
    assert [(one["partition"], one["position"], one["lag"]) for one in shown["positions"]] == [
        (0, 10, 0),
        (1, 10, 0),
        (2, 10, 0),
    ]
    assert GROUP in [one["name"] for one in ran(group)["groups"]]
    for asked_for, expected in (
        ({"to": "earliest"}, [0, 0, 0]),
        ({"shift": 7}, [7, 7, 7]),
        ({"shift": 7}, [10, 10, 10]),
        ({"time": "1970-01-01T00:00:04Z"}, [3, 3, 3]),
        ({"time": "11000"}, [10, 10, 10]),
        ({"offset": 2, "topics": [f"{TOPIC}:0,2"]}, [2, 10, 2]),
        ({"positions": {TOPIC: {0: 5}}}, [5, 10, 2]),
        ({"to": "latest"}, [10, 10, 10]),
    ):
        planned = ran(group, asked_for, check_mode=True)
        done = ran(group, asked_for)
        assert (done["changed"], done["diff"], done["reset"]) == (True, planned["diff"], planned["reset"])
        assert [one["position"] for one in done["groups"][0]["positions"]] == expected
        if "shift" not in asked_for:
            assert not ran(group, asked_for)["changed"]
    ran(group, {"positions": {TOPIC: {0: 1, 1: 2, 2: 3}}})
    assert positions(group) == {0: 1, 1: 2, 2: 3}
    assert ran(group, {"state": "absent"})["deleted"] == [GROUP]
    assert GROUP not in [one["name"] for one in ran(group)["groups"]]
    assert not ran(group, {"state": "absent"})["changed"]


@pytest.mark.remedy("The group … …, and nothing is")
def test_a_group_with_members_is_refused_until_they_are_stopped(group) -> None:
    ran(group, {"to": "earliest"})
    with consuming(group):
        for wanted in ({"to": "earliest"}, {"state": "absent"}):
            with pytest.raises(
                GroundworkError, match=r"has c1.* \(127\.0\.0\.1\) as members, .*stop its consumers first"
            ):
                ran(group, wanted)
    assert ran(group, {"to": "earliest"})["changed"]
    assert positions(group) == {0: 0, 1: 0, 2: 0}


@pytest.mark.remedy("There is no group … in this cluster; give")
def test_positions_of_a_group_that_is_still_to_come_are_where_it_begins(group) -> None:
    new = {"name": "g-new", "to": "latest", "topics": [TOPIC]}
    with pytest.raises(GroundworkError, match="There is no group g-new in this cluster"):
        ran(group, new)
    try:
        assert ran(group, {**new, "may_be_new": True})["reset"][0]["from"] is None
        consumer = KafkaConsumer(bootstrap_servers=group.bootstrap_servers, group_id="g-new")
        assert [consumer.committed(TopicPartition(TOPIC, number)) for number in range(3)] == [10, 10, 10]
        consumer.close()
    finally:
        ran(group, {"name": "g-new", "state": "absent"})


def test_what_cannot_be_is_told_before_anything_is_written(group) -> None:
    for wanted, sentence in (
        ({"offset": 11}, "The group g-billing would stand at 11 in g-orders-0, which holds 0 to 10; give an offset"),
        ({"to": "latest", "topics": ["g-other"]}, "is to be reset in g-other, which this cluster does not have"),
        ({"to": "latest", "topics": [f"{TOPIC}:3"]}, "is to be reset in g-orders-3, which this cluster does not"),
    ):
        with pytest.raises(GroundworkError, match=sentence):
            ran(group, {"name": "g-new", "to": "latest", "topics": [TOPIC], "may_be_new": True}, wanted)
    assert "g-new" not in [one["name"] for one in ran(group)["groups"]]
