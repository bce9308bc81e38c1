# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which broker leads which partition, against the preferred one: the first of its replicas. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

Partition = Mapping[str, Any]


def misplaced(partitions: Sequence[Partition]) -> List[Partition]:
    """Those of *partitions* that another broker leads than the preferred one, though that one is in sync."""
    return [one for one in partitions if one["leader"] != one["replicas"][0] and one["replicas"][0] in one["isr"]]


def led_by_preferred(wanted: Sequence[Partition], partitions: Sequence[Partition]) -> List[Partition]:
    """Those of *wanted* that the preferred broker leads by now, as *partitions* tells; none that left."""
    led = {(one["topic"], one["partition"]) for one in partitions if one["leader"] == one["replicas"][0]}
    return [one for one in wanted if (one["topic"], one["partition"]) in led]


def waiting(partitions: Sequence[Partition]) -> List[Partition]:
    """Those of *partitions* that the preferred broker does not lead because it is not in sync."""
    return [one for one in partitions if one["leader"] != one["replicas"][0] and one["replicas"][0] not in one["isr"]]


def leaders(partitions: Sequence[Partition]) -> List[Dict[str, int]]:
    """``{broker, leads, preferred}`` by broker: how many partitions it leads, and how many it is to lead."""
    brokers = sorted({broker for one in partitions for broker in one["replicas"]})
    return [
        {
            "broker": broker,
            "leads": sum(one["leader"] == broker for one in partitions),
            "preferred": sum(one["replicas"][0] == broker for one in partitions),
        }
        for broker in brokers
    ]


def by_topic(partitions: Sequence[Partition]) -> Dict[str, List[int]]:
    """The numbers of *partitions* by topic."""
    found: Dict[str, List[int]] = {}
    for one in partitions:
        found.setdefault(one["topic"], []).append(one["partition"])
    return found
