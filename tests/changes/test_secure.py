# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster that gets security by the playbook, and loses it again, while a client writes to it."""

from __future__ import annotations

import re
from typing import Any, Mapping

import pytest
from kafka import KafkaAdminClient

from tests.changes import readings
from tests.changes.checks import check_lost_nothing
from tests.changes.clusters import CERTIFICATES
from tests.changes.hosts import Hosts
from tests.servers.writer import Writer, read

pytestmark = pytest.mark.long  # each phase restarts three servers

TOPIC, PASSWORD = "written", "planted"
BACK = ("returned", "closed", "servers", "opened", "plain")
RIGHTS = {"resource": "topic", "name": TOPIC, "operations": ["read", "write", "describe"]}
#: After which phases a ZooKeeper server is as before them.
ALIKE = ({"closed", "returned"}, {"returned", "ended"})
#: What the inventory has from the first phase to the last, and back.
SECURED: Mapping[str, Any] = {
    **CERTIFICATES,
    "kafka_security_enabled": True,
    "kafka_listeners": [{"name": "SECURE", "port": 9094}],
    "kafka_users": [{"name": "writer", "password": PASSWORD, "acls": [RIGHTS]}],
}


class Way:
    """The cluster on its way, in a *phase*."""

    def __init__(self, hosts: Hosts) -> None:
        self.hosts, self.phase = hosts, "plain"

    def play(self, phase: str, *words: str) -> tuple[int, str]:
        """How the playbook ended, and all that it said."""
        done = self.hosts.play("secure", self.hosts.cluster.inventory({**SECURED, "kafka_secure_phase": phase}), *words)
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    def go(self, *phases: str) -> None:
        """Through these phases, each server restarted once for each that it has anything to do with."""
        for phase in phases:
            before = readings.starts(self.hosts)
            returncode, said = self.play(phase)
            assert returncode == 0, said[-6000:]
            after = readings.starts(self.hosts)
            spared = ["zookeeper"] if {self.phase, phase} in ALIKE else []
            due = {(host, service) for host, service in before if service not in spared}
            assert {one for one in before if before[one] != after[one]} == due
            self.phase = phase

    def refused(self, phase: str, sentence: str, playbook: str = "secure") -> None:
        """A run that ends with the sentence, and changes nothing."""
        before = readings.starts(self.hosts), readings.written(self.hosts)
        given = {**SECURED, "kafka_secure_phase": phase}
        done = self.hosts.play(playbook, self.hosts.cluster.inventory(given))
        said = " ".join((done.stdout + done.stderr).split())
        assert done.returncode != 0, said[-3000:]
        assert re.search(sentence, said), said[-3000:]
        assert (readings.starts(self.hosts), readings.written(self.hosts)) == before

    def nothing_to_do(self, playbook: str, given: Mapping[str, Any]) -> None:
        """A run that changes nothing."""
        before = readings.starts(self.hosts)
        done = self.hosts.play(playbook, self.hosts.cluster.inventory(given))
        assert done.returncode == 0, done.stdout[-6000:]
        assert re.findall(r"changed=(\d+)", done.stdout) == ["0"] * len(self.hosts.cluster.hosts), done.stdout[-6000:]
        assert readings.starts(self.hosts) == before

    def client(self, listener: str) -> dict[str, Any]:
        """What kafka-python is given to come in at a listener for clients."""
        port = {"CLIENT": 9092, "SECURE": 9094}[listener]
        found: dict[str, Any] = {
            "bootstrap_servers": [f"{address}:{port}" for address in self.hosts.cluster.addresses.values()],
            "bootstrap_timeout_ms": readings.PATIENCE * 1000,
        }
        if listener == "SECURE":
            found.update(security_protocol="SASL_SSL", ssl_cafile=str(self.hosts.folder / "tls/ca.pem"))
            found.update(sasl_mechanism="SCRAM-SHA-512", sasl_plain_username="writer", sasl_plain_password=PASSWORD)
        return found


@pytest.mark.parametrize("hosts", ["three", "keepers"], indirect=True, scope="session")
def test_a_cluster_gets_security_and_loses_it_while_a_client_writes(hosts: Hosts) -> None:
    way = Way(hosts)
    admin = KafkaAdminClient(**way.client("CLIENT"))
    admin.create_topics({TOPIC: {"num_partitions": 6, "replication_factor": 3}})
    admin.close()
    writer = Writer(TOPIC, way.client, "CLIENT")
    way.refused("servers", "no phase can be left out, so run the playbook groundwork.kafka.secure with opened first")
    returncode, said = way.play("opened", "--check")
    assert returncode == 0, said[-3000:]
    assert re.search(r"security: from plain to opened.*CLIENT at port 9092: \d+ connection", said)
    way.go("opened")
    way.nothing_to_do("secure", {**SECURED, "kafka_secure_phase": "opened"})
    way.go("servers")
    way.refused("closed", "Clients are still at the listener CLIENT of this host")
    way.refused("closed", "in the phase servers of getting security .* run the playbook", playbook="site")
    writer.go_over("SECURE")
    way.go("closed", "returned", "ended")
    way.nothing_to_do("site", SECURED)
    way.go(*BACK[:-1])
    writer.go_over("CLIENT")
    way.go("plain")
    way.nothing_to_do("site", {})
    written = writer.end()
    assert writer.failed == []
    assert len(writer.acknowledged) == written
    assert writer.acknowledged - read(TOPIC, way.client("CLIENT")) == set()


@pytest.mark.parametrize("hosts", ["opened"], indirect=True, scope="session")
def test_a_broker_joins_a_cluster_that_is_on_the_way(hosts: Hosts) -> None:
    before = readings.held_data(hosts)
    more = hosts.cluster.inventory()
    more["all"]["children"]["kafka"]["hosts"]["k4"] = {}
    done = hosts.play("site", more)
    assert done.returncode == 0, done.stdout[-6000:]
    (listeners,) = re.findall("^listeners=(.*)$", hosts.on("k4", "cat /etc/kafka/server.properties"), re.MULTILINE)
    assert re.findall(r"(\w+)://", listeners) == ["CLIENT", "SECURE", "BROKER", "BROKER_TLS"]
    admin = KafkaAdminClient(**readings.client(hosts))
    assert {one["host"] for one in admin.describe_cluster()["brokers"]} == set(hosts.cluster.addresses.values())
    admin.close()
    check_lost_nothing(before, readings.held_data(hosts))
    done = hosts.play("secure", more)
    assert done.returncode == 0, done.stdout[-6000:]
    assert re.findall(r"changed=(\d+)", done.stdout) == ["0"] * len(hosts.cluster.hosts), done.stdout[-6000:]
