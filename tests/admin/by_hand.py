# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster as somebody starts it by hand: three combined servers of KRaft from the bare archive."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Mapping, Sequence

from tests.servers.cluster import HOMES
from tests.servers.server import KAFKA, Server, format_storage, free_ports, unpacked

NUMBERS = (1, 2, 3)


@dataclass(frozen=True)
class ByHand:
    """Its *servers* by number, and the *home* of their archive."""

    servers: Mapping[int, Server]
    home: Path

    @property
    def addresses(self) -> list[str]:
        return [f"127.0.0.1:{server.port}" for server in self.servers.values()]

    @property
    def files(self) -> list[Path]:
        return [server.settings for server in self.servers.values()]

    @property
    def version(self) -> str:
        return self.home.name.rpartition("-")[2]


@contextmanager
def started(
    folder: Path,
    settings: Sequence[str],
    own: Mapping[int, Sequence[str]] | None = None,
    folders: Sequence[str] = ("data{}",),
    heaps: Mapping[int, str] | None = None,
) -> Iterator[ByHand]:
    """Three servers with Kafka's defaults, addresses, numbers and *folders*, *settings* of all and their *own*.

    *heaps* are those of servers that have another one than the others.
    """
    home = unpacked(HOMES["kraft"])
    ports = free_ports(2 * len(NUMBERS))
    controllers = dict(zip(NUMBERS, ports[len(NUMBERS) :]))
    voters = ",".join(f"{number}@127.0.0.1:{port}" for number, port in controllers.items())
    servers = {}
    with ExitStack() as stack:
        for number, port in zip(NUMBERS, ports):
            server = Server(home, folder, f"server{number}", KAFKA, port, heap=(heaps or {}).get(number, "512m"))
            lines = [
                f"process.roles=broker,controller\nnode.id={number}\ncontroller.quorum.voters={voters}",
                f"listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controllers[number]}",
                "controller.listener.names=CONTROLLER",
                "log.dirs=" + ",".join(f"{folder}/{one.format(number)}" for one in folders),
            ]
            server.settings.write_text("\n".join([*lines, *settings, *(own or {}).get(number, ())]) + "\n")
            format_storage(home, folder, server.name)
            stack.callback(server.kill)
            server.start(wait=False)
            servers[number] = server
        for server in servers.values():
            server.wait()
        yield ByHand(servers, home)
