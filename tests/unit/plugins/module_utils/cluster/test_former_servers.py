# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import former_servers

BROKERS = [{"id": 1, "fenced": False}, {"id": 4, "fenced": False}, {"id": 5, "fenced": True}]
PARTITIONS = [
    {"topic": "a", "partition": 0, "replicas": [1, 4]},
    {"topic": "a", "partition": 1, "replicas": [4, 5]},
    {"topic": "b", "partition": 0, "replicas": [1]},
]
GONE = "88a3e2c4-5f55-4d3a-b4d0-2a0a4e0a7f1b"
QUORUM = {"leader_id": 1, "voters": [{"id": 1, "directory_id": "own"}, {"id": 9, "directory_id": GONE}]}


def findings_of(former, partitions, quorum):
    found = former_servers.findings(former, BROKERS, partitions, quorum)
    return [(one["id"], one["subject"].split(",")[0], one["found"]) for one in found]


def test_a_broker_that_runs_and_holds_partitions_is_not_left_behind() -> None:
    assert former_servers.refusals({4: "k4", 5: "k5", 9: "c9"}, BROKERS, PARTITIONS) == [
        "Broker 4 (k4) is not in the inventory any more, and it runs and holds 2 partitions (a-0, a-1), so nothing "
        "would restart, upgrade or secure it from now on; put it back, move them to brokers that stay "
        "(kafka-reassign-partitions.sh), and then take it out."
    ]


def test_what_is_left_of_servers_that_are_gone_is_told() -> None:
    assert findings_of({4: "k4", 5: "k5", 9: "c9"}, PARTITIONS, QUORUM) == [
        ("former_broker_replicas", "broker 5 (k5)", "1 partition (a-1)"),
        ("former_controller_votes", "controller 9 (c9)", "a voter"),
    ]
    assert findings_of({4: "k4", 9: "c9"}, [], None) == [
        ("former_broker_runs", "broker 4 (k4)", "it runs, without partitions")
    ]
    assert findings_of({5: "k5"}, [], None) == [
        ("former_broker_registered", "broker 5 (k5)", "registered, and stopped")
    ]
    (registered,) = former_servers.findings({5: "k5"}, BROKERS, [], None)
    assert registered["remedy"] == (
        "have the cluster forget it (kafka-cluster.sh unregister --bootstrap-server HOST:PORT "
        "[with security: --config FILE] --id 5)"
    )
    (voting,) = former_servers.findings({9: "c9"}, BROKERS, [], QUORUM)
    assert voting["remedy"].startswith("add a controller first, since the others are no majority without it; then stop")
    assert voting["remedy"].endswith(
        "kafka-metadata-quorum.sh --bootstrap-server HOST:PORT [with security: --command-config FILE] "
        "remove-controller --controller-id 9 --controller-directory-id iKPixF9VTTq00CoKTgp_Gw"
    )
    three = {**QUORUM, "voters": [*QUORUM["voters"], {"id": 2, "directory_id": None}]}
    (voting,) = former_servers.findings({2: "c2"}, BROKERS, [], three)
    assert voting["remedy"].startswith("stop it on its host")
    assert voting["remedy"].endswith("--controller-id 2 --controller-directory-id ITS-DIRECTORY-ID")


def test_nothing_is_told_of_those_that_left_nothing_behind() -> None:
    assert former_servers.refusals({7: "k7"}, BROKERS, PARTITIONS) == []
    assert findings_of({7: "k7"}, PARTITIONS, QUORUM) == []
