# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the next boot writes into a file of the kernel: tmpfiles.d as systemd-tmpfiles reads it.

systemd-tmpfiles was the oracle (it takes ``--root``). Files are read in the order of their names, and the same name in
an earlier directory shadows the later ones. Of two different lines for the same path the *first* counts and the other
is said to be a duplicate, but for those of type ``w+``, which are all carried out. Lines of type ``w`` are globs,
carried out one after another, so that of two different patterns the last one wins.
"""

from __future__ import annotations

import os
import re
from typing import Callable, Dict, Iterator, List, NamedTuple, Sequence, Tuple

from ..host.machine import Host
from . import conf_files, globs

DIRECTORIES = (
    "/etc/tmpfiles.d",
    "/run/tmpfiles.d",
    "/usr/local/lib/tmpfiles.d",
    "/usr/lib/tmpfiles.d",
    "/lib/tmpfiles.d",
)

_LINE = re.compile(r"""(w[-!+=]*)\s+(?:"([^"]+)"|'([^']+)'|(/\S+))\s+((?:\S+\s+){4})(.+)""")
_BRACES = re.compile(r"\{([^{}]*)\}")


class Line(NamedTuple):
    """A line that writes *argument* into the files that *pattern* means; *origin* is its file:line.

    *fields* are the others (mode, user, group, age), which make no difference to what is written.
    """

    pattern: str
    argument: str
    origin: str
    appends: bool = False
    fields: Tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The file that it stands in."""
        return self.origin.rpartition(":")[0]

    def stands_beside(self, other: Line) -> bool:
        """Whether both are carried out, though they are for the same path."""
        same = (self.argument, self.fields) == (other.argument, other.fields)
        return same or (self.appends and other.appends)


def files(host: Host) -> List[str]:
    """The tmpfiles.d files in the order in which they are read."""
    return conf_files.in_order(host, DIRECTORIES)


def parse(text: str, file: str) -> Iterator[Line]:
    """The lines of *text* that write into files; all others are left out."""
    for number, raw in enumerate(text.split("\n"), 1):
        found = _LINE.fullmatch(raw.strip())
        if found and found.group(6) != "-":
            path = os.path.normpath(found.group(2) or found.group(3) or found.group(4))
            argument, fields = found.group(6).replace("%%", "%"), tuple(found.group(5).split())
            yield Line(path, argument, f"{file}:{number}", "+" in found.group(1), fields)


def lines(host: Host) -> List[Line]:
    """The lines of all files that write into files, in the order in which they are read."""
    return [line for file in files(host) for line in parse(host.text(file), file)]


def writes(read: Sequence[Line], path: str) -> List[Line]:
    """Those of the lines *read* that the next boot carries out on *path*, in their order."""
    taken: Dict[str, List[Line]] = {}
    for line in read:
        earlier = taken.setdefault(line.pattern, [])
        if all(line.stands_beside(other) for other in earlier):
            earlier.append(line)
    return [line for those in taken.values() for line in those if _matches(path, line.pattern)]


def winner(read: Sequence[Line], path: str, accepts: Callable[[str], bool]) -> Line | None:
    """The line that decides about *path*: the last whose argument the kernel *accepts*, else the last; None: none."""
    found = writes(read, path)
    return next((line for line in reversed(found) if accepts(line.argument)), found[-1] if found else None)


def _matches(path: str, pattern: str) -> bool:
    """Whether the glob *pattern*, braces included, matches *path*; a star never crosses a slash."""
    braces = _BRACES.search(pattern)
    if braces:
        head, tail = pattern[: braces.start()], pattern[braces.end() :]
        return any(_matches(path, head + choice + tail) for choice in braces.group(1).split(","))
    return globs.matches(path, pattern)
