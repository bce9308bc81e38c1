# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Records of every shape, made by hand: what is produced is the same, and what is changed of one is told."""

from __future__ import annotations

from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from spark_validation.reading import audit
from spark_validation.reading.consume import SCHEMA
from spark_validation.reading.examine import first_pass, second_look
from spark_validation.reading.observation import CORRUPT, FOREIGN, INTACT, Span, everything
from spark_validation.records.plan import Plan
from spark_validation.records.record import dealt, record_of
from spark_validation.records.shape import Shape, Size
from spark_validation.writing.produce import rows, slices, with_key_and_value
from tests.spark.handmade import digits, head

RUN, SEED = "run", 7
RECORDS, PARTITIONS = 3000, 3
SHAPES = {
    "small": Shape((Size(40),)),
    "10 kB": Shape((Size(10_000),)),
    "sizes": Shape((Size(120, 5), Size(1_000, 2), Size(70))),
    "compressed": Shape((Size(400, 5), Size(100)), compression="zstd"),
    "keys": Shape(keys=50, skew=1.1),
    "one key": Shape(keys=1),  # so that two partitions have none
    "tombstones": Shape((Size(200), Size(90)), keys=20, compacted=True, tombstones=0.3),
    "all": Shape((Size(200), Size(90)), 200, 0.5, "gzip", None, compacted=True, tombstones=0.1),
}
Row = tuple[Any, Any, int, int, Any]  # key, value, partition, offset, what a tombstone says of itself


def plan(name: str) -> Plan:
    return Plan(RUN, SEED, RECORDS if name != "10 kB" else 30, PARTITIONS, SHAPES[name])


def by_hand(of: Plan, partition: int, number: int) -> Row:
    """The record as the documentation states it."""
    key, lean = of.key_of(partition, number), of.shape.compression != "none" or of.shape.tombstones > 0
    smallest = min(size.bytes for size in of.shape.sizes)
    text_bytes = len(RUN) + 1 if lean else min(84, smallest - 9 - 16)
    begins = head(RUN, SEED, (partition, number), key, text_bytes)
    if of.is_tombstone(partition, number):
        return key.encode(), None, partition, number, begins
    more = of.value_bytes(partition, number) - len(begins)
    first = (partition * 7 + number) * 614_657 % 2**20 if of.shape.compression != "none" else 0
    padding = digits(SEED, first + more)[first:]
    return key.encode(), begins + padding, partition, number, None


@pytest.fixture(scope="module")
def topics() -> dict[str, list[Row]]:
    """All records of each plan, in their places."""
    found = {}
    for name in SHAPES:
        of = plan(name)
        places = [(partition, number) for partition in range(PARTITIONS) for number in range(of.records_in(partition))]
        # Padding that differs takes time by hand: a few of each partition stand for all.
        some = [place for place in places if place[1] < 12] if of.shape.compression != "none" else places
        found[name] = [by_hand(of, *place) for place in some]
    return found


def frame(spark: SparkSession, written: list[Row]) -> DataFrame:
    return spark.createDataFrame([(*row[:4], "1.0.0", row[4]) for row in written], SCHEMA)


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_produced_is_what_is_planned(spark: SparkSession, topics: dict[str, list[Row]], name: str) -> None:
    (part,) = slices(plan(name), None)
    made = with_key_and_value(plan(name), rows(spark, plan(name), part))
    written = made.select("key", "value", "partition", "number", record_of(F.col("headers")).alias("record"))
    found = {(row["partition"], row["number"]): tuple(row) for row in written.collect()}
    assert len(found) == plan(name).records
    assert [found[row[2], row[3]] for row in topics[name]] == topics[name]


@pytest.mark.parametrize("name", [name for name, shape in SHAPES.items() if shape.compression == "none"])
def test_what_is_made_by_hand_is_in_its_place_and_accounted_for(
    spark: SparkSession, topics: dict[str, list[Row]], name: str
) -> None:
    of, read = plan(name), frame(spark, topics[name])
    spans = {partition: Span(0, 0, of.records_in(partition)) for partition in range(PARTITIONS)}
    observed = everything(of, spans)
    assert audit.in_place(read, of, spans).count() == of.records
    assert first_pass(read, of, spans) == observed
    assert observed.bytes == sum(len(key) + len(value or b"") for key, value, *_place in topics[name])
    kinds = audit.classify(read, of).groupBy("kind").count().collect()
    assert [tuple(row) for row in kinds] == [(INTACT, of.records)]


def changed(row: Row, **parts: Any) -> Row:
    names = ("key", "value", "partition", "offset", "record")
    return tuple(parts.get(name, value) for name, value in zip(names, row))  # type: ignore[return-value]


def _first(written: list[Row], *, alive: bool) -> Row:
    return next(row for row in written if (row[1] is not None) == alive)


