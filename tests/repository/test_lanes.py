# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The lanes of `make test`: a failure ends no lane, and its cause is the last that is said."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

LANES = Path(__file__).resolve().parents[1] / "lanes"
MAKE = """#!/bin/sh
case $2 in
  good) echo fine ;;
  bad)
    echo 'FAILED - RETRYING: a wait'
    printf '%s\\n' 'fatal: [kafka1]: FAILED! =>' '    cmd:' '    - df' '    stderr: |-' '        no' '' '        room'
    printf '%s\\n' '' 'PLAY' '    indented' 'ERROR    Idempotence failed:' '* [kafka1] => a role : A task'
    exit 2 ;;
esac
"""


def run(tmp_path, *lanes):
    """The run, and its lines, each without the time that a lane's has."""
    make = tmp_path / "make"
    make.write_text(MAKE)
    make.chmod(0o755)
    ran = subprocess.run(
        [LANES, *lanes],
        env={**os.environ, "MAKE": str(make), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    timed = re.compile(r"^\[(\d) \d\d:\d\d\] ")
    return ran, [timed.sub(r"[\1] ", line) for line in ran.stdout.splitlines()]


def test_a_failure_ends_no_lane_and_is_told_last(tmp_path):
    ran, lines = run(tmp_path, "good bad good", "good good")
    assert ran.returncode == 1
    assert sorted(lines[:-8]) == [
        "[1] ",
        "[1] ",
        "[1]         no",
        "[1]         room",
        "[1]     - df",
        "[1]     cmd:",
        "[1]     indented",
        "[1]     stderr: |-",
        "[1] * [kafka1] => a role : A task",
        "[1] ERROR    Idempotence failed:",
        "[1] FAILED - RETRYING: a wait",
        "[1] PLAY",
        "[1] fatal: [kafka1]: FAILED! =>",
        "[1] fine",
        "[1] fine",
        "[2] fine",
        "[2] fine",
    ]
    assert lines[-7:] == [
        "== what failed",
        "[1] fatal: [kafka1]: FAILED! =>",
        "[1]     stderr: |-",
        "[1]         no",
        "[1]         room",
        "[1] ERROR    Idempotence failed:",
        "[1] * [kafka1] => a role : A task",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["make"]


def test_what_passes_tells_nothing_more(tmp_path):
    ran, lines = run(tmp_path, "good", "good")
    assert (ran.returncode, sorted(lines)) == (0, ["[1] fine", "[2] fine"])
