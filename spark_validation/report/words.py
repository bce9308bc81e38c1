# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Figures in words, as the page and its charts say them."""

from __future__ import annotations

import re

# What XML 1.0 has no way to write.
NOT_PRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def duration(seconds: float) -> str:
    """``seconds`` in the unit that people would say: 850 µs, 2.1 ms, 100 s, 3 min, 7 d."""
    for unit, scale in (("d", 86400.0), ("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale * (2 if scale > 1 else 0.9995):
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs" if seconds else "0 s"


def size(count: float) -> str:
    """``count`` bytes in the decimal unit that people would say: 512 B, 1.5 GB."""
    for unit, scale in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= scale * 0.9995:
            return f"{count / scale:.3g} {unit}"
    return f"{count:.0f} B"


def of(count: int, one: str, many: str) -> str:
    """``count`` and the word for it: 1 record, 2 records."""
    return f"{count:,} {one if count == 1 else many}"
