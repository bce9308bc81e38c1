# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Small real clusters on loopback: bare JVMs from unpacked archives, in a folder of their own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator, Mapping

START_SECONDS = 120
STOP_SECONDS = 60
HEAP = "256m"
#: Settings of brokers that share a small machine.
QUIET = [
    "offsets.topic.num.partitions=2",
    "transaction.state.log.num.partitions=1",
    "group.initial.rebalance.delay.ms=0",
    "auto.leader.rebalance.enable=false",
    "num.network.threads=2",
    "num.io.threads=2",
    "log.cleaner.dedupe.buffer.size=4000000",
]


@dataclass
class Server:
    """One JVM: *main* of the jars below *home*, with one file of settings."""

    home: Path
    folder: Path
    name: str
    main: str
    port: int
    heap: str = HEAP
    address: str = "127.0.0.1"
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self, wait: bool = True) -> None:
        """Start it, and unless told otherwise wait until its port accepts connections."""
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    "java",
                    f"-Xmx{self.heap}",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    f"{self.home}/libs/*",
                    self.main,
                    f"{self.name}.properties",
                ],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env={**os.environ, "LC_ALL": "C"},
            )
        if wait:
            self.wait()

    def start_again(self) -> None:
        """Start it after it was killed, as often as its unit would: ZooKeeper keeps its place for a while."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                self.start()
            except RuntimeError:
                if time.monotonic() > deadline:
                    raise
            else:
                return

    def wait(self) -> None:
        """Wait until its port accepts connections."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"{self.name} ended at once:\n{self.log()}")
            with suppress(OSError), socket.create_connection((self.address, self.port)):
                return
            time.sleep(0.1)
        raise RuntimeError(f"nothing listens at {self.port} after {START_SECONDS} s:\n{self.log()}")

    def stop(self) -> None:
        """End it as systemd does, so that a broker hands its partitions over."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None

    def kill(self) -> None:
        """End it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def log(self) -> str:
        """The end of what it printed."""
        return (self.folder / f"{self.name}.log").read_text()[-2000:]


@dataclass
class Cluster:
    """Brokers by id, and what else runs."""

    brokers: dict[int, Server]
    secure_ports: dict[int, int]
    others: list[Server] = field(default_factory=list)
    mode: str = ""
    authority: Path | None = None

    @property
    def bootstrap_servers(self) -> list[str]:
        """HOST:PORT of every broker's listener without security."""
        return [f"127.0.0.1:{broker.port}" for broker in self.brokers.values()]

    @property
    def secure_servers(self) -> list[str]:
        """HOST:PORT of every broker's listener for SCRAM over TLS."""
        return [f"127.0.0.1:{port}" for port in self.secure_ports.values()]


@contextmanager
def zookeeper_cluster(
    home: Path, folder: Path, extra: list[str], second: Mapping[int, Path] | None = None
) -> Iterator[Cluster]:
    """One ZooKeeper server and brokers 1, 2 and 3 in the racks a, b and c; *extra* is for every server.properties.

    *second* is another folder of partitions, of those brokers that have one.
    """
    keeper_port = free_port()
    (folder / "zookeeper.properties").write_text(
        f"tickTime=500\ndataDir={folder}/zookeeper\nclientPort={keeper_port}\n"
        "clientPortAddress=127.0.0.1\nadmin.enableServer=false\n"
    )
    main = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
    keeper = Server(home, folder, "zookeeper", main, keeper_port, "96m")
    mode = [f"zookeeper.connect=127.0.0.1:{keeper_port}", "zookeeper.session.timeout.ms=6000"]
    identity = "broker.id"
    with ExitStack() as stack:
        stack.callback(keeper.kill)
        keeper.start()
        yield stack.enter_context(_brokers(home, folder, identity, mode, {}, extra, [keeper], second or {}))


@contextmanager
def kraft_cluster(
    home: Path, folder: Path, extra: list[str], second: Mapping[int, Path] | None = None
) -> Iterator[Cluster]:
    """Combined nodes 1, 2 and 3 in the racks a, b and c, which keep the metadata in their first folder."""
    ports = {node: free_port() for node in (1, 2, 3)}
    voters = ",".join(f"{node}@127.0.0.1:{port}" for node, port in ports.items())
    mode = [
        "process.roles=broker,controller",
        "controller.listener.names=CONTROLLER",
        f"controller.quorum.voters={voters}",
    ]
    with _brokers(home, folder, "node.id", mode, ports, extra, [], second or {}) as cluster:
        yield cluster


@contextmanager
def _brokers(  # noqa: PLR0917
    home: Path,
    folder: Path,
    identity: str,
    mode: list[str],
    controller_ports: dict[int, int],
    extra: list[str],
    others: list[Server],
    second: Mapping[int, Path],
) -> Iterator[Cluster]:
    brokers, secure_ports = {}, {}
    for number, rack in ((1, "a"), (2, "b"), (3, "c")):
        port, secure_ports[number] = free_port(), free_port()
        listeners = [f"PLAINTEXT://127.0.0.1:{port}", f"SASL_SSL://127.0.0.1:{secure_ports[number]}"]
        if number in controller_ports:
            listeners.append(f"CONTROLLER://127.0.0.1:{controller_ports[number]}")
        lines = [
            f"{identity}={number}",
            f"broker.rack={rack}",
            f"listeners={','.join(listeners)}",
            "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT",
            f"log.dirs={','.join([f'{folder}/data{number}', *(str(second[one]) for one in second if one == number)])}",
            *mode,
            *QUIET,
            *extra,
        ]
        name = f"broker{number}"
        (folder / f"{name}.properties").write_text("\n".join(lines) + "\n")
        brokers[number] = Server(home, folder, name, "kafka.Kafka", port)
    with ExitStack() as stack:
        for broker in brokers.values():
            if controller_ports:
                format_storage(home, folder, broker.name)
            stack.callback(broker.kill)
            broker.start(wait=False)
        for broker in brokers.values():
            broker.wait()
        yield Cluster(brokers, secure_ports, others)


def format_storage(home: Path, folder: Path, name: str) -> None:
    """Format the folders of the server *name*, as for a cluster that begins."""
    subprocess.run(
        [
            "java",
            "-Xmx96m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            f"{home}/libs/*",
            "kafka.tools.StorageTool",
            "format",
            "--cluster-id",
            "4L6g3nShT-eMCtK--X86sw",
            "--config",
            f"{name}.properties",
        ],
        cwd=folder,
        check=True,
        capture_output=True,
    )


def free_port() -> int:
    """A port of loopback that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
