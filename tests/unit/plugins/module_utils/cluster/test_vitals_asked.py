# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster asked once: what one broker does not tell hides nothing of the others."""

from __future__ import annotations

import pytest
from kafka import TopicPartition, errors
from kafka.structs import OffsetAndMetadata

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import log_dirs, state, vitals_asked
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

BROKERS = [
    {"broker_id": number, "host": "k", "port": 9092, "rack": None, "is_fenced": number == 3} for number in (1, 2, 3)
]
PART = TopicPartition("orders", 0)
DISK = {"path": "/data", "error": "", "total": 100, "usable": 50, "replicas": []}
PARTITION = {"topic": "orders", "partition": 0, "leader": 1, "replicas": [1, 2, 3], "isr": [1, 2], "min_isr": 2}
QUORUM = {"leader_id": 2, "voters": [{"id": 1, "seconds_behind": 0.5}], "observers": []}


class Offset:
    def __init__(self, offset):
        self.offset = offset


class Client:
    """A cluster of three brokers, one of them fenced, with a group that is behind."""

    def describe_cluster(self):
        return {"cluster_id": "c", "controller_id": 1, "brokers": BROKERS}

    def list_groups(self, broker_ids):
        self.asked = broker_ids
        return [{"group_id": "billing"}]

    def list_group_offsets(self, groups):
        return {name: {PART: OffsetAndMetadata(40, "", None)} for name in groups}

    def describe_topics(self, _names):
        return [{"name": "orders", "partitions": [{"partition_index": 0, "leader_id": 1}]}]

    def list_partition_offsets(self, parts):
        (spec,) = set(parts.values())
        return {PART: Offset(30 if spec.name == "EARLIEST" else 80)}


@pytest.fixture
def asked(monkeypatch):
    """What is told of a cluster in which these answers, of the module `state` but for the folders, are other ones."""

    def ask(client=None, **answers):
        usual = {"quorum": QUORUM, "log_dirs": [DISK], "partitions": [PARTITION]}
        for name, answer in {**usual, **answers}.items():
            made = answer if callable(answer) else lambda *_given, _answer=answer: _answer
            monkeypatch.setattr(*((log_dirs, "read") if name == "log_dirs" else (state, name)), made)
        found = vitals_asked.ask(client or Client())
        return found.mode, {(one.identity, one.subject): one.value for one in found.readings}, found.readings

    return ask


def failing(error):
    def fail(*_given):
        raise error

    return fail


def test_all_that_a_cluster_tells(asked) -> None:
    mode, found, readings = asked()
    assert mode == "kraft"
    assert found[("active_controllers", "cluster")] == 1
    assert found[("fenced_brokers", "cluster")] == 1
    assert found[("answering", "broker 1")] == 1
    assert found[("answering", "broker 3")] == 0
    assert found[("under_replicated", "cluster")] == 1
    assert found[("quorum_voters_behind", "cluster")] == 0.5
    assert found[("log_dir_free", "broker 2 /data")] == 0.5
    assert found[("group_lag", "group billing")] == 40
    assert found[("group_lead", "group billing")] == 0.2
    assert [one for one in readings if (one.value is None) != bool(one.missing)] == []


def test_a_broker_that_hangs_is_told_and_the_others_too(asked) -> None:
    def folders(_client, broker):
        if broker == 1:
            raise errors.KafkaTimeoutError("no answer")
        return [DISK]

    client = Client()
    _mode, found, readings = asked(client, log_dirs=folders)
    assert (found[("answering", "broker 1")], found[("answering", "broker 2")]) == (0, 1)
    assert [one.missing for one in readings if one.identity == "offline_log_dirs" and one.value is None]
    assert client.asked == [2]  # nobody waits for it again
    # Its own groups are told by nobody.
    assert [found[(name, "broker 1")] for name in ("group_lag", "group_lead")] == [None, None]


