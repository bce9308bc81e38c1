# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What keeps the cluster's metadata, and where: what cannot work is an error, what works badly is a finding."""

from __future__ import annotations

import re
from typing import List, Sequence

from ..broker.listeners import KRAFT
from ..core.errors import GroundworkError
from ..core.findings import Finding, finding
from .processes import BROKER
from .running import Server
from .storage import MIGRATION, SOURCE


def check(mode: str, brokers: Sequence[str], controllers: Sequence[str], zookeepers: Sequence[str]) -> List[Finding]:
    """Findings about the hosts of the three groups in *mode*; GroundworkError for groups that *mode* has no use for."""
    if mode != KRAFT:
        if controllers:
            raise GroundworkError(
                f"The group kafka_controllers has {', '.join(controllers)}, and kafka_mode is {mode}; set "
                "kafka_mode to kraft for all hosts of a new cluster, or leave the group out."
            )
        return [_zookeeper_mode()] if brokers else []
    if zookeepers:
        raise GroundworkError(
            f"The group zookeeper has {', '.join(zookeepers)}, and kafka_mode is kraft; leave the group out for a new "
            "cluster, and set kafka_mode to zookeeper for one that keeps its metadata there until it has been moved by "
            f"the migration of Kafka 3.9 ({MIGRATION})."
        )
    if not controllers:
        raise GroundworkError(
            "kafka_mode is kraft, and the inventory's group kafka_controllers is empty; put three hosts into it, which "
            "may be brokers as well."
        )
    return [*_number(len(controllers), len(brokers)), *_combined(brokers, controllers)]


def running(found: Sequence[Server]) -> List[Finding]:
    """Findings about the mode of the servers that run on a host."""
    told: List[Finding] = []
    for server in found:
        roles = re.split(r"[,\s]+", server.properties.get("process.roles", "").strip())
        if server.kind == BROKER and server.properties.get("zookeeper.connect") and "broker" not in roles:
            told.append(_zookeeper_mode(f"broker {server.name}"))
        if {"broker", "controller"} <= set(roles):
            told += _combined([server.name, "others"], [server.name])
    return told


def _zookeeper_mode(subject: str = "cluster") -> Finding:
    return finding(
        "zookeeper_mode",
        "medium",
        subject,
        wanted="KRaft",
        found="ZooKeeper",
        why="Kafka 3.9 is the last version that runs with ZooKeeper, and what comes after is fixed in 4.x alone",
        source=SOURCE,
        remedy="begin new clusters with kafka_mode: kraft; move this one by the migration of Kafka 3.9: controllers "
        f"beside ZooKeeper, brokers restarted twice, then ZooKeeper taken away and Kafka upgraded to 4.x ({MIGRATION})",
    )


def _number(controllers: int, brokers: int) -> List[Finding]:
    if controllers % 2 and (controllers > 1 or brokers <= 1):
        return []
    survived = (controllers - 1) // 2
    return [
        finding(
            "controllers_even" if controllers % 2 == 0 else "controllers_single",
            "medium",
            "KRaft quorum",
            wanted="an odd number of controllers, three or more",
            found=f"{controllers} controller{'s' if controllers > 1 else ''}",
            why=f"the quorum survives the loss of {survived}"
            + (
                f", no more than one of {controllers - 1} does" if controllers % 2 == 0 else ", and stops with its host"
            ),
            source=SOURCE,
            remedy="add a controller" + (", or take one away" if controllers > 2 else ""),
        )
    ]


def _combined(brokers: Sequence[str], controllers: Sequence[str]) -> List[Finding]:
    both = [host for host in controllers if host in brokers]
    if not both or len(brokers) == 1:
        return []
    return [
        finding(
            "controllers_combined",
            "low",
            "KRaft quorum",
            wanted="controllers on hosts of their own",
            found=f"{', '.join(both)}: broker and controller in one process",
            why="they are restarted together, and a broker's load or a lack of its memory takes a controller with it",
            source=SOURCE,
            remedy="give the group kafka_controllers hosts of its own where the cluster is for production",
        )
    ]
