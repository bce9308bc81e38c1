# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is found of groups whose standing is written by hand, in which order, and in which words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spark_validation.lag.findings import findings, measured
from spark_validation.lag.retention import Retention
from spark_validation.lag.rows import Row, Uncommitted, worst_first
from spark_validation.lag.standing import Observed, Standing

DAY = Retention("delete", 86400.0, None, 3600.0, 1 << 30)
AT = Observed(
    partition=0,
    committed_before=90,
    committed=100,
    end_before=90,
    end=100,
    start=0,
    stable_before=90,
    stable=100,
    seconds=10.0,
    now=5000.0,
)
READ_UP = Standing(
    lag_records=0,
    lag_seconds=None,
    ahead_seconds=None,
    lead_records=100,
    lead_seconds=60.0,
    produce_rate=1.0,
    consume_rate=1.0,
    catch_up_seconds=0.0,
    loss_seconds=None,
    lost_records=0,
    beyond_end=False,
    open_transaction=False,
)


def row(group: str, *partitions: dict[str, Any], state: str = "Stable", topic: str = "orders") -> Row:
    """A group whose partitions differ from one that is read up by what is given."""
    at = [(replace(AT, partition=number), replace(READ_UP, **one)) for number, one in enumerate(partitions)]
    return Row(group, state, topic, DAY, at)


def texts(check: str, *rows: Row) -> list[str]:
    """The examples of ``check``."""
    return [one.text for one in findings(worst_first(rows), 3600.0, 7 * 86400.0)[check].examples]


NEVER: dict[str, Any] = {"lag_records": 50, "catch_up_seconds": None, "consume_rate": 0.0}


def test_the_worst_comes_first() -> None:
    rows = [
        row("reads along", {}),
        row("will catch up", {"lag_records": 9000, "consume_rate": 151.0, "catch_up_seconds": 60.0}),
        row("is far behind", {**NEVER, "lag_records": 7000}),
        row("is behind", NEVER),
        row("loses later", {**NEVER, "loss_seconds": 7200.0}),
        row("loses soon", {**NEVER, "loss_seconds": 60.0}),
        row("stands nowhere", {"beyond_end": True}),
        row("lost some", {"lost_records": 1}),
        row("lost more", {}, {"lost_records": 5}),
    ]
    assert [one.group for one in worst_first(rows)] == [
        "lost more",
        "lost some",
        "stands nowhere",
        "loses soon",
        "loses later",
        "is far behind",
        "is behind",
        "will catch up",
        "reads along",
    ]


@pytest.mark.parametrize(
    ("check", "partitions", "told"),
    [
        ("lost_unread", [{"lost_records": 1}, {"lost_records": 3}], ["3 records from", "1 records from"]),
        (
            "lost_soon",
            [{"loss_seconds": 90.0}, {"loss_seconds": 0.0}, {"loss_seconds": 7200.0}],
            ["0 records unread, the first may go at any moment", "0 records unread, the first may go in 90 s"],
        ),
    ],
)
def test_the_worst_partitions_are_told_first(check: str, partitions: list[dict[str, Any]], told: list[str]) -> None:
    found = texts(check, row("a", *partitions))
    assert [text.startswith(f"group a, topic orders: {one}") for text, one in zip(found, told)] == [True] * len(told)
    assert len(found) == len(told)


def test_the_topics_with_most_unread_are_told_first() -> None:
    few, many = row("a", NEVER, state="Empty"), row("b", {**NEVER, "lag_records": 70}, state="Empty")
    assert texts("no_members", few, many) == [
        "group b, topic orders: 70 records unread",
        "group a, topic orders: 50 records unread",
    ]


def test_a_partition_without_a_commit_meanwhile() -> None:
    read = {"lag_records": 4000, "produce_rate": 297.0, "consume_rate": 983.0, "catch_up_seconds": 6.0}
    turns = row("a", read, NEVER)
    turns.partitions[1] = (replace(turns.partitions[1][0], committed_before=100), turns.partitions[1][1])
    assert texts("never_catches_up", turns) == []
    assert texts("no_commit", turns) == [
        "group a, topic orders: 50 records unread, and nothing committed for 10 s",
    ]
    still = row("a", NEVER)
    assert texts("no_commit", still) == []
    assert texts("never_catches_up", still) == ["group a, topic orders: reads 0 records/s, 1 records/s come in"]


def test_a_partition_that_is_read_no_faster_than_it_grows() -> None:
    read = {"lag_records": 4000, "produce_rate": 297.0, "consume_rate": 983.0, "catch_up_seconds": 6.0}
    outrun = {**NEVER, "consume_rate": 9.0, "produce_rate": 60.0}
    assert texts("never_catches_up", row("a", read, outrun, {**outrun, "lag_records": 70})) == [
        "group a, topic orders: of partition 2 it reads 9 records/s, 60 records/s come in"
    ]


def test_what_is_read_without_a_committed_offset() -> None:
    at = [Uncommitted(1, 0, 0), Uncommitted(2, 10, 30), Uncommitted(3, 0, 200_000)]
    some, none = replace(row("a", {}), uncommitted=at), replace(row("b"), uncommitted=[Uncommitted(0, 7, 8)])
    found = findings([some, none], 3600.0, 7 * 86400.0)
    assert {check: finding.count for check, finding in found.items() if finding.count} == {"no_offset": 3}
    assert [(one.partition, one.text) for one in found["no_offset"].examples] == [
        (3, "group a, topic orders: 200,000 records, and no offset is committed"),
        (2, "group a, topic orders: 20 records, and no offset is committed"),
        (0, "group b, topic orders: 1 record, and no offset is committed"),
    ]
    assert measured([none]) == {"lag_records_max": None, "lag_seconds_max": None}
    assert none.as_data()["total"] is None


def test_an_open_transaction() -> None:
    waits = {"lag_records": 50, "open_transaction": True}
    old = row("a", {**waits, "lag_records": 1}, {**waits, "lag_seconds": 7200.0})
    found = findings([old], 3600.0, 7 * 86400.0)
    assert {check: finding.count for check, finding in found.items() if finding.count} == {"open_transaction": 2}
    assert [one.text for one in found["open_transaction"].examples] == [
        "group a, topic orders: all is read up to offset 100, from where a transaction is open, begun 2 h ago: "
        "50 offsets lie behind it",
        "group a, topic orders: all is read up to offset 100, from where a transaction is open: "
        "1 offset lies behind it",
    ]


def test_a_clock_that_is_ahead() -> None:
    ahead = row("a", {}, {**NEVER, "ahead_seconds": 7200.0})
    assert texts("clock_ahead", ahead, row("b", NEVER)) == [
        "group a, topic orders: 50 records unread, the oldest is of a time that comes in 2 h: set this machine's "
        "clock, or that of who makes or stores them"
    ]
    assert measured([ahead])["lag_seconds_max"] is None
    assert measured([row("b", {**NEVER, "lag_seconds": 9.0}, {})])["lag_seconds_max"] == 9.0


def test_names_are_cut_and_steer_no_terminal() -> None:
    left = row("\x1b[31mred\n" + "g" * 300, NEVER, state="Empty", topic="t" * 249)
    assert texts("no_members", left) == [
        f"group \\x1b[31mred\\x0a{'g' * 11}…{'g' * 13}, topic {'t' * 26}…{'t' * 13}: 50 records unread"
    ]
