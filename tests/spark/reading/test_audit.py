# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Spark transforms against rows written by hand: one partition of ten records, and what can happen to them."""

from __future__ import annotations

from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from spark_validation.core.verdict import Finding
from spark_validation.reading import audit
from spark_validation.reading.consume import SCHEMA
from spark_validation.reading.examine import first_pass, second_look
from spark_validation.reading.observation import CORRUPT, FOREIGN, INTACT, Group, Span, everything, fits, observe
from spark_validation.records.plan import MOST_PARTITIONS, MOST_RECORDS, Plan
from spark_validation.records.record import claimed_number, claimed_partition
from spark_validation.writing.produce import rows, slices, with_key_and_value
from tests.spark.handmade import number_in, value
from tests.spark.shuffles import moves_aggregates_alone

RUN, SEED = "20260131T120000Z-abcdef", 7
PLAN = Plan(RUN, SEED, 20, 2)  # ten records in each of two partitions

# Where the keys stand that murmur2 sends to the two partitions is the plan's business and is tested there.
Row = tuple[Any, Any, int, int]  # key, value, partition, offset


def made(partition: int, number: int, lies: int | None = None, offset: int | None = None) -> Row:
    """The right record; ``lies`` and ``offset`` put it elsewhere."""
    key = PLAN.key_of(partition, number)
    return (
        key.encode(),
        value(RUN, SEED, partition, number, key),
        partition if lies is None else lies,
        number if offset is None else offset,
    )


def topic(*numbers: int) -> list[Row]:
    """Partition 0 holding ``numbers`` in this order from offset 0 on; partition 1 as planned."""
    return [made(0, number, 0, offset) for offset, number in enumerate(numbers)] + [made(1, n) for n in range(10)]


def frame(spark: SparkSession, rows: list[Row], attempts: dict[int, str] | None = None) -> DataFrame:
    """The rows as they are read; ``attempts`` names who wrote what lies at an offset of partition 0."""
    written = [(*row, (attempts or {}).get(row[3], "1.0.0") if row[2] == 0 else "1.0.0", None) for row in rows]
    return spark.createDataFrame(written, SCHEMA)


def examined(
    spark: SparkSession,
    rows: list[Row],
    end: int | None = None,
    attempts: dict[int, str] | None = None,
    acknowledged: int | None = None,
) -> dict[str, Finding]:
    """The findings of both passes; the log of partition 0 ends at ``end``, or after its last row."""
    ends = {partition: max([row[3] for row in rows if row[2] == partition], default=-1) + 1 for partition in (0, 1)}
    spans = {0: Span(0, 0, ends[0] if end is None else end), 1: Span(0, 0, ends[1])}
    read = frame(spark, rows, attempts)
    found = second_look(read, PLAN, spans, first_pass(read, PLAN, spans), acknowledged)
    return {check: finding for check, finding in found.items() if finding.count}


def counts(found: dict[str, Finding]) -> dict[str, int]:
    return {check: finding.count for check, finding in found.items()}


RIGHT = list(range(10))
EXPECTED = "planned int, number bigint"
ORDERS: list[tuple[str, list[int], dict[str, int]]] = [
    ("as planned", RIGHT, {}),
    ("lost in the middle", [0, 1, 2, 5, 6, 7, 8, 9], {"lost": 2}),
    ("lost at the head", [3, 4, 5, 6, 7, 8, 9], {"lost": 3}),
    ("lost tail", [0, 1, 2, 3, 4, 5], {"lost": 4}),
    ("all lost", [], {"lost": 10}),
    ("one comes twice", [0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9], {"duplicated": 1}),
    ("a batch is sent again", [0, 1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9], {"duplicated": 3}),
    ("equal loss and duplication", [0, 1, 1, 3, 4, 5, 6, 7, 8, 9], {"lost": 1, "duplicated": 1}),
    ("lost and duplicated with equal sums", [0, 1, 2, 4, 4, 4, 6, 7, 8, 9], {"lost": 2, "duplicated": 2}),
    ("neighbours change places", [0, 2, 1, 3, 4, 5, 6, 7, 8, 9], {"reordered_across_keys": 1}),
    ("the last comes first", [9, 0, 1, 2, 3, 4, 5, 6, 7, 8], {"reordered_across_keys": 1}),
    ("everything is turned round", RIGHT[::-1], {"reordered_across_keys": 9}),
]


