# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``probe`` against a real broker: whole, with each of its faults, and what it leaves."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from kafka.admin import KafkaAdminClient

from spark_validation import report
from spark_validation.cli import main
from spark_validation.probing.content import FAULTS

SCHEMA = json.loads((Path(report.__file__).parent / "schema.json").read_text())
FEW = ("--records", "100")


def test_all_records_come_back(bootstrap_servers: str, tmp_path: Path) -> None:
    told, metrics = tmp_path / "probe.json", tmp_path / "probe.prom"
    servers = ("--bootstrap-servers", bootstrap_servers)
    assert main(["probe", *servers, *FEW, "--json", str(told), "--textfile", str(metrics)]) == 0
    document = json.loads(told.read_text())
    jsonschema.validate(document, SCHEMA)
    assert document["status"] == "passed"
    assert {check["id"]: check["count"] for check in document["checks"] if check["count"]} == {}
    details = document["details"]
    assert (details["sent"], details["acknowledged"], len(details["leaders"])) == (100, 100, 1)
    assert 0 < details["acknowledged_seconds"]["p50"] < 30
    assert details["delivered_seconds"]["max"] > 0
    lines = metrics.read_text().splitlines()
    assert {"groundwork_probe_ran 1", "groundwork_probe_failed 0"} <= {*lines}
    admin = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    assert [topic for topic in admin.list_topics() if topic.startswith("groundwork-probe-")] == []
    admin.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_each_injected_fault_fails_the_probe(fault: str, bootstrap_servers: str, tmp_path: Path) -> None:
    told, metrics = tmp_path / "probe.json", tmp_path / "probe.prom"
    servers = ("--bootstrap-servers", bootstrap_servers)
    more = ("--json", str(told), "--textfile", str(metrics))
    assert main(["probe", *servers, *FEW, "--inject", fault, *more]) == 1
    found = {check["id"]: check["count"] for check in json.loads(told.read_text())["checks"] if check["count"]}
    check = fault.replace("_tail", "")
    assert found == {check: 1}
    lines = metrics.read_text().splitlines()
    assert {"groundwork_probe_failed 1", f'groundwork_probe_records{{account="{check}"}} 1'} <= {*lines}


def test_a_threshold_fails_it_as_well(bootstrap_servers: str, tmp_path: Path) -> None:
    metrics = tmp_path / "probe.prom"
    limit = ("--threshold", "delivered_p50_ms=:0.0001", "--textfile", str(metrics))
    assert main(["probe", "--bootstrap-servers", bootstrap_servers, *FEW, *limit]) == 1
    assert "groundwork_probe_failed 1" in metrics.read_text().splitlines()
