# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which files make a service's unit, and what they assign, as systemd reads them: systemd.unit(5), systemd.syntax(7).

systemd tells the files that it has read; this tells those that it will read at the next boot.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, NamedTuple, Sequence

from ..host.machine import Host

DIRECTORIES = tuple(
    directory + "/systemd/" + kind
    for directory, kind in (
        *(("/etc", "system.control"), ("/run", "system.control"), ("/run", "transient"), ("/run", "generator.early")),
        *(("/etc", "system"), ("/etc", "system.attached"), ("/run", "system"), ("/run", "system.attached")),
        *(("/run", "generator"), ("/usr/local/lib", "system"), ("/usr/lib", "system"), ("/lib", "system")),
        ("/run", "generator.late"),
    )
)

_SPACE = " \t"
_END = re.compile("[\r\0]")  # these end a line as well, for systemd

_UNDECODABLE = re.compile("[\udc80-\udcff]")  # what Host.text makes of bytes that are no UTF-8


class Assignment(NamedTuple):
    """One assignment: *section*, *key*, *value*, and its *origin* file:line."""

    section: str
    key: str
    value: str
    origin: str


def files(host: Host, names: Sequence[str]) -> List[str]:
    """The unit's file, when there is one, and its drop-ins, in the order in which they are read.

    *names* are the unit's names with .service; of a masked unit only the drop-ins are left.
    """
    fragment = next((path for path in _fragments(names) if host.exists(path)), None)
    return ([fragment] if fragment else []) + _drop_ins(host, names)


def _fragments(names: Sequence[str]) -> Iterator[str]:
    for form in (list(names), [_template(name) for name in names]):
        yield from (f"{directory}/{name}" for directory in DIRECTORIES for name in dict.fromkeys(form))


def _drop_ins(host: Host, names: Sequence[str]) -> List[str]:
    """A file shadows those of its name in directories that are further away, or less the unit's own."""
    chosen: Dict[str, str] = {}
    own = [f"{directory}/{each}.d" for name in names for directory in DIRECTORIES for each in _less_and_less(name)]
    for folder in own + [f"{directory}/service.d" for directory in DIRECTORIES]:
        for name in host.names(folder):
            if name.endswith(".conf") and not name.startswith("."):
                chosen.setdefault(name, folder + "/" + name)
    return [chosen[name] for name in sorted(chosen)]


def _less_and_less(name: str) -> List[str]:
    """*name*, its template's, and those that end at a dash: a-b-.service and a-.service for a-b-c.service."""
    stem = name[: -len(".service")].partition("@")[0]
    dashes = [position for position, character in enumerate(stem[:-1]) if character == "-"]
    return list(dict.fromkeys([name, _template(name), *(stem[: at + 1] + ".service" for at in reversed(dashes))]))


def _template(name: str) -> str:
    stem, at, _instance = name.partition("@")
    return stem + "@.service" if at else name


def assignments(text: str, file: str) -> Iterator[Assignment]:
    """The assignments in the *text* of *file*; a continued one has the place of its last line."""
    section, pending = "", ""
    for number, raw in enumerate(text.split("\n"), 1):
        for part in _END.split(raw):
            line = part.lstrip(_SPACE)
            if line[:1] in ("#", ";") and line:
                continue
            line = pending + line
            if _escaped(line):
                pending = line[:-1] + " "
                continue
            pending = ""
            line = line.strip(_SPACE)
            if _UNDECODABLE.search(line) or (line.startswith("[") and not line.endswith("]")):
                return  # nothing below such a line counts
            if line.startswith("["):
                section = line[1:-1]
            elif "=" in line:
                key, _equals, value = line.partition("=")
                yield Assignment(section, key.strip(_SPACE), value.strip(_SPACE), f"{file}:{number}")


def _escaped(line: str) -> bool:
    """Whether a backslash that is not itself escaped ends *line*."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1
