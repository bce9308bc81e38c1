# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the kernel parameters will be after the next boot: sysctl.d as systemd-sysctl reads it, and who writes besides.

Order, shadowing, keys and globs follow sysctl.d(5), and systemd-sysctl was the oracle. ``/etc/sysctl.conf`` counts only
where a link in sysctl.d leads to it (Debian 12 has one, Debian 13 has not). Before the files comes the kernel's command
line, after them tuned where it is enabled; and after tuned, those of the files that it carries out once more.
"""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass
from typing import Dict, Iterator, List, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils import command_line, conf_files, tuned
from ansible_collections.groundwork.kafka.plugins.module_utils.catalogue import PARTNERS
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host

DIRECTORIES = ("/etc/sysctl.d", "/run/sysctl.d", "/usr/local/lib/sysctl.d", "/usr/lib/sysctl.d", "/lib/sysctl.d")

_ENDS = re.compile("[\r\0]")  # these end a line as well, for systemd
_SPACE = " \t"


@dataclass(frozen=True)
class Assignment:
    """One line of a file: *path* below ``/proc/sys``, *value* (None: only taken out of globs), *origin* file:line.

    *writer* says who carries it out, where that is not systemd-sysctl.
    """

    path: str
    value: str | None
    origin: str
    writer: str = ""


def normalise(key: str) -> str:
    """The path below ``/proc/sys`` of *key*: the first separator tells whether dots or slashes divide it."""
    first = next((character for character in key if character in "/."), "/")
    path = key.translate({ord("."): "/", ord("/"): "."}) if first == "." else key
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def dotted(path: str) -> str:
    """The name with dots of *path* below ``/proc/sys``; dots inside a component become slashes."""
    return path.translate({ord("."): "/", ord("/"): "."})


def files(host: Host) -> List[str]:
    """The sysctl.d files in the order in which they are read."""
    return conf_files.in_order(host, DIRECTORIES)


def parse(text: str, file: str) -> Iterator[Assignment]:
    """The assignments in *text*; comments, empty lines and lines that systemd ignores are left out."""
    for number, line in lines(text):
        found = assignment(line, f"{file}:{number}")
        if found is not None:
            yield found


def lines(text: str) -> Iterator[Tuple[int, str]]:
    """Number and text of each line that is neither empty nor a comment."""
    for number, raw in enumerate(text.split("\n"), 1):
        for part in _ENDS.split(raw):
            line = part.strip(_SPACE)
            if line and line[0] not in "#;":
                yield number, line


def assignment(line: str, origin: str) -> Assignment | None:
    """What *line*, which is at *origin*, assigns; None where systemd ignores it."""
    key, separator, value = line.partition("=")
    if not separator and not key.startswith("-"):
        return None
    path = normalise(key[key.startswith("-") :].strip(_SPACE))
    return Assignment(path, value.strip(_SPACE) if separator else None, origin)


class _Layer:
    """The assignments that one writer carries out, in its order."""

    def __init__(self) -> None:
        self._assignments: Dict[str, Assignment] = {}

    def put(self, assignment: Assignment) -> None:
        """A new value goes to the end of the order; the same value again keeps its place, as in systemd-sysctl."""
        earlier = self._assignments.get(assignment.path)
        if earlier is None or earlier.value != assignment.value:
            self._assignments.pop(assignment.path, None)
        self._assignments[assignment.path] = assignment

    def winner(self, path: str) -> Assignment | None:
        """The assignment that sets *path*: its own, else the last glob that matches; None when there is none."""
        if path in self._assignments:
            explicit = self._assignments[path]
            return explicit if explicit.value is not None else None
        found = None
        for assignment in self._assignments.values():
            if assignment.value is not None and _matches(path, assignment.path):
                found = assignment
        return found

    def place(self, assignment: Assignment) -> int:
        """Where *assignment* stands in the order."""
        return list(self._assignments).index(assignment.path)


class BootOrder:
    """The assignments of all writers, but for the file *without*, as the next boot carries them out."""

    def __init__(self, host: Host, without: str = "") -> None:
        line, systemd, profile, again = (_Layer() for _each in range(4))
        for path, value in command_line.sysctl(host):
            line.put(Assignment(path, value, command_line.ORIGIN, "the kernel's command line"))
        for file in files(host):
            for each in parse(host.text(file), file) if file != without else ():
                systemd.put(each)
        found = tuned.read(host) or tuned.Tuned("")
        for name, (value, origin) in found.parameters.items():
            profile.put(Assignment(normalise(name), value, origin, f"tuned (profile {found.profile})"))
        for file in _applied_again(host) if found.reapplies else ():
            for each in parse(host.text(file), file) if file != without else ():
                again.put(each)
        self._layers = (line, systemd, profile, again)
        self._profile = profile

    def winner(self, path: str) -> Assignment | None:
        """The assignment that sets *path*; None when nobody does and the kernel's default is left."""
        return self._winner(path)[1]

    def by_tuned(self, path: str) -> Assignment | None:
        """What tuned sets *path* to, whether that wins or not."""
        return self._profile.winner(path)

    def _winner(self, path: str) -> Tuple[int, Assignment | None]:
        for number in range(len(self._layers) - 1, -1, -1):
            found = self._layers[number].winner(path)
            if found is not None:
                return number, found
        return -1, None

    def zeroed_by(self, path: str) -> Assignment | None:
        """The later assignment of the parameter that excludes *path* (vm.dirty_bytes zeroes vm.dirty_ratio), if any."""
        layer, own = self._winner(path)
        partner = normalise(PARTNERS.get(dotted(path), ""))
        other, later = self._winner(partner) if partner else (-1, None)
        if own is None or later is None or later.value == "0":
            return None
        # One glob that sets both writes them by their names.
        moment = (layer, self._layers[layer].place(own), path)
        return later if (other, self._layers[other].place(later), partner) > moment else None


def _applied_again(host: Host) -> List[str]:
    """The files that tuned carries out after its own values, in its order."""
    chosen: Dict[str, str] = {}
    for directory in ("/run/sysctl.d", "/etc/sysctl.d"):
        for name in host.names(directory):
            if name.endswith(".conf"):
                chosen.setdefault(name, directory + "/" + name)
    return [chosen[name] for name in sorted(chosen)] + ["/etc/sysctl.conf"]


def _matches(path: str, pattern: str) -> bool:
    """Whether the glob *pattern* matches *path*; as in glob(3), a star never crosses a slash."""
    if not any(character in pattern for character in "*?["):
        return False
    parts, patterns = path.split("/"), pattern.split("/")
    return len(parts) == len(patterns) and all(fnmatch.fnmatchcase(p, q) for p, q in zip(parts, patterns))
