# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Small real clusters on loopback: three brokers that share a small machine, in a folder of their own."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Mapping, Sequence

from tests.servers.pki import make_pki
from tests.servers.server import FIRST_COMPILER, KAFKA, Server, format_storage, free_ports, unpacked, zookeeper

#: Who names the archive of a mode's servers.
HOMES = {"zookeeper": "GROUNDWORK_KAFKA_HOME", "kraft": "GROUNDWORK_KRAFT_HOME"}
AUTHORIZERS = {
    "zookeeper": "kafka.security.authorizer.AclAuthorizer",
    "kraft": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
}
RACKS = {1: "a", 2: "b", 3: "c"}

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
_KEPT_THRICE = [
    "default.replication.factor=3",
    "min.insync.replicas=2",
    "offsets.topic.replication.factor=3",
]


@dataclass
class Cluster:
    """Brokers by id, with the authority of their certificates."""

    mode: str
    brokers: dict[int, Server]
    secure_ports: dict[int, int]
    authority: Path
    keeper: Server | None = None

    @property
    def bootstrap_servers(self) -> list[str]:
        """HOST:PORT of every broker's listener without security."""
        return [f"127.0.0.1:{broker.port}" for broker in self.brokers.values()]

    @property
    def secure_servers(self) -> list[str]:
        """HOST:PORT of every broker's listener for SCRAM over TLS."""
        return [f"127.0.0.1:{port}" for port in self.secure_ports.values()]


@contextmanager
def running_cluster(
    mode: str,
    folder: Path,
    extra: Sequence[str] = (),
    second: Mapping[int, Path] | None = None,
    home: Path | None = None,
    *,
    flags: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[Cluster]:
    """Brokers 1, 2 and 3 in the racks a, b and c; *extra* is for every server.properties.

    *mode* is zookeeper, with one server of that, or kraft, of combined nodes that keep the metadata in their first
    folder. *second* is another folder of partitions, of those brokers that have one. *home* is another unpacked archive
    than the mode's own. *flags* are more of the JVMs of servers, by their names.
    """
    flags = flags or {}
    home, pki = home or unpacked(HOMES[mode]), make_pki(folder)
    controllers = dict(zip(RACKS, free_ports(3))) if mode == "kraft" else {}
    brokers, secure_ports = {}, {}
    keeper = None if controllers else zookeeper(home, folder, 500, (*FIRST_COMPILER, *flags.get("zookeeper", ())))
    with ExitStack() as stack:
        common = _of_keeper(keeper, stack) if keeper else _quorum(controllers)
        common += [*QUIET, *_KEPT_THRICE, *pki.settings, *extra]
        for number, rack in RACKS.items():
            port, secure_ports[number] = free_ports(2)
            listeners = [f"PLAINTEXT://127.0.0.1:{port}", f"SASL_SSL://127.0.0.1:{secure_ports[number]}"]
            if number in controllers:
                listeners.append(f"CONTROLLER://127.0.0.1:{controllers[number]}")
            folders = [folder / f"data{number}", *([second[number]] if second and number in second else [])]
            own = [
                f"{'node' if controllers else 'broker'}.id={number}",
                f"broker.rack={rack}",
                f"listeners={','.join(listeners)}",
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT",
                f"log.dirs={','.join(map(str, folders))}",
            ]
            broker = brokers[number] = Server(home, folder, f"broker{number}", KAFKA, port)
            broker.options = (*FIRST_COMPILER, *flags.get(broker.name, ()))
            broker.settings.write_text("\n".join([*own, *common]) + "\n")
            if controllers:
                format_storage(home, folder, broker.name)
            stack.callback(broker.kill)
            broker.start(wait=False)
        for broker in brokers.values():
            broker.wait()
        yield Cluster(mode, brokers, secure_ports, pki.authority, keeper)


def _of_keeper(keeper: Server, stack: ExitStack) -> list[str]:
    """Start ZooKeeper: what its brokers are told of it."""
    stack.callback(keeper.kill)
    keeper.start()
    return [f"zookeeper.connect=127.0.0.1:{keeper.port}", "zookeeper.session.timeout.ms=10000"]


def _quorum(controllers: Mapping[int, int]) -> list[str]:
    """What the members of a quorum at these ports are told of it."""
    voters = ",".join(f"{node}@127.0.0.1:{port}" for node, port in controllers.items())
    return [
        "process.roles=broker,controller",
        "controller.listener.names=CONTROLLER",
        f"controller.quorum.voters={voters}",
    ]
