# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run is going to write, worked out from four numbers and never from what a topic holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ..core.errors import UsageError
from .murmur2 import partition_of

BUCKET_RECORDS = 65_536
KEYS_PER_PARTITION = 16
VALUE_BYTES = 100
DEFAULT_PARTITIONS = 8
MOST_PARTITIONS = 1_000
MOST_RECORDS = 10**11  # the number has twelve digits in the record
_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}\Z")


def share(records: int, partitions: int, partition: int) -> int:
    """How many of ``records``, dealt out over ``partitions`` in turn, fall to ``partition``."""
    return records // partitions + (partition < records % partitions)


@dataclass(frozen=True)
class Bucket:
    """The numbers ``first`` to ``first + records - 1`` of one partition."""

    partition: int
    index: int
    first: int
    records: int


@dataclass(frozen=True)
class Plan:
    """The records of one run: regenerable from these four values alone.

    Partition p gets the numbers 0, 1, 2 … without a gap, and number n gets the key ``keys[p][n % KEYS_PER_PARTITION]``,
    which Kafka's partitioner sends to p. So n grows by one from record to record in every partition, and
    ``offset - n`` is constant there as long as nothing is lost, added or moved.
    """

    run_id: str
    seed: int
    records: int
    partitions: int

    def __post_init__(self) -> None:
        """Refuse with :class:`UsageError` what the record's fixed-width fields cannot carry."""
        if not _RUN_ID.match(self.run_id):
            raise UsageError(f"run id {self.run_id!r} must be 1 to 32 letters, digits and hyphens")
        if not 1 <= self.records <= MOST_RECORDS:
            raise UsageError(f"number of records {self.records} must be from 1 to {MOST_RECORDS}")
        if not 1 <= self.partitions <= MOST_PARTITIONS:
            raise UsageError(f"number of partitions {self.partitions} must be from 1 to {MOST_PARTITIONS}")
        if not 0 <= self.seed < 2**63:
            raise UsageError(f"seed {self.seed} must be from 0 to 2^63 - 1")

    @property
    def smallest_partition(self) -> int:
        """Number of records that every partition gets; the first ``larger_partitions`` get one more."""
        return self.records // self.partitions

    @property
    def larger_partitions(self) -> int:
        """How many partitions get one record more than the smallest."""
        return self.records % self.partitions

    def records_in(self, partition: int) -> int:
        """Number of records planned for ``partition``; 0 for one that the plan does not know."""
        if not 0 <= partition < self.partitions:
            return 0
        return share(self.records, self.partitions, partition)

    def buckets(self) -> list[Bucket]:
        """The whole expectation, cut into pieces of ``BUCKET_RECORDS`` numbers."""
        return [
            Bucket(partition, first // BUCKET_RECORDS, first, min(BUCKET_RECORDS, total - first))
            for partition in range(self.partitions)
            for total in [self.records_in(partition)]
            for first in range(0, total, BUCKET_RECORDS)
        ]

    @cached_property
    def keys(self) -> list[list[str]]:
        """``KEYS_PER_PARTITION`` keys of nine characters for each partition, each hashing to that partition."""
        found: list[list[str]] = [[] for _slot in range(self.partitions)]
        missing = self.partitions * KEYS_PER_PARTITION
        candidate = 0
        while missing:
            key = f"k{candidate:08d}"
            candidate += 1
            mine = found[partition_of(key.encode(), self.partitions)]
            if len(mine) < KEYS_PER_PARTITION:
                mine.append(key)
                missing -= 1
        return found

    def key_of(self, partition: int, number: int) -> str:
        """The key of record ``number`` of ``partition``."""
        return self.keys[partition][number % KEYS_PER_PARTITION]

    @property
    def bytes_planned(self) -> int:
        """Bytes of all keys and values together, without what Kafka adds."""
        return self.records * self.bytes_each

    @property
    def bytes_each(self) -> int:
        """Bytes of a key and its value together."""
        return len(self.keys[0][0]) + VALUE_BYTES
