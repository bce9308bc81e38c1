# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker's configuration: defaults and overrides merged, and written as a Java properties file."""

from __future__ import annotations

import re
from typing import Any, Dict, Mapping

from ..core.errors import GroundworkError
from ..core.sizes import parse_size
from . import keys as broker_keys

# Taken from the heap when the broker starts: a heap of 512m does not start with 512m of it. A quarter leaves room.
_DEDUPE, _SHARE = "log.cleaner.dedupe.buffer.size", 4
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f"}


def merge(defaults: Mapping[str, Any], overrides: Mapping[str, Any], heap: str, version: str = "") -> Dict[str, str]:
    """*defaults*, then *overrides*, as the text Kafka expects; an override of None takes a default away.

    The cleaner's dedupe buffer of the defaults is bounded by a quarter of *heap* (such as ``6g``). Defaults that
    *version* of Kafka lacks, or deprecates and does the same without, are left out; an empty one has all that is given.
    Raises GroundworkError for a larger buffer among the overrides, for values that no properties file holds, and for
    what *version* lacks or refuses.
    """
    largest = parse_size(heap, "heap") // _SHARE
    asked = overrides.get(_DEDUPE)
    if asked is not None and parse_size(asked, _DEDUPE) > largest:
        raise GroundworkError(
            f"{_DEDUPE} is {asked}, more than a quarter of the heap of {heap}: the broker may not start; give at most "
            f"{largest}, or a larger heap."
        )
    lacking = broker_keys.left_out(defaults, version) if version else []
    merged = {**{key: value for key, value in defaults.items() if key not in lacking}, **overrides}
    if asked is None and merged.get(_DEDUPE) is not None:
        merged[_DEDUPE] = min(parse_size(merged[_DEDUPE], _DEDUPE), largest)
    config = {str(key): render(value, str(key)) for key, value in merged.items() if value is not None}
    errors = broker_keys.refusals(config, version, set(defaults) - set(overrides)) if version else []
    if errors:
        raise GroundworkError("\n".join(errors))
    return config


def mapping(given: object, name: str) -> Mapping[str, Any]:
    """What is *given* for *name*; GroundworkError, which quotes nothing of it, unless it has values by key."""
    if not isinstance(given, Mapping):
        raise GroundworkError(
            f"{name} has no values by key; write each key with its value behind a colon, such as num.io.threads: 9."
        )
    return given


def rendered(defaults: Mapping[str, Any], overrides: Mapping[str, Any]) -> Dict[str, str]:
    """What :func:`merge` is given, merged and as text, whether or not Kafka takes it."""
    return {str(key): render(value, str(key)) for key, value in {**defaults, **overrides}.items() if value is not None}


def render(value: Any, key: str) -> str:
    """One value as Kafka reads it: true and false in lower case, lists joined by commas."""
    if isinstance(value, Mapping):
        raise GroundworkError(f"{key} is a mapping; write its parts as keys of their own, such as {key}.name: value.")
    if value is None:
        raise GroundworkError(f"{key} has an empty item in its list; leave it out.")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        if any(isinstance(item, (list, tuple)) for item in value):
            raise GroundworkError(f"{key} is a list in a list; write one list.")
        return ",".join(render(item, key) for item in value)
    return str(value)


def properties(config: Mapping[str, Any]) -> str:
    """*config* as the text of a Java properties file, one ``key=value`` a line, sorted by key.

    Sorted, so that a key that only moves in the inventory changes no file, which would cost a restart. Escaped as
    java.util.Properties reads it back, whatever the encoding of the file: ASCII only.
    """
    return "".join(f"{_key(str(key))}={_text(render(value, str(key)))}\n" for key, value in sorted(config.items()))


def _key(key: str) -> str:
    return re.sub(r"([ :=#!])", r"\\\1", _text(key, leading=False))


def _text(text: str, leading: bool = True) -> str:
    escaped = "".join(_ESCAPES.get(letter) or _ascii(letter) for letter in text)
    return "\\" + escaped if leading and escaped.startswith(" ") else escaped


def _ascii(letter: str) -> str:
    if " " <= letter <= "~":
        return letter
    units = letter.encode("utf-16-be", "surrogatepass")  # two of them for a letter outside the basic plane
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
