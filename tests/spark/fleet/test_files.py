# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The files that were listed against the lines that came of them."""

from __future__ import annotations

import pytest

from spark_validation.fleet.files import account, below


def row(file: str, lines: int, broken: int = 0, foreign: int = 0) -> dict[str, object]:
    return {"file": file, "lines": lines, "broken": broken, "foreign": foreign}


def test_each_file_is_accounted_for() -> None:
    names = [f"file:///r/{name}" for name in ("a", "b", "c/d", "e", "f")]
    rows = [row(names[0], 10), row(names[1], 5, 2, 1), row(names[2], 1, 0, 1)]
    found = account("file:///r", names, rows)
    assert (found.listed, found.read, found.lines, found.records) == (5, 3, 16, 12)
    assert (found.broken, found.foreign, found.unread) == ({"b": 2}, {"b": 1, "c/d": 1}, ("e", "f"))


def test_nothing_is_accounted_for_where_nothing_was_listed() -> None:
    found = account("file:///r", [], [])
    assert (found.listed, found.read, found.lines, found.records) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("reports", "name", "expected"),
    [
        ("file:///r", "file:///r/day%201/a.jsonl", "day 1/a.jsonl"),
        ("file:///r x/", "file:///r%20x/a.jsonl", "a.jsonl"),
        ("/r", "file:///r/a.jsonl", "a.jsonl"),
        ("s3a://bucket/audits", "s3a://bucket/audits/2026/a.jsonl", "2026/a.jsonl"),
        ("hdfs://n/audits/*", "hdfs://n/audits/x/a.jsonl", "hdfs://n/audits/x/a.jsonl"),
    ],
)
def test_a_file_is_named_from_the_folder_on(reports: str, name: str, expected: str) -> None:
    assert below(reports, name) == expected
