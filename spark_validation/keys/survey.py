# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a look at a topic's keys brought to light, for whoever judges it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .explain import Group, Share
from .partitioners import Rule


@dataclass(frozen=True)
class KeyPlace:
    """A key's records in one partition; ``belongs`` is where each partitioner puts the key in this topic."""

    key: bytes
    partition: int
    records: int
    first_offset: int
    last_offset: int
    belongs: dict[str, int]


@dataclass(frozen=True)
class Estimate:
    """Of the newest ``records`` with a key, about so many keys."""

    records: int
    keys: int


@dataclass(frozen=True)
class Survey:
    """Counts of a topic, of which the keys' are those of a ``sample`` (0 to 1) of all keys.

    ``records`` and ``without_key`` are of all records, by partition; ``keyed`` counts the records of the keys that were
    looked at, ``by_murmur2`` those of them that are where murmur2 puts them. A key is ``uneven`` if it has more records
    than a partition has on the average. ``busiest``, ``split`` and ``misplaced`` hold a few cases.
    """

    wanted: Rule
    sample: float
    records: dict[int, int]
    without_key: dict[int, int]
    keyed: int = 0
    by_murmur2: int = 0
    keys: int = 0
    split_keys: int = 0
    misplaced_keys: int = 0
    uneven_keys: int = 0
    rules: list[Rule] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)
    busiest: list[KeyPlace] = field(default_factory=list)
    split: list[KeyPlace] = field(default_factory=list)
    misplaced: list[KeyPlace] = field(default_factory=list)
    estimate: Estimate | None = None
