# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Java's properties format, as ``java.util.Properties.load`` reads it: server.properties, zoo.cfg, a client's file.

The collection and the validation share it, so it imports nothing of either.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Tuple

_BLANK = " \t\f"  # no other character is white space there
_KEY = re.compile(rf"((?:\\.|[^\\=:{_BLANK}])*)[{_BLANK}]*[=:]?[{_BLANK}]*", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_NAMED = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def parse(text: str) -> Dict[str, str]:
    """Keys and values of *text*; of a key that comes twice, the last one counts."""
    return dict(pairs(text))


def pairs(text: str) -> Iterator[Tuple[str, str]]:
    """Each key of *text* with its value, in their order, one that comes twice as well."""
    for line in _logical_lines(text):
        match = _KEY.match(line)
        if match:  # it always does: the key may be empty
            yield _plain(match.group(1)), _plain(line[match.end() :])


def has_malformed_escape(text: str) -> bool:
    """Whether Java refuses all of *text*, as a ``\\u`` in it is not followed by four hexadecimal digits."""
    for line in _logical_lines(text):
        match = _KEY.match(line)
        parts = (match.group(1), line[match.end() :]) if match else ()
        if any(escape.group(2) == "u" for part in parts for escape in _ESCAPE.finditer(part)):
            return True
    return False


def _logical_lines(text: str) -> Iterator[str]:
    """Lines without comments and blank ones, each joined with those that a backslash at its end continues."""
    parts: List[str] = []  # joined once, or a text of nothing but continued lines takes hours
    goes_on = False
    for natural in re.split(r"\r\n|\n|\r", text):
        line, goes_on = natural.lstrip(_BLANK), False
        if not parts and (not line or line[0] in "#!"):
            continue
        if (len(line) - len(line.rstrip("\\"))) % 2:
            line, goes_on = line[:-1], True
        parts += [line] if line else []
        if not goes_on:
            yield "".join(parts)
            parts = []
    if goes_on:  # a text that ends in a backslash
        yield "".join(parts)


def _plain(text: str) -> str:
    def character(at: re.Match[str]) -> str:
        return chr(int(at.group(1), 16)) if at.group(1) else _NAMED.get(at.group(2), at.group(2))

    return _ESCAPE.sub(character, text)
