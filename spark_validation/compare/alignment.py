# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a record of the source stands in the copy: guessed from the ends of both, tried on a few records.

Offsets of a plain copy differ from the source's by one number in each partition, its *shift* (copy minus source). It is
not 0 where the source had lost its head before it was copied, and it is not constant where one of them has offsets
without a record: markers of transactions, records that were aborted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, Mapping, Sequence

from ..reading.observation import Span
from ..records.plan import BUCKET_RECORDS

SAMPLE = 32  # offsets

# What each place in a topic is for the other one
INSIDE, REMOVED, NEVER, AFTER = "inside", "removed", "never", "after"


@dataclass(frozen=True)
class Overlap:
    """Source offsets ``first`` to ``end - 1``, which the copy holds at ``shift`` more."""

    shift: int
    first: int
    end: int

    def sample(self) -> tuple[Span, Span]:
        """The first few offsets of it, in the source and in the copy."""
        end = min(self.first + SAMPLE, self.end)
        return span(self.first, end), span(self.first + self.shift, end + self.shift)


@dataclass(frozen=True)
class Window:
    """Offsets of one partition, in the source and in the copy, that are to be compared record by record.

    ``from_head`` and ``to_end`` tell whether it reaches these; otherwise equal records lie beyond.
    """

    source: Span
    copy: Span
    from_head: bool
    to_end: bool


def span(first: int, end: int) -> Span:
    """Offsets that all can be read."""
    return Span(first, first, end)


def overlap(source: Span, copy: Span, shift: int) -> Overlap:
    """What both hold if ``shift`` is right; its end is not before its beginning."""
    first = max(source.first, copy.first - shift)
    return Overlap(shift, first, max(first, min(source.end, copy.end - shift)))


def guesses(source: Span, copy: Span) -> list[Overlap]:
    """The shifts that can be: equal offsets, heads that stand level, and ends that do; each once."""
    shifts = dict.fromkeys((0, copy.first - source.first, copy.end - source.end))
    return [overlap(source, copy, shift) for shift in shifts]


def chosen(guessed: Sequence[Overlap], equal: Mapping[int, int]) -> Overlap | None:
    """The guess whose sample holds most equal records, by shift in ``equal``; null where none holds any.

    Where content repeats, several may hold as many: then the one under which most stands in both. Where only one shift
    can be, both span the same offsets, and no sample is needed.
    """
    if len(guessed) == 1:
        return guessed[0]
    best = max(guessed, key=lambda guess: (equal.get(guess.shift, 0), guess.end - guess.first))
    return best if equal.get(best.shift) else None


def first_bucket_start(bad: Iterable[int], within: Overlap) -> int:
    """Source offset at which the first of the ``bad`` buckets begins."""
    return max(within.first, min(bad) * BUCKET_RECORDS)


def last_bucket_end(bad: Iterable[int], within: Overlap) -> int:
    """Source offset at which the last of the ``bad`` buckets ends; where none is bad, the overlap's beginning."""
    return min(within.end, max(((bucket + 1) * BUCKET_RECORDS for bucket in bad), default=within.first))
