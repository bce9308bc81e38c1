# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What became of each record: held against what was to be sent, never against what the topic holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Collection, Mapping, Sequence

from ..core.verdict import MOST_EXAMPLES, Example, Finding
from ..core.words import shortened, shown
from .content import BEFORE, number_in, value_of

_SHOWN_LETTERS = 60


@dataclass(frozen=True)
class Expected:
    """Records of ``topic`` in turn to its ``partitions``; nobody acknowledged those in ``unacknowledged``."""

    topic: str
    records: int
    partitions: int
    unacknowledged: Collection[int] = ()

    def of(self, partition: int) -> list[int]:
        """The numbers that belong to ``partition``, in their order, with the one before the clock runs."""
        return [BEFORE, *range(partition, self.records, self.partitions)]


@dataclass
class _Found:
    """Counts and examples by the id of their check."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[Example]] = field(default_factory=dict)

    def add(self, check: str, example: Example) -> None:
        self.counts[check] += 1
        shown_already = self.examples.setdefault(check, [])
        if len(shown_already) < MOST_EXAMPLES:
            shown_already.append(example)

    def findings(self) -> dict[str, Finding]:
        return {check: Finding(count, examples=self.examples[check]) for check, count in self.counts.items()}


@dataclass(frozen=True)
class Arrived:
    """A record as it was read."""

    offset: int
    value: bytes | None


def account(expected: Expected, arrived: Mapping[int, Sequence[Arrived]]) -> dict[str, Finding]:
    """What was found, by the id of its check; what ``arrived`` is given by partition, in the order of the offsets."""
    found = _Found()
    for partition in range(expected.partitions):
        seen = _seen(expected, partition, arrived.get(partition, ()), found)
        for number in expected.of(partition):
            if number in seen:
                continue
            check = "in_doubt" if number in expected.unacknowledged else "lost"
            found.add(check, Example("it did not arrive", partition, number=number))
    for number in sorted(expected.unacknowledged):
        found.add("not_taken", Example("nobody acknowledged it", number % expected.partitions, number=number))
    return found.findings()


def _seen(expected: Expected, partition: int, arrived: Sequence[Arrived], found: _Found) -> set[int]:
    """The numbers that arrived in ``partition``, whole or not; what is wrong with them goes to ``found``."""
    wanted, seen = {*expected.of(partition)}, set[int]()
    before = BEFORE
    for one in arrived:
        number = number_in(one.value)
        if number is None or number not in wanted:
            text = f"it holds {shortened(shown(one.value or b''), _SHOWN_LETTERS)}"
            found.add("foreign", Example(text, partition, one.offset))
            continue
        if number in seen:
            found.add("duplicated", Example("it arrived before", partition, one.offset, number))
            continue
        if one.value != value_of(expected.topic, number):
            found.add("corrupt", Example("it is not as it was sent", partition, one.offset, number))
        if number < before:
            found.add("reordered", Example(f"it follows number {before}", partition, one.offset, number))
        seen.add(number)
        before = number
    return seen
