# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The managed host as the utilities see it: files below a root, and commands.

Everything that touches the host goes through a :class:`Host`, so that a test can give a fake ``/proc``, ``/sys`` and
``/etc`` below a temporary directory, and a function in place of the commands.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import stat
import struct
import subprocess
from typing import BinaryIO, Callable, Iterator, List, NamedTuple, Sequence, Tuple

from ..core.errors import KERNEL, NOWHERE, GroundworkError, of_file
from . import paths


class Completed(NamedTuple):
    """A finished command: exit code and what it printed, decoded as UTF-8."""

    rc: int
    stdout: str
    stderr: str


_CHUNK = 1 << 16  # bytes
_PAGE = 1 << 12  # bytes


#: Waits for a program that runs, and tells what it printed.
Answer = Callable[[], Completed]


def _start(argv: Sequence[str]) -> Answer:
    """Start *argv* without a shell, in the C locale; exit code 127 when it is not installed."""
    try:
        process = subprocess.Popen(
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(os.environ, LC_ALL="C", LANGUAGE="C"),
        )
    except FileNotFoundError:
        return lambda: Completed(127, "", f"{argv[0]}: not installed")

    def answer() -> Completed:
        stdout, stderr = (printed.decode("utf-8", "replace") for printed in process.communicate())
        return Completed(process.returncode, stdout, stderr)

    return answer


