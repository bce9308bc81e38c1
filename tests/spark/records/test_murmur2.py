# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""murmur2 against the vectors of Kafka's own tests and against another implementation."""

from __future__ import annotations

import pytest
from kafka.partitioner.default import murmur2 as other_murmur2

from spark_validation.records.murmur2 import murmur2, partition_of

# org.apache.kafka.common.utils.UtilsTest.testMurmur2, as the signed numbers that stand there
VECTORS = [
    (b"21", -973932308),
    (b"foobar", -790332482),
    (b"a-little-bit-long-string", -985981536),
    (b"a-little-bit-longer-string", -1486304829),
    (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
    (b"abc", 479470107),
]


@pytest.mark.parametrize(("data", "expected"), VECTORS)
def test_known_vectors(data: bytes, expected: int) -> None:
    assert murmur2(data) == expected % 2**32


@pytest.mark.parametrize("length", range(12))
def test_agrees_with_kafka_python(length: int) -> None:
    data = bytes((37 * place + 200) % 256 for place in range(length))
    assert murmur2(data) == other_murmur2(data)


# -973932308 & 0x7fffffff = 1173551340 and 479470107 & 0x7fffffff = 479470107, worked out by hand
@pytest.mark.parametrize(
    ("key", "partitions", "expected"), [(b"21", 8, 4), (b"21", 1, 0), (b"abc", 8, 3), (b"abc", 10, 7)]
)
def test_partition_is_that_of_kafkas_partitioner(key: bytes, partitions: int, expected: int) -> None:
    assert partition_of(key, partitions) == expected