# What is done to a record that has a value, what that makes it, and whether it still names a record of the plan.
DAMAGES: list[tuple[str, Any, int, bool]] = [
    ("untouched", lambda value: value, INTACT, True),
    ("its last byte", lambda value: value[:-1] + b"x", CORRUPT, True),
    ("eight bytes short", lambda value: value[:-8], CORRUPT, True),
    ("one byte short", lambda value: value[:-1], CORRUPT, True),
    ("one byte long", lambda value: value + b"0", CORRUPT, True),
    ("another run's", lambda value: b"nur" + value[3:], FOREIGN, False),
    ("no value", lambda _value: None, FOREIGN, False),
]


@pytest.mark.parametrize("name", ["small", "10 kB", "sizes", "compressed", "tombstones", "all"])
def test_damage_is_told_in_every_shape(spark: SparkSession, topics: dict[str, list[Row]], name: str) -> None:
    whole = _first(topics[name], alive=True)
    written = [changed(whole, value=damage(whole[1]), offset=case) for case, (_n, damage, *_k) in enumerate(DAMAGES)]
    told = {row["offset"]: row for row in audit.classify(frame(spark, written), plan(name)).collect()}
    assert {
        title: (told[case]["kind"], told[case]["number"] is not None) for case, (title, *_rest) in enumerate(DAMAGES)
    } == {title: (kind, named) for title, _damage, kind, named in DAMAGES}


def test_tombstones_are_told_from_damage(spark: SparkSession, topics: dict[str, list[Row]]) -> None:
    """One that has a value, another key or run, one that says nothing, and a record whose value is gone."""
    dead, alive = (_first(topics["tombstones"], alive=alive) for alive in (False, True))
    own = head(RUN, SEED, (alive[2], alive[3]), alive[0].decode(), 4)
    cases = {
        "untouched": (dead, INTACT),
        "with a value": (changed(dead, value=dead[4]), CORRUPT),
        "another key": (changed(dead, key=b"k00000099"), CORRUPT),
        "another run's": (changed(dead, record=b"nur" + dead[4][3:]), FOREIGN),
        "says nothing": (changed(dead, record=None), FOREIGN),
        "what it says is damaged": (changed(dead, record=dead[4] + b"x"), CORRUPT),
        "a record without its value": (changed(alive, value=None, record=own), CORRUPT),
    }
    written = [changed(row, offset=case) for case, (row, _kind) in enumerate(cases.values())]
    told = {row["offset"]: row["kind"] for row in audit.classify(frame(spark, written), plan("tombstones")).collect()}
    assert {name: told[case] for case, name in enumerate(cases)} == {name: kind for name, (_row, kind) in cases.items()}


def test_partitions_are_left_without_a_key() -> None:
    assert sorted(map(len, plan("one key").keys)) == [0, 0, 1]


@pytest.mark.parametrize("name", ["keys", "one key", "tombstones"])
def test_another_key_than_the_plans_is_damage_whatever_its_checksum(
    spark: SparkSession, topics: dict[str, list[Row]], name: str
) -> None:
    """As a writer would make it that works out keys wrongly: such records are whole in themselves."""
    of, (_key, value, partition, number, _record) = plan(name), _first(topics[name], alive=True)
    begins = head(RUN, SEED, (partition, number), "k00000099", of.text_bytes)
    wrong = (b"k00000099", begins + value[of.head_bytes :], partition, number, None)
    right = by_hand(of, partition, number)
    told = {bytes(row["key"]): row["kind"] for row in audit.classify(frame(spark, [right, wrong]), of).collect()}
    assert told == {right[0]: INTACT, b"k00000099": CORRUPT}


def test_a_lost_tombstone_and_one_that_comes_twice(spark: SparkSession, topics: dict[str, list[Row]]) -> None:
    of = plan("tombstones")
    full = max(range(PARTITIONS), key=of.records_in)
    mine, rest = ([row for row in topics["tombstones"] if (row[2] == full) == own] for own in (True, False))
    dead = [place for place, row in enumerate(mine) if row[1] is None]
    mine[dead[3]] = mine[dead[2]]
    written = [*rest, *(changed(row, offset=offset) for offset, row in enumerate(mine))]
    spans = {partition: Span(0, 0, of.records_in(partition)) for partition in range(PARTITIONS)}
    read = frame(spark, written)
    found = second_look(read, of, spans, first_pass(read, of, spans))
    assert {check: finding.count for check, finding in found.items() if finding.count} == {"lost": 1, "duplicated": 1}
    assert [example.number for example in found["lost"].examples] == [dead[3]]


@pytest.mark.parametrize("name", ["small", "keys"])
def test_the_stream_deals_out_as_the_plan_does(spark: SparkSession, name: str) -> None:
    of = plan(name)
    partition, number = dealt(of, F.col("id"))
    told = spark.range(0, 1000).select("id", partition.alias("partition"), number.alias("number")).collect()
    seen = dict.fromkeys(range(PARTITIONS), 0)
    for row in sorted(told, key=lambda row: row["id"]):
        assert row["number"] == seen[row["partition"]] == of.before(row["id"], row["partition"])
        seen[row["partition"]] += 1
    assert sum(seen.values()) == 1000
