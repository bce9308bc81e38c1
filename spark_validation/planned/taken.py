# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run takes from the plan, unless an option or the cluster itself asks for something else."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from ..core.errors import UsageError
from ..core.words import of
from .plan import Planned
from .scale import Scale

PLAN = "the plan"


@dataclass(frozen=True)
class Taken:
    """Of ``what`` so much is planned and so much is used, as ``by`` says; null is no limit."""

    what: str
    planned: int
    used: int | None
    by: str


def partitions(planned: Planned, given: int | None, most: int) -> Taken:
    """Those of the run's topic; :class:`UsageError` where nobody chose fewer, and the plan has more than ``most``."""
    count = planned.chosen.partitions
    if given is None and count > most:
        raise UsageError(
            f"the plan {planned.file} has {count:,} partitions in each topic of {planned.chosen.name}, a run has "
            f"{most:,} at most: give fewer with --partitions"
        )
    return _given("partitions", count, given, "--partitions")


def replicas(planned: Planned, given: int | None, brokers: int) -> Taken:
    """Those of each partition, as many as there are ``brokers`` for."""
    count = planned.chosen.replication_factor
    if given is None and count > brokers:
        return Taken("replication_factor", count, brokers, f"the cluster, of {of(brokers, 'broker', 'brokers')}")
    return _given("replication_factor", count, given, "--replication-factor")


def record_bytes(planned: Planned, given: int | None, least: int, most: int) -> Taken:
    """Those of a record, key and value together; ``given`` is the mean.

    A run's records have ``least`` bytes. Raises :class:`UsageError` where nobody chose less, and the plan has more than
    ``most``.
    """
    count = planned.chosen.record_bytes
    if given is None and count > most:
        raise UsageError(
            f"the plan {planned.file} has records of {count:,} bytes in {planned.chosen.name}, a run has {most:,} at "
            "most: give fewer with --record-bytes"
        )
    if given is None and count < least:
        return Taken("record_bytes", count, least, "what tells a record of the run from others")
    return _given("record_bytes", count, given, "--record-bytes")


def rate(planned: Planned, given: int | None, scale: Scale) -> Taken:
    """The records a second to write; :class:`UsageError` where the scale leaves none."""
    count = planned.chosen.records_per_second
    used = floor(count * scale.factor)
    if given is None and not used:
        raise UsageError(
            f"{count:,} records a second are planned, of which {scaled_by(scale)} leaves less than one: give a larger "
            "--share, or --rate"
        )
    if given is None:
        return Taken("rate", count, used, f"the plan at {scaled_by(scale)}" if scale.parts else PLAN)
    return Taken("rate", count, given, "--rate")


def limit(planned: Planned, given: int | None) -> Taken:
    """The rate that a run keeps below which otherwise writes as fast as it can."""
    by = "--rate" if given else "smoke, which writes as fast as it can"
    return Taken("rate", planned.chosen.records_per_second, given, by)


def scaled_by(scale: Scale) -> str:
    """The parts of ``scale`` in words."""
    return " and ".join(part.what for part in scale.parts)


def _given(what: str, planned: int, given: int | None, option: str) -> Taken:
    return Taken(what, planned, planned if given is None else given, PLAN if given is None else option)
