# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The files that were listed against the lines that came of them."""

from __future__ import annotations

import pytest

from spark_validation.fleet.files import account, below, with_reviews


def row(
    file: str, record: int, broken: int = 0, foreign: int = 0, *, review: int = 0, of: tuple[int, int] = (5, 5)
) -> dict[str, object]:
    parts = {"record": record, "broken": broken, "foreign": foreign, "review": review}
    first, last = of if record else (None, None)
    return {"file": file, "lines": sum(parts.values()), **parts, "first": first, "last": last}


def test_each_file_is_accounted_for() -> None:
    names = [f"file:///r/{name}" for name in ("a", "b", "c/d", "e", "f")]
    rows = [row(names[0], 9, review=1, of=(3, 7)), row(names[1], 2, 2, 1, of=(4, 8)), row(names[2], 0, 0, 1)]
    found = account("file:///r", names, rows)
    assert (found.listed, found.read, found.lines, found.records, found.reviews) == (5, 3, 16, 11, 1)
    assert (found.broken, found.foreign, found.unread) == ({"b": 2}, {"b": 1, "c/d": 1}, ("e", "f"))
    assert (found.first, found.last) == (3, 8)


def test_nothing_is_accounted_for_where_nothing_was_listed() -> None:
    found = account("file:///r", [], [])
    assert (found.listed, found.read, found.lines, found.records) == (0, 0, 0, 0)
    assert (found.first, found.last) == (None, None)


@pytest.mark.parametrize(
    ("beside", "alone"),
    [
        (row("file:///r/x.y/a.jsonl", 1), ()),
        (row("file:///r/x.y/a.json", 1), ()),
        (row("file:///r/x.y/a.jsonl", 0, broken=1), ("x.y/a.review.json",)),
        (row("file:///r/x.y/a.jsonl", 0, review=1), ("x.y/a.jsonl", "x.y/a.review.json")),
        (row("file:///r/x.y/b.jsonl", 1), ("x.y/a.review.json",)),
        (row("file:///r/a.jsonl", 1), ("x.y/a.review.json",)),
    ],
)
def test_a_review_is_alone_unless_records_lie_beside_it(beside: dict[str, object], alone: tuple[str, ...]) -> None:
    rows = [beside, row("file:///r/x.y/a.review.json", 0, review=1)]
    found = account("file:///r", [str(one["file"]) for one in rows], rows)
    assert found.alone == alone


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.jsonl", "{*.jsonl,*.review.json}"),
        ("audit-2026*.json*", "{audit-2026*.json*,audit-2026*.review.json}"),
        ("*.{json,jsonl}", "{*.{json,jsonl},*.review.json}"),
        ("*", "{*,*}"),
    ],
)
def test_reviews_are_asked_for_by_the_names_of_their_audits(pattern: str, expected: str) -> None:
    assert with_reviews(pattern) == expected


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