class Host:
    """Files below *root* and commands by *run*; paths given to the methods are the host's own absolute paths.

    Those below ``/proc`` and ``/sys`` are read at once, without a look at what they are. A path that a process or a
    file of somebody else's gives is held apart from them by :func:`paths.apart`.
    """

    def __init__(self, root: str = "/", run: Callable[[Sequence[str]], Completed] | None = None) -> None:
        self.root = root
        self.run = run or (lambda argv: _start(argv)())
        self._start = _start if run is None else None

    def start(self, argv: Sequence[str]) -> Answer:
        """Start *argv*, which only reads, so that it runs beside what comes until its answer is asked for, once.

        A given *run* is not called before that.
        """
        return self._start(argv) if self._start else lambda: self.run(argv)

    def real(self, path: str) -> str:
        """The path on this machine of the host's absolute *path*."""
        return os.path.join(self.root, path.lstrip("/"))

    def status(self, path: str) -> os.stat_result | None:
        """What is at *path*, at the end of links that only root can have made; None when nothing is."""
        try:
            if path.startswith(KERNEL):
                return os.stat(self.real(path))
            with paths.spot(path, self.root) as at:
                return at.status()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def exists(self, path: str) -> bool:
        """Whether *path* is there; a symbolic link that points nowhere is not."""
        try:
            return self.status(path) is not None
        except OSError:
            return False

    def names(self, path: str) -> List[str]:
        """The sorted names in directory *path*; none when it is not there."""
        try:
            if path.startswith(KERNEL):
                return sorted(os.listdir(self.real(path)))
            with paths.spot(path, self.root) as at:
                return sorted(at.names())
        except (FileNotFoundError, NotADirectoryError):
            return []

    def read(self, path: str) -> str | None:
        """The text of *path*, or None when it is not there, or no longer there, as with the files of a process.

        Undecodable bytes and carriage returns survive a later :meth:`write`. Raises GroundworkError for what is no
        file, and for a link that others than root can have made.
        """
        try:
            if path.startswith(KERNEL):
                return _content(self.real(path)).decode("utf-8", "surrogateescape")
            with paths.spot(path, self.root) as at:
                return at.content().decode("utf-8", "surrogateescape")
        except (FileNotFoundError, NotADirectoryError, ProcessLookupError):
            return None
        except OSError as error:
            if error.errno in NOWHERE:
                raise of_file(path, "read", error) from error
            raise

    @contextlib.contextmanager
    def opened(self, path: str) -> Iterator[BinaryIO]:
        """The file *path* to be read piece by piece, however large. Raises GroundworkError for what is no file."""
        with paths.spot(path, self.root) as at, at.opened() as handle, open(handle, "rb", closefd=False) as file:
            yield file

    def room(self, path: str) -> int:
        """The bytes that are free where the folder *path* is, or will be made."""
        while self.status(path) is None:
            path = os.path.dirname(path)
        with paths.spot(path, self.root) as at, at.directory() as folder:
            found = os.fstatvfs(folder)
        return found.f_bavail * found.f_frsize

    def probe(self, path: str) -> None:
        """Read the beginning of the file *path* from its disk. Raises OSError where that fails, not where none is."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError), self.opened(path) as file:
            read_directly(file.fileno())

    def readable(self, path: str) -> str | None:
        """The text of *path*; None where it is not there or cannot be read."""
        try:
            return self.read(path)
        except (OSError, GroundworkError):
            return None

    def text(self, path: str) -> str:
        """The text of *path*; nothing where it cannot be read, as of a directory or a link that leads round in circles.

        So do the programs that read a host's configuration: what they cannot read they pass over.
        """
        return self.readable(path) or ""

    def writable(self, path: str) -> bool:
        """Whether this process may write *path*; False on a read-only mount, for root as well."""
        return os.access(self.real(path), os.W_OK)

    def link(self, path: str) -> str | None:
        """Where the symbolic link *path* points, or None when it is no link."""
        try:
            return os.readlink(self.real(path))
        except OSError:
            return None

    def modified(self, path: str) -> float | None:
        """When *path* was last written, in seconds since the epoch; None when it is not there."""
        found = self.status(path)
        return None if found is None else found.st_mtime

    def changed(self, path: str) -> float | None:
        """When content or status of *path* was changed last, of a link to a file the file's as well; None without it.

        Whoever brings an older version back also sets the time of its content back; nobody can set that of its status.
        """
        real = self.real(path)
        try:
            found = [os.lstat(real), *([os.stat(real)] if os.path.isfile(real) else ())]
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            if error.errno in NOWHERE:
                return None
            raise
        except ValueError:  # a null byte, which no name has
            return None
        times: List[float] = [time for status in found for time in (status.st_mtime, status.st_ctime)]
        return max(times)

    def mode(self, path: str) -> int | None:
        """The permission bits of *path*; None when it is not there."""
        found = self.status(path)
        return None if found is None else found.st_mode & 0o7777

    def owner(self, path: str) -> Tuple[int, int] | None:
        """The user and group id of *path*; None when it is not there."""
        found = self.status(path)
        return None if found is None else (found.st_uid, found.st_gid)

    def device(self, path: str) -> int:
        """The number of the device that holds *path*, or would hold it."""
        while True:
            found = self.status(path)
            if found is not None:
                return found.st_dev
            path = os.path.dirname(path)

    def device_number(self, path: str) -> str | None:
        """MAJOR:MINOR of the block device *path*, None when it is no block device; FileNotFoundError when missing."""
        found = self.status(path)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return f"{os.major(found.st_rdev)}:{os.minor(found.st_rdev)}" if stat.S_ISBLK(found.st_mode) else None

    def missing_directories(self, path: str) -> List[str]:
        """The directories that :meth:`write` would make for *path*, deepest first."""
        missing = []
        folder = os.path.dirname(path)
        while self.status(folder) is None:
            missing.append(folder)
            folder = os.path.dirname(folder)
        return missing

    def clock_status(self) -> int | None:
        """The status bits of the kernel's clock (adjtimex(2), which only reads here); None where it cannot be asked."""
        timex = ctypes.create_string_buffer(512)  # zeros: no mode, and more room than struct timex takes anywhere
        try:
            if ctypes.CDLL(None).adjtimex(timex) < 0:
                return None
        except (OSError, AttributeError):
            return None
        found: int = struct.unpack_from("@i", timex, struct.calcsize("@Illll"))[0]
        return found

    def poke(self, path: str, text: str) -> None:
        """Write *text* into a file of ``/proc`` or ``/sys``, in place; raises OSError when the kernel refuses it."""
        with open(self.real(path), "w", encoding="utf-8") as file:
            file.write(text)

    def write(self, path: str, text: str, mode: int | None = 0o644, owner: Tuple[int, int] | None = None) -> bool:
        """Replace *path* with *text* atomically, only when text, *mode* or *owner* differ; True when it was replaced.

        The owner (user and group id) of an existing file is kept where *owner* is None, and its mode too where *mode*
        is None. Missing parent directories are made with mode 0755. Raises GroundworkError when there is no room, no
        permission or a read-only file system; the old file is then whole.
        """
        data = text.encode("utf-8", "surrogateescape")
        try:
            with paths.spot(path, self.root, made=[]) as at:
                before = at.file()
                if mode is None:
                    mode = before.st_mode & 0o7777 if before else 0o644
                if before is not None and owner is None:
                    owner = (before.st_uid, before.st_gid)
                wanted = (len(data), mode, *(owner or ()))
                found = before and (before.st_size, before.st_mode & 0o7777, before.st_uid, before.st_gid)
                if found == wanted and at.content() == data:
                    return False
                at.write(data, _unfinished(os.path.basename(at.name)) + os.urandom(4).hex(), mode, owner)
        except OSError as error:
            raise of_file(path, "written", error) from error
        return True

    def folder(self, path: str, mode: int, owner: Tuple[int, int] | None) -> None:
        """Make the directory *path*, or give it *mode* and *owner* (user and group id; None leaves them).

        Missing parents are made with mode 0755. Raises GroundworkError when it cannot be done.
        """
        try:
            with paths.spot(path, self.root, made=[]) as at:
                if at.status() is None:
                    at.make(0o700)
                with at.directory() as folder:
                    if owner is not None:
                        os.fchown(folder, *owner)
                    os.fchmod(folder, mode)
        except OSError as error:
            raise of_file(path, "made", error) from error

    def make_directories(self, path: str) -> List[str]:
        """Make the directory *path* with its parents, mode 0755; those that were made, deepest first.

        Raises GroundworkError, with none of them left.
        """
        made: List[str] = []
        try:
            with paths.spot(os.path.join(path, "inside"), self.root, made=made):
                return made
        except OSError as error:
            self.prune(made)
            raise of_file(path, "made", error) from error

    def discard(self, path: str) -> None:
        """Remove what a :meth:`write` of *path* that was killed has left beside it. No other may run meanwhile."""
        with contextlib.suppress(FileNotFoundError), paths.spot(path, self.root) as at:
            at.discard(_unfinished(os.path.basename(at.name)))

    def prune(self, directories: Sequence[str]) -> None:
        """Remove those of *directories*, deepest first, that are there and empty."""
        for directory in directories:
            with contextlib.suppress(OSError, GroundworkError), paths.spot(directory, self.root, follow=False) as at:
                os.rmdir(at.name, dir_fd=at.folder)

    def remove(self, path: str) -> bool:
        """Remove the file *path*; True when it was there. Raises GroundworkError when it cannot be removed."""
        try:
            with paths.spot(path, self.root, follow=False) as at:
                os.unlink(at.name, dir_fd=at.folder)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise of_file(path, "removed", error) from error
        return True


