# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What tuned sets when it starts, after the files: the active profile's sections for kernel parameters.

Source: tuned-main.conf(5), tuned.conf(5), and tuned's plugins sysctl and vm. Where ``reapply_sysctl`` is on, which is
the default, tuned carries out ``/run/sysctl.d``, ``/etc/sysctl.d`` and ``/etc/sysctl.conf`` once more after its own
values. Variables are put in; what only tuned can work out (its functions, and "only when it is more") is told as it
stands.
"""

from __future__ import annotations

import os
import re
from typing import Dict, FrozenSet, Iterator, Mapping, NamedTuple, Tuple

from ..host.machine import Host

MAIN = "/etc/tuned/tuned-main.conf"
ACTIVE = "/etc/tuned/active_profile"
DIRECTORIES = ("/etc/tuned/profiles", "/etc/tuned", "/usr/lib/tuned/profiles", "/usr/lib/tuned")

Option = Tuple[str, str]  # value and file:line
_Units = Dict[str, Dict[str, Option]]

_OFF = ("0", "false", "no", "off")
_OPEN = re.compile(r"\$\{|^[<>]")
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_DIRTY = ("dirty_bytes", "dirty_ratio", "dirty_background_bytes", "dirty_background_ratio")
_HUGE_PAGES = ("transparent_hugepages", "transparent_hugepage")


class Tuned(NamedTuple):
    """The active *profile*: its kernel parameters by name, its choice of huge pages, and whether files come after.

    *unknown* are the kernel parameters of which only tuned can work the value out, with what stands there.
    """

    profile: str
    parameters: Mapping[str, Option] = {}
    unknown: Mapping[str, Option] = {}
    huge_pages: Option | None = None
    reapplies: bool = False


def read(host: Host) -> Tuned | None:
    """What tuned sets where it is enabled; None where it has no profile."""
    main = _units(host, MAIN).get("", {})
    names = host.text(ACTIVE).split()
    if not names or _off(main, "daemon"):
        return None
    units: _Units = {}
    for name in names:
        _merge(units, _profile(host, name, frozenset()))
    variables = _variables(host, units.pop("variables", {}))
    parameters: Dict[str, Option] = {}
    unknown: Dict[str, Option] = {}
    huge_pages, has_sysctl = None, False
    for name, unit in units.items():
        kind = unit.get("type", (name, ""))[0]
        if _off(unit, "enabled"):
            continue
        has_sysctl = has_sysctl or kind == "sysctl"
        for option, (text, origin) in unit.items():
            if option in ("type", "enabled", "replace", "priority"):
                continue
            value = _put_in(variables, text)
            known = not _OPEN.search(value)
            if kind == "sysctl":
                (parameters if known else unknown)[option] = (value, origin)
            elif kind == "vm" and option in _HUGE_PAGES and known:
                huge_pages = (value, origin)
            elif kind == "vm" and option in _DIRTY:
                (parameters if known else unknown)["vm." + _ratio(option, value)] = (value.rstrip("%"), origin)
    return Tuned(" ".join(names), parameters, unknown, huge_pages, has_sysctl and not _off(main, "reapply_sysctl"))


def _variables(host: Host, section: Mapping[str, Option]) -> Dict[str, str]:
    """The variables of *section*, and of the files that it includes, in order; each may use those before it."""
    found: Dict[str, str] = {}
    for name, (value, _origin) in section.items():
        if name == "include":
            for options in _units(host, os.path.normpath(_put_in(found, value))).values():
                found.update((other, _put_in(found, text)) for other, (text, _at) in options.items())
        else:
            found[name] = _put_in(found, value)
    return found


def _put_in(variables: Mapping[str, str], text: str) -> str:
    """*text* with the values of the *variables* that it names; others stay as they are."""
    return _VARIABLE.sub(lambda match: variables.get(match.group(1), match.group()), text)


def _ratio(option: str, value: str) -> str:
    """The parameter behind *option*: bytes in percent are the ratio."""
    return option.replace("_bytes", "_ratio") if value.endswith("%") else option


def _off(unit: Mapping[str, Option], option: str) -> bool:
    return option in unit and unit[option][0].lower() in _OFF


def _profile(host: Host, name: str, above: FrozenSet[str]) -> _Units:
    """The sections of profile *name*, on top of those of the profiles that it includes; *above* ends a circle."""
    paths = (f"{directory}/{name}/tuned.conf" for directory in DIRECTORIES)
    path = next((path for path in paths if host.readable(path) is not None), None)
    if path is None or name in above:
        return {}
    own = _units(host, path)
    units: _Units = {}
    for included in re.split(r"[\s,;]+", own.pop("main", {}).get("include", ("", ""))[0]):
        _merge(units, _profile(host, included.lstrip("-"), above | {name}) if included else {})
    _merge(units, own)
    return units


def _merge(units: _Units, more: _Units) -> None:
    """Lay the sections *more* over *units*; one that says ``replace`` starts anew."""
    for name, unit in more.items():
        kept = {} if "replace" in unit and not _off(unit, "replace") else units.get(name, {})
        units[name] = {**kept, **unit}


def _units(host: Host, path: str) -> _Units:
    """The options of each section of the file *path*, without quotes; those before the first section under ""."""
    units: _Units = {}
    section = ""
    for number, option, value in _lines(host.text(path)):
        if value is None:
            section = option
        else:
            units.setdefault(section, {})[option] = (value, f"{path}:{number}")
    return units


def _lines(text: str) -> Iterator[Tuple[int, str, str | None]]:
    """Number, option and value of each line; number, section and None where a section starts."""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if line[:1] in ("", "#", ";"):
            continue
        if line.startswith("[") and line.endswith("]"):
            yield number, line[1:-1].strip(), None
            continue
        option, equals, value = line.partition("=")
        if equals:
            yield number, option.strip(), value.strip().strip("\"'")
