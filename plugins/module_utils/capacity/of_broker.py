# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The numbers of one broker, the fullest of its cluster: what it holds, what its host has to give, and its threads."""

from __future__ import annotations

from fractions import Fraction
from typing import List, NamedTuple, Sequence

from . import map_areas, memory, numbers
from .amounts import ceiling, shown_hours, shown_rate, shown_size
from .load import Load
from .numbers import Number
from .share import Share

#: What the documentation's own production configuration has.
FETCHERS, IO_THREADS = 4, 8
#: The limit that operators of large clusters give; production brokers hold about 400,000.
NOFILE = 1024288


class Settings(NamedTuple):
    """What follows for a host and its broker: settings by their names there, in bytes where they are sizes."""

    max_map_count: int
    nofile: int
    fetchers: int
    io_threads: int


def settings(load: Load, share: Share) -> Settings:
    """What *share* of *load* asks for."""
    return Settings(
        map_areas.max_map_count(share.map_areas),
        max(NOFILE, share.segments_lost + load.connections),
        max(FETCHERS, _fetchers(load, share)) if load.brokers > 1 else 1,
        max(IO_THREADS, load.disks),
    )


def of_broker(load: Load, share: Share) -> List[Number]:
    """The numbers of *share*, in the order in which they follow from one another."""
    return [
        *_held(load, share),
        *_limits(load, share),
        *_memory(load, share),
        *_network(load, share),
        *_threads(load, share),
    ]


def _sum(parts: Sequence[str], total: str) -> str:
    return f"{' + '.join(parts)} = {total}"


def _held(load: Load, share: Share) -> List[Number]:
    replicas, lost = (sum(getattr(one, name) for one in share.classes) for name in ("replicas", "replicas_lost"))
    each = [f"{one.replicas:,}" for one in share.classes]
    in_segments = [f"{one.segments.in_all:,} × {one.replicas:,}" for one in share.classes]
    disk = [f"{shown_size(one.total)} ÷ {one.sharing}" for one in share.classes]
    disk_lost = [f"{shown_size(one.total)} ÷ {one.sharing_lost}" for one in share.classes]
    disks = f"{shown_size(share.disk_lost)} ÷ {load.disks} = {shown_size(share.disk_lost / load.disks)}"
    found = [
        Number("replicas", "Replicas", replicas, numbers.COUNT, _sum(each, f"{replicas:,}"), numbers.RACKS),
        Number(
            "segments",
            "Segments",
            share.segments,
            numbers.COUNT,
            _sum(in_segments, f"{share.segments:,}"),
            numbers.SEGMENTS,
        ),
        Number(
            "disk_bytes",
            "Data on disk",
            ceiling(share.disk),
            numbers.BYTES,
            _sum(disk, shown_size(share.disk)),
            numbers.SEGMENTS,
        ),
        Number(
            "disk_bytes_lost",
            "Data on disk once another broker is lost",
            ceiling(share.disk_lost),
            numbers.BYTES,
            _sum(disk_lost, shown_size(share.disk_lost)),
            numbers.RACKS,
        ),
        Number(
            "disk_bytes_each",
            "Of that on each disk",
            ceiling(share.disk_lost / load.disks),
            numbers.BYTES,
            disks,
            numbers.HARDWARE,
        ),
    ]
    if lost != replicas:
        again = [f"{one.partitions:,} × {one.topics.replicas} ÷ {one.sharing_lost}" for one in share.classes]
        title = "Replicas once another broker is lost"
        rounded = ", each rounded up" if len(again) > 1 else ""
        formula = f"{' + '.join(again)}{rounded} = {lost:,}"
        found.insert(1, Number("replicas_lost", title, lost, numbers.COUNT, formula, numbers.RACKS))
    return found


def _limits(load: Load, share: Share) -> List[Number]:
    found = settings(load, share)
    in_segments = [f"{one.segments.in_all:,} × {one.replicas_lost:,}" for one in share.classes]
    inside = " + ".join(in_segments) if len(in_segments) == 1 else f"({' + '.join(in_segments)})"
    descriptors = share.segments_lost + load.connections
    return [
        Number(
            "map_areas",
            "Memory map areas, with head room for a lost broker",
            share.map_areas,
            numbers.COUNT,
            f"{map_areas.MAPS_PER_SEGMENT} × {inside} + {map_areas.JVM_MAPS} of the JVM = {share.map_areas:,}",
            numbers.MAPS,
        ),
        Number(
            "max_map_count",
            "vm.max_map_count",
            found.max_map_count,
            numbers.COUNT,
            f"the power of two that holds {share.map_areas:,}, never below {map_areas.MINIMUM_MAP_COUNT:,}",
            numbers.MAPS,
        ),
        Number(
            "descriptors",
            "Descriptors, with head room for a lost broker",
            descriptors,
            numbers.COUNT,
            f"{' + '.join(in_segments)} + {load.connections:,} connections = {descriptors:,}",
            numbers.HARDWARE,
        ),
        Number(
            "nofile",
            "nofile and LimitNOFILE",
            found.nofile,
            numbers.COUNT,
            f"the larger of {NOFILE:,} and {descriptors:,}",
            numbers.HARDWARE,
        ),
    ]


