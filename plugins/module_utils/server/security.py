# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a running server is secured, and that this is not changed under it.

A broker in plaintext and one with TLS can't speak to each other, so servers that are restarted one at a time would be
two clusters on the way.
"""

from __future__ import annotations

from ..broker import properties
from ..core.errors import GroundworkError
from ..host import pending
from ..host.machine import Host

BROKER, ZOOKEEPER = "/etc/kafka/server.properties", "/etc/zookeeper/zoo.cfg"


def check_broker(host: Host, wanted: bool) -> None:
    """Raise GroundworkError where a broker runs without the security that is *wanted*, or with one that is not."""
    text = host.read(BROKER)
    if text is not None:
        found = properties.parse(text)
        protocols = found.get("listener.security.protocol.map", "") + found.get("listeners", "")
        _check(host, "kafka", BROKER, "SSL" in protocols, wanted)


def check_zookeeper(host: Host, wanted: bool) -> None:
    """The same of a ZooKeeper server."""
    text = host.read(ZOOKEEPER)
    if text is not None:
        _check(host, "zookeeper", ZOOKEEPER, "secureClientPort" in properties.parse(text), wanted)


def _check(host: Host, service: str, path: str, secured: bool, wanted: bool) -> None:
    if secured is wanted or pending.main_pid(host, service) is None:
        return
    raise GroundworkError(
        f"{service} runs {'with' if secured else 'without'} security on this host ({path}), and "
        f"{service}_security_enabled is {str(wanted).lower()}: those with and without it can't speak to each other, "
        "so it is not changed one at a time. Stop the clients, then kafka on all brokers, then zookeeper on all its "
        "servers (systemctl stop), and run the playbook again: their data stays."
    )
