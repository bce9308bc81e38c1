# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""All folders and files of one server: read, planned, and made all together or not at all."""

from __future__ import annotations

import base64
import os
import re
import stat
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from ..core import redaction
from ..core.errors import GroundworkError
from ..host import accounts, pending, steps
from ..host.machine import Host
from ..readers import fstab
from . import known_settings, left_behind, service_account

_MODE = re.compile(r"0?[0-7]{3}\Z")


@dataclass(frozen=True)
class Item:
    """A folder (*text* is None) or a file, and whose it is."""

    path: str
    owner: str
    group: str
    mode: int
    text: str | None = None
    secret: bool = False


@dataclass(frozen=True)
class Wanted:
    """What a server is to have: the account that its *service* runs as, *items* in the order they are made, and the
    paths of *disks* without which nothing is made, since the service would fill the root disk. Everything in the
    folders *take_over*, some of the *data_folders*, is given to the account."""

    service: accounts.Service
    home: str
    items: Sequence[Item]
    disks: Sequence[str] = ()
    data_folders: Sequence[str] = ()
    take_over: Sequence[str] = ()


@dataclass(frozen=True)
class Found:
    """What is at a path: its text (of a file), and its owner, group and mode; all None where nothing is."""

    text: str | None = None
    owner: Tuple[int, int] | None = None
    mode: int | None = None


@dataclass
class Put:
    """Make *item* what is wanted; *before* is what was found."""

    item: Item
    before: Found
    _made: Sequence[str] = field(default=(), init=False, compare=False)

    def do(self, host: Host) -> None:
        """Raises GroundworkError when it could not be made; it is then as it was."""
        item = self.item
        owner = _numbers(host, item)
        self._made = host.missing_directories(item.path)
        if item.text is None:
            host.folder(item.path, item.mode, owner)
        else:
            host.write(item.path, item.text, item.mode, owner)

    def undo(self, host: Host) -> None:
        """Bring back what was found."""
        if self.before.mode is None:
            if self.item.text is None:
                host.prune([self.item.path])
            else:
                host.remove(self.item.path)
        elif self.item.text is None:
            host.folder(self.item.path, self.before.mode, self.before.owner)
        else:
            host.write(self.item.path, self.before.text or "", self.before.mode, self.before.owner)
        host.prune(self._made)


def _numbers(host: Host, item: Item) -> Tuple[int, int]:
    """The user and group id that *item* is to have, now that they are made."""
    known = accounts.look_up(host, [item.owner], [item.group])
    _check_names(item, known, accounts.Service("", "", ""))
    return known.users[item.owner], known.groups[item.group]


@dataclass(frozen=True)
class Plan:
    """The *steps* to do, the *paths* that they change, and the *diff* that tells it."""

    steps: Sequence[steps.Step]
    paths: Sequence[str]
    diff: Sequence[Dict[str, str]]


def wanted(params: Mapping[str, Any]) -> Wanted:
    """What *params* of the module ask for; GroundworkError for what could not be made."""
    service = service_account.asked(params["service"], params)
    group = service.group
    secrets: Mapping[str, Any] = params["secrets"]
    items = [_folder(given, "root", group) for given in params["folders"]]
    items += [_folder({"path": path}, service.user, group) for path in params["data_folders"]]
    items += [_file(given, group, secrets) for given in params["files"]]
    for item in items:
        if not item.path.startswith("/") or item.path != os.path.normpath(item.path):
            raise GroundworkError(f"{item.path!r} is no absolute path; give one without .. and doubled slashes.")
    paths = [item.path for item in items]
    twice = [path for path in paths if paths.count(path) > 1]
    if twice:
        raise GroundworkError(f"{twice[0]} is named twice; name each folder and file once.")
    unknown = [path for path in secrets if path not in paths]
    if unknown:
        raise GroundworkError(f"secrets has {unknown[0]}, which is none of the files; add it there.")
    home = f"/var/lib/{params['service']}"
    return Wanted(service, home, items, params["disks"], params["data_folders"], params.get("take_over") or ())


def _folder(given: Mapping[str, Any], owner: str, group: str) -> Item:
    path = given["path"]
    mode = _mode(path, given.get("mode") or "0750")
    return Item(path, given.get("owner") or owner, given.get("group") or group, mode)


def _file(given: Mapping[str, Any], group: str, secrets: Mapping[str, Any]) -> Item:
    path = given["path"]
    secret = path in secrets
    text = secrets[path] if secret else given.get("content")
    if not isinstance(text, str) or not text:
        raise GroundworkError(f"{path} would be empty; give its content.")
    if given.get("encoding") == "base64":
        text = _decoded(path, text)
    mode = _mode(path, given.get("mode") or "0640")
    if secret and mode & 0o007:
        raise GroundworkError(f"{path} is a secret, and its mode {mode:04o} lets everybody at it; give 0640.")
    return Item(path, given.get("owner") or "root", given.get("group") or group, mode, text, secret)


def _decoded(path: str, text: str) -> str:
    """What *text* has in base64, as the host's own reading and writing take bytes that are no text."""
    try:
        return base64.b64decode(text, validate=True).decode("utf-8", "surrogateescape")
    except ValueError as error:
        raise GroundworkError(f"The content of {path} is no base64; leave its encoding out, or encode it.") from error


def _mode(path: str, given: str) -> int:
    if not _MODE.match(given):
        raise GroundworkError(f"The mode of {path} is {given!r}; give it as three or four octal digits, such as 0640.")
    return int(given, 8)


