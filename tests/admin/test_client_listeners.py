# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker with several listeners for clients, as the role describes it, and clients that come in by each of them."""

from __future__ import annotations

import socket
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Mapping

import pytest
from kafka import KafkaConsumer, KafkaProducer
from kafka.admin import UserScramCredentialUpsertion
from kafka.errors import KafkaError
from kafka.net.sasl.oauth import AbstractTokenProvider

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import client_format, connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kafka_server, kafka_settings
from ansible_collections.groundwork.kafka.plugins.plugin_utils.pem import principal
from tests.servers.cluster import QUIET
from tests.servers.forward import Forward
from tests.servers.pki import CERTIFICATES
from tests.servers.provider import AUDIENCE, ISSUER, Provider
from tests.servers.server import KAFKA, QUICK, Server, free_ports, java, unpacked, zookeeper
from tests.servers.versions import KRAFT, ZOOKEEPER

ADDRESS = "127.0.0.1"
#: Where the broker is behind NAT: clients know nothing of it, and reach ADDRESS at the ports that lead here.
BEHIND = "127.0.0.2"
USER, PASSWORD = "alice", "planted"
#: What the file must escape, and Java must read as it was.
PLAIN = {"name": "pay.ments-1", "password": 'say "hi" \\ 2;'}
_SUBJECT = "tokens"


class Tokens(AbstractTokenProvider):
    """Gives kafka-python one token."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token

    def token(self) -> str:
        return self._token


@dataclass
class Cluster:
    """A server that is broker and controller, and what its clients need to come in."""

    server: Server
    tls: Path
    ports: Mapping[str, int]
    provider: Provider
    outer_ports: Mapping[str, int]

    def at(self, listener: str) -> str:
        """HOST:PORT where clients come to the listener."""
        return f"{ADDRESS}:{self.outer_ports.get(listener, self.ports[listener])}"

    def certificate(self, authority: str, name: str) -> dict[str, str]:
        """Client properties of who shows the certificate of *name*, issued by that authority."""
        own = self.tls / authority
        both = (own / f"{name}.key").read_text() + (own / f"{name}.pem").read_text()
        store = own / f"{name}.both.pem"
        store.write_text(both)
        return {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(store), **self.trust("SSL")}

    def trust(self, protocol: str) -> dict[str, str]:
        """Client properties of who trusts the server's authority."""
        authority = str(self.tls / "servers/ca.pem")
        return {"security.protocol": protocol, "ssl.truststore.type": "PEM", "ssl.truststore.location": authority}

    def login(self, mechanism: str, user: str, password: str) -> dict[str, str]:
        """Client properties of who logs in by a password."""
        module = {"PLAIN": "plain.PlainLoginModule"}.get(mechanism, "scram.ScramLoginModule")
        quoted = password.replace("\\", "\\\\").replace('"', '\\"')
        jaas = f'org.apache.kafka.common.security.{module} required username="{user}" password="{quoted}";'
        return {**self.trust("SASL_SSL"), "sasl.mechanism": mechanism, "sasl.jaas.config": jaas}

    def ways(self) -> dict[str, dict[str, str]]:
        """The client properties that lead in, by listener; that of tokens has its own."""
        return {
            "INTERNAL": self.certificate("clients", "app"),
            **dict.fromkeys(("EXTERNAL", *ROUTED), self.login("SCRAM-SHA-512", USER, PASSWORD)),
            "LEGACY": self.login("PLAIN", PLAIN["name"], PLAIN["password"]),
        }


def _issue(folder: Path, *names: str) -> None:
    made = [f"{name}={ADDRESS}" for name in names]
    subprocess.run([*CERTIFICATES, f"--authority={folder.name}", str(folder), *made], check=True)


#: Two listeners behind NAT: the outer port of one is given as its advertised_port, that of the other is not.
ROUTED = ("ROUTED", "MISTOLD")
NAMES = ("INTERNAL", "EXTERNAL", "LEGACY", "TOKENS", *ROUTED, "CLIENT", "BROKER", "CONTROLLER")
#: What each mode has of its own: who names the archive, what describes the server, and kafka_config.
MODES = {
    "kraft": ("GROUNDWORK_KRAFT_HOME", {"version": KRAFT, "groups": ["kafka", "kafka_controllers"]}, {}),
    "zookeeper": (
        "GROUNDWORK_KAFKA_HOME",
        {"version": ZOOKEEPER, "groups": ["kafka"]},
        # The one that tests have speaks no TLS.
        {"zookeeper.ssl.client.enable": False, "zookeeper.clientCnxnSocket": None},
    ),
}


