# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which garbage collector a running JVM has, told by the names of its threads.

So nothing is attached or started, and what the JVM chose by itself is seen as well: where it has fewer than two CPUs or
less than 1792 MB, it takes the serial collector. Java 8 does not name its threads.
"""

from __future__ import annotations

import re
from typing import Mapping

from ..host.machine import Host

FLAG = re.compile(r"Use(?!Adaptive)[A-Za-z0-9]+GC\Z")

#: How the name of a thread begins that only this collector has; the first that is found counts.
_THREADS = (
    ("G1 ", "UseG1GC"),
    ("ZDirector", "UseZGC"),
    ("Shenandoah", "UseShenandoahGC"),
    ("GC Thread", "UseParallelGC"),
)
#: Every JVM that names its threads has this one; those without a thread of their own collect in it.
_OF_ANY = "VM Thread"
_WITHOUT_THREADS = "UseSerialGC"


def read(host: Host, pid: str, flags: Mapping[str, str]) -> str | None:
    """The flag of the collector that process *pid* has, such as UseSerialGC; None where it cannot be told.

    *flags* are those on its command line, by name.
    """
    folder = f"/proc/{pid}/task"
    names = {(host.read(f"{folder}/{thread}/comm") or "").strip() for thread in host.names(folder)}
    found = next((flag for begin, flag in _THREADS if any(name.startswith(begin) for name in names)), None)
    if found is not None:
        return found
    given = next((name for name, value in flags.items() if FLAG.match(name) and value == "true"), None)
    return given or (_WITHOUT_THREADS if _OF_ANY in names else None)
