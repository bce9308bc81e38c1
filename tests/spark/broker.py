# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A real broker on loopback for the tests: ZooKeeper and Kafka from an unpacked archive, in a folder of their own.

It listens three times: without security, with TLS and SCRAM, and with TLS and client certificates.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Sequence

from kafka.admin import KafkaAdminClient, UserScramCredentialUpsertion

from tests.spark.pki import Pki, make_pki

START_SECONDS = 60
# What lives for a minute or two spends more on the second compiler than it gains.
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


class Server:
    """One JVM that serves at ``port``: the command ``java`` with the file ``settings`` of ``folder``."""

    def __init__(self, folder: Path, settings: str, port: int, java: list[str]) -> None:
        self._command = [*java, str(folder / settings)]
        self._folder, self._log, self._port = folder, folder / f"{settings}.log", port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it listens."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._folder,
                env={**os.environ, "LC_ALL": "C"},
            )
        wait_for(self._port, self._process, self._log)

    def stop(self) -> None:
        """Let it shut down in its own way."""
        if self._process:
            self._process.terminate()
            self._process.wait(timeout=60)

    def pause(self) -> None:
        """Let it do nothing until it is resumed."""
        if self._process:
            self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        if self._process:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it at once."""
        if self._process:
            self._process.kill()
            self._process.wait()


@dataclass(frozen=True)
class Broker:
    """HOST:PORT of each listener; a login by SCRAM; certificates in ``pki``; partitions in folders of ``data``."""

    plain: str
    scram: str
    mutual: str
    pki: Pki
    user: str
    password: str
    server: Server
    data: Path


@contextmanager
def running_broker(home: Path, folder: Path, java: Sequence[str] = ("-Xmx384m", *QUICK)) -> Iterator[Broker]:
    """Start both, yield the broker, whose JVM has the options ``java``, and end both by their process handles."""
    keeper_port, broker_port, scram_port, mutual_port = (free_port() for _port in range(4))
    pki = make_pki(folder)
    (folder / "zoo.cfg").write_text(
        f"tickTime=2000\ndataDir={folder}/zookeeper\nclientPort={keeper_port}\n"
        "clientPortAddress=127.0.0.1\nadmin.enableServer=false\n"
    )
    (folder / "server.properties").write_text(
        f"broker.id=1\nzookeeper.connect=127.0.0.1:{keeper_port}\n"
        f"listeners=PLAINTEXT://127.0.0.1:{broker_port},SASL_SSL://127.0.0.1:{scram_port},SSL://127.0.0.1:{mutual_port}\n"
        f"ssl.keystore.type=PEM\nssl.keystore.location={pki.broker}\nlistener.name.ssl.ssl.client.auth=required\n"
        f"ssl.truststore.type=PEM\nssl.truststore.location={pki.authority}\nsasl.enabled.mechanisms=SCRAM-SHA-512\n"
        "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config="
        "org.apache.kafka.common.security.scram.ScramLoginModule required;\n"
        f"log.dirs={folder}/data\noffsets.topic.replication.factor=1\ntransaction.state.log.replication.factor=1\n"
        "transaction.state.log.min.isr=1\ntransaction.state.log.num.partitions=1\ngroup.initial.rebalance.delay.ms=0\n"
        # Everybody may do everything, but for what a test forbids.
        "authorizer.class.name=kafka.security.authorizer.AclAuthorizer\nallow.everyone.if.no.acl.found=true\n"
    )
    with ExitStack() as stack:
        keeper = [
            "java",
            "-Xmx96m",
            *QUICK,
            "-cp",
            f"{home}/libs/*",
            "org.apache.zookeeper.server.quorum.QuorumPeerMain",
        ]
        kafka = ["java", *java, "-cp", f"{home}/libs/*", "kafka.Kafka"]
        servers = [
            Server(folder, "zoo.cfg", keeper_port, keeper),
            Server(folder, "server.properties", broker_port, kafka),
        ]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        user, password = "tester", f"marker-{secrets.token_hex(8)}"
        admin = KafkaAdminClient(bootstrap_servers=f"127.0.0.1:{broker_port}")
        admin.alter_user_scram_credentials([UserScramCredentialUpsertion(user, "SCRAM-SHA-512", password)])
        admin.close()
        ports = (broker_port, scram_port, mutual_port)
        yield Broker(*(f"127.0.0.1:{port}" for port in ports), pki, user, password, servers[-1], folder / "data")


def free_port() -> int:
    """A port on loopback that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return when ``process`` listens at ``port``; its ``log`` tells why it does not."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the test's broker ended at once:\n{log.read_text()[-2000:]}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"nothing listens at port {port} after {START_SECONDS} s:\n{log.read_text()[-2000:]}")