def test_groups_that_a_hanging_broker_alone_knows_are_not_told_to_be_well(asked, monkeypatch) -> None:
    client = Client()
    monkeypatch.setattr(client, "list_groups", lambda **_named: [])
    _mode, found, _readings = asked(client, log_dirs=failing(errors.KafkaTimeoutError("no answer")))
    assert [found.get((name, "cluster")) for name in ("group_lag", "group_lead")] == [None, None]


def test_a_share_group_which_stands_nowhere_hides_nothing_of_the_others(asked, monkeypatch) -> None:
    client = Client()
    told = [{"group_id": "billing", "group_type": "classic"}, {"group_id": "shared", "group_type": "share"}]
    offsets = client.list_group_offsets

    def list_group_offsets(groups):
        if "shared" in groups:  # as a broker says of what it does not know for a group of this kind
            raise errors.GroupIdNotFoundError("shared")
        return offsets(groups)

    monkeypatch.setattr(client, "list_groups", lambda **_named: told)
    monkeypatch.setattr(client, "list_group_offsets", list_group_offsets)
    assert asked(client)[1][("group_lag", "group billing")] == 40


def test_a_group_whose_partition_nobody_leads_is_not_known_to_be_well(asked, monkeypatch) -> None:
    client = Client()
    topics = [{"name": "orders", "partitions": [{"partition_index": 0, "leader_id": -1}]}]
    monkeypatch.setattr(client, "describe_topics", lambda _names: topics)
    _mode, found, _readings = asked(client)
    assert found[("group_lead", "group billing")] is None
    assert ("group_lead", "cluster") not in found


def test_a_broker_that_shows_its_folders_to_others_alone_answers_all_the_same(asked) -> None:
    _mode, found, _readings = asked(log_dirs=failing(errors.ClusterAuthorizationFailedError("no")))
    assert found[("answering", "broker 1")] == 1
    assert found[("log_dir_free", "broker 1")] is None


def test_a_quorum_without_a_leader_is_told(asked) -> None:
    mode, found, _readings = asked(quorum=failing(GroundworkError("The KRaft quorum does not answer.")))
    assert mode == "kraft"
    assert found[("active_controllers", "cluster")] == 0
    assert found[("quorum_leader", "cluster")] == -1
    assert found[("quorum_voters_behind", "cluster")] is None


def test_with_zookeeper_there_is_no_quorum(asked) -> None:
    mode, found, _readings = asked(quorum=None)
    assert mode == "zookeeper"
    assert found[("active_controllers", "cluster")] == 1
    assert ("quorum_leader", "cluster") not in found


def test_a_broker_that_only_partitions_name_does_not_answer(asked) -> None:
    _mode, found, _readings = asked(quorum=None, partitions=[{**PARTITION, "replicas": [1, 2, 7]}])
    assert found[("answering", "broker 7")] == 0
    assert found[("answering", "broker 1")] == 1


def test_partitions_that_nobody_tells_are_not_known(asked) -> None:
    _mode, found, readings = asked(partitions=failing(GroundworkError("Some brokers know of orders.")))
    assert found[("offline_partitions", "cluster")] is None
    assert found[("under_replicated", "cluster")] is None
    assert {one.missing for one in readings if one.identity == "offline_partitions"} == {"Some brokers know of orders"}


def test_who_is_asked_and_has_no_time_is_asked_again_and_then_given_up(asked) -> None:
    answers = [errors.KafkaTimeoutError("slow"), errors.KafkaTimeoutError("slow"), [PARTITION]]

    def partitions(_client):
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert asked(partitions=partitions)[1][("under_replicated", "cluster")] == 1
    assert asked(partitions=failing(errors.KafkaTimeoutError("slow")))[1][("under_replicated", "cluster")] is None


def test_a_cluster_that_does_not_answer() -> None:
    found = vitals_asked.nobody("No broker accepts connections.")
    assert [(one.identity, one.value, one.missing) for one in found.readings] == [
        ("answering", 0, ""),
        ("", None, "No broker accepts connections."),
    ]
