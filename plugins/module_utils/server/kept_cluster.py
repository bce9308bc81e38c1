# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whose cluster the ZooKeeper keeps that a broker with data is to connect to."""

from __future__ import annotations

import json
from typing import List, Sequence

from ..broker import properties
from ..core import host_port
from ..core.errors import GroundworkError
from ..host.machine import Host
from . import data, four_letter_word, tls, zookeeper_node

_CLUSTER, _CONNECT, _PORT = "cluster.id", "zookeeper.connect", "2181"


def check(host: Host, settings: str, connect: str, log_dirs: Sequence[str]) -> None:
    """Raise GroundworkError where *connect* leads a broker with data in *log_dirs* to the ZooKeeper of another cluster.

    That is asked only where the file *settings* has other servers so far. Where nobody answers nobody can tell, as
    before the servers of an ensemble run again at other ports.
    """
    own = data.held(host, log_dirs).get(_CLUSTER, "")
    found = properties.parse(host.text(settings))
    former = found.get(_CONNECT, "")
    if not own or not former or set(_servers(former)) == set(_servers(connect)):
        return
    path = _path(connect)
    for server in _servers(connect):
        try:
            cluster = _cluster_of(server, path, found.get("zookeeper.ssl.client.enable") == "true")
        except (OSError, ValueError, GroundworkError):
            continue
        if cluster == own:
            return
        what = f"the cluster {cluster}" if cluster else "no cluster"
        raise GroundworkError(
            f"{log_dirs[0]} holds data of the cluster {own}, and the ZooKeeper at {server}, which "
            f"kafka_zookeeper_connect names, keeps {what} at {path}: the "
            f"broker would not start with it; set kafka_zookeeper_connect back ({former}). To have the cluster kept by "
            "other servers, add them to its ensemble and take the former ones away, one at a time, with a run each."
        )


def has_topics(host: Host, settings: str, connect: str) -> bool:
    """Whether the first ZooKeeper of *connect* that answers keeps topics, so that a broker has had some.

    One that wants certificates is asked with those of a broker that the file *settings* is of.
    """
    secured = properties.parse(host.text(settings)).get("zookeeper.ssl.client.enable") == "true"
    for server in _servers(connect):
        address = host_port.split(server)
        try:
            context = four_letter_word.tls(*tls.KAFKA) if secured else None
            if address:
                return zookeeper_node.children(*address, f"{_path(connect).rstrip('/')}/brokers/topics", context) > 0
        except (OSError, GroundworkError):
            continue
    return False


def _path(connect: str) -> str:
    return "/" + connect.partition("/")[2].strip().strip("/")


def _servers(connect: str) -> List[str]:
    servers = (server.strip() for server in connect.partition("/")[0].split(","))
    return [server if host_port.split(server) else f"{server}:{_PORT}" for server in servers if server]


def _cluster_of(server: str, path: str, secured: bool) -> str:
    """The id of the cluster that *server* keeps below *path*; empty for none."""
    address = host_port.split(server)
    if address is None:
        raise ValueError(server)
    context = four_letter_word.tls(*tls.KAFKA) if secured else None
    node = zookeeper_node.read(*address, f"{path.rstrip('/')}/cluster/id", context)
    return "" if node is None else str(json.loads(node)["id"])
