# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One real server on loopback: a bare JVM of an unpacked archive, with a folder of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Mapping, Sequence

import pytest

START_SECONDS = 120
STOP_SECONDS = 60
KAFKA, ZOOKEEPER = "kafka.Kafka", "org.apache.zookeeper.server.quorum.QuorumPeerMain"
#: What lives for a minute or two spends more on the second compiler than it gains.
FIRST_COMPILER = ("-XX:TieredStopAtLevel=1",)
QUICK = (*FIRST_COMPILER, "-XX:+UseSerialGC")


@dataclass
class Server:
    """A JVM that serves at *port*: *main* of the jars below *home*, with the settings NAME.properties of *folder*."""

    home: Path
    folder: Path
    name: str
    main: str
    port: int
    heap: str = "256m"
    options: Sequence[str] = FIRST_COMPILER
    address: str = "127.0.0.1"
    environment: Mapping[str, str] = field(default_factory=lambda: {"LC_ALL": "C"})
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def command(self) -> list[str]:
        """What starts it in its folder."""
        return java(self.home, self.main, self.settings.name, heap=self.heap, options=self.options)

    @property
    def settings(self) -> Path:
        """The file that it reads."""
        return self.folder / f"{self.name}.properties"

    @property
    def log(self) -> Path:
        """What it has printed, at each of its starts."""
        return self.folder / f"{self.name}.log"

    def start(self, wait: bool = True) -> None:
        """Start it, and unless told otherwise wait until its port accepts connections."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env={**os.environ, **self.environment},
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
                raise RuntimeError(f"{self.name} ended at once:\n{self.said()}")
            with suppress(OSError), socket.create_connection((self.address, self.port)):
                return
            time.sleep(0.1)
        raise RuntimeError(f"nothing listens at {self.port} after {START_SECONDS} s:\n{self.said()}")

    def stop(self) -> None:
        """End it as systemd does, so that a broker hands its partitions over."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None

    def pause(self) -> None:
        """Let it do nothing until it is resumed."""
        if self.process is not None:
            self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        if self.process is not None:
            self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def said(self) -> str:
        """The end of what it printed."""
        return self.log.read_text()[-2000:]


def java(home: Path, main: str, *arguments: str, heap: str, options: Sequence[str] = FIRST_COMPILER) -> list[str]:
    """The command that runs *main* of the jars below *home*."""
    return ["java", f"-Xmx{heap}", *options, "-cp", f"{home}/libs/*", main, *arguments]


def format_storage(home: Path, folder: Path, name: str) -> None:
    """Format the folders of the server *name*, as for a cluster that begins."""
    settings = ("--config", f"{name}.properties", "--cluster-id", "4L6g3nShT-eMCtK--X86sw")
    command = java(home, "kafka.tools.StorageTool", "format", *settings, heap="96m")
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def zookeeper(home: Path, folder: Path, tick: int, options: Sequence[str] = FIRST_COMPILER) -> Server:
    """A ZooKeeper server that stands alone, not started yet; *tick* is its unit of time in milliseconds."""
    server = Server(home, folder, "zookeeper", ZOOKEEPER, free_port(), "96m", options)
    server.settings.write_text(
        f"tickTime={tick}\ndataDir={folder}/zookeeper\nclientPort={server.port}\n"
        "clientPortAddress=127.0.0.1\nadmin.enableServer=false\n"
    )
    return server


def free_port() -> int:
    """A port of loopback that nobody has."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """So many different ones."""
    with ExitStack() as held:
        probes = [held.enter_context(socket.socket()) for _port in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


def unpacked(variable: str) -> Path:
    """The home of servers that the environment's *variable* names, an unpacked archive of Kafka."""
    found = os.environ.get(variable)
    if not found:
        pytest.fail(f"{variable} does not name an unpacked Kafka archive: run it through make", pytrace=False)
    return Path(found)
