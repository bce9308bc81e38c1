# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a topic's records lie, and which brokers lead more or less than their share."""

from __future__ import annotations

import pytest

from spark_validation.reading.spread import Leader, Rack, spread, uneven

RACKS = {1: "a", 2: "b", 3: "b"}


def test_records_are_told_by_leader_and_by_rack() -> None:
    found = spread({0: 1, 1: 2, 2: 3, 3: 1}, RACKS, {0: 10, 1: 11, 2: 12, 3: 13})
    assert found.leaders == [Leader(1, "a", 2, 23), Leader(2, "b", 1, 11), Leader(3, "b", 1, 12)]
    assert found.racks == [Rack("a", 2, 23), Rack("b", 2, 23)]
    assert uneven(found).count == 0


def test_brokers_without_a_rack_and_one_that_leads_nothing() -> None:
    found = spread({0: 7}, {7: None, 8: None}, {0: 3})
    assert found.leaders == [Leader(7, None, 1, 3), Leader(8, None, 0, 0)]
    assert found.racks == [Rack(None, 1, 3)]
    assert uneven(found).count == 0


@pytest.mark.parametrize(
    ("led", "far"),
    [
        ([3, 3, 2], []),
        ([4, 2, 2], ["broker 1 leads 4, with 40 records"]),
        ([2, 1, 0], ["broker 1 leads 2, with 20 records", "broker 3 leads 0, with 0 records"]),
        ([2, 2, 2], []),
        (
            [6, 0, 0],
            [f"broker {number} leads {led}, with {10 * led} records" for number, led in ((1, 6), (2, 0), (3, 0))],
        ),
    ],
)
def test_a_whole_partition_beside_an_equal_share_is_uneven(led: list[int], far: list[str]) -> None:
    owners = [broker for broker, number in zip((1, 2, 3), led) for _one in range(number)]
    found = uneven(spread(dict(enumerate(owners)), RACKS, dict.fromkeys(range(len(owners)), 10)))
    assert found.count == len(far)
    assert [example.text for example in found.examples] == far


def test_the_share_is_told() -> None:
    found = uneven(spread({0: 1, 1: 1, 2: 1, 3: 2}, RACKS, {}))
    assert found.detail == "of 4 partitions on 3 brokers each would lead 1 or 2"
