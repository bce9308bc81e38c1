# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The two tables of mounts: ``/etc/fstab``, edited with every other line kept, and ``/proc/self/mountinfo``.

Fields are told apart as libmount does it: by spaces and tabs only, with octal escapes and without quotes.
"""

from __future__ import annotations

import posixpath
import re
from typing import Collection, List, NamedTuple, Sequence, Tuple

PATH = "/etc/fstab"
MOUNTINFO = "/proc/self/mountinfo"

_SPACE = " \t"
_FIELD = re.compile(r"[^ \t]+")
_NUMBER = re.compile(r"[+-]?[0-9]+\Z")


class Entry(NamedTuple):
    """A line of fstab, decoded; *line* counts from 1 and is 0 for an entry that is in no file yet."""

    spec: str
    mount_point: str
    fstype: str
    options: str
    check: str = "0"
    line: int = 0

    def __str__(self) -> str:
        fields = (self.spec, self.mount_point, self.fstype, self.options)
        return " ".join([*(_encode(word) for word in fields), "0", self.check])


class Broken(NamedTuple):
    """A line that mount(8) leaves out, and why, in words; *fields* are decoded as far as there are any."""

    line: int
    fields: List[str]
    why: str


class Mount(NamedTuple):
    """A line of mountinfo: *number* is the device's MAJOR:MINOR, *options* the mount's and its file system's.

    *defaults* are options in force of which mountinfo says nothing, where the kernel tells of them elsewhere.
    """

    number: str
    mount_point: str
    fstype: str
    options: List[str]
    defaults: Sequence[str] = ()

    @property
    def in_force(self) -> List[str]:
        """All the options that the kernel tells of."""
        return [*self.options, *self.defaults]


def entries(text: str) -> List[Entry]:
    """The entries of an fstab's *text*; comments and lines that nobody could mount are left out."""
    return _parsed(text)[0]


def broken(text: str) -> List[Broken]:
    """The lines of an fstab's *text* that are neither comments nor entries."""
    return _parsed(text)[1]


def put(text: str, entry: Entry, lines: Collection[int]) -> str:
    """*text* with *entry* on the first of *lines* and the others of them gone, or at its end when there are none.

    Every other line is kept byte for byte. On the line itself only those of the first four fields change that say
    something else: white space, the numbers at its end and what follows them are somebody's own.
    """
    numbered = list(enumerate(text.split("\n"), 1))
    kept = [line for number, line in numbered if number == min(lines, default=0) or number not in lines]
    if not lines:
        body = text if text.endswith("\n") or not text else text + "\n"
        return body + str(entry) + "\n"
    position = min(lines) - 1
    kept[position] = _edited(kept[position], entry)
    return "\n".join(kept)


def mounts(text: str) -> List[Mount]:
    """The mounts in mountinfo's *text* in the order of mounting: the last one of a mount point is the one in force."""
    found = []
    for line in text.split("\n"):
        left, _sep, right = line.partition(" - ")
        fields, source = left.split(" "), right.split(" ")
        if len(fields) < 6 or len(source) < 3:
            continue
        options = list(dict.fromkeys(fields[5].split(",") + source[2].split(",")))
        found.append(Mount(fields[2], _decode(fields[4]), source[0], options))
    return found


def normal(mount_point: str) -> str:
    """*mount_point* without trailing or doubled slashes; other words, such as none and swap, as they are."""
    return "/" + posixpath.normpath(mount_point).lstrip("/") if mount_point.startswith("/") else mount_point


def _parsed(text: str) -> Tuple[List[Entry], List[Broken]]:
    found, wrong = [], []
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw[:-1] if raw.endswith("\r") else raw  # as libmount does, which takes any other for a character
        if line.lstrip(_SPACE)[:1] in ("", "#"):
            continue
        fields = [_decode(word) for word in _FIELD.findall(line)]
        if len(fields) < 3:
            wrong.append(Broken(number, fields, "it has fewer than three fields"))
        elif not all(_NUMBER.match(word) for word in fields[4:6]):
            wrong.append(Broken(number, fields, "its fifth and sixth fields are not numbers"))
        else:
            options = fields[3] if len(fields) > 3 else "defaults"
            check = fields[5] if len(fields) > 5 else "0"
            found.append(Entry(fields[0], normal(fields[1]), fields[2], options, check, number))
    return found, wrong


def _edited(line: str, entry: Entry) -> str:
    """*line* with the fields of *entry* in place of its own, where they differ."""
    wanted = (entry.spec, entry.mount_point, entry.fstype, entry.options)
    pieces, end = [], 0
    for match, want in zip(_FIELD.finditer(line), wanted):
        same = normal(_decode(match.group())) == want
        pieces += [line[end : match.start()], match.group() if same else _encode(want)]
        end = match.end()
    missing = wanted[len(pieces) // 2 :]
    if missing == ("defaults",):
        missing = ()
    edited = "".join(pieces) + "".join(" " + _encode(want) for want in missing) + line[end:]
    # On a line with few fields the carriage return would belong to an option.
    return edited if edited == line else edited.rstrip("\r")


def _encode(word: str) -> str:
    return re.sub(r"[ \t\n\\#]", lambda match: f"\\{ord(match.group()):03o}", word)


def _decode(word: str) -> str:
    """*word* with its octal escapes, which stand for bytes, as text."""
    if "\\" not in word:
        return word
    raw = word.encode("utf-8", "surrogateescape")
    plain = re.sub(rb"\\([0-3][0-7]{2})", lambda match: bytes([int(match.group(1), 8)]), raw)
    return plain.decode("utf-8", "surrogateescape")