def check_disks(host: Host, disks: Sequence[str]) -> None:
    """Raise GroundworkError unless a file system is mounted at each of *disks*."""
    mounted = {mount.mount_point for mount in fstab.mounts(host.read(fstab.MOUNTINFO) or "")}
    for point in disks:
        if fstab.normal(point) not in mounted:
            raise GroundworkError(
                f"No disk is mounted at {point}, and the service would fill the root disk; run the role data_disks "
                "first."
            )


def plan(host: Host, asked: Wanted) -> Plan:
    """Read the host, and work out what is to be done. Raises GroundworkError for what is in the way."""
    service = asked.service
    known = accounts.look_up(
        host, [service.user, *(i.owner for i in asked.items)], [service.group, *(i.group for i in asked.items)]
    )
    taken = service_account.check(host, service, known, asked.data_folders, asked.take_over)
    todo: List[steps.Step] = []
    diff = []
    if service.user not in known.users:
        todo.append(accounts.MakeUser(service, asked.home, service.group in known.groups))
        diff.append(steps.difference(f"user {service.user}", "", "present\n"))
    todo += taken
    diff += [entry for step in taken for entry in step.diff()]
    paths: List[str] = []
    former: List[str] = []
    for item in asked.items:
        _check_names(item, known, service)
        found = _read(host, item)
        differences = _differences(item, found, known)
        if differences:
            todo.append(Put(item, found))
            paths.append(item.path)
            diff += differences
        if item.path == left_behind.SETTINGS:
            former = left_behind.truststores(found.text, [each.path for each in asked.items])
    for path in former:
        text = host.read(path)
        if text is not None:
            gone = steps.Replace(path, text, None)
            todo.append(gone)
            paths.append(path)
            diff.append(steps.file_diff(gone))
    return Plan(todo, paths, diff)


def _check_names(item: Item, known: accounts.Accounts, service: accounts.Service) -> None:
    """Raise GroundworkError for a user or group that the host does not have, but those that are made for *service*."""
    for what, name, names, made in (
        ("user", item.owner, known.users, service.user),
        ("group", item.group, known.groups, service.group),
    ):
        if name not in names and name != made:
            raise GroundworkError(
                f"{item.path} is to belong to the {what} {name}, which this host does not have; make it first, or "
                "correct the name."
            )


def _read(host: Host, item: Item) -> Found:
    status = host.status(item.path)
    if status is None:
        return Found()
    folder = item.text is None
    if folder is not stat.S_ISDIR(status.st_mode) or not (folder or stat.S_ISREG(status.st_mode)):
        raise GroundworkError(
            f"{item.path} is no {'folder' if folder else 'file'}, and one is to be there; move it away and run again."
        )
    text = None if folder else host.read(item.path)
    return Found(text, (status.st_uid, status.st_gid), status.st_mode & 0o7777)


def _differences(item: Item, found: Found, known: accounts.Accounts) -> List[Dict[str, str]]:
    """The entries of the diff for *item*, of its text and of its owner and mode; none when all is as wanted."""
    entries = []
    wanted_owner, rights = (
        (known.users.get(item.owner), known.groups.get(item.group)),
        f"{item.owner}:{item.group} {item.mode:04o}",
    )
    if item.text != found.text:
        before, after = (found.text or "", item.text or "")
        if item.secret:
            before, after = (f"{redaction.SECRET}\n" if before else "", f"{redaction.ANOTHER}\n")
        entries.append(steps.difference(item.path, before, after, replaced=True, known=known_settings.is_known))
        if found.mode is None:  # a new file's diff is one entry, which tells all of it
            return [{**entries[0], "after_header": f"{item.path} ({rights})"}]
    if (found.owner, found.mode) != (wanted_owner, item.mode):
        before = f"{known.name(*found.owner)} {found.mode:04o}\n" if found.owner and found.mode is not None else ""
        entries.append(steps.difference(f"{item.path} (owner and mode)", before, f"{rights}\n"))
    return entries


def restart_due(host: Host, service: str, reads: Sequence[str], changes: Sequence[str]) -> List[str]:
    """What *service*'s process runs without: those of *reads* that changed, or will by *changes*, and its program."""
    pid = pending.main_pid(host, service)
    if pid is None:
        return []
    newer = pending.outdated(host, pid, reads)
    return [*newer, *(path for path in reads if path in changes and path not in newer)]


def _left_behind(host: Host, unit: str, items: Sequence[Item]) -> List[str]:
    """A sentence for each of what the *unit* names so far that it will not name by *items*."""
    texts = [item.text for item in items if item.path == unit and item.text]
    return left_behind.sentences(host, host.read(unit), texts[0]) if texts else []


def run(host: Host, params: Mapping[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    asked = wanted(params)
    planned = plan(host, asked)
    left = _left_behind(host, f"/etc/systemd/system/{params['service']}.service", asked.items)
    if not check_mode:  # in check mode an earlier task would have mounted the disks
        check_disks(host, asked.disks)
        for item in asked.items:
            if item.text is not None:
                host.discard(item.path)
        steps.carry_out(host, planned.steps)
    due = restart_due(host, params["service"], params["reads"], planned.paths if check_mode else ())
    return {
        "changed": bool(planned.steps),
        "changed_paths": list(planned.paths),
        "pending": bool(due),
        "pending_files": due,
        "left_behind": left,
        "diff": list(planned.diff),
    }
