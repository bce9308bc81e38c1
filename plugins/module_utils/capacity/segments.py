# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The segments of one partition: when they are closed, how many there are, and how much they hold.

A segment is closed when it is full or its time is up, and is deleted as a whole when its youngest record expires. So a
partition holds what retention keeps, and up to one segment more. Source: Apache Kafka documentation, Topic Configs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from .amounts import ceiling
from .load import Topics

SECONDS = 3600  # of an hour


class Segments(NamedTuple):
    """Of one partition, in bytes and hours.

    *rolled* is the size at which its segments are closed, after *hours*, *full* where they are full by then. Retention
    keeps *kept* in *closed* segments; with the one that is written the partition holds *held* at most.
    """

    rolled: Fraction
    hours: Fraction
    full: bool
    kept: Fraction
    closed: int
    held: Fraction

    @property
    def in_all(self) -> int:
        """All segments: those that are closed, and the one that is written, which no retention deletes."""
        return self.closed + 1


def of_partition(one: Topics, rate: Fraction) -> Segments:
    """The segments of a partition that *rate* bytes are written to in a second, more than none."""
    by_time = rate * one.roll_hours * SECONDS
    full = one.segment_bytes <= by_time
    rolled = Fraction(one.segment_bytes) if full else by_time
    bounds = [] if one.retention_bytes is None else [Fraction(one.retention_bytes)]
    if one.retention_hours is not None:
        bounds.append(rate * one.retention_hours * SECONDS)
    kept = min(bounds)
    return Segments(rolled, rolled / rate / SECONDS, full, kept, ceiling(kept / rolled), kept + rolled)
