# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The three reports of a result written by hand, and the JSON against its schema."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from spark_validation.cluster.bounds import Room, TopicShape
from spark_validation.cluster.watch import Event
from spark_validation.core.result import Result
from spark_validation.core.verdict import Example, Finding, conclude
from spark_validation.reading.account import Consumed, PartitionRow
from spark_validation.reading.spread import spread
from spark_validation.records.plan import Plan
from spark_validation.records.shape import PLAIN, Shape, Size
from spark_validation.records.throughput import Throughput
from spark_validation.report import console, document, write
from spark_validation.report.page import page
from spark_validation.roundtrip.checks import AUDIT_CHECKS
from spark_validation.roundtrip.details import Moment, Soak, details
from spark_validation.roundtrip.measures import SMOKE_MEASURES
from spark_validation.roundtrip.summary import smoke_lines, soak_lines
from spark_validation.writing.latencies import Latencies
from spark_validation.writing.refusal import Refusal
from spark_validation.writing.stall import Stall
from tests.spark import command

SCHEMA = json.loads((command.ROOT / "spark_validation" / "report" / "schema.json").read_text())
SPOILT = '<script>alert("x")</script>'


PRODUCED = Throughput(30, 3270, 0.5)
WHOLE = "records came out of T on h:1 once, in order and whole"


PARTITIONS = [PartitionRow(0, 15, 13, 0, 13), PartitionRow(1, 15, 15, 0, 15)]


def result(found: dict[str, Finding], produced: Throughput | None = PRODUCED, shape: Shape = PLAIN) -> Result:
    told = details(
        Plan("run-1", 7, 30, 2, shape),
        "T",
        topic_kept=False,
        shape=TopicShape(3, 2, 86_400_000),
        produced=produced,
        consumed=Consumed(Throughput(28, 3052, 2.0), 1, PARTITIONS, {}),
    )
    return Result(
        command="smoke",
        bootstrap_servers="h:1",
        started=datetime(2026, 1, 31, 12, 0, 0, tzinfo=timezone.utc),
        finished=datetime(2026, 1, 31, 12, 0, 9, tzinfo=timezone.utc),
        verdict=conclude(AUDIT_CHECKS, found, SMOKE_MEASURES, {"consumed_per_second": 14.0}),
        passed=f"all 30 {WHOLE}",
        failed="of 30 records in T on h:1",
        details={**told, **BESIDE},
        environment={"Spark": "4.0.0"},
    )


PROBE = Latencies(
    topic="T-probe",
    per_second=100,
    sent=50,
    acknowledged=50,
    refused={},
    negative=2,
    percentiles={"p50": 0.0021, "max": 0.25},
    longest_stall=0.3,
    stalls=[],
    clamped=1,
    histogram=[(0.0, 0.001), (50.0, 0.0021), (100.0, 0.25)],
)
BESIDE: dict[str, Any] = {
    "tiers": {"planned": 30, "acknowledged": 29, "stored": 28, "consumed": 27},
    "spread": asdict(spread({0: 1, 1: 2}, {1: "a", 2: None}, {0: 13, 1: 15})),
    "probe": asdict(PROBE),
    "bounds": {
        "rate": None,
        "max_bytes": 99_999,
        "bytes": 12_330,
        "rooms": [asdict(Room(1, "/data", 6_165, 50_000, None))],
    },
    "refusal": asdict(Refusal("NotEnoughReplicasError", 0)),
    "injected": "lost",
}
SOAK = Soak(
    rate=5,
    seconds=6,
    ended="request",
    reason="",
    acknowledged=28,
    in_doubt=2,
    repeated_batches=1,
    moment_seconds=1,
    moments=[Moment(0, 10, 0.012), Moment(1, 0, None), Moment(2, 18, 1.5)],
    probe=Latencies(
        topic="T-probe",
        per_second=100,
        sent=300,
        acknowledged=299,
        refused={"KafkaTimeoutError": 1},
        negative=0,
        percentiles={"p50": 0.0021, "max": 1.5},
        longest_stall=1.4,
        stalls=[Stall(2, 0.9, 1.4)],
    ),
)
EVENT = Event(0.8, "broker 2 away", 1.4)
PASSED = result({})
DOUBTED = result({"in_doubt": Finding(2, "", [Example("never arrived", 0, None, 13, "k1")])})
SOAKED = replace(
    DOUBTED,
    command="soak",
    passed=f"all 28 {WHOLE}",
    details={
        **{name: told for name, told in DOUBTED.details.items() if name not in BESIDE},
        "soak": asdict(SOAK),
        "events": [asdict(EVENT)],
    },
)
FAILED = result(
    {
        "lost": Finding(2, "of these at the end of partition 0: 2", [Example("never arrived", 0, None, 13, "k1")]),
        "foreign": Finding(1, "", [Example(f"value {SPOILT}", 1, 4, None, "null")]),
    },
    produced=None,
)


def faults(told: dict[str, Any]) -> list[str]:
    """Where ``told`` departs from the schema."""
    return [
        f"{error.json_path}: {error.validator}" for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(told)
    ]


@pytest.mark.parametrize("one", [PASSED, FAILED, SOAKED], ids=["passed", "failed", "soaked"])
def test_json_follows_its_schema(one: Result) -> None:
    assert faults(json.loads(json.dumps(document(one)))) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"schema": "groundwork.kafka/validation/2"}, "$.schema: const"),
        ({"extra": 1}, "$: additionalProperties"),
        ({"command": "soak"}, "$.details: required"),
        ({"details": {}}, "$.details: required"),
        ({"details": {**PASSED.details, "topic": 1}}, "$.details.topic: type"),
        ({"details": {**PASSED.details, "produced": {}}}, "$.details.produced: anyOf"),
        ({"compared": {}}, "$.compared: anyOf"),
        ({"measures": [{}]}, "$.measures[0]: required"),
    ],
)
def test_the_schema_refuses(change: dict[str, Any], expected: str) -> None:
    assert expected in faults({**document(PASSED), **change})


