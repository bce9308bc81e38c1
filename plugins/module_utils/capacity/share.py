# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the fullest broker has of a load, whose partitions are settled; exact, in bytes and bytes a second."""

from __future__ import annotations

from fractions import Fraction
from typing import List, NamedTuple

from . import map_areas, memory, segments, spread
from .amounts import ceiling
from .load import Load, Topics
from .segments import SECONDS, Segments


class OfClass(NamedTuple):
    """A broker's share of one class of topics; ``_lost`` is what it comes to once another broker is lost.

    *sharing* are the brokers among which it is spread, *partitions* those of all topics of the class.
    """

    topics: Topics
    partitions: int
    sharing: int
    sharing_lost: int
    segments: Segments

    @property
    def replicas(self) -> int:
        """The replicas that the broker holds."""
        return ceiling(Fraction(self.partitions * self.topics.replicas, self.sharing))

    @property
    def replicas_lost(self) -> int:
        """The same once another broker is lost."""
        return ceiling(Fraction(self.partitions * self.topics.replicas, self.sharing_lost))

    @property
    def total(self) -> Fraction:
        """The bytes of all replicas in the cluster."""
        return self.segments.held * self.partitions * self.topics.replicas

    @property
    def copied(self) -> Fraction:
        """The bytes a second that replicas fetch from leaders, in the cluster."""
        return self.topics.write * (self.topics.replicas - 1)


class Share(NamedTuple):
    """What the fullest broker has of all classes."""

    classes: List[OfClass]
    segments: int
    segments_lost: int
    disk: Fraction
    disk_lost: Fraction
    written: Fraction
    written_lost: Fraction
    rebuild: Fraction
    network_out: Fraction
    left: int

    @property
    def map_areas(self) -> int:
        """The memory map areas when another broker is lost, the JVM's own among them."""
        return map_areas.map_areas(self.segments_lost)

    @property
    def network_in(self) -> Fraction:
        """The bytes a second that come in at most: to one that comes back, or to one that has taken over for good."""
        return max(self.written + self.rebuild, self.written_lost)

    @property
    def page_cache(self) -> Fraction:
        """The bytes that hold what is written meanwhile."""
        return self.written * memory.PAGE_CACHE_SECONDS


def of_load(load: Load) -> Share:
    """The share of the fullest broker.

    While a broker is lost the *left* ones serve what it served; when it comes back empty, *rebuild* bytes a second are
    copied to it beside what it is written anyway.
    """
    classes = [_of_class(load, one) for one in load.topics]
    left = max(1, load.brokers - 1)
    replicated = [(one, one.topics.write * one.topics.replicas) for one in classes]
    copies = sum((one.total / one.sharing for one in classes if one.topics.replicas > 1), Fraction(0))
    rebuild = copies / (load.rebuild_hours * SECONDS)
    served = sum((one.topics.read + one.copied for one in classes), Fraction(0))
    return Share(
        classes,
        segments=sum(one.segments.in_all * one.replicas for one in classes),
        segments_lost=sum(one.segments.in_all * one.replicas_lost for one in classes),
        disk=sum((one.total / one.sharing for one in classes), Fraction(0)),
        disk_lost=sum((one.total / one.sharing_lost for one in classes), Fraction(0)),
        written=sum((rate / one.sharing for one, rate in replicated), Fraction(0)),
        written_lost=sum((rate / one.sharing_lost for one, rate in replicated), Fraction(0)),
        rebuild=rebuild,
        network_out=(served + rebuild) / left,
        left=left,
    )


def _of_class(load: Load, one: Topics) -> OfClass:
    partitions = one.topics * (one.partitions or 1)
    where = (load.brokers, load.racks, one.replicas)
    held = segments.of_partition(one, one.write / partitions)
    return OfClass(one, partitions, spread.sharing(*where), spread.sharing_without_one(*where), held)
