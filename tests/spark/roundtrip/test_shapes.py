# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Loads of every shape on a real broker: each comes out whole, and each fault that is put into one is found, alone."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Iterator

import pytest
from kafka import KafkaConsumer, TopicPartition
from pyspark.sql import SparkSession

from spark_validation.cli import main
from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import Connection
from spark_validation.reading.account import Consumed, consume
from spark_validation.records.faults import FAULTS, missed
from spark_validation.records.plan import Plan
from spark_validation.records.shape import Shape, Size
from spark_validation.writing import inject
from spark_validation.writing.produce import Manner, produce

RUN, RECORDS, PARTITIONS = "20260131T120000Z-5hape5", 400, 3
MIXED = (Size(120, 5), Size(10_000, 2), Size(60))
SHAPES: dict[str, Shape] = {
    "10 kB": Shape((Size(10_000),)),
    "sizes": Shape(MIXED),
    "keys": Shape(keys=30, skew=1.2),
    "lz4": Shape(MIXED, compression="lz4"),
    "transactions": Shape(MIXED, keys=30, transaction_records=70),
    "compacted": Shape(compacted=True),
    "tombstones": Shape(MIXED, keys=30, skew=0.5, compacted=True, tombstones=0.3),
    "all": Shape(MIXED, keys=30, skew=0.5, compression="zstd", compacted=True, tombstones=0.1),
}
#: A shape for each way in which a fault can be told; the others are tried by make test-long.
_SHORT = {("tombstones", "lost"), ("transactions", "duplicated"), ("all", "corrupt")}
CASES = [
    pytest.param(shape, fault, marks=[] if (shape, fault) in _SHORT else [pytest.mark.long])
    for shape in SHAPES
    for fault in FAULTS
]


@pytest.fixture(scope="module")
def cluster(bootstrap_servers: str) -> Iterator[Cluster]:
    with Cluster(Connection(bootstrap_servers)) as connected:
        yield connected


def written_and_read(
    spark: SparkSession, cluster: Cluster, plan: Plan, name: str, fault: str | None = None
) -> Consumed:
    cluster.create(name, plan.partitions, 1, compacted=plan.shape.compacted)
    put = FAULTS[fault] if fault else None
    produced = produce(spark, plan, cluster.connection, name, Manner(fault=put))
    assert sum(produced.acknowledged.values()) == plan.records
    inject.stored(put, cluster, name, plan)
    return consume(spark, plan, cluster, name, committed=bool(plan.shape.transaction_records))


@pytest.mark.parametrize(("shape", "fault"), CASES)
def test_each_fault_is_found_in_each_shape(spark: SparkSession, cluster: Cluster, shape: str, fault: str) -> None:
    plan = Plan(RUN, 7, RECORDS, PARTITIONS, SHAPES[shape])
    found = written_and_read(spark, cluster, plan, f"shape-{shape.replace(' ', '-')}-{fault}", fault).found
    assert {check: finding.count for check, finding in found.items() if finding.count} == {FAULTS[fault].check: 1}
    assert missed(FAULTS[fault], found).count == 0
    assert len(found[FAULTS[fault].check].examples) == 1


