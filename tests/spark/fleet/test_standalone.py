# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The same command on a Spark cluster of two workers, over files that both of them reach: it tells the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spark_validation.cli import main
from tests.simulated_fleet import Fleet
from tests.spark.fleet_command import fleet_report, review, trap, write
from tests.spark.standalone import Said, Standalone, events

MOST_SECONDS = 160


@pytest.mark.long
@pytest.mark.usefixtures("spark")
def test_two_workers_tell_what_one_machine_tells(standalone: Standalone, tmp_path: Path) -> None:
    """Without Python on the executors, and without Kafka's connector; the tables are written by both."""
    reports, bundle, logs = tmp_path / "reports", tmp_path / "bundle", tmp_path / "logs"
    logs.mkdir()
    Fleet(2000, 80, 2).write(reports, files=4)
    write(reports / "day1", review(1, trap("replication")), name="audit-0000.review.json")
    assert main(["bundle", "--directory", str(bundle)]) == 0
    process = standalone.submit(
        *("--py-files", bundle / "spark_validation.zip", bundle / "main.py", "fleet"),
        *("--reports", reports.as_uri(), "--json", tmp_path / "there.json", "--parquet", f"{tmp_path.as_uri()}/tables"),
        settings={"spark.eventLog.enabled": "true", "spark.eventLog.dir": logs.as_uri(),
                  "spark.eventLog.rolling.enabled": "true", "spark.eventLog.compress": "false"},
        cwd=tmp_path,
        env={"PYSPARK_PYTHON": "/no/such/python", "PYTHONPATH": ""},
    )  # fmt: skip
    printed = Said(process).until_the_end(MOST_SECONDS)
    assert process.returncode == 1, printed  # the faults of the fleet
    there, here = json.loads((tmp_path / "there.json").read_text()), fleet_report(reports, tmp_path)
    named = {"reports", "parquet"}
    assert {name: value for name, value in there["details"].items() if name not in named} == {
        name: value for name, value in here.details.items() if name not in named
    }
    assert there["checks"] == here.json["checks"]
    worked = {end["Task Info"]["Executor ID"] for end in events(logs, "TaskEnd")}
    assert len(worked - {"driver"}) == 2
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == [
        *("compliance", "drift", "headroom", "hosts", "missing", "outliers", "reviews", "settings"),
        "traps",
    ]
