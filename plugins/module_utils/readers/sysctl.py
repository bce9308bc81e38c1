# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the kernel parameters will be after the next boot: sysctl.d as systemd-sysctl reads it, and who writes besides.

Order, shadowing, keys and globs follow sysctl.d(5), and systemd-sysctl was the oracle. ``/etc/sysctl.conf`` counts only
where a link in sysctl.d leads to it (Debian 12 has one, Debian 13 has not). Before the files comes the kernel's command
line, after them tuned where it is enabled; and after tuned, those of the files that it carries out once more.
"""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Dict, Iterator, List, NamedTuple, Sequence, Tuple

from ..host.machine import Host
from . import conf_files, globs, kernel_command_line, tuned

if TYPE_CHECKING:
    from .tuned_profile import Tuned

DIRECTORIES = ("/etc/sysctl.d", "/run/sysctl.d", "/usr/local/lib/sysctl.d", "/usr/lib/sysctl.d", "/lib/sysctl.d")

#: Kernel parameters that zero each other: the one written last is in force.
PARTNERS = {
    "vm.dirty_ratio": "vm.dirty_bytes",
    "vm.dirty_bytes": "vm.dirty_ratio",
    "vm.dirty_background_ratio": "vm.dirty_background_bytes",
    "vm.dirty_background_bytes": "vm.dirty_background_ratio",
}

_ENDS = re.compile("[\r\0]")  # these end a line as well, for systemd
_SPACE = " \t"


class Assignment(NamedTuple):
    """One line of a file: *path* below ``/proc/sys``, *value* (None: only taken out of globs), *origin* file:line.

    *writer* says who carries it out, where that is not systemd-sysctl. *unknown*: only that one can work the value out.
    """

    path: str
    value: str | None
    origin: str
    writer: str = ""
    unknown: bool = False


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

    def __init__(self, found: Sequence[Assignment]) -> None:
        self._found = found
        self._assignments: Dict[str, Assignment] = {}
        for assignment in found:
            self._put(assignment)
        self._globs = [each for each in self._assignments.values() if globs.MAGIC.search(each.path)]

    def _put(self, assignment: Assignment) -> None:
        """A new value goes to the end of the order; the same value again keeps its place, as in systemd-sysctl."""
        earlier = self._assignments.get(assignment.path)
        if earlier is None or earlier.value != assignment.value:
            self._assignments.pop(assignment.path, None)
        self._assignments[assignment.path] = assignment

    def excluding(self, file: str) -> _Layer:
        """The same but for what stands in *file*."""
        return _Layer([each for each in self._found if each.origin.rpartition(":")[0] != file])

    def winner(self, path: str) -> Assignment | None:
        """The assignment that sets *path*: its own, else the last glob that matches; None when there is none."""
        explicit = self._assignments.get(path)
        if explicit is not None:
            return explicit if explicit.value is not None else None
        matching = (each for each in reversed(self._globs) if each.value is not None and globs.matches(path, each.path))
        return next(matching, None)

    def writes(self, paths: Sequence[str]) -> Iterator[Tuple[str, Assignment]]:
        """What is written into *paths*, in order; a glob writes them in the order in which they are given.

        An assignment of its own keeps all globs off a path.
        """
        for pattern, assignment in self._assignments.items():
            if assignment.value is not None:
                for path in paths:
                    if pattern == path or (path not in self._assignments and globs.matches(path, pattern)):
                        yield path, assignment


class BootOrder:
    """The assignments of all writers as the next boot carries them out."""

    def __init__(self, host: Host) -> None:
        found = tuned.read(host)
        again = _applied_again(host) if found and found.reapplies else []
        self._profile = _Layer(_of_tuned(found) if found else ())
        self._layers = [
            _Layer(_of_command_line(host)),
            _Layer(_of_files(host, files(host))),
            self._profile,
            _Layer(_of_files(host, again)),
        ]

    def excluding(self, file: str) -> BootOrder:
        """The same but for what stands in *file*; nothing is read anew."""
        other = copy.copy(self)
        other._layers = [layer.excluding(file) for layer in self._layers]
        return other

    def winner(self, path: str) -> Assignment | None:
        """The assignment that sets *path*; None when nobody does and the kernel's default is left."""
        return next((found for found in (layer.winner(path) for layer in reversed(self._layers)) if found), None)

    def by_tuned(self, path: str) -> Assignment | None:
        """What tuned sets *path* to, whether that wins or not."""
        return self._profile.winner(path)

    def zeroed_by(self, path: str) -> Assignment | None:
        """The later assignment of the parameter that excludes *path* (vm.dirty_bytes zeroes vm.dirty_ratio), if any.

        All that is written into the two is carried out in order: a value that the kernel has already changes nothing,
        another one zeroes the partner, and bytes are never set to 0.
        """
        partner = normalise(PARTNERS.get(dotted(path), ""))
        if not partner or self.winner(path) is None:
            return None
        pair = sorted((path, partner))  # as a glob finds them
        values: Dict[str, str | None] = {}
        zeroed_by: Dict[str, Assignment] = {}
        for layer in self._layers:
            for written, assignment in layer.writes(pair):
                refused = assignment.value == "0" and written.endswith("_bytes")
                if not refused and values.get(written, "0") != assignment.value:
                    other = pair[written == pair[0]]
                    values = {written: assignment.value}
                    zeroed_by = {other: assignment}
        return zeroed_by.get(path)


def _of_command_line(host: Host) -> List[Assignment]:
    return [
        Assignment(path, value, kernel_command_line.ORIGIN, "the kernel's command line")
        for path, value in kernel_command_line.sysctl(host)
    ]


def _of_files(host: Host, paths: Sequence[str]) -> List[Assignment]:
    return [assignment for path in paths for assignment in parse(host.text(path), path)]


def _of_tuned(found: Tuned) -> List[Assignment]:
    writer = f"tuned (profile {found.profile})"
    return [
        Assignment(normalise(name), value, at, writer, unknown)
        for parameters, unknown in ((found.parameters, False), (found.unknown, True))
        for name, (value, at) in parameters.items()
    ]


def _applied_again(host: Host) -> List[str]:
    """The files that tuned carries out after its own values, in its order."""
    chosen: Dict[str, str] = {}
    for directory in ("/run/sysctl.d", "/etc/sysctl.d"):
        for name in host.names(directory):
            if name.endswith(".conf"):
                chosen.setdefault(name, directory + "/" + name)
    return [chosen[name] for name in sorted(chosen)] + ["/etc/sysctl.conf"]
