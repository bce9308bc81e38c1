# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A tar.gz from elsewhere, unpacked so that nothing in it leaves its one folder."""

from __future__ import annotations

import os
import posixpath
import shutil
import tarfile
from typing import IO, Any, List, Tuple

from ..core.errors import GroundworkError


def unpack(archive: str, target: str) -> str:
    """Unpack into the empty folder *target* in one pass; the name of the one top folder.

    Links are made when all files are written, so that nothing is ever written through one.
    """
    tops = set()
    links: List[Tuple[str, tarfile.TarInfo]] = []
    with tarfile.open(archive, "r|gz") as tar:
        for member in tar:
            name = _relative(member.name, member.name)
            if name == ".":
                continue
            tops.add(name.split("/")[0])
            path = os.path.join(target, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if member.isdir():
                os.makedirs(path, exist_ok=True)
            elif member.isfile():
                _write(path, tar.extractfile(member), 0o755 if member.mode & 0o111 else 0o644)
            elif member.issym() or member.islnk():
                links.append((path, member))
            else:
                raise _leaves(member.name, "is a device or a pipe")
    for path, member in sorted(links, key=lambda link: link[1].issym()):
        _link(path, member, target)
    for path, member in links:
        _refuse_link_out(path, member, target)
    for folder, _folders, _files in os.walk(target):
        os.chmod(folder, 0o755)  # noqa: S103 - program files that every service user reads
    if len(tops) != 1 or not os.path.isdir(os.path.join(target, *tops)):
        found = ", ".join(sorted(tops)[:5]) or "nothing"
        raise GroundworkError(
            f"The archive must have exactly one folder at its top and has {found}; give a binary archive of Apache "
            "Kafka, such as kafka_2.13-3.9.2.tgz."
        )
    return tops.pop()


def _relative(path: str, member: str) -> str:
    if path.startswith("/") or ".." in path.split("/"):
        raise _leaves(member, "would be written outside the folder")
    return posixpath.normpath(path)


def _write(path: str, source: IO[bytes] | None, mode: int) -> None:
    with open(path, "xb") as file:
        if source is not None:
            shutil.copyfileobj(source, file, 1 << 20)
        os.fchmod(file.fileno(), mode)
        settle(file)


def settle(file: IO[Any]) -> None:
    """Bring *file* to the disk: a stamp must not outlive, through a power cut, the jars that it vouches for."""
    file.flush()
    os.fsync(file.fileno())


def _link(path: str, member: tarfile.TarInfo, target: str) -> None:
    if member.islnk():
        os.link(os.path.join(target, _relative(member.linkname, member.name)), path)
    else:
        os.symlink(member.linkname, path)


def _refuse_link_out(path: str, member: tarfile.TarInfo, target: str) -> None:
    top = os.path.join(os.path.realpath(target), os.path.relpath(path, target).split(os.sep)[0])
    if os.path.isabs(member.linkname) or not (os.path.realpath(path) + os.sep).startswith(top + os.sep):
        raise _leaves(member.name, f"links to {member.linkname}, outside the folder")


def _leaves(member: str, why: str) -> GroundworkError:
    return GroundworkError(f"The archive is refused because its member {member} {why}.")
