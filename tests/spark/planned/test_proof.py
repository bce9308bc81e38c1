# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The options of a plan: what is refused before anything is asked, and what an audit is waited for."""

from __future__ import annotations

import json
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from spark_validation.cli import main
from spark_validation.planned import plan, taken
from spark_validation.planned.proof import Proof
from spark_validation.planned.summary import lines
from tests.spark.documents import PROBE, moved
from tests.spark.planned_files import EVENTS, audit, record, service
from tests.spark.planned_files import plan as written

CLUSTER = ("MkU3OEVBNTcwNTJENDM2Qk", "h:1")
PLAN_OF_RUN = {"partitions": 13, "shape": {"replication_factor": 1}}
DETAILS: dict[str, Any] = {
    "plan": PLAN_OF_RUN,
    "produced": {**moved(1300, 10.0), "bytes": 109 * 1300},
    "consumed": moved(1300, 2.0),
    "probe": PROBE,
}


@pytest.mark.parametrize("command", ["smoke", "soak"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--share", "0.5"], "--share is of a plan: give one with --plan, or leave it out"),
        (["--audit", "{folder}"], "--audit is of a plan: give one with --plan, or leave it out"),
        (["--audit-wait", "0"], "--audit-wait is of a plan: give one with --plan, or leave it out"),
        (["--plan-class", "x"], "--plan-class is of a plan: give one with --plan, or leave it out"),
        (["--plan", "{folder}/none.json"], "the plan {folder}/none.json cannot be read: No such file or directory"),
        (["--plan", "{folder}/bad.jsonl"], "the plan {folder}/bad.jsonl is not JSON ("),
        (["--plan", "{folder}/plan.json", "--plan-class", "x"], "the plan {folder}/plan.json has no class 'x': give "),
        (["--plan", "{folder}/plan.json", "--audit", "{folder}"], "line 1 of the audit {folder}/bad.jsonl is not JSON"),
        (
            ["--plan", "{folder}/plan.json", "--audit", "{folder}/none/a.jsonl"],
            "the audit {folder}/none/a.jsonl is not there, nor is a folder that it could come to: name another one",
        ),
        (
            ["--plan", "{folder}/large.json"],
            "the plan {folder}/large.json has 1,001 partitions in each topic of events",
        ),
    ],
)
def test_bad_input_is_2_and_one_sentence_before_anything_is_asked(
    command: str, options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody answers at the port."""
    written(tmp_path, load=[{**EVENTS, "partitions": 1001}]).rename(tmp_path / "large.json")
    written(tmp_path)
    (tmp_path / "bad.jsonl").write_text("{\n")
    given = [option.format(folder=tmp_path) for option in options]
    report = ["--report", str(tmp_path / "reports")] if command == "soak" else []
    assert main([command, "--bootstrap-servers", "127.0.0.1:9", *report, *given]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"spark_validation: {said.format(folder=tmp_path)}")


@pytest.mark.parametrize("text", ["0", "1.5", "-0.1", "1e-3", "", ".", "half", "1%"])
def test_what_is_no_share_is_bad_usage(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["smoke", "--bootstrap-servers", "127.0.0.1:9", f"--share={text}"])
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err.splitlines()[-1]


def test_an_audit_of_what_was_written_earlier_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--audit-only", "--topic", "t", "--run-id", "r", "--plan", str(written(tmp_path))]
    assert main(["smoke", "--bootstrap-servers", "127.0.0.1:9", *options]) == 2
    assert capsys.readouterr().err == "spark_validation: --audit-only writes nothing: leave out --plan\n"


def proof(folder: Path, patience: float = 0) -> Proof:
    """A proof at a hundredth, on one broker, that has begun."""
    made = Proof(plan.load(written(folder), None), Fraction(1, 100), [folder], patience)
    made.take(taken.partitions(made.planned, 13, 1000))
    made.begin(CLUSTER, 1)
    return made


def test_what_is_told_of_two_audits(tmp_path: Path) -> None:
    """Thirteen segments of the run and one of the probe came: 28 areas and 14 descriptors; 1,300 × 109 bytes."""
    now = time.time()
    audit(tmp_path / "audit-1.jsonl", record(now - 40))
    made = proof(tmp_path)
    made.wait(threading.Event())
    counters = {"seconds": now + 60, "received_bytes": 5000 + 141_700, "sent_bytes": 7000, "log_bytes": 900 + 283_400}
    audit(tmp_path / "audit-2.jsonl", record(now + 60, services=[service(428)], counters=counters))
    told = made.details_planned(DETAILS)
    rows = {row["id"]: row for row in told["rows"]}
    assert told["scale_parts"] == [
        {"what": "--share 0.01", "factor": 0.01},
        {"what": "13 of 104 partitions", "factor": 0.125},
    ]
    assert told["taken"] == [{"what": "partitions", "planned": 104, "used": 13, "by": "--partitions"}]
    assert (told["audits"]["hosts"], told["audits"]["brokers"]) == (["h1"], 1)
    assert {
        name: (rows[name]["scaled"], rows[name]["measured"]) for name in ("map_areas", "descriptors", "disk_bytes")
    } == {
        "map_areas": (28, 28),
        "descriptors": (14, 14),
        "disk_bytes": (141_700, 283_400),
    }
    assert rows["disk_bytes"]["difference_percent"] == 100.0
    assert (rows["network_in"]["scaled"], rows["network_in"]["measured"]) == (1417, 1417)
    assert rows["written_records"]["scaled"] == 12.5


def test_an_audit_that_came_is_not_waited_for_any_longer(tmp_path: Path) -> None:
    made = proof(tmp_path, patience=60)
    threading.Timer(0.5, lambda: audit(tmp_path / "audit-2.jsonl", record(time.time()))).start()
    began = time.monotonic()
    made.wait(threading.Event())
    assert time.monotonic() - began < 30
    assert made.details_planned(DETAILS)["audits"]["after"] is not None


def test_nobody_waits_for_longer_than_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = proof(tmp_path, patience=1)
    made.wait(threading.Event())
    assert capsys.readouterr().err == f"audit the hosts now: {tmp_path} is looked at for 1 s; Ctrl-C ends that\n"
    notes = {row["note"] for row in made.details_planned(DETAILS)["rows"] if row["id"] in {"map_areas", "network_in"}}
    assert notes == {"no audit was given"}


def test_ctrl_c_ends_the_wait_and_not_the_run(tmp_path: Path) -> None:
    made, stop = proof(tmp_path, patience=60), threading.Event()
    threading.Timer(0.5, stop.set).start()
    began = time.monotonic()
    made.wait(stop)
    assert time.monotonic() - began < 30


def test_an_audit_that_cannot_be_read_later_costs_its_rows_alone(tmp_path: Path) -> None:
    audit(tmp_path / "audit-1.jsonl", record(time.time() - 40))
    made = proof(tmp_path)
    made.wait(threading.Event())
    (tmp_path / "audit-2.jsonl").write_text("{")
    rows = {row["id"]: row for row in made.details_planned(DETAILS)["rows"]}
    assert rows["map_areas"]["note"].startswith(f"line 1 of the audit {tmp_path}/audit-2.jsonl is not JSON")
    assert rows["written_records"]["measured"] == 130


def test_audits_of_two_clusters_are_not_compared(tmp_path: Path) -> None:
    audit(tmp_path / "audit-1.jsonl", record(time.time() - 40, cluster="a"))
    made = proof(tmp_path)
    made.wait(threading.Event())
    audit(tmp_path / "audit-2.jsonl", record(time.time() + 1, cluster="b"))
    rows = {row["id"]: row for row in made.details_planned(DETAILS)["rows"]}
    assert rows["map_areas"]["note"] == "the audits are of several clusters (a, b)"


def test_the_terminal_has_each_figure_once_and_its_notes_below(tmp_path: Path) -> None:
    made = proof(tmp_path)
    made.wait(threading.Event())
    printed = lines(made.details_planned(json.loads(json.dumps(DETAILS))))
    assert (
        printed[0] == f"plan      {tmp_path}/plan.json, class events, scale 0.00125: --share 0.01, 13 of 104 partitions"
    )
    assert printed[1] == "taken     partitions 13 by --partitions, 104 planned"
    assert printed[2].split("  ")[0] == "beside the plan"
    assert printed[3].split() == ["Written", "10,000", "records/s", "12.5", "records/s", "130", "records/s", "+940.0%"]
    assert len(printed) == 3 + 10 + 4
    assert printed[-1] == "[4] no audit was given"
    assert lines(None) == []
