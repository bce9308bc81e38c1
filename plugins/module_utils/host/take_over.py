# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Everything in a folder given to a service's account, on request by name: data of a machine that had other numbers.

Whoever had the folder may have put anything into it, so no link in it is followed, and what could be somebody else's
file under another name is refused. A folder is given after all that is in it: a run that was killed is known by it, and
the next one goes on. Nobody may use the folder meanwhile.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import Callable, Dict, List, NamedTuple

from ..core.errors import GroundworkError, of_file
from . import accounts, paths, steps
from .machine import Host, real_path

_DEEPEST = 16  # folders in one another; Kafka and ZooKeeper make three
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_KINDS = ((stat.S_ISLNK, "a symbolic link"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
_Visit = Callable[[int, str, os.stat_result], None]  # descriptor, path, and what it is


@dataclass(frozen=True)
class TakeOver:
    """Give *service*'s account everything in *folder*, of which *count* files and folders are not its own yet."""

    service: accounts.Service
    folder: str
    count: int

    def do(self, host: Host) -> None:
        """Raises GroundworkError for what must not be given away; what was given stays, and the next run goes on."""
        user, group = self.service.user, self.service.group
        known = accounts.look_up(host, [user], [group])
        if user not in known.users or group not in known.groups:
            raise GroundworkError(f"This host has no user {user} or no group {group}; look into its name services.")
        refuse_used(host, self.service.prefix, self.folder)
        owner = (known.users[user], known.groups[group])

        def give(handle: int, path: str, found: os.stat_result) -> None:
            if (found.st_uid, found.st_gid) != owner:
                try:
                    os.fchown(handle, *owner)
                except OSError as error:
                    raise of_file(path, "taken over", error) from error

        _walk(host, self.folder, owner[0], give)

    def undo(self, host: Host) -> None:
        """What was given stays: it was asked for, and whose it was is nobody on this host."""

    def diff(self) -> List[Dict[str, str]]:
        """The entry of the module's diff."""
        before = f"{self.count} files and folders are others'\n"
        after = f"all are {self.service.user}:{self.service.group}'s\n"
        return [steps.difference(f"{self.folder} (owner of all in it)", before, after)]


def plan(host: Host, service: accounts.Service, folder: str, known: accounts.Accounts) -> TakeOver | None:
    """What is to be done for *folder*; None where it is not there, or all in it is the account's.

    Raises GroundworkError for what must not be given away, and while the service or another program uses the folder.
    """
    there = host.status(folder)
    if there is None:
        return None  # its disk is still to be mounted
    owner = (known.users.get(service.user, -1), known.groups.get(service.group, -1))
    others: List[str] = []

    def note_another_owner(_handle: int, path: str, found: os.stat_result) -> None:
        if (found.st_uid, found.st_gid) != owner:
            others.append(path)

    # What is in a folder that is in use says little, and the folder itself is given last.
    foreign = (there.st_uid, there.st_gid) != owner
    if foreign:
        refuse_used(host, service.prefix, folder)
    _walk(host, folder, owner[0], note_another_owner)
    if not others:
        return None
    if not foreign:
        refuse_used(host, service.prefix, folder)
    return TakeOver(service, folder, len(others))


def refuse_used(host: Host, unit: str, folder: str) -> None:
    """Raise GroundworkError while the service *unit* is started, or a process has something open in *folder*."""
    done = host.run(["systemctl", "show", "--property=ActiveState", "--value", f"{unit}.service"])
    state = done.stdout.strip()
    if done.rc == 0 and state not in ("", "inactive", "failed"):
        raise GroundworkError(
            f"{folder} is to be taken over and {unit}.service is {state}; stop it (systemctl stop {unit}) and run "
            "again, one host at a time where the others hold replicas."
        )
    path = real_path(host, folder)  # as the kernel tells it of a process
    for pid in host.names("/proc"):
        if pid.isdigit() and _uses(host, pid, path):
            name = host.text(f"/proc/{pid}/comm").strip()
            raise GroundworkError(
                f"{folder} is to be taken over and process {pid} ({name}) uses it; end that process and run again."
            )


def _uses(host: Host, pid: str, folder: str) -> bool:
    links = [f"/proc/{pid}/cwd", *(f"/proc/{pid}/fd/{name}" for name in host.names(f"/proc/{pid}/fd"))]
    if any(((host.link(link) or "") + "/").startswith(folder + "/") for link in links):
        return True
    return f" {folder}/" in host.text(f"/proc/{pid}/maps")


def _walk(host: Host, folder: str, uid: int, visit: _Visit) -> None:
    """Have *visit* see everything in *folder*, and *folder* last; GroundworkError for what is not given to *uid*."""
    with paths.spot(folder, host.root) as at, at.directory() as handle:
        top = os.fstat(handle)
        _inside(handle, folder, _Way(top.st_dev, uid, visit), 1)
        visit(handle, folder, top)


class _Way(NamedTuple):
    """What holds all the way down: the device that is not left, to whom all is given, and who sees it."""

    device: int
    uid: int
    visit: _Visit


def _inside(folder: int, path: str, way: _Way, depth: int) -> None:
    if depth > _DEEPEST:
        raise GroundworkError(f"{path} lies deeper than any server makes folders; look at it, and move it away.")
    with os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries)
    for name in names:
        inner = f"{path}/{name}"
        try:
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
            _refuse(found, inner, way)
            handle = os.open(name, _FLAGS, dir_fd=folder)
        except FileNotFoundError:  # gone meanwhile, as segments of a running broker go
            continue
        except OSError as error:
            raise of_file(inner, "opened", error) from error
        try:
            found = os.fstat(handle)  # again: the name may be another file's since
            _refuse(found, inner, way)
            if stat.S_ISDIR(found.st_mode):
                _inside(handle, inner, way, depth + 1)
            way.visit(handle, inner, found)
        finally:
            os.close(handle)


def _refuse(found: os.stat_result, path: str, way: _Way) -> None:
    """Raise GroundworkError unless *found* is a directory, or a file that has one name alone, on the same device."""
    folder, file = stat.S_ISDIR(found.st_mode), stat.S_ISREG(found.st_mode)
    what = ""
    if not folder and not file:
        what = next((name for test, name in _KINDS if test(found.st_mode)), "a device")
    elif found.st_dev != way.device:
        what = "on another file system, which is mounted there"
    elif file and found.st_nlink > 1 and found.st_uid != way.uid:
        what = f"one of {found.st_nlink} names of a file (a hard link), which may be somebody else's outside the folder"
    if what:
        raise GroundworkError(f"{path} is {what}, so it is not taken over; look at it, and move it away.")