@pytest.fixture(scope="module")
def orders(spark: SparkSession) -> dict[int, dict[str, int]]:
    """What is found in each partition of a topic in which every case has a partition of its own."""
    plan = Plan(RUN, SEED, 10 * len(ORDERS), len(ORDERS))
    rows = [
        (plan.key_of(case, n).encode(), value(RUN, SEED, case, n, plan.key_of(case, n)), case, offset)
        for case, (_name, order, _expected) in enumerate(ORDERS)
        for offset, n in enumerate(order)
    ]
    read = frame(spark, rows)
    spans = {case: Span(0, 0, len(order)) for case, (_name, order, _expected) in enumerate(ORDERS)}
    suspects = first_pass(read, plan, spans).suspects
    candidates = audit.candidates(audit.classify(read, plan), suspects)
    found: dict[int, dict[str, int]] = {case: {} for case in range(len(ORDERS))}
    expected = spark.createDataFrame([(partition, n) for partition, _time in suspects for n in range(10)], EXPECTED)
    missing = audit.missing(expected, candidates)
    for row in missing.groupBy("planned").count().collect():
        found[row["planned"]]["lost"] = row["count"]
    for row in audit.arrivals(candidates).where("copies > 1").collect():
        twice = found[row["planned"]]
        twice["duplicated"] = twice.get("duplicated", 0) + row["copies"] - 1
    for row in audit.order_breaks(candidates).where("not within_key").groupBy("partition").count().collect():
        found[row["partition"]]["reordered_across_keys"] = row["count"]
    return found


@pytest.mark.parametrize(
    ("case", "expected"), [(n, case[2]) for n, case in enumerate(ORDERS)], ids=[case[0] for case in ORDERS]
)
def test_loss_duplication_and_order(orders: dict[int, dict[str, int]], case: int, expected: dict[str, int]) -> None:
    assert orders[case] == expected


KEY_4 = PLAN.key_of(0, 4)
VALUE_4 = value(RUN, SEED, 0, 4, KEY_4)
NUMBER_CHANGED = VALUE_4[:87] + b"\x01" + VALUE_4[88:]  # beyond the plan
# What the record is, and whether it still names a number of the plan: a damaged record that does is not lost as well.
CONTENTS: list[tuple[str, bytes | None, bytes | None, int, bool]] = [
    ("as planned", KEY_4.encode(), VALUE_4, INTACT, True),
    ("padding changed", KEY_4.encode(), VALUE_4[:60] + b"x" + VALUE_4[61:], CORRUPT, True),
    ("checksum changed", KEY_4.encode(), VALUE_4[:-1] + bytes([VALUE_4[-1] ^ 1]), CORRUPT, True),
    ("without its checksum", KEY_4.encode(), VALUE_4[:92], CORRUPT, True),
    ("without all of its serial", KEY_4.encode(), VALUE_4[:91], CORRUPT, False),
    ("without its serial", KEY_4.encode(), VALUE_4[:84], CORRUPT, False),
    ("too long", KEY_4.encode(), VALUE_4 + b" ", CORRUPT, True),
    ("too long before its checksum", KEY_4.encode(), VALUE_4[:92] + b" " + VALUE_4[92:], CORRUPT, True),
    ("another key", PLAN.key_of(0, 5).encode(), VALUE_4, CORRUPT, True),
    ("no key", None, VALUE_4, CORRUPT, True),
    ("number changed", KEY_4.encode(), NUMBER_CHANGED, CORRUPT, False),
    ("partition changed", KEY_4.encode(), VALUE_4[:86] + b"\x01" + VALUE_4[87:], CORRUPT, False),
    ("partition below 0", KEY_4.encode(), VALUE_4[:84] + b"\xff" * 8 + VALUE_4[92:], CORRUPT, False),
    ("only the run id is left", KEY_4.encode(), VALUE_4[:23] + b" ", CORRUPT, False),
    ("made with another seed", KEY_4.encode(), value(RUN, 8, 0, 4, KEY_4), CORRUPT, True),
    ("another run's", KEY_4.encode(), value(RUN[:-1] + "0", SEED, 0, 4, KEY_4), FOREIGN, False),
    ("beyond the plan", KEY_4.encode(), value(RUN, SEED, 0, 10, KEY_4), FOREIGN, False),
    ("a partition beyond the plan", KEY_4.encode(), value(RUN, SEED, 2, 4, KEY_4), FOREIGN, False),
    ("nobody's", b"\xff", b"\x00\xff hello", FOREIGN, False),
    ("empty", b"", b"", FOREIGN, False),
    ("null", None, None, FOREIGN, False),
]


