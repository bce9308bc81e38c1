# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which users and groups of a host's servers are to get other numbers, and whose files then have the former ones."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError
from ..disks import mount_units
from ..host import accounts, local_accounts, pending
from ..host.accounts import Service
from ..host.machine import Host
from ..host.owner_numbers import Numbers, count
from ..readers import fstab
from . import purge_job, renumber_record
from .renumber_record import SERVICES, Account, Record

#: A unit that runs as the user of a service, beside it and now and then.
BESIDE = {"zookeeper": purge_job.NAME}
_FOLDERS = ("/etc/{0}", "/var/log/{0}", "/var/cache/{0}")
_CRON = ("/var/spool/cron/crontabs", "/var/spool/cron")
_MAIL = "/var/mail"
_WRITES = re.compile(r'^ReadWritePaths="(.+)"$', re.MULTILINE)


@dataclass(frozen=True)
class Server:
    """A service of the host with its *account* as the inputs have it, and the *folders* that belong to it."""

    account: Service
    folders: Sequence[str]

    @property
    def name(self) -> str:
        """That of its unit."""
        return self.account.prefix


@dataclass(frozen=True)
class Change:
    """The user or group (*kind*) *name*, which has the number *now*, is to have *wanted*; *former* are all others."""

    kind: str
    name: str
    now: int
    wanted: int
    former: Tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """What is done in the turn of one service: *changes*, with *services* stopped and what is in *folders* given."""

    changes: Sequence[Change] = ()
    services: Sequence[str] = ()
    folders: Sequence[str] = ()
    record: Record | None = None
    running: Sequence[str] = ()
    summary: Sequence[str] = ()
    #: What is kept from starting, and by no renumbering that was begun: somebody removed its record.
    stray: Sequence[str] = ()

    @property
    def due(self) -> List[str]:
        """The accounts for which the service has to be stopped, or was and an earlier run has not seen it back."""
        waiting = self.record.accounts if self.record and self.record.done and self.stopped else ()
        changed = [f"{one.kind} {one.name}" for one in self.changes]
        return changed or [f"{one.kind} {one.name}" for one in waiting]

    @property
    def stopped(self) -> bool:
        """Whether one of the services does not run."""
        return set(self.running) != set(self.services)

    @property
    def numbers(self) -> Numbers:
        """What is given, and to whom."""
        given: Dict[str, Dict[int, int]] = {"user": {}, "group": {}}
        for one in self.changes:
            given[one.kind].update(dict.fromkeys(one.former, one.wanted))
        return Numbers(given["user"], given["group"])

    @property
    def units(self) -> List[str]:
        """The services, and what runs beside them."""
        return _units(self.services)


@dataclass(frozen=True)
class _Asked:
    """The number that inputs ask for, or none, with the *variables* that may give it, and *services* that have it."""

    number: int | None
    variables: Tuple[str, ...]
    services: Tuple[str, ...]


def plan(host: Host, turn: str, servers: Sequence[Server], disks: Sequence[Mapping[str, Any]]) -> Plan:
    """What is to be done in the *turn* of one of the host's *servers*, of which some folders are on *disks*.

    Where servers share what is to be renumbered, all are stopped together, in the turn of the first of SERVICES.
    Raises GroundworkError for what is in the way.
    """
    asked = _asked(servers)
    begun = renumber_record.begun(host)
    open_accounts = {(one.kind, one.name): one for record in begun.values() for one in record.accounts}
    found = [_change(host, key, one, open_accounts.get(key)) for key, one in asked.items()]
    changes = [change for change in found if change]
    _check_apart(changes, asked)
    record = renumber_record.remembered(host, turn)
    services = _together(changes, asked, turn, record if turn in begun or not changes else None)
    own = [change for change in changes if set(asked[change.kind, change.name].services) & set(services)]
    running = [one for one in services if pending.main_pid(host, one) is not None]
    if not own:
        return Plan((), services, (), record, running, stray=_stray(host, turn, begun.values()))
    _check_installed(host, services, own)
    folders = _folders(host, [one for one in servers if one.name in services], own, list(begun.values()))
    planned = Plan(own, services, folders, record, running)
    _check_mounted(host, folders, disks)
    check_processes(host, planned, planned.units)
    return replace(planned, summary=list(_summary(host, planned)))


def hold_back(unit: str) -> str:
    """The file of systemd's that keeps *unit* from starting while it is there."""
    return f"/etc/systemd/system/{unit}.service.d/90-groundwork-renumber.conf"


def is_there(host: Host, unit: str) -> bool:
    """Whether the host has the *unit*, a service."""
    return host.exists(f"/etc/systemd/system/{unit}.service")


def check_processes(host: Host, planned: Plan, units: Sequence[str]) -> None:
    """Raise GroundworkError where a process outside of *units* runs as a user that is renumbered."""
    for change in planned.changes:
        if change.kind != "user":
            continue
        others = local_accounts.processes(host, [change.now, *change.former], units)
        if others:
            pid, name = others[0]
            raise GroundworkError(
                f"Process {pid} ({name}) runs as the user {change.name}, who is to be renumbered, and is none of "
                f"{' and '.join(one + '.service' for one in planned.services)}; end it, and run again."
            )


def _units(services: Sequence[str]) -> List[str]:
    return [unit for one in services for unit in (one, *([BESIDE[one]] if one in BESIDE else []))]


def _stray(host: Host, turn: str, begun: Iterable[Record]) -> List[str]:
    if any(turn in record.services for record in begun):
        return []
    return [unit for unit in _units([turn]) if host.exists(hold_back(unit))]


