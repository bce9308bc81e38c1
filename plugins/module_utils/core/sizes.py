# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Sizes as the JVM writes them (``6g``, ``512m``), in bytes and back, and as a person reads them."""

from __future__ import annotations

import re

from .errors import GroundworkError

_UNITS = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}  # suffix: power of two


def parse_size(value: object, name: str) -> int:
    """The bytes of *value*, a whole positive number with an optional k, m, g or t (1024, 1024², …), either case.

    Raises GroundworkError, which calls the value *name*.
    """
    match = None if isinstance(value, bool) else re.match(r"([0-9]+)([kmgt]?)\Z", str(value).strip().lower())
    if match is None or int(match.group(1)) == 0:
        raise GroundworkError(
            f"{name}: {value!r} is not a size; give a whole number with k, m, g or t behind it, such as 6g or 512m."
        )
    return int(match.group(1)) << _UNITS[match.group(2)]


def show_size(size: int) -> str:
    """*size* in bytes as the JVM takes it, exactly, in the largest unit that fits (``1536m``, ``6g``)."""
    for suffix, power in reversed(list(_UNITS.items())):
        if size and size % (1 << power) == 0:
            return f"{size >> power}{suffix}"
    return str(size)


def rounded(count: int) -> str:
    """*count* bytes for a person."""
    return f"{count / (1 << 30):.1f} GiB" if count >= 1 << 30 else f"{count / (1 << 20):.1f} MiB"
