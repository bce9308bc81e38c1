# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How far a starting broker is with its logs, told by what it says: after a kill it reads again what was not flushed.

The lines are those of Kafka's LogManager and LogLoader, the same in 3.9 and 4.x.
"""

from __future__ import annotations

import re
from typing import Dict, Iterable, NamedTuple

from ansible_collections.groundwork.kafka.plugins.module_utils.unit_journal import Entry

_BEGUN = re.compile(r"Loading logs from log dirs")
_FOUND = re.compile(r"(?:Recovering|Skipping recovery of) ([0-9]+) logs from (/.*?) since ")
_LOADED = re.compile(r"\(([0-9]+)/([0-9]+) completed in (/[^)]*)\)")
_AT_WORK = re.compile(r"\[LogLoader partition=")
_ENDED = re.compile(r"Loaded [0-9]+ logs in [0-9]+")


class Recovery(NamedTuple):
    """A broker that loads its logs, or is *done* with it: *told* is how far it is, *at* when it last said so.

    The moment is one of the monotonic clock, in seconds.
    """

    at: float
    told: str
    done: bool = False


def recovery(entries: Iterable[Entry]) -> Recovery | None:
    """How far a broker is that said *entries*; None when it has not told of its logs."""
    at: float | None = None
    done = False
    folders: Dict[str, str] = {}
    for entry in entries:
        found, loaded = _FOUND.search(entry.text), _LOADED.search(entry.text)
        if found:
            folders[found.group(2)] = f"0 of {found.group(1)}"
        elif loaded:
            folders[loaded.group(3)] = f"{loaded.group(1)} of {loaded.group(2)}"
        ended = _ENDED.search(entry.text) is not None
        if found or loaded or ended or _BEGUN.search(entry.text):
            at, done = entry.at, ended
        elif at is not None and _AT_WORK.search(entry.text):
            at = entry.at
    told = ", ".join(f"{count} in {folder}" for folder, count in sorted(folders.items()))
    return None if at is None else Recovery(at, told or "none so far", done)
