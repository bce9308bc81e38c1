# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The users and groups of a host's servers given other numbers, and all that is theirs with them, the servers stopped.

The record is written before anything else, so a later run knows every number that the account has had. From before the
first change until all is given, a file of systemd's keeps the services from starting, also at a boot: a server would
not read what is still the other number's, and a broker takes a folder that it cannot read for a disk that has failed.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError
from ..host import accounts, local_accounts
from ..host.machine import Host
from ..host.owner_numbers import count, give
from . import renumber_record, renumbering, stopped
from .renumber_record import Account, Record
from .renumbering import Change, Plan, Server

_AGAIN = (
    "The services stay stopped until the playbook groundwork.kafka.renumber_users has gone on with it, or led back "
    "with the former numbers."
)


def run(
    host: Host, turn: str, servers: Sequence[Server], disks: Sequence[Mapping[str, Any]], ended: bool = False
) -> Plan:
    """Renumber what is due in the *turn* of one of the host's *servers*; give what that was. See renumbering.plan.

    With *ended*, the services are back behind their gates: nothing more is changed, the record goes, and what is kept
    from starting without one may start. Raises GroundworkError, after which the same can be asked for again.
    """
    planned = renumbering.plan(host, turn, servers, disks)
    if ended and planned.record and planned.record.done:
        renumber_record.forget(host, turn)
    if ended and planned.stray:
        _let_start(host, planned.stray)
    if planned.changes and not ended:
        _renumber(host, turn, planned)
    return planned


def _renumber(host: Host, turn: str, planned: Plan) -> None:
    begun = planned.record if planned.record and not planned.record.done else None
    had = tuple(Account(one.kind, one.name, _had(one, begun)) for one in planned.changes)
    record = Record(tuple(planned.services), had, tuple(planned.folders))
    renumber_record.remember(host, turn, record)
    try:
        _stop(host, planned)
        _change(host, planned)
    except (GroundworkError, OSError) as error:
        if begun or not _as_it_was(host, planned):
            raise GroundworkError(f"{error} {_AGAIN}") from error
        with suppress(GroundworkError, OSError):
            _let_start(host, planned.units)
            renumber_record.forget(host, turn)
        again = " ".join(stopped.started_again(host, one) for one in reversed(planned.services))
        raise GroundworkError(f"{error} Nothing was changed; {again}") from error
    try:
        _give(host, planned)
    except (GroundworkError, OSError) as error:
        raise GroundworkError(f"{error} {_AGAIN}") from error
    for other in planned.services:
        if other != turn:
            renumber_record.forget(host, other)
    _let_start(host, planned.units)  # all is given: killed here, it may be started, and is gone on with
    renumber_record.finish(host, turn, record)


def _had(change: Change, begun: Record | None) -> Tuple[int, ...]:
    """All numbers that the account has had, the first one first, and the one that it gets."""
    known = {(one.kind, one.name): one.numbers for one in begun.accounts} if begun else {}
    numbers = [*known.get((change.kind, change.name), ()), change.now, *change.former, change.wanted]
    return tuple(dict.fromkeys(numbers))


def _stop(host: Host, planned: Plan) -> None:
    """Have nothing of the services run, and nothing start."""
    units = [unit for unit in planned.units if renumbering.is_there(host, unit)]
    for unit in units:
        path = renumbering.hold_back(unit)
        host.discard(path)
        text = (
            "# Written by groundwork.kafka.renumber_users: files of the service are on the way to another number of\n"
            "# its user or group. Run that playbook again, which goes on with it and removes this file.\n"
            f"[Unit]\nAssertPathExists=!{path}\n"
        )
        host.write(path, text)
    _reload(host)
    starts = {unit: stopped.stop(host, unit) for unit in units}
    for unit, last_start in starts.items():
        stopped.check(host, unit, last_start, [])
    renumbering.check_processes(host, planned, ())


def _change(host: Host, planned: Plan) -> None:
    """Give the accounts their numbers; groups first, as programs tell the users of a group its number."""
    for change in sorted(planned.changes, key=lambda one: one.kind):
        if accounts.number_of(host, change.kind, change.name) != change.wanted:
            local_accounts.renumber(host, change.kind, change.name, change.wanted)
        if change.kind == "group":
            for user in local_accounts.strays(host, change.former):
                local_accounts.regroup(host, user, change.name)
        if accounts.number_of(host, change.kind, change.name) != change.wanted:
            raise GroundworkError(
                f"The {change.kind} {change.name} was given the number {change.wanted}, and the host's name services "
                "do not tell it; look at /etc/nsswitch.conf, and for what caches them (nscd, sssd)."
            )


def _give(host: Host, planned: Plan) -> None:
    give(host, planned.folders, planned.numbers)
    for folder in planned.folders:
        left = count(host, folder, planned.folders, planned.numbers)
        if left:
            raise GroundworkError(
                f"{folder} has {left} files and folders of the former number again, though all were given to the new "
                "one; see who writes there."
            )


def _let_start(host: Host, units: Sequence[str]) -> None:
    for unit in units:
        path = renumbering.hold_back(unit)
        host.remove(path)
        host.prune([path.rpartition("/")[0]])
    _reload(host)


def _reload(host: Host) -> None:
    done = host.run(["systemctl", "daemon-reload"])
    if done.rc != 0:
        raise GroundworkError(
            f"systemd could not be told what may start (systemctl daemon-reload: {' '.join(done.stderr.split())}); "
            "mend that."
        )


def _as_it_was(host: Host, planned: Plan) -> bool:
    """Whether no account was changed."""
    return all(accounts.number_of(host, one.kind, one.name) == one.now for one in planned.changes)
