# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The shape of a load: what contradicts itself, and how often each size and each key comes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from spark_validation.core.errors import UsageError
from spark_validation.records.plan import Plan, require_keys
from spark_validation.records.shape import PLAIN, Shape, Size, apportioned, key_turns, shuffled


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sizes": ()}, "0 sizes of records are given: give from 1 to 100"),
        ({"sizes": (Size(0),)}, "a record of 0 bytes has no room for what tells it from others: give a larger size"),
        ({"sizes": (Size(200), Size(-1))}, "a record of -1 bytes has no room"),
        (
            {"sizes": (Size(16_777_217),)},
            "a record of 16,777,217 bytes is more than this writes: give at most 16,777,216",
        ),
        ({"sizes": (Size(200, 0),)}, "records of 200 bytes with a weight of 0 are none: leave them out"),
        ({"sizes": (Size(200), Size(200, 3))}, "a size of records is given twice"),
        ({"keys": 0}, "number of keys 0 must be from 1 to 100,000"),
        ({"keys": 100_001}, "number of keys 100001 must be from 1 to 100,000"),
        ({"keys": 5, "skew": -0.5}, "a skew of -0.5 is none: give from 0, where all keys come as often, to 10"),
        ({"keys": 5, "skew": float("nan")}, "a skew of nan is none"),
        ({"keys": 5, "skew": 11.0}, "a skew of 11 is none"),
        ({"skew": 1.0}, "a skew of the keys hangs on how many there are: give --keys as well"),
        ({"compression": "brotli"}, "compression 'brotli' is none that Kafka knows: give one of none, gzip, snappy, "),
        ({"transaction_records": 0}, "0 records in a transaction are none: give 1 or more"),
        ({"compacted": True, "tombstones": 1.0}, "a part of 1 of the records cannot be tombstones"),
        ({"compacted": True, "tombstones": -0.1}, "a part of -0.1 of the records cannot be tombstones"),
        ({"compacted": True, "transaction_records": 5}, "offsets that compaction takes cannot be told from those that"),
        ({"tombstones": 0.1}, "tombstones delete keys in a compacted topic alone: give --compacted too"),
    ],
)
def test_what_contradicts_itself_is_one_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as refused:
        Shape(**given)
    assert str(refused.value).startswith(said)


# A key of 9 bytes, the run id, a space, 8 bytes of serial and 8 of checksum.
@pytest.mark.parametrize(("run_id", "least"), [("r", 27), ("20260131T120000Z-abcdef", 49), ("r" * 32, 58)])
def test_a_record_too_small_for_what_tells_it_from_others(run_id: str, least: int) -> None:
    Plan(run_id, 1, 10, 1, Shape((Size(500), Size(least))))
    with pytest.raises(UsageError, match=f"a record of {least - 1} bytes is too small .* which take {least}: give"):
        Plan(run_id, 1, 10, 1, Shape((Size(500), Size(least - 1))))


def test_more_keys_than_records() -> None:
    require_keys(Plan("r", 1, 7, 2, Shape(keys=7)))
    with pytest.raises(UsageError, match="8 keys are more than the 7 records that are to have them"):
        require_keys(Plan("r", 1, 7, 2, Shape(keys=8)))


@pytest.mark.parametrize(
    ("weights", "places", "counts"),
    [
        ([1], 5, [5]),
        ([1, 1], 5, [3, 2]),
        ([3, 1], 6, [4, 2]),  # one each, and three quarters of the other four
        ([1000, 1], 4, [3, 1]),
        ([1, 2, 3], 9, [2, 3, 4]),
    ],
)
def test_places_are_dealt_out_in_proportion(weights: list[int], places: int, counts: list[int]) -> None:
    assert apportioned(weights, places) == counts


def test_sizes_and_tombstones_come_as_often_as_they_are_to() -> None:
    assert PLAIN.cycle(1) == (109,)
    counts = Counter(Shape((Size(200, 90), Size(10_000, 9), Size(900_000))).cycle(1))
    assert counts == {200: 896, 10_000: 90, 900_000: 11}  # of 997; the 994 that are left once each has its one
    counts = Counter(Shape((Size(200),), compacted=True, tombstones=0.1).cycle(1))
    assert counts == {200: 897, 0: 100}


def test_an_order_hangs_on_its_salt_alone() -> None:
    first, second = (shuffled([*range(100)], salt) for salt in ("1 size", "2 size"))
    assert sorted(first) == sorted(second) == [*range(100)]
    assert len({tuple(range(100)), tuple(first), tuple(second)}) == 3
    assert first == shuffled([*range(100)], "1 size")


@pytest.mark.parametrize(
    ("keys", "skew", "counts"),
    [
        (3, 0.0, (1, 1, 1)),
        (3, 1.0, (3, 2, 1)),  # 1, 1/2 and 1/3
        (4, 2.0, (16, 4, 2, 1)),  # 1, 1/4, 1/9 and 1/16
        (1, 1.0, (1,)),
    ],
)
def test_keys_come_in_proportion_to_their_rank(keys: int, skew: float, counts: tuple[int, ...]) -> None:
    assert key_turns(keys, skew).counts == counts


@pytest.mark.parametrize(("keys", "skew"), [(100_000, 1.0), (100, 10.0), (100_000, 10.0)])
def test_the_cycle_of_many_keys_has_an_end_and_each_key_comes(keys: int, skew: float) -> None:
    turns = key_turns(keys, skew)
    assert min(turns.counts) == 1
    assert keys <= turns.length <= 131_072 + keys
    assert turns.busiest_share > 0.04
