# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a host with a ZooKeeper server of an ensemble has in mind, as the collection reads it there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import identity


def identity_of(ensemble, root: Path, number: int, **known: Any) -> dict[str, Any]:
    """The identity of the host of server *number*, below *root*: what its file names, and what is *known* beside."""
    etc = root / str(number) / "etc/zookeeper"
    etc.mkdir(parents=True, exist_ok=True)
    named = [line for line in ensemble.running[number].settings.read_text().splitlines() if "server." in line]
    (etc / "zoo.cfg").write_text("\n".join(named) + "\n")
    host = Host(str(root / str(number)), lambda _argv: Completed(0, "0\n", ""))
    return {"zookeeper": {**identity.zookeeper(host, "/data", "/data", []), "id": number, "filled": True, **known}}
