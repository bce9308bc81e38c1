# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The three reports of a result written by hand, and the JSON against its schema."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from spark_validation.plan import Plan
from spark_validation.report import console, write
from spark_validation.report.document import document
from spark_validation.result import Latencies, Moment, PartitionRow, Result, Soak, Throughput
from spark_validation.stall import Stall
from spark_validation.verdict import CHECKS, Example, Finding, conclude
from tests.spark import command

SCHEMA = json.loads((command.ROOT / "spark_validation" / "report" / "schema.json").read_text())
SPOILT = '<script>alert("x")</script>'


def result(found: dict[str, Finding], produced: bool = True) -> Result:
    return Result(
        plan=Plan("run-1", 7, 30, 2),
        topic="T",
        topic_kept=False,
        bootstrap_servers="h:1",
        started=datetime(2026, 1, 31, 12, 0, 0, tzinfo=timezone.utc),
        finished=datetime(2026, 1, 31, 12, 0, 9, tzinfo=timezone.utc),
        verdict=conclude(found),
        produced=Throughput(30, 3270, 0.5) if produced else None,
        consumed=Throughput(28, 3052, 2.0),
        partitions=[PartitionRow(0, 15, 13, 0, 13), PartitionRow(1, 15, 15, 0, 15)],
        environment={"Spark": "4.0.0"},
    )


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
PASSED = result({})
SOAKED = replace(
    result({"in_doubt": Finding(2, "", [Example("never arrived", 0, None, 13, "k1")])}), command="soak", soak=SOAK
)
FAILED = result(
    {
        "lost": Finding(2, "of these at the end of partition 0: 2", [Example("never arrived", 0, None, 13, "k1")]),
        "foreign": Finding(1, "", [Example(f"value {SPOILT}", 1, 4, None, "null")]),
    },
    produced=False,
)


def faults(told: Any, schema: dict[str, Any], at: str = "$") -> list[str]:  # noqa: PLR0911 one return a kind of schema
    """Where ``told`` departs from ``schema``: the part of JSON Schema that ours uses."""
    if "$ref" in schema:
        return faults(told, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], at)
    if "anyOf" in schema:
        return [] if any(not faults(told, some, at) for some in schema["anyOf"]) else [f"{at}: none of anyOf"]
    if "const" in schema or "enum" in schema:
        return [] if told in schema.get("enum", [schema.get("const")]) else [f"{at}: {told!r}"]
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    classes = [cls for name in wanted for cls in ([int, float] if name == "number" else [kinds[name]])]
    if type(told) not in classes:
        return [f"{at}: {type(told).__name__} is not {wanted}"]
    if isinstance(told, dict):
        known, other = schema.get("properties", {}), schema.get("additionalProperties", True)
        wrong = [f"{at}: {name} is missing" for name in schema.get("required", []) if name not in told]
        wrong += [f"{at}: {name} is unknown" for name in told if name not in known and other is False]
        pairs = [(name, known.get(name, other)) for name in told if isinstance(known.get(name, other), dict)]
        return wrong + [fault for name, some in pairs for fault in faults(told[name], some, f"{at}.{name}")]
    if isinstance(told, list):
        long = [f"{at}: too long"] if len(told) > schema.get("maxItems", len(told)) else []
        return long + [fault for n, item in enumerate(told) for fault in faults(item, schema["items"], f"{at}[{n}]")]
    return [f"{at}: below the minimum"] if "minimum" in schema and told < schema["minimum"] else []


@pytest.mark.parametrize("one", [PASSED, FAILED, SOAKED], ids=["passed", "failed", "soaked"])
def test_json_follows_its_schema(one: Result) -> None:
    assert faults(json.loads(json.dumps(document(one))), SCHEMA) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"schema": "groundwork.kafka/validation/3"}, "$.schema: 'groundwork.kafka/validation/3'"),
        ({"extra": 1}, "$: extra is unknown"),
        ({"topic": 1}, "$.topic: int is not ['string']"),
        ({"consumed": None}, "$.consumed: NoneType is not ['object']"),
        ({"produced": {}}, "$.produced: none of anyOf"),
        ({"partitions": [{"partition": -1}]}, "$.partitions[0].partition: below the minimum"),
    ],
)
def test_the_schema_refuses(change: dict[str, Any], expected: str) -> None:
    assert expected in faults({**document(PASSED), **change}, SCHEMA)


