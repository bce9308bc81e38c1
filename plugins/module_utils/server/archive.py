# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Kafka archives of the official layout (``kafka_2.13-3.9.2/libs/*.jar``): put in place, found again by a stamp."""

from __future__ import annotations

import json
import os
import posixpath
import re
import shutil
import tarfile
import tempfile
import zlib
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Iterator, Sequence, Tuple

from ..core.errors import GroundworkError
from ..host import trusted
from ..host.machine import Host
from . import tarball

STAMP = ".groundwork-archive.json"
_JAR = re.compile(r"kafka_(?P<scala>\d+\.\d+)-(?P<version>\d+(?:\.\d+)+(?:-rc\d+|-SNAPSHOT)?)\.jar\Z")
_CLASS_PATH = re.compile(r"^ExecStart=.* -cp (?P<link>/.*?)/libs/\* ", re.MULTILINE)
_WORKSPACE = re.compile(r"\.groundwork-[a-z0-9_]{8}\Z")
_FOLDER = re.compile(r"(?P<name>kafka_\d+\.\d+-(?P<version>\d+(?:\.\d+)+(?:-rc\d+|-SNAPSHOT)?))\.(?:tgz|tar\.gz)\Z")


@dataclass(frozen=True)
class Installed:
    """An unpacked archive: its folder, Kafka's version, the checksum it had, and where that checksum was read.

    *checksum* is ``ALGORITHM:HEX``; *checksum_source* is the URL of a checksum file, empty when the checksum was given.
    """

    home: str
    version: str
    checksum: str
    checksum_source: str = ""


def file_name(src: str) -> str:
    """The archive's file name in *src*, a path or a URL."""
    return posixpath.basename(re.split(r"[?#]", src)[0]) if "://" in src else os.path.basename(src)


def without_credentials(url: str) -> str:
    """*url* as it may be shown and stored."""
    return re.sub(r"//[^/@]*@", "//", url)


def expected(src: str, directory: str) -> Tuple[str, str]:
    """The home and version to expect from the archive's name; empty strings when the name does not tell."""
    match = _FOLDER.match(file_name(src))
    return (
        (os.path.join(os.path.realpath(directory), match.group("name")), match.group("version")) if match else ("", "")
    )


def find_installed(directory: str, checksum: str, first: Sequence[str] = ()) -> Installed | None:
    """The folder below *directory* whose stamp has *checksum* (``ALGORITHM:HEX``, or the URL it was read from).

    The folders *first* are looked at before others, since a stamp goes with every copy. A stamp tells nothing of a
    folder that somebody else than root could have changed: GroundworkError for one of *first*, others are passed over.
    """
    directory = os.path.realpath(directory)
    names = sorted(os.listdir(directory)) if os.path.isdir(directory) else []
    homes = [os.path.join(directory, name) for name in names]
    for home in [*(home for home in first if home in homes), *homes]:
        stamp = None if os.path.islink(home) else _read_stamp(home)
        if stamp is None or checksum not in (stamp.checksum, stamp.checksum_source):
            continue
        fault = trusted.fault_of(home)
        if not fault:
            return stamp
        if home in first:
            raise GroundworkError(
                f"{fault}, so what is in {home} may be another program than the archive's; move that folder away and "
                "run again, which unpacks it anew, and find out who changed it."
            )
    return None


def refuse_existing(home: str) -> None:
    """Raise GroundworkError when the folder *home*, where a new archive belongs, is there already."""
    if os.path.lexists(home):
        why = (
            "was unpacked from an archive with another checksum"
            if _read_stamp(home)
            else "was not installed by this module"
        )
        raise GroundworkError(
            f"{home} is there already and {why}; move it away, or give the checksum of what is installed there."
        )


def place(path: str, option: str) -> str:
    """The *path* given for *option* without trailing or doubled slashes; GroundworkError unless it is absolute."""
    if not path.startswith("/"):
        raise GroundworkError(f"{option} is {path!r}; give an absolute path.")
    return "/" + posixpath.normpath(path).lstrip("/")


def refuse_link(link: str, home: str) -> None:
    """Raise GroundworkError when *link* cannot be switched to *home* because something else is, or will be, there."""
    if os.path.join(os.path.realpath(os.path.dirname(link)), os.path.basename(link)) == home:
        raise GroundworkError(f"{link} is where the archive itself is unpacked; choose another link.")
    if os.path.lexists(link) and not os.path.islink(link):
        raise GroundworkError(f"{link} is no symbolic link; move it away, or choose another link.")


def refuse_shared(directory: str, link: str) -> None:
    """Raise GroundworkError when others than root could change what is unpacked below *directory*, or switch *link*."""
    fault = trusted.fault_on_the_way(os.path.join(directory, STAMP))
    if fault:
        raise GroundworkError(
            f"{fault}, so others than root could change the programs below {directory}; give a directory that belongs "
            "to root all the way, or put the owner and mode of that one right."
        )
    fault = trusted.fault_on_the_way(link) if link else ""
    if fault:
        raise GroundworkError(
            f"{fault}, so others than root could have the link {link} lead to another program, which the service would "
            "run; choose a link in a folder that belongs to root all the way, or put the owner and mode of that one "
            "right."
        )


