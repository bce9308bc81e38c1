# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a JVM writes the log of its collector, by its command line, and the files that are there, the oldest first."""

from __future__ import annotations

import os
import posixpath
import re
from typing import Iterator, List, Sequence, Tuple

from ..core.errors import GroundworkError
from ..host.machine import Host

_LOG = re.compile(r'-Xlog:gc[^:]*:(?:file=)?(?P<path>"[^"]*"|[^:]+)')
_OLD = "-Xloggc:"
_NO_FILE = ("stdout", "stderr")
_CHANGED = {"%p": r"\d+", "%t": r"[-\d_]+", "%hn": r".+"}
_ROTATED = r"(?:\.\d+)?"
#: What is read of a log: each of its pauses is held in memory until they are counted together.
MOST_BYTES = 64 * 1024 * 1024
_LONGEST = 1024  # bytes; no line of a collector's comes near it, and any user may run what names any file


def path_of(options: Sequence[str]) -> str | None:
    """The file that these *options* of a JVM name, as they write it; None without one. The last one counts."""
    found = None
    for option in options:
        match = _LOG.match(option)
        path = match.group("path").strip('"') if match else option[len(_OLD) :] if option.startswith(_OLD) else ""
        if path and path not in _NO_FILE:
            found = path
    return found


def files(host: Host, path: str) -> Tuple[List[str], bool]:
    """The files that *path* stands for, and those that it was rotated to, the oldest first; whether some is left out.

    Of more than MOST_BYTES only the newest are given, and of a file that is larger :func:`lines` reads its end.
    """
    folder, name = posixpath.split(path)
    pattern = re.escape(name)
    for word, form in _CHANGED.items():
        pattern = pattern.replace(re.escape(word), form)
    named = [posixpath.join(folder, one) for one in host.names(folder) if re.fullmatch(pattern + _ROTATED, one)]
    dated = sorted((host.modified(one) or 0.0, one) for one in named)
    found: List[str] = []
    size = 0
    for _when, one in reversed(dated):
        status = host.status(one)
        size += status.st_size if status else 0
        if size > MOST_BYTES:
            return found[::-1] or [one], True
        found.append(one)
    return found[::-1], False


def lines(host: Host, paths: Sequence[str]) -> Iterator[str]:
    """The lines of all files, one after the other, and of one that is too long its pieces.

    A file that went meanwhile has none, a large one those of its end.
    """
    for path in paths:
        try:
            with host.opened(path) as file:
                beyond = file.seek(0, os.SEEK_END) - MOST_BYTES
                file.seek(max(0, beyond))
                if beyond > 0:
                    file.readline(_LONGEST)  # of which the beginning is not there
                for line in iter(lambda: file.readline(_LONGEST), b""):
                    yield line.decode("utf-8", "replace")
        except FileNotFoundError:
            continue


def check(path: str) -> str:
    """*path* as a person gave it. Raises GroundworkError for one that is not absolute."""
    if not path.startswith("/"):
        raise GroundworkError(f"paths has {path}; give the path of a log from / on.")
    return path