@pytest.fixture(scope="module")
def kinds(spark: SparkSession) -> dict[int, tuple[int, bool]]:
    """Kind of each case's record, which lies at the offset of its number in the table, and whether it names one."""
    rows = [(key, content, 0, case) for case, (_name, key, content, _kind, _names) in enumerate(CONTENTS)]
    told = audit.classify(frame(spark, rows), PLAN).collect()
    return {row["offset"]: (row["kind"], (row["planned"], row["number"]) == (0, 4)) for row in told}


@pytest.mark.parametrize(
    ("case", "kind", "names"),
    [(n, case[3], case[4]) for n, case in enumerate(CONTENTS)],
    ids=[case[0] for case in CONTENTS],
)
def test_kinds(kinds: dict[int, tuple[int, bool]], case: int, kind: int, names: bool) -> None:
    assert kinds[case] == (kind, names)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (VALUE_4[:60] + b"x" + VALUE_4[61:], {"corrupt": 1}),
        (NUMBER_CHANGED, {"corrupt": 1}),
        (bytes([VALUE_4[0] ^ 1]) + VALUE_4[1:], {"corrupt": 1}),  # the run's id, by which it would be foreign
        (VALUE_4[:91] + bytes([VALUE_4[91] ^ 1]) + VALUE_4[92:], {"corrupt": 1}),  # which names number 5
        (b"hello", {"corrupt": 1}),
    ],
)
def test_a_spoilt_record_is_told_once_where_it_lies_in_its_place(
    spark: SparkSession, content: bytes, expected: dict[str, int]
) -> None:
    rows = topic(*RIGHT)
    rows[4] = (KEY_4.encode(), content, 0, 4)
    found = examined(spark, rows)
    assert counts(found) == expected
    (example,) = found["corrupt"].examples
    assert (example.partition, example.offset, example.number, example.key) == (0, 4, 4, KEY_4)


STRAYS: list[tuple[str, list[Row], dict[str, int]]] = [
    ("at the end", [*topic(*RIGHT), (b"k", b"hello", 0, 10)], {"foreign": 1}),
    (
        "between two of the plan, none of which is missing",
        [made(0, n, 0, n + (n > 4)) for n in RIGHT] + [(b"k", b"hello", 0, 5)] + [made(1, n) for n in range(10)],
        {"foreign": 1},
    ),
    (
        "elsewhere than the one that is missing",
        [made(0, n, 0, n - (4 < n < 8)) for n in RIGHT if n != 4]
        + [(b"k", b"hello", 0, 7)]
        + [made(1, n) for n in range(10)],
        {"foreign": 1, "lost": 1},
    ),
    (
        "where the one belongs that lies in the wrong partition",
        [*(row for row in topic(*RIGHT) if row[2:] != (0, 4)), (b"k", b"hello", 0, 4), made(0, 4, lies=1, offset=10)],
        {"foreign": 1, "wrong_partition": 1},
    ),
]


@pytest.mark.parametrize(("rows", "expected"), [case[1:] for case in STRAYS], ids=[case[0] for case in STRAYS])
def test_a_stray_record_is_foreign(spark: SparkSession, rows: list[Row], expected: dict[str, int]) -> None:
    assert counts(examined(spark, rows)) == expected


