# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is sent: numbered records of which each can be made again, and the faults that may be put into them."""

from __future__ import annotations

import re
from typing import Callable, Mapping, Sequence

from ..writing.sends import FIRST, Send

#: The number of the record that each partition gets before the clock runs.
BEFORE = -1
_VALUE_BYTES = 120
_NUMBER = re.compile(rb"(\d{12}) ")


def value_of(topic: str, number: int) -> bytes:
    """The record ``number`` of ``topic``, byte by byte."""
    return FIRST if number == BEFORE else f"{number:012d} {topic} ".ljust(_VALUE_BYTES, ".").encode()


def number_in(value: bytes | None) -> int | None:
    """The number of a record, by its beginning; null for one that has none."""
    if value == FIRST:
        return BEFORE
    found = _NUMBER.match(value or b"")
    return int(found.group(1)) if found else None


def sends(topic: str, records: int, partitions: int, fault: str | None = None) -> list[Send]:
    """``records`` in turn to the partitions, with the ``fault`` of this name among them where one is given."""
    whole = [Send(number % partitions, value_of(topic, number)) for number in range(records)]
    return FAULTS[fault](whole, partitions) if fault else whole


def _lost(whole: Sequence[Send], _partitions: int) -> list[Send]:
    middle = len(whole) // 2
    return [*whole[:middle], *whole[middle + 1 :]]


def _lost_tail(whole: Sequence[Send], _partitions: int) -> list[Send]:
    return [*whole[:-1]]


def _duplicated(whole: Sequence[Send], _partitions: int) -> list[Send]:
    middle = len(whole) // 2
    return [*whole[: middle + 1], whole[middle], *whole[middle + 1 :]]


def _corrupt(whole: Sequence[Send], _partitions: int) -> list[Send]:
    middle = len(whole) // 2
    partition, value = whole[middle]
    return [*whole[:middle], Send(partition, value[:-1] + b"!"), *whole[middle + 1 :]]


def _foreign(whole: Sequence[Send], _partitions: int) -> list[Send]:
    return [*whole, Send(0, b"somebody else's")]


def _reordered(whole: Sequence[Send], partitions: int) -> list[Send]:
    """The first record of a partition changes places with the next of the same one."""
    swapped = [*whole]
    swapped[0], swapped[partitions] = whole[partitions], whole[0]
    return swapped


#: Each is found by the check of which its name begins with the id, once.
FAULTS: Mapping[str, Callable[[Sequence[Send], int], "list[Send]"]] = {
    "lost": _lost,
    "lost_tail": _lost_tail,
    "duplicated": _duplicated,
    "corrupt": _corrupt,
    "foreign": _foreign,
    "reordered": _reordered,
}
