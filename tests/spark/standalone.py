# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A Spark cluster on loopback for the tests: one master and two workers of one core each, from pyspark's own folder."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Mapping

import pyspark

from spark_validation.commands.requirements import require_java
from spark_validation.spark import jars
from tests.servers.server import QUICK, Server, free_ports

HOME = Path(pyspark.__file__).parent
# What spark-class would set: where Spark is and its Scala, for the workers start the executors by it.
_PLACE = {"SPARK_HOME": str(HOME), "SPARK_SCALA_VERSION": "2.13", "SPARK_LOCAL_IP": "127.0.0.1"}
SUBMIT = HOME / "bin" / "spark-submit"
EXECUTOR_MEMORY = "512m"
# What each submitted application of the tests is given: small, and begun only when both workers serve it.
SETTINGS = {
    "spark.driver.memory": "512m",
    "spark.driver.extraJavaOptions": " ".join(QUICK),
    "spark.executor.memory": EXECUTOR_MEMORY,
    "spark.executor.cores": "1",
    "spark.executor.extraJavaOptions": " ".join(QUICK),
    "spark.cores.max": "2",
    "spark.scheduler.minRegisteredResourcesRatio": "1",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


def watched(port: int, events: Path) -> dict[str, str]:
    """The settings of an application whose pages are at *port*, with its events in the folder *events*."""
    return {
        "spark.ui.enabled": "true",
        "spark.ui.port": str(port),
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": str(events),
    }


class Member(Server):
    """The master, or a worker with the executors that it starts, with a web page."""

    def __init__(self, name: str, folder: Path, ports: tuple[int, int], main: str, *arguments: str) -> None:
        main = f"org.apache.spark.deploy.{main}"
        super().__init__(HOME, folder, name, main, ports[0], "128m", QUICK, environment=_PLACE)
        self.page, self._arguments = f"http://127.0.0.1:{ports[1]}/", arguments
        self._listens = ("--host", "127.0.0.1", "--port", str(ports[0]), "--webui-port", str(ports[1]))

    @property
    def command(self) -> list[str]:
        """What starts it: its settings are its arguments."""
        options = (f"-Xmx{self.heap}", *self.options, "-cp", f"{HOME}/jars/*")
        return ["java", *options, self.main, *self._listens, *self._arguments]

    def kill(self) -> None:
        """End it at once, its executors with it."""
        children: list[int] = []
        if self.process is not None and self.process.poll() is None:
            for told in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
                with suppress(OSError):  # a thread that has ended meanwhile
                    children += map(int, told.read_text().split())
        super().kill()
        for child in children:
            with suppress(ProcessLookupError):  # it may have noticed that its worker is gone
                os.kill(child, signal.SIGKILL)


@dataclass(frozen=True)
class Standalone:
    """The address for spark-submit, the servers, and the folder with all that they write."""

    address: str
    master: Member
    workers: tuple[Member, Member]
    folder: Path

    def submit(
        self, *arguments: object, settings: Mapping[str, str], cwd: Path, env: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Begin spark-submit with ``arguments`` (options of its own first, then the entry file) in folder ``cwd``."""
        given = {**SETTINGS, **settings}
        options = [word for name, value in given.items() for word in ("--conf", f"{name}={value}")]
        python = {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable}
        return subprocess.Popen(
            [str(SUBMIT), "--master", self.address, *options, *map(str, arguments)],
            cwd=cwd,
            env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", **python, **(env or {})},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def shown(self) -> dict[str, str]:
        """What the master and the workers show of themselves, by the page's address."""
        pages = [server.page + path for server in (self.master, *self.workers) for path in ("", "json/")]
        return {page: read_page(page) for page in pages}

    def written(self) -> dict[str, str]:
        """What master, workers and executors wrote, by the file's path."""
        files = [path for path in self.folder.rglob("*") if path.is_file() and path.suffix != ".jar"]
        return {str(path): path.read_text(errors="replace") for path in files}


class Said(threading.Thread):
    """The lines that a process writes, as they come: spark-submit sends an application's stderr to its own stdout."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        super().__init__(daemon=True)
        self._process, self.lines = process, list[str]()
        self.start()

    def run(self) -> None:
        for line in self._process.stdout or ():
            self.lines.append(line)

    def until_the_end(self, seconds: float) -> str:
        """Everything, after the process has ended."""
        self._process.wait(timeout=seconds)
        self.join()
        return "".join(self.lines)

    def wait_for(self, beginning: str) -> None:
        """Return when a line begins so; an error when the process ends before."""
        while not any(line.startswith(beginning) for line in self.lines):
            if self._process.poll() is not None:
                self.join()
                raise RuntimeError(f"ended before it said {beginning!r}:\n{''.join(self.lines[-40:])}")
            time.sleep(0.02)


def connector() -> str:
    """The connector's jars as spark-submit's --jars takes them."""
    return ",".join(map(str, jars.ensure(jars.default_directory(), require_java(), print)))


def events(folder: Path, kind: str) -> list[dict[str, Any]]:
    """The events of one ``kind``, such as TaskEnd, in all event logs below ``folder``."""
    lines = [line for path in sorted(folder.rglob("events_*")) for line in path.read_text().splitlines()]
    return [event for event in map(json.loads, lines) if event["Event"] == f"SparkListener{kind}"]


def read_page(address: str) -> str:
    """What ``address`` on this machine answers."""
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 our own address
        return str(answer.read().decode())


@contextmanager
def running_standalone(folder: Path) -> Iterator[Standalone]:
    """Start the three, yield them, and end each by its process handle."""
    master_port, *ports = free_ports(6)
    address = f"spark://127.0.0.1:{master_port}"
    master = Member("master", folder, (master_port, ports[0]), "master.Master")
    workers = []
    for name, own in (("worker1", (ports[1], ports[2])), ("worker2", (ports[3], ports[4]))):
        size = ("-c", "1", "-m", "600m", "-d", str(folder / name))
        workers.append(Member(name, folder, own, "worker.Worker", *size, address))
    with ExitStack() as stack:
        for server in (master, *workers):
            stack.callback(server.kill)
            server.start()
        yield Standalone(address, master, (workers[0], workers[1]), folder)