def test_a_record_in_the_wrong_partition_is_neither_lost_nor_disorder(spark: SparkSession) -> None:
    rows = [*topic(*RIGHT[:4], *RIGHT[5:]), made(0, 4, lies=1, offset=10)]
    found = examined(spark, rows)
    assert counts(found) == {"wrong_partition": 1}
    (example,) = found["wrong_partition"].examples
    assert (example.partition, example.offset, example.number, example.key) == (1, 10, 4, KEY_4)
    assert example.text == "murmur2 of the key gives partition 0, the record lies in partition 1"


def test_offsets_without_a_record(spark: SparkSession) -> None:
    shifted = [made(0, n, 0, n + 2) for n in range(4)] + [made(0, n, 0, n + 3) for n in range(4, 10)]
    found = examined(spark, shifted + [made(1, n) for n in range(10)], end=15)
    assert counts(found) == {"offset_holes": 5}
    assert [example.text for example in found["offset_holes"].examples] == [
        "no record at offsets 0 to 1",
        "no record at offset 6",
        "no record at offsets 13 to 14",
    ]


# The first offset that is left of partition 0, and the numbers that lie there from it on; what is found.
HEADS: list[tuple[str, int, list[int], dict[str, int]]] = [
    ("of a whole partition", 3, RIGHT[3:], {"deleted_head": 3}),
    ("all", 10, [], {"deleted_head": 10}),
    ("all of a partition that had lost its tail", 8, [], {"deleted_head": 8, "lost": 2}),
    ("and lost behind it", 3, [3, 4, 6, 7, 8, 9], {"deleted_head": 3, "lost": 1}),
    ("where some were lost before", 3, RIGHT[5:], {"deleted_head": 3, "lost": 2}),
    ("that another's records took", 4, RIGHT[1:], {"deleted_head": 4}),
    ("that held none of the plan", 4, RIGHT, {"deleted_head": 4}),
]


@pytest.mark.parametrize(
    ("start", "numbers", "expected"), [case[1:] for case in HEADS], ids=[case[0] for case in HEADS]
)
def test_a_deleted_head(spark: SparkSession, start: int, numbers: list[int], expected: dict[str, int]) -> None:
    rows = [made(0, n, 0, start + at) for at, n in enumerate(numbers)] + [made(1, n) for n in range(10)]
    read, spans = frame(spark, rows), {0: Span(0, start, start + len(numbers)), 1: Span(0, 0, 10)}
    found = second_look(read, PLAN, spans, first_pass(read, PLAN, spans))
    assert {check: finding.count for check, finding in found.items() if finding.count} == expected
    assert found["deleted_head"].detail == f"partition 0: {start}"
    assert [(example.text, example.partition) for example in found["deleted_head"].examples] == [
        (f"the log starts at offset {start}", 0)
    ]


def test_order_within_a_key(spark: SparkSession) -> None:
    plan = Plan(RUN, SEED, 20, 1)  # sixteen keys: 3 and 19 share one
    rows = [
        (plan.key_of(0, n).encode(), value(RUN, SEED, 0, n, plan.key_of(0, n)), 0, offset)
        for offset, n in enumerate([0, 1, 2, *range(4, 20), 3])
    ]
    read, spans = frame(spark, rows), {0: Span(0, 0, 20)}
    found = second_look(read, plan, spans, first_pass(read, plan, spans))
    assert {check: finding.count for check, finding in found.items() if finding.count} == {"reordered": 1}
    (example,) = found["reordered"].examples
    assert (example.offset, example.number, example.text) == (19, 3, "directly follows number 19 of its key")


# The numbers of partition 0 as they lie there; the offsets that a second attempt wrote; what is found.
ATTEMPTS: list[tuple[str, list[int], range, dict[str, int]]] = [
    ("both", [0, 1, 2, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9], range(4, 13), {"duplicated": 1, "replayed": 2}),
    ("the first left a hole", [0, 1, 4, 5, 2, 3, 4, 5, 6, 7, 8, 9], range(4, 12), {"replayed": 2}),
    (
        "the second is out of order",
        [0, 1, 2, 1, 3, 2, 4, 5, 6, 7, 8, 9],
        range(3, 12),
        {"replayed": 2, "reordered_across_keys": 1},
    ),
    ("it was never begun again", [0, 1, 2, 3, 7, 8, 9, 4, 5, 6], range(0), {"reordered_across_keys": 1}),
]