def _asked(servers: Sequence[Server]) -> Dict[Tuple[str, str], _Asked]:
    """What the inputs of all *servers* ask of each user and group."""
    found: Dict[Tuple[str, str], _Asked] = {}
    for one in servers:
        account = one.account
        for kind, name, number, what in (
            ("user", account.user, account.uid, "uid"),
            ("group", account.group, account.gid, "gid"),
        ):
            before = found.get((kind, name), _Asked(None, (), ()))
            variables = (*before.variables, f"{account.prefix}_{what}")
            if number is not None and before.number not in (None, number):
                raise GroundworkError(
                    f"{' and '.join(variables)} are {before.number} and {number}, and both are the number of the "
                    f"{kind} {name}; give one number, or give each service a {kind} of its own."
                )
            known = before.number if number is None else number
            found[kind, name] = _Asked(known, variables, (*before.services, one.name))
    return found


def _change(host: Host, key: Tuple[str, str], asked: _Asked, begun: Account | None) -> Change | None:
    """What the account *key* is to become; without an input, that which was *begun* and not ended is led back."""
    kind, name = key
    wanted = begun.numbers[0] if asked.number is None and begun else asked.number
    if wanted is None:
        return None
    now = local_accounts.number(host, kind, name) if begun else _number(host, kind, name, wanted)
    if now is None or (now == wanted and not begun):
        return None
    local_accounts.check_wanted(host, asked.variables[0], kind, name, wanted)
    numbers = dict.fromkeys([*(begun.numbers if begun else ()), now])
    for number in numbers:
        local_accounts.check_own(host, kind, name, number)
    return Change(kind, name, now, wanted, tuple(number for number in numbers if number != wanted))


def _number(host: Host, kind: str, name: str, wanted: int) -> int | None:
    """The number of an account of which nothing is asked where it has the one that is *wanted*, wherever it is kept."""
    known = accounts.number_of(host, kind, name)
    return known if known in (None, wanted) else local_accounts.number(host, kind, name)


def _check_apart(changes: Sequence[Change], asked: Mapping[Tuple[str, str], _Asked]) -> None:
    """Raise GroundworkError where two accounts are to have one number."""
    for change in changes:
        for (kind, name), other in asked.items():
            if kind == change.kind and name != change.name and other.number == change.wanted:
                variables = (asked[change.kind, change.name].variables[0], other.variables[0])
                raise GroundworkError(
                    f"{' and '.join(variables)} are both {change.wanted}, and are the numbers of the {kind}s "
                    f"{change.name} and {name}; give each a number of its own."
                )


def _together(
    changes: Sequence[Change], asked: Mapping[Tuple[str, str], _Asked], turn: str, begun: Record | None
) -> List[str]:
    """The services that are stopped in the *turn* of one: it alone, all of them, or none where others have theirs."""
    shared = [change for change in changes if len(asked[change.kind, change.name].services) > 1]
    if shared:
        return list(SERVICES) if turn == SERVICES[0] else []
    return [one for one in SERVICES if one == turn or (begun and one in begun.services)]


def _folders(host: Host, servers: Sequence[Server], changes: Sequence[Change], begun: Sequence[Record]) -> List[str]:
    """Where files of the *servers*, and of their users, may lie: folders, and some files; those *begun* with first."""
    names = {one.name for one in servers}
    found = [path for record in begun if names & set(record.services) for path in record.folders]
    for one in servers:
        found += [*one.folders, *(folder.format(one.name) for folder in _FOLDERS)]
        unit = host.text(f"/etc/systemd/system/{one.name}.service")
        found += [path.replace("%%", "%") for path in _WRITES.findall(unit)]  # what it has by now
    for change in changes:
        if change.kind == "user":
            found += [f"{folder}/{change.name}" for folder in (*_CRON, _MAIL)]
            home = local_accounts.home(host, change.name)
            owner = host.owner(home) if home.startswith("/") else None
            # usermod would give what is there, so it is to be told, and be gone on with where that is killed.
            found += [home] if owner and owner[0] in (change.now, *change.former) else []
    return list(dict.fromkeys(fstab.normal(path) for path in found))


def _check_installed(host: Host, services: Sequence[str], changes: Sequence[Change]) -> None:
    for one in services:
        if not is_there(host, one):
            change = changes[0]
            raise GroundworkError(
                f"{one}.service is not on this host yet, so nothing has to be stopped for another number of the "
                f"{change.kind} {change.name}; give it the number {change.wanted} yourself (usermod --uid, or "
                "groupmod --gid), and run the playbook groundwork.kafka.site."
            )


def _check_mounted(host: Host, folders: Sequence[str], disks: Sequence[Mapping[str, Any]]) -> None:
    mounted = {mount.mount_point for mount in fstab.mounts(host.read(fstab.MOUNTINFO) or "")}
    for point in mount_units.mount_points(folders, disks):
        if point not in mounted:
            raise GroundworkError(
                f"No disk is mounted at {point}, so the files on it would keep the former number; mount it, and run "
                "again."
            )


def _summary(host: Host, planned: Plan) -> Iterator[str]:
    for one in planned.changes:
        yield f"{one.kind} {one.name}: from {' and '.join(map(str, one.former)) or one.now} to {one.wanted}"
    for folder in planned.folders:
        found = count(host, folder, planned.folders, planned.numbers)
        if found:
            yield f"{folder}: {found} files and folders are given to the new number"
    yield f"stopped meanwhile: {' and '.join(planned.services)}"
    if planned.record and not planned.record.done:
        yield "an earlier run was interrupted on this host: it is gone on with"
