# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The sentence that a person reads first."""

from __future__ import annotations

import pytest

from spark_validation.verdict import CHECKS, Finding, conclude

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
]


@pytest.mark.parametrize(("found", "expected"), SENTENCES)
def test_sentence(found: dict[str, Finding], expected: str) -> None:
    assert conclude(found).sentence(20_000, "T on H:1") == expected


@pytest.mark.parametrize("check", [check.id for check in CHECKS])
def test_each_check_alone_fails_the_run(check: str) -> None:
    assert conclude({}).passed
    assert not conclude({check: Finding(1)}).passed
