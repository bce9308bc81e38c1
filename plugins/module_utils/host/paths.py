# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a path leads on a host whose folders are not all root's: nobody but root leads root anywhere else.

The user of a service owns its data folders, and may put a link, a pipe or another user's file wherever root looks for
one, also between a look and a write. So links are followed only in folders that nobody but root, or whoever runs this,
can change. From the first folder on that others can change, each one is opened from the one before it, which no rename
moves, and a link is refused by name.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from typing import ContextManager, Iterator, List, NamedTuple, NoReturn, Tuple

from ..core.errors import KERNEL, GroundworkError

LARGEST = 16 << 20  # bytes; no file that is read whole comes near it
_CHUNK = 1 << 16
_NULL = os.makedev(1, 3)  # /dev/null, which stands for a file that is to be empty
_LINKS = 40  # as many as the kernel follows
_STEP = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC  # no pipe keeps it waiting
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class Spot(NamedTuple):
    """A *name* in the open *folder* (a descriptor); its whole *path*, and the one that was *given* and leads there.

    Where nobody else has a say in any folder on the way, none is open, and *name* is a path of this machine.
    """

    folder: int | None
    name: str
    path: str
    given: str

    def status(self) -> os.stat_result | None:
        """What is there, a link itself; None when nothing is."""
        try:
            return os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def file(self) -> os.stat_result | None:
        """The regular file that is there, None when nothing is; GroundworkError for all else."""
        found = self.status()
        if found is not None:
            self._check_file(found)
        return found

    def content(self) -> bytes:
        """The bytes of the regular file that is there; FileNotFoundError when nothing is."""
        found = self.status()
        if found is not None and stat.S_ISCHR(found.st_mode) and found.st_rdev == _NULL:
            return b""
        with self._checked(found) as handle:
            return self._bytes(handle, os.fstat(handle).st_size)

    def opened(self) -> ContextManager[int]:
        """The regular file that is there, to be read; FileNotFoundError when nothing is, GroundworkError for others."""
        return self._checked(self.status())

    @contextlib.contextmanager
    def _checked(self, found: os.stat_result | None) -> Iterator[int]:
        """The same, where *found* is what is there."""
        if found is not None:
            self._check_file(found)
        handle = os.open(self.name, _READ, dir_fd=self.folder)
        try:
            self._check_file(os.fstat(handle))  # what was looked at may have been swapped for this
            yield handle
        finally:
            os.close(handle)

    def _bytes(self, handle: int, size: int) -> bytes:
        """What *handle* gives, unless it is more than a file that is read whole ever has: *size* may be a lie."""
        parts: List[bytes] = []
        room = LARGEST + 1 if size <= LARGEST else 0
        while room > 0:
            part = os.read(handle, min(_CHUNK, room))
            if not part:
                return b"".join(parts)
            parts.append(part)
            room -= len(part)
        raise GroundworkError(
            f"{self.path} has more than {LARGEST >> 20} MiB, so it is not the file that is to be there; move it away "
            "and run again."
        )

    def _check_file(self, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            refuse(self.given, self.path, found.st_mode, "a file")
        if found.st_nlink == 1:
            return
        if self.folder is None:
            return
        folder = os.fstat(self.folder)
        if not is_ours(folder, f"/proc/self/fd/{self.folder}") and (
            found.st_uid != folder.st_uid or found.st_uid in (0, os.geteuid())
        ):
            raise GroundworkError(
                f"{self.path} is one of {found.st_nlink} names (hard links) of a file, in a folder that others than "
                "root can change, so it may be somebody else's file; put a copy in its place and run again."
            )

    def write(self, data: bytes, temporary: str, mode: int, owner: Tuple[int, int] | None) -> None:
        """Replace what is there by a file with *data*, which has the name *temporary* until it is whole.

        Raises OSError, with what was there untouched.
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        temporary = self._beside(temporary)
        handle = os.open(temporary, flags, 0o600, dir_fd=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                if owner is not None:
                    os.fchown(file.fileno(), *owner)
                os.fchmod(file.fileno(), mode)
                os.fsync(file.fileno())
            os.rename(temporary, self.name, src_dir_fd=self.folder, dst_dir_fd=self.folder)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=self.folder)
            raise
        with _opened(self.folder, self._beside(".")) as folder:
            os.fsync(folder)  # so that the name outlives a loss of power

    def discard(self, beginning: str) -> None:
        """Remove the files beside it whose names have this *beginning*. No folder can be one of ours."""
        with _opened(self.folder, self._beside(".")) as folder:
            for name in os.listdir(folder):
                if name.startswith(beginning):
                    with contextlib.suppress(IsADirectoryError):
                        os.unlink(name, dir_fd=folder)

    def _beside(self, name: str) -> str:
        return name if self.folder is not None else os.path.join(os.path.dirname(self.name), name)

    def names(self) -> List[str]:
        """The names in the folder that is there; none when it is no folder."""
        found = self.status()
        if found is None or not stat.S_ISDIR(found.st_mode):
            return []
        with _opened(self.folder, self.name) as folder:
            return os.listdir(folder)

    @contextlib.contextmanager
    def directory(self) -> Iterator[int]:
        """The folder that is there, opened; FileNotFoundError when nothing is, GroundworkError for all else."""
        found = self.status()
        if found is not None and not stat.S_ISDIR(found.st_mode):
            refuse(self.given, self.path, found.st_mode, "a folder")
        with _opened(self.folder, self.name) as handle:
            yield handle

    def make(self, mode: int) -> None:
        """Make a folder with *mode*, whatever the umask; FileExistsError when something is there."""
        before = os.umask(0)  # so that it has no other mode, not even where this is killed
        try:
            os.mkdir(self.name, mode, dir_fd=self.folder)
        finally:
            os.umask(before)
        with _opened(self.folder, self.name) as made:
            found = os.fstat(made)  # an access control list of the folder above may give it another one
            if found.st_uid == os.geteuid() and found.st_mode & 0o777 != mode:
                os.fchmod(made, mode)


@contextlib.contextmanager
def spot(given: str, root: str = "/", follow: bool = True, made: List[str] | None = None) -> Iterator[Spot]:
    """The place of the path *given* on the host below *root*; without *follow* a link that is there is itself meant.

    With a list *made*, missing folders above it are made with mode 0755 and added to it, deepest first. Raises
    FileNotFoundError without them, and GroundworkError for a link that others can have made, and for a file where a
    folder is needed. Whatever is raised meanwhile names the path.
    """
    folder = -1
    try:
        if "\0" in given:  # which no name has
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), given)
        here, ours, left = _lead(given, root, follow)
        _check_apart(given, _shown(os.path.join(here, *left), root))
        if not left or (ours and len(left) == 1):
            at = os.path.join(here, *left)
            yield Spot(None, at, _shown(at, root), given)
            return
        if ours and made is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), given)
        folder, path = os.open(here, _STEP), _shown(here, root)
        while len(left) > 1:
            path = os.path.join(path, left[0])
            step = Spot(folder, left.pop(0), path, given)
            if made is not None and step.status() is None:
                with contextlib.suppress(FileExistsError):
                    step.make(0o755)
                    made.insert(0, path)
            deeper = _deeper(step)
            os.close(folder)
            folder = deeper
        found = Spot(folder, left[0], os.path.join(path, left[0]), given)
        there = found.status() if follow else None
        if there is not None and stat.S_ISLNK(there.st_mode):
            refuse(given, found.path, there.st_mode, "")
        yield found
    except OSError as error:
        if error.errno == errno.ELOOP and folder >= 0:  # swapped for a link since it was looked at
            refuse(given, given, stat.S_IFLNK, "")
        error.filename = given
        raise
    finally:
        if folder >= 0:
            os.close(folder)


def is_ours(folder: os.stat_result, at: str) -> bool:
    """Whether nobody but root, or whoever runs this, can change what is in *folder*, which is *at* a path."""
    if folder.st_uid not in (0, os.geteuid()) or folder.st_mode & stat.S_IWOTH:
        return False
    return not folder.st_mode & stat.S_IWGRP or os.geteuid() != 0 or (folder.st_gid == 0 and not has_acl(at))


def has_acl(path: str) -> bool:
    """Whether an access control list gives rights to what is at *path*, or may do so.

    Where one does, the mode shows the most that it gives to anybody as the rights of the group.
    """
    try:
        os.getxattr(path, "system.posix_acl_access")
    except OSError as error:
        return error.errno not in (errno.ENODATA, errno.EOPNOTSUPP)
    return True


def apart(given: str) -> str:
    """The path *given* by a process or a file of somebody else's, which may be read as any other.

    Raises GroundworkError for one of the kernel's files: some of them never end, and whoever reads some waits for ever.
    """
    _check_apart(given, given)
    return given


def _check_apart(given: str, path: str) -> None:
    if path.startswith(KERNEL):
        raise GroundworkError(
            f"{given} leads to the kernel's own files ({', '.join(name[:-1] for name in KERNEL)}), where nobody's "
            "configuration or data is; give the path that is meant, and run again."
        )


def changeable(given: str, root: str = "/") -> str | None:
    """The first folder on the way to the path *given* in which others than root can change what is there; or None."""
    here, ours, left = _lead(given, root, True)
    return _shown(here, root) if left and not ours else None


def refuse(given: str, path: str, mode: int, wanted: str) -> NoReturn:
    """Raise GroundworkError for what is at *path*, by its *mode*, in the place of what is *wanted*.

    It is named as the path *given* leads there: nobody is told to move /dev/null away.
    """
    kind = _KINDS.get(stat.S_IFMT(mode), "a file")
    if stat.S_ISLNK(mode):
        raise GroundworkError(
            f"{path} is a symbolic link in a folder that others than root can change, so it is not followed; remove "
            "it, or give the path that it leads to, and run again."
        )
    if os.path.basename(path) in _names(given):
        raise GroundworkError(f"{path} is {kind}, and {wanted} is to be there; move it away and run again.")
    raise GroundworkError(
        f"{given} leads over a link to {path}, which is {kind}, and {wanted} is to be there; remove the link and run "
        "again."
    )


def _lead(given: str, root: str, follow: bool) -> Tuple[str, bool, List[str]]:
    """How far nobody else has a say.

    The folder of this machine that is reached so, whether nobody else has one in it either, and the names still to go.
    """
    here = _base(root)
    left, links, ours = _names(given), 0, is_ours(os.lstat(here), here)
    while left and ours:
        at = os.path.dirname(here) if left[0] == ".." else os.path.join(here, left[0])
        try:
            found = os.lstat(at)
        except FileNotFoundError:
            break
        if stat.S_ISLNK(found.st_mode) and (follow or len(left) > 1):
            links += 1
            if links > _LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), given)
            target = os.readlink(at)
            left[:1] = _names(target)
            if target.startswith("/"):
                here, ours = "/", is_ours(os.lstat("/"), "/")
        elif len(left) > 1 or left[0] == "..":
            if not stat.S_ISDIR(found.st_mode):
                refuse(given, _shown(at, root), found.st_mode, "a folder")
            here, ours = at, is_ours(found, at)
            left.pop(0)
        else:
            break
    return here, ours, left


def _deeper(at: Spot) -> int:
    """The folder at the spot, opened for the next step."""
    if at.name == "..":
        raise GroundworkError(
            f"{at.path} goes back up in a folder that others than root can change; give it without .."
        )
    try:
        return os.open(at.name, _STEP, dir_fd=at.folder)
    except NotADirectoryError:
        found = at.status()
        refuse(at.given, at.path, found.st_mode if found else stat.S_IFLNK, "a folder")


@contextlib.contextmanager
def _opened(folder: int | None, name: str) -> Iterator[int]:
    handle = os.open(name, _FOLDER, dir_fd=folder)
    try:
        yield handle
    finally:
        os.close(handle)


def _base(root: str) -> str:
    """The folder *root* itself: where it is a link, as that of a process is, only the kernel knows where it leads."""
    return root if root == "/" else os.path.join(root, ".")


def _names(path: str) -> List[str]:
    return [name for name in path.split("/") if name not in ("", ".")]


def _shown(path: str, root: str) -> str:
    """*path* of this machine as the host below *root* knows it."""
    root = _base(root)
    inside = root != "/" and (path + "/").startswith(root + "/")
    return path[len(root) :] or "/" if inside else path