def read_directly(handle: int) -> None:
    """Read the beginning of a file or device from its disk, past what the kernel remembers of it."""
    import mmap  # noqa: PLC0415  # of a C library, which few runs need

    with contextlib.suppress(OSError):  # a file system that has no such way is read as ever
        fcntl.fcntl(handle, fcntl.F_SETFL, fcntl.fcntl(handle, fcntl.F_GETFL) | os.O_DIRECT)
    with mmap.mmap(-1, _PAGE) as buffer:
        os.readv(handle, [buffer])


def _content(path: str) -> bytes:
    """The bytes of *path*, a file of /proc or /sys of this machine.

    Linux gives a parameter of /proc/sys at the first read or not at all, and Python's own reading asks for 8 KiB then,
    which net.ipv4.ip_local_reserved_ports may exceed. Linux 5.8 and later clear as many bytes as are asked for at each
    read, so not all of the many small files are asked for so much.
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        size = _PAGE
        first = os.read(handle, size)
        if len(first) == size:  # there may be more
            size = _CHUNK
            first = os.pread(handle, size, 0)
            os.lseek(handle, len(first), os.SEEK_SET)
        return b"".join([first, *iter(lambda: os.read(handle, size), b"")])
    except OSError as error:
        error.filename = error.filename or path  # a descriptor tells nobody where the disk fails
        raise
    finally:
        os.close(handle)


def _unfinished(name: str) -> str:
    """How the names of files begin that are to replace the file *name*; no reader of configuration takes a dot."""
    return f".groundwork-{name}-"


def real_path(host: Host, path: str) -> str:
    """*path* of the host without symbolic links."""
    return "/" + os.path.relpath(os.path.realpath(host.real(path)), os.path.realpath(host.root))
