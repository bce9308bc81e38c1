# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How records are dealt out to partitions: in a cycle of places, each of which has a key and the partition of it.

So a partition gets as many records as its keys have, and the numbers of its records are dense all the same.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate

from .murmur2 import partition_of
from .shape import key_turns, shuffled

KEYS_PER_PARTITION = 16


@dataclass(frozen=True)
class Deal:
    """``keys`` by partition, each list over again from number 0 on; ``places`` by partition are those in the cycle.

    The record at place s of the cycle of ``length`` has the key at the same position of the list in which its place is.
    """

    keys: list[list[str]]
    places: list[list[int]]

    @property
    def length(self) -> int:
        """Records of a cycle."""
        return sum(map(len, self.keys))

    def before(self, count: int, partition: int) -> int:
        """How many of the first ``count`` records fall to ``partition``."""
        cycles, rest = divmod(count, self.length)
        mine = self.places[partition]
        return cycles * len(mine) + bisect_left(mine, rest)

    def partitions(self) -> list[int]:
        """The partition of each place of the cycle."""
        found = [0] * self.length
        for partition, mine in enumerate(self.places):
            for place in mine:
                found[place] = partition
        return found

    def ranks(self) -> list[int]:
        """The number of each place of the cycle in its partition, in the first cycle."""
        found = [0] * self.length
        for mine in self.places:
            for rank, place in enumerate(mine):
                found[place] = rank
        return found


def key_name(index: int) -> str:
    """The key of this index, of nine characters."""
    return f"k{index:08d}"


def even(partitions: int) -> Deal:
    """Each partition in turn, and in each ``KEYS_PER_PARTITION`` keys in turn: the first that murmur2 sends there."""
    found: list[list[str]] = [[] for _partition in range(partitions)]
    missing = partitions * KEYS_PER_PARTITION
    candidate = 0
    while missing:
        key = key_name(candidate)
        candidate += 1
        mine = found[partition_of(key.encode(), partitions)]
        if len(mine) < KEYS_PER_PARTITION:
            mine.append(key)
            missing -= 1
    return Deal(found, [[*range(first, partitions * KEYS_PER_PARTITION, partitions)] for first in range(partitions)])


def by_key(partitions: int, keys: int, skew: float, seed: int) -> Deal:
    """``keys`` of the whole topic, each as often as ``skew`` has it, and where murmur2 sends it.

    The places are dealt out by a hash over ``seed``.
    """
    counts = key_turns(keys, skew).counts
    turns = [index for index, count in enumerate(counts) for _turn in range(count)]
    home = [partition_of(key_name(index).encode(), partitions) for index in range(keys)]
    deal = Deal([[] for _partition in range(partitions)], [[] for _partition in range(partitions)])
    for place, index in enumerate(shuffled(turns, f"{seed} key")):
        deal.keys[home[index]].append(key_name(index))
        deal.places[home[index]].append(place)
    return deal


def offsets(lists: list[list[str]]) -> list[int]:
    """Where each of ``lists`` begins when all stand one behind the other."""
    return [0, *accumulate(len(one) for one in lists)][:-1]
