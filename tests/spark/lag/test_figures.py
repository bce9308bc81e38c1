# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The arithmetic of lag, lead, rates and times until loss, without a broker."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spark_validation.lag.retention import Retention, Unread
from spark_validation.lag.standing import Observed, Standing, standing, together

SETTINGS = {
    "cleanup.policy": "delete",
    "retention.ms": "600000",
    "retention.bytes": "-1",
    "segment.ms": "60000",
    "segment.bytes": "1048576",
}
TEN_MINUTES = Retention("delete", 600.0, None, 60.0, 1048576)
# 1,000 to 1,400 are there, read up to 1,100; in 10 s 50 records came in and 20 were read; now is second 5,000.
OBSERVED = Observed(
    partition=3,
    committed_before=1080,
    committed=1100,
    end_before=1350,
    end=1400,
    start=1000,
    stable_before=1350,
    stable=1400,
    seconds=10.0,
    now=5000.0,
    head=4500.0,
    unread=4800.0,
    bytes=40_000,
)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, TEN_MINUTES),
        ({"retention.ms": "-1"}, replace(TEN_MINUTES, seconds=None)),
        ({"retention.bytes": "5000"}, replace(TEN_MINUTES, bytes=5000)),
        ({"retention.ms": "0", "retention.bytes": "0"}, replace(TEN_MINUTES, seconds=0.0, bytes=0)),
        ({"cleanup.policy": "compact"}, replace(TEN_MINUTES, policy="compact", seconds=None)),
        ({"cleanup.policy": "compact", "retention.bytes": "5"}, replace(TEN_MINUTES, policy="compact", seconds=None)),
        ({"cleanup.policy": "compact,delete"}, replace(TEN_MINUTES, policy="compact,delete")),
        ({"cleanup.policy": ""}, replace(TEN_MINUTES, policy="", seconds=None)),
    ],
)
def test_what_a_topic_keeps(changed: dict[str, str], expected: Retention) -> None:
    assert Retention.of({**SETTINGS, **changed}) == expected


@pytest.mark.parametrize(
    ("unread", "limit", "expected"),
    [
        # 300 records over 200 s: nothing is read, so the oldest goes when it is 600 s old.
        (Unread(300, 200.0, 5.0, 0.0, None), TEN_MINUTES, 400.0),
        # 0.25 of them a second are 1/6 s of the log each second: deletion gains 5/6 s each second on 400 s.
        (Unread(300, 200.0, 5.0, 0.25, None), TEN_MINUTES, 480.0),
        # 2.5 a second keep ahead in these, but of what comes in they are half: of 600 s, 60 s are these 300 records.
        (Unread(300, 200.0, 5.0, 2.5, None), TEN_MINUTES, 1080.0),
        # 0.75 a second would be overtaken after 800 s, but have read the 300 after 400 s, and 0.5 a second come in.
        (Unread(300, 200.0, 0.5, 0.75, None), TEN_MINUTES, None),
        (Unread(300, 200.0, 5.0, 6.0, None), TEN_MINUTES, None),
        (Unread(300, 600.0, 5.0, 9.0, None), TEN_MINUTES, 0.0),
        # Made in 60 s by a clock that is ahead: deletion waits for 660 s, within which 1 a second more reads up.
        (Unread(300, -60.0, 5.0, 5.0, None), TEN_MINUTES, 660.0),
        (Unread(300, -60.0, 5.0, 6.0, None), TEN_MINUTES, None),
        (Unread(700, -60.0, 5.0, 6.0, None), TEN_MINUTES, 660.0),
        # Without a timestamp nothing is known of it.
        (Unread(300, None, 5.0, 0.0, None), TEN_MINUTES, None),
        (Unread(300, 200.0, 5.0, 0.0, None), replace(TEN_MINUTES, seconds=None), None),
        # 300 records of 10 bytes leave room for 2,000 bytes; 5 - 1 records a second fill 40 bytes of it.
        (Unread(300, 200.0, 5.0, 1.0, 10.0), replace(TEN_MINUTES, seconds=None, bytes=5000), 50.0),
        (Unread(300, 200.0, 5.0, 5.0, 10.0), replace(TEN_MINUTES, seconds=None, bytes=5000), None),
        (Unread(300, 200.0, 5.0, 9.0, 10.0), replace(TEN_MINUTES, seconds=None, bytes=3000), 0.0),
        (Unread(300, 200.0, 5.0, 1.0, None), replace(TEN_MINUTES, seconds=None, bytes=5000), None),
        # Both bounds: the nearer one counts.
        (Unread(300, 200.0, 5.0, 0.0, 10.0), replace(TEN_MINUTES, bytes=5000), 40.0),
    ],
)
def test_time_to_loss(unread: Unread, limit: Retention, expected: float | None) -> None:
    assert unread.time_to_loss(limit) == expected


