# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The racks of a running cluster: of its brokers against those wanted, and of each topic's replicas. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

from ..core import listing
from ..core.findings import Finding, finding

_SOURCE = "Apache Kafka documentation, Operations: Balancing Replicas Across Racks"
_NAMED = 5


def check(
    wanted: Sequence[Mapping[str, Any]], brokers: Sequence[Mapping[str, Any]], partitions: Sequence[Mapping[str, Any]]
) -> List[Finding]:
    """Findings about *brokers* and *partitions*, the dictionaries of the utility ``cluster.state``.

    *wanted* are ``{id, rack}`` of the brokers whose racks are known.
    """
    return _brokers(wanted, brokers) + _topics(brokers, partitions)


def _brokers(wanted: Sequence[Mapping[str, Any]], brokers: Sequence[Mapping[str, Any]]) -> List[Finding]:
    live = {broker["id"]: _rack(broker) for broker in brokers}
    found = []
    for one in wanted:
        number, rack = int(one["id"]), _rack(one)
        if number in live and live[number] != rack:
            found.append(
                finding(
                    "rack_not_in_force",
                    "medium",
                    f"broker {number}",
                    wanted=f"rack {rack}" if rack else "no rack",
                    found=f"rack {live[number]}" if live[number] else "no rack",
                    why="replicas are placed by the rack that the broker registered with when it started",
                    source=_SOURCE,
                    remedy="restart the broker; groundwork.kafka.rolling_restart does, where its file has changed",
                )
            )
    return found


def _topics(brokers: Sequence[Mapping[str, Any]], partitions: Sequence[Mapping[str, Any]]) -> List[Finding]:
    racks = {broker["id"]: _rack(broker) for broker in brokers}
    known = {rack for rack in racks.values() if rack}
    narrow: Dict[str, List[str]] = {}
    most: Dict[str, int] = {}
    for one in partitions:
        spread = {racks[broker] for broker in one["replicas"] if racks.get(broker)}
        # A replica of a broker that is not registered now, or has no rack, may be anywhere.
        unknown = sum(not racks.get(broker) for broker in one["replicas"])
        needed = min(len(known), len(one["replicas"]))
        if len(spread) + unknown < needed:
            narrow.setdefault(one["topic"], []).append(str(one["partition"]))
            most[one["topic"]] = max(most.get(one["topic"], 0), needed)
    return [
        finding(
            "replicas_share_racks",
            "medium",
            f"topic {topic}",
            wanted=f"replicas of each partition on {most[topic]} racks",
            found=f"fewer of {len(numbers)} partition{'' if len(numbers) == 1 else 's'}: "
            + listing.some(numbers, _NAMED),
            why="what a rack takes down with it is more than one replica",
            source=_SOURCE,
            remedy="reassign the topic's partitions (kafka-reassign-partitions.sh), rack by rack",
        )
        for topic, numbers in sorted(narrow.items())
    ]


def _rack(broker: Mapping[str, Any]) -> str:
    rack = broker.get("rack")
    return "" if rack is None else str(rack).strip()
