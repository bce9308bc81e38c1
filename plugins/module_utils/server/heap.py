# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How large a JVM's heap may be on a host, and where it goes when it overflows."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import List, Sequence

from ..capacity.memory import BESIDE_HEAP, DEFAULT_HEAP, PAGE_CACHE_SECONDS
from ..core.errors import GroundworkError
from ..core.findings import Finding, finding
from ..core.sizes import parse_size, show_size
from ..core.values import integer
from ..host.machine import Host

AUTO = "auto"
_SMALLEST = 256 << 20  # of a heap that is worked out: a broker with less collects all the time
_STEP = 128 << 20  # worked-out heaps are multiples, so that a kernel that takes some pages more restarts no broker
_MIB = 1 << 20


@dataclass(frozen=True)
class Memory:
    """What shares a host's memory, in bytes: *available* for all, the heaps of the *others*, *written* in a second.

    *share* is how much of it all heaps may take together, in percent.
    """

    available: int
    share: int
    others: Sequence[int] = ()
    written: int = 0

    @property
    def page_cache(self) -> int:
        """The bytes to leave to the page cache."""
        return self.written * PAGE_CACHE_SECONDS

    @property
    def beside(self) -> int:
        """The bytes that the JVMs need beside their heaps."""
        return BESIDE_HEAP * (1 + len(self.others))

    @property
    def by_share(self) -> int:
        """The largest heap that the share allows; negative where the others take it all."""
        return self.available * self.share // 100 - sum(self.others)

    @property
    def by_page_cache(self) -> int:
        """The largest heap that leaves the page cache; negative where there is too little memory for it."""
        return self.available - sum(self.others) - self.page_cache - self.beside


def memory(available: int, share: int, others: Sequence[str], written: int) -> Memory:
    """The Memory of a host; GroundworkError for a share, a heap of *others* or a number *written* that is none."""
    return Memory(
        available,
        integer("memory_share", share, 1, 100),
        [parse_size(heap, "other_heaps") for heap in others],
        integer("write_bytes_per_second", written, 0, 2**50),
    )


def size(heap: str, host_memory: Memory) -> int:
    """The bytes of *heap*, a size such as ``6g``, or of the heap that is worked out for ``auto``.

    Raises GroundworkError, with the arithmetic, where the host has too little memory for it.
    """
    most = min(host_memory.by_share, host_memory.by_page_cache)
    if heap.strip().lower() == AUTO:
        worked_out = min(DEFAULT_HEAP, most // _STEP * _STEP)
        if worked_out < _SMALLEST:
            raise GroundworkError(
                f"This host has too little memory for a heap of at least {_SMALLEST // _MIB}m: {_sum(host_memory)}; "
                "give it more memory, or plan fewer writes."
            )
        return worked_out
    wanted = parse_size(heap, "heap")
    remedy = f"give at most {most // _MIB}m, or the host more memory" if most >= _MIB else "give the host more memory"
    if wanted > host_memory.by_share:
        others = f", of which other JVMs' heaps take {sum(host_memory.others) // _MIB}m" if host_memory.others else ""
        raise GroundworkError(
            f"The heap of {heap} is more than {host_memory.share}% of this host's {host_memory.available // _MIB}m of "
            f"memory{others}, which leaves too little for the page cache and the JVM itself; {remedy}."
        )
    if wanted > most:
        raise GroundworkError(
            f"The heap of {heap} leaves too little of this host's memory: {_sum(host_memory)}; {remedy}."
        )
    return wanted


def _sum(host_memory: Memory) -> str:
    parts = [f"of {host_memory.available // _MIB}m"]
    if host_memory.page_cache:
        parts.append(
            f"the page cache needs {-(-host_memory.page_cache // _MIB)}m ({PAGE_CACHE_SECONDS} seconds of "
            f"{host_memory.written} bytes)"
        )
    if host_memory.others:
        parts.append(f"other JVMs' heaps {sum(host_memory.others) // _MIB}m")
    return ", ".join([*parts, f"and what JVMs need beside their heaps {host_memory.beside // _MIB}m"])


def dump_options(path: str, data_directories: Sequence[str]) -> List[str]:
    """The options that write the heap into the file *path* when memory is out; none for an empty path.

    One file, and not a folder: Java does not replace it, so that a broker which dies again and again leaves one dump.
    Raises GroundworkError for a relative path and one below one of *data_directories*, whose room is the partitions'.
    """
    if not path:
        return []
    if not path.startswith("/"):
        raise GroundworkError(f"heap_dump is {path!r}; give an absolute path.")
    path = "/" + posixpath.normpath(path).lstrip("/")
    for directory in data_directories:
        if path.startswith(directory.rstrip("/") + "/"):
            raise GroundworkError(
                f"The heap dump {path} would lie in {directory}, whose room is for data; give a folder on another disk."
            )
    return ["-XX:+HeapDumpOnOutOfMemoryError", f"-XX:HeapDumpPath={path}"]


def dump_findings(host: Host, path: str, heap: int) -> List[Finding]:
    """What a person should know of the heap dump *path*: one that waits there, or too little room for *heap* bytes."""
    if not path:
        return []
    common = {
        "subject": path,
        "wanted": f"room for {show_size(heap)}, and no dump",
        "source": "java -XX:HeapDumpPath",
    }
    if host.exists(path):
        return [
            finding(
                "heap_dump_waits",
                "medium",
                found="a heap dump",
                why="a JVM ran out of memory, and the next one that does leaves no dump while this one is there",
                remedy="find out what filled the heap, then move the file away",
                **common,
            )
        ]
    room = host.room(posixpath.dirname(path))
    if room >= heap:
        return []
    return [
        finding(
            "heap_dump_room",
            "medium",
            found=f"{room // _MIB}m free",
            why="a heap that overflows would be cut off, or fill the disk",
            remedy="free some room there, or give the dumps a folder with more",
            **common,
        )
    ]
