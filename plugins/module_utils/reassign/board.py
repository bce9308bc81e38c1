# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where each replica would be, changed move by move, and what each broker would hold by then."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Dict, FrozenSet, List, Mapping, Sequence, Set, Tuple

from .model import Broker, Partition

#: Replicas of a broker, by size: (size, index of the partition).
Sorted = List[Tuple[int, int]]
#: The racks of a partition's replicas, sorted, one as often as it has replicas.
Racks = Tuple[str, ...]


class Board:
    """Partitions by index, of which those that nobody leads do not move; *allowed* are the brokers to use."""

    def __init__(self, brokers: Sequence[Broker], partitions: Sequence[Partition], allowed: Set[int]) -> None:
        self.partitions, self.allowed = partitions, allowed
        self.brokers = {one.number: one for one in brokers}
        self.racks = {one.number: one.rack or f"\0{one.number}" for one in brokers}
        self.named_racks = len({one.rack for one in brokers if one.rack and one.number in allowed})
        self.replicas = [list(one.replicas) for one in partitions]
        self.home: List[FrozenSet[int]] = [frozenset(one.replicas) for one in partitions]
        numbers = set(self.brokers).union(*(one.replicas for one in partitions))
        self.count, self.size = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
        self.racks.update({number: f"\0{number}" for number in numbers - set(self.brokers)})
        self.on_racks = [self.racks_of(one.replicas) for one in partitions]
        self._kept_racks: Dict[Tuple[Racks, str | None, str], bool] = {}
        #: How many replicas of each broker are on which racks.
        self.patterns: Dict[int, Dict[Racks, int]] = {number: {} for number in numbers}
        #: What was on each broker before and still is, and what has come.
        self.staying: Dict[int, Sorted] = {number: [] for number in numbers}
        self.arrived: Dict[int, Sorted] = {number: [] for number in numbers}
        self.disks = {one.number: {of.path: of.disk or of.path for of in one.folders} for one in brokers}
        self.room = {one.number: {of.disk or of.path: of.room for of in one.folders} for one in brokers}
        self.roomiest = {number: max(free.values(), default=-1) for number, free in self.room.items()}
        self.folder_counts = {number: dict.fromkeys(paths, 0) for number, paths in self.disks.items()}
        #: The folder of each replica that has come: (index, broker).
        self.folders: Dict[Tuple[int, int], str] = {}
        for index, one in enumerate(partitions):
            for number in one.replicas:
                self.count[number] += 1
                self.size[number] += one.size
                if one.leader is not None:
                    self.staying[number].append((one.size, index))
                    self._note(number, self.on_racks[index], 1)
                path = one.folders.get(number)
                if path in self.folder_counts.get(number, ()):
                    self.folder_counts[number][str(path)] += 1
        for held in self.staying.values():
            held.sort()

    def needed(self, replicas: int) -> int:
        """On how many racks so many replicas are to be."""
        return min(self.named_racks, replicas)

    def racks_of(self, replicas: Sequence[int]) -> Racks:
        """The racks that replicas are on, sorted; a broker of none may be anywhere, and counts as one of its own."""
        return tuple(sorted(self.racks.get(number) or f"\0{number}" for number in replicas))

    def spread(self, index: int) -> int:
        """On how many racks the partition is."""
        return len(set(self.on_racks[index]))

    def faults(self) -> int:
        """How many replicas share a rack that need not."""
        return sum(
            max(0, self.needed(len(replicas)) - self.spread(index)) for index, replicas in enumerate(self.replicas)
        )

    def cost(self, index: int, source: int | None, target: int) -> int:
        """How many bytes more go over the network for it: none for what was on its way anyway."""
        size, home = self.partitions[index].size, self.home[index]
        return (size if target not in home else 0) - (size if source is not None and source not in home else 0)

    def may(self, index: int, source: int | None, target: int) -> bool:
        """Whether the replica can go from *source* (None: a replica more) to *target*, and no rack is lost by it."""
        return (
            target not in self.replicas[index]
            and target in self.allowed
            and self.keeps_racks(self.on_racks[index], source, target)
            and self.fits(index, target)
        )

    def keeps_racks(self, racks: Racks, source: int | None, target: int) -> bool:
        """Whether what is on *racks* is on as many of them afterwards, as far as it needs to be."""
        way = (racks, None if source is None else self.racks[source], self.racks[target])
        known = self._kept_racks.get(way)
        if known is None:
            then = list(racks)
            if source is not None:
                then.remove(self.racks[source])
            then.append(self.racks[target])
            known = len(set(then)) >= min(len(set(racks)) + (source is None), self.needed(len(then)))
            self._kept_racks[way] = known
        return known

    def fits(self, index: int, target: int) -> bool:
        """Whether *target* has room for it; what was there before is there still."""
        return self.partitions[index].size <= self.roomiest[target] or target in self.home[index]

    def move(self, index: int, source: int, target: int) -> None:
        """The replica goes from *source* to *target*, in whose place in the list it stands then."""
        place = self.replicas[index].index(source)
        self.remove(index, source)
        self.add(index, target, place)

    def add(self, index: int, target: int, place: int | None = None) -> None:
        """A replica more, at the end of the list or at a *place*."""
        size, replicas = self.partitions[index].size, self.replicas[index]
        self._reracked(index, [*replicas, target])
        replicas.insert(len(replicas) if place is None else place, target)
        self._note(target, self.on_racks[index], 1)
        self.count[target] += 1
        self.size[target] += size
        if target in self.home[index]:
            insort(self.staying[target], (size, index))
            return
        insort(self.arrived[target], (size, index))
        path = self._folder(index, target)
        if path is not None:
            self.folders[index, target] = path
            self._take(target, path, size, 1)

    def remove(self, index: int, source: int) -> None:
        """A replica fewer. The room of one that was there before counts for nothing: it is there until the end."""
        size, replicas = self.partitions[index].size, self.replicas[index]
        self._note(source, self.on_racks[index], -1)
        replicas.remove(source)
        self._reracked(index, replicas)
        self.count[source] -= 1
        self.size[source] -= size
        held = self.staying[source] if source in self.home[index] else self.arrived[source]
        del held[bisect_left(held, (size, index))]
        path = self.folders.pop((index, source), None)
        if path is not None:
            self._take(source, path, -size, -1)

    def _take(self, number: int, path: str, size: int, count: int) -> None:
        room = self.room[number]
        room[self.disks[number][path]] -= size
        self.roomiest[number] = max(room.values())
        self.folder_counts[number][path] += count

    def _reracked(self, index: int, replicas: Sequence[int]) -> None:
        """The partition is on other racks, which those that hold it have to know."""
        before, after = self.on_racks[index], self.racks_of(replicas)
        for number in self.replicas[index]:
            self._note(number, before, -1)
            self._note(number, after, 1)
        self.on_racks[index] = after

    def _note(self, number: int, racks: Racks, count: int) -> None:
        of = self.patterns[number]
        of[racks] = of.get(racks, 0) + count
        if not of[racks]:
            del of[racks]

    def _folder(self, index: int, target: int) -> str | None:
        """The folder of *target* with the most room, or for an empty one the fewest replicas; None where none fits."""
        size, room, counts = self.partitions[index].size, self.room[target], self.folder_counts[target]
        free = {path: room[disk] for path, disk in self.disks[target].items()}
        if len(free) == 1:
            (path,) = free
            return path if size <= free[path] else None
        fits = [path for path, left in free.items() if size <= left]
        return min(fits, key=lambda path: (-free[path] if size else 0, counts[path], path)) if fits else None


def capacities(brokers: Sequence[Broker]) -> Mapping[int, float]:
    """What each broker weighs where bytes are shared out: its disks' size, or 1 where one does not tell."""
    totals = {one.number: float(sum(folder.total for folder in one.folders)) for one in brokers}
    return totals if all(totals.values()) else dict.fromkeys(totals, 1.0)
