# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Texts of files as a diff may show them: what is or may be a secret is told to be there, and to have changed.

A text that is replaced may hold a secret under any name, whoever wrote its first line. So of what it alone has, a value
is shown only by a name that is known, or that the new text has as well; of a command line, only what the new text has.
"""

from __future__ import annotations

import re
from typing import Callable, Collection, Iterator, List, Tuple

SECRET, ANOTHER = "(a secret that is not shown)", "(another secret that is not shown)"
_UNKNOWN = "(a value that is not shown)"

#: What tells that a line has a secret in it: names of keys, also of those in comments, on command lines and in JAAS
#: configurations; a key in PEM.
_TELLING = re.compile(
    r"pass(?:w|phrase|\s*[=:])|pwd\b|secret|jaas|credential|token|licen[cs]e|private.?key|(?:api|access).?key|user.?info"
    r"|[._-]key[\"']?\s*[=:\s]|-----BEGIN",
    re.IGNORECASE,
)
#: A user with a password in an address, up to the sign behind it: looked for in the word before each such sign, so that
#: a text without one is read once.
_LOGIN = re.compile(r"://[^/\s:@]*:[^\s@]")
_NAMED = re.compile(r"(\s*[A-Za-z0-9_.-]+\s*[=:]\s*)\S")
_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_BEGIN = re.compile(r"-----BEGIN ([^-]+)-----")
#: In a unit: what holds words of which each may be a secret, but for the JVM's own options.
_COMMANDS = ("Exec", "Environment")
_JVM = re.compile(r"-X\S*\Z")
_OPTION = re.compile(r"[\"']?-{0,2}[A-Za-z_][A-Za-z0-9_.:-]*=")
_PLAIN = re.compile(r"\s*(?:\[[A-Za-z]+\]\s*)?\Z")  # an empty line, or the heading of a unit's section


def shown(
    before: str, after: str, replaced: bool = False, known: Callable[[str], bool] = lambda _name: False
) -> Tuple[str, str]:
    """*before* and *after* without their secrets; they differ where those do.

    *replaced*: the whole text is another one, so that anything may have been in it; values of *known* names are none.
    """
    old, new = list(_entries(before)), list(_entries(after))
    kept, was = set(new), set(old)
    names, words = {_key(entry) for entry in new} - {""}, {word for entry in new for word in _words(entry)}
    return (
        "".join(
            _removed(entry, lambda name: name in names or known(name), words)
            if replaced and entry not in kept
            else _entry(entry, True)
            for entry in old
        ),
        "".join(_entry(entry, entry in was) for entry in new),
    )


def line(text: str) -> str:
    """One line as it may be shown."""
    return _entry(text, True).rstrip("\n")


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


def _entry(entry: str, same: bool) -> str:
    """*entry* as it is shown, whose secret stays the *same* or is another one."""
    return f"{_name(entry)}{SECRET if same else ANOTHER}\n" if _tells(entry) else entry


def _tells(entry: str) -> bool:
    """Whether *entry* has a secret in it."""
    before = (part.split()[-1:] for part in entry.split("@")[:-1] if not part[-1:].isspace())
    return bool(_TELLING.search(entry)) or any(_LOGIN.search(word) for words in before for word in words)


def _removed(entry: str, known: Callable[[str], bool], words: Collection[str]) -> str:
    """*entry*, which the new text has not, as it is shown; *words* are those of the new text."""
    if _tells(entry) or _PLAIN.match(entry):
        return _entry(entry, True)
    name = _name(entry)
    if _key(entry).startswith(_COMMANDS):
        return name + " ".join(_word(word, words) for word in _words(entry)) + "\n"
    return entry if name and known(_key(entry)) else f"{name}{_UNKNOWN}\n"


def _words(entry: str) -> List[str]:
    """The words of the value in *entry*."""
    return [word for word in entry[len(_name(entry)) :].split() if word != "\\"]


def _word(word: str, words: Collection[str]) -> str:
    """*word* of a command line as it is shown."""
    if word in words or _JVM.match(word):
        return word
    option = _OPTION.match(word)
    return f"{option.group() if option else ''}{_UNKNOWN}"


def _key(entry: str) -> str:
    """The name in *entry* alone."""
    return _name(entry).strip(" \t=:")


def _name(entry: str) -> str:
    """What stands before the value of *entry*, with the sign between them; nothing where it is not plain."""
    named = _NAMED.match(entry)
    return named.group(1) if named else ""
