# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How far a starting broker is with its logs, told by what it says: after a kill it reads again what was not flushed.

The lines are those of Kafka's LogManager and LogLoader, the same in 3.9 and 4.x.
"""

from __future__ import annotations

import re
from typing import Dict, Iterable, NamedTuple, Tuple

from ..host.unit_journal import Entry

_BEGUN = re.compile(r"Loading logs from log dirs")
_FOUND = re.compile(r"(?:Recovering|Skipping recovery of) ([0-9]+) logs from (/.*?) since ")
_LOADED = re.compile(r"\(([0-9]+)/([0-9]+) completed in (/[^)]*)\)")
_AT_WORK = re.compile(r"\[LogLoader partition=")
_ENDED = re.compile(r"Loaded [0-9]+ logs in [0-9]+")


class Recovery(NamedTuple):
    """A broker that loads its logs, or is *done* with it: *progress* is how far it is, *at* when it last said so.

    The moment is one of the monotonic clock, in seconds.
    """

    at: float
    progress: str
    done: bool = False


def recovery(entries: Iterable[Entry]) -> Recovery | None:
    """How far a broker is that said *entries*; None when it has not told of its logs."""
    at: float | None = None
    done = False
    folders: Dict[str, Tuple[int, int]] = {}
    for entry in entries:
        begun, ended = _BEGUN.search(entry.text), _ENDED.search(entry.text)
        found, loaded = _FOUND.search(entry.text), _LOADED.search(entry.text)
        if begun:
            folders = {}
        elif found:
            folders[found.group(2)] = 0, int(found.group(1))
        elif loaded:  # threads beside one another tell of their logs in any order
            number, of, folder = int(loaded.group(1)), int(loaded.group(2)), loaded.group(3)
            folders[folder] = max(number, folders.get(folder, (0, of))[0]), of
        if begun or found or loaded or ended:
            at, done = entry.at, ended is not None
        elif at is not None and _AT_WORK.search(entry.text):
            at = entry.at
    progress = ", ".join(f"{number} of {of} in {folder}" for folder, (number, of) in sorted(folders.items()))
    return None if at is None else Recovery(at, progress or "none so far", done)
