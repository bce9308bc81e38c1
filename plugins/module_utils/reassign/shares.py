# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Each broker's fair share of replicas or bytes, as far as racks allow one, and how far it may be from that."""

from __future__ import annotations

import math
from typing import Dict, Iterable, List, Mapping, NamedTuple, Sequence, Tuple, TypeVar

from .model import Broker

_HALVINGS = 100
_Key = TypeVar("_Key")


class Range(NamedTuple):
    """From *low* to *high*, both included."""

    low: float
    high: float

    def off(self, value: float) -> float:
        """How far *value* is outside."""
        return max(0.0, self.low - value, value - self.high)


def whole(share: float, tolerance: float) -> Range:
    """How many things a broker may have with a *share* like this: they cannot be parted."""
    return Range(min(math.floor(share), share * (1 - tolerance)), max(math.ceil(share), share * (1 + tolerance)))


def parted(share: float, tolerance: float) -> Range:
    """How many bytes a broker may have with a *share* like this."""
    return Range(share * (1 - tolerance), share * (1 + tolerance))


def shares(
    brokers: Sequence[Broker], weights: Mapping[int, float], replicas: Iterable[Tuple[int, float]]
) -> Dict[int, float]:
    """What each of *brokers* is to have, by its weight, of *replicas*: of each partition how many, and what one counts.

    As the replicas of a partition are on as many racks as can be, a rack of few brokers has to take more for each, and
    no broker can take a partition twice.
    """
    counted = list(replicas)
    racks: Dict[str, List[Broker]] = {}
    for one in brokers:
        racks.setdefault(one.rack, []).append(one)
    named = len(racks) - ("" in racks)
    limits = {rack: _of_rack(rack, len(members), counted, named, "" in racks) for rack, members in racks.items()}
    total = sum(factor * amount for factor, amount in counted)
    sums: Dict[str, float] = {rack: sum(weights[one.number] for one in members) for rack, members in racks.items()}
    of_racks = _filled(sums, limits, total)
    once = sum(amount for _factor, amount in counted)
    found: Dict[int, float] = {}
    for rack, members in racks.items():
        own = {one.number: weights[one.number] for one in members}
        found.update(_filled(own, dict.fromkeys(own, Range(0, once)), of_racks[rack]))
    return found


def _of_rack(rack: str, members: int, counted: Sequence[Tuple[int, float]], named: int, mixed: bool) -> Range:
    """The least and the most that a rack of so many *members* can have; *mixed* where some brokers have none."""
    if not rack:
        return Range(0, sum(amount * min(factor, members) for factor, amount in counted))
    least = 0.0 if mixed else sum(amount for factor, amount in counted if factor >= named)
    most = sum(amount * min(members, factor - min(named, factor) + 1) for factor, amount in counted)
    return Range(least, most)


def _filled(weights: Mapping[_Key, float], limits: Mapping[_Key, Range], total: float) -> Dict[_Key, float]:
    """*total* shared out by *weights*, within the *limits* of each; found by halving the level of the water."""
    low, high = 0.0, (total + 1) / min(weights.values())
    level = high
    for _time in range(_HALVINGS):
        level = (low + high) / 2
        if sum(_clamped(level * weight, limits[one]) for one, weight in weights.items()) < total:
            low = level
        else:
            high = level
    return {one: _clamped(high * weight, limits[one]) for one, weight in weights.items()}


def _clamped(value: float, limit: Range) -> float:
    return max(limit.low, min(limit.high, value))
