# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Brokers' numbers, racks and data centers."""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Mapping, Tuple

from ..broker.listeners import ZOOKEEPER
from ..core import listing
from . import settings
from .model import Reviewed
from .rule import CLUSTER, Rule, Trap

_SOURCE = "Apache Kafka documentation, Operations: Balancing Replicas Across Racks"
#: What comes of brokers without a rack among others: Kafka with ZooKeeper, and the controller of KRaft.
_REFUSED = ("high", "Kafka refuses to spread replicas over racks when some brokers have none: no topic can be made")
_ONE_RACK = (
    "medium",
    "the controller counts the brokers without one as a rack of their own, so that replicas are spread over racks that "
    "are none",
)
#: Names of zones of clouds, such as eu-west-1a and europe-west1-b, with the region in front: a part of the world and a
#: direction in it, as racks of one data center are numbered in the same way (dc-rack-1a).
_ZONE = re.compile(
    r"((?:af|africa|ap|asia|australia|ca|cn|eu|europe|il|me|mx|northamerica|sa|southamerica|us)(?:-gov|-iso[a-z]?)?"
    r"-(?:central|(?:north|south)(?:east|west)?|east|west)-?[0-9]+)-?[a-z]\Z"
)


def by_rack(racks: Mapping[str, str]) -> Dict[str, List[str]]:
    """The brokers of each rack; those without one by an empty text."""
    found: Dict[str, List[str]] = {}
    for broker, rack in racks.items():
        found.setdefault(rack, []).append(broker)
    return found


def _same_id(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    holders: Dict[Tuple[str, str], List[str]] = {}
    for broker in found.brokers:
        number = broker.config.get("node.id", broker.config.get("broker.id", "")).strip()
        if number and number != "-1":
            holders.setdefault((number, settings.cluster(broker)), []).append(broker.name)
    for (number, _cluster_of), names in sorted(holders.items()):
        if len(names) > 1:
            yield Trap(f"number {number} of {', '.join(sorted(names))}", "a number for each")


def _partial(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    racks = by_rack(found.racks or {})
    if "" in racks and len(racks) > 1:
        severity, because = _REFUSED if _with_zookeeper(found) else _ONE_RACK
        yield Trap(
            f"{listing.some(sorted(racks['']))} without a rack",
            "a rack for every broker, or for none",
            severity=severity,
            words={"because": because},
        )


def _with_zookeeper(found: Reviewed) -> bool:
    """Of the whole cluster where that is known, else by what a file has."""
    if found.mode:
        return found.mode == ZOOKEEPER
    return any(broker.config.get("zookeeper.connect", "").strip() for broker in found.brokers)


def _unknown(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    if set(by_rack(found.racks or {})) == {""} and (found.replication or 0) > 1:
        yield Trap("no broker has a rack", "a rack for every broker")


def _uneven(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    sizes = {rack: len(hosts) for rack, hosts in by_rack(found.racks or {}).items()}
    if "" not in sizes and len(set(sizes.values())) > 1:
        yield Trap(
            ", ".join(f"{rack}: {size}" for rack, size in sorted(sizes.items())),
            "the same number of brokers in every rack",
        )


def _few(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    racks, factor = by_rack(found.racks or {}), found.replication or 0
    if set(racks) - {""} and len(racks) < factor:
        yield Trap(f"{len(racks)}: {', '.join(sorted(racks))}", f"at least {factor} racks for {factor} replicas")


def _stretched(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    sites = {broker.facts.site for broker in found.brokers if broker.facts.site}
    if not sites:
        zones = [_ZONE.match(rack.lower()) for rack in (found.racks or {}).values()]
        sites = {zone.group(1) for zone in zones if zone}
    if len(sites) > 1:
        yield Trap(f"brokers in {', '.join(sorted(sites))}", "one data center")


RULES = (
    Rule(
        "broker_ids_same",
        "high",
        CLUSTER,
        _same_id,
        why="the second one is refused, or takes the place of the first and its partitions",
        source="Apache Kafka documentation, Broker Configs: broker.id, node.id",
        remedy="give each a number of its own, that of its data where it has some",
        needs=("brokers",),
    ),
    Rule(
        "racks_partial",
        "high",
        CLUSTER,
        _partial,
        why="{because}",
        source=_SOURCE,
        remedy="set broker.rack of every broker, or of none",
        needs=("racks",),
    ),
    Rule(
        "racks_unknown",
        "low",
        CLUSTER,
        _unknown,
        why="replicas of a partition may all be in one rack, and be lost with it",
        source=_SOURCE,
        remedy="set broker.rack (kafka_rack) of every broker, if they do not all share one rack",
        needs=("racks", "replication"),
    ),
    Rule(
        "racks_uneven",
        "medium",
        CLUSTER,
        _uneven,
        why="every rack gets the same share of replicas, so brokers in small racks carry more",
        source=_SOURCE,
        remedy="add brokers to the small racks, or move some there",
        needs=("racks",),
    ),
    Rule(
        "racks_fewer_than_replicas",
        "medium",
        CLUSTER,
        _few,
        why="one rack then holds several replicas of a partition, and takes them all down with it",
        source=_SOURCE,
        remedy="spread the brokers over more racks, or count on losing more than one replica with a rack",
        needs=("racks", "replication"),
    ),
    Rule(
        "cluster_stretched",
        "medium",
        CLUSTER,
        _stretched,
        why="every write waits for the link between them, and when it is cut one side has no leaders",
        source="Apache Kafka documentation, Operations: Datacenters",
        remedy="have a cluster in each data center, and mirror between them (MirrorMaker 2)",
        needs=("brokers",),
    ),
)
