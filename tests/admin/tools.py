# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Kafka's own command line tools, which judge what modules have done."""

from __future__ import annotations

import subprocess
from typing import Any

from tests.servers.cluster import Cluster
from tests.servers.server import java

#: What each script starts, with ZooKeeper (3.9) and with KRaft (4.x).
_MAINS = {
    "kafka-topics.sh": ("org.apache.kafka.tools.TopicCommand",) * 2,
    "kafka-consumer-groups.sh": ("org.apache.kafka.tools.consumer.group.ConsumerGroupCommand",) * 2,
    "kafka-configs.sh": ("kafka.admin.ConfigCommand",) * 2,
    "kafka-acls.sh": ("kafka.admin.AclCommand", "org.apache.kafka.tools.AclCommand"),
}


def said(cluster: Cluster, script: str, *words: str) -> str:
    """What the *script* prints, given a broker of the *cluster* and *words*."""
    main = _MAINS[script][cluster.mode == "kraft"]
    given = [main, "--bootstrap-server", cluster.bootstrap_servers[0], *words]
    done = subprocess.run(
        java(cluster.brokers[1].home, *given, heap="96m"), capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def asked(cluster: Cluster, **given: Any) -> dict[str, Any]:
    """What a module is given that asks the *cluster*."""
    return {"bootstrap_servers": cluster.bootstrap_servers, "client_config": {}, "timeout": 15, **given}