@pytest.mark.parametrize(
    ("numbers", "again", "expected"), [case[1:] for case in ATTEMPTS], ids=[case[0] for case in ATTEMPTS]
)
def test_what_a_retry_leaves(spark: SparkSession, numbers: list[int], again: range, expected: dict[str, int]) -> None:
    found = examined(spark, topic(*numbers), attempts=dict.fromkeys(again, "2.0.0"))
    assert counts(found) == expected


# Records acknowledged of the twenty; the numbers that partition 0 holds; what is found.
DOUBTS: list[tuple[int, list[int], dict[str, int]]] = [
    (16, [0, 1, 2, 3, 4, 5, 6, 7], {"in_doubt": 2}),
    (17, [0, 1, 2, 3, 4, 5, 6, 7], {"lost": 1, "in_doubt": 1}),
    (16, [0, 1, 2, 3, 4, 5, 6, 7, 8, 8], {"duplicated": 1, "in_doubt": 1}),
    (0, [], {"in_doubt": 10}),
]


@pytest.mark.parametrize(("acknowledged", "numbers", "expected"), DOUBTS)
def test_what_was_never_acknowledged_is_not_lost(
    spark: SparkSession, acknowledged: int, numbers: list[int], expected: dict[str, int]
) -> None:
    found = examined(spark, topic(*numbers), acknowledged=acknowledged)
    assert counts(found) == expected
    if "lost" in found and "in_doubt" in found:
        assert found["lost"].examples[0].number < found["in_doubt"].examples[0].number  # type: ignore[operator]


def test_at_most_ten_examples(spark: SparkSession) -> None:
    found = examined(spark, topic(*RIGHT[:3]) + [(b"k", b"stranger", 0, 3 + n) for n in range(12)])
    assert counts(found) == {"lost": 7, "foreign": 12}
    assert len(found["foreign"].examples) == 10
    assert found["lost"].detail == "of these at the end of partition 0: 7"


@pytest.mark.parametrize(
    ("key", "content", "told"),
    [
        ("schlüssel".encode(), "grün\t".encode(), ("schlüssel", "value grün\\x09")),
        (b"\xff", b"\x00\xff", ("\\xff", "value \\x00\\xff")),
        (None, "ä".encode() * 70, ("null", "value " + "ä" * 60)),
        (b"", None, ("(empty)", "value null")),
    ],
)
def test_examples_show_what_a_person_can_read(
    spark: SparkSession, key: bytes | None, content: bytes | None, told: tuple[str, str]
) -> None:
    (example,) = examined(spark, [*topic(*RIGHT), (key, content, 0, 10)])["foreign"].examples
    assert (example.key, example.text) == told


def test_examples_of_loss_and_duplication_say_where(spark: SparkSession) -> None:
    found = examined(spark, topic(0, 1, 1, 3, 4, 5, 6, 7, 8, 9))
    (lost,), (twice,) = found["lost"].examples, found["duplicated"].examples
    assert (lost.partition, lost.number, lost.key) == (0, 2, PLAN.key_of(0, 2))
    assert (twice.partition, twice.number, twice.offset) == (0, 1, 2)
    assert twice.text == "2 copies, at partition 0 offset 1, partition 0 offset 2"


def produced(spark: SparkSession, plan: Plan, rate: int | None = None) -> list[DataFrame]:
    return [with_key_and_value(plan, rows(spark, plan, part)) for part in slices(plan, rate)]


def test_what_is_produced_is_what_is_planned(spark: SparkSession) -> None:
    plan = Plan(RUN, SEED, 11, 3)  # 4, 4 and 3 records
    (written,) = produced(spark, plan)
    assert written.rdd.getNumPartitions() == 3
    found = [(part, row) for part, some in enumerate(written.rdd.glom().collect()) for row in some]
    wanted = [(partition, number) for partition, count in enumerate([4, 4, 3]) for number in range(count)]
    assert [(part, row["partition"], row["key"], row["value"]) for part, row in found] == [
        (part, part, key.encode(), value(RUN, SEED, part, number, key))
        for part, number in wanted
        for key in [plan.key_of(part, number)]
    ]
    assert [row["key"] for _part, row in found[:4]] == [key.encode() for key in plan.keys[0][:4]]


