# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Limits of systemd services: read from units, drop-ins and the running process, planned as one drop-in for each.

limits.d is PAM's and never reaches a service; ``LimitNOFILE=`` does. systemd clamps it silently to what the container
or its parent allows, and goes on showing the configured number: only the process's own limits tell.
"""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Mapping, NamedTuple, Sequence, Tuple

from ..core import settings
from ..core.errors import GroundworkError
from ..core.settings import Reading, Setting
from ..core.values import INFINITY, Value, number, satisfies
from ..host import process, steps, systemd
from ..host.machine import Host
from ..readers import unit_files
from . import leftovers, limits, own_file
from .catalogue import NOFILE

PROPERTIES = "LoadState,ActiveState,Names,LimitNOFILE,LimitNOFILESoft,MainPID,NeedDaemonReload"

_SYSTEM = "/etc/systemd/system"
_UNIT = re.compile(r"[A-Za-z0-9:_.\\][A-Za-z0-9:_.@\\-]*(?<!\.service)(?<!@)\Z")
_NUMBER = re.compile(
    r"[ \t]*\+?(?:0[xX](?P<x>[0-9a-fA-F]+)|0[bB](?P<b>[01]+)|0[oO]?(?P<o>[0-7]+)|(?P<d>[0-9]+))\Z", re.ASCII
)
_BASES = {"x": 16, "b": 2, "o": 8, "d": 10}
_LARGEST = 2**64 - 2  # the one above it stands for infinity, and systemd wants that by its name


class ServiceState(NamedTuple):
    """A State that knows whether systemd runs here, and whether it has read less than the files hold by now."""

    readings: Mapping[str, Reading] = {}
    files: Mapping[str, str | None] = {}
    systemd: bool = False
    stale: bool = False


def drop_in(unit: str) -> str:
    """The path of our drop-in for *unit* (its name without .service)."""
    return f"{_SYSTEM}/{unit}.service.d/50-groundwork-kafka.conf"


def unit_of(path: str) -> str:
    """The unit of the drop-in *path*."""
    return path.split("/")[-2][: -len(".service.d")]


def wanted(units: Sequence[str], nofile: Value) -> List[Setting]:
    """The settings for *units*. Raises GroundworkError for a name that is no unit's, or that ends in .service."""
    for unit in units:
        if not _UNIT.match(unit):
            raise GroundworkError(f"services: {unit!r} is no name of a unit; write it like kafka, without .service.")
    return [
        Setting(settings.SERVICE, name(unit), nofile, NOFILE.rule, NOFILE.reason, NOFILE.source, ":")
        for unit in dict.fromkeys(units)
    ]


def start_show(host: Host, wished: Sequence[Setting]) -> Callable[[], systemd.Shown | None]:
    """Ask systemd about every unit of *wished* in one call, which runs beside what comes."""
    return systemd.start_show(host, [_unit(setting) for setting in wished], PROPERTIES) if wished else lambda: None


def read(
    host: Host, wished: Sequence[Setting], answer: Callable[[], systemd.Shown | None] | None = None
) -> ServiceState:
    """Read every setting of *wished*; *answer* is of :func:`start_show`, which is called unless it was before."""
    if not wished:
        return ServiceState()
    names = [_unit(setting) for setting in wished]
    shown = (answer or start_show(host, wished))()
    readings: Dict[str, Reading] = {}
    files: Dict[str, str | None] = {}
    for setting, unit in zip(wished, names):
        path = drop_in(unit)
        files[path] = host.read(path)
        own = own_file.entries(files[path], _parse_line, ":").get("LimitNOFILE")
        properties = shown[unit] if shown is not None else None
        reading = _configured(host, unit, properties)._replace(own=own)
        readings[setting.name] = _explained(host, setting, reading, properties)
    stale = any(properties.get("NeedDaemonReload") == "yes" for properties in (shown or {}).values())
    return ServiceState(readings, files, shown is not None, stale)


