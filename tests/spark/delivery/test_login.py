# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Members that log in: one file of Kafka's client format takes the library of either protocol into a real broker."""

from __future__ import annotations

from pathlib import Path

import pytest
from kafka import KafkaProducer

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import Connection, load
from spark_validation.core.errors import CouldNotRunError
from spark_validation.delivery import process
from spark_validation.delivery.librdkafka import options
from spark_validation.delivery.run import deliver
from tests.servers.broker import Broker
from tests.spark.cluster.test_security import scram, written


def certificate(broker: Broker, path: Path, inline: bool) -> Path:
    """A client's certificate and its encrypted key, in a file or in the configuration itself."""
    key, rest = broker.pki.client.read_text().split("-----BEGIN CERTIFICATE-----")
    inside = {"ssl_keystore_key": key, "ssl_keystore_certificate_chain": f"-----BEGIN CERTIFICATE-----{rest}"}
    return written(
        path,
        security_protocol="SSL",
        ssl_truststore_type="PEM",
        ssl_truststore_certificates=broker.pki.authority.read_text(),
        ssl_keystore_type="PEM",
        ssl_key_password=broker.pki.client_password,
        **(inside if inline else {"ssl_keystore_location": str(broker.pki.client)}),
    )


@pytest.mark.usefixtures("librdkafka")
@pytest.mark.parametrize("way", ["scram", "file", "inline"])
def test_librdkafka_comes_in(broker: Broker, tmp_path: Path, way: str) -> None:
    from confluent_kafka import Consumer

    path = tmp_path / "client.properties"
    config = scram(broker, path, broker.password) if way == "scram" else certificate(broker, path, way == "inline")
    servers = broker.scram if way == "scram" else broker.mutual
    given = {**options(load(config).properties), "bootstrap.servers": servers, "group.id": "login"}
    consumer = Consumer(given)
    assert len(consumer.list_topics(timeout=20).brokers) == 1
    consumer.close()


def test_no_list_of_processes_shows_the_password(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    producer = KafkaProducer(bootstrap_servers=broker.plain)
    for _record in range(40):
        producer.send("login", b"x")
    producer.close()
    shown: list[bytes] = []
    begin = process.subprocess.Popen

    def watched(*given: object, **named: object) -> object:
        begun = begin(*given, **named)  # type: ignore[call-overload]
        shown.extend(Path(f"/proc/{begun.pid}/{name}").read_bytes() for name in ("cmdline", "environ"))
        return begun

    monkeypatch.setattr(process.subprocess, "Popen", watched)
    config = load(scram(broker, tmp_path / "client.properties", broker.password))
    with Cluster(Connection(broker.scram, config)) as cluster:
        (view,) = deliver(cluster, "login", "login", ["classic"]).views
    assert (view.delivered, view.killed) == (40, 1)
    assert shown
    assert not [text for text in shown if broker.password.encode() in text]


def test_a_group_that_may_not_read_is_told(broker: Broker, bootstrap_servers: str) -> None:
    """And the right that is missing with it."""
    from kafka.admin import ACL, ACLOperation, ACLPermissionType, KafkaAdminClient, ResourcePattern, ResourceType

    producer = KafkaProducer(bootstrap_servers=broker.plain)
    producer.send("denied", b"x").get(timeout=30)
    producer.close()
    admin = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    pattern = ResourcePattern(ResourceType.GROUP, "groundwork-smoke-denied-classic")
    rule = ACL("User:ANONYMOUS", "*", ACLOperation.READ, ACLPermissionType.DENY, pattern)
    admin.create_acls([rule])
    try:
        with Cluster(Connection(bootstrap_servers)) as cluster, pytest.raises(CouldNotRunError) as refused:
            deliver(cluster, "denied", "denied", ["classic"])
    finally:
        admin.delete_acls([rule])
        admin.close()
    assert "GroupAuthorizationFailedError" in str(refused.value)
    assert "that this user may read with the group groundwork-smoke-denied-classic" in str(refused.value)
