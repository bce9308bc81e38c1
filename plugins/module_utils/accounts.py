# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Users and groups of a host by name, as its name services know them, and a service's own user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host


@dataclass(frozen=True)
class Accounts:
    """The ids of those *users* and *groups* that the host knows."""

    users: Dict[str, int]
    groups: Dict[str, int]

    def name(self, uid: int, gid: int) -> str:
        """``owner:group`` of the two ids, by name where it is one of ours."""
        return f"{_name(self.users, uid)}:{_name(self.groups, gid)}"


def look_up(host: Host, users: Sequence[str], groups: Sequence[str]) -> Accounts:
    """Ask the host for *users* and *groups*, also those of LDAP and the like, in one call each."""
    return Accounts(_ids(host, "passwd", users), _ids(host, "group", groups))


def _ids(host: Host, database: str, names: Sequence[str]) -> Dict[str, int]:
    """The ids of those of *names* that are known; getent(1) prints the others' lines and exits with 2."""
    wanted = list(dict.fromkeys(names))
    done = host.run(["getent", database, *wanted])
    if done.rc not in (0, 2):
        raise GroundworkError(f"getent {database} failed ({done.stderr.strip()}); look at /etc/nsswitch.conf.")
    lines = [line.split(":") for line in done.stdout.splitlines()]
    return {fields[0]: int(fields[2]) for fields in lines if len(fields) > 2 and fields[0] in wanted}


def _name(known: Dict[str, int], number: int) -> str:
    return next((name for name, value in known.items() if value == number), str(number))


@dataclass(frozen=True)
class MakeUser:
    """Make the system user *name*, who cannot log in, with a group of that name; *group_there*: that is there."""

    name: str
    home: str
    group_there: bool = False

    def do(self, host: Host) -> None:
        """Raises GroundworkError with the words of useradd(8)."""
        group = ["--gid", self.name] if self.group_there else ["--user-group"]
        options = ["--system", *group, "--home-dir", self.home, "--no-create-home", "--shell", "/usr/sbin/nologin"]
        done = host.run(["useradd", *options, self.name])
        if done.rc != 0:
            raise GroundworkError(
                f"The user {self.name} could not be made ({done.stderr.strip()}); make it, or give another."
            )

    def undo(self, host: Host) -> None:
        """Take the user away again, with the group that was made for it."""
        done = host.run(["userdel", self.name])
        if done.rc != 0:
            raise GroundworkError(f"The user {self.name} could not be removed ({done.stderr.strip()}).")
