# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A small KRaft cluster whose voters are no settings: controllers and brokers that are known by their folders' ids."""

from __future__ import annotations

import math
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import uuids
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, state
from tests.servers.cluster import QUIET
from tests.servers.server import KAFKA, QUICK, Server, free_ports, java

_ID = "4L6g3nShT-eMCtK--X86sw"
_SETTINGS = [
    *QUIET,
    "controller.listener.names=CONTROLLER",
    "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users=User:ANONYMOUS",
    "offsets.topic.replication.factor=1",
    "initial.broker.registration.timeout.ms=120000",  # of a machine that is loaded
]
#: What it says at its start is all that tells why a quorum finds no leader.
_TELLING = (*QUICK, "-Dlog4j2.level=INFO")


class Quorum:
    """Servers by number, of which some are *controllers* and some *brokers*; a broker has two folders of partitions."""

    def __init__(self, home: Path, folder: Path, controllers: Sequence[int], brokers: Sequence[int]) -> None:
        self.home, self.folder = home, folder
        self.roles = {
            number: [role for role, those in (("broker", brokers), ("controller", controllers)) if number in those]
            for number in sorted({*controllers, *brokers})
        }
        ports = free_ports(len(controllers) + len(brokers))
        self.client_ports = dict(zip(brokers, ports, strict=False))
        self.controller_ports = dict(zip(controllers, ports[len(brokers) :], strict=True))
        self.servers = {number: self._server(number) for number in self.roles}
        ids = {number: uuids.new() for number in controllers}
        voters = ",".join(f"{number}@127.0.0.1:{self.controller_ports[number]}:{ids[number]}" for number in ids)
        for number, server in self.servers.items():
            way = ["--initial-controllers", voters] if number in ids else ["--no-initial-controllers"]
            given = ["--config", server.settings.name, "--cluster-id", _ID, *way]
            command = java(home, "kafka.tools.StorageTool", "format", *given, heap="96m")
            subprocess.run(command, cwd=folder, check=True, capture_output=True)

    def add_controller(self, number: int) -> None:
        """Have the settings of a controller more, which is neither formatted nor started yet."""
        self.roles[number], (self.controller_ports[number],) = ["controller"], free_ports(1)
        self.servers[number] = self._server(number)

    def format_to_join(self, number: int) -> None:
        """Format the folder of a controller that holds nothing, as site does."""
        given = ["--config", self.servers[number].settings.name, "--cluster-id", _ID, "--no-initial-controllers"]
        command = java(self.home, "kafka.tools.StorageTool", "format", *given, heap="96m")
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)

    def log_dirs(self, number: int) -> list[str]:
        """The folders of partitions that a server begins with, of which the first has the metadata."""
        names = ("a", "b") if "broker" in self.roles[number] else ("a",)
        return [str(self.folder / f"{number}{name}") for name in names]

    def _server(self, number: int) -> Server:
        port = self.client_ports.get(number) or self.controller_ports[number]
        server = Server(self.home, self.folder, f"node{number}", KAFKA, port, "192m", _TELLING)
        listeners = [
            f"{name}://127.0.0.1:{ports[number]}"
            for name, ports in (("PLAINTEXT", self.client_ports), ("CONTROLLER", self.controller_ports))
            if number in ports
        ]
        own = [
            f"process.roles={','.join(self.roles[number])}\nnode.id={number}\nlisteners={','.join(listeners)}",
            f"log.dirs={','.join(self.log_dirs(number))}",
            "controller.quorum.bootstrap.servers="
            + ",".join(f"127.0.0.1:{port}" for port in self.controller_ports.values()),
        ]
        if "-4.1" not in self.home.name and "controller" in self.roles[number]:
            own.append("controller.quorum.auto.join.enable=true")
        server.settings.write_text("\n".join([*own, *_SETTINGS]) + "\n")
        return server

    def start(self, *numbers: int) -> None:
        """Start some, and wait until they accept connections."""
        for number in numbers:
            self.servers[number].start(wait=False)
        for number in numbers:
            self.servers[number].wait()

    @property
    def bootstrap_servers(self) -> list[str]:
        """HOST:PORT of the brokers that run."""
        return [f"127.0.0.1:{port}" for number, port in self.client_ports.items() if self.servers[number].process]

    def voters(self) -> dict[int, str]:
        """The ids of the voters' folders by their numbers, of those that are not behind."""
        with connection.connected(self.bootstrap_servers, {}, 30) as client:
            found = state.quorum(client) or {"leader_id": None, "voters": []}
        # A leader that was elected since has never heard of one that is gone, and so cannot tell how far it is behind.
        behind = {
            one["id"]: math.inf if one["seconds_behind"] is None else one["seconds_behind"] for one in found["voters"]
        }
        behind[found["leader_id"]] = 0
        return {one["id"]: one["directory_id"] for one in found["voters"] if behind[one["id"]] < 3}

    def settled(self) -> bool:
        """Whether every partition has a leader, and every replica in sync."""
        with connection.connected(self.bootstrap_servers, {}, 30) as client:
            found = state.partitions(client)
        return all(one["leader"] in one["isr"] and len(one["isr"]) == len(one["replicas"]) for one in found)


@contextmanager
def running(home: Path, folder: Path, controllers: Sequence[int], brokers: Sequence[int]) -> Iterator[Quorum]:
    """Such a cluster, whose servers all run, and end with it."""
    made = Quorum(home, folder, controllers, brokers)
    try:
        try:
            made.start(*made.servers)
        except (
            RuntimeError
        ):  # on a loaded machine elections can chase one another for minutes; what a test shows comes later
            for server in made.servers.values():
                server.kill()
            made.start(*made.servers)
        yield made
    finally:
        for server in made.servers.values():
            server.kill()
