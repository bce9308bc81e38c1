# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Replicas moved between the folders of one broker, so that its disks fill alike. It costs the network nothing."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from .board import Board
from .model import Broker
from .shares import Range, parted


def balance(board: Board, brokers: Sequence[Broker], tolerance: float) -> Dict[int, Dict[int, str]]:
    """The folders that replicas go to which stay with their broker: by the index of the partition, then by broker."""
    found: Dict[int, Dict[int, str]] = {}
    for broker in brokers:
        if len(broker.folders) > 1 and all(folder.total for folder in broker.folders):
            for index, path in _within(board, broker, tolerance).items():
                found.setdefault(index, {})[broker.number] = path
    return found


def _within(board: Board, broker: Broker, tolerance: float) -> Dict[int, str]:
    number = broker.number
    here = {folder.path: 0 for folder in broker.folders}
    held: Dict[str, List[Tuple[int, int]]] = {path: [] for path in here}
    for size, index in board.staying[number]:
        path = board.partitions[index].folders.get(number)
        if path in here:
            here[str(path)] += size
            held[str(path)].append((size, index))
    for size, index in board.arrived[number]:
        here[board.folders[index, number]] += size
    total, capacity = sum(here.values()), sum(folder.total for folder in broker.folders)
    ranges = {folder.path: parted(total * folder.total / capacity, tolerance) for folder in broker.folders}
    found: Dict[int, str] = {}
    while True:
        best = _best(board, number, here, held, ranges)
        if best is None:
            return found
        size, index, source, target = best
        held[source].remove((size, index))  # each moves once
        here[source] -= size
        here[target] += size
        board.room[number][board.disks[number][target]] -= size
        found[index] = target


def _best(
    board: Board,
    number: int,
    here: Dict[str, int],
    held: Dict[str, List[Tuple[int, int]]],
    ranges: Dict[str, Range],
) -> Tuple[int, int, str, str] | None:
    """The replica that brings two folders nearest to their ranges, from the fullest to the emptiest."""
    source = max(here, key=lambda path: here[path] - ranges[path].high)
    target = min(here, key=lambda path: here[path] - ranges[path].low)
    if source == target or board.disks[number][source] == board.disks[number][target]:
        return None

    def off(size: int) -> float:
        return ranges[source].off(here[source] - size) + ranges[target].off(here[target] + size)

    room = board.room[number][board.disks[number][target]]
    ways = [(off(size), size, index) for size, index in held[source] if 0 < size <= room]
    better = [way for way in ways if way[0] < off(0)]
    if not better:
        return None
    _off, size, index = min(better)
    return size, index, source, target
