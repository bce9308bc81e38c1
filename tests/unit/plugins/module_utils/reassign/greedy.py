# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A plan as Cruise Control makes one: goal after goal, broker after broker, a move at a time, the first that fits.

The goals are those of its default list that the planner has too: racks, replicas, bytes, leaders; each within a tenth
of the mean, and none may break one before it.
"""

from __future__ import annotations

from typing import Callable, Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Key, Partition

_TOLERANCE = 0.1


class Greedy:
    """The replicas of each partition, moved one by one."""

    def __init__(self, brokers: Sequence[Broker], partitions: Sequence[Partition]) -> None:
        self.racks = {one.number: one.rack or str(one.number) for one in brokers}
        self.all_racks = len({one.rack for one in brokers if one.rack})
        self.partitions = {one.key: one for one in partitions}
        self.replicas: dict[Key, list[int]] = {one.key: list(one.replicas) for one in partitions}
        self.held: dict[int, set[Key]] = {one.number: set() for one in brokers}
        for key, replicas in self.replicas.items():
            for number in replicas:
                self.held[number].add(key)

    def plan(self) -> dict[Key, list[int]]:
        """The replicas after all goals."""
        self._racks()
        self._reach(self._count, lambda _source, _target, _key: True, largest_first=False)
        self._reach(self._bytes, self._counts_allow, largest_first=True)
        self._leaders()
        return self.replicas

    def _count(self, number: int) -> float:
        return len(self.held[number])

    def _bytes(self, number: int) -> float:
        return sum(self.partitions[key].size for key in self.held[number])

    def _limits(self, measure: Callable[[int], float]) -> tuple[float, float]:
        mean = sum(map(measure, self.held)) / len(self.held)
        return mean * (1 - _TOLERANCE), mean * (1 + _TOLERANCE)

    def _racks(self) -> None:
        for key, replicas in self.replicas.items():
            for number in list(replicas):
                used = [self.racks[one] for one in replicas]
                if used.count(self.racks[number]) > 1 and len(set(used)) < min(self.all_racks, len(replicas)):
                    targets = [one for one in self.held if self.racks[one] not in used]
                    if targets:
                        self._move(key, number, min(targets, key=self._count))

    def _move(self, key: Key, source: int, target: int) -> None:
        self.replicas[key][self.replicas[key].index(source)] = target
        self.held[source].remove(key)
        self.held[target].add(key)

    def _may(self, key: Key, source: int, target: int) -> bool:
        replicas = self.replicas[key]
        then = {self.racks[one] for one in replicas if one != source} | {self.racks[target]}
        return target not in replicas and len(then) >= min(self.all_racks, len(replicas))

    def _counts_allow(self, source: int, target: int, _key: Key) -> bool:
        low, high = self._limits(self._count)
        return self._count(source) - 1 >= low and self._count(target) + 1 <= high

    def _reach(
        self, measure: Callable[[int], float], allows: Callable[[int, int, Key], bool], largest_first: bool
    ) -> None:
        low, high = self._limits(measure)
        amount = (lambda key: self.partitions[key].size) if measure == self._bytes else (lambda _key: 1)
        for number in sorted(self.held, key=measure, reverse=True):
            for key in self._sorted(number, largest_first):
                if measure(number) <= high:
                    break
                for target in sorted(self.held, key=measure):
                    fits = measure(target) + amount(key) <= high
                    if fits and self._may(key, number, target) and allows(number, target, key):
                        self._move(key, number, target)
                        break
        for number in sorted(self.held, key=measure):
            for source in sorted(self.held, key=measure, reverse=True):
                for key in self._sorted(source, largest_first):
                    if measure(number) >= low:
                        break
                    fits = measure(source) - amount(key) >= low and measure(number) + amount(key) <= high
                    if fits and self._may(key, source, number) and allows(source, number, key):
                        self._move(key, source, number)

    def _sorted(self, number: int, largest_first: bool) -> list[Key]:
        return sorted(self.held[number], key=lambda key: (self.partitions[key].size, key), reverse=largest_first)

    def _leaders(self) -> None:
        leads = {number: sum(replicas[0] == number for replicas in self.replicas.values()) for number in self.held}
        _low, high = self._limits(lambda number: leads[number])
        for _key, replicas in sorted(self.replicas.items()):
            first = replicas[0]
            if leads[first] > high:
                other = min(replicas, key=lambda number: leads[number])
                if leads[other] + 1 <= high:
                    replicas.remove(other)
                    replicas.insert(0, other)
                    leads[first] -= 1
                    leads[other] += 1
