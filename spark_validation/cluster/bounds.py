# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run may cost the cluster: bytes on its disks, known and allowed before the first record is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable

from ..core.errors import CouldNotRunError, UsageError
from ..records.plan import Plan

# What Kafka's record format (version 2) adds to a key and a value of these sizes, at most: 14 bytes of lengths,
# attributes, deltas of time and offset, and 14 of the header that names the attempt, where there is one. A batch's 61
# bytes are lost in the rounding.
FRAME_BYTES = 28
# Of a larger record there are few in a batch, or one, which then has its 61 bytes; and its lengths take more.
_LARGE_BYTES, _LARGE_FRAME_BYTES = 16 * 1024, 96
# What the header takes, beside what it says, in which a tombstone tells which record it is: its name, and lengths.
_HEADER_BYTES = 12


@dataclass(frozen=True)
class TopicShape:
    """What the run's own topic was made with: replicas, how many must be in sync, and how long its records stay.

    ``segment_bytes`` is null where the cluster's default is left.
    """

    replication_factor: int
    min_insync_replicas: int
    retention_ms: int
    segment_bytes: int | None = None


@dataclass(frozen=True)
class Directory:
    """A log directory of a broker, and the ``partitions`` of the run's topic of which it holds a replica.

    ``total`` and ``usable`` are bytes of its volume; null where the broker does not tell.
    """

    broker: int
    path: str
    total: int | None
    usable: int | None
    partitions: tuple[int, ...]


@dataclass(frozen=True)
class Room:
    """What a log directory has to take, beside what its volume has."""

    broker: int
    directory: str
    needed_bytes: int
    usable_bytes: int | None
    total_bytes: int | None


def bytes_stored(plan: Plan, replication_factor: int) -> int:
    """Bytes that all replicas of the plan's records take on the brokers' disks."""
    return sum(_bytes_in(plan, partition) for partition in range(plan.partitions)) * replication_factor


def _bytes_in(plan: Plan, partition: int) -> int:
    """Bytes of one replica of ``partition``, uncompressed."""
    frame = _LARGE_FRAME_BYTES if plan.shape.most_bytes > _LARGE_BYTES else FRAME_BYTES
    told = plan.head_bytes + _HEADER_BYTES
    return plan.bytes_in(partition) + frame * plan.records_in(partition) + told * plan.tombstones_in(partition)


def require_budget(plan: Plan, replication_factor: int, most_bytes: int | None, size: str) -> None:
    """Raise :class:`UsageError` when the plan would store more than ``most_bytes``; ``size`` is the option for less."""
    stored = bytes_stored(plan, replication_factor)
    if most_bytes is not None and stored > most_bytes:
        replicas = f"{replication_factor} replica{'' if replication_factor == 1 else 's'}"
        raise UsageError(
            f"{plan.records:,} records on {replicas} take {stored:,} bytes, more than --max-bytes "
            f"{most_bytes:,}: lower {size} or --replication-factor, or raise --max-bytes"
        )


def rooms(plan: Plan, directories: Iterable[Directory]) -> list[Room]:
    """What each directory that holds a part of the run's topic has to take."""
    return [
        Room(
            directory.broker,
            directory.path,
            sum(_bytes_in(plan, partition) for partition in directory.partitions),
            directory.usable,
            directory.total,
        )
        for directory in directories
        if directory.partitions
    ]


def require_room(found: Iterable[Room], size: str) -> None:
    """Raise :class:`CouldNotRunError` for the first directory whose volume could not take its part.

    ``size`` is the option that makes the run smaller.
    """
    for room in found:
        if room.usable_bytes is not None and room.needed_bytes > room.usable_bytes:
            raise CouldNotRunError(
                f"broker {room.broker} has {room.usable_bytes:,} bytes of room in {room.directory} and would take "
                f"{room.needed_bytes:,} of this run: lower {size}, or make room there"
            )


def silent(brokers: Iterable[int], directories: Iterable[Directory]) -> list[int]:
    """The brokers that do not tell how much room they have."""
    told = {directory.broker for directory in directories if directory.usable is not None}
    return sorted(set(brokers) - told)