def tidy(directory: str) -> None:
    """Remove what runs that were killed have left below *directory*. No other may run meanwhile."""
    with suppress(FileNotFoundError, NotADirectoryError):
        for entry in os.scandir(directory):
            ours = _WORKSPACE.match(entry.name) and entry.is_dir(follow_symlinks=False)
            if ours and entry.stat(follow_symlinks=False).st_uid == os.geteuid():
                shutil.rmtree(entry.path, ignore_errors=True)


@contextmanager
def workspace(directory: str) -> Iterator[str]:
    """A temporary folder below *directory*, so that a rename out of it is atomic; it is gone afterwards.

    So are *directory* and its parents where they were made for it and nothing was put into them.
    """
    host = Host()
    made = host.make_directories(directory)
    try:
        folder = tempfile.mkdtemp(prefix=".groundwork-", dir=directory)
    except OSError as error:
        host.prune(made)
        raise GroundworkError(
            f"{directory} cannot be written ({error.strerror}); run with become, or choose another directory."
        ) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        host.prune(made)


def install(archive: str, workspace_folder: str, directory: str, checksum: str, checksum_source: str = "") -> Installed:
    """Unpack the verified file *archive* in *workspace_folder* and rename it into place below *directory*.

    Raises GroundworkError, with nothing changed below *directory*, for a file that is not a tar.gz, for members that
    would leave the folder, for another layout, and for a folder that is there already.
    """
    try:
        top = tarball.unpack(archive, workspace_folder)
        home = os.path.join(os.path.realpath(directory), top)
        installed = Installed(home, kafka_version(os.path.join(workspace_folder, top)), checksum, checksum_source)
        refuse_existing(home)
        with open(os.path.join(workspace_folder, top, STAMP), "w", encoding="utf-8") as file:
            json.dump({key: value for key, value in asdict(installed).items() if key != "home"}, file, sort_keys=True)
            os.fchmod(file.fileno(), 0o644)
            tarball.settle(file)
        os.rename(os.path.join(workspace_folder, top), home)
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise GroundworkError(
            f"The archive cannot be unpacked ({error}); it must be a tar.gz as Apache Kafka publishes it."
        ) from error
    except OSError as error:
        raise GroundworkError(
            f"The archive cannot be unpacked below {directory} ({error.strerror or error}); check the room and the "
            "permissions there."
        ) from error
    return installed


def kafka_version(home: str) -> str:
    """Kafka's version, from the one ``libs/kafka_SCALA-VERSION.jar`` in *home*; GroundworkError for another layout."""
    libs = os.path.join(home, "libs")
    matches = [_JAR.match(name) for name in sorted(os.listdir(libs))] if os.path.isdir(libs) else []
    versions = [match.group("version") for match in matches if match]
    if len(versions) != 1:
        raise GroundworkError(
            f"The archive has {len(versions) or 'no'} libs/kafka_SCALA-VERSION.jar in its folder "
            f"{os.path.basename(home)} where one is expected; give a binary archive of Apache Kafka, such as "
            "kafka_2.13-3.9.2.tgz."
        )
    return versions[0]


def linked_version(link: str) -> str:
    """The version of Kafka that the symbolic link *link* is at; empty where it is none, or at something else."""
    try:
        return kafka_version(os.path.realpath(link)) if os.path.islink(link) else ""
    except GroundworkError:
        return ""


def link_of(unit: str) -> str:
    """The link with whose jars the systemd unit in the file *unit* runs Java; empty where it names none."""
    found = _CLASS_PATH.search(Host().text(unit)) if unit else None
    return found.group("link") if found else ""


def switch_link(link: str, home: str) -> bool:
    """Point the symbolic link *link* at *home* in one step; True when it pointed elsewhere."""
    if os.path.islink(link) and os.readlink(link) == home:
        return False
    waiting = link + ".groundwork"
    Host().make_directories(os.path.dirname(link))
    try:
        if os.path.islink(waiting):
            os.unlink(waiting)  # left by an interrupted run
        os.symlink(home, waiting)
        os.rename(waiting, link)
    except OSError as error:
        raise GroundworkError(
            f"{link} could not be switched to {home} ({error.strerror}); check the permissions there."
        ) from error
    return True


def _read_stamp(home: str) -> Installed | None:
    text = Host().text(os.path.join(home, STAMP))  # a service of another collection may own what lies beside ours
    try:
        return Installed(home=home, **json.loads(text))
    except (ValueError, TypeError, RecursionError):  # the last for a text of brackets alone
        return None
