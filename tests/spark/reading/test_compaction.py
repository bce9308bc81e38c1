# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Twelve records of two keys that take turns, in one partition of a compacted topic: what it may lack, and what not."""

from __future__ import annotations

from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_validation.core.verdict import Finding
from spark_validation.reading.consume import SCHEMA
from spark_validation.reading.examine import first_pass, second_look
from spark_validation.reading.observation import Span
from spark_validation.records.plan import Plan
from spark_validation.records.shape import Shape
from tests.spark.handmade import value

RUN, SEED = "run", 7
PLAN = Plan(RUN, SEED, 12, 1, Shape(keys=2, compacted=True))
Log = list[tuple[int, Any]]  # offset, and number or foreign bytes


def stored(*numbers: Any) -> Log:
    return list(enumerate(numbers))


def compacted(log: Log, *offsets: int) -> Log:
    """``log`` after compaction took these offsets."""
    return [record for record in log if record[0] not in offsets]


ALL = stored(*range(12))
LOST_4 = stored(0, 1, 2, 3, *range(5, 12))
# The log, its end, and what is found.
CASES: dict[str, tuple[Log, int, dict[str, int]]] = {
    "nothing compacted": (ALL, 12, {}),
    "all that may be": (compacted(ALL, *range(10)), 12, {}),
    "some": (compacted(ALL, 0, 1, 2, 5, 8), 12, {}),
    "one is lost": (LOST_4, 11, {"lost": 1}),
    "one is lost and then compacted around": (compacted(LOST_4, 0, 1, 2, 3, 4), 11, {"lost": 1}),
    "one is lost and compacted elsewhere": (compacted(LOST_4, 0, 1, 5, 6), 11, {"lost": 1}),
    "the last of a key is taken": (compacted(ALL, 3, 10), 12, {"lost": 1}),
    "a lost tail": (compacted(stored(*range(10)), 0, 3), 10, {"lost": 2}),
    "a lost tail of one key": (compacted(stored(*range(11)), 0, 3), 11, {"lost": 1}),
    "everything is lost": ([], 0, {"lost": 12}),
    "everything is taken": ([], 12, {"lost": 12}),  # compaction leaves the last of each key, and nothing shows one
    "twice": (compacted(stored(*range(6), 5, *range(6, 12)), 0, 1), 13, {"duplicated": 1}),
    "twice, with the copy taken": (compacted(stored(*range(6), 5, *range(6, 12)), 0, 5), 13, {}),
    "neighbours change places": (compacted(stored(0, 1, 3, 2, *range(4, 12)), 4, 5), 12, {"reordered_across_keys": 1}),
    "a stranger": (compacted(stored(*range(6), b"stranger", *range(6, 12)), 2, 8), 13, {"foreign": 1}),
    "a stranger in place of one": (compacted(stored(*range(6), b"stranger", *range(7, 12)), 2, 8), 12, {"corrupt": 1}),
}


#: One of each kind; `make test-long` has the others.
_SHORT = {
    "some",
    "one is lost and then compacted around",
    "the last of a key is taken",
    "a lost tail",
    "everything is taken",
    "twice, with the copy taken",
    "a stranger in place of one",
}


def examined(spark: SparkSession, log: Log, end: int, acknowledged: int | None = None) -> dict[str, Finding]:
    rows = [
        (b"k", number, 0, offset, "", None)
        if isinstance(number, bytes)
        else (PLAN.key_of(0, number).encode(), value(RUN, SEED, 0, number, PLAN.key_of(0, number)), 0, offset, "", None)
        for offset, number in log
    ]
    read, spans = spark.createDataFrame(rows, SCHEMA), {0: Span(0, 0, end)}
    observed = first_pass(read, PLAN, spans)
    observed = observed.excluding(observed.holes)
    found = second_look(read, PLAN, spans, observed, acknowledged)
    return {check: finding for check, finding in found.items() if finding.count}


def test_two_keys_take_turns() -> None:
    keys = [PLAN.key_of(0, number) for number in range(12)]
    assert keys == [keys[0], keys[1]] * 6
    assert keys[0] != keys[1]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in _SHORT else [pytest.mark.long]) for name in CASES]
)
def test_what_compaction_took_is_told_from_a_loss(spark: SparkSession, name: str) -> None:
    log, end, expected = CASES[name]
    assert {check: finding.count for check, finding in examined(spark, log, end).items()} == expected


@pytest.mark.parametrize(
    ("log", "end", "acknowledged", "expected"),
    [
        pytest.param(stored(*range(10)), 10, 10, {"in_doubt": 2}, marks=pytest.mark.long),
        (compacted(stored(*range(10)), 0, 1, 2), 10, 10, {"in_doubt": 2}),
        (compacted(stored(*range(9)), 0, 1, 2), 9, 10, {"lost": 1, "in_doubt": 2}),
        pytest.param(compacted(ALL, 0, 1, 2), 12, 10, {}, marks=pytest.mark.long),
    ],
)
def test_what_was_never_acknowledged_is_in_doubt(
    spark: SparkSession, log: Log, end: int, acknowledged: int, expected: dict[str, int]
) -> None:
    found = examined(spark, log, end, acknowledged)
    assert {check: finding.count for check, finding in found.items()} == expected


def test_a_loss_is_told_as_well_as_it_is_known(spark: SparkSession) -> None:
    (lost,) = examined(spark, LOST_4, 11)["lost"].examples
    assert (lost.text, lost.partition, lost.number, lost.key) == ("never arrived", 0, 4, PLAN.key_of(0, 4))
    (lost,) = examined(spark, compacted(LOST_4, 0, 1, 2, 3, 4), 11)["lost"].examples
    assert lost.text == "1 of the numbers 0 to 5 never arrived, or went without one in their place"
    (lost,) = examined(spark, stored(*range(10)), 10)["lost"].examples
    assert lost.text == "numbers 10 to 11 never arrived"
