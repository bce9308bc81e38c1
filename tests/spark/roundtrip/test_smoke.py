# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a smoke run tells beside its verdict, the bounds that it keeps, and faults that are put in on request."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Iterator

import pytest
from kafka.admin import ACLOperation, KafkaAdminClient

from spark_validation.cli import main
from spark_validation.cluster.bounds import Directory
from spark_validation.roundtrip import smoke, write
from tests.spark.rights import allowed

SIZE = ("--records", "2000", "--partitions", "4")


@pytest.fixture
def topics(bootstrap_servers: str) -> Iterator[set[str]]:
    """Topics that a test leaves behind fail it: every run deletes its own."""
    admin = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    before = set(admin.list_topics())
    yield before
    assert set(admin.list_topics()) <= before
    admin.close()


def run(bootstrap_servers: str, report: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """Exit code and report of a run in this process, with the session that the tests share."""
    code = main(["smoke", "--bootstrap-servers", bootstrap_servers, *SIZE, *options, "--json", str(report)])
    return code, json.loads(report.read_text()) if report.exists() else {}


@pytest.mark.core
@pytest.mark.usefixtures("spark", "topics")
def test_a_run_within_bounds_tells_everything(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bounds = ("--rate", "1000", "--max-bytes", "274000")  # 137 bytes a record, one replica
    code, told = run(bootstrap_servers, tmp_path / "r.json", *bounds)
    details, said = told["details"], capsys.readouterr().out
    assert (code, told["status"]) == (0, "passed"), told["sentence"]
    assert details["tiers"] == {"planned": 2000, "acknowledged": 2000, "stored": 2000, "consumed": 2000}
    assert "tiers     2,000 planned, 2,000 acknowledged, 2,000 stored, 2,000 consumed\n" in said
    assert details["spread"]["leaders"] == [{"broker": 1, "rack": None, "partitions": 4, "records": 2000}]
    assert "leaders   broker 1 with 2,000 in 4 partitions\n" in said
    assert details["plan"]["shape"] == {
        "replication_factor": 1,
        "min_insync_replicas": 1,
        "retention_ms": 86_400_000,
        "segment_bytes": None,
    }
    assert (details["bounds"]["rate"], details["bounds"]["max_bytes"], details["bounds"]["bytes"]) == (
        *(1000, 274_000),
        274_000,
    )
    (room,) = details["bounds"]["rooms"]
    assert (room["broker"], room["needed_bytes"]) == (1, 274_000)
    assert 0 < room["usable_bytes"] <= room["total_bytes"]
    # Two slices of a second each, so the probe had two seconds, and nobody was faster than asked for.
    assert details["produced"]["records_per_second"] <= 1000
    assert details["probe"]["sent"] == details["probe"]["acknowledged"] >= 100
    percentiles = details["probe"]["percentiles"]
    assert list(percentiles) == ["p50", "p90", "p99", "p99.9", "max"]
    assert details["probe"]["histogram"][-1] == [100, percentiles["max"]]
    measured = {measure["id"]: measure["value"] for measure in told["measures"]}
    assert measured["latency_p99_ms"] == pytest.approx(1000 * percentiles["p99"])
    assert 0 < measured["latency_p50_ms"] <= measured["latency_p99_ms"]
    assert (details["refusal"], details["injected"]) == (None, None)


@pytest.mark.core
@pytest.mark.usefixtures("spark", "topics")
def test_an_injected_fault_fails_the_run_and_is_said_to_be_injected(bootstrap_servers: str, tmp_path: Path) -> None:
    code, told = run(bootstrap_servers, tmp_path / "r.json", "--inject", "corrupt")
    assert code == 1
    assert {check["id"]: check["count"] for check in told["checks"] if check["count"]} == {"corrupt": 1}
    assert told["sentence"].endswith(
        f" on {bootstrap_servers}, into which --inject corrupt put a fault, 1 record was corrupt."
    )
    assert told["details"]["injected"] == "corrupt"


@pytest.mark.usefixtures("spark", "topics")
def test_an_injected_fault_that_the_audit_does_not_find_is_a_failure_of_its_own(
    bootstrap_servers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit = smoke.consume
    monkeypatch.setattr(smoke, "consume", lambda *given, **named: replace(audit(*given, **named), found={}))
    code, told = run(bootstrap_servers, tmp_path / "r.json", "--inject", "lost")
    assert code == 1
    assert told["sentence"].endswith(", 1 injected fault was not found by the audit.")
    assert told["details"]["tiers"]["stored"] == 1999


@pytest.mark.usefixtures("topics")
def test_what_the_budget_does_not_allow_is_not_begun(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _told = run(bootstrap_servers, tmp_path / "r.json", "--max-bytes", "273999")
    assert code == 2
    assert "2,000 records on 1 replica take 274,000 bytes, more than --max-bytes 273,999" in capsys.readouterr().err


@pytest.mark.usefixtures("topics")
def test_a_disk_without_room_is_not_filled(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = [Directory(1, "/small", 300_000, 200_000, (0, 1, 2, 3))]
    monkeypatch.setattr(write, "directories", lambda *_given: small)
    code, _told = run(bootstrap_servers, tmp_path / "r.json")
    assert code == 3
    said = capsys.readouterr().err
    assert "broker 1 has 200,000 bytes of room in /small and would take 274,000 of this run" in said
    assert "producing" not in said


@pytest.mark.usefixtures("spark", "topics")
def test_a_broker_that_does_not_tell_its_room_is_named(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "directories", lambda *_given: [])
    code, told = run(bootstrap_servers, tmp_path / "r.json")
    assert (code, told["details"]["bounds"]["rooms"]) == (0, [])
    assert "broker 1 does not tell how much room its disks have" in capsys.readouterr().err


@pytest.mark.usefixtures("topics")
def test_a_refusal_that_cannot_be_expected(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _told = run(bootstrap_servers, tmp_path / "r.json", "--expect-refusal")
    assert code == 3
    assert "is down, so there is no write that must be refused: stop one of them" in capsys.readouterr().err


AUDIT = ("--audit-only", "--topic", "not-read", "--run-id", "a")


@pytest.mark.usefixtures("topics")
def test_no_such_topic_to_audit(bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _told = run(bootstrap_servers, tmp_path / "r.json", *AUDIT)
    sentence = f"spark_validation: could not run: topic not-read does not exist on {bootstrap_servers}\n"
    assert (code, capsys.readouterr().err) == (3, sentence)


def test_a_topic_to_audit_that_may_not_be_read(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    admin.create_topics({"not-read": {"num_partitions": 1, "replication_factor": 1}}, wait_for_metadata=True)
    with allowed(admin, "not-read", "User:*", ACLOperation.DESCRIBE):
        code, _told = run(bootstrap_servers, tmp_path / "r.json", *AUDIT)
    admin.delete_topics(["not-read"])
    admin.close()
    assert (code, capsys.readouterr().err) == (
        3,
        f"spark_validation: could not run: the records of topic not-read on {bootstrap_servers} may not be read: "
        "its ACLs must allow Read\n",
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--inject", "lost", "--topic", "orders"), "--inject puts a fault into a topic of the run's own: leave out"),
        (
            ("--inject", "lost", "--topic", "orders", "--audit-only", "--run-id", "a"),
            "--inject puts a fault into a topic of the run's own",
        ),
        (("--topic", "t", "--audit-only", "--run-id", "a", "--rate", "5"), "writes nothing: leave out --rate"),
        (("--topic", "t", "--audit-only", "--run-id", "a", "--max-bytes", "5"), "leave out --max-bytes"),
        (("--topic", "t", "--audit-only", "--run-id", "a", "--expect-refusal"), "leave out --expect-refusal"),
        (("--inject", "wrong_partition", "--partitions", "1"), "--inject wrong_partition needs two partitions"),
    ],
)
def test_what_contradicts_itself_is_bad_usage(
    options: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["smoke", "--bootstrap-servers", "127.0.0.1:9", *options]) == 2
    assert sentence in capsys.readouterr().err
