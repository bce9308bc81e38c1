# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a placement of replicas is worth, worked out from the replicas alone: for plans of any maker."""

from __future__ import annotations

import math
from typing import Mapping, NamedTuple, Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Key, Partition

_TOLERANCE = 0.1


class Worth(NamedTuple):
    """Bytes that are *moved*, replicas that share a rack that need not (*faults*), and how far brokers are from the
    mean, beyond a tenth of it, all together, in parts of the mean: in *count*, *size* and *leaders*.
    """

    moved: int
    faults: int
    count: float
    size: float
    leaders: float


def worth(brokers: Sequence[Broker], partitions: Sequence[Partition], replicas: Mapping[Key, Sequence[int]]) -> Worth:
    racks = {one.number: one.rack or str(one.number) for one in brokers}
    all_racks = len({one.rack for one in brokers if one.rack})
    count: dict[int, float] = dict.fromkeys(racks, 0)
    size, leaders = dict(count), dict(count)
    moved = faults = 0
    for one in partitions:
        then = replicas[one.key]
        assert len(set(then)) == len(then) == len(one.replicas)
        moved += one.size * len(set(then) - set(one.replicas))
        faults += max(0, min(all_racks, len(then)) - len({racks[number] for number in then}))
        leaders[then[0]] += 1
        for number in then:
            count[number] += 1
            size[number] += one.size
    return Worth(moved, faults, _off(count), _off(size), _off(leaders))


def _off(held: Mapping[int, float]) -> float:
    mean = sum(held.values()) / len(held)
    low, high = min(math.floor(mean), mean * (1 - _TOLERANCE)), max(math.ceil(mean), mean * (1 + _TOLERANCE))
    return sum(max(0.0, low - value, value - high) for value in held.values()) / mean if mean else 0.0


def least(brokers: Sequence[Broker], partitions: Sequence[Partition]) -> float:
    """The bytes that any plan has to move that brings all brokers within a tenth of the mean."""
    size: dict[int, float] = dict.fromkeys((one.number for one in brokers), 0)
    for one in partitions:
        for number in one.replicas:
            size[number] += one.size
    mean = sum(size.values()) / len(size)
    over: list[float] = [max(0.0, value - mean * (1 + _TOLERANCE)) for value in size.values()]
    under = [max(0.0, mean * (1 - _TOLERANCE) - value) for value in size.values()]
    return max(sum(over), sum(under))
