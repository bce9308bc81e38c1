# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run is going to write, worked out from a few numbers and never from what a topic holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ..core.errors import UsageError
from . import deal
from .shape import KEY_BYTES, PLAIN, TOMBSTONE, Shape

BUCKET_RECORDS = 65_536
#: What each value has behind its text, and what guards it.
SERIAL_BYTES = CHECKSUM_BYTES = 8
#: Of a value's head, where the smallest record has room for it.
_MOST_TEXT_BYTES = 84
DEFAULT_PARTITIONS = 8
MOST_PARTITIONS = 1_000
MOST_RECORDS = 10**11  # the number has twelve digits in the record
_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}\Z")


@dataclass(frozen=True)
class Bucket:
    """The numbers ``first`` to ``first + records - 1`` of one partition."""

    partition: int
    index: int
    first: int
    records: int


@dataclass(frozen=True)
class Plan:
    """The records of one run: regenerable from these values alone.

    Partition p gets the numbers 0, 1, 2 … without a gap, and number n gets a key that Kafka's partitioner sends to p.
    So n grows by one from record to record in every partition, and ``offset - n`` is constant there as long as nothing
    is lost, added or moved. Which partition a record falls to, which key and which size it has, comes round in cycles.
    """

    run_id: str
    seed: int
    records: int
    partitions: int
    shape: Shape = PLAIN

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
        least = least_record_bytes(self.run_id)
        if self.shape.least_bytes < least:
            raise UsageError(
                f"a record of {self.shape.least_bytes} bytes is too small for its key, the run id {self.run_id}, a "
                f"number and a checksum, which take {least}: give at least as much with --record-bytes"
            )

    @cached_property
    def deal(self) -> deal.Deal:
        """Which record falls to which partition, and its key."""
        shape = self.shape
        if shape.keys is None:
            return deal.even(self.partitions)
        return deal.by_key(self.partitions, shape.keys, shape.skew, self.seed)

    def before(self, count: int, partition: int) -> int:
        """How many of the plan's first ``count`` records fall to ``partition``."""
        if self.shape.keys is None:
            return count // self.partitions + (partition < count % self.partitions)
        return self.deal.before(count, partition)

    def records_in(self, partition: int) -> int:
        """Number of records planned for ``partition``; 0 for one that the plan does not know."""
        return self.before(self.records, partition) if 0 <= partition < self.partitions else 0

    def buckets(self) -> list[Bucket]:
        """The whole expectation, cut into pieces of ``BUCKET_RECORDS`` numbers."""
        return [
            Bucket(partition, first // BUCKET_RECORDS, first, min(BUCKET_RECORDS, total - first))
            for partition in range(self.partitions)
            for total in [self.records_in(partition)]
            for first in range(0, total, BUCKET_RECORDS)
        ]

    @property
    def keys(self) -> list[list[str]]:
        """Keys of nine characters for each partition, each hashing to that partition, in the order of the numbers."""
        return self.deal.keys

    def key_of(self, partition: int, number: int) -> str:
        """The key of record ``number`` of ``partition``."""
        mine = self.keys[partition]
        return mine[number % len(mine)]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Bytes of the records in the cycle that sizes take turns in, ``TOMBSTONE`` for those without a value."""
        return self.shape.cycle(self.seed)

    def is_tombstone(self, partition: int, number: int) -> bool:
        """Whether record ``number`` of ``partition`` has no value."""
        return self.sizes[(partition + number) % len(self.sizes)] == TOMBSTONE

    def value_bytes(self, partition: int, number: int) -> int:
        """Bytes of the value of record ``number`` of ``partition``; 0 for none."""
        return max(0, self.sizes[(partition + number) % len(self.sizes)] - KEY_BYTES)

    @cached_property
    def _bytes_of_places(self) -> list[int]:
        """Bytes of keys and values of the records before each place of two cycles of sizes."""
        return [0, *accumulate(size or KEY_BYTES for size in self.sizes * 2)]

    @cached_property
    def _tombstones_of_places(self) -> list[int]:
        """Records without a value before each place of two cycles of sizes."""
        return [0, *accumulate(size == TOMBSTONE for size in self.sizes * 2)]

    def _in_cycles(self, partition: int, count: int, sums: list[int]) -> int:
        """What the first ``count`` records of ``partition`` sum up to."""
        length = len(self.sizes)
        first, (cycles, rest) = partition % length, divmod(count, length)
        return cycles * sums[length] + sums[first + rest] - sums[first]

    def bytes_in(self, partition: int) -> int:
        """Bytes of all keys and values of ``partition`` together, without what Kafka adds."""
        return self._in_cycles(partition, self.records_in(partition), self._bytes_of_places)

    def tombstones_in(self, partition: int) -> int:
        """Number of records of ``partition`` without a value."""
        return self._in_cycles(partition, self.records_in(partition), self._tombstones_of_places)

    def bytes_before(self, count: int) -> int:
        """Bytes of the keys and values of the plan's first ``count`` records."""
        return sum(
            self._in_cycles(partition, self.before(count, partition), self._bytes_of_places)
            for partition in range(self.partitions)
        )

    @property
    def bytes_planned(self) -> int:
        """Bytes of all keys and values together, without what Kafka adds."""
        return self.bytes_before(self.records)

    @property
    def text_bytes(self) -> int:
        """Of the text that each value begins with; it has the run id at least."""
        least = len(self.run_id) + 1
        room = self.shape.least_bytes - KEY_BYTES - SERIAL_BYTES - CHECKSUM_BYTES
        return least if self.shape.lean else max(least, min(_MOST_TEXT_BYTES, room))

    @property
    def head_bytes(self) -> int:
        """Of the text, the serial and the checksum; what a value has behind them is padding."""
        return self.text_bytes + SERIAL_BYTES + CHECKSUM_BYTES


def least_record_bytes(run_id: str) -> int:
    """Bytes of the smallest record, key and value together, that a run of this id can write."""
    return KEY_BYTES + len(run_id) + 1 + SERIAL_BYTES + CHECKSUM_BYTES


def require_keys(plan: Plan) -> None:
    """Raise :class:`UsageError` for more keys than records."""
    keys = plan.shape.keys or 0
    if keys > plan.records:
        raise UsageError(
            f"{keys:,} keys are more than the {plan.records:,} records that are to have them: lower --keys, or raise "
            "what is written"
        )
