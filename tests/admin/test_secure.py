# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Three real brokers that get security and lose it again while a client writes, and the controllers that they are at
once, or their three ZooKeeper servers.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence

import pytest
from kafka import KafkaConsumer
from kafka.errors import KafkaError

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config, secure, uuids
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import (
    client_format,
    connection,
    state,
    users,
    users_admin,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    ensemble_gate,
    four_letter_word,
    kafka_server,
    kafka_settings,
    zookeeper_server,
)
from ansible_collections.groundwork.kafka.plugins.plugin_utils.pem import principal
from tests.servers.cluster import HOMES, QUIET
from tests.servers.pki import CERTIFICATES
from tests.servers.server import KAFKA, QUICK, ZOOKEEPER, Server, free_ports, java, unpacked
from tests.servers.versions import KRAFT
from tests.servers.versions import ZOOKEEPER as LAST_WITH_ZOOKEEPER
from tests.servers.waiting import eventually
from tests.servers.writer import Writer, read

pytestmark = pytest.mark.long  # three servers, each restarted for each phase

ADDRESS, NUMBERS, TOPIC = "127.0.0.1", (1, 2, 3), "written"
USER, PASSWORD = "alice", "planted"
RIGHTS = {"resource": "topic", "name": TOPIC, "operations": ["read", "write", "describe"]}
LISTENERS = ("CLIENT", "SECURE", "BROKER", "CONTROLLER", "BROKER_TLS", "CONTROLLER_TLS")
#: There, back, and there again.
WAY = ("opened", "servers", "closed", "servers", "opened", "plain", "opened", "servers", "closed", "returned", "ended")
_ID = "4L6g3nShT-eMCtK--X86sw"
#: What is told to a broker of a mode, which is of a version that has it.
_OF_MODE = {
    "kraft": {"mode": "kraft", "version": KRAFT, "groups": ["kafka", "kafka_controllers"]},
    "zookeeper": {"mode": "zookeeper", "version": LAST_WITH_ZOOKEEPER, "groups": ["kafka"]},
}


