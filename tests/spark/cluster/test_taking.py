# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What brokers refuse of a load, told before a topic is made."""

from __future__ import annotations

import pytest

from spark_validation.cluster.taking import require_known_codec, require_small
from spark_validation.core.errors import UsageError
from spark_validation.records.shape import Shape, Size

KAFKAS_OWN = 1_048_588


@pytest.mark.parametrize("size", [109, 900_000, 1_048_399])
def test_what_fits(size: int) -> None:
    require_small(Shape((Size(200), Size(size))), {1: KAFKAS_OWN}, "h:1")


def test_a_record_above_the_smallest_limit_is_refused() -> None:
    with pytest.raises(UsageError) as refused:
        require_small(Shape((Size(200), Size(100_000))), {1: KAFKAS_OWN, 2: 100_188, 3: 100_188}, "h:1")
    assert str(refused.value) == (
        "a record of 100,000 bytes is more than broker 2 of h:1 takes, whose message.max.bytes is 100,188: give at "
        "most 99,999 with --record-bytes, or raise that"
    )


@pytest.mark.parametrize("version", ["2.1", "2.1.1", "3.9", "4.3"])
def test_brokers_that_know_zstd(version: str) -> None:
    require_known_codec(Shape(compression="zstd"), version, "h:1")


@pytest.mark.parametrize("version", ["2.0", "1.1.1", "0.11"])
def test_brokers_that_refuse_zstd(version: str) -> None:
    require_known_codec(Shape(compression="lz4"), version, "h:1")
    with pytest.raises(
        UsageError, match=f"the brokers of h:1 are of Kafka {version} and refuse zstd, which they know "
    ):
        require_known_codec(Shape(compression="zstd"), version, "h:1")
