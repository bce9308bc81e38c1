# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""MirrorMaker between two real clusters with the settings that its role writes: what was written is there once."""

from __future__ import annotations

import time
from typing import Any

import pytest
from kafka import KafkaConsumer

from tests.admin.mirroring import compared, mirror, so_far
from tests.servers.mirror_maker import USER, MirrorMaker, Node
from tests.servers.mirrored import PARTITIONS, QUICKLY, at, ends, made, read_on, taken_back, written


def test_a_flow_runs_and_a_group_goes_on_in_the_copy(nodes, tmp_path) -> None:
    berlin, potsdam = nodes
    made(berlin, "orders")
    written(berlin, "orders", range(300))
    at(berlin, "billing", ends(berlin, "orders"))
    with mirror(tmp_path, nodes) as mirroring:
        told = so_far(mirroring, "copied")
        assert (told["hosts"], told["behind"], told["missing"]) == (1, [], [])
        assert {one["state"] for one in told["connectors"].values()} == {"RUNNING"}
        assert sum(one["copied"] for one in told["positions"]) == 300
        (standing,) = {(one["group"], one["topic"], one["source"]) for one in told["groups"]}
        assert standing == ("billing", "orders", 0)
        assert max(one["copy"] for one in told["groups"]) <= 1
        assert read_on(potsdam, "billing", "berlin.orders") == []
        assert sorted(read_on(potsdam, "another", "berlin.orders")) == list(range(300))


