# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Readers that are gone: `… | head -1`, a pager that was left, on either stream."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.spark.command import ROOT

USAGE = ["-m", "spark_validation", "lag", "--bootstrap-servers", "127.0.0.1:1", "--threshold", "none=1:2"]
VERDICT = [
    "-c",
    "import sys; from spark_validation.core.output import to_stdout; to_stdout('a' * 9); to_stdout('b'); sys.exit(1)",
]


@pytest.mark.parametrize(
    ("stream", "arguments", "code"),
    [
        ("stdout", ["-m", "spark_validation", "--help"], 0),
        ("stdout", ["-m", "spark_validation", "lag", "--help"], 0),
        ("stdout", VERDICT, 1),
        ("stderr", USAGE, 2),
    ],
)
def test_a_reader_that_is_gone_costs_nothing(stream: str, arguments: list[str], code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    other = {"stdout": "stderr", "stderr": "stdout"}[stream]
    with subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, text=True, **{stream: writing, other: subprocess.PIPE}
    ) as process:
        os.close(writing)
        said = process.communicate(timeout=60)[stream == "stdout"]
    assert (process.returncode, said) == (code, "")