def test_json_says_what_was_found() -> None:
    told = document(FAILED)
    assert told["schema"] == "groundwork.kafka/validation/2"
    assert told["status"] == "failed"
    assert told["sentence"] == "Failed: of 30 records in T on h:1, 2 records were lost and 1 record was foreign."
    assert (told["started"], told["finished"]) == ("2026-01-31T12:00:00Z", "2026-01-31T12:00:09Z")
    assert told["checks"][0]["examples"] == [
        {"text": "never arrived", "partition": 0, "offset": None, "number": 13, "key": "k1"}
    ]
    assert told["produced"] is None
    assert told["consumed"] == {
        "records": 28,
        "bytes": 3052,
        "seconds": 2.0,
        "records_per_second": 14,
        "megabytes_per_second": 0.0,
    }


def test_console_of_a_failure() -> None:
    lines = console(FAILED, [Path("/r.json")]).splitlines()
    assert lines[0] == "check                   found  result"
    assert lines[1] == "Lost                        2  FAILED"
    assert lines[2] == "Duplicated                  0  passed"
    assert "Lost: of these at the end of partition 0: 2" in lines
    assert "Lost: partition 0 number 13 key k1: never arrived" in lines
    assert lines[-3:] == [
        "consumed  28 records in 2.0 s: 14 records/s, 0.0 MB/s",
        "Failed: of 30 records in T on h:1, 2 records were lost and 1 record was foreign.",
        "report: /r.json",
    ]


def test_console_of_a_soak() -> None:
    lines = console(SOAKED, []).splitlines()
    assert "In doubt                    2  warning" in lines
    assert "soak      28 records acknowledged, 2 in doubt, 1 batches repeated; ended by request" in lines
    assert "probe     299 of 300 acknowledged; p50 2.1 ms, max 1500.0 ms; longest stall 1.40 s" in lines
    assert lines[-1] == (
        "Passed: all 28 records came out of T on h:1 once, in order and whole, "
        "but 2 records that were never acknowledged did not arrive."
    )


@pytest.mark.parametrize("one", [PASSED, FAILED, SOAKED], ids=["passed", "failed", "soaked"])
def test_page_stands_alone(one: Result, tmp_path: Path) -> None:
    (written,) = write(one, None, tmp_path / "r.html")
    text = written.read_text()
    assert written.stat().st_size < 2_000_000
    assert one.sentence in text
    assert not re.findall(r"(?:src|href)=|url\(|@import|https?:", text)
    assert SPOILT not in text


def test_page_tells_by_words_and_shapes(tmp_path: Path) -> None:
    (written,) = write(FAILED, None, tmp_path / "r.html")
    text = written.read_text()
    parts = [FAILED.sentence + "</div>", ">What was checked<", ">Throughput<", ">Examples<", ">Plan<"]
    assert sorted(parts, key=text.index) == parts
    assert len(re.findall(r'<tr class="failed"><td class="result">\s*<svg[^>]*>\s*<rect', text)) == 2
    assert len(re.findall(r'<tr class="passed"><td class="result">\s*<svg[^>]*>\s*<circle', text)) == len(CHECKS) - 2
    assert "Partition 0: 13 read, 15 planned" in text


def test_reports_replace_earlier_ones_and_leave_no_scraps(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("old")
    assert write(PASSED, tmp_path / "r.json", tmp_path / "r.html") == [tmp_path / "r.json", tmp_path / "r.html"]
    assert json.loads((tmp_path / "r.json").read_text())["status"] == "passed"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.html", "r.json"]
