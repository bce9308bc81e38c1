# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a broker can run out of, how much of it a load takes month by month, and what runs out first.

Each month is worked out anew with its own rates: segments that time closes become larger before they become more, so
map areas do not grow as disks fill.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, NamedTuple, Sequence

from . import memory, numbers, of_broker, partitions, share
from .load import Load, grown
from .share import Share

#: How far ahead is looked: nobody plans a cluster for longer.
MONTHS = 60
_SHORT = 100.1  # percent


class Resource(NamedTuple):
    """Something of which *capacity* is there, in *unit*, and what is needed of it after 0, 1, 2, … months."""

    identity: str
    title: str
    unit: str
    capacity: int
    needed: Sequence[Fraction]

    @property
    def percent(self) -> List[float]:
        """How much of it is taken, month by month; what is short is more than 100, however little it lacks."""
        least = [_SHORT if one > self.capacity else 0.0 for one in self.needed]
        return [max(round(float(100 * one / self.capacity), 1), low) for one, low in zip(self.needed, least)]

    @property
    def full_after(self) -> int | None:
        """The first month in which more is needed than is there; None where that is in none of them."""
        return next((month for month, one in enumerate(self.needed) if one > self.capacity), None)


def resources(load: Load) -> List[Resource]:
    """What *load*, whose partitions are settled, takes of each resource whose capacity is known, over MONTHS."""
    there = _capacities(load)
    months = [grown(load, month) for month in range(MONTHS + 1)]
    needed = [_needed(one, share.of_load(one)) for one in months]
    broker = [
        Resource(identity, title, unit, there[identity], [month[identity] for month in needed])
        for identity, title, unit in _OF_BROKER
        if identity in there
    ]
    return [*broker, *_of_topics(months)]


def first(found: Sequence[Resource]) -> Resource | None:
    """What runs out first; of several in one month that which is short by most. None where nothing does."""
    short = [(month, one) for one in found for month in [one.full_after] if month is not None]
    return min(short, key=lambda pair: (pair[0], -pair[1].percent[pair[0]]))[1] if short else None


_OF_BROKER = (
    ("disk", "Disk space", numbers.BYTES),
    ("memory", "Memory", numbers.BYTES),
    ("network_in", "Network, in", numbers.RATE),
    ("network_out", "Network, out", numbers.RATE),
    ("map_areas", "Memory map areas", numbers.COUNT),
    ("descriptors", "Descriptors", numbers.COUNT),
)


def _capacities(load: Load) -> Dict[str, int]:
    """What a broker has of each resource, as far as it is known; limits that are not given are what the plan sets."""
    planned = of_broker.settings(load, share.of_load(load))
    given = {
        "disk": None if load.disk_bytes is None else load.disks * load.disk_bytes,
        "memory": load.memory_bytes,
        "network_in": load.network,
        "network_out": load.network,
        "map_areas": load.max_map_count or planned.max_map_count,
        "descriptors": planned.nofile if load.nofile is None else load.nofile,
    }
    return {name: value for name, value in given.items() if value is not None}


def _needed(load: Load, one: Share) -> Dict[str, Fraction]:
    return {
        "disk": one.disk_lost,
        "memory": one.page_cache + load.heap + memory.BESIDE_HEAP,
        "network_in": one.network_in,
        "network_out": one.network_out,
        "map_areas": Fraction(one.map_areas),
        "descriptors": Fraction(one.segments_lost + load.connections),
    }


def _of_topics(months: Sequence[Load]) -> List[Resource]:
    """What the partitions of each class carry: as many as there are today, unless their number grows as well."""
    found = []
    for place, one in enumerate(months[0].topics):
        carried = partitions.carried(one)
        if carried is None:
            continue
        later = [month.topics[place] for month in months]
        # Where partitions grow, what they carry grows: the need is told in what today's would have to carry.
        needed = [now.write / now.topics * Fraction(one.partitions or 1, now.partitions or 1) for now in later]
        title = f"Throughput of {one.name}"
        found.append(Resource(f"partitions_{one.name}", title, numbers.RATE, carried, needed))
    return found