def test_json_says_what_was_found() -> None:
    told = document(FAILED)
    assert told["schema"] == "groundwork.kafka/validation/3"
    assert told["status"] == "failed"
    assert told["sentence"] == "Failed: of 30 records in T on h:1, 2 records were lost and 1 record was foreign."
    assert (told["started"], told["finished"]) == ("2026-01-31T12:00:00Z", "2026-01-31T12:00:09Z")
    assert told["checks"][0]["examples"] == [
        {"text": "never arrived", "partition": 0, "offset": None, "number": 13, "key": "k1"}
    ]
    assert told["details"]["produced"] is None
    assert told["details"]["consumed"] == {
        "records": 28,
        "bytes": 3052,
        "seconds": 2.0,
        "records_per_second": 14,
        "megabytes_per_second": 0.0,
    }


def test_console_of_a_failure() -> None:
    lines = console(document(FAILED), smoke_lines(FAILED.details), [Path("/r.json")]).splitlines()
    assert lines[0] == "check                   found  result"
    assert lines[1] == "Lost                        2  FAILED"
    assert lines[2] == "Duplicated                  0  passed"
    assert "Lost: of these at the end of partition 0: 2" in lines
    assert "Lost: partition 0 number 13 key k1: never arrived" in lines
    assert lines[-4:] == [
        "consumed  28 records in 2.0 s: 14 records/s, 0.0 MB/s",
        "rates     wall time of one Spark job each, from its planning on: a short run looks slower than a long one",
        "Failed: of 30 records in T on h:1, 2 records were lost and 1 record was foreign.",
        "report: /r.json",
    ]


def test_what_was_read_twice_is_told_as_that() -> None:
    told = document(FAILED)
    told["details"] = {**told["details"], "passes": 2}
    assert (
        "consumed  28 records in 2.0 s: 14 records/s, 0.0 MB/s; all was read twice, as not all was in its place: this "
        "is the second time"
    ) in smoke_lines(told["details"])
    assert "28 records in 2 s · the second of two passes, as not all was in its place" in page(told)


def test_console_of_a_run_that_wrote() -> None:
    lines = console(document(PASSED), smoke_lines(PASSED.details), []).splitlines()
    assert "tiers     30 planned, 29 acknowledged, 28 stored, 27 consumed" in lines
    assert "leaders   broker 1 in a with 13 in 1 partition, broker 2 with 15 in 1 partition" in lines
    assert (
        "probe     50 of 50 acknowledged; p50 2.1 ms, max 250.0 ms; longest stall 0.30 s; 2 negative; 1 clamped"
        in lines
    )


def test_a_load_is_told_where_somebody_chose_it() -> None:
    words = "records of 200 (50 %) and 5,000 (50 %) bytes, 16 keys in each partition, compressed by lz4"
    chosen = result({}, shape=Shape((Size(200), Size(5000)), compression="lz4"))
    told = document(chosen)
    jsonschema.validate(json.loads(json.dumps(told)), SCHEMA)
    assert (told["details"]["plan"]["keys_per_partition"], told["details"]["plan"]["value_bytes"]) == (16, None)
    assert f"load      {words}" in console(told, smoke_lines(chosen.details), []).splitlines()
    assert f"<dt>Load</dt><dd>{words}</dd>" in page(told)
    assert not any(line.startswith("load") for line in smoke_lines(PASSED.details))
    assert PASSED.details["plan"]["value_bytes"] == 100
    skewed = result({}, shape=Shape(keys=3, skew=1.0)).details["plan"]
    assert (skewed["keys_per_partition"], skewed["load"]["busiest_key_percent"]) == (None, 50.0)


def test_console_of_a_soak() -> None:
    lines = console(document(SOAKED), soak_lines(SOAKED.details), []).splitlines()
    assert "In doubt                    2  warning" in lines
    assert (
        "rates     produced until the last acknowledgement; consumed in the wall time of one Spark job, from its "
        "planning on"
    ) in lines
    assert "soak      28 records acknowledged, 2 in doubt, 1 batch repeated; ended by request" in lines
    assert (
        "probe     299 of 300 acknowledged; p50 2.1 ms, max 1500.0 ms; longest stall 1.40 s; "
        "1 ended in KafkaTimeoutError"
    ) in lines
    assert lines[-1] == (
        "Passed: all 28 records came out of T on h:1 once, in order and whole, "
        "but 2 records that were never acknowledged did not arrive."
    )


@pytest.mark.parametrize("one", [PASSED, FAILED, SOAKED], ids=["passed", "failed", "soaked"])
def test_page_of_a_result(one: Result, tmp_path: Path) -> None:
    (written,) = write(document(one), None, tmp_path / "r.html")
    text = written.read_text()
    assert one.sentence in text
    assert SPOILT not in text


def test_reports_replace_earlier_ones_and_leave_no_scraps(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("old")
    assert write(document(PASSED), tmp_path / "r.json", tmp_path / "r.html") == [
        tmp_path / "r.json",
        tmp_path / "r.html",
    ]
    assert json.loads((tmp_path / "r.json").read_text())["status"] == "passed"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.html", "r.json"]
