# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What tests of renewed certificates ask of a secured cluster."""

from __future__ import annotations

import subprocess
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import certificate_list
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import certificates as audit_certificates
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import certificates as cluster_certificates
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from tests.servers.secured import Secured
from tests.servers.waiting import eventually

#: What a broker logs whose certificate the controller does not take.
REFUSED = "failed authentication due to"
#: For so long a broker that is refused is looked at: it would be in sync within a few seconds.
APART = 15


def connected(running: Secured, number: int | None = None) -> AbstractContextManager[Any]:
    """A client of the whole cluster, or of one broker."""
    servers = running.bootstrap_servers if number is None else [f"127.0.0.1:{running.ports[f'broker{number} BROKER']}"]
    return connection.connected(servers, running.client, 20)


def tell(running: Secured, *numbers: int) -> list[str]:
    """What the listeners present by now that were told to read their certificates again."""
    listeners = cluster_certificates.wanted(
        [
            {
                "node": number,
                "name": name,
                "address": f"127.0.0.1:{running.ports[f'broker{number} {name}']}",
                "certificate": running.certificate(f"broker{number}"),
                "path": str(running.keystore(f"broker{number}")),
            }
            for number in numbers
            for name in ("CLIENT", "BROKER")
        ]
    )
    params = {"client_config": running.client, "timeout": 20}
    with connected(running) as client:
        return cluster_certificates.run(client, listeners, params, False)["renewed"]


def _found(running: Secured, number: int) -> running_servers.Server:
    process = running.servers[f"broker{number}"].process
    assert process is not None
    (server,) = [one for one in running_servers.find(Host())[0] if one.pid == str(process.pid)]
    return server


def listed(running: Secured, number: int) -> dict[tuple[str, str], str]:
    """What the list of certificates says of a broker: a fingerprint by state, and by path or by authority."""
    lines, _missing = certificate_list.read(Host(), "here", _found(running, number), time.time())
    return {(line["path"] or line["subject"], line["state"]): line["fingerprint"] for line in lines}


def fingerprint(file: Path) -> str:
    """That of the first certificate of a file, as openssl tells it."""
    asked = ["openssl", "x509", "-in", str(file), "-noout", "-fingerprint", "-sha256"]
    done = subprocess.run(asked, check=True, capture_output=True, text=True)
    return done.stdout.strip().partition("=")[2].replace(":", "").lower()


def audited(running: Secured, number: int) -> dict[str, str]:
    """What an audit of this machine says of each way of a broker: the status of its certificate."""
    server = _found(running, number)
    rows = [one.row for one in audit_certificates.observe(Host(), server, time.time())]
    return {str(row["name"]).replace(f"{server.name} ", "", 1): str(row["status"]) for row in rows}


def create(running: Secured, topic: str) -> None:
    """A topic with a partition on each broker, which broker 1 knows of by the end."""
    with connected(running, 1) as client:
        client.create_topics({topic: {"assignments": {0: [1], 1: [2]}}})
    eventually(lambda: heard(running, topic)[1], True)


def heard(running: Secured, topic: str) -> dict[int, bool]:
    """Which brokers have made their partition of the topic: they were told of it by the controllers."""
    folders = {1: f"broker1-data/{topic}-0", 2: f"broker2-data/{topic}-1"}
    return {number: (running.folder / folder).exists() for number, folder in folders.items()}


def in_sync(running: Secured, number: int) -> list[int]:
    """Which replicas of the topic orders are in sync, as a broker tells."""
    with connected(running, number) as client:
        (topic,) = client.describe_topics(["orders"])
    return sorted(topic["partitions"][0]["isr_nodes"])
