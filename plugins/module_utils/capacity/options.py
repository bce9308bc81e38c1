# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a person gave, by name: each reading validates one option, and refuses it in a sentence with its whole name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Mapping, Sequence

from ..core import values
from ..core.errors import GroundworkError
from . import amounts

_MOST_HOURS = 24 * 366 * 100


class Options:
    """The options *given* for *name*, each of which must be among *known*. One that is null was not given."""

    def __init__(self, given: object, name: str, known: Sequence[str]) -> None:
        if not isinstance(given, Mapping) or not given:
            raise GroundworkError(f"{name} has nothing in it; give {known[0]} and what else its documentation names.")
        unknown = sorted(str(one) for one in given if one not in known)
        if unknown:
            raise GroundworkError(f"{name}.{unknown[0]} is not known; give one of {', '.join(known)}.")
        self.name = name
        self._given: Mapping[str, Any] = given

    def called(self, option: str) -> str:
        """The whole name of *option*."""
        return f"{self.name}.{option}"

    def raw(self, option: str) -> Any:
        """What was given for *option*, or None."""
        return self._given.get(option)

    def whole_or_none(self, option: str, most: int = values.LARGEST_INT, smallest: int = 1) -> int | None:
        """The whole number from *smallest* to *most* that was given for *option*."""
        value = self.raw(option)
        return None if value is None else values.integer(self.called(option), value, smallest, most)

    def whole(self, option: str, most: int, default: int | None = None, smallest: int = 1) -> int:
        """The same, or the *default*; GroundworkError where there is none."""
        value = self.whole_or_none(option, most, smallest)
        if value is None and default is None:
            raise GroundworkError(f"{self.called(option)} is missing; give a whole number from {smallest} to {most}.")
        return default or 0 if value is None else value

    def size(self, option: str, smallest: int = 1, largest: int = amounts.LARGEST) -> int | None:
        """The bytes, or bytes a second, from *smallest* to *largest* that were given for *option*."""
        value = self.raw(option)
        return None if value is None else amounts.size(self.called(option), value, smallest, largest)

    def percent(self, option: str, most: int) -> Fraction:
        """The percentage from 0 to *most* that was given for *option*; 0 where none was."""
        value = self.raw(option)
        return Fraction(0) if value is None else amounts.number(self.called(option), value, 0, most)

    def hours(self, option: str) -> Fraction | None:
        """The time, more than none, that was given for *option*."""
        value = self.raw(option)
        if value is None:
            return None
        found = amounts.number(self.called(option), value, 0, _MOST_HOURS)
        if found == 0:
            raise GroundworkError(
                f"{self.called(option)}: 0 cannot be; give hours, as a decimal fraction where it is a part of one."
            )
        return found
