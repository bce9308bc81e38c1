# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command ``fleet`` within the test's own Spark, and all that it tells."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema

from spark_validation.cli import main
from tests.spark.command import ROOT

SCHEMA = json.loads((ROOT / "spark_validation" / "report" / "schema.json").read_text())


@dataclass(frozen=True)
class FleetReport:
    """What it came to: its exit code, its JSON, its page, and what it printed."""

    code: int
    json: dict[str, Any]
    html: str
    printed: str

    @property
    def details(self) -> dict[str, Any]:
        return dict(self.json["details"])

    @property
    def counts(self) -> dict[str, int]:
        return {check["id"]: check["count"] for check in self.json["checks"]}

    @property
    def measures(self) -> dict[str, float | None]:
        return {measure["id"]: measure["value"] for measure in self.json["measures"]}

    def examples(self, name: str) -> list[str]:
        """Those of one check."""
        (check,) = [check for check in self.json["checks"] if check["id"] == name]
        return [example["text"] for example in check["examples"]]


def fleet_report(reports: Path, folder: Path, *options: object) -> FleetReport:
    """Run it over ``reports``, with its own reports in ``folder``; the JSON is as its schema says."""
    json_file, html_file, printed = folder / "fleet.json", folder / "fleet.html", io.StringIO()
    with contextlib.redirect_stdout(printed):
        words = ["--reports", reports, "--json", json_file, "--html", html_file, *options]
        code = main(["fleet", *map(str, words)])
    found = json.loads(json_file.read_text())
    faults = [
        f"{error.json_path}: {error.message}" for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(found)
    ]
    assert faults == []
    return FleetReport(code, found, html_file.read_text(), printed.getvalue())
