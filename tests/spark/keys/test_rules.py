# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The hashes against librdkafka's own vectors, and which rules are named for places made up by hand."""

from __future__ import annotations

import random
from itertools import product

import pyarrow as pa
import pytest

from spark_validation.core.verdict import Example
from spark_validation.keys.explain import (
    Change,
    Group,
    Place,
    Share,
    changes,
    fewest_to_tell,
    likely_rules,
    shares,
    with_larger,
)
from spark_validation.keys.hashes import add_hashes
from spark_validation.keys.judge import findings
from spark_validation.keys.partitioners import Rule
from spark_validation.keys.survey import KeyPlace, Survey
from spark_validation.keys.words import shown, why, without_key
from tests.spark.records.test_murmur2 import VECTORS as KAFKA

# librdkafka: unittest_murmur2 in src/rdmurmur2.c, unittest_fnv1a in src/rdfnv1a.c (the former with its sign bit)
LIBRDKAFKA = [
    (b"kafka", 0xD067CF64, 0x0D33C4E1),
    (b"giberish123456789", 0x8F552B0C, 0x77A58295),
    (b"1234", 0x9FC97B14, 0x023BDD03),
    (b"234", 0xE7C009CA, 0x2DEA3CD2),
    (b"34", 0x873930DA, 0x740FA83E),
    (b"4", 0x5A4B5CA1, 0x310CA263),
    (b"PreAmbleWillBeRemoved,ThePrePartThatIs", 0x78424F1C, 0x65CBD69C),
    (b"reAmbleWillBeRemoved,ThePrePartThatIs", 0x4A62B377, 0x6E49C79A),
    (b"eAmbleWillBeRemoved,ThePrePartThatIs", 0xE0E4E09E, 0x69EED356),
    (b"AmbleWillBeRemoved,ThePrePartThatIs", 0x62B8B43F, 0x6ABCC023),
    (b"", 0x106E08D9, 0x7EE3623B),
]
# librdkafka: tests/0048-partitioner.c, and for CRC-32 what it says of the same keys
PARTITIONED = [
    (b"23456", 0x058D780F, 0x27E6F469),
    (b"this is another string with more length to it perhaps", 0x4F7703DA, 0x155E3E5F),
    (b"hejsan", 0x5EC19395, 0x17B1E27A),
]


def hashed(keys: list[bytes | None]) -> pa.RecordBatch:
    (batch,) = add_hashes(iter([pa.RecordBatch.from_arrays([pa.array(keys, pa.binary())], names=["key"])]))
    return batch


def test_hashes_are_those_of_librdkafka_and_kafka() -> None:
    expected = {key: murmur & 0x7FFFFFFF for key, murmur, _fnv in LIBRDKAFKA + PARTITIONED}
    expected.update({key: number & 0x7FFFFFFF for key, number in KAFKA})
    batch = hashed(list(expected))
    assert dict(zip(expected, batch.column("murmur2").to_pylist())) == expected
    keys: list[bytes | None] = [key for key, _murmur, _fnv in LIBRDKAFKA + PARTITIONED]
    assert hashed(keys).column("fnv1a").to_pylist() == [fnv for _key, _murmur, fnv in LIBRDKAFKA + PARTITIONED]


def test_a_part_of_a_batch_and_places_without_a_key() -> None:
    whole = pa.RecordBatch.from_arrays([pa.array([b"zz", b"4", None, b"kafka"], pa.binary())], names=["key"])
    (part,) = add_hashes(iter([whole.slice(1)]))
    fnv1a = part.column("fnv1a").to_pylist()
    assert (part.schema.names, fnv1a[0], fnv1a[2]) == (["key", "murmur2", "fnv1a"], 0x310CA263, 0x0D33C4E1)
    assert hashed([]).num_rows == 0


