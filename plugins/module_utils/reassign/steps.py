# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is to be done next of changes, with so many copies on their way to and from each broker, and how far it is.

The cluster goes on with what it was asked for when whoever asked is gone, so nothing has to be remembered: each look
begins with what the cluster tells.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Mapping, Sequence, Set, Tuple

from .model import Change, Key

_AT_ONCE_WITHOUT_BYTES = 500  # changes that copy nothing, in one request


@dataclass(frozen=True)
class Step:
    """The changes to *ask* for, those *on_their_way*, what is still to be copied, and how many changes are *left*."""

    ask: Sequence[Change] = ()
    on_their_way: Sequence[Change] = ()
    bytes_left: int = 0
    left: int = 0


@dataclass(frozen=True)
class Moving:
    """What the cluster tells: the replicas that each partition under way is to have (*targets*), how much of it its new
    brokers have (*copied*), and the folders to which brokers move some of theirs (*folders*).
    """

    targets: Mapping[Key, Tuple[int, ...]] = field(default_factory=dict)
    copied: Mapping[Tuple[Key, int], int] = field(default_factory=dict)
    folders: Mapping[Tuple[Key, int], str] = field(default_factory=dict)


def step(changes: Sequence[Change], moving: Moving, at_once: int) -> Step:
    """What to do of *changes* that are not done, the largest first, with *at_once* copies at each broker at most.

    One that is under way to other replicas than it is to have is asked for again, which turns it round.
    """
    begun = [one for one in changes if _begun(one, moving)]
    busy: Dict[int, int] = {}
    for one in begun:
        _occupy(busy, _taking_part(one))
    ask: List[Change] = []
    idle = 0
    for one in sorted(changes, key=lambda change: (-change.size, change.key)):
        if _begun(one, moving):
            continue
        taking = _taking_part(one)
        if not taking:
            idle += 1
            if idle <= _AT_ONCE_WITHOUT_BYTES:
                ask.append(one)
        elif all(busy.get(number, 0) < at_once for number in taking):
            _occupy(busy, taking)
            ask.append(one)
    return Step(ask, begun, bytes_left(changes, moving), len(changes))


def bytes_left(changes: Sequence[Change], moving: Moving) -> int:
    """What is still to be copied of *changes*."""
    return sum(_left(one, moving) for one in changes)


def _begun(one: Change, moving: Moving) -> bool:
    """Whether the cluster has been asked for all of it."""
    if moving.targets.get(one.key, one.before) != one.after:
        return False
    return all(moving.folders.get((one.key, number)) == path for number, path in one.within.items())


def _taking_part(one: Change) -> Set[int]:
    """The brokers that write for it, and the one that most likely reads, its leader."""
    return {*one.adding, *(one.before[:1] if one.adding else ()), *one.within}


def _occupy(busy: Dict[int, int], taking: Set[int]) -> None:
    for number in taking:
        busy[number] = busy.get(number, 0) + 1


def _left(one: Change, moving: Moving) -> int:
    return sum(max(0, one.size - moving.copied.get((one.key, number), 0)) for number in {*one.adding, *one.within})
