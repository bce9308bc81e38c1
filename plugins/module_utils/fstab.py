# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The two tables of mounts: ``/etc/fstab``, edited with every other line kept, and ``/proc/self/mountinfo``."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Collection, List

PATH = "/etc/fstab"
MOUNTINFO = "/proc/self/mountinfo"


@dataclass(frozen=True)
class Entry:
    """A line of fstab, decoded; *line* counts from 1 and is 0 for an entry that is in no file yet."""

    spec: str
    mount_point: str
    fstype: str
    options: str
    check: str = "0"
    line: int = 0

    def __str__(self) -> str:
        fields = (self.spec, self.mount_point, self.fstype, self.options)
        return " ".join([*(_encode(field) for field in fields), "0", self.check])


@dataclass(frozen=True)
class Mount:
    """A line of mountinfo: *number* is the device's MAJOR:MINOR, *options* the mount's and its file system's."""

    number: str
    mount_point: str
    fstype: str
    options: List[str]


def entries(text: str) -> List[Entry]:
    """The entries of an fstab's *text*; comments and lines that nobody could mount are left out."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        fields = line.split()
        if len(fields) < 3 or fields[0].startswith("#"):
            continue
        options = fields[3] if len(fields) > 3 else "defaults"
        check = fields[5] if len(fields) > 5 else "0"
        decoded = [_decode(field) for field in (*fields[:3], options)]
        found.append(Entry(decoded[0], normal(decoded[1]), decoded[2], decoded[3], check, number))
    return found


def put(text: str, entry: Entry, lines: Collection[int]) -> str:
    """*text* with *entry* on the first of *lines* and the others of them gone, or at its end when there are none.

    Every other line is kept byte for byte, and so is the one line that already says the same in other white space.
    """
    numbered = list(enumerate(text.split("\n"), 1))
    kept = [line for number, line in numbered if number == min(lines, default=0) or number not in lines]
    if not lines:
        body = text if text.endswith("\n") or not text else text + "\n"
        return body + str(entry) + "\n"
    position = min(lines) - 1
    if [_same(entry, found) for found in entries(kept[position])] != [True]:
        kept[position] = str(entry)
    return "\n".join(kept)


def mounts(text: str) -> List[Mount]:
    """The mounts in mountinfo's *text* in the order of mounting: the last one of a mount point is the one in force."""
    found = []
    for line in text.splitlines():
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


def _same(entry: Entry, other: Entry) -> bool:
    return str(entry) == str(other)


def _encode(field: str) -> str:
    return re.sub(r"[\s\\#]", lambda match: f"\\{ord(match.group()):03o}", field)


def _decode(field: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match.group(1), 8)), field)
