# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Readers that are gone: `… | head -1`, a pager that was left, on either stream; and locales that lack letters."""

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


NAMES = [
    "-c",
    "import sys; from spark_validation import cli; from spark_validation.core.output import to_stderr, to_stdout\n"
    "def load(_path):\n    to_stdout('\\u7fa4\\u7d44'); to_stderr('\\u7fa4\\u7d44'); sys.exit(1)\n"
    "cli.load = load; cli.main(['lag', '--bootstrap-servers', 'h:1'])",
]
_ASCII = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    ("settings", "printed"),
    [
        ({"LC_ALL": "C"}, "\u7fa4\u7d44\n"),  # Python itself takes it for UTF-8
        ({"LC_ALL": "C", **_ASCII}, "\\u7fa4\\u7d44\n"),
        ({"LC_ALL": "POSIX", **_ASCII}, "\\u7fa4\\u7d44\n"),
        ({"LC_ALL": "nowhere", **_ASCII}, "\\u7fa4\\u7d44\n"),
        ({"LC_ALL": "C.UTF-8"}, "\u7fa4\u7d44\n"),
    ],
    ids=["C", "C as it is", "POSIX", "unknown", "UTF-8"],
)
def test_a_name_of_any_script_costs_no_verdict_in_any_locale(settings: dict[str, str], printed: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_CTYPE")}
    done = subprocess.run(
        [sys.executable, *NAMES], cwd=ROOT, capture_output=True, check=False, env={**environment, **settings}
    )
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (1, printed, printed)
