# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How Kafka places the replicas of a new topic, and with `kafka-reassign-partitions.sh --generate` those of an old one.

Written after AdminUtils.assignReplicasToBrokers of Apache Kafka, by which a real cluster's is meant to be held against
the planner; tests/admin has Kafka's own tool.
"""

from __future__ import annotations

import random
from typing import Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Key, Partition


def generate(chance: random.Random, brokers: Sequence[Broker], partitions: Sequence[Partition]) -> dict[Key, list[int]]:
    """The replicas that the tool proposes for all topics, by partition."""
    topics: dict[str, list[Partition]] = {}
    for one in partitions:
        topics.setdefault(one.topic, []).append(one)
    found: dict[Key, list[int]] = {}
    for topic, members in topics.items():
        placed = assign(chance, brokers, len(members), len(members[0].replicas))
        found.update({(topic, number): replicas for number, replicas in enumerate(placed)})
    return found


def assign(chance: random.Random, brokers: Sequence[Broker], partitions: int, factor: int) -> list[list[int]]:
    """The replicas of each partition of a topic."""
    if all(one.rack for one in brokers):
        return _by_rack(chance, brokers, partitions, factor)
    return _in_turn(chance, sorted(one.number for one in brokers), partitions, factor)


def _in_turn(chance: random.Random, numbers: list[int], partitions: int, factor: int) -> list[list[int]]:
    start = chance.randrange(len(numbers))
    shift = chance.randrange(len(numbers))
    found = []
    for partition in range(partitions):
        if partition > 0 and partition % len(numbers) == 0:
            shift += 1
        first = (partition + start) % len(numbers)
        found.append(
            [numbers[first], *(numbers[_index(first, shift, turn, len(numbers))] for turn in range(factor - 1))]
        )
    return found


def _index(first: int, shift: int, turn: int, count: int) -> int:
    """replicaIndex: the place of the next replica, *shift* places on from the *first*."""
    return (first + 1 + (shift + turn) % (count - 1)) % count


def _by_rack(chance: random.Random, brokers: Sequence[Broker], partitions: int, factor: int) -> list[list[int]]:
    racks = {one.number: one.rack for one in brokers}
    arranged = _alternated(racks)
    named, count = len(set(racks.values())), len(arranged)
    start, shift = chance.randrange(count), chance.randrange(count)
    found = []
    for partition in range(partitions):
        if partition > 0 and partition % count == 0:
            shift += 1
        first = (partition + start) % count
        replicas = [arranged[first]]
        used_racks, used = {racks[arranged[first]]}, {arranged[first]}
        turn = 0
        for _replica in range(factor - 1):
            while True:
                number = arranged[_index(first, shift * named, turn, count)]
                turn += 1
                new_rack = racks[number] not in used_racks or len(used_racks) == named
                if new_rack and (number not in used or len(used) == count):
                    replicas.append(number)
                    used_racks.add(racks[number])
                    used.add(number)
                    break
        found.append(replicas)
    return found


def _alternated(racks: dict[int, str]) -> list[int]:
    """getRackAlternatedBrokerList: a broker of each rack in turn."""
    members: dict[str, list[int]] = {}
    for number, rack in sorted(racks.items()):
        members.setdefault(rack, []).append(number)
    left = {rack: list(numbers) for rack, numbers in sorted(members.items())}
    found = []
    while len(found) < len(racks):
        found += [numbers.pop(0) for numbers in left.values() if numbers]
    return found
