# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A load in words."""

from __future__ import annotations

import pytest

from spark_validation.records.load import words
from spark_validation.records.shape import Shape, Size


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Shape(), "records of 109 bytes, 16 keys in each partition"),
        (
            Shape((Size(200, 9), Size(10_000)), keys=1),
            "records of 200 (90 %) and 10,000 (10 %) bytes, 1 key",
        ),
        (
            # 3 + 2 + 1 turns
            Shape((Size(900_000),), keys=3, skew=1.0, compression="lz4", transaction_records=500),
            "records of 900,000 bytes, 3 keys, 50 % of the records with the busiest, compressed by lz4, in "
            "transactions of 500 records",
        ),
        (
            Shape(compacted=True, tombstones=0.05),
            "records of 109 bytes, 16 keys in each partition, 5 % of them tombstones in a compacted topic",
        ),
        (Shape(compacted=True), "records of 109 bytes, 16 keys in each partition, in a compacted topic"),
    ],
)
def test_a_load_in_words(shape: Shape, expected: str) -> None:
    assert words(shape) == expected
