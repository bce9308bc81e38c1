# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from dataclasses import replace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import topics, topics_text
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.topics import Found, Known, Placed, Plan, Setting
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.topics_wanted import Topic
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Change

TEXT, LONG, DOUBLE, LIST, BOOLEAN = 2, 5, 6, 7, 1
OWN_WEEK = {"retention.ms": Setting("604800000", True, LONG)}
DEFAULT_WEEK = {"retention.ms": Setting("604800000", False, LONG)}
ORDERS = Found({0: Placed([1, 2], 1), 1: Placed([2, 3], 2)})
BROKERS = [1, 2, 3]


def known(found=ORDERS, **others):
    return Known({"orders": found, **others}, BROKERS)


@pytest.mark.parametrize(
    ("topic", "found", "expected"),
    [
        pytest.param(Topic("new", 3, 2), ORDERS, Plan(created=[Topic("new", 3, 2)]), id="not there"),
        pytest.param(Topic("new", present=False), ORDERS, Plan(), id="absent and not there"),
        pytest.param(Topic("orders"), ORDERS, Plan(), id="nothing said of it"),
        pytest.param(Topic("orders", 2, 2), ORDERS, Plan(), id="as it is"),
        pytest.param(Topic("orders", present=False), ORDERS, Plan(deleted=["orders"]), id="to be deleted"),
        pytest.param(Topic("orders", 5), ORDERS, Plan(raised={"orders": 5}), id="more partitions"),
        pytest.param(
            Topic("orders", replication=3),
            ORDERS,
            Plan(resized={"orders": 3}),
            id="more replicas",
        ),
        pytest.param(
            Topic("orders", replication=2),
            Found({0: Placed([1, 2], 1), 1: Placed([2], 2)}),
            Plan(resized={"orders": 2}),
            id="of one that was left with fewer",
        ),
        pytest.param(
            Topic("orders", configs={"retention.ms": "604800000"}), replace(ORDERS, settings=OWN_WEEK), Plan(), id="set"
        ),
        pytest.param(
            Topic("orders", configs={"retention.ms": "604800000"}),
            replace(ORDERS, settings=DEFAULT_WEEK),
            Plan(configs={"orders": {"retention.ms": "604800000"}}),
            id="the default, which may change",
        ),
        pytest.param(
            Topic("orders", configs={"retention.ms": "1000"}),
            replace(ORDERS, settings=OWN_WEEK),
            Plan(configs={"orders": {"retention.ms": "1000"}}),
            id="another value",
        ),
        pytest.param(
            Topic("orders", configs={"retention.ms": None}),
            replace(ORDERS, settings=OWN_WEEK),
            Plan(configs={"orders": {"retention.ms": None}}),
            id="its own no more",
        ),
        pytest.param(
            Topic("orders", configs={"retention.ms": None}), replace(ORDERS, settings=DEFAULT_WEEK), Plan(), id="is not"
        ),
    ],
)
def test_what_is_to_be_done(topic, found, expected):
    planned = topics.plan([topic], known(found))
    assert planned == expected
    assert bool(planned) is (expected != Plan())
    assert planned.concerned == ([topic.name] if planned else [])


@pytest.mark.parametrize(
    ("topic", "found", "sentences"),
    [
        pytest.param(
            Topic("orders", 1),
            ORDERS,
            [
                "The topic orders has 2 partitions and is to have 1: Kafka takes none away; give 2, or make another "
                "topic and copy the records."
            ],
            id="fewer partitions",
        ),
        pytest.param(
            Topic("orders", replication=4),
            ORDERS,
            ["The topic orders is to have 4 replicas, and brokers 1, 2, 3 alone run; give 3 at most, or start more."],
            id="more replicas than brokers",
        ),
        pytest.param(
            Topic("new", replication=4), ORDERS, ["The topic new is to have 4 replicas, and brokers 1,"], id="of a new"
        ),
        pytest.param(
            Topic("orders", configs={"min.insync.replicas": "3"}),
            replace(ORDERS, settings={"min.insync.replicas": Setting("1", False, LONG)}),
            ["The topic orders has 2 replicas, and min.insync.replicas is to be 3: nobody could write to it with"],
            id="min ISR above what there is",
        ),
        pytest.param(
            Topic("audit", configs={"retention.ms": "1"}),
            replace(ORDERS, internal=True),
            ["audit is an internal topic, which Kafka makes and changes itself; leave it out."],
            id="internal to the cluster",
        ),
        pytest.param(
            Topic("a.b"),
            ORDERS,
            ["The topic a.b collides with a_b, which is there: Kafka takes . and _ for the same in the names of"],
            id="colliding",
        ),
    ],
)
def test_one_sentence_tells_what_is_never_done(topic, found, sentences):
    with pytest.raises(GroundworkError) as error:
        topics.plan([topic], known(found, a_b=ORDERS, audit=found))
    told = str(error.value).splitlines()
    assert len(told) == len(sentences)
    assert all(line.startswith(sentence) for line, sentence in zip(told, sentences))


