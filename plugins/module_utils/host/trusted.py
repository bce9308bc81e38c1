# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether somebody else than root could have changed a program that a service is to run."""

from __future__ import annotations

import os
import pwd
import stat
from typing import Iterator

from . import paths

_CODE = ("bin", "libs")
_LINKS = 40  # as many as the kernel follows
_OTHERS = {stat.S_IWGRP: "its group", stat.S_IWOTH: "everybody"}


def fault_on_the_way(path: str) -> str:
    """Who else could put something else at *path*, by a folder above it that is there; nothing where nobody could.

    Where the way leads over links, so are the folders above those and above where they lead; *path* itself may be one.
    In a folder with the sticky bit, such as ``/tmp``, nobody can rename what is another's.
    """
    return next(_faults(path, last=False), "")


def fault_of_program(path: str) -> str:
    """Who else could have another program run as *path*, or could have changed the one there, at the end of links."""
    return next(_faults(path, last=True), "")


def _faults(path: str, last: bool) -> Iterator[str]:
    """The faults on the way to *path*, from the top down, and with *last* those of what is there."""
    here, left, links = "/", path.split("/"), 0
    while left:
        name = left.pop(0)
        if name in ("", "."):
            continue
        if name == "..":
            here = os.path.dirname(here)
            continue
        folder = os.stat(here)
        yield from _said(here, _owned(folder) or ("" if folder.st_mode & stat.S_ISVTX else _written(folder, here)))
        at = os.path.join(here, name)
        try:
            found = os.lstat(at)
        except (FileNotFoundError, NotADirectoryError):
            return
        if _written(folder, here):  # its sticky bit keeps the rest of it from everybody but the owner
            yield from _said(at, _owned(found))
        if not stat.S_ISLNK(found.st_mode):
            here = at
        elif any(left) or last:
            links += 1
            if links > _LINKS:
                return
            target = os.readlink(at)
            left[:0], here = target.split("/"), "/" if target.startswith("/") else here
    if last:
        found = os.stat(here)
        yield from _said(here, _owned(found) or _written(found, here))


def _said(path: str, fault: str) -> Iterator[str]:
    if fault:
        yield f"{path} {fault}"


def fault_of(home: str) -> str:
    """Who else could change the program in the folder *home*: it, its files, its scripts, and the jars that Java takes.

    What lies in other folders, such as the logs of a service that was given one there, decides not which code runs.
    """
    files = (path for path in _inside(home) if os.path.isfile(path) and not os.path.islink(path))
    code = (path for name in _CODE for path in _with(os.path.join(home, name)))
    for path in (home, *files, *code):
        status = os.lstat(path)
        if stat.S_ISLNK(status.st_mode):
            if not (os.path.realpath(path) + os.sep).startswith(home + os.sep):
                return f"{path} leads out of it"
            continue
        fault = _owned(status) or _written(status, path)
        if fault:
            return f"{path} {fault}"
    return fault_on_the_way(home)


def _with(folder: str) -> Iterator[str]:
    if os.path.lexists(folder):
        yield folder
    yield from _inside(folder)


def _inside(folder: str) -> Iterator[str]:
    if os.path.isdir(folder) and not os.path.islink(folder):
        for name in sorted(os.listdir(folder)):
            yield os.path.join(folder, name)


def _owned(status: os.stat_result) -> str:
    if status.st_uid in (0, os.geteuid()):
        return ""
    try:
        return f"belongs to {pwd.getpwuid(status.st_uid).pw_name}"
    except KeyError:
        return f"belongs to the number {status.st_uid}"


def _written(status: os.stat_result, path: str) -> str:
    writers = [who for bit, who in _OTHERS.items() if status.st_mode & bit]
    if writers and writers[0] == _OTHERS[stat.S_IWGRP]:
        if paths.has_acl(path):
            writers[0] = "those whom its access control list names"
        elif status.st_gid == 0:
            del writers[0]  # root's own group
    return f"may be written by {writers[-1]}" if writers else ""
