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
_OTHERS = {stat.S_IWGRP: "its group", stat.S_IWOTH: "everybody"}


def fault_on_the_way(path: str) -> str:
    """Who else could put something else at *path*, by a folder above it that is there; nothing where nobody could.

    In a folder with the sticky bit, such as ``/tmp``, nobody can rename what is another's.
    """
    folder = os.path.dirname(os.path.realpath(path))
    while True:
        if os.path.lexists(folder):
            status = os.stat(folder)
            fault = _owned(status) or ("" if status.st_mode & stat.S_ISVTX else _written(status, folder))
            if fault:
                return f"{folder} {fault}"
        if folder == "/":
            return ""
        folder = os.path.dirname(folder)


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
