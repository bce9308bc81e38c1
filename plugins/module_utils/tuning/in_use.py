# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Limits that a run is about to lower, and running servers need: these are kept, as if they were still wished for.

A server that meets a limit dies (map areas) or refuses clients and files (descriptors), and a lower kernel parameter
reaches it at once. So a limit stays while a server needs more than 70 percent of the lower one, and a later run, after
the server was stopped, lowers it. A broker needs what its segments may come to, of which it uses little after a start.
What goes unnoticed is a limit of the next boot, so files stay as well.

Imported only by a run that lowers something.
"""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Sequence, Tuple

from ..core import findings, settings
from ..core.findings import Finding
from ..core.settings import Setting
from ..core.values import AT_LEAST, EXACT, Value, combine, number
from ..host import process, steps, systemd
from ..host.machine import Host
from ..readers import sysctl
from ..server import running as running_servers
from . import huge_pages, journal, kernel, limits, live, need, services
from .catalogue import MET_WHILE_RUNNING
from .journal import Journal

#: A limit is lowered only where every running server needs no more than so many percent of the lower one.
MOST_PERCENT = 70

_AREAS, _DESCRIPTORS = "map areas", "descriptors"
#: What the kernel parameters of MET_WHILE_RUNNING limit.
_LIMITED = {"vm.max_map_count": _AREAS, "fs.nr_open": _DESCRIPTORS}
_ASKS_FOR_HUGE_PAGES = "-XX:+UseTransparentHugePages"


class StillNeeded(NamedTuple):
    """A *setting* that is wished for as it is until servers need it no more, and the *finding* that says so."""

    setting: Setting
    finding: Finding


class User(NamedTuple):
    """A running server, also one in a container of the host, for which the kernel's limits are the same.

    *by_session*: it may have its limits from a session, since systemd did not start it itself.
    """

    name: str
    pid: str
    server: running_servers.Server | None = None
    by_session: bool = False


def still_needed(host: Host, inspected: Sequence[steps.Inspected], entries: Journal) -> List[StillNeeded]:
    """The limits to keep, of those that *inspected* lowers and of those brought back with the journal's *entries*.

    Raises GroundworkError where processes cannot be looked at.
    """
    found, elsewhere = running_servers.find(host)
    users = [
        User(one.unit or one.name, one.pid, one, not one.unit or process.parent(host, one.pid) != "1") for one in found
    ]
    users += [User(f"{one.kind} in a container", one.pid) for one in elsewhere]
    if not users:
        return []
    asked = _Asked(host, users)
    lowered = [
        *_of_inspected(inspected),
        *_kernel(host, entries),
        *_services(host, entries, users),
        *_limits(host, entries),
    ]
    result = [asked.needed(setting, lower) for setting, lower in lowered]
    result += _huge_pages(host, inspected, entries, users)
    return [one for one in result if one is not None]


class _Asked:
    """What the servers need, each counted once: counting the areas of a large broker takes a second."""

    def __init__(self, host: Host, users: Sequence[User]) -> None:
        self._host, self._users = host, users
        self._counted: Dict[Tuple[str, str], need.Need] = {}

    def needed(self, setting: Setting, lower: Value) -> StillNeeded | None:
        """What keeps *setting*, whose value is the one of now, from becoming *lower*; None where nothing does."""
        kind = _LIMITED[setting.name] if setting.kind == settings.KERNEL else _DESCRIPTORS
        holders = []
        for user in self._users:
            limit = _of(setting, lower, user)
            if limit is not None and self._need(user, kind).most * 100 > MOST_PERCENT * number(limit):
                holders.append((self._need(user, kind), user, limit))
        if not holders:
            return None
        most, user, limit = max(holders, key=lambda one: one[0].most)
        why = (
            f"{user.name} (process {user.pid}) uses {most.used} {kind}{most.later}, more than {MOST_PERCENT}% of the "
            f"{limit} that it would have then"
        )
        return StillNeeded(setting, _kept_for_server(setting, lower, why))

    def _need(self, user: User, kind: str) -> need.Need:
        key = (user.pid, kind)
        if key not in self._counted:
            count = need.map_areas if kind == _AREAS else need.descriptors
            self._counted[key] = count(self._host, user.pid)
        return self._counted[key]


def _of(setting: Setting, lower: Value, user: User) -> str | None:
    """The limit that *user* would have by *lower*; None where *setting* is not its own.

    A JVM raises its soft limit to the hard one when it starts, unless it is told not to.
    """
    server = user.server
    if setting.kind == settings.KERNEL:
        return lower[0]
    if server is None:
        return None
    soft = "-XX:-MaxFDLimit" in server.command.options
    if setting.kind == settings.SERVICE:
        return lower[0 if soft else 1] if setting.name == services.name(server.unit or "") else None
    name, kind, _item = setting.name.split()
    return lower[0] if name == server.user and kind == ("soft" if soft else "hard") and user.by_session else None


def _of_inspected(inspected: Sequence[steps.Inspected]) -> Iterator[Tuple[Setting, Value]]:
    """(setting as it is now, lower value) of what is wished for and lower than it is."""
    for one in inspected:
        for setting in one.wished if one.kind != settings.HUGE_PAGES else ():
            value = settings.lowered(setting, one.state.readings[setting.name])
            if value is not None and (setting.kind != settings.KERNEL or setting.name in _LIMITED):
                lower = settings.target(setting, one.state.readings[setting.name])
                yield setting._replace(wanted=value), lower


def _kernel(host: Host, entries: Journal) -> Iterator[Tuple[Setting, Value]]:
    boot = sysctl.BootOrder(host).excluding(kernel.FILE)
    for name, default in MET_WHILE_RUNNING.items():
        path = kernel.path_of(name)
        entry = next((value for linked, value in entries.values.items() if path in linked), None)
        now = live.read(host, path)
        if entry is None or now is None:
            continue
        winner = boot.winner(sysctl.normalise(name))
        after = [(winner.value if winner else None) or default] + ([entry.before[1]] if entry.before else [])
        lower = min((value for value in after if value.isdigit()), key=int, default=default)
        if int(lower) < int(now[0]):
            yield kernel.wanted(host, {name: {"value": now[0], "rule": AT_LEAST}})[0], (lower,)


def _services(host: Host, entries: Journal, users: Sequence[User]) -> Iterator[Tuple[Setting, Value]]:
    running = {user.server.unit for user in users if user.server}
    paths = {path: services.unit_of(path) for path, entry in entries.files.items() if entry.kind == settings.SERVICE}
    names = [unit for unit in paths.values() if unit in running]
    shown = systemd.show(host, names, services.PROPERTIES) if names else None
    default = services.default(host) if shown else None
    for path, unit in paths.items():
        ours = services.last(host, [path])
        if shown is None or unit not in shown or ours is None:
            continue
        lower = services.excluding_drop_in(host, unit, shown[unit], default)
        if lower is not None and combine(AT_LEAST, lower, ours[0]) != lower:
            yield services.wanted([unit], ours[0])[0], lower


def _limits(host: Host, entries: Journal) -> Iterator[Tuple[Setting, Value]]:
    if limits.FILE not in entries.files:
        return
    own = limits.own(host)
    for user in dict.fromkeys(name.split()[0] for name in own):
        values = [own.get(f"{user} {kind} nofile") for kind in limits.KINDS]
        if None in values:
            continue
        pair = tuple(value.value[0] for value in values if value)
        inherited = process.open_files(host, "1") or pair
        wished = limits.wanted([user], pair)
        readings = limits.read(host, wished).readings
        for setting, fallback in zip(wished, inherited):
            lower = readings[setting.name].others or (fallback,)
            if combine(AT_LEAST, lower, setting.wanted) != lower:
                yield setting, lower


def _huge_pages(
    host: Host, inspected: Sequence[steps.Inspected], entries: Journal, users: Sequence[User]
) -> Iterator[StillNeeded]:
    """Kept from becoming ``never`` while a JVM runs that asks for huge pages."""
    asking = [one for one in users if one.server and _ASKS_FOR_HUGE_PAGES in one.server.command.options]
    now = live.read(host, huge_pages.ENABLED)
    entry = entries.values.get((huge_pages.ENABLED,))
    poked = [step.after for one in inspected for step in one.steps if isinstance(step, live.Poke)]
    after = [entry.before[1]] if entry and entry.before else []
    after += [value[0] for value in poked if value == ("never",)]
    if asking and now is not None and now != ("never",) and "never" in after:
        setting = huge_pages.wanted({"value": now[0], "rule": EXACT})
        why = f"{asking[0].name} (process {asking[0].pid}) asks for huge pages and would get none"
        yield StillNeeded(setting, _kept_for_server(setting, ("never",), why))


def _kept_for_server(setting: Setting, lower: Value, why: str) -> Finding:
    now, then = setting.separator.join(setting.wanted), setting.separator.join(lower)
    return findings.finding(
        findings.KEPT_FOR_SERVER,
        "medium",
        f"{setting.kind} {setting.name}",
        wanted=then,
        found=now,
        why=f"{setting.name} stays at {now} and does not become {then}: {why}",
        source="this host's processes, and " + journal.PATH,
        remedy="leave it so while the server needs it; to lower it all the same, stop the server, run again, and "
        "see that it needs less before it is started",
    )
