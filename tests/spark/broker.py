# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A real broker on loopback for the tests: ZooKeeper and Kafka from an unpacked archive, in a folder of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Iterator

START_SECONDS = 60


@contextmanager
def running_broker(home: Path, folder: Path) -> Iterator[str]:
    """Start both, yield HOST:PORT of the broker, and end both by their process handles."""
    keeper_port, broker_port = _free_port(), _free_port()
    (folder / "zoo.cfg").write_text(
        f"tickTime=2000\ndataDir={folder}/zookeeper\nclientPort={keeper_port}\n"
        "clientPortAddress=127.0.0.1\nadmin.enableServer=false\n"
    )
    (folder / "server.properties").write_text(
        f"broker.id=1\nlisteners=PLAINTEXT://127.0.0.1:{broker_port}\nzookeeper.connect=127.0.0.1:{keeper_port}\n"
        f"log.dirs={folder}/data\noffsets.topic.replication.factor=1\ntransaction.state.log.replication.factor=1\n"
        "transaction.state.log.min.isr=1\ntransaction.state.log.num.partitions=1\ngroup.initial.rebalance.delay.ms=0\n"
    )
    with ExitStack() as stack:
        for name, main, port, heap in (
            ("zoo.cfg", "org.apache.zookeeper.server.quorum.QuorumPeerMain", keeper_port, "96m"),
            ("server.properties", "kafka.Kafka", broker_port, "384m"),
        ):
            process = stack.enter_context(_java(home, folder, heap, main, name))
            _wait_for(port, process, folder / f"{name}.log")
        yield f"127.0.0.1:{broker_port}"


@contextmanager
def _java(home: Path, folder: Path, heap: str, main: str, settings: str) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / f"{settings}.log").open("wb") as log:
        process = subprocess.Popen(
            ["java", f"-Xmx{heap}", "-cp", f"{home}/libs/*", main, str(folder / settings)],
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={**os.environ, "LC_ALL": "C"},
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the test's broker ended at once:\n{log.read_text()[-2000:]}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"nothing listens at port {port} after {START_SECONDS} s:\n{log.read_text()[-2000:]}")
