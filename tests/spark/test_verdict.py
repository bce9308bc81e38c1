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
    (
        {"in_doubt": Finding(40), "replayed": Finding(1)},
        "Passed: all 19,960 records came out of T on H:1 once, in order and whole, but 1 copy came from a replay "
        "and 40 records that were never acknowledged did not arrive.",
    ),
    (
        {"lost": Finding(2), "replayed": Finding(3)},
        "Failed: of 20,000 records in T on H:1, 2 records were lost and 3 copies came from replays.",
    ),
]


@pytest.mark.parametrize(("found", "expected"), SENTENCES)
def test_sentence(found: dict[str, Finding], expected: str) -> None:
    assert conclude(found).sentence(20_000, "T on H:1") == expected


WARN = ["replayed", "in_doubt"]


@pytest.mark.parametrize("check", [check.id for check in CHECKS if check.id not in WARN])
def test_each_check_alone_fails_the_run(check: str) -> None:
    assert (conclude({}).passed, conclude({}).status) == (True, "passed")
    found = conclude({check: Finding(1), "replayed": Finding(1)})
    assert (found.passed, found.status) == (False, "failed")


@pytest.mark.parametrize("check", WARN)
def test_what_only_warns(check: str) -> None:
    assert (conclude({check: Finding(1)}).passed, conclude({check: Finding(1)}).status) == (True, "warned")
