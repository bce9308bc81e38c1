# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import topics_wanted
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.topics_wanted import Topic
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError


def test_what_is_given_becomes_what_kafka_reads():
    given = {"name": "a", "partitions": 3, "replication_factor": 2, "keys_may_move": True}
    configs = {"cleanup.policy": ["compact", "delete"], "preallocate": True, "retention.ms": 1000, "segment.ms": None}
    assert topics_wanted.wanted([{**given, "configs": configs}, {"name": "b", "state": "absent"}]) == [
        Topic(
            "a",
            3,
            2,
            {"cleanup.policy": "compact,delete", "preallocate": "true", "retention.ms": "1000", "segment.ms": None},
            True,
        ),
        Topic("b", present=False),
    ]


@pytest.mark.parametrize("name", ["a", "A-1.b_c", "...", "x" * 249, "__mine"])
def test_a_name_that_kafka_takes(name):
    assert topics_wanted.refused_name(name) == ""


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        pytest.param({"name": ""}, "Kafka refuses the topic ''; give 1 to 249 letters", id="no name"),
        pytest.param({"name": "or ders"}, "Kafka refuses the topic 'or ders'; give", id="a space"),
        pytest.param({"name": "örders"}, "Kafka refuses the topic 'örders'; give", id="an umlaut"),
        pytest.param({"name": "orders\n"}, r"Kafka refuses the topic 'orders\n'; give", id="a line"),
        pytest.param({"name": ".."}, "Kafka refuses the topic '..'; give", id="dots"),
        pytest.param({"name": "x" * 250}, "Kafka refuses the topic 'xxxxxxxxxxxxxxxxxxxx...'; give", id="too long"),
        pytest.param(
            {"name": "__consumer_offsets"},
            "__consumer_offsets is an internal topic, which Kafka makes and changes itself; leave it out.",
            id="internal",
        ),
        pytest.param(
            {"name": "__transaction_state", "state": "absent"}, "__transaction_state is an internal topic", id="deleted"
        ),
        pytest.param({"name": "a", "partitions": 0}, "The topic a has partitions: 0; give 1 or more", id="none"),
        pytest.param(
            {"name": "a", "partitions": 1 << 31},
            "The topic a has partitions: 2147483648; give fewer: Kafka has 2147483647 at most.",
            id="more than there are numbers",
        ),
        pytest.param(
            {"name": "a", "replication_factor": -1},
            "The topic a has replication_factor: -1; give 1 or more, or leave it out.",
            id="no replica",
        ),
        pytest.param(
            {"name": "a", "replication_factor": 2, "configs": {"min.insync.replicas": 3}},
            "The topic a has min.insync.replicas 3 and replication_factor 2: nobody could write to it with acks=all; "
            "give min.insync.replicas 2 at most.",
            id="min ISR",
        ),
        pytest.param(
            {"name": "a", "partitions": 3, "state": "absent"},
            "The topic a is to be absent, with partitions, replication_factor or configs; leave these out.",
            id="absent and more",
        ),
        pytest.param(
            {"name": "a", "configs": {"retention.ms": {"days": 3}}}, "retention.ms is a mapping; write", id="a mapping"
        ),
    ],
)
def test_one_sentence_tells_what_can_not_be(given, sentence):
    with pytest.raises(GroundworkError) as error:
        topics_wanted.wanted([given])
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_all_that_is_wrong_is_told_at_once():
    given = [{"name": name} for name in ("a.b", "a_b", "c", "c", "d e", "other")]
    with pytest.raises(GroundworkError) as error:
        topics_wanted.wanted(given)
    assert [line.split(";", maxsplit=1)[0] for line in str(error.value).splitlines()] == [
        "Kafka refuses the topic 'd e'",
        "The topic c stands twice in the list",
        "The topic a_b collides with a.b: Kafka takes . and _ for the same in the names of metrics, and refuses the "
        "second of the two",
    ]


def test_of_two_that_collide_one_may_go():
    assert len(topics_wanted.wanted([{"name": "a.b", "state": "absent"}, {"name": "a_b"}])) == 2


@pytest.mark.parametrize(
    ("key", "known", "found"),
    [
        pytest.param("retention.ms", ["retention.ms"], [], id="known"),
        pytest.param("retention.ms", [], [], id="nobody tells"),
        pytest.param(
            "retention.mss",
            ["retention.bytes", "retention.ms"],
            [
                "The topic a has retention.mss, which is not a setting of topics in this cluster; the nearest that is "
                "one is retention.ms: give that, or leave it out."
            ],
            id="near",
        ),
        pytest.param(
            "xyz",
            ["retention.ms"],
            ["The topic a has xyz, which is not a setting of topics in this cluster; leave it out."],
            id="nothing near",
        ),
    ],
)
def test_settings_that_the_cluster_does_not_know_are_told(key, known, found):
    assert topics_wanted.unknown_keys(Topic("a", configs={key: None}), known) == found
