# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Hosts replaced, added and taken out as docs/hosts.md says, one after the other on one cluster that keeps its data."""

from __future__ import annotations

import re
from typing import Any, Mapping, Sequence

import pytest
from kafka import KafkaAdminClient

from tests.changes import readings
from tests.changes.clusters import Inventory
from tests.changes.hosts import Hosts
from tests.servers.typing_in import typed
from tests.servers.waiting import eventually

pytestmark = pytest.mark.parametrize("hosts", ["spare"], indirect=True, scope="session")
STOP = "systemctl disable --now kafka"


def inventory(hosts: Hosts, brokers: Sequence[str], controllers: Sequence[str], **own: Mapping[str, Any]) -> Inventory:
    """The cluster with these hosts, of which some have inputs of their *own*."""
    made = hosts.cluster.inventory()
    groups = {"kafka": brokers, "kafka_controllers": controllers}
    made["all"]["children"] = {group: {"hosts": {name: {} for name in names}} for group, names in groups.items()}
    for name, given in own.items():
        made["all"]["hosts"][name].update(given)
    used = {*brokers, *controllers}
    made["all"]["hosts"] = {name: given for name, given in made["all"]["hosts"].items() if name in used}
    return made


def said(hosts: Hosts, given: Inventory, ends: int = 0, **extra: Any) -> str:
    """What site says, in one line; it has to end so."""
    words = [word for name, value in extra.items() for word in ("-e", f"{name}={value}")]
    done = hosts.play("site", given, *words)
    assert done.returncode == ends, done.stdout[-6000:]
    return " ".join((done.stdout + done.stderr).replace('\\"', '"').split())


def refused(hosts: Hosts, given: Inventory, sentence: str) -> None:
    """Site refuses it, and no file of any host has changed since."""
    before = readings.written(hosts), readings.starts(hosts)
    assert sentence in said(hosts, given, ends=2)
    assert (readings.written(hosts), readings.starts(hosts)) == before


def in_sync(hosts: Hosts, topic: str) -> list[list[int]]:
    admin = KafkaAdminClient(**readings.client(hosts))
    try:
        (found,) = admin.describe_topics([topic])
    finally:
        admin.close()
    return [sorted(one["isr_nodes"]) for one in found["partitions"]]


def brokers_and_voters(hosts: Hosts) -> tuple[dict[int, str], dict[int, str]]:
    """Where brokers serve, and the directories of the voters that follow, by number."""
    admin = KafkaAdminClient(**readings.client(hosts))
    try:
        registered = admin.describe_cluster()["brokers"]
        brokers = {one["broker_id"]: one["host"] for one in registered if not one["is_fenced"]}
        (partition,) = admin.describe_metadata_quorum()["topics"][0]["partitions"]
    finally:
        admin.close()
    return brokers, {one["replica_id"]: str(one["replica_directory_id"]) for one in partition["current_voters"]}


THREE = ["k1", "k2", "k3"]
TAKEN = ["k1", "k2", "k4"]
HELD = "/data/kafka/log/meta.properties"
CLEAN = "find /data -mindepth 1 -delete; rm -rf /etc/kafka"  # as a machine that is new


@pytest.mark.parametrize(
    ("cluster", "number", "sentence"),
    [
        pytest.param("MkU3OEVBNTcwNTJENDM2Qg", 4, "that of the cluster MkU3OEVBNTcwNTJENDM2Qg", id="another cluster"),
        pytest.param("", 9, "k4 holds data with the broker id 9, and kafka_node_id is 4", id="another host"),
    ],
)
def test_a_host_with_a_disk_of_somebody_else_is_refused(hosts: Hosts, cluster: str, number: int, sentence: str) -> None:
    own = hosts.on("k1", f"sed -n s/^cluster.id=//p {HELD}").strip()
    lines = ["version=1", f"cluster.id={cluster or own}", f"node.id={number}", "directory.id=JEXY6aqzQY-32P5TStzaFg"]
    hosts.on("k4", f"mkdir -p {HELD.rpartition('/')[0]} && printf '%s\\n' {' '.join(lines)} >{HELD}")
    refused(hosts, inventory(hosts, [*THREE, "k4"], THREE, k4={"kafka_node_id": 4}), sentence)
    hosts.on("k4", CLEAN)


@pytest.mark.remedy("… … still runs, at …, and this host is to be the one with that number")
def test_another_host_takes_a_number_over_once_the_former_one_is_stopped(hosts: Hosts) -> None:
    before, (_brokers, voters) = readings.held_data(hosts), brokers_and_voters(hosts)
    admin = KafkaAdminClient(**readings.client(hosts))
    admin.create_topics({"single": {"assignments": {0: [3]}}})
    admin.close()
    taking = inventory(hosts, TAKEN, TAKEN, k4={"kafka_node_id": 3})
    address = hosts.cluster.addresses["k3"]
    refused(hosts, taking, f"Broker 3 still runs, at {address}:9092, and this host is to be the one with that number")

    hosts.on("k3", STOP)
    refused(hosts, taking, "Broker 3 alone has single 0, and what was written there is lost without /data/kafka/log")

    told = said(hosts, taking, kafka_accept_lost_partitions="true")
    assert "single 0: nowhere else in sync, so lost" in told
    eventually(lambda: brokers_and_voters(hosts)[0].get(3), hosts.cluster.addresses["k4"])
    eventually(lambda: sorted(brokers_and_voters(hosts)[1]), [1, 2, 3])
    now = brokers_and_voters(hosts)[1]
    assert {number: now[number] == voters[number] for number in now} == {1: True, 2: True, 3: False}
    eventually(lambda: in_sync(hosts, readings.TOPIC), [[1, 2, 3]] * 3)
    admin = KafkaAdminClient(**readings.client(hosts))
    admin.delete_topics(["single"])
    admin.close()
    assert readings.held_data(hosts) == before


