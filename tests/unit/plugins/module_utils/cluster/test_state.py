# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest
from kafka import errors
from kafka.structs import TopicPartitionReplica

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

# As kafka-python 3.0.12 gives them, of a cluster of Kafka 4.3.1.
NOW = 1795271325779
QUORUM = {
    "topics": [
        {
            "partitions": [
                {
                    "leader_id": 2,
                    "current_voters": [
                        {"replica_id": 3, "log_end_offset": 60, "last_caught_up_timestamp": NOW - 1500},
                        {"replica_id": 2, "log_end_offset": 75, "last_caught_up_timestamp": NOW},
                        {"replica_id": 1, "log_end_offset": 75, "last_caught_up_timestamp": -1},
                    ],
                    "observers": [
                        {
                            "replica_id": 4,
                            "replica_directory_id": "d-4",
                            "log_end_offset": 74,
                            "last_caught_up_timestamp": NOW - 250,
                        }
                    ],
                }
            ]
        }
    ]
}


def replica(number, records, seconds, directory=None):
    return {"id": number, "directory_id": directory, "records_behind": records, "seconds_behind": seconds}


def test_voters_and_observers_are_measured_against_the_leader() -> None:
    assert cluster_state.quorum_of(QUORUM) == {
        "leader_id": 2,
        "voters": [replica(1, 0, None), replica(2, 0, 0.0), replica(3, 15, 1.5)],
        "observers": [replica(4, 1, 0.25, "d-4")],
    }


def test_a_quorum_that_says_nothing_is_told_as_one_without_a_leader() -> None:
    class Silent:
        def describe_metadata_quorum(self):
            raise errors.RequestTimedOutError("after 4999 ms")

    for question in (cluster_state.quorum, cluster_state.voter_addresses):
        with pytest.raises(connection.NoAnswerError, match=r"^The KRaft quorum does not answer, .*; start its contro"):
            question(Silent())


def test_without_a_leader_nobody_is_behind_anybody() -> None:
    partition = {**QUORUM["topics"][0]["partitions"][0], "leader_id": -1, "observers": []}
    assert cluster_state.quorum_of({"topics": [{"partitions": [partition]}]}) == {
        "leader_id": None,
        "voters": [replica(number, None, None) for number in (1, 2, 3)],
        "observers": [],
    }


def test_brokers_come_by_id_and_are_not_fenced_where_nothing_is_said() -> None:
    described = {
        "brokers": [
            {"broker_id": 10, "host": "b", "port": 2, "rack": None, "is_fenced": True},
            {"broker_id": 2, "host": "a", "port": 1, "rack": "r"},
        ]
    }
    assert cluster_state.brokers_of(described) == [
        {"id": 2, "host": "a", "port": 1, "rack": "r", "fenced": False},
        {"id": 10, "host": "b", "port": 2, "rack": None, "fenced": True},
    ]


def min_isr_answer(topic, value=None, error=0, source=5):
    """What a broker answers about the settings of *topic*."""
    setting = SimpleNamespace(value=value, config_source=source)
    return SimpleNamespace(resource_name=topic, error_code=error, configs=[setting] if value else [])


class Topics:
    """A client that knows two topics; of the settings it tells what it is given, each time the next."""

    def __init__(self, *answers):
        self.answers = list(answers) or [[min_isr_answer("a", "1"), min_isr_answer("b", "2")]]

    def describe_topics(self):
        def one(number, leader):
            return {"partition_index": number, "leader_id": leader, "replica_nodes": [1, 2], "isr_nodes": [1]}

        return [
            {"name": "b", "partitions": [one(1, 1), one(0, -1)]},
            {"name": "a", "partitions": [one(0, 1)]},
        ]

    def send(self, request, reading=False):
        assert reading
        asked = [(name, list(keys)) for _kind, name, keys in request.resources]
        assert asked == [("b", ["min.insync.replicas"]), ("a", ["min.insync.replicas"])]
        return SimpleNamespace(results=self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])


def test_partitions_have_the_least_in_sync_replicas_in_force() -> None:
    found = [
        [part[key] for key in ("topic", "partition", "leader", "isr", "min_isr")]
        for part in cluster_state.partitions(Topics())
    ]
    assert found == [["a", 0, 1, [1], 1], ["b", 0, None, [1], 2], ["b", 1, 1, [1], 2]]


MISSING, DENIED, BUSY = 3, 29, 7  # UnknownTopicOrPartition, TopicAuthorizationFailed, RequestTimedOut


