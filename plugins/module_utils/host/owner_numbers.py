# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Everything in some folders that belongs to one number given to another number of the same account.

Only what has a former number of the account is given, and it is given to that account: a file that has other names
elsewhere, or a link, a pipe or a device, is given like all else, for nobody has it afterwards who had it not before.
Whoever can change a folder may swap what is in it between a look and a change, so each entry is held by a descriptor,
which is what is looked at and what is given; no link is followed. The kernel takes the bits of setuid and setgid from a
file that is given, and they are not given back: no server has such a file.

Nothing is remembered of what was seen, however much there is. What has the new number already is passed over, so a run
that was killed is gone on with by the next one.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import Callable, FrozenSet, Mapping, NamedTuple, Sequence, Tuple

from ..core.errors import GroundworkError, of_file
from . import paths
from .machine import Host

_DEEPEST = 64  # folders in one another; Kafka and ZooKeeper make three
_PLACE = getattr(os, "O_PATH", os.O_RDONLY) | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_STAYS = -1  # what chown(2) takes for an owner that is not changed


@dataclass(frozen=True)
class Numbers:
    """Former numbers of *users* and *groups*, each with the one that takes its place."""

    users: Mapping[int, int]
    groups: Mapping[int, int]

    def of(self, found: os.stat_result) -> Tuple[int, int] | None:
        """What chown(2) is to be told for *found*; None where it has no former number."""
        owner = self.users.get(found.st_uid, _STAYS), self.groups.get(found.st_gid, _STAYS)
        return None if owner == (_STAYS, _STAYS) else owner


def give(host: Host, folders: Sequence[str], numbers: Numbers) -> int:
    """Give all in *folders* that has former *numbers* to those that take their place; how many files and folders.

    Raises GroundworkError where that cannot be done; what was given stays.
    """

    def change(handle: int, path: str, owner: Tuple[int, int]) -> None:
        try:
            os.chown(f"/proc/self/fd/{handle}", *owner)  # a descriptor of this kind takes no fchown(2)
        except OSError as error:
            raise of_file(path, "given to the new number", error) from error

    return sum(_each(host, folder, folders, numbers, change) for folder in folders)


def count(host: Host, folder: str, folders: Sequence[str], numbers: Numbers) -> int:
    """How many files and folders in *folder*, one of *folders*, have former *numbers*.

    Raises GroundworkError for what could not be given, or would be left out: what lies deeper than any server goes,
    another file system, and what a link leads to outside of all *folders*.
    """
    return _each(host, folder, folders, numbers, lambda _handle, _path, _owner: None)


_Change = Callable[[int, str, Tuple[int, int]], None]  # descriptor, path, and what chown(2) is to be told


class _Way(NamedTuple):
    """What holds all the way down: *top* is the folder, on its *device*, and *others* are those that are named too."""

    top: str
    device: int
    named: Sequence[str]
    others: FrozenSet[Tuple[int, int]]
    numbers: Numbers
    change: _Change


def _each(host: Host, path: str, folders: Sequence[str], numbers: Numbers, change: _Change) -> int:
    """Have *change* see all at *path* that has former *numbers*, and count it; nothing where nothing is."""
    there = (host.status(one) for one in folders if one != path)
    others = frozenset((one.st_dev, one.st_ino) for one in there if one is not None)
    named = [os.path.realpath(host.real(one)) for one in folders]
    try:
        with paths.spot(path, host.root) as at:
            found = at.status()
            if found is None:
                return 0
            way = _Way(path, found.st_dev, named, others, numbers, change)
            return _entry(at.folder, at.name, path, way, 0)
    except (FileNotFoundError, NotADirectoryError):
        return 0


def _entry(folder: int | None, name: str, path: str, way: _Way, depth: int) -> int:
    """Have what has the *name* in the open *folder* seen, and all in it; how many have former numbers."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        is_folder = stat.S_ISDIR(found.st_mode)
        if is_folder and depth and not _goes_into(found, path, way):
            return 0
        if not is_folder and way.numbers.of(found) is None and not stat.S_ISLNK(found.st_mode):
            return 0  # as all are that an earlier run has come to
        handle = os.open(name, _FOLDER if is_folder else _PLACE, dir_fd=folder)
    except FileNotFoundError:  # gone meanwhile, as segments of a running broker go
        return 0
    except OSError as error:
        raise of_file(path, "opened", error) from error
    try:
        found = os.fstat(handle)  # again: the name may be another's since
        if stat.S_ISLNK(found.st_mode) and folder is not None:
            _check_link(folder, name, path, way)
        inside = 0
        if is_folder and (not depth or _goes_into(found, path, way)):
            inside = _inside(handle, path, way, depth + 1)
        owner = way.numbers.of(found)
        if owner is not None:
            way.change(handle, path, owner)
        return inside + (owner is not None)
    finally:
        os.close(handle)


def _inside(folder: int, path: str, way: _Way, depth: int) -> int:
    if depth > _DEEPEST:
        raise GroundworkError(f"{path} lies deeper than any server makes folders; look at it, and move it away.")
    with os.scandir(folder) as entries:
        return sum(_entry(folder, entry.name, f"{path}/{entry.name}", way, depth) for entry in entries)


def _goes_into(found: os.stat_result, path: str, way: _Way) -> bool:
    """Whether the folder *found* is gone into from here; GroundworkError for one of another file system."""
    if (found.st_dev, found.st_ino) in way.others:
        return False  # it has its own turn
    if found.st_dev != way.device:
        raise GroundworkError(
            f"{path} is another file system, mounted in {way.top}, and none of the folders of the service; unmount it, "
            "or mount it elsewhere, and run again."
        )
    return True


def _check_link(folder: int, name: str, path: str, way: _Way) -> None:
    """Raise GroundworkError where a link leads out of all folders to what has a former number: nobody would give it."""
    try:
        target = os.stat(name, dir_fd=folder)
        real = os.path.realpath(f"/proc/self/fd/{folder}/{name}")
    except OSError:  # it leads nowhere
        return
    if way.numbers.of(target) is None or any((real + "/").startswith(one + "/") for one in way.named):
        return
    raise GroundworkError(
        f"{path} is a link to {real}, which belongs to the number {target.st_uid}:{target.st_gid} and lies in none of "
        "the folders of the service, so it would keep that; move it in the place of the link, or remove the link, and "
        "run again."
    )
