# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a host keeps of an account that gets another number, from before the first step until its services are back.

By it a run that follows one that was killed knows which numbers the account has had meanwhile, and in which folders
something may still have them; and nobody starts a service whose files are half of them another number's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, Tuple

from ..core.errors import GroundworkError
from ..host import record_file, rollout_lock
from ..host.machine import Host

#: The services of a host, in the order in which they are stopped where they share an account.
SERVICES = ("kafka", "zookeeper")


@dataclass(frozen=True)
class Account:
    """The *numbers* that the user or group (*kind*) *name* has had since it began, the first one first."""

    kind: str
    name: str
    numbers: Tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """*services* are stopped for the *accounts*, and what is in *folders* is given; *done* once all of it was."""

    services: Tuple[str, ...]
    accounts: Tuple[Account, ...]
    folders: Tuple[str, ...]
    done: bool = False


def path(service: str) -> str:
    """The file with the record of what is done in the turn of *service*."""
    return f"{rollout_lock.DIRECTORY}/renumber-{service}.json"


def remember(host: Host, service: str, record: Record) -> None:
    """Keep *record*."""
    record_file.write(host, path(service), record)


def remembered(host: Host, service: str) -> Record | None:
    """The record that the host keeps; GroundworkError for one that is broken."""
    broken = (
        f"does not tell which numbers were being changed, as it was written; see whose the files of {service} are "
        "(ls -n), give its account one number (usermod --uid, groupmod --gid) and all of them to it (chown), remove "
        "the file, and run the playbooks groundwork.kafka.renumber_users, which lets it start again, and "
        "groundwork.kafka.site."
    )
    return record_file.read(host, path(service), _record, broken)


def begun(host: Host) -> Dict[str, Record]:
    """The records of the host of which not all is given yet, by the service in whose turn it is done."""
    records = {turn: remembered(host, turn) for turn in SERVICES}
    return {turn: record for turn, record in records.items() if record and not record.done}


def finish(host: Host, service: str, record: Record) -> None:
    """All is given: the services may be started."""
    remember(host, service, replace(record, done=True))


def forget(host: Host, service: str) -> None:
    """The services are back."""
    host.remove(path(service))


def check_whole(host: Host, service: str) -> None:
    """Raise GroundworkError while the files of *service* may be half of them those of another number."""
    for turn, record in begun(host).items():
        if service in record.services:
            names = " and ".join(f"the {one.kind} {one.name}" for one in record.accounts)
            raise GroundworkError(
                f"The files of {service} on this host are on the way to another number of {names} ({path(turn)}); run "
                "the playbook groundwork.kafka.renumber_users, which goes on with it, or leads back with the former "
                "numbers."
            )


def _record(held: Any) -> Record:
    accounts = tuple(
        Account(str(one["kind"]), str(one["name"]), tuple(int(number) for number in one["numbers"]))
        for one in held["accounts"]
    )
    return Record(tuple(held["services"]), accounts, tuple(held["folders"]), bool(held["done"]))
