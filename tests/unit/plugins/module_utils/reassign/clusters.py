# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Clusters made up by a seed: brokers in racks, topics of many sizes, made when there were fewer brokers than now."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Folder, Partition
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.reassign import kafka_generate

TIB = 1 << 40


@dataclass(frozen=True)
class Made:
    """A cluster."""

    brokers: list[Broker]
    partitions: list[Partition]

    @property
    def bytes(self) -> int:
        return sum(one.size * len(one.replicas) for one in self.partitions)


def cluster(seed: int) -> Made:
    """Three to twelve brokers and up to 200 partitions."""
    chance = random.Random(seed)  # noqa: S311 - the same each time is what is wanted
    return made(
        chance, chance.randint(3, 10), chance.randint(0, 2), chance.choice((0, 1, 2, 3, 3, 3)), chance.randint(20, 200)
    )


def made(chance: random.Random, old: int, new: int, racks: int, partitions: int) -> Made:
    """A cluster of so many *old* brokers, and *new* ones that hold nothing yet."""
    disks = chance.choice((1, 1, 2, 4))
    folders = [tuple(Folder(f"/data/{disk}", 8 * TIB, 7 * TIB, str(disk)) for disk in range(disks))] * (old + new)
    brokers = [
        Broker(number + 1, f"rack{number % racks}" if racks else "", folders[number]) for number in range(old + new)
    ]
    found: list[Partition] = []
    while len(found) < partitions:
        found += topic(chance, f"topic{len(found)}", brokers[:old], partitions - len(found))
    return Made(brokers, found)


def topic(chance: random.Random, name: str, brokers: list[Broker], most: int) -> list[Partition]:
    """The partitions of a topic of any size, placed as Kafka places them, or as somebody has placed them by hand."""
    count = min(most, chance.choice((1, 3, 6, 12, 24)))
    factor = min(len(brokers), chance.choice((1, 2, 3, 3, 3)))
    size = int(10 ** chance.uniform(3, 10))
    since = chance.randint(factor, len(brokers))  # so many brokers there were when it was made
    if chance.random() < 0.8:
        placed = kafka_generate.assign(chance, brokers[:since], count, factor)
    else:
        placed = [[one.number for one in chance.sample(brokers, factor)] for _partition in range(count)]
    return [
        Partition(
            name,
            number,
            tuple(replicas),
            int(size * chance.uniform(0.5, 1.5)),
            tuple(replicas),
            min(2, factor),
            replicas[0],
            {broker: chance.choice(brokers[0].folders).path for broker in replicas},
        )
        for number, replicas in enumerate(placed)
    ]