def _memory(load: Load, share: Share) -> List[Number]:
    each = [f"{shown_rate(one.topics.write)} × {one.topics.replicas} ÷ {one.sharing}" for one in share.classes]
    cache, heap, beside = shown_size(share.page_cache), shown_size(load.heap), shown_size(memory.BESIDE_HEAP)
    total = share.page_cache + load.heap + memory.BESIDE_HEAP
    return [
        Number(
            "write_bytes_per_second",
            "Written, by producers and replication",
            ceiling(share.written),
            numbers.RATE,
            _sum(each, shown_rate(share.written)),
            numbers.REPLICATION,
        ),
        Number(
            "page_cache_bytes",
            "Page cache",
            ceiling(share.page_cache),
            numbers.BYTES,
            f"{shown_rate(share.written)} × {memory.PAGE_CACHE_SECONDS} s = {cache}",
            numbers.HARDWARE,
        ),
        Number("heap_bytes", "Heap", load.heap, numbers.BYTES, f"{heap}, smallest and largest alike", numbers.JAVA),
        Number(
            "memory_bytes",
            "Memory",
            ceiling(total),
            numbers.BYTES,
            f"{cache} of page cache + {heap} of heap + {beside} beside it = {shown_size(total)}",
            numbers.HARDWARE,
        ),
    ]


def _network(load: Load, share: Share) -> List[Number]:
    copies = sum((one.total / one.sharing for one in share.classes if one.topics.replicas > 1), Fraction(0))
    read = sum((one.topics.read for one in share.classes), Fraction(0))
    copied = sum((one.copied for one in share.classes), Fraction(0))
    rebuild, lost = shown_rate(share.rebuild), shown_rate(share.written_lost)
    served = (
        f"({shown_rate(read)} to consumers + {shown_rate(copied)} to replicas + {rebuild} to rebuild) ÷ {share.left}"
    )
    return [
        Number(
            "rebuild_bytes_per_second",
            "Copied to a broker that comes back empty",
            ceiling(share.rebuild),
            numbers.RATE,
            f"{shown_size(copies)} ÷ {shown_hours(load.rebuild_hours)} = {rebuild}",
            numbers.REPLICATION,
        ),
        Number(
            "network_in_bytes_per_second",
            "Network, in",
            ceiling(share.network_in),
            numbers.RATE,
            f"the larger of {shown_rate(share.written)} written + {rebuild} to rebuild and {lost} once another broker "
            f"is lost = {shown_rate(share.network_in)}",
            numbers.REPLICATION,
        ),
        Number(
            "network_out_bytes_per_second",
            "Network, out, while another broker is lost",
            ceiling(share.network_out),
            numbers.RATE,
            f"{served} = {shown_rate(share.network_out)}",
            numbers.REPLICATION,
        ),
    ]


def _fetchers(load: Load, share: Share) -> int:
    """The threads that copy what one broker fetches from each other one; 0 where nobody has said what one copies."""
    return 0 if load.fetcher is None else ceiling(_fetched(share) / load.fetcher)


def _fetched(share: Share) -> Fraction:
    """The bytes a second that a broker fetches from each other one, while it is rebuilt."""
    leading = sum((one.topics.write / one.sharing for one in share.classes), Fraction(0))
    return (share.written + share.rebuild - leading) / share.left


def _threads(load: Load, share: Share) -> List[Number]:
    found = settings(load, share)
    if load.brokers == 1:
        fetchers = "nothing to copy with one broker"
    elif load.fetcher is None:
        fetchers = f"{FETCHERS}, as documented; fetcher_bytes_per_second tells whether they are enough"
    else:
        of_each = f"{shown_rate(_fetched(share))} from each other broker ÷ {shown_rate(load.fetcher)}"
        fetchers = f"the larger of {FETCHERS} and {of_each} = {_fetchers(load, share)}"
    return [
        Number("replica_fetchers", "num.replica.fetchers", found.fetchers, numbers.COUNT, fetchers, numbers.PRODUCTION),
        Number(
            "io_threads",
            "num.io.threads",
            found.io_threads,
            numbers.COUNT,
            f"the larger of {IO_THREADS} and a thread for each of {load.disks} disks",
            numbers.IO_THREADS,
        ),
    ]
