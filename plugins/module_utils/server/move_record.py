# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a host keeps of a move of a server's data from before its first step until all is done.

By it a run that follows one that was killed knows a copy from data of somebody else's.
"""

from __future__ import annotations

import posixpath
import time
from dataclasses import dataclass
from typing import Any, Sequence, Tuple

from ..host import record_file, rollout_lock
from ..host.machine import Host

#: How the names of folders begin where files are kept that no server is to see any more, as people who move by hand
#: call them too.
ASIDE = "moved"
#: How the names of our own files and folders begin that are not whole yet; no server looks at them.
UNFINISHED = ".groundwork-"


@dataclass(frozen=True)
class Move:
    """What of a server (*kind*) goes from the folder *source* to the folder *target*."""

    kind: str
    source: str
    target: str


@dataclass(frozen=True)
class Record:
    """The *moves* of one run, and the name of the folders in which what was moved is kept *aside*."""

    moves: Tuple[Move, ...]
    aside: str


def begun(host: Host, moves: Sequence[Move]) -> Record:
    """The record of *moves* that begin now."""
    aside = f"{ASIDE}-{time.strftime('%Y-%m-%dT%H-%M-%SZ', time.gmtime())}"
    names = {name for move in moves for folder in (move.source, move.target) for name in host.names(folder)}
    while any(aside in name for name in names):
        aside += "-again"
    return Record(tuple(moves), aside)


def stage(folder: str, kind: str) -> str:
    """Where in *folder* files of *kind* are copied to until they are whole."""
    return posixpath.join(folder, f"{UNFINISHED}moving-{kind.replace(' ', '-')}")


def is_own(name: str) -> bool:
    """Whether *name* is that of something that a move makes in a folder, beside what a server looks at."""
    return name.startswith((ASIDE, UNFINISHED))


def path(service: str) -> str:
    """The file with the record of the moves of *service*."""
    return f"{rollout_lock.DIRECTORY}/move-{service}.json"


def remember(host: Host, service: str, record: Record) -> None:
    """Keep *record*."""
    record_file.write(host, path(service), record)


def remembered(host: Host, service: str) -> Record | None:
    """The record that the host keeps; GroundworkError for one that is broken."""
    broken = (
        "does not tell what was being moved, as it was written; look whether the folders of the server hold copies of "
        "its data that no settings name, move those away, remove the file, and run again."
    )
    return record_file.read(host, path(service), _record, broken)


def forget(host: Host, service: str) -> None:
    """All is done."""
    host.remove(path(service))


def _record(held: Any) -> Record:
    return Record(tuple(Move(**move) for move in held["moves"]), str(held["aside"]))