def describe(folder: Path, mode: str, ports: Mapping[str, int], given: list[dict[str, Any]]) -> dict[str, Any]:
    """The server as the role describes it, with these listeners."""
    own = {"advertised_host": ADDRESS, "bind_address": ADDRESS}
    described: dict[str, Any] = kafka_server.describe(
        kafka_server.Given(
            **dict.fromkeys(("archive_src", "metadata_log_dir", "heap_dump_directory", "link"), ""),
            **dict.fromkeys(("disks", "gc_options", "jvm_options"), ()),
            **MODES[mode][1],
            name="k1",
            mode=mode,
            config={},
            log_dirs=[f"{folder}/data"],
            security_enabled=True,
            listeners=[{"name": name, "port": ports[name], **own, **one} for name, one in zip(NAMES, given)],
            plain_users=[PLAIN],
        )
    )
    assert described["refusals"] == []
    return described


def settings(folder: Path, described: Mapping[str, Any], ports: Mapping[str, int], keeper: str) -> str:
    """Its server.properties, as the role writes them."""
    tls, mode = folder / "tls", described["mode"]
    subjects = [tls / "servers/server.pem", tls / "clients/app.pem"]
    users = [principal(file.read_text(), str(file)) for file in subjects]
    given = kafka_settings.Settings(
        node_id=1,
        host=ADDRESS,
        ports=ports,
        rack="",
        log_dirs=[f"{folder}/data"],
        zookeeper_connect=keeper,
        controllers=[f"{ADDRESS}:{ports['CONTROLLER']}"],
        super_users=[*users, *(f"User:{name}" for name in (USER, _SUBJECT, PLAIN["name"]))],
        production_config=dict(line.split("=", 1) for line in QUIET),
        config=MODES[mode][2],
        replication={f"{topic}.replication.factor": 1 for topic in ("default", "offsets.topic")},
        plain_users=[PLAIN],
    )
    written = config.properties(kafka_settings.settings(described, given, "1g"))
    return written.replace("/etc/kafka/", f"{folder}/")


@pytest.fixture(scope="module", params=["kraft", pytest.param("zookeeper", marks=pytest.mark.long)])
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One that runs as long as the tests of this file."""
    folder, mode = tmp_path_factory.mktemp("listeners"), request.param
    home, tls, provider = unpacked(MODES[mode][0]), folder / "tls", Provider()
    threading.Thread(target=provider.server.serve_forever, daemon=True).start()
    _issue(tls / "servers", "server")
    _issue(tls / "clients", "app")
    free = free_ports(len(NAMES) + len(ROUTED))
    ports, outer_ports = dict(zip(NAMES, free)), dict(zip(ROUTED, free[len(NAMES) :]))
    tokens = {"mechanisms": ["OAUTHBEARER"], "oauth_jwks_url": provider.url, "oauth_issuer": ISSUER}
    authority = (tls / "clients/ca.pem").read_text()
    given = [
        {"protocol": "SSL", "client_ca": authority},
        {},
        {"mechanisms": ["PLAIN"]},
        {**tokens, "oauth_audience": [AUDIENCE]},
        {"bind_address": BEHIND, "advertised_port": outer_ports["ROUTED"]},
        {"bind_address": BEHIND},
    ]
    described = describe(folder, mode, ports, given)
    flags = [flag for flag in described["jvm_options"] if flag.startswith("-Dorg.apache.kafka")]
    keeper = zookeeper(home, folder, tick=2000, options=QUICK)
    server = Server(home, folder, "server", KAFKA, ports["EXTERNAL"], "256m", (*QUICK, *flags))
    server.settings.write_text(settings(folder, described, ports, f"{ADDRESS}:{keeper.port}"))
    own = [tls / "servers/server.key", tls / "servers/server.pem"]
    (folder / "keystore.pem").write_text("".join(file.read_text() for file in own))
    (folder / "truststore.pem").write_text((tls / "servers/ca.pem").read_text())
    (folder / "truststore-internal.pem").write_text(authority)
    routers = [Forward(port, ports[name], BEHIND) for name, port in outer_ports.items()]
    try:
        if mode == "zookeeper":
            keeper.start()
        else:
            words = ["--config", server.settings.name, "--cluster-id", "4L6g3nShT-eMCtK--X86sw", "--standalone"]
            command = java(home, "kafka.tools.StorageTool", "format", *words, heap="96m")
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
        server.start()
        found = Cluster(server, tls, ports, provider, outer_ports)
        with connection.connected([found.at("INTERNAL")], found.ways()["INTERNAL"], 60) as client:
            client.alter_user_scram_credentials([UserScramCredentialUpsertion(USER, "SCRAM-SHA-512", PASSWORD)])
        yield found
    finally:
        server.kill()
        keeper.kill()
        provider.server.shutdown()
        for router in routers:
            router.close()


def comes_back(servers: str, topic: str, **options: Any) -> bool:
    """Whether what one client writes to *topic* another one reads, both with these options of kafka-python."""
    common = {"bootstrap_servers": servers, "request_timeout_ms": 20000, "bootstrap_timeout_ms": 20000, **options}
    producer = KafkaProducer(**common, max_block_ms=20000)
    producer.send(topic, b"record").get(20)
    producer.close()
    consumer = KafkaConsumer(topic, **common, auto_offset_reset="earliest", consumer_timeout_ms=20000)
    read = next(iter(consumer)).value
    consumer.close()
    return bool(read == b"record")


def options(properties: Mapping[str, str]) -> dict[str, Any]:
    """What kafka-python is given for client *properties*."""
    found: dict[str, Any] = client_format.options(properties)
    return found


def _broker_found(cluster: Cluster, listener: str) -> tuple[str, int]:
    """Host and port of the broker as who comes in at the listener is told of it."""
    with connection.connected([cluster.at(listener)], cluster.ways()[listener], 30) as client:
        (broker,) = client.describe_cluster()["brokers"]
    return broker["host"], broker["port"]


@pytest.mark.parametrize("listener", ["INTERNAL", "EXTERNAL"])
def test_who_has_what_a_listener_asks_for_comes_in(cluster, listener) -> None:
    """And is told of the broker where it came in, at no other listener."""
    assert _broker_found(cluster, listener) == (ADDRESS, cluster.ports[listener])
    assert comes_back(cluster.at(listener), listener.lower(), **options(cluster.ways()[listener]))


def test_behind_nat_who_is_told_of_the_outer_port_writes_and_reads(cluster) -> None:
    """There is no other way: nobody listens at the broker's own port of the address that clients know."""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((ADDRESS, cluster.ports["ROUTED"]), 5).close()
    assert _broker_found(cluster, "ROUTED") == (ADDRESS, cluster.outer_ports["ROUTED"])
    assert comes_back(cluster.at("ROUTED"), "routed", **options(cluster.ways()["ROUTED"]))


