# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One table of columns, as a terminal and as the page have it, on figures written by hand."""

from __future__ import annotations

from typing import Any

from spark_validation.lag.columns import lines, tables

BEHIND = {
    "lag_records": 12345,
    "lag_seconds": 90.0,
    "ahead_seconds": None,
    "lead_records": 7,
    "lead_seconds": 0.25,
    "produce_rate": 1234.5,
    "consume_rate": 0.4,
    "catch_up_seconds": None,
    "loss_seconds": 0.0,
    "lost_records": 3,
    "open_transaction": False,
}
READ_UP = {**BEHIND, "lag_records": 0, "lag_seconds": None, "catch_up_seconds": 0.0, "loss_seconds": None}
DETAILS: dict[str, Any] = {
    "rows": [
        {
            "group": "billing",
            "state": "Stable",
            "topic": "orders",
            "retention": {"policy": "compact,delete"},
            "total": BEHIND,
            "partitions": [
                {"partition": 0, "start": 1, "committed": 8, "end": 20, **BEHIND},
                {"partition": 1, "start": 2, "committed": 9, "end": 9, **READ_UP},
            ],
            "uncommitted": [],
        },
        {
            "group": "archive",
            "state": "Empty",
            "topic": "accounts",
            "retention": {"policy": "compact"},
            "total": READ_UP,
            "partitions": [],
            "uncommitted": [],
        },
    ],
    "notes": ["left out: nothing"],
}


def test_a_terminal_has_a_line_for_each_group_and_topic() -> None:
    assert lines(DETAILS) == [
        "group    partitions     lag  behind  lead   in/s  read/s  caught up        lost  topic",
        "billing           2  12,345    90 s     7  1,234       0      never  any moment  orders",
        "archive           0       0       -     7  1,234       0        now   compacted  accounts",
        "left out: nothing",
    ]


def test_a_terminal_shows_no_raw_names_and_no_endless_ones() -> None:
    forged = {**DETAILS["rows"][1], "group": "line\nPassed: all is well.", "topic": "t" * 249}
    _head, told, note = lines({"rows": [forged], "notes": [f"left out, groups: {', '.join(['group'] * 1000)}"]})
    assert told.startswith("line\\x0aPassed: all is well.  ")
    assert told.endswith(f"  {'t' * 26}…{'t' * 13}")
    assert len(note) == 400


def test_an_age_that_cannot_be_told_is_none() -> None:
    ahead = {**BEHIND, "ahead_seconds": 60.0}
    told = lines({"rows": [{**DETAILS["rows"][0], "total": ahead}], "notes": []})
    assert told[1].startswith("billing           2  12,345  clock ahead  ")


def test_a_partition_without_a_commit_is_not_said_to_be_never_read() -> None:
    row = {**DETAILS["rows"][0], "total": {**BEHIND, "catch_up_seconds": 9.0}}
    told = tables({"rows": [row], "notes": []})["partitions"]
    assert [dict(zip(told["titles"], one))["Caught up"] for one in told["rows"]] == ["no commit", "now"]


def test_who_waits_for_a_transaction_is_not_said_to_have_read_all() -> None:
    waits = {**READ_UP, "open_transaction": True}
    told = lines({"rows": [{**DETAILS["rows"][0], "total": waits}], "notes": []})
    assert "  open transaction  " in told[1]
    both = {**waits, "catch_up_seconds": 60.0}
    assert "  60 s  " in lines({"rows": [{**DETAILS["rows"][0], "total": both}], "notes": []})[1]


def test_what_nobody_committed_may_be_unread() -> None:
    unknown = {"partition": 1, "start": 100, "end": 200_100}
    row = {**DETAILS["rows"][0], "uncommitted": [{**unknown, "partition": 2}]}
    nowhere = {**DETAILS["rows"][0], "total": None, "partitions": [], "uncommitted": [unknown]}
    told = lines({"rows": [row, nowhere], "notes": []})
    assert [line.split()[:6] for line in told[1:]] == [
        ["billing", "3", "up", "to", "212,345", "90"],
        ["billing", "1", "up", "to", "200,000", "-"],
    ]
    assert told[2].split()[6:] == ["-", "-", "-", "-", "-", "orders"]
    page = tables({"rows": [row, nowhere], "notes": []})["partitions"]
    rows = [dict(zip(page["titles"], one)) for one in page["rows"]]
    assert [one["Partition"] for one in rows] == [0, 1, 2, 1]
    assert {name: value for name, value in rows[2].items() if value is not None} == {
        "Group": "billing",
        "Topic": "orders",
        "Partition": 2,
        "Start": 100,
        "End": 200_100,
        "Lag": "up to 200,000",
    }


def test_the_page_has_a_table_of_topics_and_one_of_partitions() -> None:
    told = tables(DETAILS)
    topics, partitions = (
        [dict(zip(told[where]["titles"], row)) for row in told[where]["rows"]] for where in ("topics", "partitions")
    )
    assert topics[0] == {
        "Group": "billing",
        "State": "Stable",
        "Topic": "orders",
        "Partitions": 2,
        "Lag": 12345,
        "Behind": "90 s",
        "Lead": 7,
        "In a second": 1234.5,
        "Read a second": 0.4,
        "Caught up": "never",
        "Lost": "at any moment",
    }
    assert [(one["Behind"], one["Caught up"], one["Lost"]) for one in topics[1:]] == [(None, "now", "compacted")]
    assert partitions[1] == {
        "Group": "billing",
        "Topic": "orders",
        "Partition": 1,
        "Start": 2,
        "Committed": 9,
        "End": 9,
        "Lag": 0,
        "Behind": None,
        "Lead": 7,
        "Lead in time": "250 ms",
        "Lost unread": 3,
        "Caught up": "now",
        "Lost": "never",
    }