def test_a_group_that_is_behind() -> None:
    assert standing(OBSERVED, TEN_MINUTES) == Standing(
        lag_records=300,
        lag_seconds=200.0,
        ahead_seconds=None,
        lead_records=100,
        lead_seconds=300.0,
        produce_rate=5.0,
        consume_rate=2.0,
        catch_up_seconds=None,
        loss_seconds=900.0,  # of 600 s, 60 s are unread; 2 of the 5 records of each second are read
        lost_records=0,
        beyond_end=False,
        open_transaction=False,
    )


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        # 20 records a second are read, 5 come in: 300 are gone after 20 s.
        ({"committed_before": 900}, {"consume_rate": 20.0, "catch_up_seconds": 20.0}),
        # Nothing is read.
        ({"committed_before": 1100}, {"consume_rate": 0.0, "catch_up_seconds": None, "loss_seconds": 400.0}),
        # An offset that was set back is no rate.
        ({"committed_before": 1300}, {"consume_rate": 0.0, "loss_seconds": 400.0}),
        # All that the first sampling saw is read: a group that commits in steps.
        ({"unread": 4995.0, "committed": 1350}, {"lag_seconds": 5.0, "catch_up_seconds": 0.0, "loss_seconds": None}),
        # So it is where the records were made long before they came, or their producer's clock is ahead.
        ({"unread": 100.0, "committed": 1350}, {"lag_seconds": 4900.0, "catch_up_seconds": 0.0, "loss_seconds": None}),
        ({"unread": 5007.0, "committed": 1350}, {"lag_seconds": 0.0, "ahead_seconds": None, "catch_up_seconds": 0.0}),
        # It is not because a clock says so.
        (
            {"unread": 4999.0, "committed_before": 1100},
            {"lag_seconds": 1.0, "catch_up_seconds": None, "loss_seconds": 599.0},
        ),
        # A producer's clock that is ahead says nothing of an age; what deletion waits for is that time and ten minutes.
        (
            {"unread": 5060.0},
            {"lag_seconds": None, "ahead_seconds": 60.0, "catch_up_seconds": None, "loss_seconds": 660.0},
        ),
        (
            {"unread": 5060.0, "committed_before": 900},
            {"ahead_seconds": 60.0, "catch_up_seconds": 20.0, "loss_seconds": None},
        ),
        # All is read up to a transaction that was open all the time: who reads committed records waits for its end.
        (
            {"committed_before": 1100, "stable_before": 1100, "stable": 1100},
            {
                "lag_records": 300,
                "lag_seconds": 200.0,
                "open_transaction": True,
                "catch_up_seconds": 0,
                "loss_seconds": 400,
            },
        ),
        (
            {"stable_before": 1100, "stable": 1100, "unread": 5060.0},
            {"ahead_seconds": 60.0, "open_transaction": True, "loss_seconds": 660.0},
        ),
        # One that came up to it meanwhile waits as well.
        ({"stable_before": 1100, "stable": 1100}, {"open_transaction": True, "catch_up_seconds": 0}),
        # It was begun between the samplings, or another one took its place: transactions come and go.
        (
            {"committed": 1350, "stable_before": 1350, "stable": 1350},
            {"open_transaction": False, "catch_up_seconds": 0, "loss_seconds": None},
        ),
        (
            {"committed": 1340, "stable_before": 1330, "stable": 1340},
            {"open_transaction": False, "catch_up_seconds": 0, "loss_seconds": None},
        ),
        # Behind one that is open stands nobody who waits for it, nor does who has not come up to it.
        ({"stable_before": 1050, "stable": 1050}, {"open_transaction": False, "catch_up_seconds": None}),
        ({"stable_before": 1200, "stable": 1200}, {"open_transaction": False, "catch_up_seconds": None}),
        # Records without a timestamp have no age either, and are unread all the same.
        (
            {"unread": None},
            {"lag_seconds": None, "ahead_seconds": None, "lead_seconds": None, "catch_up_seconds": None},
        ),
        # All is read.
        (
            {"committed": 1400, "unread": None},
            {"lag_records": 0, "lag_seconds": None, "lead_records": 400, "lead_seconds": 500.0, "catch_up_seconds": 0},
        ),
        # Behind the last record stand only marks of transactions.
        (
            {"committed": 1398, "end_before": 1400, "unread": None, "unread_exists": False},
            {"lag_records": 2, "lag_seconds": None, "lead_seconds": 500.0, "catch_up_seconds": 0.0},
        ),
        # Deletion has overtaken the group: what is left to read begins at 1,000.
        (
            {"committed_before": 940, "committed": 940, "unread": 4500.0},
            {"lag_records": 400, "lead_records": 0, "lead_seconds": 0.0, "lost_records": 60, "loss_seconds": 100.0},
        ),
        ({"committed_before": 1401, "committed": 1401, "end_before": 1400}, {"beyond_end": True, "lead_records": 400}),
        ({"committed_before": 1340, "committed": 1401}, {"beyond_end": False}),
        # A topic that was made anew between both samplings grows by nothing.
        ({"end_before": 9000}, {"produce_rate": 0.0}),
        # 400 records in 40,000 bytes: 300 take 30,000, and 5 records a second make 500 bytes of the 20,000 left.
        ({"committed_before": 1100, "bytes": 40_000}, {"loss_seconds": 40.0}),
        ({"committed_before": 1100, "bytes": None}, {"loss_seconds": None}),
    ],
)
def test_where_a_group_stands(changed: dict[str, float | None], expected: dict[str, float | None]) -> None:
    keeps = replace(TEN_MINUTES, seconds=None, bytes=50_000) if "bytes" in changed else TEN_MINUTES
    told = standing(replace(OBSERVED, **changed), keeps)  # type: ignore[arg-type] # names and values go together
    assert {name: getattr(told, name) for name in expected} == expected


