# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How the report says moments and names, and what it says on a terminal of a fleet written by hand."""

from __future__ import annotations

import pytest

from spark_validation.fleet.columns import lines
from spark_validation.fleet.details import moment, name
from tests.spark.documents import FLEET, SPOILT


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (None, None),
        (0, "1970-01-01T00:00:00Z"),
        (1_767_225_600, "2026-01-01T00:00:00Z"),
        (10**12, None),  # beyond the calendar
        (10**30, None),
    ],
)
def test_a_moment_is_of_the_calendar_or_none(seconds: int | None, expected: str | None) -> None:
    assert moment(seconds) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kafka1", "kafka1"),
        (None, "(none)"),
        ("", "(none)"),
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("\ud800", "\\ud800"),  # half a letter, as JSON can write it
        ("x" * 30 + "y" * 71, "x" * 30 + "y" * 9 + "…" + "y" * 20),
    ],
)
def test_a_name_steers_no_terminal_and_ends(text: str | None, expected: str) -> None:
    assert name(text) == expected


def test_a_terminal_is_told_what_was_read_and_the_clusters() -> None:
    head = "read 9 records of 5 hosts in 2 files of 3 listed, from 2026-01-30T12:00:00Z to 2026-01-31T12:00:00Z"
    assert lines({**FLEET, "parquet": "s3a://b/t"}) == [
        head,
        "cluster                      hosts  in effect  high  medium  low",
        f"{SPOILT}      5     99.7 %     1       0  2",
        "(none)                           5    100.0 %     1       0  2",
        "and 199 more clusters",
        "trap                         clusters  accepted in  severity",
        f"{SPOILT}         2            0  high",
        *["replication                         0            1  low"] * 9,
        "and 2 more traps",
        "tables: s3a://b/t",
    ]
