# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A real cluster that does not answer cannot tell of former servers; it does once that is mended, by the same run."""

from __future__ import annotations

import re
from typing import Any, Iterator, Mapping

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, users, users_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import former_servers
from tests.servers.cluster import Cluster, running_cluster
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # brokers of its own, which hang for a while

STAYING, LEFT, RECORDS, SECONDS = (1, 2), 3, 20, 4
WRITTEN = [b"record %d" % number for number in range(RECORDS)]
ORDERS = TopicPartition("orders", 0)
#: What the run tells once it is answered: the broker runs, and the inventory has it no more.
ANSWERED = f"Broker {LEFT} (k3) is not in the inventory any more, and it runs and holds 1 partition (orders-0), so "


def ran(ports: list[int], client: Mapping[str, str]) -> list[dict[str, Any]]:
    """What is found when the playbook asks the brokers that stay of the one that left."""
    where = [f"127.0.0.1:{port}" for port in ports]
    given = {"bootstrap_servers": where, "client_config": client, "timeout": SECONDS, "servers": {str(LEFT): "k3"}}
    return list(former_servers.run(given)["findings"])


def check_told(found: list[dict[str, Any]], ports: list[int]) -> None:
    (told,) = found
    assert (told["id"], told["subject"]) == ("former_servers_unknown", "k3 (3), not in the inventory any more")
    where = ", ".join(f"127.0.0.1:{port}" for port in ports)
    assert re.fullmatch(
        f"mend what keeps the brokers from answering, and run the playbook again: The brokers at {where} accept "
        rf"connections but did not answer over PLAINTEXT within {SECONDS} seconds \(.+\); check that "
        r"security\.protocol fits the listener, and the certificates\.",
        told["remedy"],
    ), told


def said(ports: list[int], client: Mapping[str, str]) -> str:
    """How the run ends."""
    try:
        return str(ran(ports, client))
    except GroundworkError as error:
        return str(error)


def check_answered(ports: list[int], client: Mapping[str, str]) -> None:
    """Run again, the run tells what it could not tell: the broker runs and holds a partition."""
    eventually(lambda: said(ports, client)[: len(ANSWERED)], ANSWERED)


def log_in(cluster: Cluster) -> dict[str, str]:
    """How a user that the cluster has from now on asks at the listener that wants a login over TLS."""
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        users_admin.apply(client, [users.User("alice", "planted", [])], users.Plan(["alice"], [], [], []))
    login = 'org.apache.kafka.common.security.scram.ScramLoginModule required username="alice" password="planted";'
    return {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.jaas.config": login,
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(cluster.authority),
    }


def check_lost_nothing(cluster: Cluster) -> None:
    consumer = KafkaConsumer(bootstrap_servers=cluster.bootstrap_servers, enable_auto_commit=False)
    with consumer:
        consumer.assign([ORDERS])
        consumer.seek_to_beginning(ORDERS)
        end, read = consumer.end_offsets([ORDERS])[ORDERS], []
        while consumer.position(ORDERS) < end:
            read += [one.value for records in consumer.poll(1000).values() for one in records]
    assert read == WRITTEN


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three brokers, of which one that the inventory has no more holds a partition."""
    with running_cluster("kraft", tmp_path_factory.mktemp("unknown")) as made:
        with connection.connected(made.bootstrap_servers, {}, 30) as client:
            configs = {"min.insync.replicas": "1"}
            client.create_topics({ORDERS.topic: {"assignments": {0: [LEFT, 1]}, "configs": configs}})
            client.wait_for_topics([ORDERS.topic])
        producer = KafkaProducer(bootstrap_servers=made.bootstrap_servers, acks="all")
        for record in WRITTEN:
            producer.send(ORDERS.topic, record, partition=0)
        producer.close()
        yield made


@pytest.mark.remedy("former_servers_unknown")
def test_brokers_that_hung_go_on(cluster: Cluster) -> None:
    ports = [cluster.brokers[number].port for number in STAYING]
    try:
        for number in STAYING:
            cluster.brokers[number].pause()
        found = ran(ports, {})
    finally:
        for number in STAYING:
            cluster.brokers[number].resume()
    check_told(found, ports)
    check_answered(ports, {})
    check_lost_nothing(cluster)


@pytest.mark.remedy("former_servers_unknown")
def test_they_are_asked_as_their_listener_wants_it(cluster: Cluster) -> None:
    ports = [cluster.secure_ports[number] for number in STAYING]
    check_told(ran(ports, {}), ports)
    check_answered(ports, log_in(cluster))
    check_lost_nothing(cluster)
