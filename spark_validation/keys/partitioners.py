# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The partitioners known here: each takes the remainder of a hash of the key by the number of partitions.

Source: librdkafka's ``rdkafka_msg.c`` (``rd_kafka_msg_partitioner_*``), which has them all.
  murmur2  ``(rd_murmur2(key) & 0x7fffffff) % partitions``, as in Kafka's own clients
  crc32    ``rd_crc32(key) % partitions``, both unsigned
  fnv1a    ``rd_fnv1a(key) % partitions``, the hash being the absolute value of a signed number, as in Sarama
Those whose names end in ``_random`` differ in what they do without a key only: they spread such records, the others
hash them as an empty key. ``consistent_random`` spreads records with an empty key as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

MURMUR2, CRC32, FNV1A = "murmur2", "crc32", "fnv1a"


@dataclass(frozen=True)
class Partitioner:
    """One of them: its name here, who uses it, and the hash that it gives a record without a key where it hashes it."""

    id: str
    users: str
    hashed: str
    of_nothing: int


PARTITIONERS = {
    partitioner.id: partitioner
    for partitioner in (
        Partitioner(
            MURMUR2,
            "Kafka's own clients, and librdkafka's murmur2 and murmur2_random",
            "librdkafka's murmur2",
            0x106E08D9,
        ),
        Partitioner(
            CRC32,
            "librdkafka's consistent and consistent_random, which is its default",
            "librdkafka's consistent",
            0,
        ),
        Partitioner(FNV1A, "librdkafka's fnv1a and fnv1a_random, and Sarama", "librdkafka's fnv1a", 0x7EE3623B),
    )
}


@dataclass(frozen=True)
class Rule:
    """A partitioner at work in a topic of so many partitions."""

    partitioner: str
    partitions: int

    def partition_of(self, hashes: Mapping[str, int]) -> int:
        """Where the key of these ``hashes`` (by partitioner, from 0 on) belongs."""
        return hashes[self.partitioner] % self.partitions

    def __str__(self) -> str:
        return f"{self.partitioner} of {self.partitions} partition{'' if self.partitions == 1 else 's'}"
