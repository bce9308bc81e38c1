# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Two small real clusters on loopback, of one node each, and MirrorMaker between them with the settings of its role."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence

from kafka.admin import KafkaAdminClient, UserScramCredentialUpsertion

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config
from ansible_collections.groundwork.kafka.plugins.module_utils.mirror import mirror_maker
from tests.admin import asking
from tests.servers.cluster import AUTHORIZERS, HOMES, QUIET
from tests.servers.pki import Pki, make_pki
from tests.servers.server import KAFKA, QUICK, Server, format_storage, free_port, free_ports, unpacked, zookeeper
from tests.servers.versions import KRAFT

USER, PASSWORD = "mirror", "marker-of-a-password"
_LAB = Path(__file__).resolve().parents[2] / "lab/mirror-maker"
_ALONE = [
    "offsets.topic.replication.factor=1",
    "transaction.state.log.replication.factor=1",
    "transaction.state.log.min.isr=1",
    "share.coordinator.state.topic.replication.factor=1",
    "super.users=User:ANONYMOUS",
]


def unpacked_mirror_maker() -> Path:
    """The folder of an unpacked Kafka that has MirrorMaker."""
    return Path(subprocess.run([_LAB], check=True, capture_output=True, text=True).stdout.strip())


@dataclass
class Node:
    """A cluster of one node, where whoever comes without a login may do everything."""

    alias: str
    server: Server
    secure_port: int
    pki: Pki

    @property
    def plain(self) -> list[str]:
        """Where it is found without security."""
        return [f"{self.server.address}:{self.server.port}"]

    @property
    def secured(self) -> list[str]:
        """Where those log in whom rules let do something."""
        return [f"{self.server.address}:{self.secure_port}"]

    def let_in(self, password: str = PASSWORD) -> None:
        """Have the user of the mirror log in with this *password*."""
        admin = self.admin()
        admin.alter_user_scram_credentials([UserScramCredentialUpsertion(USER, "SCRAM-SHA-512", password)])
        admin.close()

    def login(self, password: str = PASSWORD) -> dict[str, str]:
        """How that user logs in."""
        scram = "org.apache.kafka.common.security.scram.ScramLoginModule"
        return {
            "security.protocol": "SASL_SSL",
            "sasl.mechanism": "SCRAM-SHA-512",
            "sasl.jaas.config": f'{scram} required username="{USER}" password="{password}";',
            "ssl.truststore.type": "PEM",
            "ssl.truststore.certificates": self.pki.authority.read_text(),
        }

    def admin(self) -> KafkaAdminClient:
        """A client that may do everything; who asks closes it."""
        return KafkaAdminClient(bootstrap_servers=self.plain)

    def asked(self, module: str, **given: Any) -> dict[str, Any]:
        """What the module ends with that asks this cluster."""
        found = asking.result(module, {"bootstrap_servers": self.plain, **given})
        assert not found["failed"], found
        return found


@contextmanager
def running_node(alias: str, folder: Path, address: str = "127.0.0.1", mode: str = "kraft") -> Iterator[Node]:
    """Such a cluster at an *address* of this machine, which ends with it; *mode* is zookeeper or kraft."""
    home, pki = unpacked(HOMES[mode]), make_pki(folder)
    port, secure_port, controller = free_ports(3)
    node = Node(alias, Server(home, folder, "node", KAFKA, port, "320m", QUICK, address), secure_port, pki)
    with ExitStack() as stack:
        own, listeners = (
            [f"log.dirs={folder}/data"],
            [f"PLAINTEXT://{address}:{port}", f"SASL_SSL://{address}:{secure_port}"],
        )
        if mode == "kraft":
            listeners.append(f"CONTROLLER://127.0.0.1:{controller}")
            own += [
                "process.roles=broker,controller\nnode.id=1\ncontroller.listener.names=CONTROLLER",
                f"controller.quorum.voters=1@127.0.0.1:{controller}",
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT",
            ]
        else:
            keeper = zookeeper(home, folder, 500, QUICK)
            stack.callback(keeper.kill)
            keeper.start()
            own.append(f"broker.id=1\nzookeeper.connect=127.0.0.1:{keeper.port}")
        own += [f"listeners={','.join(listeners)}", f"authorizer.class.name={AUTHORIZERS[mode]}"]
        node.server.settings.write_text("\n".join([*own, *QUIET, *_ALONE, *pki.settings]) + "\n")
        if mode == "kraft":
            format_storage(home, folder, "node")
        stack.callback(node.server.kill)
        node.server.start()
        node.let_in()
        yield node