def test_the_min_isr_that_topics_are_to_have():
    given = [Topic("a", configs={"min.insync.replicas": "1"}), Topic("b", configs={"min.insync.replicas": None})]
    assert topics.min_isr([*given, Topic("c"), Topic("d", configs={"min.insync.replicas": "x"})]) == {"a": 1}


def test_min_isr_that_is_above_what_there_is_already_is_left_to_the_health_playbook():
    found = replace(ORDERS, settings={"min.insync.replicas": Setting("3", True, LONG)})
    assert not topics.plan([Topic("orders", configs={"min.insync.replicas": "3"})], known(found))


def test_a_setting_that_is_unknown_is_told_of_a_new_topic_as_well():
    with pytest.raises(GroundworkError, match=r"The topic new has retention\.mss, which is not a setting"):
        topics.plan([Topic("new", configs={"retention.mss": "1"})], replace(known(), keys=["retention.ms"]))


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("TRUE", BOOLEAN, "true"),
        (" 007", LONG, "7"),
        ("a week", LONG, "a week"),
        ("0.50", DOUBLE, "0.5"),
        ("delete, compact", LIST, "compact,delete"),
        (" LZ4 ", TEXT, "LZ4"),
    ],
)
def test_values_are_compared_as_kafka_reads_them(value, kind, expected):
    assert topics.as_read(value, kind) == expected


@pytest.mark.parametrize(
    ("wanted", "written", "told"),
    [
        pytest.param(Topic("orders", 3), ["orders"], 1, id="records"),
        pytest.param(Topic("orders", 3), [], 0, id="none"),
        pytest.param(Topic("orders", 3, keys_may_move=True), ["orders"], 0, id="accepted"),
    ],
)
def test_partitions_are_raised_where_no_key_moves_or_that_is_accepted(wanted, written, told):
    found = topics.keys_would_move(topics.plan([wanted], known()), known(), [wanted], written)
    assert len(found) == told
    if told:
        assert found == [
            "The topic orders has records, and with 3 partitions instead of 2 the records of a key go to another one "
            "than before, out of their order; give it keys_may_move: true where that does not matter, or make another "
            "topic."
        ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param(
            [Change("orders", 0, (1, 2), (1, 2, 3), 1 << 20), Change("orders", 1, (2, 3), (2, 3, 1), 2 << 20)],
            "The topic orders has 2 replicas and is to have 3: for 2 partitions 3.0 MiB would be copied to brokers 1, "
            "3; give reassign: true to have that done, or leave replication_factor as it is.",
            id="more",
        ),
        pytest.param(
            [Change("orders", 0, (1, 2, 3, 4), (1, 2, 3)), Change("other", 0, (1,), (2,))],
            "The topic orders has 4 replicas and is to have 3: for 1 partition replicas of broker 4 would be deleted; "
            "give reassign: true to have that done, or leave replication_factor as it is.",
            id="fewer",
        ),
    ],
)
def test_what_a_reassignment_would_take_is_told(changes, sentence):
    assert topics.not_asked_for({"orders": 3}, changes) == [sentence]


def test_the_diff_has_the_topics_that_change_alone():
    settings = {**OWN_WEEK, "segment.ms": Setting("5000", True, LONG), "preallocate": Setting("false", False, BOOLEAN)}
    wanted = [
        Topic("orders", 3, 3, {"retention.ms": "1000", "segment.ms": None, "preallocate": "true"}, True),
        Topic("new", 1, configs={"cleanup.policy": "compact", "segment.ms": None}),
        Topic("gone", present=False),
        Topic("same", 2),
    ]
    found = known(replace(ORDERS, settings=settings), gone=ORDERS, same=ORDERS, other=ORDERS)
    planned = topics.plan(wanted, found)
    assert planned.concerned == ["gone", "new", "orders"]
    assert topics_text.text(planned.concerned, found) == (
        "topic gone\n  partitions: 2\n  replication_factor: 2\n"
        "topic orders\n  partitions: 2\n  replication_factor: 2\n  retention.ms: 604800000\n  segment.ms: 5000\n"
    )
    assert topics_text.after(planned.concerned, planned, found) == (
        "topic new\n  partitions: 1\n  replication_factor: the cluster's default\n  cleanup.policy: compact\n"
        "topic orders\n  partitions: 3\n  replication_factor: 3\n  preallocate: true\n  retention.ms: 1000\n"
    )