class Cluster:
    """Servers by number, all of them in a *phase*, and who asks them."""

    def __init__(self, mode: str, folder: Path) -> None:
        self.mode, self.home = mode, unpacked(HOMES[mode])
        self.folder, self.tls, self.phase = folder, folder / "tls", "plain"
        found = free_ports(len(NUMBERS) * len(LISTENERS))
        own = (found[at :: len(NUMBERS)] for at in range(len(NUMBERS)))
        self.ports = {number: dict(zip(LISTENERS, ports)) for number, ports in zip(NUMBERS, own)}
        made = [f"{name}={ADDRESS}" for name in ("server", "operator")]
        subprocess.run([*CERTIFICATES, "--authority=servers", str(self.tls), *made], check=True)
        for name in ("server", "operator"):
            both = (self.tls / f"{name}.key").read_text() + (self.tls / f"{name}.pem").read_text()
            (self.tls / f"{name}.both.pem").write_text(both)
        (folder / "keystore.pem").write_text((self.tls / "server.both.pem").read_text())
        (folder / "truststore.pem").write_text((self.tls / "ca.pem").read_text())
        self.servers = {
            number: Server(self.home, folder, f"node{number}", KAFKA, self.ports[number]["BROKER"], "320m", QUICK)
            for number in NUMBERS
        }
        self.ensemble = Ensemble(self.home, folder) if mode == "zookeeper" else None

    def begin(self) -> None:
        """Start all servers, without security."""
        if self.ensemble:
            self.ensemble.begin()
        for number, server in self.servers.items():
            server.settings.write_text(self.settings(number, "plain"))
        if not self.ensemble:
            self._format()
        for server in self.servers.values():
            server.start(wait=False)
        for server in self.servers.values():
            server.wait()

    def _format(self) -> None:
        ids = {number: uuids.new() for number in NUMBERS}
        voters = ",".join(f"{number}@{ADDRESS}:{self.ports[number]['CONTROLLER']}:{ids[number]}" for number in NUMBERS)
        for server in self.servers.values():
            given = ["--config", server.settings.name, "--cluster-id", _ID, "--initial-controllers", voters]
            command = java(self.home, "kafka.tools.StorageTool", "format", *given, heap="96m")
            subprocess.run(command, cwd=self.folder, check=True, capture_output=True)

    def end(self) -> None:
        """End all that runs."""
        for server in [*self.servers.values(), *(self.ensemble.servers.values() if self.ensemble else ())]:
            server.kill()

    def settings(self, number: int, phase: str) -> str:
        """The server.properties that the role writes for a phase."""
        ports = self.ports[number]
        described = kafka_server.describe(
            kafka_server.Given(
                **dict.fromkeys(("archive_src", "metadata_log_dir", "heap_dump_directory", "link"), ""),
                **dict.fromkeys(("disks", "gc_options", "jvm_options"), ()),
                **_OF_MODE[self.mode],
                name=f"k{number}",
                config={},
                log_dirs=[f"{self.folder}/data{number}"],
                security_enabled=True,
                listeners=[{"name": "SECURE", "port": ports["SECURE"]}],
                secure_phase=phase,
                former_listeners=[{"name": "CLIENT", "port": ports["CLIENT"]}],
            )
        )
        assert described["refusals"] == []
        super_users = [principal((self.tls / f"{name}.pem").read_text(), name) for name in ("server", "operator")]
        given = kafka_settings.Settings(
            node_id=number,
            host=ADDRESS,
            ports=ports,
            rack="",
            log_dirs=[f"{self.folder}/data{number}"],
            zookeeper_connect=self.ensemble.connect if self.ensemble else "",
            controllers=[f"{ADDRESS}:{self.ports[one][described['quorum_listener']]}" for one in NUMBERS],
            super_users=super_users,
            production_config=dict(line.split("=", 1) for line in QUIET),
            config={},
            replication={
                **{f"{topic}.replication.factor": 3 for topic in ("default", "offsets.topic")},
                "min.insync.replicas": 2,
            },
        )
        written = config.properties(kafka_settings.settings(described, given, "1g"))
        return written.replace("/etc/kafka/", f"{self.folder}/")

    def asked(self, *phases: str) -> tuple[list[str], dict[str, str]]:
        """Where brokers of these phases are asked, and how."""
        listener, over_tls = secure.asked_at(phases)
        return [f"{ADDRESS}:{ports[listener]}" for ports in self.ports.values()], self.operator if over_tls else {}

    def give_users(self) -> None:
        """What the role gives once the phase opened is there: a password, and rules."""
        servers, way = self.asked("opened")
        clients = users_admin.Clients(self.client("SECURE")["bootstrap_servers"], way, 15)
        wanted = users.wanted([{"name": USER, "password": PASSWORD, "acls": [RIGHTS]}])
        with connection.connected(servers, way, 30) as client:
            users_admin.run(client, clients, wanted, check_mode=False)

    @property
    def operator(self) -> dict[str, str]:
        """How the operator connects over TLS."""
        return {
            "security.protocol": "SSL",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(self.tls / "operator.both.pem"),
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": str(self.tls / "ca.pem"),
        }

    def client(self, listener: str) -> dict[str, Any]:
        """What kafka-python is given to come in at one of the listeners for clients."""
        login = {
            "security.protocol": "SASL_SSL",
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": str(self.tls / "ca.pem"),
            "sasl.mechanism": "SCRAM-SHA-512",
            "sasl.jaas.config": "org.apache.kafka.common.security.scram.ScramLoginModule required "
            f'username="{USER}" password="{PASSWORD}";',
        }
        found: dict[str, Any] = client_format.options(login if listener == "SECURE" else {})
        return {**found, "bootstrap_servers": [f"{ADDRESS}:{ports[listener]}" for ports in self.ports.values()]}

    def go(self, phase: str) -> None:
        """One server after the other, each once all partitions are where they were."""
        servers, way = self.asked(self.phase, phase)
        if self.ensemble:
            self.ensemble.go(phase)
        for number, server in self.servers.items():
            server.stop()
            server.settings.write_text(self.settings(number, phase))
            server.start()
            eventually(lambda: self._settled(servers, way), len(NUMBERS), 120, (KafkaError, GroundworkError))
        self.phase = phase

    def _settled(self, servers: list[str], way: Mapping[str, str]) -> int:
        """How many brokers there are, and controllers that follow, once every replica is in sync."""
        with connection.connected(servers, way, 15) as client:
            found, quorum = state.partitions(client), None if self.ensemble else state.quorum(client)
            brokers = [one for one in client.describe_cluster()["brokers"] if not one.get("is_fenced")]
        in_sync = all(len(one["isr"]) == len(one["replicas"]) for one in found)
        if self.ensemble:
            return len(brokers) if in_sync else 0
        following = [one for one in (quorum or {"voters": []})["voters"] if (one["seconds_behind"] or 0) < 3]
        return min(len(brokers), len(following)) if in_sync else 0


