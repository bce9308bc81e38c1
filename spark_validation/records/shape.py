# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run's records look like, whichever they are: sizes, keys, compression, transactions, tombstones."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..core.errors import UsageError

KEY_BYTES = 9
DEFAULT_RECORD_BYTES = 109
#: A record lies whole in the memory of tasks and brokers several times over.
MOST_RECORD_BYTES = 16 * 1024 * 1024
MOST_KEYS = 100_000
MOST_SKEW = 10.0
COMPRESSIONS = ("none", "gzip", "snappy", "lz4", "zstd")
#: Sizes and tombstones take turns in a cycle of this length: a prime, so that they do not fall into step with the keys,
#: and each share is kept to a thousandth.
CYCLE = 997
MOST_SIZES = 100
TOMBSTONE = 0


class Size(NamedTuple):
    """Records of so many ``bytes``, key and value together, of which there are ``weight`` beside the other sizes'."""

    bytes: int
    weight: int = 1


def _wrong_sizes(sizes: tuple[Size, ...]) -> str:
    if not 1 <= len(sizes) <= MOST_SIZES:
        return f"{len(sizes)} sizes of records are given: give from 1 to {MOST_SIZES}"
    for size in sizes:
        if size.bytes < 1:
            return f"a record of {size.bytes} bytes has no room for what tells it from others: give a larger size"
        if size.bytes > MOST_RECORD_BYTES:
            return f"a record of {size.bytes:,} bytes is more than this writes: give at most {MOST_RECORD_BYTES:,}"
        if size.weight < 1:
            return f"records of {size.bytes:,} bytes with a weight of {size.weight} are none: leave them out"
    if len({size.bytes for size in sizes}) < len(sizes):
        return "a size of records is given twice: give it once, with the weight of both"
    return ""


def _wrong_keys(keys: int | None, skew: float) -> str:
    if keys is not None and not 1 <= keys <= MOST_KEYS:
        return f"number of keys {keys} must be from 1 to {MOST_KEYS:,}"
    if not 0 <= skew <= MOST_SKEW:
        return f"a skew of {skew:g} is none: give from 0, where all keys come as often, to {MOST_SKEW:g}"
    if skew and keys is None:
        return "a skew of the keys hangs on how many there are: give --keys as well, or leave out --key-skew"
    return ""


@dataclass(frozen=True)
class Shape:
    """The shape of a load; what is left out is as in a run without one.

    ``keys`` are those of the whole topic, null for sixteen of each partition that take turns. With a ``skew`` of s, the
    key of rank r comes in proportion to r to the power of -s. ``transaction_records`` go into one transaction, null for
    none. ``tombstones`` is the part of the records that have no value, in a topic that is ``compacted``.
    """

    sizes: tuple[Size, ...] = (Size(DEFAULT_RECORD_BYTES),)
    keys: int | None = None
    skew: float = 0.0
    compression: str = "none"
    transaction_records: int | None = None
    compacted: bool = False
    tombstones: float = 0.0

    def __post_init__(self) -> None:
        """Refuse with :class:`UsageError` what contradicts itself."""
        wrong = _wrong_sizes(self.sizes) or _wrong_keys(self.keys, self.skew) or self._wrong_rest()
        if wrong:
            raise UsageError(wrong)

    def _wrong_rest(self) -> str:
        if self.compression not in COMPRESSIONS:
            return f"compression {self.compression!r} is none that Kafka knows: give one of {', '.join(COMPRESSIONS)}"
        if self.transaction_records is not None and self.transaction_records < 1:
            return f"{self.transaction_records} records in a transaction are none: give 1 or more"
        if not 0 <= self.tombstones < 1:
            return f"a part of {self.tombstones:g} of the records cannot be tombstones: give 0 or more, and less than 1"
        if self.compacted and self.transaction_records:
            return (
                "offsets that compaction takes cannot be told from those that transactions take: leave out either "
                "--compacted or --transaction-records"
            )
        if self.tombstones and not self.compacted:
            return "tombstones delete keys in a compacted topic alone: give --compacted too, or leave out --tombstones"
        return ""

    @property
    def least_bytes(self) -> int:
        """Of the smallest record that has a value."""
        return min(size.bytes for size in self.sizes)

    @property
    def most_bytes(self) -> int:
        """Of the largest record."""
        return max(size.bytes for size in self.sizes)

    @property
    def mean_bytes(self) -> int:
        """Of all records that have a value."""
        return round(sum(size.bytes * size.weight for size in self.sizes) / sum(size.weight for size in self.sizes))

    @property
    def varied(self) -> bool:
        """Whether the padding differs from record to record: what is compressed would shrink to nothing otherwise."""
        return self.compression != "none"

    @property
    def lean(self) -> bool:
        """Whether a record's head has no padding: it is what a tombstone tells of itself, and what does not differ."""
        return self.varied or bool(self.tombstones)

    @property
    def uniform(self) -> bool:
        """Whether all records are of one size."""
        return len({size.bytes for size in self.sizes}) == 1 and not self.tombstones

    def cycle(self, seed: int) -> tuple[int, ...]:
        """Bytes of the record at each place of the cycle that sizes take turns in; a tombstone has a key alone.

        The places are dealt out by a hash over ``seed``, so that the large ones do not come one after another.
        """
        if self.uniform:
            return (self.most_bytes,)
        dead = min(CYCLE - len(self.sizes), max(1, round(CYCLE * self.tombstones))) if self.tombstones else 0
        counts = apportioned([size.weight for size in self.sizes], CYCLE - dead)
        records = [size.bytes for size, count in zip(self.sizes, counts) for _one in range(count)]
        return tuple(shuffled([*records, *[TOMBSTONE] * dead], f"{seed} size"))


PLAIN = Shape()


@dataclass(frozen=True)
class KeyTurns:
    """How often each of the keys 0, 1, 2 … comes in a cycle of records, the most frequent one first."""

    counts: tuple[int, ...]

    @cached_property
    def length(self) -> int:
        """Of the cycle."""
        return sum(self.counts)

    @property
    def busiest_share(self) -> float:
        """The part of all records that the most frequent key has."""
        return self.counts[0] / self.length


#: No cycle is longer but for each key to come at all.
_MOST_TURNS = 131_072


def key_turns(keys: int, skew: float) -> KeyTurns:
    """Each key comes once where there is no skew; else in proportion to its rank to the power of ``-skew``."""
    if not skew:
        return KeyTurns((1,) * keys)
    weights = [rank**-skew for rank in range(1, keys + 1)]
    ideal = sum(weights) / weights[-1] if weights[-1] else math.inf
    turns = min(ideal, _MOST_TURNS) / sum(weights)
    return KeyTurns(tuple(max(1, round(weight * turns)) for weight in weights))


def apportioned(weights: list[int], places: int) -> list[int]:
    """``places`` dealt out in proportion to ``weights``, at least one each, those with the largest remainders first."""
    total, free = sum(weights), places - len(weights)
    exact = [weight * free / total for weight in weights]
    counts = [math.floor(one) for one in exact]
    by_remainder = sorted(range(len(weights)), key=lambda index: counts[index] - exact[index])
    for index in by_remainder[: free - sum(counts)]:
        counts[index] += 1
    return [count + 1 for count in counts]


def shuffled(items: list[int], salt: str) -> list[int]:
    """``items`` in an order that hangs on ``salt`` alone."""
    order = sorted(range(len(items)), key=lambda index: hashlib.sha256(f"{salt} {index}".encode()).digest())
    return [items[index] for index in order]