RUNS: dict[str, list[str]] = {
    "as many kinds as go together": [
        *("--record-bytes", "200:7,5000:2,90", "--keys", "50", "--key-skew", "1", "--compression", "gzip"),
        *("--compacted", "--tombstones", "0.2"),
    ],
    "transactions": ["--transaction-records", "300", "--record-bytes", "500"],
    "snappy": ["--compression", "snappy"],
    "lz4": ["--compression", "lz4"],
    "zstd": ["--compression", "zstd"],
    "10 kB": ["--record-bytes", "10000"],
    "900 kB": ["--record-bytes", "900000", "--records", "40"],
    "up to 900 kB": ["--record-bytes", "200:90,10000:9,900000:1"],
    "one key": ["--keys", "1"],
    "many keys": ["--keys", "2000", "--key-skew", "0.8"],
    "1,000 partitions": ["--partitions", "1000", "--keys", "1500"],
}


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if not place else [pytest.mark.long]) for place, name in enumerate(RUNS)]
)
def test_a_load_of_each_shape_passes(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    report, page = tmp_path / "r.json", tmp_path / "r.html"
    files = ["--json", str(report), "--html", str(page)]
    sized = ["--records", "3000", "--partitions", "4", *RUNS[name]]
    code = main(["smoke", "--bootstrap-servers", bootstrap_servers, *sized, *files])
    printed = capsys.readouterr()
    assert code == 0, printed.out + printed.err
    details = json.loads(report.read_text())["details"]
    assert details["tiers"]["consumed"] == details["tiers"]["acknowledged"] == details["plan"]["records"]
    # Of the keys and values, compared with what was planned; a plan's bytes are counted one by one in other tests.
    assert details["consumed"]["bytes"] == details["produced"]["bytes"]
    assert f"load      {details['plan']['load']['words']}\n" in printed.out
    assert f"<dt>Load</dt><dd>{details['plan']['load']['words']}</dd>" in page.read_text()


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("command", ["smoke", "soak"])
def test_a_record_that_the_brokers_refuse_is_told_before_a_topic_is_made(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    before = cluster.topics()
    more = ["--report", str(tmp_path)] if command == "soak" else []
    servers = cluster.bootstrap_servers
    assert main([command, "--bootstrap-servers", servers, *more, "--record-bytes", "200:99,1048500"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"spark_validation: a record of 1,048,500 bytes is more than broker 1 of {servers} takes, whose "
        "message.max.bytes is 1,048,588: give at most 1,048,399 with --record-bytes, or raise that"
    )
    assert cluster.topics() == before


def soaked(bootstrap_servers: str, folder: Path, *arguments: str) -> dict[str, Any]:
    rate = ("--rate", "300", "--seconds", "6", "--partitions", "4")
    code = main(["soak", "--bootstrap-servers", bootstrap_servers, *rate, "--report", str(folder), *arguments])
    report = json.loads((folder / "soak.json").read_text())
    assert code == 0, report["sentence"]
    return dict(report["details"])


@pytest.mark.long
@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize(
    "arguments",
    [
        ("--record-bytes", "200:9,20000:1", "--keys", "40", "--key-skew", "1", "--compression", "zstd"),
        ("--transaction-records", "100"),
        ("--compacted", "--tombstones", "0.3", "--keys", "40"),
    ],
    ids=["sizes and keys", "transactions", "tombstones"],
)
def test_a_soak_of_another_shape_passes(bootstrap_servers: str, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    details = soaked(bootstrap_servers, tmp_path, *arguments)
    assert details["soak"]["acknowledged"] == details["consumed"]["records"] == 1800
    assert details["consumed"]["bytes"] == details["produced"]["bytes"]


def left(bootstrap_servers: str, topic: str) -> int:
    """Records that a consumer still gets."""
    consumer = KafkaConsumer(bootstrap_servers=bootstrap_servers, enable_auto_commit=False)
    part = TopicPartition(topic, 0)
    consumer.assign([part])
    consumer.seek_to_beginning(part)
    end, count = consumer.end_offsets([part])[part], 0
    while consumer.position(part) < end:
        count += sum(len(batch) for batch in consumer.poll(timeout_ms=5_000).values())
    consumer.close()
    return count


@pytest.mark.long
@pytest.mark.parametrize("fault", [None, "lost", "lost_tail", "duplicated"])
def test_what_a_broker_compacts_meanwhile_is_not_lost(
    spark: SparkSession, cluster: Cluster, bootstrap_servers: str, fault: str | None
) -> None:
    """Three segments of 16 MiB, of which the cleaner takes all but the one that is written to."""
    shape = Shape((Size(10_000),), keys=20, compacted=True, tombstones=0.1)
    plan, topic = Plan(RUN, 7, 6_000, 1, shape), f"compaction-{fault}"
    written_and_read(spark, cluster, plan, topic, fault)
    deadline = time.monotonic() + 90
    while left(bootstrap_servers, topic) > 4_500 and time.monotonic() < deadline:
        time.sleep(2)
    assert left(bootstrap_servers, topic) <= 4_500
    consumed = consume(spark, plan, cluster, topic)
    # A copy that is compacted is none.
    expected = {FAULTS[fault].check: 1} if fault and fault != "duplicated" else {}
    assert {check: finding.count for check, finding in consumed.found.items() if finding.count} == expected
    assert "offsets that compaction took are not counted" in consumed.found["offset_holes"].detail


@pytest.mark.long
def test_more_records_than_planned_are_foreign_whatever_their_shape(spark: SparkSession, cluster: Cluster) -> None:
    plan = Plan(RUN, 7, RECORDS, PARTITIONS, SHAPES["sizes"])
    written_and_read(spark, cluster, plan, "shape-more")
    found = consume(spark, replace(plan, records=RECORDS - 5), cluster, "shape-more").found
    assert {check: finding.count for check, finding in found.items() if finding.count} == {"foreign": 5}
