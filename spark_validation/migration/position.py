# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the copying of each partition begins, by what the copy holds: pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Tuple

from ..core.errors import CouldNotRunError

#: First offset that exists and end, by partition.
Offsets = Mapping[int, Tuple[int, int]]


@dataclass(frozen=True)
class Begin:
    """The offset at which each partition of the source is gone on with, and how many before it were never copied.

    The latter, ``deleted``, are offsets that the source no longer had when their turn came. ``fresh`` tells that
    nothing was copied before.
    """

    starts: Mapping[int, int]
    deleted: Mapping[int, int]
    fresh: bool


def begin(source: Offsets, last: Mapping[int, int], topic: str, copy: str) -> Begin:
    """Where to go on, ``last`` being the offset of the source that was copied last, of partitions that have any.

    Raises :class:`CouldNotRunError` where the source does not reach so far: it is another topic than the one copied.
    """
    for partition, offset in sorted(last.items()):
        end = source[partition][1] if partition in source else 0
        if offset >= end:
            raise CouldNotRunError(
                f"{copy} holds a copy of offset {offset} of partition {partition} of {topic}, which ends at {end}: "
                f"{topic} was deleted and made anew since, so copy it into an empty topic"
            )
    starts = {n: max(first, last[n] + 1 if n in last else first) for n, (first, _end) in source.items()}
    deleted = {n: starts[n] - offset - 1 for n, offset in last.items() if starts[n] > offset + 1}
    return Begin(starts, deleted, fresh=not last)


def behind(source: Offsets, until: Mapping[int, int]) -> dict[int, int]:
    """Offsets of each partition that came after what was copied; partitions without any are left out."""
    return {n: end - until.get(n, 0) for n, (_first, end) in sorted(source.items()) if end > until.get(n, 0)}


def require_head(copy: Offsets, name: str) -> None:
    """Raise :class:`CouldNotRunError` where the head of the copy called ``name`` is gone, also of an empty one.

    For a copy in which records of one partition of the source may stand anywhere.
    """
    cut = [n for n, (first, _end) in sorted(copy.items()) if first > 0]
    if cut:
        raise CouldNotRunError(
            f"records at the head of partition {cut[0]} of {name} were deleted, so that it cannot be told whether it "
            "ever held them: set retention.ms and retention.bytes of both topics to -1 for as long as the migration "
            "lasts, and copy into a new topic"
        )


def require_undeleted(source: Offsets, until: Mapping[int, int], topic: str) -> None:
    """Raise :class:`CouldNotRunError` where retention took what is still to be copied."""
    for partition, (first, _end) in sorted(source.items()):
        if first > until.get(partition, first):
            raise CouldNotRunError(
                f"partition {partition} of {topic} begins at offset {first} by now, and was copied below "
                f"{until[partition]}: records were deleted before their turn, so raise retention.ms of {topic} and run "
                "again, which goes on with what is left and tells how much is gone"
            )
