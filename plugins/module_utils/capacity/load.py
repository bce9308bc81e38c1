# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster and the load that somebody expects of it: as it is given, held against what can be, with its defaults.

The options are those of the module capacity_plan, whose documentation tells what each means.
"""

from __future__ import annotations

from fractions import Fraction
from typing import List, NamedTuple, Sequence, Tuple

from ..core import listing, values
from ..core.errors import GroundworkError
from . import amounts
from .memory import DEFAULT_HEAP
from .options import Options

#: The documented size of a partition where throughput does not tell how many there are to be.
LARGEST_PARTITION = 25 * 1000**3
DEFAULT_REPLICAS = 3
#: Kafka's own values of segment.bytes and of segment.ms, the latter in hours.
DEFAULT_SEGMENT, DEFAULT_ROLL = 1024**3, 168
DEFAULT_REBUILD = 24
_MOST_BROKERS, _MOST_DISKS, _MOST_PARTITIONS = 100_000, 10_000, 10_000_000
_MOST_GROWTH = 1000
_SEGMENTS = (14, 2**31 - 1)  # what Kafka takes for segment.bytes at all

CLUSTER = (
    *("brokers", "racks", "disks", "disk_bytes", "memory_bytes", "network_bytes_per_second", "max_map_count"),
    *("nofile", "heap_bytes", "connections", "rebuild_hours", "fetcher_bytes_per_second", "largest_partition_bytes"),
    *("growth_percent", "partition_growth_percent", "topics"),
)
TOPIC = (
    *("name", "topics", "write_bytes_per_second", "records_per_second", "record_bytes", "read_bytes_per_second"),
    *("producer_bytes_per_second", "consumer_bytes_per_second", "partitions", "replication_factor"),
    *("retention_hours", "retention_bytes", "segment_bytes", "roll_hours"),
)


class Topics(NamedTuple):
    """A class of topics: *topics* alike, which share its rates. Rates are in bytes a second; None: not given."""

    name: str
    topics: int
    write: Fraction
    read: Fraction
    record_bytes: Fraction
    producer: int | None
    consumer: int | None
    partitions: int | None
    replicas: int
    retention_hours: Fraction | None
    retention_bytes: int | None
    segment_bytes: int
    roll_hours: Fraction


class Load(NamedTuple):
    """A cluster of *brokers* alike and what it is to carry, as the variable *name* has it.

    *network* is bytes a second in each direction; *growth* and *partition_growth* are what a month adds to rates and to
    partitions, in percent.
    """

    name: str
    brokers: int
    racks: int
    disks: int
    disk_bytes: int | None
    memory_bytes: int | None
    network: int | None
    max_map_count: int | None
    nofile: int | None
    heap: int
    connections: int
    rebuild_hours: Fraction
    fetcher: int | None
    largest_partition: int
    growth: Fraction
    partition_growth: Fraction
    topics: Sequence[Topics]


def read(given: object, name: str) -> Load:
    """The load that *given*, called *name*, describes.

    Raises GroundworkError, one sentence with the name of what is wrong, for a load that cannot be.
    """
    options = Options(given, name, CLUSTER)
    brokers = options.whole("brokers", _MOST_BROKERS)
    racks = options.whole("racks", _MOST_BROKERS, default=1)
    if racks > brokers:
        raise GroundworkError(
            f"{name}.racks: {racks} is more than the {brokers} of {name}.brokers; give the racks that have a broker."
        )
    return Load(
        name=name,
        brokers=brokers,
        racks=racks,
        disks=options.whole("disks", _MOST_DISKS, default=1),
        disk_bytes=options.size("disk_bytes"),
        memory_bytes=options.size("memory_bytes"),
        network=options.size("network_bytes_per_second"),
        max_map_count=options.whole_or_none("max_map_count"),
        nofile=options.whole_or_none("nofile"),
        heap=options.size("heap_bytes") or DEFAULT_HEAP,
        connections=options.whole("connections", values.LARGEST_INT, default=0, smallest=0),
        rebuild_hours=options.hours("rebuild_hours") or Fraction(DEFAULT_REBUILD),
        fetcher=options.size("fetcher_bytes_per_second"),
        largest_partition=options.size("largest_partition_bytes") or LARGEST_PARTITION,
        growth=options.percent("growth_percent", _MOST_GROWTH),
        partition_growth=options.percent("partition_growth_percent", _MOST_GROWTH),
        topics=_classes(options, brokers),
    )


def _classes(options: Options, brokers: int) -> List[Topics]:
    given, name = options.raw("topics"), options.called("topics")
    if not isinstance(given, (list, tuple)) or not given:
        raise GroundworkError(f"{name} is missing; give the classes of topics, at least one.")
    found = [_topics(Options(one, f"{name}[{place}]", TOPIC), brokers) for place, one in enumerate(given)]
    twice = listing.repeated(one.name for one in found)
    if twice:
        raise GroundworkError(f"{name} has {twice[0]} twice; give each class of topics a name of its own.")
    return found


def _topics(options: Options, brokers: int) -> Topics:
    called = str(options.raw("name") or "").strip()
    if not called:
        raise GroundworkError(f"{options.called('name')} is missing; give the class of topics a name, such as events.")
    replicas = options.whole("replication_factor", 2**15 - 1, default=min(DEFAULT_REPLICAS, brokers))
    if replicas > brokers:
        raise GroundworkError(
            f"{options.called('replication_factor')}: {replicas} is more than there are brokers, {brokers}, each of "
            "which holds one replica of a partition at most; give more brokers, or fewer replicas."
        )
    write, record_bytes = _rates(options)
    segment_bytes = options.size("segment_bytes", *_SEGMENTS) or DEFAULT_SEGMENT
    if record_bytes > segment_bytes:
        raise GroundworkError(
            f"{options.called('record_bytes')}: a record of {amounts.shown_size(record_bytes)} is larger than its "
            f"segment of {amounts.shown_size(segment_bytes)}, so that Kafka refuses it; give smaller records, or "
            "larger segments."
        )
    read_bytes = options.size("read_bytes_per_second", 0)
    hours, most_bytes = options.hours("retention_hours"), options.size("retention_bytes")
    if hours is None and most_bytes is None:
        raise GroundworkError(
            f"{options.called('retention_hours')} is missing; give it, or retention_bytes, which is also what the keys "
            "of a compacted topic hold."
        )
    return Topics(
        name=called,
        topics=options.whole("topics", _MOST_PARTITIONS, default=1),
        write=write,
        read=write if read_bytes is None else Fraction(read_bytes),
        record_bytes=record_bytes,
        producer=options.size("producer_bytes_per_second"),
        consumer=options.size("consumer_bytes_per_second"),
        partitions=options.whole_or_none("partitions", _MOST_PARTITIONS),
        replicas=replicas,
        retention_hours=hours,
        retention_bytes=most_bytes,
        segment_bytes=segment_bytes,
        roll_hours=options.hours("roll_hours") or Fraction(DEFAULT_ROLL),
    )


def _rates(options: Options) -> Tuple[Fraction, Fraction]:
    """The bytes written in a second, and those of a record, of which any two of the three options tell."""
    write, record = options.size("write_bytes_per_second"), options.size("record_bytes")
    records = options.whole_or_none("records_per_second", amounts.LARGEST)
    if write is not None and record is not None:
        if records is not None and write != records * record:
            raise GroundworkError(
                f"{options.called('write_bytes_per_second')}: {write} is not records_per_second times record_bytes, "
                f"{records * record}; give two of the three."
            )
        return Fraction(write), Fraction(record)
    if write is not None and records is not None:
        return Fraction(write), Fraction(write, records)
    if records is not None and record is not None:
        return Fraction(records * record), Fraction(record)
    missing = "write_bytes_per_second" if write is None else "record_bytes"
    raise GroundworkError(
        f"{options.called(missing)} is missing; give two of write_bytes_per_second, record_bytes and "
        "records_per_second."
    )


def grown(load: Load, months: int) -> Load:
    """*load* after so many *months*; the partitions of each topic must be settled by then."""
    rate, count = (
        (1 + percent / 100) ** months if percent else Fraction(1) for percent in (load.growth, load.partition_growth)
    )
    topics: List[Topics] = [
        one._replace(
            write=one.write * rate,
            read=one.read * rate,
            partitions=None if one.partitions is None else amounts.ceiling(one.partitions * count),
        )
        for one in load.topics
    ]
    return load._replace(topics=topics)
