# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a migration is about to do, and whether the two topics allow it: pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Sequence

from ..compare.checks import BY_KEY, BY_PARTITION
from ..core.errors import UsageError
from ..core.words import of
from .position import Begin, Offsets

#: The settings of both topics that are held against each other.
SETTINGS = ("cleanup.policy", "retention.ms", "retention.bytes", "max.message.bytes", "message.timestamp.type")
_COMPACT, _WHEN_APPENDED = "compact", "LogAppendTime"


@dataclass(frozen=True)
class Topic:
    """A topic, by name, number of partitions, and those of its :data:`SETTINGS` that are in force."""

    name: str
    partitions: int
    settings: Mapping[str, str]

    @property
    def compacted(self) -> bool:
        """Whether earlier records of a key may go."""
        return _COMPACT in self.settings["cleanup.policy"]

    def most(self, setting: str) -> float:
        """The number that the ``setting`` allows; without a limit it is infinite."""
        value = int(self.settings[setting])
        return float("inf") if value < 0 else value


@dataclass(frozen=True)
class Pair:
    """The source and its copy, and how a record comes to its partition there."""

    source: Topic
    copy: Topic
    by: str

    @property
    def same(self) -> bool:
        """Whether a record keeps its partition."""
        return self.by == BY_PARTITION

    @property
    def keeps_time(self) -> bool:
        """Whether the copy has the timestamps that it is given."""
        return self.copy.settings["message.timestamp.type"] != _WHEN_APPENDED


def pair(source: Topic, copy: Topic, by: str | None) -> Pair:
    """Both topics; raises :class:`UsageError` where the one cannot become a copy of the other.

    ``by`` is how somebody wants the records to be placed, or null for what fits.
    """
    if source.name == copy.name:
        raise UsageError(f"{source.name} cannot be copied into itself: name another topic with --to-topic")
    if by == BY_PARTITION and source.partitions != copy.partitions:
        raise UsageError(
            f"{source.name} has {source.partitions} partitions and {copy.name} has {copy.partitions}, so that a record "
            "cannot keep its partition: leave out --by, or place records with --by key"
        )
    found = Pair(source, copy, by or (BY_PARTITION if source.partitions == copy.partitions else BY_KEY))
    if copy.compacted and not source.compacted:
        raise UsageError(
            f"{copy.name} is compacted and {source.name} is not, so that records would go from the copy: set "
            "cleanup.policy of both alike"
        )
    if source.compacted and not found.same:
        raise UsageError(
            f"{source.name} is compacted, so that its records are copied to the partition of the same number alone: "
            f"give {copy.name} {of(source.partitions, 'partition', 'partitions')}, and leave out --by key"
        )
    for setting in ("retention.ms", "retention.bytes", "max.message.bytes"):
        if copy.most(setting) < source.most(setting):
            raise UsageError(
                f"{setting} of {copy.name} is {copy.settings[setting]} and that of {source.name} is "
                f"{source.settings[setting]}: the copy would lose or refuse what the source has, so raise it there"
            )
    return found


def lines(found: Pair, start: Begin, ends: Offsets, changes: Sequence[str]) -> list[str]:
    """The plan as a person reads it before anything is written."""
    left = sum(end - start.starts[n] for n, (_first, end) in ends.items())
    source, copy = found.source, found.copy
    placed = (
        "each record keeps its partition"
        if found.same
        else f"by murmur2 of its key over {of(copy.partitions, 'partition', 'partitions')}; without a key, by its "
        "partition"
    )
    return [
        f"source    {source.name}: {of(source.partitions, 'partition', 'partitions')}",
        f"copy      {copy.name}: {of(copy.partitions, 'partition', 'partitions')}, "
        + ("nothing copied before" if start.fresh else "which is gone on with"),
        f"placed    {placed}",
        f"changed   {'; '.join(changes) or 'nothing'}",
        f"timestamp {'is kept' if found.keeps_time else 'is the time of copying, as the copy wants'}",
        f"to copy   {of(left, 'offset', 'offsets')}, and what comes meanwhile",
    ]
