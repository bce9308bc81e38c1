# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Steady traffic against a real broker that is restarted meanwhile, and its audit on records made by hand."""

from __future__ import annotations

import json
import os
import signal
import struct
import threading
import time
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from kafka import KafkaProducer
from kafka.admin import ACL, ACLOperation, ACLPermissionType, KafkaAdminClient, ResourcePattern, ResourceType
from pyspark.sql import SparkSession

from spark_validation.cli import main
from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.bounds import Directory
from spark_validation.cluster.connection import Connection
from spark_validation.core.errors import CouldNotRunError
from spark_validation.reading.account import consume
from spark_validation.records.plan import Plan
from spark_validation.roundtrip import write
from tests.servers.broker import Broker
from tests.servers.server import free_port
from tests.spark.handmade import value

RUN, SEED = "20260131T120000Z-fedcba", 7
PLAN = Plan(RUN, SEED, 200, 2)  # a hundred records in each partition
FIRST, AGAIN = "1.0.0", "2.0.0"

Log = list[tuple[int, str]]  # numbers and attempts of one partition, as they lie there


def lost(log: Log) -> None:
    del log[40:45]


def duplicated(log: Log) -> None:
    log[52:52] = log[50:52]


def reordered(log: Log) -> None:
    log.insert(36, log.pop(20))  # sixteen keys take turns: 20 and 36 share one


def replayed(log: Log) -> None:
    log[60:60] = [(number, AGAIN) for number, _attempt in log[50:60]]


def lost_and_never_acknowledged(log: Log) -> None:
    del log[75:]


FAULTS: list[tuple[Callable[[Log], None], dict[str, int]]] = [
    (lost, {"lost": 5}),
    (duplicated, {"duplicated": 2}),
    (reordered, {"reordered": 1}),
    (replayed, {"replayed": 10}),
    (lost_and_never_acknowledged, {"lost": 5, "in_doubt": 20}),
]


@pytest.fixture(scope="module")
def cluster(bootstrap_servers: str) -> Iterator[Cluster]:
    with Cluster(Connection(bootstrap_servers)) as connected:
        yield connected


@pytest.mark.parametrize(("fault", "expected"), FAULTS, ids=[case[0].__name__ for case in FAULTS])
def test_each_fault_is_told(
    spark: SparkSession, cluster: Cluster, fault: Callable[[Log], None], expected: dict[str, int]
) -> None:
    """Of the two hundred records the first 160, eighty in each partition, were acknowledged."""
    topic = f"soak-{fault.__name__}"
    logs: dict[int, Log] = {partition: [(number, FIRST) for number in range(100)] for partition in (0, 1)}
    fault(logs[1])
    cluster.create(topic, 2, 1)
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, linger_ms=20)
    for partition, log in logs.items():
        for number, attempt in log:
            key = PLAN.key_of(partition, number)
            producer.send(
                topic,
                key=key.encode(),
                value=value(RUN, SEED, partition, number, key),
                partition=partition,
                headers=[("attempt", attempt.encode())],
            )
    producer.close()
    found = consume(spark, PLAN, cluster, topic, acknowledged=160).found
    assert {check: finding.count for check, finding in found.items() if finding.count} == expected


def test_brokers_that_stay_away_do_not_cost_the_connection(bootstrap_servers: str) -> None:
    with Cluster(Connection(bootstrap_servers)) as cluster:
        cluster.connection = Connection(f"127.0.0.1:{free_port()}")
        with pytest.raises(CouldNotRunError, match="no Kafka broker answers"):
            cluster.reconnect()
        assert cluster.broker_ids() == [1]


