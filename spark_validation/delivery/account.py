# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a consumer group was given, held against the offsets that the log holds: stretches of offsets, never records."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import Mapping

from ..core.verdict import MOST_EXAMPLES, Example, Finding


class Stretches:
    """Whole numbers, as stretches of them that do not touch each other."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []

    def add(self, first: int, last: int) -> None:
        """Add ``first`` to ``last``, both of them too."""
        begin, end = bisect_left(self._lasts, first - 1), bisect_right(self._firsts, last + 1)
        if begin < end:
            first, last = min(first, self._firsts[begin]), max(last, self._lasts[end - 1])
        self._firsts[begin:end], self._lasts[begin:end] = [first], [last]

    def within(self, first: int, last: int) -> list[tuple[int, int]]:
        """The stretches of ``first`` to ``last`` that are there."""
        begin, end = bisect_left(self._lasts, first), bisect_right(self._firsts, last)
        return [(max(first, self._firsts[place]), min(last, self._lasts[place])) for place in range(begin, end)]

    def missing(self, first: int, last: int) -> list[tuple[int, int]]:
        """The stretches of ``first`` to ``last`` that are not."""
        found, at = [], first
        for begin, end in self.within(first, last):
            if begin > at:
                found.append((at, begin - 1))
            at = end + 1
        return [*found, *([(at, last)] if at <= last else [])]


def length(stretches: list[tuple[int, int]]) -> int:
    """How many numbers ``stretches`` have."""
    return sum(last - first + 1 for first, last in stretches)


@dataclass
class _Reader:
    """A member that has a partition: what the group had ``committed`` when it was given it, and what it read last."""

    committed: int
    last: int = -1


@dataclass
class _Partition:
    """The offsets ``start`` to ``end - 1`` of the log, and what became of them."""

    start: int
    end: int
    given: Stretches = field(default_factory=Stretches)
    # When, by the clock that all members share, and the offset below which all is done with.
    commits: list[tuple[float, int]] = field(default_factory=list)
    done: int = 0
    readers: dict[int, _Reader] = field(default_factory=dict)


@dataclass
class Account:
    """Of one group; ``spans`` are the first offset of each partition and the one behind its last.

    Members are told apart by numbers. A commit counts for what comes after it alone, so what a member reports late
    never accuses another one.
    """

    group: str
    spans: Mapping[int, tuple[int, int]]
    delivered: int = 0
    again: int = 0
    changes: int = 0

    def __post_init__(self) -> None:
        """Nothing has been given yet."""
        self._parts = {number: _Partition(*span) for number, span in self.spans.items() if span[0] < span[1]}
        self._twice: list[Example] = []
        self._astray: list[Example] = []
        self._twice_count = self._astray_count = 0

    @property
    def wanted(self) -> int:
        """How many records the log holds."""
        return sum(part.end - part.start for part in self._parts.values())

    @property
    def complete(self) -> bool:
        """Whether the group has committed all there is: then nothing comes any more."""
        return all(part.done >= part.end for part in self._parts.values())

    def assigned(self, member: int, partitions: list[int], at: float) -> None:
        """``member`` was given ``partitions`` and is going to ask where the group is."""
        self.changes += bool(partitions)
        for number in partitions:
            if (part := self._parts.get(number)) is not None:
                before = max((offset for moment, offset in part.commits if moment <= at), default=part.start)
                part.readers[member] = _Reader(before)

    def read(self, member: int, partition: int, first: int, last: int) -> None:
        """``member`` was given the records at ``first`` to ``last`` of ``partition``."""
        part = self._parts.get(partition)
        if part is None:
            return
        first, last = max(first, part.start), min(last, part.end - 1)  # what came since is nobody's business here
        if first > last:
            return
        reader = part.readers.setdefault(member, _Reader(part.start))
        before = part.given.within(first, last)
        if first > reader.last:  # what had not been committed when the partition changed hands is given again by right
            wrong = [(begin, min(end, reader.committed - 1)) for begin, end in before if begin < reader.committed]
        else:
            wrong = before
            self._astray_count += 1
            text = f"{self.group}: it follows offset {reader.last} for the same member"
            _note(self._astray, Example(text, partition, first))
        self._twice_count += length(wrong)
        for begin, end in wrong:
            _note(self._twice, Example(f"{self.group}: {_offsets(begin, end)} once more", partition, begin))
        self.again += length(before) - length(wrong)
        self.delivered += last - first + 1 - length(before)
        part.given.add(first, last)
        reader.last = last

    def committed(self, partition: int, offset: int, at: float) -> None:
        """The group is done with all below ``offset``, as its coordinator has said by the moment ``at``."""
        if (part := self._parts.get(partition)) is not None:
            part.commits.append((at, offset))
            part.done = max(part.done, offset)

    def findings(self) -> dict[str, Finding]:
        """By the id of the check, once the group is :attr:`complete`."""
        missing = [
            (number, begin, end)
            for number, part in sorted(self._parts.items())
            for begin, end in part.given.missing(part.start, part.end - 1)
        ]
        lost = [
            Example(f"{self.group}: {_offsets(begin, end)} reached no member", number, begin)
            for number, begin, end in missing[:MOST_EXAMPLES]
        ]
        return {
            "group_lost": Finding(sum(end - begin + 1 for _number, begin, end in missing), examples=lost),
            "group_duplicated": Finding(self._twice_count, examples=self._twice),
            "group_reordered": Finding(self._astray_count, examples=self._astray),
        }


def together(accounts: list[Account]) -> dict[str, Finding]:
    """The findings of several groups, their examples by turns: one group's must not hide another's."""
    found = [account.findings() for account in accounts]
    return {
        check: Finding(
            sum(one[check].count for one in found),
            examples=[
                one[check].examples[place]
                for place in range(MOST_EXAMPLES)
                for one in found
                if place < len(one[check].examples)
            ][:MOST_EXAMPLES],
        )
        for check in ("group_lost", "group_duplicated", "group_reordered")
    }


def _note(examples: list[Example], example: Example) -> None:
    if len(examples) < MOST_EXAMPLES:
        examples.append(example)


def _offsets(first: int, last: int) -> str:
    return f"offset {first}" if first == last else f"offsets {first} to {last}"
