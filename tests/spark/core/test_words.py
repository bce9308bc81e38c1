# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Text from outside on its way to a terminal: written out, cut, and so wherever something is printed."""

from __future__ import annotations

from typing import Any

import pytest

from spark_validation.core.printable import escaped
from spark_validation.core.progress import say
from spark_validation.core.table import table
from spark_validation.core.words import name
from spark_validation.report.console import console

RED, FORGED = "\x1b[31mred", "line\nPassed: all is well."
RED_SHOWN, FORGED_SHOWN = "\\x1b[31mred", "line\\x0aPassed: all is well."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("orders", "orders"),
        ("注文", "注文"),
        ("", ""),
        (RED, RED_SHOWN),
        (FORGED, FORGED_SHOWN),
        ("tab\tand\rback", "tab\\x09and\\x0dback"),
        ("\x9b31m", "\\x9b31m"),  # the same escape in one letter
        ("\u202egnp", "\\u202egnp"),  # turns what follows round
        ("one\u2028two", "one\\u2028two"),
        ("\udce6", "\\udce6"),  # a byte that a file name of no known encoding had
        (RED_SHOWN, RED_SHOWN),  # once more is no harm
    ],
)
def test_text_from_outside_is_written_out(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_a_long_name_loses_its_middle() -> None:
    assert name("a" * 40) == "a" * 40
    assert name("a" * 30 + "b" * 11) == "a" * 26 + "…" + "aa" + "b" * 11
    assert name("\x1b" * 40, 12) == "\\x1b\\x1…\\x1b"


def test_cells_of_a_table_are_written_out_before_they_are_aligned() -> None:
    assert table(("group", "lag"), [(RED, "1"), ("b", "22")]) == [
        "group        lag",
        "\\x1b[31mred  1",
        "b            22",
    ]


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert table(("group", "lag", "topic"), [("注文処理", "1", "a"), ("e\u0301cole", "22", "b")]) == [
        "group     lag  topic",
        "注文処理    1  a",
        "e\u0301cole      22  b",
    ]


def test_progress_and_errors_are_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"there is no group {FORGED}")
    assert capsys.readouterr().err == f"there is no group {FORGED_SHOWN}\n"


def test_all_that_is_printed_at_the_end_is_written_out() -> None:
    example = {"text": f"group {FORGED}", "partition": None, "offset": None, "number": None, "key": RED}
    check = {"title": "Lost", "count": 1, "status": "failed", "detail": RED, "examples": [example]}
    told: dict[str, Any] = {"checks": [check], "measures": [], "compared": None, "sentence": f"Failed: {FORGED}"}
    assert console(told, [f"left out: {FORGED}"], []).splitlines() == [
        "check  found  result",
        "Lost       1  FAILED",
        f"Lost: {RED_SHOWN}",
        f"Lost: key {RED_SHOWN}: group {FORGED_SHOWN}",
        f"left out: {FORGED_SHOWN}",
        f"Failed: {FORGED_SHOWN}",
    ]
