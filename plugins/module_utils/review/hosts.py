# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Brokers against their hosts: memory, heap, threads and disks."""

from __future__ import annotations

import math
from typing import Iterator

from ..capacity.memory import BESIDE_HEAP, PAGE_CACHE_SECONDS
from ..core.sizes import show_size
from . import settings, shown
from .model import Broker, Reviewed
from .rule import BROKER, Rule, Trap

_BUFFER = "log.cleaner.dedupe.buffer.size"
_SHARE = 4  # of the heap, for the cleaner's buffer
_FETCHERS = "num.replica.fetchers"
_MANY_BROKERS, _MANY_FOLLOWED = 6, 1000


def _replicated(found: Reviewed, broker: Broker) -> float:
    """The bytes that all brokers write in a second, replicas included.

    Topics have their own number of replicas. What nobody has told by topic goes to the others by their partitions, and
    where there are none to such as *broker* makes by default.
    """
    topics = [topic for topic in found.topics or () if not topic.internal]
    told = [(topic.written, topic.replication) for topic in topics if topic.written is not None]
    others = [(topic.partitions, topic.replication) for topic in topics if topic.written is None]
    others = others or [(1, settings.number(broker, "default.replication.factor"))]
    rest = max(0, (found.load.written or 0) - sum(written for written, _replicas in told))
    partitions = max(1, sum(count for count, _replicas in others))
    mean = sum(count * replicas for count, replicas in others) / partitions
    return sum(written * replicas for written, replicas in told) + rest * max(1, mean)


def _page_cache_small(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    """What the heaps leave of the memory, against 30 seconds of what this broker writes, replicas included."""
    facts = broker.facts
    written = math.ceil(_replicated(found, broker) / max(1, found.size))
    heaps = (facts.heap or 0) + sum(facts.other_heaps)
    left = (facts.memory or 0) - heaps - BESIDE_HEAP * (1 + len(facts.other_heaps))
    wanted = written * PAGE_CACHE_SECONDS
    if left < wanted:
        yield Trap(
            f"{shown.size(facts.memory or 0)} - heaps {shown.size(heaps)} - JVMs = {shown.size(max(0, left))} < "
            f"{shown.size(written)} in a second x {PAGE_CACHE_SECONDS} = {shown.size(wanted)}",
            f"{shown.size(wanted)} of page cache",
        )


def _dedupe_over_heap(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    if not settings.flag(settings.text(broker, "log.cleaner.enable")):
        return
    buffer, heap = settings.number(broker, _BUFFER), broker.facts.heap or 0
    if buffer * _SHARE > heap:
        yield Trap(
            f"{_BUFFER} {show_size(buffer)} = {100 * buffer // max(1, heap)}% of the heap of {show_size(heap)}",
            f"at most a quarter, {show_size(heap // _SHARE)}",
            severity="high" if buffer * 2 > heap else "",
        )


def _io_threads_few(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    threads, folders = settings.number(broker, "num.io.threads"), settings.log_dirs(broker)
    if threads < len(folders):
        yield Trap(f"num.io.threads {threads} < {len(folders)} log.dirs", f"{len(folders)} or more")


def _fetchers_single(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    fetchers = settings.number(broker, _FETCHERS)
    followed = sum(topic.partitions * (topic.replication - 1) for topic in found.topics or ()) // max(1, found.size)
    if fetchers == 1 and found.size >= _MANY_BROKERS and followed >= _MANY_FOLLOWED:
        sources = found.size - 1
        yield Trap(
            f"{_FETCHERS} 1: {shown.many(followed)} replicas to follow by {sources} threads, one for each other broker",
            f"{_FETCHERS} 4",
        )


def _log_dir_of_the_system(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    disks = broker.facts.disks or {}
    roots = [path for path in settings.log_dirs(broker) if path in disks and disks[path].mount_point == "/"]
    if roots:
        yield Trap(f"{', '.join(roots)} on the root file system", "a mount point of its own")


RULES = (
    Rule(
        "page_cache_small",
        "medium",
        BROKER,
        _page_cache_small,
        why="consumers that are up to date read from memory what the page cache holds, and from the disk all else",
        source="Apache Kafka documentation, Operations: Hardware and OS, Memory",
        remedy="give the broker a smaller heap, or the host more memory",
        needs=("facts.memory", "facts.heap", "load.written"),
    ),
    Rule(
        "dedupe_buffer_over_heap",
        "medium",
        BROKER,
        _dedupe_over_heap,
        why="the cleaner takes its buffer from the heap when the broker starts, which may end it (out of memory)",
        source="Apache Kafka documentation, Broker Configs: log.cleaner.dedupe.buffer.size",
        remedy="lower log.cleaner.dedupe.buffer.size, or give the broker a larger heap",
        needs=("facts.heap",),
    ),
    Rule(
        "io_threads_few",
        "medium",
        BROKER,
        _io_threads_few,
        why="a disk without a thread waits while others are read and written",
        source="Apache Kafka documentation, Operations: num.io.threads of as many as there are disks, or more",
        remedy="raise num.io.threads to the number of disks, or more",
    ),
    Rule(
        "fetchers_single",
        "low",
        BROKER,
        _fetchers_single,
        why="one thread copies all that a broker follows of another, and replicas fall out of sync at a peak",
        source="Apache Kafka documentation, Operations: a production server's configuration has 4; from when on one is "
        "too few is this collection's own measure",
        # Dynamically it may only be doubled; and once it is more than twice what the file has, a broker that starts
        # may take no dynamic default at all, not even of min.insync.replicas (KAFKA-20890, seen of 4.1.2 and 4.3.1).
        remedy="set num.replica.fetchers=4 in each broker's file, and restart one after the other",
        needs=("topics",),
    ),
    Rule(
        "disk_of_the_system",
        "medium",
        BROKER,
        _log_dir_of_the_system,
        why="a full log fills the root file system, and with it stops all that runs on the host",
        source="Apache Kafka documentation, Operations: Disks and Filesystem",
        remedy="move the directory to a disk of its own, with the server stopped",
        needs=("facts.disks",),
    ),
)
