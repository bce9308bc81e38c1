# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Times, sizes and counts as an arithmetic shows them to a person."""

from __future__ import annotations

from typing import Iterable

from ..core.sizes import rounded
from .settings import NEVER

_UNITS = (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1))
_LEAST = 1 << 20


def lasting(milliseconds: float) -> str:
    """A time in the largest unit in which it is a whole number, with no more than a decimal: ``7 d``, ``36 h``."""
    if milliseconds < 0 or milliseconds >= NEVER:
        return "for ever"
    for name, unit in _UNITS:
        if milliseconds >= unit and milliseconds % unit == 0:
            return f"{int(milliseconds // unit)} {name}"
    for name, unit in _UNITS:
        if milliseconds >= unit:
            return f"{milliseconds / unit:.1f} {name}"
    return f"{milliseconds:.0f} ms"


def size(count: float) -> str:
    """Bytes: those below a MiB as they are."""
    return rounded(int(count)) if count >= _LEAST else f"{int(count)} bytes"


def many(count: float) -> str:
    """A count with commas."""
    return f"{int(count):,}"


def listed(counts: Iterable[object]) -> str:
    """``23, 23, 2``."""
    return ", ".join(str(count) for count in counts)
