# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Thresholds from files and options, and the comparison with an earlier run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spark_validation.core import earlier, thresholds
from spark_validation.core.earlier import Change
from spark_validation.core.errors import UsageError
from spark_validation.core.verdict import Check, Measure, Threshold
from tests.spark.documents import DOCUMENTS, measure

KNOWN = ("lost", "p99")
SUCH = "such as lost=5:10 or lost=:10"
SCHEMA = "groundwork.kafka/validation/3"


def test_options_go_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "limits.json"
    file.write_text('{"lost": {"fail": 3}, "p99": {"warn": 50.5, "fail": null}}')
    assert thresholds.read(file, [], KNOWN) == {"lost": Threshold(None, 3), "p99": Threshold(50.5, None)}
    assert thresholds.read(file, ["p99=1e1:"], KNOWN)["p99"] == Threshold(10, None)
    assert thresholds.read(None, [], KNOWN) == {}


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("p99", f"--threshold p99 is not ID=WARN:FAIL in finite numbers, {SUCH}"),
        ("p99=5", f"--threshold p99=5 is not ID=WARN:FAIL in finite numbers, {SUCH}"),
        ("p99=a:b", f"--threshold p99=a:b is not ID=WARN:FAIL in finite numbers, {SUCH}"),
        ("p99=:nan", f"--threshold p99=:nan is not ID=WARN:FAIL in finite numbers, {SUCH}"),
        ("p99=:" + "9" * 400, f"--threshold p99=:{'9' * 400} is not ID=WARN:FAIL in finite numbers, {SUCH}"),
        (
            "p99=:",
            "--threshold p99=:: neither WARN nor FAIL is given, so that nothing would be asked: give one of them",
        ),
        ("p9=1:2", "there is no check or measure 'p9' to have a threshold: known are lost, p99"),
    ],
)
def test_an_option_that_is_none(option: str, sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        thresholds.read(None, [option], KNOWN)
    assert str(error.value) == sentence


OBJECT = 'such as {"lost": {"warn": 5, "fail": 10}}'


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("[]", f" are not a JSON object {OBJECT}"),
        ('{"p99": 3}', f": the limits of p99 are not an object {OBJECT}"),
        ('{"p99": {"below": 3}}', ": the limits of p99 have 'below', which is neither warn nor fail"),
        ('{"p99": {"fail": "3"}}', f": the limits of p99 are not in finite numbers {OBJECT}"),
        ('{"p99": {"fail": true}}', f": the limits of p99 are not in finite numbers {OBJECT}"),
        ('{"p99": {"fail": NaN}}', f": the limits of p99 are not in finite numbers {OBJECT}"),
        ('{"p99": {"fail": %s}}' % ("9" * 400), f": the limits of p99 are not in finite numbers {OBJECT}"),
        (
            '{"p99": {"warn": null}}',
            ": the limits of p99: neither WARN nor FAIL is given, so that nothing would be asked: give one of them",
        ),
        ('{"p99": {"fail": 1}, "p99": {"fail": 2}}', " names p99 twice: give it once"),
        ("[" * 100_000, f" are not JSON {OBJECT}: it is nested too deeply"),
        (
            "{",
            f" are not JSON {OBJECT}: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        ),
    ],
    ids=range(11),
)
def test_a_file_that_holds_none(text: str, end: str, tmp_path: Path) -> None:
    file = tmp_path / "limits.json"
    file.write_text(text)
    with pytest.raises(UsageError) as error:
        thresholds.read(file, [], KNOWN)
    assert str(error.value) == f"thresholds {file}{end}"


def test_an_option_that_is_given_twice() -> None:
    with pytest.raises(UsageError, match="--threshold names p99 twice: give it once"):
        thresholds.read(None, ["p99=:200", "p99=1e1:"], KNOWN)


LOST = Check("lost", "Lost", "", "", "")
SPEED, P99 = Measure("speed", "Speed", "MB/s", "higher"), Measure("p99", "P99", "ms", "lower")


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({"lost": Threshold(None, -1)}, "the threshold of lost is below 0, which a count never is: give 0 or more"),
        (
            {"lost": Threshold(5, 1)},
            "fails above 1, so that warning above 5 never comes about: give a WARN of at most 1",
        ),
        (
            {"p99": Threshold(5, 1)},
            "fails above 1, so that warning above 5 never comes about: give a WARN of at most 1",
        ),
        (
            {"speed": Threshold(1, 5)},
            "fails below 5, so that warning below 1 never comes about: give a WARN of at least 5",
        ),
    ],
)
def test_limits_that_cannot_be_meant(limits: dict[str, Threshold], sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        thresholds.require_meant(limits, [LOST, SPEED, P99])
    assert str(error.value).endswith(sentence)


def test_limits_that_can_be_meant() -> None:
    limits = {"lost": Threshold(0, 5), "p99": Threshold(None, -1), "speed": Threshold(5, 1)}
    thresholds.require_meant(limits, [LOST, SPEED, P99])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file or directory"):
        thresholds.read(tmp_path / "none.json", [], KNOWN)


def document_with(lost: int, p99: float | None, speed: float) -> dict[str, Any]:
    measures = [
        {"id": "p99", "title": "P99", "unit": "ms", "better": "lower", "value": p99},
        {"id": "speed", "title": "Speed", "unit": "records/s", "better": "higher", "value": speed},
    ]
    return {"checks": [{"id": "lost", "title": "Lost", "count": lost}], "measures": measures}


def test_what_got_better_and_worse() -> None:
    found = earlier.changes(document_with(3, 100.0, 1000.0), document_with(4, 90.0, 1040.0))
    assert found == [
        Change("lost", "Lost", "", 3, 4, "worse"),  # counts are exact
        Change("p99", "P99", "ms", 100.0, 90.0, "better"),
        Change("speed", "Speed", "records/s", 1000.0, 1040.0, "same"),  # within a twentieth
    ]
    changes = earlier.changes(document_with(0, None, 1000.0), document_with(0, 90.0, 900.0))
    assert [change.change for change in changes] == ["same", "unknown", "worse"]


def test_what_only_one_of_them_has_is_left_out() -> None:
    before = document_with(0, 1.0, 1.0)
    del before["measures"][0]
    assert [change.id for change in earlier.changes(before, document_with(0, 1.0, 1.0))] == ["lost", "speed"]


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