class MirrorMaker:
    """MirrorMaker on so many *hosts* between *nodes*, with the inputs of its role *given*; not started yet.

    *secured* has it log in everywhere. All hosts are this machine, each in a folder of its own.
    """

    def __init__(
        self, folder: Path, nodes: Sequence[Node], *, secured: bool = False, hosts: int = 1, **given: Any
    ) -> None:
        self.nodes, self.secured = {node.alias: node for node in nodes}, secured
        self.policy: str = given.get("replication_policy", "default")
        home = unpacked_mirror_maker()
        self.hosts = []
        for number in range(1, hosts + 1):
            own = folder / f"mm{number}"
            own.mkdir(parents=True, exist_ok=True)
            self.hosts.append(
                Server(home, own, "mm2", "org.apache.kafka.connect.mirror.MirrorMaker", free_port(), "256m", QUICK)
            )
        self.given = given
        self.write()

    @property
    def workers(self) -> list[str]:
        """Where each of them answers."""
        return [f"127.0.0.1:{server.port}" for server in self.hosts]

    def write(self, **changed: Any) -> None:
        """Write the files of each host, with the inputs *changed*, as its role does."""
        self.given.update(changed)
        for server in self.hosts:
            found = mirror_maker.describe(
                mirror_maker.Given(
                    **{
                        "hosts": len(self.hosts),
                        "host": "127.0.0.1",
                        "port": server.port,
                        "clusters": [self._cluster(node) for node in self.nodes.values()],
                        "replication_policy": self.policy,
                        "exactly_once": "enabled",
                        "state": "started",
                        "version": KRAFT,
                        **self.given,
                    }
                )
            )
            assert found["refusals"] == []
            self.flows: list[Mapping[str, Any]] = found["flows"]
            for what, file in (("settings", server.settings), ("secrets", server.folder / "secrets.properties")):
                text = config.properties(found[what]).replace(mirror_maker.FOLDER, str(server.folder))
                file.write_text(text)

    def _cluster(self, node: Node) -> dict[str, Any]:
        login = node.login() if self.secured else {}
        return {
            "alias": node.alias,
            "bootstrap_servers": node.secured if self.secured else node.plain,
            "client_config": login,
        }

    def start(self) -> None:
        """Start it on all hosts, and wait until each answers."""
        for server in self.hosts:
            server.start()

    def kill(self) -> None:
        """End it on all hosts at once."""
        for server in self.hosts:
            server.kill()

    def stop(self) -> None:
        """End it as systemd does."""
        for server in self.hosts:
            server.stop()

    def status(self, until: str = "nothing", wait: int = 0, **more: Any) -> dict[str, Any]:
        """What mirror_status tells of its first flow, which it asks as the role does."""
        flow = self.flows[0]
        source, target = self.nodes[flow["source"]], self.nodes[flow["target"]]
        return asking.result(
            "mirror_status",
            {
                "bootstrap_servers": target.secured if self.secured else target.plain,
                "client_config": target.login() if self.secured else {},
                "source": flow["source"],
                "source_bootstrap_servers": source.secured if self.secured else source.plain,
                "source_client_config": source.login() if self.secured else {},
                "replication_policy": self.policy,
                **{name: flow[name] for name in ("topics", "topics_exclude", "groups", "groups_exclude")},
                "hosts": len(self.hosts),
                "workers": self.workers,
                "wait_for": until,
                "wait": wait,
                **more,
            },
        )

    def said(self) -> str:
        """All that it has printed."""
        return "".join(server.log.read_text() for server in self.hosts if server.log.exists())
