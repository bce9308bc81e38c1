# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which processes of a host are brokers and ZooKeeper servers, by their command lines alone."""

from __future__ import annotations

from typing import Iterator, NamedTuple

from ..core.errors import GroundworkError
from ..host import process
from ..host.machine import Host
from . import java_command
from .java_command import JavaCommand

BROKER, CONTROLLER, ZOOKEEPER = "broker", "controller", "zookeeper"

# Consoles and tools are Java programs of the same jars, with other main classes.
_MAIN_CLASSES = {
    "kafka.Kafka": BROKER,
    "io.confluent.support.metrics.SupportedKafka": BROKER,
    "com.cloudera.kafka.wrap.Kafka": BROKER,
    "org.apache.zookeeper.server.quorum.QuorumPeerMain": ZOOKEEPER,
    "org.apache.zookeeper.server.ZooKeeperServerMain": ZOOKEEPER,
}


class Found(NamedTuple):
    """A server's process. *kind* is BROKER for a controller too; one that is not the host's *own* is a container's."""

    pid: str
    kind: str
    command: JavaCommand
    own: bool


def find(host: Host) -> Iterator[Found]:
    """The servers of this host, and those in its containers, by process id.

    Raises GroundworkError without the rights to look at processes of others.
    """
    for pid in sorted((name for name in host.names("/proc") if name.isdigit()), key=int):
        command = java_command.parse(process.command_line(host, pid))
        kind = _MAIN_CLASSES.get(command.main_class) if command else None
        if command is None or kind is None:
            continue
        own = _is_own(host, pid)
        if own is not None:
            yield Found(pid, kind, command, own)


def is_one(host: Host, pid: str) -> bool:
    """Whether process *pid* is a server."""
    command = java_command.parse(process.command_line(host, pid))
    return command is not None and command.main_class in _MAIN_CLASSES


def _is_own(host: Host, pid: str) -> bool | None:
    """Whether process *pid* is of this host and of none of its containers; None when it is gone."""
    namespace = host.link(f"/proc/{pid}/ns/pid")
    if namespace is None:
        if not host.exists(f"/proc/{pid}"):
            return None
        raise GroundworkError(f"Process {pid} of another user cannot be looked at; run with become.")
    shared = process.shares_root(host, pid)
    return None if shared is None else shared and namespace == host.link("/proc/self/ns/pid")
