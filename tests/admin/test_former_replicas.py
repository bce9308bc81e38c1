# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker that is gone, and partitions that count on it: real clusters have them whole again by the finding's words.

Either the brokers that are there get them, or another host gets the number.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Iterator

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.structs import OffsetAndMetadata

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, state
from ansible_collections.groundwork.kafka.plugins.modules import cluster_layout, former_servers
from tests.servers import kafka_verify
from tests.servers.cluster import HOMES, Cluster, running_cluster
from tests.servers.server import KAFKA, Server, format_storage, free_port
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # clusters of their own, whose servers are stopped for good

TOPIC, GROUP, RECORDS, READ = "orders", "billing", 30, 10
GONE = 3
PLACED = {0: [1, 3], 1: [3, 2], 2: [2, 1]}
VALUES = [b"record %d" % number for number in range(RECORDS)]
PARTS = [TopicPartition(TOPIC, number) for number in PLACED]
#: What was written before, and where the group stood.
WHOLE = (dict.fromkeys(PLACED, VALUES), [READ] * len(PARTS))
#: What every host has in mind of the others, also of those that are gone.
REMEMBERED = {"k1": 1, "k2": 2, "k3": GONE}
REMEDY = (
    "give them replicas on brokers that are there (kafka-reassign-partitions.sh), or the number to another host "
    "(kafka_node_id), which copies them"
)


def servers(cluster: Cluster) -> list[str]:
    """HOST:PORT of the brokers that run."""
    return [f"127.0.0.1:{broker.port}" for broker in cluster.brokers.values() if broker.process]


def findings(cluster: Cluster, **inventory: int) -> list[tuple[str, str]]:
    """What is found of brokers that the *inventory* has no more, and what is to be done: it has numbers by host."""
    node = {"id": None, "cluster_id": None, "remembered": REMEMBERED}
    brokers = [{"host": host, "id": number, "identity": {"node": node}} for host, number in inventory.items()]
    lists = {"brokers": brokers, "controllers": [], "zookeepers": []}
    former = cluster_layout.run({**lists, "mode": None, "cluster_id": "", "replication_factor": 1})["former"]
    given = {"bootstrap_servers": servers(cluster), "client_config": {}, "timeout": 20, "servers": former}
    found = former_servers.run(given)["findings"] if former else []
    return [(one["found"], one["remedy"]) for one in found if one["id"] == "former_broker_replicas"]


def partitions(cluster: Cluster) -> list[dict[str, Any]]:
    with connection.connected(servers(cluster), {}, 20) as client:
        return list(state.partitions(client))


def short(cluster: Cluster) -> list[dict[str, Any]]:
    """The partitions that miss a replica."""
    return [one for one in partitions(cluster) if sorted(one["isr"]) != sorted(one["replicas"])]


def write(cluster: Cluster) -> None:
    """So many records more of each partition, acknowledged by all in sync, of which two have to be."""
    producer = KafkaProducer(bootstrap_servers=servers(cluster), acks="all")
    for one in [producer.send(TOPIC, value, partition=part) for part in PLACED for value in VALUES]:
        one.get(timeout=60)
    producer.close()


def held(cluster: Cluster) -> tuple[dict[int, list[bytes]], list[int | None]]:
    """The records of each partition, and where the group stands."""
    consumer = KafkaConsumer(bootstrap_servers=servers(cluster), group_id=GROUP, enable_auto_commit=False)
    with consumer:
        stands = [consumer.committed(part) for part in PARTS]
        consumer.assign(PARTS)
        consumer.seek_to_beginning(*PARTS)
        ends = consumer.end_offsets(PARTS)
        found: dict[int, list[bytes]] = {number: [] for number in PLACED}
        while any(consumer.position(part) < ends[part] for part in PARTS):
            for part, read in consumer.poll(1000).items():
                found[part.partition] += [one.value for one in read]
    return found, stands


@pytest.fixture(params=HOMES)
def left(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cluster]:
    """A cluster that holds data, and whose broker 3 has left for good."""
    with running_cluster(request.param, tmp_path) as cluster:
        with connection.connected(cluster.bootstrap_servers, {}, 20) as client:
            client.create_topics({TOPIC: {"assignments": PLACED}})
            client.wait_for_topics([TOPIC])
        write(cluster)
        consumer = KafkaConsumer(bootstrap_servers=servers(cluster), group_id=GROUP, enable_auto_commit=False)
        consumer.commit({part: OffsetAndMetadata(READ, "", -1) for part in PARTS})
        consumer.close()
        eventually(lambda: short(cluster), [])
        cluster.brokers[GONE].stop()
        yield cluster


def check_told(cluster: Cluster) -> None:
    """The finding names the partitions that miss a replica, and those of the topic of offsets are among them."""
    eventually(lambda: [one["isr"] for one in partitions(cluster) if one["topic"] == TOPIC][:2], [[1], [2]])
    ((found, remedy),) = findings(cluster, k1=1, k2=2)
    assert remedy == REMEDY
    assert found.startswith("4 partitions (__consumer_offsets-0, __consumer_offsets-1, ")
    assert f"{TOPIC}-0" in found
    assert held(cluster) == WHOLE


def check_lost_nothing(cluster: Cluster) -> None:
    assert held(cluster) == WHOLE
    write(cluster)  # two of each are in sync again
    assert held(cluster)[0] == dict.fromkeys(PLACED, VALUES * 2)


@pytest.mark.remedy("former_broker_replicas")
def test_brokers_that_are_there_get_its_replicas(left: Cluster, tmp_path: Path) -> None:
    check_told(left)
    plan = {
        "version": 1,
        "partitions": [
            {"topic": one["topic"], "partition": one["partition"], "replicas": [one["leader"], 3 - one["leader"]]}
            for one in partitions(left)
            if GONE in one["replicas"]
        ],
    }
    home, server = left.brokers[1].home, servers(left)[0]
    kafka_verify.execute(home, tmp_path, server, plan)

    def moved() -> set[str]:
        return {line.rpartition(" is ")[2] for line in kafka_verify.verify(home, tmp_path, server, plan)}

    eventually(moved, {"completed."})
    assert findings(left, k1=1, k2=2) == []
    eventually(lambda: short(left), [])
    check_lost_nothing(left)


@pytest.mark.remedy("former_broker_replicas")
def test_another_host_gets_its_number_and_copies_them(left: Cluster, tmp_path: Path) -> None:
    check_told(left)
    former, new = left.brokers[GONE], Server(left.brokers[GONE].home, tmp_path, "another", KAFKA, free_port())
    new.settings.write_text(
        former.settings.read_text()
        .replace(f"PLAINTEXT://127.0.0.1:{former.port}", f"PLAINTEXT://127.0.0.1:{new.port}")
        .replace(f"{tmp_path}/data{GONE}", f"{tmp_path}/another{GONE}")
    )
    if left.mode == "kraft":
        format_storage(new.home, tmp_path, new.name)
    try:
        new.start()
        left.brokers[GONE] = new
        assert findings(left, k1=1, k2=2, k9=GONE) == []
        eventually(lambda: short(left), [])
        left.brokers[1].stop()  # what it led is read from the copy
        eventually(lambda: [one["leader"] for one in partitions(left) if one["topic"] == TOPIC], [GONE, 2, 2])
        assert held(left) == WHOLE
        left.brokers[1].start()
        eventually(lambda: short(left), [])
        check_lost_nothing(left)
    finally:
        new.kill()
