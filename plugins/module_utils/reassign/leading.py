# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which broker is to lead which partition: the first of its replicas. Nothing is copied for it."""

from __future__ import annotations

from typing import Dict, List, Mapping, Sequence, Set, Tuple

from .shares import Range


def balance(replicas: Sequence[List[int]], movable: Sequence[bool], ranges: Mapping[int, Range]) -> None:
    """Have other replicas stand first, of those partitions that are *movable*, until each broker leads its share.

    With as few exchanges as can be: each time along the shortest way from a broker that leads too many, or may lead
    fewer, to one that may lead more, or leads too few.
    """
    leads = dict.fromkeys(ranges, 0)
    #: By the broker that leads and another that has a replica: the partitions.
    other: Dict[int, Dict[int, Set[int]]] = {number: {} for number in ranges}
    for index, one in enumerate(replicas):
        if one and one[0] in leads:
            leads[one[0]] += 1
            if movable[index]:
                _note(other, index, one)
    while True:
        way = _way(leads, other, ranges)
        if not way:
            return
        for source, target in zip(way, way[1:]):
            index = min(other[source][target])
            _forget(other, index, replicas[index])
            replicas[index].remove(target)
            replicas[index].insert(0, target)
            _note(other, index, replicas[index])
        leads[way[0]] -= 1
        leads[way[-1]] += 1


def _note(other: Dict[int, Dict[int, Set[int]]], index: int, replicas: Sequence[int]) -> None:
    for number in replicas[1:]:
        if number in other:
            other[replicas[0]].setdefault(number, set()).add(index)


def _forget(other: Dict[int, Dict[int, Set[int]]], index: int, replicas: Sequence[int]) -> None:
    for number in replicas[1:]:
        if number in other:
            other[replicas[0]][number].discard(index)


def _way(
    leads: Mapping[int, int], other: Mapping[int, Mapping[int, Set[int]]], ranges: Mapping[int, Range]
) -> List[int]:
    """The brokers between which leaders are exchanged; empty where none needs it, or nothing helps."""
    over = [number for number in leads if leads[number] > ranges[number].high]
    under = {number for number in leads if leads[number] < ranges[number].low}
    can_take = {number for number in leads if leads[number] + 1 <= ranges[number].high}
    can_give = [number for number in leads if leads[number] - 1 >= ranges[number].low]
    for sources, targets in ((over, under), (over, can_take), (can_give, under)):
        if sources and targets:
            first = sorted(sources, key=lambda number: (-leads[number], number))
            found = _shortest(first, targets, other, leads)
            if found:
                return found
    return []


def _shortest(
    sources: Sequence[int],
    targets: Set[int],
    other: Mapping[int, Mapping[int, Set[int]]],
    leads: Mapping[int, int],
) -> List[int]:
    """The way with the fewest exchanges, to the broker that leads the fewest of those so near."""
    came: Dict[int, Tuple[int, ...]] = {number: (number,) for number in sources}
    edge = list(sources)
    while edge:
        reached: List[int] = []
        for number in edge:
            for target, partitions in other[number].items():
                if partitions and target not in came:
                    came[target] = (*came[number], target)
                    reached.append(target)
        found = [number for number in reached if number in targets]
        if found:
            return list(came[min(found, key=lambda number: (leads[number], number))])
        edge = reached
    return []
