# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Texts of files as a diff may show them: what is or may be a secret is told to be there, and to have changed.

A text that somebody else wrote may hold a secret under any name, so of what it alone has, nothing but names are shown.
"""

from __future__ import annotations

import re
from typing import Iterator, List, Set, Tuple

SECRET, ANOTHER = "(a secret that is not shown)", "(another secret that is not shown)"
_UNKNOWN = "(a value that is not shown)"

#: What tells that a line has a secret in it: names of keys, also of those in comments, on command lines and in JAAS
#: configurations; a key in PEM; a user with a password in an address.
_TELLING = re.compile(
    r"pass(?:w|phrase|\s*[=:])|pwd\b|secret|jaas|credential|token|licen[cs]e|private.?key|(?:api|access).?key"
    r"|[._-]key[\"']?\s*[=:\s]|-----BEGIN|://[^/\s:@]*:[^\s@]+@",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(\s*[A-Za-z0-9_.-]+\s*[=:]\s*)\S")
_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_BEGIN = re.compile(r"-----BEGIN ([^-]+)-----")
_PLAIN = re.compile(r"\s*(?:\[[A-Za-z]+\]\s*)?\Z")  # an empty line, or the heading of a unit's section


def shown(before: str, after: str, replaced: bool = False) -> Tuple[str, str]:
    """*before* and *after* without their secrets; they differ where those do.

    Where a whole text is *replaced* whose first line is another one, that of somebody else was there before.
    """
    old, new = list(_entries(before)), list(_entries(after))
    names = {_name(entry) for entry in new} if replaced and old[:1] != new[:1] else None
    kept, known = set(new), set(old)
    return (
        "".join(_entry(entry, True, None if entry in kept else names) for entry in old),
        "".join(_entry(entry, entry in known, None) for entry in new),
    )


def line(text: str) -> str:
    """One line as it may be shown."""
    return _entry(text, True, None).rstrip("\n")


def _entries(text: str) -> Iterator[str]:
    """The lines of *text*, each with those that go on with it: behind a backslash, or in a block of PEM."""
    gathered: List[str] = []
    block = ""
    for line in text.splitlines(keepends=True):
        gathered.append(line)
        begun = _BEGIN.search(line)
        block = block or (begun.group(1) if begun else "")
        if block and f"-----END {block}-----" in line:
            block = ""
        if not block and not _CONTINUED.search(line.rstrip("\r\n")):
            yield "".join(gathered)
            gathered = []
    if gathered:
        yield "".join(gathered)


def _entry(entry: str, same: bool, names: Set[str] | None) -> str:
    """*entry* as it is shown; *names* are those whose values may be, None for all of them."""
    if _TELLING.search(entry):
        return f"{_name(entry)}{SECRET if same else ANOTHER}\n"
    if names is None or _PLAIN.match(entry) or (_name(entry) and _name(entry) in names):
        return entry
    return f"{_name(entry)}{_UNKNOWN}\n"


def _name(entry: str) -> str:
    """What stands before the value of *entry*, with the sign between them; nothing where it is not plain."""
    named = _NAMED.match(entry)
    return named.group(1) if named else ""
