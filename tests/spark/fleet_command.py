# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command ``fleet`` within the test's own Spark, what it reads, and all that it tells."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema

from spark_validation.cli import main
from tests.simulated_fleet import DAY, FIRST, Fleet, moment
from tests.spark.command import ROOT

SCHEMA = json.loads((ROOT / "spark_validation" / "report" / "schema.json").read_text())
REVIEW = json.loads((ROOT / "docs" / "schemas" / "review-1.json").read_text())


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


def record(host: str, day: float = 0, **more: Any) -> dict[str, Any]:
    """One of a fleet without faults, under another name, at another time."""
    (line,) = Fleet(100, 12, 1, faulty=False).lines(0, range(1))
    return {**json.loads(line), "host": host, "time": moment(int(FIRST + day * DAY)), **more}


def write(folder: Path, *records: dict[str, Any], name: str = "audit.jsonl") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("".join(json.dumps(one) + "\n" for one in records))
    return folder


def trap(name: str, severity: str = "high", accepted: str | None = None, subject: str = "broker 1") -> dict[str, Any]:
    """One of a review; it is accepted if there is a reason."""
    found = {"id": name, "severity": severity, "subject": subject, "wanted": None, "found": "x", "why": "x"}
    return {**found, "source": "x", "remedy": "x", **({"accepted": accepted} if accepted else {})}


def review(day: float, *traps: dict[str, Any]) -> dict[str, Any]:
    """One as the collection writes it, of these ``traps``."""
    told = {
        "schema": "groundwork.kafka/review/1",
        "time": moment(int(FIRST + day * DAY)),
        "collection": "0.3.0",
        "findings": [one for one in traps if "accepted" not in one],
        "accepted": [one for one in traps if "accepted" in one],
        "asked": ["replication"],
        "not_asked": {"quotas": "nobody was asked"},
    }
    jsonschema.validate(told, REVIEW)
    return told


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
