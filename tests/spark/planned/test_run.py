# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Runs against a real broker beside a plan that the collection made, with its own audits of this machine."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any, Callable, Iterator

import jsonschema
import pytest
from kafka.admin import KafkaAdminClient

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import record as audit_record
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from ansible_collections.groundwork.kafka.plugins.modules import capacity_plan, host_audit
from spark_validation.cli import main
from spark_validation.planned import proof
from tests.servers.broker import Broker, running_broker
from tests.servers.server import unpacked
from tests.spark.browser import open_page
from tests.spark.command import ROOT
from tests.spark.planned_files import audit

SCHEMA = jsonschema.Draft202012Validator(json.loads((ROOT / "spark_validation" / "report" / "schema.json").read_text()))
# Its single broker is what there is; a second one of these loads would fill a tenth of a disk in a day.
LOAD = {
    "brokers": 1,
    "topics": [
        {
            "name": "events",
            "records_per_second": 1000,
            "record_bytes": 1000,
            "partitions": 4,
            "retention_hours": 24,
        }
    ],
}

Audit = Callable[[str], Path]


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """One that nobody else uses: topics that others delete would be taken for what these runs add."""
    with running_broker(unpacked("GROUNDWORK_KAFKA_HOME"), tmp_path_factory.mktemp("planned")) as running:
        yield running


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    made = capacity_plan.run({"load": LOAD, "start": time.strftime("%Y-%m", time.gmtime()), "variable": "load"})
    (tmp_path / "plan.json").write_text(json.dumps(made["plan"]))
    return tmp_path / "plan.json"


