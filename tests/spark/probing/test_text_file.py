# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The probe's text file, as the node exporter reads it, against lines written by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from spark_validation.cli import main
from spark_validation.probing import textfile
from tests.spark.command import ROOT

SECONDS = {"p50": 0.001, "p90": 0.002, "p99": 0.0125, "p99.9": 0.5, "max": 30.0}


def document(status: str = "passed", **counts: int) -> dict[str, Any]:
    return {
        "status": status,
        "checks": [{"id": name, "count": count} for name, count in counts.items()],
        "details": {
            "sent": 500,
            "acknowledged": 499,
            "acknowledged_seconds": SECONDS,
            "delivered_seconds": {**SECONDS, "p99": 2},
        },
    }


def test_a_verdict_with_its_account_and_its_latencies() -> None:
    lines = textfile.text(document("failed", lost=1, corrupt=0), 1_800_000_000.25).splitlines()
    assert [line for line in lines if not line.startswith("#")] == [
        "groundwork_probe_ended_seconds 1800000000.25",
        "groundwork_probe_ran 1",
        "groundwork_probe_failed 1",
        'groundwork_probe_records{account="sent"} 500',
        'groundwork_probe_records{account="acknowledged"} 499',
        'groundwork_probe_records{account="lost"} 1',
        'groundwork_probe_records{account="corrupt"} 0',
        'groundwork_probe_acknowledged_seconds{quantile="0.5"} 0.001',
        'groundwork_probe_acknowledged_seconds{quantile="0.9"} 0.002',
        'groundwork_probe_acknowledged_seconds{quantile="0.99"} 0.0125',
        'groundwork_probe_acknowledged_seconds{quantile="0.999"} 0.5',
        'groundwork_probe_acknowledged_seconds{quantile="1"} 30',
        'groundwork_probe_delivered_seconds{quantile="0.5"} 0.001',
        'groundwork_probe_delivered_seconds{quantile="0.9"} 0.002',
        'groundwork_probe_delivered_seconds{quantile="0.99"} 2',
        'groundwork_probe_delivered_seconds{quantile="0.999"} 0.5',
        'groundwork_probe_delivered_seconds{quantile="1"} 30',
    ]


@pytest.mark.parametrize(("status", "failed"), [("passed", 0), ("warned", 0), ("failed", 1)])
def test_only_what_fails_has_failed(status: str, failed: int) -> None:
    assert f"groundwork_probe_failed {failed}" in textfile.text(document(status), 0).splitlines()


def test_a_probe_that_could_not_run_leaves_no_value_standing_but_its_time() -> None:
    lines = textfile.could_not_run(1_800_000_000).splitlines()
    assert [line for line in lines if not line.startswith("#")] == [
        "groundwork_probe_ended_seconds 1800000000",
        "groundwork_probe_ran 0",
    ]


def test_silence_is_told_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("spark_validation.cluster.admin._BOOTSTRAP_MS", 1_000)
    written = tmp_path / "probe.prom"
    written.write_text("groundwork_probe_ran 1\n")
    assert main(["probe", "--bootstrap-servers", "127.0.0.1:9", "--textfile", str(written)]) == 3
    assert "no Kafka broker answers at 127.0.0.1:9" in capsys.readouterr().err
    assert "groundwork_probe_ran 0" in written.read_text().splitlines()
    assert [path.name for path in tmp_path.iterdir()] == ["probe.prom"]


def test_what_the_node_exporter_would_not_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "--bootstrap-servers", "h:1", "--textfile", str(tmp_path / "probe.txt")]) == 2
    assert "give it a name that ends in .prom" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("records", ["0", "99", "60001", "x"])
def test_a_number_of_records_that_is_no_probe_is_refused(records: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["probe", "--bootstrap-servers", "h:1", "--records", records])
    assert ended.value.code == 2


def test_a_probe_takes_no_spark() -> None:
    asked = "import sys, spark_validation.cli, spark_validation.probing.run; sys.exit('pyspark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=False)
    assert done.returncode == 0
