# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Figures in words, as the page and its charts say them."""

from __future__ import annotations

import codecs
import re

from .printable import escaped
from .verdict import figure

_ESCAPED = "backslashreplace"
# As long as a line of a terminal has room for beside what is said of it.
NAME_LETTERS = 40
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


def amount(value: float | None, unit: str) -> str:
    """A figure and its ``unit``; bytes in one that people would say. Null is a dash."""
    if value is None:
        return "-"
    if unit.startswith("bytes"):
        return ("-" if value < 0 else "") + size(abs(value)) + unit[len("bytes") :]
    return f"{figure(value)} {unit}".rstrip()


def percent(value: float | None) -> str:
    """A difference in percent, with its sign. Null is a dash."""
    return "-" if value is None else f"{value:+,.1f}%"


def shown(data: bytes, *, cut: bool = False) -> str:
    """Bytes as a person can read them: UTF-8 as its letters, the rest :func:`escaped`.

    What is no UTF-8 is told as ASCII and escapes; of data that is ``cut``, the last letter may be incomplete.
    """
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(data, final=not cut)
    except UnicodeDecodeError:
        text = data.decode("ascii", errors=_ESCAPED)
    return escaped(text) or "(empty)"


def name(text: str, most: int = NAME_LETTERS) -> str:
    """A name from outside, escaped, without its middle where it is longer than ``most`` letters."""
    return shortened(escaped(text), most)


def shortened(text: str, most: int) -> str:
    """``text`` without its middle where it is longer than ``most`` letters: names often differ in their ends alone."""
    end = most // 3
    return text if len(text) <= most else f"{text[: most - end - 1]}…{text[-end:]}"


def of(count: int, one: str, many: str) -> str:
    """``count`` and the word for it: 1 record, 2 records."""
    return f"{count:,} {one if count == 1 else many}"