def test_behind_nat_who_is_told_of_the_brokers_own_port_does_not(cluster) -> None:
    """Though he came in, and was told of the broker."""
    given = options(cluster.ways()["MISTOLD"])
    producer = KafkaProducer(bootstrap_servers=cluster.at("MISTOLD"), max_block_ms=5000, **given)
    with pytest.raises(KafkaError):
        producer.send("routed", b"record").get(5)
    (broker,) = producer._metadata.brokers()
    assert (broker.host, broker.port) == (ADDRESS, cluster.ports["MISTOLD"])
    producer.close(0)


@pytest.mark.parametrize(
    ("listener", "way"),
    [
        pytest.param("INTERNAL", lambda cluster: cluster.trust("SSL"), id="no certificate"),
        pytest.param("INTERNAL", lambda cluster: cluster.certificate("servers", "server"), id="of another authority"),
        pytest.param("EXTERNAL", lambda cluster: cluster.login("SCRAM-SHA-512", USER, "wrong"), id="wrong password"),
        pytest.param("EXTERNAL", lambda cluster: cluster.ways()["LEGACY"], id="mechanism of another listener"),
        pytest.param("BROKER", lambda cluster: cluster.certificate("clients", "app"), id="where servers are let in"),
    ],
)
def test_who_has_not_is_not_let_in(cluster, listener, way) -> None:
    with pytest.raises(GroundworkError), connection.connected([cluster.at(listener)], way(cluster), 2) as client:
        client.describe_cluster()


@pytest.mark.long
@pytest.mark.parametrize("listener", ["INTERNAL", "EXTERNAL", "LEGACY"])
def test_kafkas_own_client_comes_in(cluster, listener, tmp_path) -> None:
    given = tmp_path / "client.properties"
    given.write_text(config.properties({"bootstrap.servers": cluster.at(listener), **cluster.ways()[listener]}))
    counted = ["--num-records", "10", "--record-size", "10", "--throughput", "-1"]
    words = ["--topic", f"own-{listener.lower()}", *counted, "--producer.config", str(given)]
    command = java(cluster.server.home, "org.apache.kafka.tools.ProducerPerformance", *words, heap="96m")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert "10 records sent" in done.stdout, done.stdout + done.stderr


@pytest.mark.long
def test_a_password_of_the_file_is_read_as_it_was_given(cluster) -> None:
    assert comes_back(cluster.at("LEGACY"), "legacy", **options(cluster.ways()["LEGACY"]))


def _with_token(cluster: Cluster, seconds: int = 20, **claims: Any) -> bool:
    given = {
        "bootstrap_timeout_ms": seconds * 1000,
        "security_protocol": "SASL_SSL",
        "ssl_cafile": str(cluster.tls / "servers/ca.pem"),
        "sasl_mechanism": "OAUTHBEARER",
        "sasl_oauth_token_provider": Tokens(cluster.provider.token(_SUBJECT, **claims)),
    }
    return comes_back(cluster.at("TOKENS"), "tokens", **given)


@pytest.mark.long
def test_a_token_of_the_provider_leads_in(cluster) -> None:
    assert _with_token(cluster)


@pytest.mark.long
@pytest.mark.parametrize(
    "claims",
    [{"iss": "https://other.example.com"}, {"aud": "others"}, {"exp": 1}, {"forged": True}],
    ids=lambda claims: str(list(claims)),
)
def test_another_token_does_not(cluster, claims) -> None:
    with pytest.raises(KafkaError):
        _with_token(cluster, seconds=10, **claims)