@pytest.mark.remedy("former_broker_runs", "former_broker_registered")
def test_a_host_comes_and_goes(hosts: Hosts) -> None:
    before = readings.held_data(hosts)
    hosts.on("k3", CLEAN)
    own = {"k4": {"kafka_node_id": 3}}
    starts = readings.starts(hosts)
    said(hosts, inventory(hosts, [*TAKEN, "k3"], TAKEN, **own, k3={"kafka_node_id": 4}))
    eventually(lambda: brokers_and_voters(hosts)[0].get(4), hosts.cluster.addresses["k3"])
    assert {one: moment for one, moment in readings.starts(hosts).items() if one in starts} == starts
    both = inventory(hosts, [*TAKEN, "k3"], [*TAKEN, "k3"], **own, k3={"kafka_node_id": 4})
    refused(hosts, both, "kafka runs on this host as broker, and the inventory makes it")

    told = said(hosts, inventory(hosts, TAKEN, TAKEN, **own))
    remedy = re.search(r"former_broker_runs: broker 4 \(k3\), .*? stop it on its host \((.*?)\)", told)
    assert remedy, told[-6000:]
    hosts.on("k3", remedy.group(1))
    eventually(lambda: 4 in brokers_and_voters(hosts)[0], False)
    told = said(hosts, inventory(hosts, TAKEN, TAKEN, **own))
    remedy = re.search(
        r"former_broker_registered: broker 4 \(k3\), .*? forget it \(kafka-cluster.sh (unregister .*? --id 4)\)",
        told,
    )
    assert remedy, told[-6000:]
    command = "java -Xmx128m -cp '/opt/kafka/libs/*' org.apache.kafka.tools.ClusterTool"
    hosts.on("k1", f"{command} {typed(remedy.group(1), hosts.cluster.addresses['k1'] + ':9092')}")
    assert "broker 4 (k3)" not in said(hosts, inventory(hosts, TAKEN, TAKEN, **own))
    assert readings.held_data(hosts) == before


def test_a_host_comes_back_under_its_name_with_empty_disks(hosts: Hosts) -> None:
    before, (_brokers, voters) = readings.held_data(hosts), brokers_and_voters(hosts)
    hosts.on("k2", f"{STOP}; {CLEAN}")
    said(hosts, inventory(hosts, TAKEN, TAKEN, k4={"kafka_node_id": 3}))
    eventually(lambda: sorted(brokers_and_voters(hosts)[1]), [1, 2, 3])
    now = brokers_and_voters(hosts)[1]
    assert {number: now[number] == voters[number] for number in now} == {1: True, 2: False, 3: True}
    eventually(lambda: in_sync(hosts, readings.TOPIC), [[1, 2, 3]] * 3)
    assert readings.held_data(hosts) == before


def test_a_controller_comes_and_goes(hosts: Hosts) -> None:
    before, starts = readings.held_data(hosts), readings.starts(hosts)
    hosts.on("k3", f"{STOP}; {CLEAN}")
    own = {"k4": {"kafka_node_id": 3}}
    said(hosts, inventory(hosts, TAKEN, [*TAKEN, "k3"], **own, k3={"kafka_node_id": 5}))
    eventually(lambda: sorted(brokers_and_voters(hosts)[1]), [1, 2, 3, 5])
    grown = readings.starts(hosts)
    assert {one for one in starts if grown[one] == starts[one]} == set()

    told = said(hosts, inventory(hosts, TAKEN, TAKEN, **own))
    assert {one for one, moment in readings.starts(hosts).items() if grown[one] == moment} == {("k3", "kafka")}
    remedy = re.search(
        r"former_controller_votes: controller 5 \(k3\), .*? stop it on its host \((.*?)\), then "
        r"kafka-metadata-quorum.sh (--bootstrap-server .*? remove-controller [\w -]+)",
        told,
    )
    assert remedy, told[-6000:]
    hosts.on("k3", remedy.group(1))
    command = "java -Xmx128m -cp '/opt/kafka/libs/*' org.apache.kafka.tools.MetadataQuorumCommand"
    hosts.on("k1", f"{command} {typed(remedy.group(2), hosts.cluster.addresses['k1'] + ':9092')}")
    eventually(lambda: sorted(brokers_and_voters(hosts)[1]), [1, 2, 3])
    assert "controller 5 (k3)" not in said(hosts, inventory(hosts, TAKEN, TAKEN, **own))
    assert readings.held_data(hosts) == before
