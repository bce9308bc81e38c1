# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The five fields of a cron schedule, checked, and in the words of systemd's OnCalendar."""

from __future__ import annotations

import re
from typing import List, NamedTuple

from ..core.errors import GroundworkError

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
_PART = re.compile(r"(?:\*|(\w+)(?:-(\w+))?)(?:/([1-9][0-9]*))?\Z")


class _Field(NamedTuple):
    """A field's name, its smallest and largest number, its names and the number of the first of them."""

    name: str
    smallest: int
    largest: int
    names: List[str]
    first: int


_FIELDS = (
    _Field("minute", 0, 59, [], 0),
    _Field("hour", 0, 23, [], 0),
    _Field("day of month", 1, 31, [], 0),
    _Field("month", 1, 12, _MONTHS, 1),
    _Field("day of week", 0, 7, _DAYS, 0),
)


def check(schedule: str) -> None:
    """Raise GroundworkError for what cron would refuse or, worse, ignore."""
    _numbers(schedule)


def calendars(schedule: str) -> List[str]:
    """What to give OnCalendar for the same moments: a line, or two where cron takes either of two kinds of day."""
    minutes, hours, days, months, weekdays = _numbers(schedule)
    clock = f"{_listed(hours, 0, 23)}:{_listed(minutes, 0, 59)}:00"
    weekdays = sorted({number % 7 for number in weekdays})
    dates = f"*-{_listed(months, 1, 12)}-{_listed(days, 1, 31)}"
    named = "" if len(weekdays) == len(_DAYS) else ",".join(_DAYS[number].capitalize() for number in weekdays) + " "
    of_month, of_week = schedule.split()[2], schedule.split()[4]
    if of_month.startswith("*") or of_week.startswith("*"):
        return [f"{named}{dates} {clock}"]
    return [f"{dates} {clock}", f"{named}*-{_listed(months, 1, 12)}-* {clock}"]


def _listed(numbers: List[int], smallest: int, largest: int) -> str:
    return "*" if len(numbers) == largest - smallest + 1 else ",".join(f"{number:02d}" for number in numbers)


def _numbers(schedule: str) -> List[List[int]]:
    """All the numbers that each field stands for."""
    fields = schedule.split()
    if len(fields) != len(_FIELDS):
        raise GroundworkError(
            f"The schedule {schedule!r} has {len(fields)} fields; give five (minute, hour, day of month, month, day of "
            "week), such as '17 3 * * *'."
        )
    found = []
    for given, field in zip(fields, _FIELDS):
        parts = [_range(part, field) for part in given.split(",")]
        if not all(parts):
            raise GroundworkError(
                f"The schedule {schedule!r} has {given!r} as its {field.name}; give *, numbers from {field.smallest} "
                f"to {field.largest}, ranges, lists or steps."
            )
        found.append(sorted({number for part in parts for number in part}))
    return found


def _range(part: str, field: _Field) -> List[int]:
    """The numbers of one *part* of a list; none for what cannot be."""
    match = _PART.match(part)
    if match is None:
        return []
    first, last, step = match.groups()
    start = _number(first, field) if first else field.smallest
    end = _number(last, field) if last else start if first and not step else field.largest
    if not field.smallest <= start <= end <= field.largest:
        return []
    return list(range(start, end + 1, int(step or 1)))


def _number(word: str, field: _Field) -> int:
    """The number of a name or of digits; -1 for neither, which no field allows."""
    if word.lower() in field.names:
        return field.names.index(word.lower()) + field.first
    return int(word) if re.match(r"[0-9]+\Z", word) else -1
