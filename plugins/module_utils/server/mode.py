# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What keeps the cluster's metadata, and where: what cannot work is an error, what works badly is a finding."""

from __future__ import annotations

from typing import Any, List, Sequence

from ..broker.listeners import KRAFT, ZOOKEEPER
from ..core.errors import GroundworkError
from ..core.findings import Finding
from ..review import judge as reviewing
from ..review import kraft
from ..review.kraft import MIGRATION
from ..review.model import Broker, Reviewed
from ..review.rule import chosen
from .processes import BROKER
from .running import Server


def check(mode: str, brokers: Sequence[str], controllers: Sequence[str], zookeepers: Sequence[str]) -> List[Finding]:
    """Findings about the hosts of the three groups in *mode*; GroundworkError for groups that *mode* has no use for."""
    if mode != KRAFT:
        if controllers:
            raise GroundworkError(
                f"The group kafka_controllers has {', '.join(controllers)}, and kafka_mode is {mode}; set "
                "kafka_mode to kraft for all hosts of a new cluster, or leave the group out."
            )
        return _judged("zookeeper_mode", mode=ZOOKEEPER, broker_count=len(brokers))
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
    both = tuple(host for host in controllers if host in brokers)
    return _judged(
        "controllers_even",
        "controllers_single",
        "controllers_combined",
        controllers=len(controllers),
        combined=both,
        broker_count=len(brokers),
    )


def running(found: Sequence[Server]) -> List[Finding]:
    """Findings about the mode of the servers that run on a host."""
    told: List[Finding] = []
    for server in found:
        broker = Broker(server.name, server.properties)
        if server.kind == BROKER:
            told += _judged("zookeeper_mode", brokers=(broker,))
        if {"broker", "controller"} <= set(kraft.roles(broker)):
            told += _judged("controllers_combined", combined=(server.name,))
    return told


def _judged(*identities: str, **known: Any) -> List[Finding]:
    return reviewing.judge(Reviewed(**known), chosen(kraft.RULES, *identities)).findings
