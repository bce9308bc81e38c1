# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How large a run is beside what was planned, in parts that a person can check."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod

from .plan import Planned


@dataclass(frozen=True)
class Part:
    """``what`` makes the run smaller than the plan, and by which ``factor``, of 1 at most."""

    what: str
    factor: Fraction


@dataclass(frozen=True)
class Scale:
    """All that makes a run smaller; without a part it is as large as planned."""

    parts: tuple[Part, ...] = ()

    @property
    def factor(self) -> Fraction:
        """Of the planned rates."""
        return prod((part.factor for part in self.parts), start=Fraction(1))


def _decimal(share: Fraction) -> str:
    return f"{float(share):.9f}".rstrip("0").rstrip(".")


def scale(planned: Planned, share: Fraction, brokers: int, partitions: int) -> Scale:
    """The scale of a run at this ``share``, on so many ``brokers``, with so many ``partitions`` in its one topic.

    A smaller cluster has fewer partitions as well, so only the smaller of the two ratios counts.
    """
    chosen = planned.chosen
    parts = [
        Part(f"--share {_decimal(share)}", share),
        Part(f"1 of {chosen.topics} topics", Fraction(1, chosen.topics)),
    ]
    sizes = [
        Part(f"{brokers} of {planned.brokers} brokers", Fraction(brokers, planned.brokers)),
        Part(f"{partitions} of {chosen.partitions} partitions", Fraction(partitions, chosen.partitions)),
    ]
    smallest = min(sizes, key=lambda part: part.factor)
    return Scale(tuple(part for part in (*parts, smallest) if part.factor < 1))
