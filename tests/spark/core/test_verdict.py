# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The sentence that a person reads first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spark_validation.core.verdict import Finding, Measure, Threshold, Verdict, conclude, figure
from spark_validation.roundtrip.checks import AUDIT_CHECKS

SUBJECTS = (
    "all 20,000 records came out of T on H:1 once, in order and whole",
    "of 20,000 records in T on H:1",
)
SENTENCES = [
    ({}, "Passed: all 20,000 records came out of T on H:1 once, in order and whole."),
    ({"lost": Finding(1)}, "Failed: of 20,000 records in T on H:1, 1 record was lost."),
    ({"lost": Finding(1234)}, "Failed: of 20,000 records in T on H:1, 1,234 records were lost."),
    (
        {"duplicated": Finding(1), "lost": Finding(1)},
        "Failed: of 20,000 records in T on H:1, 1 record was lost and 1 record arrived once too often.",
    ),
    (
        {"offset_holes": Finding(2), "corrupt": Finding(3), "foreign": Finding(1)},
        "Failed: of 20,000 records in T on H:1, 3 records were corrupt, 1 record was foreign "
        "and 2 offsets held no record.",
    ),
    (
        {"in_doubt": Finding(40), "replayed": Finding(1)},
        "Passed: all 20,000 records came out of T on H:1 once, in order and whole, but 1 copy came from a replay "
        "and 40 records that were never acknowledged did not arrive.",
    ),
    (
        {"lost": Finding(2), "replayed": Finding(3)},
        "Failed: of 20,000 records in T on H:1, 2 records were lost and 3 copies came from replays.",
    ),
]


@pytest.mark.parametrize(("found", "expected"), SENTENCES)
def test_sentence(found: dict[str, Finding], expected: str) -> None:
    assert conclude(AUDIT_CHECKS, found).sentence(*SUBJECTS) == expected


WARN = ["replayed", "in_doubt"]


@pytest.mark.parametrize("check", [check.id for check in AUDIT_CHECKS if check.id not in WARN])
def test_each_check_alone_fails_the_run(check: str) -> None:
    assert (conclude(AUDIT_CHECKS, {}).passed, conclude(AUDIT_CHECKS, {}).status) == (True, "passed")
    found = conclude(AUDIT_CHECKS, {check: Finding(1), "replayed": Finding(1)})
    assert (found.passed, found.status) == (False, "failed")


@pytest.mark.parametrize("check", WARN)
def test_what_only_warns(check: str) -> None:
    assert (conclude(AUDIT_CHECKS, {check: Finding(1)}).passed, conclude(AUDIT_CHECKS, {check: Finding(1)}).status) == (
        True,
        "warned",
    )


MEASURES = (Measure("p99", "Latency", "ms", "lower"), Measure("speed", "Speed", "records/s", "higher"))


def judged(found: dict[str, Finding], measured: dict[str, float | None], **thresholds: Threshold) -> Verdict:
    return replace(conclude(AUDIT_CHECKS, found, MEASURES, measured), thresholds=thresholds)


@pytest.mark.parametrize(
    ("thresholds", "status", "end"),
    [
        ({}, "passed", "whole."),
        ({"p99": Threshold(50, 200)}, "passed", "whole."),  # 50 is the last value that does not warn
        ({"p99": Threshold(49.9, 200)}, "warned", "whole, but p99 of 50 is above 49.9 ms."),
        ({"p99": Threshold(10, 49)}, "failed", "H:1, p99 of 50 is above 49 ms."),
        ({"speed": Threshold(2000, 1000)}, "warned", "whole, but speed of 1,500 is below 2,000 records/s."),
        ({"speed": Threshold(fail=1501)}, "failed", "H:1, speed of 1,500 is below 1,501 records/s."),
    ],
)
def test_a_threshold_of_a_measure(thresholds: dict[str, Threshold], status: str, end: str) -> None:
    verdict = judged({}, {"p99": 50, "speed": 1500}, **thresholds)
    assert verdict.status == status
    assert verdict.sentence(*SUBJECTS).endswith(end)


def test_what_was_not_measured_does_not_keep_to_its_threshold() -> None:
    verdict = judged({}, {"p99": None}, p99=Threshold(fail=200))
    assert verdict.status == "failed"
    assert verdict.sentence(*SUBJECTS).endswith(", p99 was not measured.")


def test_what_a_threshold_lets_pass_is_told_all_the_same() -> None:
    lost = {"lost": Finding(3)}
    verdict = judged(lost, {}, lost=Threshold(5, 10))
    assert verdict.status == "passed"
    assert verdict.sentence(*SUBJECTS).endswith("whole, but 3 records were lost.")
    assert judged(lost, {}, lost=Threshold(2, 10)).status == "warned"
    assert judged(lost, {}, lost=Threshold(fail=2)).status == "failed"


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (0.123456, "0.1235"), (49.9, "49.9"), (1234.5, "1,234"), (2e6, "2,000,000")]
)
def test_a_figure_is_short(value: float, text: str) -> None:
    assert figure(value) == text