@pytest.mark.long  # Spark compares
def test_each_record_is_copied_once_though_it_is_killed_and_groups_go_on(nodes, tmp_path) -> None:
    berlin, potsdam = nodes
    made(berlin, "orders")
    written(berlin, "orders", range(3000))
    at(berlin, "billing", ends(berlin, "orders"))
    at(berlin, "reports", {part: end // 2 for part, end in ends(berlin, "orders").items()})
    with mirror(tmp_path, nodes) as mirroring:
        assert so_far(mirroring, "running")["hosts"] == 1
        so_far(mirroring, "copied")
        taken_back(berlin, "orders")
        for begin in (3000, 23000):
            written(berlin, "orders", range(begin, begin + 20000))
            mirroring.kill()
            missing = mirroring.status()["behind"]
            mirroring.start()
        assert missing, "it was killed with nothing left to do"
        written(berlin, "orders", range(43000, 44000))
        taken_back(berlin, "orders")
        at(berlin, "billing", ends(berlin, "orders"))
        told = so_far(mirroring, "copied")
        assert (len(told["positions"]), told["behind"]) == (PARTITIONS, [])
        compared(berlin, "orders", potsdam, "berlin.orders", tmp_path)
        lag = potsdam.asked("consumer_groups", groups=[{"name": "billing"}])["groups"][0]["positions"]
        assert {one["topic"] for one in lag} == {"berlin.orders"}
        assert max(one["lag"] for one in lag) <= 1
        assert read_on(potsdam, "billing", "berlin.orders") == []
        again = read_on(potsdam, "reports", "berlin.orders")
        assert set(again) >= set(range(43500, 44000))
        assert "marker" not in mirroring.said()


#: What docs/mirroring.md says that the user needs, in each cluster.
SOURCE_RULES = [
    {"resource": "topic", "name": "orders", "operations": ["describe", "read", "describe_configs"]},
    {"resource": "group", "name": "*", "operations": ["describe"]},
    {"resource": "cluster", "operations": ["describe"]},
]
TARGET_RULES = [
    {"resource": "topic", "name": "mm2-", "pattern": "prefixed", "operations": ["all"]},
    {"resource": "topic", "name": "berlin.checkpoints.internal", "operations": ["all"]},
    {
        "resource": "topic",
        "name": "orders",
        "operations": ["create", "read", "write", "describe", "alter", "alter_configs", "describe_configs"],
    },
    {"resource": "group", "name": "*", "operations": ["read", "describe"]},
    {"resource": "transactional_id", "name": "berlin-mm2", "pattern": "prefixed", "operations": ["write", "describe"]},
    {"resource": "transactional_id", "name": "connect-cluster-berlin-mm2", "operations": ["write", "describe"]},
    {"resource": "cluster", "operations": ["describe", "idempotent_write"]},
]


def allowed(node: Node, rules: list[dict[str, Any]]) -> None:
    """Give the mirror's user these rights."""
    node.asked("cluster_acls", acls=[{"principals": [f"User:{USER}"], **rule} for rule in rules])


@pytest.mark.remedy("… of … holds records of which … has copied")
@pytest.mark.long  # Spark compares
def test_clients_go_over_and_back_with_logins_and_the_rights_that_are_documented(nodes, tmp_path) -> None:
    berlin, potsdam = nodes
    allowed(berlin, SOURCE_RULES)
    allowed(potsdam, TARGET_RULES)
    made(berlin, "orders")
    written(berlin, "orders", range(1000))
    at(berlin, "billing", ends(berlin, "orders"))
    with mirror(tmp_path, nodes, secured=True, replication_policy="identity") as mirroring:
        so_far(mirroring, "copied")
        mirroring.stop()
    compared(berlin, "orders", potsdam, "orders", tmp_path)
    topics = KafkaConsumer(bootstrap_servers=berlin.plain).topics()
    assert topics - {"__consumer_offsets"} == {"orders"}, "nothing is written to the source"
    assert b"marker" not in configs(potsdam)
    # Clients are in potsdam, and come back: berlin's topic goes, and all of it is mirrored there.
    written(potsdam, "orders", range(1000, 1500))
    assert sorted(read_on(potsdam, "billing", "orders")) == list(range(1000, 1500))
    flow = {"source": "potsdam", "target": "berlin", "topics": ["orders"], **QUICKLY}
    back = MirrorMaker(tmp_path / "back", nodes, replication_policy="identity", flows=[flow])
    assert back.status()["foreign"] == ["orders"], "what berlin has would stand there twice"
    berlin.asked("cluster_topics", topics=[{"name": "orders", "state": "absent"}])
    assert back.status()["foreign"] == []
    with mirror(tmp_path / "back", nodes, replication_policy="identity", flows=[flow]) as mirroring:
        so_far(mirroring, "copied")
        mirroring.stop()
    compared(potsdam, "orders", berlin, "orders", tmp_path)
    assert read_on(berlin, "billing", "orders") == []


def configs(node: Node) -> bytes:
    """All that MirrorMaker keeps of its settings in the target."""
    consumer = KafkaConsumer(
        "mm2-configs.berlin.internal",
        bootstrap_servers=node.plain,
        auto_offset_reset="earliest",
        consumer_timeout_ms=5000,
    )
    found = b"".join(record.value or b"" for record in consumer)
    consumer.close()
    assert b"sasl.jaas.config" in found
    return found


@pytest.mark.long  # Spark compares
def test_two_hosts_share_the_work_and_each_goes_on_alone(nodes, tmp_path) -> None:
    berlin, potsdam = nodes
    made(berlin, "orders")
    written(berlin, "orders", range(1000))
    with mirror(tmp_path, nodes, hosts=2) as mirroring:
        assert so_far(mirroring, "copied")["hosts"] == 2
        # One of them leads, and leaves the other's tasks to it for a while; its own are shared out anew at once.
        for number, server in enumerate(mirroring.hosts, 1):
            server.kill()
            written(berlin, "orders", range(number * 1000, number * 1000 + 1000))
            found = mirroring.status("copied", 120, hosts=1, workers=[])
            assert not found["failed"], found
            assert mirroring.status("running")["failed"]
            server.start()
            assert so_far(mirroring, "running")["hosts"] == 2
        time.sleep(3)
        compared(berlin, "orders", potsdam, "berlin.orders", tmp_path)
