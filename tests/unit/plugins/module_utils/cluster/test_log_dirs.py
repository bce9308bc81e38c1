# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest
from kafka import errors
from kafka.structs import TopicPartitionReplica

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import log_dirs


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
    assert log_dirs.read(client, 1) == [
        {"path": "/a", "error": "", **common, "replicas": [replica_of(0, 5, False), replica_of(1, 2, True)]},
        {"path": "/b", "error": "KafkaStorageError", **common, "replicas": []},
    ]


def test_a_client_that_may_not_see_folders_is_told_so() -> None:
    denied = SimpleNamespace(error_code=31, results=[])
    with pytest.raises(errors.ClusterAuthorizationFailedError):
        log_dirs.read(SimpleNamespace(send=lambda *_given, **_named: denied), 1)


def test_topics_on_disks_that_may_not_be_seen_are_told() -> None:
    disks = [described("/a", 0, (0, 5, False))]
    client = SimpleNamespace(send=lambda *_given, **_named: SimpleNamespace(error_code=0, results=disks))
    client.describe_topics = lambda names: [{"name": name, "error_code": 29} for name in names]
    assert log_dirs.hidden(client, [], [1]) == ["t"]
    assert log_dirs.hidden(client, ["t"], [1]) == []


def test_where_folders_may_not_be_seen_nobody_can_tell_that_no_topic_is_hidden() -> None:
    denied = SimpleNamespace(error_code=31, results=[])
    with pytest.raises(errors.ClusterAuthorizationFailedError):
        log_dirs.hidden(SimpleNamespace(send=lambda *_given, **_named: denied), [], [1])


def test_replicas_that_a_broker_does_not_take_are_told_but_for_those_that_are_gone() -> None:
    answers = {0: errors.NoError, 1: errors.UnknownTopicOrPartitionError, 2: errors.LogDirNotFoundError}
    asked = {("t", number): "/a" for number in answers}

    def altered(given):
        assert given == {("t", number, 7): "/a" for number in answers}
        return {TopicPartitionReplica(*one): answers[one[1]] for one in given}

    client = SimpleNamespace(alter_replica_log_dirs=altered)
    assert log_dirs.move(client, 7, asked) == {("t", 2): "LogDirNotFoundError"}