def test_partitions_together() -> None:
    one = Standing(300, 200.0, None, 100, 300.0, 5.0, 11.0, 50.0, 400.0, 0, False, False)
    assert together([one, Standing(10, 20.0, 9.0, 7, None, 1.5, 4.0, 4.0, None, 6, True, True)]) == Standing(
        310, 200.0, 9.0, 7, 300.0, 6.5, 15.0, 50.0, 400.0, 6, True, True
    )


READ = Standing(0, None, None, 100, 60.0, 10.0, 10.0, 0.0, None, 0, False, False)
CATCHING = replace(
    READ, lag_records=4000, lag_seconds=90.0, produce_rate=100.0, consume_rate=500.0, catch_up_seconds=10.0
)
WAITING = replace(READ, lag_records=8000, lag_seconds=90.0, produce_rate=100.0, consume_rate=0.0, catch_up_seconds=None)
OUTRUN = replace(WAITING, consume_rate=50.0)


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([READ], 0.0),
        ([READ, CATCHING], 10.0),
        # 500 are read of 200 that come in: 12,000 unread ones are gone after 40 s, though one had no commit meanwhile.
        ([CATCHING, WAITING], 40.0),
        ([WAITING], None),
        ([WAITING, READ], None),
        ([CATCHING, replace(WAITING, produce_rate=400.0)], None),
        # Somebody reads it and falls behind, however fast others are.
        ([CATCHING, OUTRUN], None),
        ([], 0.0),
    ],
)
def test_when_a_topic_is_read_up(standings: list[Standing], expected: float | None) -> None:
    assert together(standings).catch_up_seconds == expected
