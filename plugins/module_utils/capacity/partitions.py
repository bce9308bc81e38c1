# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How many partitions a topic needs: for its throughput, and so that none grows too large.

For a throughput T, of which a producer brings P into one partition and a consumer reads C from it, max(T/P, T/C); and
at most 25 GB in each. Source: Kafka: The Definitive Guide, Chapter 2, How to Choose the Number of Partitions.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from . import amounts
from .load import Load, Topics
from .segments import SECONDS


class Needed(NamedTuple):
    """The partitions of a topic: for *throughput* and for *size*, each with its *formula*; 0: nothing asks for any."""

    throughput: int
    throughput_formula: str
    size: int
    size_formula: str

    @property
    def least(self) -> int:
        """As many as both ask for."""
        return max(1, self.throughput, self.size)


def needed(one: Topics, largest: int) -> Needed:
    """The partitions that each topic of the class *one* needs, none of which keeps more than *largest* bytes."""
    target = one.write / one.topics
    ways = [way for way in (one.producer, one.consumer) if way is not None]
    ratios = [f"{amounts.shown_rate(target)} ÷ {amounts.shown_rate(way)}" for way in ways]
    throughput = max([amounts.ceiling(target / way) for way in ways], default=0)
    worded = ratios[0] if len(ratios) == 1 else f"max({', '.join(ratios)})"
    size, size_formula = _for_size(one, target, largest)
    return Needed(throughput, f"{worded} = {throughput:,}" if ways else "", size, size_formula)


def _for_size(one: Topics, target: Fraction, largest: int) -> tuple[int, str]:
    """The least partitions that keep no more than *largest*, and the arithmetic.

    A limit in bytes is each partition's own: where it is no more than that, their number does not matter.
    """
    hours = one.retention_hours
    if hours is None or (one.retention_bytes is not None and one.retention_bytes <= largest):
        return 0, ""
    count = amounts.ceiling(target * hours * SECONDS / largest)
    rate, kept = amounts.shown_rate(target), amounts.shown_hours(hours)
    return count, f"{rate} × {kept} ÷ {amounts.shown_size(largest)} = {count:,}"


def settled(load: Load) -> Load:
    """*load* with the partitions that each class needs where none are given; how many that are nobody has checked."""
    return load._replace(
        topics=[
            one if one.partitions else one._replace(partitions=needed(one, load.largest_partition).least)
            for one in load.topics
        ]
    )


def carried(one: Topics) -> int | None:
    """The bytes a second that the partitions of a topic carry, whose number is settled; None: nobody has said."""
    ways = [way for way in (one.producer, one.consumer) if way is not None]
    return (one.partitions or 0) * min(ways) if ways else None
