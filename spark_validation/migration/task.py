# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a migration does to each record, on the executors.

The module is sent to them by value, so of this package it imports only what is sent in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Tuple

from ..records.murmur2 import partition_of
from .marks import HEADER

Headers = List[Tuple[str, bytes]]
#: Key, value, headers and timestamp in milliseconds.
Content = Tuple[Optional[bytes], Optional[bytes], Headers, int]
Transform = Callable[[Optional[bytes], Optional[bytes], Headers, int], Optional[Content]]


@dataclass(frozen=True)
class Job:
    """What is to be done: how to reach the cluster, from where to where, and what to do to a record.

    ``partitions`` are the copy's, ``record_bytes`` what it takes; a record goes to the partition of its key ``by_key``,
    else to the one of the same number. One whose ``transform`` fails ends the copying of its partition, or is passed
    over (``skip``).
    """

    servers: str
    properties: Mapping[str, str] = field(repr=False)
    source: str
    copy: str
    partitions: int
    by_key: bool
    record_bytes: int
    compression: str
    transform: Transform | None
    skip: bool


def content(row: Any, job: Job) -> Content | None:
    """What ``row`` of the source becomes; null where it is dropped. Raises whatever the transform does.

    ValueError and TypeError are for what cannot be written.
    """
    if not row["passes"]:
        return None
    key, value = (None if row[name] is None else bytes(row[name]) for name in ("key", "value"))
    headers = [(one["key"], None if one["value"] is None else bytes(one["value"])) for one in row["headers"] or []]
    made: Any = (key, value, headers, row["timestamp"])
    if job.transform is not None:
        made = job.transform(*made)
        if made is None:
            return None
    return _checked(made)


def _checked(made: Any) -> Content:
    if not isinstance(made, tuple) or len(made) != 4:
        raise TypeError("it gave neither None nor a tuple (key, value, headers, timestamp)")
    key, value, headers, timestamp = made
    if not all(one is None or isinstance(one, bytes) for one in (key, value)):
        raise TypeError("it gave a key or a value that is neither bytes nor None")
    if key is None and value is None:
        raise ValueError("it has neither a key nor a value, which this cannot write")
    if not isinstance(timestamp, int) or isinstance(timestamp, bool) or timestamp < 0:
        raise TypeError("its timestamp is not a whole number of milliseconds from 0 on")
    others = [one for one in headers or [] if one[0] != HEADER]
    if not all(len(one) == 2 and isinstance(one[0], str) and isinstance(one[1], bytes) for one in others):
        raise TypeError("it has a header that is not (str, bytes), which this cannot write")
    return key, value, list(map(tuple, others)), timestamp


def place(key: bytes | None, partition: int, job: Job) -> int:
    """The copy's partition for a record of the source's ``partition``; without a key it follows the partition."""
    if not job.by_key:
        return partition
    return partition % job.partitions if key is None else partition_of(key, job.partitions)


def transformed(rows: Iterable[Any], job: Job) -> Iterator[Tuple[Any, ...]]:
    """What the copy should hold of ``rows``: source's place, timestamp, key, value, headers, the copy's partition."""
    for row in rows:
        try:
            made = content(row, job)
        except Exception as error:
            if job.skip:
                continue
            raise ValueError(at(row, error)) from error
        if made is not None:
            key, value, headers, timestamp = made
            partition = place(key, row["partition"], job)
            yield row["partition"], row["offset"], timestamp, key, value, headers, partition


def at(row: Any, error: Exception) -> str:
    """Where the ``row`` lies, and what is wrong with it."""
    return f"partition {row['partition']} offset {row['offset']}: {type(error).__name__}: {error}"
