# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the probe makes of what came back: each fault is found by its check, once, and by no other."""

from __future__ import annotations

from typing import Iterable

import pytest

from spark_validation.probing.account import Arrived, Expected, account
from spark_validation.probing.checks import CHECKS
from spark_validation.probing.content import BEFORE, FAULTS, number_in, sends, value_of
from spark_validation.writing.sends import FIRST, Send

TOPIC = "groundwork-probe-T"
RECORDS, PARTITIONS = 9, 2


def came(sent: Iterable[Send]) -> dict[int, list[Arrived]]:
    """All that was sent, as a topic would hold it."""
    held: dict[int, list[Arrived]] = {part: [Arrived(0, b"first")] for part in range(PARTITIONS)}
    for partition, value in sent:
        held[partition].append(Arrived(len(held[partition]), value))
    return held


def counts(arrived: dict[int, list[Arrived]], unacknowledged: Iterable[int] = ()) -> dict[str, int]:
    expected = Expected(TOPIC, RECORDS, PARTITIONS, {*unacknowledged})
    return {check: finding.count for check, finding in account(expected, arrived).items()}


def test_what_comes_back_whole_is_nothing_to_tell() -> None:
    assert counts(came(sends(TOPIC, RECORDS, PARTITIONS))) == {}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_by_its_own_check_once(fault: str) -> None:
    assert counts(came(sends(TOPIC, RECORDS, PARTITIONS, fault))) == {fault.replace("_tail", ""): 1}


def test_each_check_that_a_record_can_fail_is_known() -> None:
    assert {check.id for check in CHECKS} >= {fault.replace("_tail", "") for fault in FAULTS}


def test_a_topic_that_holds_nothing_has_lost_all_and_the_first_of_each_partition() -> None:
    assert counts({}) == {"lost": RECORDS + PARTITIONS}


def test_what_nobody_acknowledged_is_in_doubt_and_not_lost() -> None:
    sent = sends(TOPIC, RECORDS, PARTITIONS)
    assert counts(came([*sent[:4], *sent[5:]]), [4]) == {"in_doubt": 1, "not_taken": 1}


def test_what_nobody_acknowledged_and_came_is_not_taken_alone() -> None:
    assert counts(came(sends(TOPIC, RECORDS, PARTITIONS)), [4]) == {"not_taken": 1}


def test_a_record_in_another_partition_is_foreign_there_and_lost_here() -> None:
    sent = sends(TOPIC, RECORDS, PARTITIONS)
    sent[4] = Send(1, sent[4].value)
    assert counts(came(sent)) == {"foreign": 1, "lost": 1}


def test_a_record_of_another_run_is_corrupt() -> None:
    sent = sends(TOPIC, RECORDS, PARTITIONS)
    sent[4] = Send(0, value_of("groundwork-probe-U", 4))
    assert counts(came(sent)) == {"corrupt": 1}


def test_a_record_without_a_value_is_foreign() -> None:
    held = came(sends(TOPIC, RECORDS, PARTITIONS))
    held[1].append(Arrived(9, None))
    assert counts(held) == {"foreign": 1}


def test_an_example_says_where() -> None:
    expected = Expected(TOPIC, RECORDS, PARTITIONS)
    (example,) = account(expected, came(sends(TOPIC, RECORDS, PARTITIONS, "lost")))["lost"].examples
    assert (example.partition, example.number) == (0, 4)


@pytest.mark.parametrize(
    ("value", "number"),
    [(FIRST, BEFORE), (b"000000000012 T", 12), (b"12 T", None), (b"000000000012T", None), (b"", None), (None, None)],
)
def test_a_record_tells_its_number(value: bytes | None, number: int | None) -> None:
    assert number_in(value) == number