@pytest.fixture
def audited(broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Audit:
    """Audits this machine for the broker of these tests, into a file of the name."""
    find = running_servers.find
    process = broker.server.process
    assert process
    own = str(process.pid)
    monkeypatch.setattr(running_servers, "find", lambda host: ([one for one in find(host)[0] if one.pid == own], []))
    (tmp_path / "audits").mkdir()
    given = {name: spec.get("default") for name, spec in host_audit.ARGUMENTS.items()}

    def write(name: str) -> Path:
        found = audit_record.audit(Host(), {**given, "name": "kafka1", "observe": False}, time.time())
        return audit(tmp_path / "audits" / f"audit-{name}.jsonl", found)

    return write


@pytest.fixture
def audited_when_asked(audited: Audit, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the run says; when it asks for it, the hosts are audited."""
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        if text.startswith("audit the hosts now"):
            audited("2")

    monkeypatch.setattr(proof, "say", say)
    audited("1")
    return said


def planned_details(report: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """What it says of the plan, and its rows."""
    document = json.loads(report.read_text())
    assert [error.message for error in SCHEMA.iter_errors(document)] == []
    planned = document["details"]["planned"]
    return planned, {row["id"]: row for row in planned["rows"]}


@pytest.mark.usefixtures("spark")
def test_smoke_beside_a_plan(
    broker: Broker, plan: Path, audited_when_asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, page = tmp_path / "smoke.json", tmp_path / "smoke.html"
    beside = ["--plan", str(plan), "--audit", str(tmp_path / "audits"), "--audit-wait", "60"]
    files = ["--json", str(report), "--html", str(page)]
    code = main(["smoke", "--bootstrap-servers", broker.plain, "--records", "20000", *beside, *files])
    printed = capsys.readouterr()
    assert code == 0, printed.out + printed.err
    planned, rows = planned_details(report)
    assert (planned["scale"], planned["scale_parts"]) == (1, [])
    assert planned["taken"] == [
        {"what": "partitions", "planned": 4, "used": 4, "by": "the plan"},
        {"what": "record_bytes", "planned": 1000, "used": 1000, "by": "the plan"},
        {"what": "replication_factor", "planned": 1, "used": 1, "by": "the plan"},
        {"what": "rate", "planned": 1000, "used": None, "by": "smoke, which writes as fast as it can"},
    ]
    assert planned["audits"]["hosts"] == ["kafka1"]
    assert (
        planned["audits"]["before"] <= planned["audits"]["after"]
    )  # in seconds, of which a run may take less than one
    # Four segments of the run and one of the probe; the JVM maps and opens more on its way.
    assert (rows["map_areas"]["scaled"], rows["descriptors"]["scaled"]) == (10, 5)
    assert rows["map_areas"]["measured"] >= 10
    assert rows["descriptors"]["measured"] >= 5
    # 20,000 × 1,000 bytes; Kafka's frame of each record, and the probe's records, come to a twentieth at most.
    assert rows["disk_bytes"]["scaled"] == 20_000_000
    assert 0 < rows["disk_bytes"]["difference_percent"] < 8
    assert rows["written_records"]["planned"] == rows["written_records"]["scaled"] == 1000
    assert (rows["written_bytes"]["planned"], rows["written_bytes"]["scaled"]) == (1_000_000, 1_000_000)
    assert rows["network_in"]["measured"] is not None
    assert len(audited_when_asked) == 1
    assert re.search(r"^Written +1,000 records/s +1,000 records/s +[0-9,.]+ records/s +[+-]", printed.out, re.MULTILINE)
    opened = open_page(page.read_text(), tmp_path, 1100)
    assert (opened.width, opened.cut) == (1100, [])
    for text in ("Beside the plan", "Memory map areas", "2 for each of 5 segments that were added"):
        assert text in opened.text


@pytest.mark.usefixtures("spark")
def test_soak_writes_at_the_planned_rate_and_its_share(
    broker: Broker, plan: Path, audited_when_asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reports = tmp_path / "reports"
    beside = ["--plan", str(plan), "--share", "0.5", "--partitions", "2", "--audit", str(tmp_path / "audits")]
    beside += ["--audit-wait", "60"]
    code = main(["soak", "--bootstrap-servers", broker.plain, "--seconds", "5", *beside, "--report", str(reports)])
    printed = capsys.readouterr()
    assert code == 0, printed.out + printed.err
    planned, rows = planned_details(reports / "soak.json")
    details = json.loads((reports / "soak.json").read_text())["details"]
    assert planned["scale_parts"] == [
        {"what": "--share 0.5", "factor": 0.5},
        {"what": "2 of 4 partitions", "factor": 0.5},
    ]
    rate = {"what": "rate", "planned": 1000, "used": 250, "by": "the plan at --share 0.5 and 2 of 4 partitions"}
    assert rate in planned["taken"]
    assert (details["soak"]["rate"], details["plan"]["records"], details["plan"]["partitions"]) == (250, 1250, 2)
    assert rows["written_records"]["scaled"] == 250
    written = rows["written_records"]["measured"]  # how fast it is depends on what else runs here
    assert 0 < written < 400
    assert rows["written_records"]["difference_percent"] == pytest.approx(written / 2.5 - 100, abs=0.1)
    assert rows["disk_bytes"]["scaled"] == 1_250_000  # 1,250 × 1,000
    assert rows["disk_bytes"]["measured"] >= 1_250_000
    assert len(audited_when_asked) == 1
    assert "taken     partitions 2 by --partitions, 4 planned\n" in printed.out
    assert "Beside the plan" in (reports / "soak.html").read_text()


@pytest.mark.usefixtures("spark")
def test_without_an_audit_a_report_says_so_and_compares_with_an_earlier_run(
    broker: Broker, plan: Path, tmp_path: Path
) -> None:
    """The earlier one had no plan, and is as older versions wrote it."""
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    run = ["smoke", "--bootstrap-servers", broker.plain, "--records", "2000"]
    assert main([*run, "--json", str(first)]) == 0
    document = json.loads(first.read_text())
    assert document["details"].pop("planned") is None
    assert [error.message for error in SCHEMA.iter_errors(document)] == []
    first.write_text(json.dumps(document))
    assert main([*run, "--plan", str(plan), "--compare-with", str(first), "--json", str(second)]) == 0
    _planned, rows = planned_details(second)
    assert {rows[name]["note"] for name in ("map_areas", "disk_bytes", "network_out")} == {"no audit was given"}
    assert json.loads(second.read_text())["compared"]["rows"]


@pytest.mark.parametrize("fault", ["another cluster", "before the plan"])
def test_what_does_not_fit_ends_before_a_topic_is_made(
    fault: str, broker: Broker, plan: Path, audited: Audit, capsys: pytest.CaptureFixture[str]
) -> None:
    file = audited("1")
    found = json.loads(file.read_text())
    assert len(found["cluster"]) == 22
    old = {"time": "2026-01-05T00:00:00Z", "counters": None}
    found.update({"cluster": "A" * 22} if fault == "another cluster" else old)
    audit(file, found)
    admin = KafkaAdminClient(bootstrap_servers=broker.plain)
    before = set(admin.list_topics())
    assert main(["smoke", "--bootstrap-servers", broker.plain, "--plan", str(plan), "--audit", str(file)]) == 2
    assert set(admin.list_topics()) == before
    admin.close()
    (line,) = capsys.readouterr().err.splitlines()
    begins = (
        "the audits are of the cluster AAAA" if fault == "another cluster" else "the audit of kafka1 is of 2026-01, "
    )
    assert line.startswith(f"spark_validation: {begins}")