def placed(rule: Rule, hashes: range) -> list[Place]:
    """Places by ``rule``; hash n of a key is n for it and something else for the others."""
    others = {"murmur2": 7, "crc32": 11, "fnv1a": 13}
    return [
        Place(
            n % rule.partitions, {name: n if name == rule.partitioner else n * by // 5 for name, by in others.items()}
        )
        for n in hashes
    ]


@pytest.mark.parametrize(
    "rule",
    [Rule("crc32", 6), Rule("fnv1a", 6), Rule("murmur2", 4), Rule("murmur2", 1), Rule("crc32", 3)],
    ids=str,
)
def test_a_rule_is_found(rule: Rule) -> None:
    assert likely_rules(placed(rule, range(1000, 1060)), 6)[0] == rule


def test_two_rules_are_found_the_more_frequent_first() -> None:
    sample = placed(Rule("fnv1a", 6), range(1000, 1060)) + placed(Rule("crc32", 6), range(2000, 2200))
    assert likely_rules(sample, 6) == [Rule("crc32", 6), Rule("fnv1a", 6)]


def test_partitions_that_a_program_chose_are_no_rule() -> None:
    by_hand = [Place(n // 7 % 2, {"murmur2": n, "crc32": n // 3, "fnv1a": n // 5}) for n in range(1000, 1200)]
    assert likely_rules(by_hand, 6) == []


@pytest.mark.parametrize(("partitions", "expected"), [(1, 1), (2, 13), (3, 9), (8, 5), (100, 3)])
def test_a_few_places_tell_nothing(partitions: int, expected: int) -> None:
    assert fewest_to_tell(partitions) == expected


def test_four_places_of_eight_partitions_name_no_rule() -> None:
    assert likely_rules(placed(Rule("crc32", 8), range(1001, 1005)), 8) == []
    assert likely_rules(placed(Rule("crc32", 8), range(1001, 1006)), 8) == [Rule("crc32", 8)]


@pytest.mark.parametrize("partitions", [2, 5, 60, 200])
def test_keys_that_stand_anywhere_name_no_rule(partitions: int) -> None:
    dice = random.Random(partitions)  # noqa: S311 the same keys each time
    anywhere = [
        Place(dice.randrange(partitions), {name: dice.randrange(2**31) for name in ("murmur2", "crc32", "fnv1a")})
        for _place in range(2 * partitions + 50)
    ]
    assert likely_rules(anywhere, partitions) == []


MURMUR2, FOUR, CRC32 = Rule("murmur2", 8), Rule("murmur2", 4), Rule("crc32", 8)


def test_rules_to_count() -> None:
    assert with_larger(MURMUR2, [FOUR, Rule("crc32", 2)]) == [MURMUR2, FOUR, Rule("crc32", 2), CRC32]


def test_each_place_counts_once_and_chance_is_no_share() -> None:
    groups = [
        Group(0, 0b10, places=800, records=8000, first_offset=0, last_offset=1, last_time=0),
        Group(0, 0b11, places=100, records=1000, first_offset=0, last_offset=1, last_time=0),
        # One in eight of what crc32 does not explain is where murmur2 has it, as by chance.
        Group(0, 0b01, places=12, records=120, first_offset=0, last_offset=1, last_time=0),
        Group(0, 0b00, places=84, records=840, first_offset=0, last_offset=1, last_time=0),
    ]
    assert shares(groups, [MURMUR2, CRC32], 8) == [Share(CRC32, 900, 9000, keys=900), Share(None, 96, 960, keys=96)]
    assert shares(groups[:3], [MURMUR2, CRC32], 8) == [
        Share(CRC32, 900, 9000, keys=900),
        Share(MURMUR2, 12, 120, keys=12),
    ]


RULES = [MURMUR2, FOUR]


def added(last_by_four: int) -> list[Group]:
    """Keys of partition 1: by 4 partitions alone until ``last_by_four``, by 8 alone from offset 50 on, by both."""
    return [
        Group(1, 0b10, 10, 40, 0, last_by_four, 1_000),
        Group(1, 0b11, 10, 40, 2, 99, 9_000),
        Group(1, 0b01, 10, 40, 50, 98, 9_000),
        Group(5, 0b01, 10, 40, 0, 39, 9_000),
    ]


@pytest.mark.parametrize(("last", "overlapping"), [(49, []), (50, [1]), (97, [1])])
def test_partitions_were_added_at_an_offset_or_over_a_while(last: int, overlapping: list[int]) -> None:
    assert changes(added(last), RULES, RULES, 8) == [Change(FOUR, {1: last}, overlapping, 1_000)]


def test_what_another_partitioner_explains_is_no_overlap() -> None:
    by_chance = Group(1, 0b110, 2, 2, 90, 99, 9_000)  # as 4 partitions have it, and as crc32 does
    rules = [MURMUR2, FOUR, CRC32]
    assert changes([*added(49), by_chance], rules, rules, 8) == [Change(FOUR, {1: 49}, [], 1_000)]
    assert changes([*added(49), by_chance], rules, [MURMUR2, FOUR], 8) == [Change(FOUR, {1: 99}, [1], 9_000)]


def test_why_says_when_partitions_were_added() -> None:
    (clean,) = changes(added(49), RULES, RULES, 8)
    told = shares(added(49), RULES, 8)
    assert told == [Share(MURMUR2, 30, 120, keys=30), Share(FOUR, 10, 40, keys=10)]
    assert why(told, [clean], MURMUR2) == (
        "murmur2 of 4 partitions explains 10 keys, and in each partition all of these come before the first that only "
        "a larger number explains: partitions were added after 1970-01-01T00:00:01Z, 4 became 8"
    )
    assert "but in partition 1 some of these come after" in why(told, changes(added(60), RULES, RULES, 8), MURMUR2)


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (
            Share(CRC32, 1, 9, keys=1),
            "crc32 (librdkafka's consistent and consistent_random, which is its default) explains 1 key",
        ),
        (Share(None, 4, 9, keys=4), "4 keys more: too few to tell who placed them"),
        (Share(None, 4, 9, keys=2), "2 keys more: too few to tell who placed them"),
        (
            Share(None, 5, 9, keys=5),
            "no partitioner known here explains 5 keys: a program chose their partitions itself",
        ),
    ],
)
def test_why_names_the_others(share: Share, said: str) -> None:
    assert why([Share(MURMUR2, 50, 50, keys=50), share], [], MURMUR2) == said


def test_an_example_of_misplaced_keys_is_a_key() -> None:
    belongs = {"murmur2": 3, "crc32": 5, "fnv1a": 0}
    odd = [KeyPlace(b"one", partition, partition + 1, 10, 20, belongs) for partition in (0, 3, 5)]
    odd += [KeyPlace(b"two", 7, 2, 5, 6, belongs)]
    survey = Survey(MURMUR2, 1.0, dict.fromkeys(range(8), 9), {}, keys=2, misplaced_keys=2, misplaced=odd)
    told = {"partitioners": [{"partitioner": "crc32", "partitions": 8}], "placement": ""}
    assert findings(survey, told)["misplaced_keys"].examples == [
        Example(
            "murmur2 gives partition 3, 1 record lies here, 6 in partition 5, as crc32 would have it", 0, 10, key="one"
        ),
        Example("murmur2 gives partition 3, 2 records lie here", 7, 5, key="two"),
    ]


@pytest.mark.parametrize(
    ("records", "partitions", "said"),
    [
        ({}, 8, "every record has a key"),
        ({0: 1, 3: 4}, 8, "5 records have no key, in 2 of 8 partitions"),
        ({2: 1}, 8, "1 record has no key, all in partition 2"),
        # 0x106e08d9 % 8 = 1, 0 % 8 = 0, 0x7ee3623b % 8 = 3
        ({1: 9}, 8, "9 records have no key, all in partition 1, where librdkafka's murmur2 puts such"),
        ({0: 9}, 8, "9 records have no key, all in partition 0, where librdkafka's consistent puts such"),
        ({3: 9}, 8, "9 records have no key, all in partition 3, where librdkafka's fnv1a puts such"),
    ],
)
def test_records_without_a_key(records: dict[int, int], partitions: int, said: str) -> None:
    assert without_key(records, partitions) == said


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (b"k1", "k1"),
        (b"\xff\x1b[1m", "\\xff\\x1b[1m"),
        (b"", "(empty)"),
        (b"x" * 60, "x" * 60),
        (b"x" * 60 + b"theend", "x" * 39 + "…" + "x" * 14 + "theend"),
        ("ключ\N{RIGHT-TO-LEFT OVERRIDE}".encode(), "ключ\\u202e"),
        ("ключ".encode()[:-1], "\\xd0\\xba\\xd0\\xbb\\xd1\\x8e\\xd1"),
    ],
)
def test_keys_are_shown(key: bytes, text: str) -> None:
    assert shown(key) == text


def test_every_pair_of_rules_has_its_own_bit() -> None:
    rules = with_larger(MURMUR2, [Rule(name, number) for name, number in product(("crc32", "fnv1a"), (2, 8))])
    assert len(rules) == len(set(rules)) == 5