def _configured(host: Host, unit: str, properties: Mapping[str, str] | None) -> Reading:
    """What the files give, and what systemd made of those that it has read."""
    known = properties or {}
    path = drop_in(unit)
    paths = files(host, unit, known)
    winner, others = last(host, paths), last(host, [file for file in paths if file != path])
    value = winner[0] if winner else None
    live = None
    if known.get("LoadState") == "loaded":
        live = (known.get("LimitNOFILESoft", ""), known.get("LimitNOFILE", ""))
        value = value or (default(host) if known.get("NeedDaemonReload") == "yes" else live)
    return Reading(
        persisted=value,
        persisted_at=winner[1] if winner else None,
        after_boot=value,
        others=others[0] if others else None,
        live=live,
        overridden=winner is not None and winner[1].rpartition(":")[0] != path,
    )


def files(host: Host, unit: str, properties: Mapping[str, str]) -> List[str]:
    """The files of *unit* as the next boot reads them, which systemd may not have done yet."""
    return unit_files.files(host, properties.get("Names", "").split() or [unit + ".service"])


def excluding_drop_in(host: Host, unit: str, properties: Mapping[str, str], default: Value | None) -> Value | None:
    """What *unit* gets without our drop-in; *default* is what systemd gives a service that asks for nothing."""
    found = last(host, [file for file in files(host, unit, properties) if file != drop_in(unit)])
    return found[0] if found else default


def last(host: Host, paths: Sequence[str]) -> Tuple[Value, str] | None:
    """The last LimitNOFILE of the files *paths*, in the order in which systemd reads them, with its file:line."""
    found = None
    for file in paths:
        for assignment in unit_files.assignments(host.text(file), file):
            if (assignment.section, assignment.key) == ("Service", "LimitNOFILE"):
                value = limit(assignment.value)
                if value or not assignment.value:
                    found = (value, assignment.origin) if value else None
    return found


def limit(text: str) -> Value | None:
    """Soft and hard of *text* as LimitNOFILE= takes it: one number for both, or ``soft:hard``.

    None when it is empty, which takes back what was said before, and when systemd would pass it over.
    """
    parts = [_limit(part) for part in text.split(":", 1)]
    value = tuple(part for part in parts if part)
    if len(value) < len(parts) or number(value[0]) > number(value[-1]):
        return None
    return value[0], value[-1]


def _limit(text: str) -> str:
    """One number, as C reads it, or infinity; empty when it is neither."""
    found = _NUMBER.match(text)
    if found is None or found.lastgroup is None:
        return text if text == INFINITY else ""
    value = int(found.group(found.lastgroup), _BASES[found.lastgroup])
    return str(value) if value <= _LARGEST else ""


def _explained(host: Host, setting: Setting, reading: Reading, properties: Mapping[str, str] | None) -> Reading:
    """*reading* with the limits of the running process, and with what explains that they are not as wanted."""
    pid = serving(host, _unit(setting), properties or {})
    effective = process.open_files(host, pid) if pid != "0" else None
    reading = reading._replace(effective=effective, overridden=reading.overridden and reading.own is not None)
    cause, note = None, ""
    if properties is None:
        cause, note = settings.UNAVAILABLE, "systemd does not run here"
    elif properties.get("LoadState") != "loaded":
        cause, note = settings.UNAVAILABLE, "the unit is not installed yet; the drop-in waits for it"
    elif effective is None:
        cause, note = settings.UNAVAILABLE, "the service is not running"
    elif satisfies(setting.rule, setting.wanted, reading.persisted) and not satisfies(
        setting.rule, setting.wanted, effective
    ):
        file = (reading.persisted_at or "").rpartition(":")[0]
        written = host.changed(file) if file else None
        if written is not None and process.started_before(host, pid, written):
            cause, note = settings.PENDING_RESTART, f"process {pid} was started before the limit was written"
        elif reading.persisted and _gives_another(host, reading.persisted, effective):
            cause, note = (
                settings.PENDING_RESTART,
                f"process {pid} was started with another limit than a start gives now",
            )
        else:
            cause, note = (
                settings.CLAMPED,
                "systemd took less without a word: its own hard limit, or fs.nr_open, is lower",
            )
            reading = reading._replace(after_boot=effective, overridden=False)  # the next boot takes less as well
    return reading._replace(cause=cause, note=note)


