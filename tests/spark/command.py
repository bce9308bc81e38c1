# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The real command line, in a process of its own or in this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping

import jsonschema
import pytest

from spark_validation.cli import main

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "spark_validation" / "report" / "schema.json").read_text())


@dataclass(frozen=True)
class Ended:
    """What a command left: exit code, both outputs, its JSON report if there is one, and files where it worked."""

    code: int
    stdout: str
    stderr: str
    report: dict[str, Any]
    litter: tuple[str, ...] = ()

    def counts(self) -> dict[str, int]:
        """The checks that found something."""
        return {check["id"]: check["count"] for check in self.report["checks"] if check["count"]}

    def check(self, name: str) -> dict[str, Any]:
        """One check of the report."""
        (found,) = [check for check in self.report["checks"] if check["id"] == name]
        return dict(found)


def start(*arguments: object, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> subprocess.Popen[str]:
    """Begin ``python -m spark_validation`` with ``arguments`` in the folder ``cwd``."""
    return subprocess.Popen(
        [sys.executable, "-m", "spark_validation", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(*arguments: object, report: Path | None = None, env: Mapping[str, str] | None = None) -> Ended:
    """Run it to its end; ``report`` adds ``--json`` and reads the file."""
    written = [] if report is None else ["--json", report]
    with tempfile.TemporaryDirectory() as folder:
        process = start(*arguments, *written, env=env, cwd=Path(folder))
        stdout, stderr = process.communicate(timeout=170)
        litter = tuple(os.listdir(folder))
    told = json.loads(report.read_text()) if report and report.exists() else {}
    return Ended(process.returncode, stdout, stderr, told, litter)


def run_here(said: pytest.CaptureFixture[str], *arguments: object, report: Path | None = None) -> Ended:
    """Run its own entry in this process, of which ``said`` has the outputs; a report is as its schema has it."""
    if report:
        report.unlink(missing_ok=True)
    code = main([*map(str, arguments), *(["--json", str(report)] if report else [])])
    outputs = said.readouterr()
    told = json.loads(report.read_text()) if report and report.exists() else {}
    if told:
        jsonschema.Draft202012Validator(SCHEMA).validate(told)
    return Ended(code, outputs.out, outputs.err, told)
