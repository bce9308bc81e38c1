# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Amounts of a load: as people give them, exact in between, and as formulas show them.

Sizes and rates are whole bytes, or a number with a unit: ``100 MB`` is 100,000,000 bytes, ``1 GiB`` 1,073,741,824.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Dict

from ..core.errors import GroundworkError

#: What an amount may come to: the JVM, and so Kafka, counts in 64 bits.
LARGEST = 2**63 - 1
_UNITS: Dict[str, int] = {
    "": 1,
    "B": 1,
    **{prefix + "B": 1000 ** (power + 1) for power, prefix in enumerate("kMGTP")},
    **{prefix + "iB": 1024 ** (power + 1) for power, prefix in enumerate("KMGTP")},
}
_AMOUNT = re.compile(r"([0-9]{1,20}(?:\.[0-9]{1,20})?) ?([A-Za-z]*)\Z")
_NUMBER = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,20})?\Z")
_DECIMAL = ("B", "kB", "MB", "GB", "TB", "PB")
_BINARY = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")


def size(name: str, given: object, smallest: int = 1, largest: int = LARGEST) -> int:
    """The bytes of *given*, called *name*: a whole number, or a number with a unit of a thousand or of 1024.

    Raises GroundworkError for anything else, for a part of a byte, for less than *smallest* and more than *largest*.
    """
    match = None if isinstance(given, bool) else _AMOUNT.match(str(given).strip())
    unit = None if match is None else _UNITS.get(match.group(2))
    if match is None or unit is None:
        raise GroundworkError(
            f"{name}: {given!r} is no size; give a positive number of bytes, or one with a unit, such as 100 MB or "
            "1 GiB."
        )
    found = Fraction(match.group(1)) * unit
    if found.denominator != 1 or not smallest <= found <= largest:
        raise GroundworkError(f"{name}: {given} cannot be; give whole bytes, from {smallest} to {largest}.")
    return int(found)


def number(name: str, given: object, smallest: int, largest: int) -> Fraction:
    """The number that *given*, called *name*, is, a decimal fraction among them; from *smallest* to *largest*.

    Raises GroundworkError for anything else.
    """
    text = "" if isinstance(given, bool) else str(given).strip()
    if not _NUMBER.match(text):
        raise GroundworkError(f"{name}: {given!r} is no number; give digits, such as 24 or 2.5.")
    found = Fraction(text)
    if found < smallest or found > largest:
        raise GroundworkError(f"{name}: {given} cannot be; give a number from {smallest} to {largest}.")
    return found


def shown(count: Fraction | int) -> str:
    """*count*, none or more, for a person: whole ones in groups of three digits, others to three digits that count."""
    exact = Fraction(count)
    if exact.denominator == 1 or exact >= 1000:
        return f"{round(exact):,}"
    digits = max(0, 2 - math.floor(math.log10(exact)))
    text = f"{float(exact):.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def shown_size(count: Fraction | int) -> str:
    """*count* bytes for a person: in the units of 1024 where it is a whole number of them, else of 1000."""
    exact = count > 0 and count == int(count) and count % 1024**2 == 0
    base, units = (1024, _BINARY) if exact else (1000, _DECIMAL)
    power = 0
    while power + 1 < len(units) and count >= base ** (power + 1) and not (exact and count % base ** (power + 1)):
        power += 1
    return f"{shown(Fraction(count) / base**power)} {units[power]}"


def shown_rate(count: Fraction | int) -> str:
    """*count* bytes a second for a person."""
    return f"{shown_size(count)}/s"


def shown_hours(count: Fraction | int) -> str:
    """*count* hours for a person, in days where they are whole ones."""
    return f"{shown(Fraction(count) / 24)} d" if count >= 48 and count % 24 == 0 else f"{shown(count)} h"


def ceiling(count: Fraction | int) -> int:
    """The least whole number that is no smaller than *count*."""
    return math.ceil(count)
