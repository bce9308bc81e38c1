# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Configuration files in the format of Java properties: server.properties and zoo.cfg."""

from __future__ import annotations

import re
from typing import Dict

_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_PAIR = re.compile(r"((?:\\.|[^\\\s=:])+)\s*[=:]?\s*(.*)\Z", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_NAMED = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def parse(text: str) -> Dict[str, str]:
    """The properties of *text*, as java.util.Properties loads them: of a key that stands twice, the last one."""
    found: Dict[str, str] = {}
    pending = ""
    for raw in text.splitlines():
        line = pending + raw.lstrip(" \t\f")
        if not pending and line[:1] in ("", "#", "!"):
            continue
        if _CONTINUED.search(line):
            pending = line[:-1]
            continue
        pending = ""
        pair = _PAIR.match(line)
        if pair:
            found[_plain(pair.group(1))] = _plain(pair.group(2))
    return found


def _plain(text: str) -> str:
    def char(match: re.Match[str]) -> str:
        code, letter = match.groups()
        return chr(int(code, 16)) if code else _NAMED.get(letter, letter)

    return _ESCAPE.sub(char, text)