class Meanwhile(threading.Thread):
    """Does something as soon as records flow, which the progress file tells."""

    def __init__(self, report: Path, then: Callable[[Meanwhile], None]) -> None:
        super().__init__(daemon=True)
        self.progress, self.then = report / "progress.json", then
        self.told: list[dict[str, Any]] = []

    def wait_for(self, acknowledged: int) -> None:
        """Wait until so many records are acknowledged."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if self.progress.exists():
                self.told.append(json.loads(self.progress.read_text()))
                if self.told[-1]["acknowledged"] >= acknowledged:
                    return
            time.sleep(0.1)

    def run(self) -> None:
        self.wait_for(1)
        self.then(self)


@pytest.mark.usefixtures("spark")
def test_a_restarted_broker_loses_nothing(broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stop_file, report = tmp_path / "stop", tmp_path / "report"

    def restart(self: Meanwhile) -> None:
        try:
            broker.server.stop()
            broker.server.start()
            self.wait_for(self.told[-1]["acknowledged"] + 1)
        finally:
            stop_file.touch()

    meanwhile = Meanwhile(report, restart)
    meanwhile.start()
    traffic = ("--rate", "2000", "--seconds", "600", "--partitions", "4", "--stop-file", str(stop_file))
    code = main(["soak", "--bootstrap-servers", broker.plain, *traffic, "--report", str(report)])
    said = capsys.readouterr()
    assert code == 0, said.out + said.err
    told = json.loads((report / "soak.json").read_text())
    details = told["details"]
    soak = details["soak"]
    assert (told["command"], told["status"], soak["ended"], soak["in_doubt"]) == ("soak", "passed", "request", 0)
    assert sum(row["read"] for row in details["partitions"]) == details["plan"]["records"] == soak["acknowledged"]
    assert soak["acknowledged"] > meanwhile.told[-1]["acknowledged"] - 1
    assert sum(moment["records"] for moment in soak["moments"]) == soak["acknowledged"]
    # The only broker was away; the restart was seen by the probe, and none of its records was dropped.
    # For a moment after its start it may answer before it has heard of itself.
    silence = "no answer from the cluster"
    assert {event["name"] for event in details["events"]} in ({silence}, {silence, "broker 1 away"})
    assert soak["probe"]["stalls"]
    assert soak["probe"]["longest_stall"] >= 1
    assert soak["probe"]["acknowledged"] == soak["probe"]["sent"]
    assert soak["probe"]["percentiles"]["max"] > soak["probe"]["percentiles"]["p50"]
    assert "ending as asked" in said.err
    assert f"Passed: all {soak['acknowledged']:,} records came out of {details['topic']}" in said.out
    assert sorted(path.name for path in report.iterdir()) == ["soak.html", "soak.json"]
    admin = KafkaAdminClient(bootstrap_servers=broker.plain)
    assert not [topic for topic in admin.list_topics() if topic.startswith(details["topic"])]
    admin.close()


def drop_batches(segment: Path, first: int, end: int) -> int:
    """Take batches ``first`` up to ``end`` out of a partition's file, as a disk that loses them does; how many records.

    A batch begins with its first offset (8 bytes) and the length of what follows the next four; at byte 57 it says how
    many records it has (Apache Kafka documentation, Implementation: Record Batch).
    """
    content, at, number, dropped, kept = segment.read_bytes(), 0, 0, 0, b""
    while at < len(content):
        (length,) = struct.unpack_from(">i", content, at + 8)
        if first <= number < end:
            dropped += struct.unpack_from(">i", content, at + 57)[0]
        else:
            kept += content[at : at + 12 + length]
        at, number = at + 12 + length, number + 1
    assert end < number - 1, "what was written last may not be acknowledged yet"
    segment.write_bytes(kept)
    return dropped


@pytest.mark.usefixtures("spark")
def test_records_that_a_disk_loses_are_found_to_the_last(
    broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stop_file, report = tmp_path / "stop", tmp_path / "report"
    dropped = []

    def lose(self: Meanwhile) -> None:
        try:
            self.wait_for(20_000)
            broker.server.stop()
            (broker.data / ".kafka_cleanshutdown").unlink()  # so that it reads its logs again and makes new indexes
            (segment,) = broker.data.glob("groundwork-soak-*[0-9a-f]-2/00000000000000000000.log")
            dropped.append(drop_batches(segment, 3, 6))
            broker.server.start()
            self.wait_for(self.told[-1]["acknowledged"] + 2_000)
        finally:
            stop_file.touch()

    Meanwhile(report, lose).start()
    traffic = ("--rate", "2000", "--seconds", "600", "--partitions", "4", "--stop-file", str(stop_file))
    assert main(["soak", "--bootstrap-servers", broker.plain, *traffic, "--report", str(report)]) == 1
    told = json.loads((report / "soak.json").read_text())
    found = {check["id"]: check["count"] for check in told["checks"] if check["count"]}
    assert dropped[0] > 0
    assert found == {"lost": dropped[0], "offset_holes": dropped[0]}
    assert told["details"]["soak"]["in_doubt"] == 0
    assert f"{dropped[0]:,} records were lost" in capsys.readouterr().out


@pytest.mark.usefixtures("spark")
def test_what_the_cluster_stops_to_take_was_not_produced_and_is_not_called_lost(
    broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = KafkaAdminClient(bootstrap_servers=broker.plain)
    topic = ResourcePattern(ResourceType.TOPIC, f"groundwork-soak-{RUN}")
    rules = [
        ACL("User:*", "*", ACLOperation.WRITE, ACLPermissionType.DENY, topic),
        ACL("User:*", "*", ACLOperation.ALL, ACLPermissionType.ALLOW, topic),
    ]

    Meanwhile(tmp_path, lambda _self: admin.create_acls(rules)).start()
    traffic = ("--rate", "500", "--seconds", "600", "--partitions", "4", "--run-id", RUN)
    try:
        assert main(["soak", "--bootstrap-servers", broker.plain, *traffic, "--report", str(tmp_path)]) == 1
    finally:
        admin.delete_acls(rules)
        admin.close()
    told = json.loads((tmp_path / "soak.json").read_text())
    soak = told["details"]["soak"]
    found = {check["id"]: check["count"] for check in told["checks"] if check["count"]}
    assert (soak["ended"], "Not authorized" in soak["reason"]) == ("failure", True), soak
    missing = found.pop("not_produced")
    assert missing == 300_000 - soak["acknowledged"] > 0
    assert found.keys() <= {"in_doubt"}
    assert f"{missing:,} records were not taken by the cluster" in capsys.readouterr().out


@pytest.mark.core
@pytest.mark.usefixtures("spark")
def test_a_soak_of_fixed_length(bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    traffic = ("--rate", "30", "--seconds", "2", "--partitions", "4", "--run-id", RUN)
    assert main(["soak", "--bootstrap-servers", bootstrap_servers, *traffic, "--report", str(tmp_path)]) == 0
    told = json.loads((tmp_path / "soak.json").read_text())
    details = told["details"]
    assert [row["read"] for row in details["partitions"]] == [15, 15, 15, 15]
    assert (
        details["plan"]["records"],
        details["soak"]["ended"],
        details["soak"]["acknowledged"],
    ) == (60, "time", 60)
    assert details["soak"]["repeated_batches"] == 0
    assert f"Passed: all 60 records came out of groundwork-soak-{RUN} on" in capsys.readouterr().out


@pytest.mark.usefixtures("spark")
def test_ctrl_c_ends_it_early_and_audits(bootstrap_servers: str, tmp_path: Path) -> None:
    Meanwhile(tmp_path, lambda _self: os.kill(os.getpid(), signal.SIGINT)).start()
    traffic = ("--rate", "100", "--seconds", "600", "--partitions", "2")
    assert main(["soak", "--bootstrap-servers", bootstrap_servers, *traffic, "--report", str(tmp_path)]) == 0
    told = json.loads((tmp_path / "soak.json").read_text())
    details = told["details"]
    assert (told["status"], details["soak"]["ended"]) == ("passed", "request")
    assert details["plan"]["records"] == details["soak"]["acknowledged"] > 0


@pytest.fixture
def refused(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[..., tuple[int, str]]]:
    """Exit code and last words of a soak of 2,000 records, 137 bytes each on one replica, that is not to begin."""

    def run(*options: str) -> tuple[int, str]:
        traffic = ("--rate", "100", "--seconds", "20", "--partitions", "4", "--run-id", RUN, *options)
        code = main(["soak", "--bootstrap-servers", bootstrap_servers, *traffic, "--report", str(tmp_path)])
        return code, capsys.readouterr().err.splitlines()[-1]

    yield run
    assert not list(tmp_path.iterdir())
    admin = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    assert not [topic for topic in admin.list_topics() if topic.startswith(f"groundwork-soak-{RUN}")]
    admin.close()


def test_what_the_budget_does_not_allow_is_not_begun(refused: Callable[..., tuple[int, str]]) -> None:
    assert refused("--max-bytes", "273999") == (
        2,
        "spark_validation: 2,000 records on 1 replica take 274,000 bytes, more than --max-bytes 273,999: "
        "lower --seconds or --replication-factor, or raise --max-bytes",
    )


def test_a_disk_without_room_is_not_filled(
    refused: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = [Directory(1, "/small", 300_000, 200_000, (0, 1, 2, 3))]
    monkeypatch.setattr(write, "directories", lambda *_given: small)
    assert refused() == (
        3,
        "spark_validation: could not run: broker 1 has 200,000 bytes of room in /small and would take 274,000 of this "
        "run: lower --seconds, or make room there",
    )