def test_what_is_produced_is_found_whole(spark: SparkSession) -> None:
    plan = Plan("r", 9, 7, 2)  # the shortest run id leaves most room for the padding
    written = [
        (row["key"], row["value"], row["partition"], number_in(row["value"]))
        for part in produced(spark, plan)
        for row in part.collect()
    ]
    kinds = audit.classify(frame(spark, written), plan).select("kind", "planned", "number").collect()
    expected = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2)]
    assert [tuple(row) for row in kinds] == [(INTACT, *place) for place in expected]


@pytest.mark.parametrize("rate", [None, 1_500, 5_000])
def test_slices_and_stretches_hold_every_number_once_and_in_order(spark: SparkSession, rate: int | None) -> None:
    plan = Plan(RUN, SEED, 5_003, 2)
    numbers: dict[int, list[int]] = {0: [], 1: []}
    for part in produced(spark, plan, rate):
        for row in part.collect():
            numbers[row["partition"]].append(number_in(row["value"]))
    assert numbers == {0: [*range(2_502)], 1: [*range(2_501)]}


@pytest.mark.parametrize("first", [0, 3])
def test_records_in_their_places(spark: SparkSession, first: int) -> None:
    """Also in a topic that held others before; one that is damaged, elsewhere, or not the plan's is in no place."""
    rows = [(key, content, lies, offset + first) for key, content, lies, offset in topic(*RIGHT)]
    spans = {0: Span(first, first, first + 10), 1: Span(first, first, first + 10)}
    in_place = [audit.in_place(frame(spark, some), PLAN, spans).count() for some in (rows, rows[1:])]
    assert in_place == [20, 19]
    for _name, key, content, kind, _names in CONTENTS:
        rows[4] = (key, content, 0, 4 + first)
        assert audit.in_place(frame(spark, rows), PLAN, spans).count() == 19 + (kind == INTACT)


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ({0: Span(0, 0, 10), 1: Span(0, 0, 10)}, True),
        ({0: Span(7, 0, 17), 1: Span(2, 2, 12)}, True),
        ({0: Span(0, 0, 10), 1: Span(0, 0, 10), 2: Span(0, 0, 0)}, True),
        ({0: Span(0, 0, 10)}, False),
        ({0: Span(0, 0, 11), 1: Span(0, 0, 9)}, False),
        ({0: Span(0, 0, 10), 1: Span(0, 0, 10), 2: Span(0, 0, 1)}, False),
        ({0: Span(0, 1, 10), 1: Span(0, 0, 10)}, False),
    ],
)
def test_offsets_that_fit_the_plan(spans: dict[int, Span], expected: bool) -> None:
    assert fits(PLAN, spans) == expected


def test_what_is_all_in_place_is_observed_as_group_by_group(spark: SparkSession) -> None:
    read, spans = frame(spark, topic(*RIGHT)), {0: Span(0, 0, 10), 1: Span(0, 0, 10), 2: Span(0, 0, 0)}
    groups = [Group(**row.asDict()) for row in audit.summarise(audit.classify(read, PLAN)).collect()]
    assert first_pass(read, PLAN, spans) == everything(PLAN, spans) == observe(PLAN, groups, spans)


def test_the_last_record_of_the_largest_plan_is_named(spark: SparkSession) -> None:
    """Its partition and number are as large as a serial must carry."""
    partition, number = MOST_PARTITIONS - 1, MOST_RECORDS - 1
    content = spark.createDataFrame([(value(RUN, SEED, partition, number, "k"),)], "value binary")
    told = content.select(claimed_partition(PLAN, content["value"]), claimed_number(PLAN, content["value"])).collect()
    assert tuple(told[0]) == (partition, number)


def test_the_healthy_path_moves_aggregates_alone(spark: SparkSession) -> None:
    read, spans = frame(spark, topic(*RIGHT)), {0: Span(0, 0, 10), 1: Span(0, 0, 10)}
    for summary in (audit.in_place(read, PLAN, spans).groupBy().count(), audit.summarise(audit.classify(read, PLAN))):
        moves_aggregates_alone(summary)