def test_a_topic_that_the_asked_broker_does_not_know_yet_is_asked_for_again(monkeypatch) -> None:
    monkeypatch.setattr(cluster_state, "_PAUSE_SECONDS", 0)
    client = Topics(
        [min_isr_answer("a", "1"), min_isr_answer("b", error=MISSING)],
        [min_isr_answer("a", "1"), min_isr_answer("b", "2")],
    )
    assert {one["topic"]: one["min_isr"] for one in cluster_state.partitions(client)} == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            [min_isr_answer("a", error=DENIED), min_isr_answer("b", error=DENIED)],
            r"The min ISR of a, b may not be read, so nobody can tell .* right to DescribeConfigs on every topic\.",
        ),
        (
            [min_isr_answer("a", "1"), min_isr_answer("b", error=BUSY)],
            r"The min ISR of b is not told \(RequestTimedOutError\)\.",
        ),
        (
            [min_isr_answer("a", "1"), min_isr_answer("b", error=MISSING)],
            "Some brokers know of b, and others do not; wait until",
        ),
    ],
)
def test_without_the_min_isr_of_every_topic_nothing_is_told(answer, sentence: str, monkeypatch) -> None:
    monkeypatch.setattr(cluster_state, "_PAUSE_SECONDS", 0)
    with pytest.raises(GroundworkError, match=sentence):
        cluster_state.partitions(Topics(answer))


@pytest.mark.parametrize(("source", "own"), [(1, True), (2, False), (3, False), (4, False), (5, False)])
def test_a_topics_own_min_isr_is_told_from_a_default(source: int, own: bool) -> None:
    client = Topics([min_isr_answer("b", "2", source=source)])
    assert cluster_state.min_isr(client, ["b", "a"])["b"] == (2, own)


def test_topics_hold_their_partitions() -> None:
    found = cluster_state.topics_of(cluster_state.partitions(Topics()))
    assert found == [
        {"name": "a", "partitions": [{"partition": 0, "leader": 1, "replicas": [1, 2], "isr": [1], "min_isr": 1}]},
        {
            "name": "b",
            "partitions": [
                {"partition": 0, "leader": None, "replicas": [1, 2], "isr": [1], "min_isr": 2},
                {"partition": 1, "leader": 1, "replicas": [1, 2], "isr": [1], "min_isr": 2},
            ],
        },
    ]


def described(path: str, code: int, *partitions):
    told = [
        SimpleNamespace(partition_index=number, partition_size=size, is_future_key=coming)
        for number, size, coming in partitions
    ]
    topics = [SimpleNamespace(name="t", partitions=told)] if told else []
    return SimpleNamespace(log_dir=path, error_code=code, total_bytes=9, usable_bytes=7, topics=topics)


def replica_of(partition: int, size: int, coming: bool):
    return {"topic": "t", "partition": partition, "size": size, "coming": coming}


def test_each_folder_of_a_broker_is_told_with_what_comes_there() -> None:
    disks = [described("/a", 0, (0, 5, False), (1, 2, True)), described("/b", 56)]
    client = SimpleNamespace(send=lambda *_given, **_named: SimpleNamespace(error_code=0, results=disks))
    common = {"total": 9, "usable": 7}
    assert cluster_state.log_dirs(client, 1) == [
        {"path": "/a", "error": "", **common, "replicas": [replica_of(0, 5, False), replica_of(1, 2, True)]},
        {"path": "/b", "error": "KafkaStorageError", **common, "replicas": []},
    ]


def test_a_client_that_may_not_see_folders_is_told_so() -> None:
    denied = SimpleNamespace(error_code=31, results=[])
    with pytest.raises(errors.ClusterAuthorizationFailedError):
        cluster_state.log_dirs(SimpleNamespace(send=lambda *_given, **_named: denied), 1)


def test_topics_on_disks_that_may_not_be_seen_are_told() -> None:
    disks = [described("/a", 0, (0, 5, False))]
    client = SimpleNamespace(send=lambda *_given, **_named: SimpleNamespace(error_code=0, results=disks))
    client.describe_topics = lambda names: [{"name": name, "error_code": 29} for name in names]
    assert cluster_state.hidden(client, [], [1]) == ["t"]
    assert cluster_state.hidden(client, ["t"], [1]) == []


def test_where_folders_may_not_be_seen_nobody_can_tell_that_no_topic_is_hidden() -> None:
    denied = SimpleNamespace(error_code=31, results=[])
    with pytest.raises(errors.ClusterAuthorizationFailedError):
        cluster_state.hidden(SimpleNamespace(send=lambda *_given, **_named: denied), [], [1])


def test_replicas_that_a_broker_does_not_take_are_told_but_for_those_that_are_gone() -> None:
    answers = {0: errors.NoError, 1: errors.UnknownTopicOrPartitionError, 2: errors.LogDirNotFoundError}
    asked = {("t", number): "/a" for number in answers}

    def altered(given):
        assert given == {("t", number, 7): "/a" for number in answers}
        return {TopicPartitionReplica(*one): answers[one[1]] for one in given}

    client = SimpleNamespace(alter_replica_log_dirs=altered)
    assert cluster_state.alter_log_dirs(client, 7, asked) == {("t", 2): "LogDirNotFoundError"}