def _gives_another(host: Host, given: Value, effective: Value) -> bool:
    """Whether a process that is started now gets another hard limit than *effective*, of a unit that has *given*.

    Who took a drop-in away, raised what capped the process, or started it before systemd had read its unit, has left no
    time to tell it by.
    """
    ceiling = limits.cap(host, of="1")
    return ceiling is not None and number(effective[1]) != min(number(given[1]), ceiling.value)


def serving(host: Host, unit: str, properties: Mapping[str, str]) -> str:
    """The process of *unit* whose limits count, "0" where none runs.

    That is the main one, or the server that it has started where the main one is none, such as a script or a launcher,
    or was one and is gone. Of several servers it is the one with the lowest limits.
    """
    main = properties.get("MainPID", "0")
    if main == "0" and properties.get("ActiveState") != "active":
        return main
    from ..server import processes  # noqa: PLC0415 until something runs, nothing is to be looked for

    if processes.is_one(host, main):
        return main
    names = properties.get("Names", "").split() or [unit + ".service"]
    inside = [one.pid for one in processes.find(host) if one.own and f"{process.unit(host, one.pid)}.service" in names]
    return min(inside, key=lambda pid: _hard(host, pid)) if inside else main


def _hard(host: Host, pid: str) -> float:
    """The most that process *pid* may ever open; without end where it is gone."""
    found = process.open_files(host, pid)
    return number(found[1]) if found else number(INFINITY)


def plan(wished: Sequence[Setting], state: ServiceState) -> List[steps.Step]:
    """The drop-ins to write, then systemd's reload; nothing when all is as wanted."""
    files = []
    for setting in wished:
        value = settings.target(setting, state.readings[setting.name])
        path = drop_in(_unit(setting))
        text = own_file.render([(setting, "LimitNOFILE=" + ":".join(value))], "\n[Service]\n")
        files.append((path, state.files[path], text))
    changes: List[steps.Step] = list(steps.replacements(files))
    return [*changes, RELOAD] if state.systemd and (changes or state.stale) else changes


def inspect_services(
    host: Host, wished: Sequence[Setting], answer: Callable[[], systemd.Shown | None]
) -> steps.Inspected:
    """Read and plan *wished*; *answer* as for :func:`read`."""
    state = read(host, wished, answer)
    return steps.Inspected(settings.SERVICE, wished, state, plan(wished, state))


class Reload:
    """Have systemd read its units again; the profile sees to it that this is done after undoing, too."""

    def do(self, host: Host) -> None:
        """Raises GroundworkError when systemd will not."""
        done = host.run(["systemctl", "daemon-reload"])
        if done.rc != 0:
            raise GroundworkError(
                f"systemctl daemon-reload failed ({done.stderr.strip()}); look at journalctl -b _PID=1."
            )

    def undo(self, host: Host) -> None:
        """The drop-ins are still to be undone."""


RELOAD = Reload()  # one, so that it is asked for once


def own_traces(host: Host) -> leftovers.OwnTraces:
    """The drop-ins of whatever service that this module may have written."""
    units = (name[: -len(".service.d")] for name in host.names(_SYSTEM) if name.endswith(".service.d"))
    return leftovers.OwnTraces([path for path in map(drop_in, units) if host.exists(path)])


def default(host: Host) -> Value | None:
    """What systemd gives a service that asks for nothing."""
    done = host.run(["systemctl", "show", "--property", "DefaultLimitNOFILE,DefaultLimitNOFILESoft"])
    known = dict(line.partition("=")[::2] for line in done.stdout.splitlines())
    soft, hard = known.get("DefaultLimitNOFILESoft"), known.get("DefaultLimitNOFILE")
    return (limit(soft) or ())[:1] + (limit(hard) or ())[:1] if soft and hard else None


def _parse_line(line: str) -> own_file.Line | None:
    for assignment in unit_files.assignments(line, ""):
        value = limit(assignment.value)
        if assignment.key == "LimitNOFILE" and value:
            return assignment.key, value
    return None


def name(unit: str) -> str:
    """The name of the setting of *unit*."""
    return unit + ".service LimitNOFILE"


def _unit(setting: Setting) -> str:
    return setting.name[: -len(".service LimitNOFILE")]
