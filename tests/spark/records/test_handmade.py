# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The tests' own hand at the record format: it must be right before it can judge."""

from __future__ import annotations

import pytest

from tests.spark.handmade import value, xxhash64


# Vectors of the xxHash specification's reference implementation
@pytest.mark.parametrize(
    ("data", "seed", "expected"),
    [
        (b"", 0, 0xEF46DB3751D8E999),
        (b"a", 0, 0xD24EC4F1A98C6E5B),
        (b"abc", 0, 0x44BC2CF5AD770999),
        (b"The quick brown fox jumps over the lazy dog", 0, 0x0B242D361FDA71BC),
    ],
)
def test_known_vectors(data: bytes, seed: int, expected: int) -> None:
    assert xxhash64(data, seed) == expected


def test_a_value_has_a_hundred_bytes() -> None:
    assert len(value("run", 1, 3, 5, "key")) == 100
