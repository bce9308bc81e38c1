# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Java's properties format, as ``java.util.Properties.load`` reads it."""

from __future__ import annotations

import re
from typing import Iterator

_KEY = re.compile(r"((?:\\.|[^\\=:\s])*)[ \t\f]*[=:]?[ \t\f]*", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_NAMED = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def parse(text: str) -> dict[str, str]:
    """Keys and values of ``text``; of a key that comes twice, the last one counts."""
    found = {}
    for line in _logical_lines(text):
        match = _KEY.match(line)
        if match:  # it always does: the key may be empty
            found[_unescaped(match.group(1))] = _unescaped(line[match.end() :])
    return found


def _logical_lines(text: str) -> Iterator[str]:
    """Lines without comments and blank ones, each joined with those that a backslash at its end continues."""
    begun = ""
    for natural in re.split(r"\r\n|\n|\r", text):
        line = natural.lstrip(" \t\f")
        if not begun and (not line or line[0] in "#!"):
            continue
        begun += line
        if (len(begun) - len(begun.rstrip("\\"))) % 2:
            begun = begun[:-1]
            continue
        yield begun
        begun = ""
    if begun:
        yield begun


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(
        lambda at: chr(int(at.group(1), 16)) if at.group(1) else _NAMED.get(at.group(2), at.group(2)), text
    )
