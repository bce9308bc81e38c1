# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The lanes of `make test`: a failure ends no lane, its cause is the last that is said, and what has to wait waits."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

LANES = Path(__file__).resolve().parents[1] / "lanes"
MAKE = """#!/bin/sh
case $2 in
  good) echo fine ;;
  slow) sleep 2; echo slow ;;
  bad)
    echo 'FAILED - RETRYING: a wait'
    printf '%s\\n' 'fatal: [kafka1]: FAILED! =>' '    cmd:' '    - df' '    stderr: |-' '        no' '' '        room'
    printf '%s\\n' '' 'PLAY' '    indented' 'ERROR    Idempotence failed:' '* [kafka1] => a role : A task'
    exit 2 ;;
esac
"""


def run(tmp_path, *targets):
    """The run, and its lines, each without the time that a lane's has."""
    make = tmp_path / "make"
    make.write_text(MAKE)
    make.chmod(0o755)
    ran = subprocess.run(
        [LANES, "2", *targets],
        env={**os.environ, "MAKE": str(make), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    timed = re.compile(r"^\[(\d) \d\d:\d\d\] ")
    return ran, [timed.sub(r"[\1] ", line) for line in ran.stdout.splitlines()]


def test_a_failure_ends_no_lane_and_is_told_last(tmp_path):
    ran, lines = run(tmp_path, "bad", "good", "good", "good")
    assert ran.returncode == 1
    end = lines.index("== what failed")
    said = sorted(line.partition("] ")[2] for line in lines[:end] if line)
    assert said == [
        "",
        "",
        "        no",
        "        room",
        "    - df",
        "    cmd:",
        "    indented",
        "    stderr: |-",
        "* [kafka1] => a role : A task",
        "ERROR    Idempotence failed:",
        "FAILED - RETRYING: a wait",
        "PLAY",
        "fatal: [kafka1]: FAILED! =>",
        "fine",
        "fine",
        "fine",
    ]
    failed = next(line for line in lines if line.endswith("] PLAY")).removesuffix(" PLAY")
    assert lines[end + 1 :] == [
        f"{failed} fatal: [kafka1]: FAILED! =>",
        f"{failed}     stderr: |-",
        f"{failed}         no",
        f"{failed}         room",
        f"{failed} ERROR    Idempotence failed:",
        f"{failed} * [kafka1] => a role : A task",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["make"]


def test_what_passes_tells_nothing_more(tmp_path):
    ran, lines = run(tmp_path, "good", "good")
    assert (ran.returncode, [line.partition("] ")[2] for line in lines]) == (0, ["fine", "fine"])


def test_a_target_runs_beside_another_one_or_waits_for_it(tmp_path):
    _ran, lines = run(tmp_path, "slow", "good", ":slow", "good")
    assert [line.partition("] ")[2] for line in lines] == ["fine", "slow", "fine"]
