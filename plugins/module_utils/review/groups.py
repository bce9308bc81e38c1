# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How consumer groups share partitions out."""

from __future__ import annotations

from typing import Dict, Iterator

from . import assignors, shown
from .model import Group, Reviewed
from .rule import GROUP, NotKnownError, Rule, Trap

#: The most of a member against the fewest, from when on it is worth a word; a difference of one is nobody's fault.
_UNEVEN = 1.5


def _uneven(found: Reviewed, group: Group) -> Iterator[Trap]:
    """What its assignor makes of its own subscription, against what one makes that spreads evenly."""
    if group.assignor not in assignors.ASSIGNORS:
        raise NotKnownError(f"assignor {group.assignor}")
    partitions = {topic.name: topic.partitions for topic in found.topics or ()}
    read = {topic: count for topic, count in partitions.items() if any(topic in of for of in group.members.values())}
    if len(group.members) < 2 or not read:
        return
    counts = {name: assign(read, group.members) for name, assign in assignors.ASSIGNORS.items()}
    has, best = counts[group.assignor], counts[assignors.COOPERATIVE]
    if max(has.values()) > max(best.values()) + 1 and max(has.values()) >= _UNEVEN * max(1, min(has.values())):
        shares: Dict[str, str] = {name: shown.listed(sorted(of.values(), reverse=True)) for name, of in counts.items()}
        yield Trap(
            f"{group.assignor} gives {shares[group.assignor]} of {sum(read.values())} partitions in {len(read)} topics",
            f"{assignors.COOPERATIVE} gives {shares[assignors.COOPERATIVE]}, {assignors.ROUND_ROBIN} "
            f"{shares[assignors.ROUND_ROBIN]}",
        )


RULES = (
    Rule(
        "assignor_uneven",
        "medium",
        GROUP,
        _uneven,
        why="some members do most of the work while others wait, and more members do not help",
        source="Apache Kafka documentation, Consumer Configs: partition.assignment.strategy",
        remedy="set partition.assignment.strategy=org.apache.kafka.clients.consumer.CooperativeStickyAssignor in all "
        "members, by two rolling restarts: first beside the one that they have, then alone",
        needs=("groups", "topics"),
    ),
)
