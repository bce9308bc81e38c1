# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils import cluster

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
    assert cluster.quorum_of(QUORUM) == {
        "leader_id": 2,
        "voters": [replica(1, 0, None), replica(2, 0, 0.0), replica(3, 15, 1.5)],
        "observers": [replica(4, 1, 0.25, "d-4")],
    }


def test_without_a_leader_nobody_is_behind_anybody() -> None:
    partition = {**QUORUM["topics"][0]["partitions"][0], "leader_id": -1, "observers": []}
    assert cluster.quorum_of({"topics": [{"partitions": [partition]}]}) == {
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
    assert cluster.brokers_of(described) == [
        {"id": 2, "host": "a", "port": 1, "rack": "r", "fenced": False},
        {"id": 10, "host": "b", "port": 2, "rack": None, "fenced": True},
    ]


class Topics:
    """A client that knows two topics, and of which config of one is gone."""

    def describe_topics(self):
        def one(number, leader):
            return {"partition_index": number, "leader_id": leader, "replica_nodes": [1, 2], "isr_nodes": [1]}

        return [
            {"name": "b", "partitions": [one(1, 1), one(0, -1)]},
            {"name": "a", "partitions": [one(0, 1)]},
        ]

    def describe_configs(self, resources, include_synonyms, config_filter):
        assert ([resource.name for resource in resources], include_synonyms, config_filter) == (["b", "a"], True, "all")
        return {"topic": {"a": {}, "b": {"min.insync.replicas": {"value": "2"}}}}


def test_partitions_have_the_least_in_sync_replicas_in_force() -> None:
    found = [
        [part[key] for key in ("topic", "partition", "leader", "isr", "min_isr")]
        for part in cluster.partitions(Topics())
    ]
    assert found == [["a", 0, 1, [1], 1], ["b", 0, None, [1], 2], ["b", 1, 1, [1], 2]]


def test_topics_hold_their_partitions() -> None:
    found = cluster.topics_of(cluster.partitions(Topics()))
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
