# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Small real clusters on loopback that speak nothing but TLS, each server with a certificate of its own."""

from __future__ import annotations

import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterable, Iterator

from tests.servers.cluster import QUIET
from tests.servers.pki import CERTIFICATES
from tests.servers.server import KAFKA, ZOOKEEPER, Server, format_storage, free_port

BROKERS, CONTROLLER = (1, 2), 11
#: The folder of another authority.
OTHER = "other"
_KEEPER = "keeper"


class Secured:
    """Servers by name, below *folder*; *home* is an unpacked Kafka. Brokers are called broker1 and broker2."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder, self.tls = home, folder, folder / "tls"
        self.servers: dict[str, Server] = {}
        self.ports: dict[str, int] = {}
        self.first_expiry = float("inf")
        for authority in ("tls", OTHER):  # two names, since ZooKeeper keeps one authority of a name from PEM
            subprocess.run([*CERTIFICATES, f"--authority={authority}", str(folder / authority)], check=True)
        self.trust("operator", "tls", OTHER)

    def issue(self, names: Iterable[str], seconds: float = 365 * 86400, authority: str = "tls") -> None:
        """Give the servers *names* certificates that are valid for so long, in files that they may be reading."""
        made = [f"{name}=127.0.0.1" for name in names]
        days, folder = f"--days={seconds / 86400}", self.folder / authority
        subprocess.run([*CERTIFICATES, "--renew", days, str(folder), *made], check=True)
        self.first_expiry = min(self.first_expiry, time.time() + seconds)
        for name in names:
            part = self.keystore(name).with_suffix(".part")
            part.write_bytes((folder / f"{name}.key").read_bytes() + (folder / f"{name}.pem").read_bytes())
            part.replace(self.keystore(name))

    def trust(self, name: str, *authorities: str) -> None:
        """Have the server *name* trust these once it starts."""
        files = [self.folder / authority / "ca.pem" for authority in authorities]
        self.truststore(name).write_text("".join(file.read_text() for file in files))

    def truststore(self, name: str) -> Path:
        """Where the server *name* has the authorities that it trusts."""
        return self.tls / f"{name}.truststore.pem"

    def keystore(self, name: str) -> Path:
        """Where the server *name* has its key and its certificate."""
        return self.tls / f"{name}.keystore.pem"

    def certificate(self, name: str) -> str:
        """The key and the certificate that were issued last, PEM."""
        return self.keystore(name).read_text()

    @property
    def client(self) -> dict[str, str]:
        """How the operator connects."""
        return {
            "security.protocol": "SSL",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(self.folder / OTHER / "operator.pem"),
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": str(self.truststore("operator")),
        }

    @property
    def bootstrap_servers(self) -> list[str]:
        """HOST:PORT of the brokers' listeners for one another."""
        return [f"127.0.0.1:{self.ports[f'broker{number} BROKER']}" for number in BROKERS]

    def broker(self, number: int, lines: list[str], map_of: str = "") -> Server:
        """A broker, not started yet."""
        name = f"broker{number}"
        ports = {listener: self.port(f"{name} {listener}") for listener in ("CLIENT", "BROKER")}
        listeners = ",".join(f"{listener}://127.0.0.1:{port}" for listener, port in ports.items())
        return self._add(
            name,
            KAFKA,
            ports["BROKER"],
            [
                f"listeners={listeners}",
                f"listener.security.protocol.map=CLIENT:SSL,BROKER:SSL{map_of}",
                "inter.broker.listener.name=BROKER",
                f"log.dirs={self.folder}/{name}-data",
                "default.replication.factor=2",
                "min.insync.replicas=2",
                "offsets.topic.replication.factor=2",
                *self.tls_lines(name),
                *lines,
                *QUIET,
            ],
        )

    def tls_lines(self, name: str, prefix: str = "") -> list[str]:
        """The server's certificates in its settings."""
        return [
            f"{prefix}ssl.keystore.type=PEM",
            f"{prefix}ssl.keystore.location={self.keystore(name)}",
            f"{prefix}ssl.truststore.type=PEM",
            f"{prefix}ssl.truststore.location={self.truststore(name)}",
            *([] if prefix else ["ssl.client.auth=required"]),
        ]

    def port(self, name: str) -> int:
        """A port that nobody has, the same whenever *name* is asked for."""
        if name not in self.ports:
            self.ports[name] = free_port()
        return self.ports[name]

    def _add(self, name: str, main: str, port: int, lines: list[str], heap: str = "192m") -> Server:
        server = self.servers[name] = Server(self.home, self.folder, name, main, port, heap)
        server.settings.write_text("\n".join(lines) + "\n")
        self.trust(name, "tls", OTHER)
        return server

    def controller(self, number: int, lines: list[str]) -> Server:
        """A controller of KRaft, not started yet."""
        name = f"controller{number}"
        port = self.port(name)
        listener = [f"listeners=CONTROLLER://127.0.0.1:{port}", "listener.security.protocol.map=CONTROLLER:SSL"]
        data = [f"log.dirs={self.folder}/{name}-data", "process.roles=controller", f"node.id={number}"]
        return self._add(name, KAFKA, port, [*listener, *data, *self.tls_lines(name), *lines, *QUIET], "128m")

    def keeper(self) -> Server:
        """A ZooKeeper server that lets nobody in without a certificate, not started yet."""
        port = self.port(_KEEPER)
        lines = [
            f"tickTime=500\ndataDir={self.folder}/{_KEEPER}-data\nsecureClientPort={port}\nadmin.enableServer=false",
            "secureClientPortAddress=127.0.0.1",
            "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
            "authProvider.x509=org.apache.zookeeper.server.auth.X509AuthenticationProvider",
            "ssl.clientAuth=need\nssl.keyStore.type=PEM\nssl.trustStore.type=PEM",
            f"ssl.keyStore.location={self.keystore(_KEEPER)}\nssl.trustStore.location={self.truststore(_KEEPER)}",
        ]
        return self._add(_KEEPER, ZOOKEEPER, port, lines, "96m")

    def log(self, name: str) -> str:
        """All that a server has printed."""
        return self.servers[name].log.read_text()


