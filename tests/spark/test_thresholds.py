# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Thresholds from files and options, and the comparison with an earlier run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spark_validation import earlier, thresholds
from spark_validation.earlier import Change
from spark_validation.errors import UsageError
from spark_validation.verdict import Threshold
from tests.spark.documents import DOCUMENTS, measure

KNOWN = ("lost", "p99")
SCHEMA = "groundwork.kafka/validation/3"


def test_options_go_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "limits.json"
    file.write_text('{"lost": {"fail": 3}, "p99": {"warn": 50.5, "fail": null}}')
    assert thresholds.read(file, [], KNOWN) == {"lost": Threshold(None, 3), "p99": Threshold(50.5, None)}
    assert thresholds.read(file, ["p99=:200", "p99=1e1:"], KNOWN)["p99"] == Threshold(10, None)
    assert thresholds.read(None, [], KNOWN) == {}


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("p99", "--threshold p99 is not ID=WARN:FAIL, such as latency_p99_ms=50:200 or lost=:0"),
        ("p99=5", "--threshold p99=5 is not ID=WARN:FAIL, such as latency_p99_ms=50:200 or lost=:0"),
        ("p99=a:b", "--threshold p99=a:b is not ID=WARN:FAIL, such as latency_p99_ms=50:200 or lost=:0"),
        ("p99=:nan", "--threshold p99=:nan is not ID=WARN:FAIL, such as latency_p99_ms=50:200 or lost=:0"),
        ("p9=1:2", "there is no check or measure 'p9' to have a threshold: known are lost, p99"),
    ],
)
def test_an_option_that_is_none(option: str, sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        thresholds.read(None, [option], KNOWN)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("[]", "[] is not an object"),
        ('{"lost": 3}', "3 is not an object"),
        ('{"lost": {"below": 3}}', "'below' is neither warn nor fail"),
        ('{"lost": {"fail": "3"}}', "'3' is not a number"),
        ('{"lost": {"fail": true}}', "True is not a number"),
        ("{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
    ],
)
def test_a_file_that_holds_none(text: str, end: str, tmp_path: Path) -> None:
    file = tmp_path / "limits.json"
    file.write_text(text)
    with pytest.raises(UsageError) as error:
        thresholds.read(file, [], KNOWN)
    start = f'thresholds {file} are not JSON such as {{"latency_p99_ms": {{"warn": 50, "fail": 200}}}}: '
    assert str(error.value) == start + end


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file or directory"):
        thresholds.read(tmp_path / "none.json", [], KNOWN)


def told(lost: int, p99: float | None, speed: float) -> dict[str, Any]:
    measures = [
        {"id": "p99", "title": "P99", "unit": "ms", "better": "lower", "value": p99},
        {"id": "speed", "title": "Speed", "unit": "records/s", "better": "higher", "value": speed},
    ]
    return {"checks": [{"id": "lost", "title": "Lost", "count": lost}], "measures": measures}


def test_what_got_better_and_worse() -> None:
    found = earlier.changes(told(3, 100.0, 1000.0), told(4, 90.0, 1040.0))
    assert found == [
        Change("lost", "Lost", "", 3, 4, "worse"),  # counts are exact
        Change("p99", "P99", "ms", 100.0, 90.0, "better"),
        Change("speed", "Speed", "records/s", 1000.0, 1040.0, "same"),  # within a twentieth
    ]
    changes = earlier.changes(told(0, None, 1000.0), told(0, 90.0, 900.0))
    assert [change.change for change in changes] == ["same", "unknown", "worse"]


def test_what_only_one_of_them_has_is_left_out() -> None:
    before = told(0, 1.0, 1.0)
    del before["measures"][0]
    assert [change.id for change in earlier.changes(before, told(0, 1.0, 1.0))] == ["lost", "speed"]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("{", "is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[]", "is not a report of this program: give it one that --json wrote"),
        (
            '{"schema": "groundwork.kafka/validation/2"}',
            f"follows groundwork.kafka/validation/2, this version {SCHEMA}: make it anew",
        ),
        (json.dumps(DOCUMENTS["soak"]), "is one of soak: give smoke one of its own"),
    ],
)
def test_an_earlier_run_that_does_not_fit(text: str, end: str, tmp_path: Path) -> None:
    file = tmp_path / "earlier.json"
    file.write_text(text)
    with pytest.raises(UsageError) as error:
        earlier.load(file, "smoke", SCHEMA)
    assert str(error.value) == f"the earlier run {file} {end}"


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"command": None}, "its 'command' is missing or no text"),
        ({"started": None}, "its 'started' is missing or no text"),
        ({"status": 1}, "its 'status' is missing or no text"),
        ({"checks": None}, "its 'checks' are missing or no list"),
        ({"checks": "x"}, "its 'checks' are missing or no list"),
        ({"checks": [{"id": "lost", "count": 1}, 7]}, "number 2 of its 'checks' has no 'id'"),
        ({"checks": [{"id": "lost"}]}, "the 'count' of 'lost' among its 'checks' is missing or no number"),
        (
            {"checks": [{"id": "lost", "count": None}]},
            "the 'count' of 'lost' among its 'checks' is missing or no number",
        ),
        ({"measures": [{"id": []}]}, "number 1 of its 'measures' has no 'id'"),
        ({"measures": [{"id": "p99"}]}, "the 'value' of 'p99' among its 'measures' is missing or no number"),
        *(
            (
                {"measures": [{"id": "p99", "value": v}]},
                "the 'value' of 'p99' among its 'measures' is missing or no number",
            )
            for v in ("9", True, float("nan"), float("inf"), 10**400)
        ),
    ],
)
def test_an_earlier_run_that_is_damaged(change: dict[str, Any], wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "earlier.json"
    kept = {name: value for name, value in (DOCUMENTS["old"] | change).items() if value is not None}
    file.write_text(json.dumps(kept))
    with pytest.raises(UsageError) as error:
        earlier.load(file, "smoke", SCHEMA)
    assert str(error.value) == f"the earlier run {file} is damaged, {wrong}: give it a file as --json wrote it"


def test_an_earlier_run_is_taken_with_what_was_not_measured(tmp_path: Path) -> None:
    file, before = tmp_path / "earlier.json", DOCUMENTS["old"] | {"measures": [measure("P99", None)]}
    file.write_text(json.dumps(before))
    assert earlier.load(file, "smoke", SCHEMA) == before
