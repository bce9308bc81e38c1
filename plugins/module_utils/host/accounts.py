# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Users and groups of a host by name, as its name services know them, and a service's own account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Sequence

from ..core.errors import GroundworkError
from .machine import Host

#: Where the host has users and groups, by the name that its name services have for it.
DATABASES = {"user": "passwd", "group": "group"}


@dataclass(frozen=True)
class Accounts:
    """The ids of those *users* and *groups* that the host knows."""

    users: Dict[str, int]
    groups: Dict[str, int]

    def name(self, uid: int, gid: int) -> str:
        """``owner:group`` of the two ids, by name where it is one of ours."""
        return f"{_name(self.users, uid)}:{_name(self.groups, gid)}"


@dataclass(frozen=True)
class Service:
    """The account that a service is to have: names, and numbers where they are given.

    *prefix* begins the names of the inputs that give it, as ``kafka`` does that of ``kafka_uid``.
    """

    prefix: str
    user: str
    group: str
    uid: int | None = None
    gid: int | None = None


def look_up(host: Host, users: Sequence[str], groups: Sequence[str]) -> Accounts:
    """Ask the host for *users* and *groups*, also those of LDAP and the like, in one call each."""
    return Accounts(_ids(host, "passwd", users), _ids(host, "group", groups))


def _ids(host: Host, database: str, names: Sequence[str]) -> Dict[str, int]:
    """The ids of those of *names* that are known."""
    wanted = list(dict.fromkeys(names))
    return {fields[0]: int(fields[2]) for fields in _entries(host, database, wanted) if fields[0] in wanted}


def _entries(host: Host, database: str, keys: Sequence[str]) -> List[List[str]]:
    """The lines of those of *keys*, names or numbers, that are known; getent(1) leaves others out and exits with 2."""
    done = host.run(["getent", database, *keys])
    if done.rc not in (0, 2):
        raise GroundworkError(f"getent {database} failed ({done.stderr.strip()}); look at /etc/nsswitch.conf.")
    lines = [line.split(":") for line in done.stdout.splitlines()]
    return [fields for fields in lines if len(fields) > 2]


def _name(known: Dict[str, int], number: int) -> str:
    return next((name for name, value in known.items() if value == number), str(number))


def number_of(host: Host, kind: str, name: str) -> int | None:
    """The number of the user or group (*kind*) *name*; None where the host does not know it."""
    return _ids(host, DATABASES[kind], [name]).get(name)


def owner_of(host: Host, database: str, number: int) -> str:
    """The name that has *number* in *database* (passwd, group); empty where nobody has it."""
    return next((fields[0] for fields in _entries(host, database, [str(number)]) if fields[2] == str(number)), "")


def check(host: Host, service: Service, known: Accounts) -> None:
    """Raise GroundworkError where *service*'s account cannot be as it is asked for; *known* has what the host knows.

    Nobody is renumbered on the way: what belongs to a number would be another's from then on, all over the host. A
    playbook does that, with the service stopped.
    """
    prefix, user, group = service.prefix, service.user, service.group
    uid, gid = known.users.get(user), known.groups.get(group)
    for number, there, what, name in ((service.uid, uid, "uid", user), (service.gid, gid, "gid", group)):
        kind = "user" if what == "uid" else "group"
        if number is None or number == there:
            continue
        if number <= 0:
            raise GroundworkError(f"{prefix}_{what} is {number}; give a number above 0, which is root's.")
        if there is not None:
            raise GroundworkError(
                f"The {kind} {name} has the number {there} on this host, and {prefix}_{what} is {number}; give "
                f"{there}, or have it renumbered with all that is its, by the playbook groundwork.kafka.renumber_users."
            )
        check_free(host, f"{prefix}_{what}", kind, name, number)
    if uid is not None and gid is None:
        own = next((fields[3] for fields in _entries(host, "passwd", [user]) if len(fields) > 3), "")
        its = owner_of(host, "group", int(own)) if own.isdigit() else ""
        way = f"give {prefix}_group: {its}, the group that the user is in" if its else f"give a group as {prefix}_group"
        numbered = "" if service.gid is None else f"--gid {service.gid} "
        raise GroundworkError(
            f"This host has the user {user} and no group {group}; {way}, whose members may then read the service's "
            f"secrets, or make the group (groupadd --system {numbered}{group})."
        )


def check_free(host: Host, variable: str, kind: str, name: str, number: int) -> None:
    """Raise GroundworkError where another account of the *kind* (user, group) than *name* has the *number*."""
    other = owner_of(host, DATABASES[kind], number)
    if other and other != name:
        raise GroundworkError(
            f"{variable} is {number}, which is the number of the {kind} {other} on this host; give another."
        )


@dataclass(frozen=True)
class MakeUser:
    """Make the system user of *service*, who cannot log in, with its group, unless that is there (*group_there*)."""

    service: Service
    home: str
    group_there: bool = False

    def do(self, host: Host) -> None:
        """Raises GroundworkError with the words of useradd(8) or groupadd(8)."""
        service = self.service
        alone = service.group != service.user or service.gid is not None
        if alone and not self.group_there:
            _make(host, "groupadd", "group", service.group, ["--system", *_numbered("--gid", service.gid)])
        group = ["--gid", service.group] if alone or self.group_there else ["--user-group"]
        options = ["--system", *_numbered("--uid", service.uid), *group, "--home-dir", self.home, "--no-create-home"]
        try:
            _make(host, "useradd", "user", service.user, [*options, "--shell", "/usr/sbin/nologin"])
        except GroundworkError:
            if alone and not self.group_there:
                host.run(["groupdel", service.group])
            raise

    def undo(self, host: Host) -> None:
        """Take the user away again, with the group that was made for it."""
        done = host.run(["userdel", self.service.user])
        if done.rc != 0:
            raise GroundworkError(f"The user {self.service.user} could not be removed ({done.stderr.strip()}).")
        if not self.group_there and self.service.group in look_up(host, [], [self.service.group]).groups:
            host.run(["groupdel", self.service.group])  # userdel takes only one of the user's own name


def _numbered(option: str, number: int | None) -> List[str]:
    return [] if number is None else [option, str(number)]


def _make(host: Host, program: str, what: str, name: str, options: Sequence[str]) -> None:
    done = host.run([program, *options, name])
    if done.rc != 0:
        raise GroundworkError(f"The {what} {name} could not be made ({done.stderr.strip()}); make it, or give another.")
