# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What Kafka's assignors make of a subscription: how many partitions each member of a group gets when it begins.

Each follows the class of that name in org.apache.kafka.clients.consumer, for members that own nothing yet and without
racks. Topics are ``{name: partitions}``, members ``{name: topics}``.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping, Sequence

Topics = Mapping[str, int]
Members = Mapping[str, Sequence[str]]
Counts = Dict[str, int]

RANGE, ROUND_ROBIN, STICKY, COOPERATIVE = "range", "roundrobin", "sticky", "cooperative-sticky"
#: KIP-848: what brokers themselves share out by, of which the first spreads evenly.
UNIFORM = "uniform"


def by_range(topics: Topics, members: Members) -> Counts:
    """Each topic by itself, its partitions in runs to the members in their order; the first ones get one more."""
    counts = dict.fromkeys(sorted(members), 0)
    for topic, partitions in topics.items():
        readers = [name for name in sorted(members) if topic in members[name]]
        for at, name in enumerate(readers):
            counts[name] += partitions // len(readers) + (1 if at < partitions % len(readers) else 0)
    return counts


def by_turns(topics: Topics, members: Members) -> Counts:
    """All partitions of all topics in a row, to one member after the other that reads the topic."""
    names = sorted(members)
    counts, turn = dict.fromkeys(names, 0), 0
    for topic in sorted(topics):
        if not any(topic in members[name] for name in names):
            continue
        for _partition in range(topics[topic]):
            while topic not in members[names[turn % len(names)]]:
                turn += 1
            counts[names[turn % len(names)]] += 1
            turn += 1
    return counts


def evenly(topics: Topics, members: Members) -> Counts:
    """As even as the subscriptions allow: to the member with the fewest, then from those with more to others.

    The sticky assignors do so with members that own nothing; which partition goes to whom is not worked out.
    """
    names = sorted(members)
    held: Dict[str, Counts] = {name: {} for name in names}
    readers = {topic: [name for name in names if topic in members[name]] for topic in topics}
    for topic in sorted(topics, key=lambda one: (len(readers[one]), one)):
        for _partition in range(topics[topic] if readers[topic] else 0):
            fewest = min(readers[topic], key=lambda name: (sum(held[name].values()), name))
            held[fewest][topic] = held[fewest].get(topic, 0) + 1
    while _moved(held, readers):
        pass
    return {name: sum(of.values()) for name, of in held.items()}


def _moved(held: Dict[str, Counts], readers: Mapping[str, List[str]]) -> bool:
    """Move one partition from a member to one that has two fewer, where there is such a pair."""
    for name in sorted(held, key=lambda one: -sum(held[one].values())):
        for topic in sorted(held[name]):
            fewest = min(readers[topic], key=lambda one: (sum(held[one].values()), one))
            if sum(held[name].values()) - sum(held[fewest].values()) > 1:
                held[name][topic] -= 1
                if not held[name][topic]:
                    del held[name][topic]
                held[fewest][topic] = held[fewest].get(topic, 0) + 1
                return True
    return False


ASSIGNORS: Dict[str, Callable[[Topics, Members], Counts]] = {
    RANGE: by_range,
    ROUND_ROBIN: by_turns,
    STICKY: evenly,
    COOPERATIVE: evenly,
    UNIFORM: evenly,
}
