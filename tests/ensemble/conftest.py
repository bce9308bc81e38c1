# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Real ZooKeeper servers on loopback, each with folders of its own."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.servers.server import QUICK, ZOOKEEPER, Server, free_ports, java, unpacked

SERVING = {"leader", "follower", "observer", "standalone"}
LOG4J = """log4j.rootLogger=WARN, out
log4j.appender.out=org.apache.log4j.ConsoleAppender
log4j.appender.out.layout=org.apache.log4j.SimpleLayout
"""


class Ensemble:
    """Servers by number; *members* of a start are the numbers in that server's settings.

    *data_dirs* are the folders of snapshots that do not lie beside its settings, and *log_dirs* those of transaction
    logs that do not lie beside the snapshots. *options* are more flags of the servers' JVMs, *observers* do not vote.
    """

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder = home, folder
        self.data_dirs: dict[int, Path] = {}
        self.log_dirs: dict[int, Path] = {}
        self.options: list[str] = []
        self.observers: set[int] = set()
        self.ports: dict[int, list[int]] = {}
        self.running: dict[int, Server] = {}
        self.quiet = (*QUICK, f"-Dlog4j.configuration=file:{folder}/log4j.properties")
        (folder / "log4j.properties").write_text(LOG4J)

    def start(self, number: int, *members: int) -> None:
        """Start a server, or start it again with other members."""
        self.stop(number)
        folder = self.folder / str(number)
        folder.mkdir(exist_ok=True)
        data_dir = self.data_dirs.get(number, folder)
        (data_dir / "myid").write_text(f"{number}\n")
        lines = [
            "tickTime=200\ninitLimit=50\nsyncLimit=50\nadmin.enableServer=false\n4lw.commands.whitelist=srvr\n"
            f"clientPortAddress=127.0.0.1\nclientPort={self._ports(number)[0]}\ndataDir={data_dir}\n"
        ]
        if number in self.log_dirs:
            lines.append(f"dataLogDir={self.log_dirs[number]}\n")
        if len(members) > 1:
            lines += [self._member(one) for one in members]
            lines += ["peerType=observer\n"] * (number in self.observers)
        port, options = self._ports(number)[0], (*self.quiet, *self.options)
        server = self.running[number] = Server(self.home, folder, "zookeeper", ZOOKEEPER, port, "64m", options)
        server.settings.write_text("".join(lines))
        server.start(wait=False)

    def _member(self, number: int) -> str:
        """A server in the settings of all."""
        _client, *ports = self._ports(number)
        way = ":observer" if number in self.observers else ""
        return f"server.{number}=127.0.0.1:{ports[0]}:{ports[1]}{way}\n"

    def stop(self, number: int) -> None:
        """End a server that runs, and where it led wait until another one has noticed.

        Until then all of them say that they follow it, and serve nobody.
        """
        server = self.running.pop(number, None)
        if not server:
            return
        led, end = self.mode(number) == "leader", time.monotonic() + 60
        server.kill()
        while led and self.running and all(self.mode(other) == "follower" for other in self.running):
            if time.monotonic() > end:
                pytest.fail(f"{number} led and has ended, and {sorted(self.running)} still follow it")
            time.sleep(0.05)

    def ended(self, number: int, seconds: float) -> None:
        """Wait until a server has ended by itself."""
        self.running[number].process.wait(seconds)

    def modes(self, *numbers: int) -> list[str]:
        """What the servers are, sorted, once all of them serve; fails after half a minute and more."""
        modes: dict[int, str] = {}
        end = time.monotonic() + 60
        while time.monotonic() < end:
            modes = {number: self.mode(number) for number in numbers}
            if set(modes.values()) <= SERVING:
                return sorted(modes.values())
            time.sleep(0.2)
        pytest.fail(f"{modes}: " + "".join(self.running[number].said() for number in numbers))

    def mode(self, number: int) -> str:
        """What one server says that it is now."""
        try:
            with socket.create_connection(("127.0.0.1", self._ports(number)[0]), timeout=5) as connection:
                connection.sendall(b"srvr")
                answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        except OSError as error:
            return str(error)
        found = re.search("^Mode: (.*)$", answer, re.MULTILINE)
        return found.group(1) if found else answer.strip()

    def client(self, number: int, *command: str) -> str:
        """What ZooKeeper's own client says through one server."""
        server = f"127.0.0.1:{self._ports(number)[0]}"
        words = ("-server", server, *command)
        done = subprocess.run(
            java(self.home, "org.apache.zookeeper.ZooKeeperMain", *words, heap="64m", options=self.quiet),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.stdout + done.stderr

    def _ports(self, number: int) -> list[int]:
        if number not in self.ports:
            self.ports[number] = free_ports(3)
        return self.ports[number]


@pytest.fixture
def ensemble(tmp_path):
    """Servers that all end with the test."""
    servers = Ensemble(unpacked("GROUNDWORK_KAFKA_HOME"), tmp_path)
    yield servers
    for number in list(servers.running):
        servers.stop(number)