class Ensemble:
    """ZooKeeper servers by number, which are restarted for those phases alone that change their settings."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.folder, found = folder, free_ports(3 * len(NUMBERS))
        self.ports = {number: found[at :: len(NUMBERS)] for at, number in enumerate(NUMBERS)}
        self.servers = {
            number: Server(home, folder, f"keeper{number}", ZOOKEEPER, self.ports[number][0], "96m", QUICK)
            for number in NUMBERS
        }
        self.restarts = 0

    @property
    def connect(self) -> str:
        """Where brokers find them."""
        return ",".join(f"{ADDRESS}:{client}" for client, *_others in self.ports.values())

    def begin(self) -> None:
        """Start them without security."""
        for number, server in self.servers.items():
            (self.folder / f"keeper{number}-data").mkdir()
            (self.folder / f"keeper{number}-data/myid").write_text(f"{number}\n")
            server.settings.write_text(self._written(number, "plain")[0])
            server.start(wait=False)
        eventually(lambda: self._serving("", ""), len(NUMBERS), 60, (OSError, ValueError))

    def go(self, phase: str) -> None:
        """One after the other that is to have other settings, each once all of them serve."""
        for number, server in self.servers.items():
            written, stores = self._written(number, phase)
            if written != server.settings.read_text():
                eventually(lambda given=stores: self._serving(*given), len(NUMBERS), 60, (OSError, ValueError))
                server.stop()
                server.settings.write_text(written)
                server.start()
                self.restarts += 1
            eventually(lambda given=stores: self._serving(*given), len(NUMBERS), 60, (OSError, ValueError))

    def takes(self, over_tls: bool) -> bool:
        """Whether all of them answer who asks them with TLS, or without."""
        stores = [str(self.folder / f"{name}.pem") if over_tls else "" for name in ("keystore", "truststore")]
        try:
            return self._serving(*stores) == len(NUMBERS)
        except (OSError, ValueError):
            return False

    def _written(self, number: int, phase: str) -> tuple[str, Sequence[str]]:
        """The zoo.cfg that the role writes for a phase, and the certificates with which its server is asked then."""
        described = zookeeper_server.describe(
            zookeeper_server.Given(
                **dict.fromkeys(("heap_dump_directory", "link", "user"), ""),
                **dict.fromkeys(("disks", "gc_options", "jvm_options"), ()),
                **dict.fromkeys(("data_dir", "data_log_dir"), f"{self.folder}/keeper{number}-data"),
                client_port=self.ports[number][0],
                security_enabled=True,
                secure_phase=phase,
            )
        )
        assert described["refusals"] == []
        members = [
            {"id": one, "address": f"{ADDRESS}:{peer}:{election}"} for one, (_own, peer, election) in self.ports.items()
        ]
        folder = f"{self.folder}/keeper{number}-data"
        given = zookeeper_server.Settings(500, 20, 20, folder, folder, members)
        text = zookeeper_server.text(zookeeper_server.settings(described, given))
        asked = [described[name].replace("/etc/zookeeper/", f"{self.folder}/") for name in ("keystore", "truststore")]
        return text.replace("/etc/zookeeper/", f"{self.folder}/"), asked

    def _serving(self, keystore: str, truststore: str) -> int:
        """How many serve, where one of them leads."""
        context = four_letter_word.tls(keystore, truststore)
        answers = [four_letter_word.ask(ADDRESS, client, "srvr", context) for client, *_others in self.ports.values()]
        modes = [four_letter_word.parse_srvr(answer)["mode"] for answer in answers]
        return len(modes) if ensemble_gate.LEADER in modes else 0


@pytest.fixture(params=HOMES)
def cluster(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cluster]:
    """One that begins without security."""
    made = Cluster(request.param, tmp_path)
    try:
        made.begin()
        yield made
    finally:
        made.end()


def lets_in(cluster: Cluster, listener: str) -> bool:
    """Whether a client finds a broker there."""
    try:
        KafkaConsumer(**cluster.client(listener), bootstrap_timeout_ms=5000).close()
    except KafkaError:
        return False
    return True


def test_a_cluster_gets_security_and_loses_it_and_gets_it_and_no_record_is_lost(cluster: Cluster) -> None:
    servers, way = cluster.asked("plain")
    with connection.connected(servers, way, 30) as client:
        client.create_topics({TOPIC: {"num_partitions": 6, "replication_factor": 3}})
    writer = Writer(TOPIC, cluster.client, "CLIENT")
    for phase in WAY:
        if phase == "plain":
            writer.go_over("CLIENT")
        cluster.go(phase)
        if phase == "opened":
            cluster.give_users()
        if phase == "servers":
            writer.go_over("SECURE")
        there = {one for one in ("CLIENT", "SECURE") if lets_in(cluster, one)}
        given = secure.PHASES[phase]
        assert there == {name for name, is_there in (("CLIENT", given.former), ("SECURE", given.secured)) if is_there}
        if cluster.ensemble:
            taken = [cluster.ensemble.takes(over_tls=over_tls) for over_tls in (False, True)]
            assert taken == [given.former, given.secured]
    written = writer.end()
    assert writer.failed == []
    assert len(writer.acknowledged) == written
    assert writer.acknowledged - read(TOPIC, cluster.client("SECURE")) == set()
    if cluster.ensemble:  # not for the last two phases
        assert cluster.ensemble.restarts == (len(WAY) - 2) * len(NUMBERS)