@contextmanager
def kraft(home: Path, folder: Path, seconds: float) -> Iterator[Secured]:
    """A controller and two brokers, of which the brokers' certificates are valid for so many seconds."""
    cluster = Secured(home, folder)
    controller, brokers = f"controller{CONTROLLER}", [f"broker{number}" for number in BROKERS]
    voters = f"{CONTROLLER}@127.0.0.1:{cluster.port(controller)}"
    quorum = ["controller.listener.names=CONTROLLER", f"controller.quorum.voters={voters}"]
    cluster.issue([controller, *brokers])
    cluster.controller(CONTROLLER, quorum)
    for number in BROKERS:
        cluster.broker(number, [f"node.id={number}", "process.roles=broker", *quorum], ",CONTROLLER:SSL")
    for name in cluster.servers:
        format_storage(home, folder, name)
    with _running(cluster, [controller]):
        cluster.issue(brokers, seconds)
        with _running(cluster, brokers):
            yield cluster


@contextmanager
def zookeeper(home: Path, folder: Path, seconds: float) -> Iterator[Secured]:
    """One ZooKeeper server and two brokers, of which the brokers' certificates are valid for so many seconds."""
    cluster = Secured(home, folder)
    brokers = [f"broker{number}" for number in BROKERS]
    cluster.issue([_KEEPER, *brokers])
    cluster.keeper()
    for number in BROKERS:
        name = f"broker{number}"
        keeper = [
            f"broker.id={number}\nzookeeper.connect=127.0.0.1:{cluster.port(_KEEPER)}",
            "zookeeper.ssl.client.enable=true\nzookeeper.session.timeout.ms=6000\nzookeeper.connection.timeout.ms=60000",
            "zookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty",
            *cluster.tls_lines(name, "zookeeper."),
        ]
        cluster.broker(number, keeper)
    with _running(cluster, [_KEEPER]):
        cluster.issue(brokers, seconds)
        with _running(cluster, brokers):
            yield cluster


@contextmanager
def _running(cluster: Secured, names: Iterable[str]) -> Iterator[None]:
    servers = [cluster.servers[name] for name in names]
    try:
        for server in servers:
            server.start(wait=False)
        for server in servers:
            server.wait()
        yield
    finally:
        for server in servers:
            server.kill()
