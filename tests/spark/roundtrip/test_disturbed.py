# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What somebody else does to a run while it lasts: its topic deleted, partitions added, no room for its report."""

from __future__ import annotations

import json
import resource
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Iterator

import pytest
from kafka import TopicPartition
from kafka.admin import KafkaAdminClient, OffsetSpec

from spark_validation.cli import main
from spark_validation.core.errors import CouldNotRunError
from spark_validation.report import write
from spark_validation.writing import probe
from spark_validation.writing.produce import PRODUCER
from spark_validation.writing.traffic import STREAM_PRODUCER
from tests.servers.broker import Broker
from tests.spark.documents import DOCUMENTS

# Runs of their own: what still sends after the end of the one does not come to the other's topic.
DELETED, GROWN = "20260131T120000Z-de1e7e", "20260131T120000Z-9a0e5b"


class Somebody(threading.Thread):
    """Does ``then`` as soon as the topic has its first record."""

    def __init__(self, bootstrap_servers: str, topic: str, then: Callable[[KafkaAdminClient], object]) -> None:
        super().__init__(daemon=True)
        self.servers, self.topic, self.then = bootstrap_servers, topic, then

    def run(self) -> None:
        admin = KafkaAdminClient(bootstrap_servers=self.servers)
        first = TopicPartition(self.topic, 0)
        while self.topic not in admin.list_topics():
            time.sleep(0.05)
        while not admin.list_partition_offsets({first: OffsetSpec.LATEST})[first].offset:
            time.sleep(0.05)
        self.then(admin)
        admin.close()


def give_up_after(milliseconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tasks' producers wait no longer for an acknowledgement."""
    monkeypatch.setitem(PRODUCER, "kafka.request.timeout.ms", "3000")
    monkeypatch.setitem(PRODUCER, "kafka.delivery.timeout.ms", milliseconds)


def smoke(servers: str, topic: str, *more: str) -> int:
    """The exit code of a run with a topic of that name."""
    return main(["smoke", "--bootstrap-servers", servers, "--topic", topic, "--partitions", "2", *more])


@pytest.mark.usefixtures("spark")
def test_brokers_that_answer_no_more_are_told(
    broker: Broker, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They answer again once the probe has ended, so that the topics can be deleted."""
    give_up_after("8000", monkeypatch)
    end = probe.Probe.__exit__

    def end_and_resume(self: probe.Probe, *error: object) -> None:
        end(self, *error)
        broker.server.resume()

    monkeypatch.setattr(probe.Probe, "__exit__", end_and_resume)
    Somebody(broker.plain, "silent", lambda _admin: broker.server.pause()).start()
    assert smoke(broker.plain, "silent", "--records", "60000", "--rate", "1000") == 3
    said = capsys.readouterr().err.splitlines()
    told = f"could not run: the brokers behind {broker.plain} did not acknowledge all records of silent in time ("
    assert said[-1].startswith(f"spark_validation: {told}org.apache.kafka.common.errors.TimeoutException: "), said
    assert said[-1].endswith("see that all of them run and can be reached from where Spark's tasks do, and run again")
    assert "deleted topic silent" in said


@pytest.mark.usefixtures("spark")
def test_a_deleted_topic_ends_the_run(
    bootstrap_servers: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The tasks that are cancelled go on in the session that the tests share until their producer has given up.
    give_up_after("10000", monkeypatch)
    Somebody(bootstrap_servers, "deleted", lambda admin: admin.delete_topics(["deleted"])).start()
    assert smoke(bootstrap_servers, "deleted", "--records", "5000000") == 3
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"spark_validation: could not run: topic deleted was deleted on {bootstrap_servers} while the run used it: "
        "find out who deletes topics there, and run again"
    )


@pytest.mark.usefixtures("spark")
def test_added_partitions_are_told(bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Somebody(bootstrap_servers, "grown", lambda admin: admin.create_partitions({"grown": 3})).start()
    assert smoke(bootstrap_servers, "grown", "--records", "200000", "--json", str(tmp_path / "r.json")) == 0
    said = capsys.readouterr()
    assert "topic grown has 3 partitions now, 2 when it was made: nothing is written to the new ones" in said.err
    assert "Passed: all 200,000 records came out of grown" in said.out
    rows = json.loads((tmp_path / "r.json").read_text())["details"]["partitions"]
    assert [(row["planned"], row["read"]) for row in rows][:2] == [(100_000, 100_000), (100_000, 100_000)]


@pytest.mark.usefixtures("spark")
def test_a_deleted_topic_ends_the_soak(
    bootstrap_servers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The brokers make it anew for the producer, and delete that one when the soak ends."""
    topic = f"groundwork-soak-{DELETED}"
    monkeypatch.setattr("spark_validation.roundtrip.soak.LOOKS", 2)
    monkeypatch.setitem(STREAM_PRODUCER, "kafka.request.timeout.ms", "3000")
    monkeypatch.setitem(STREAM_PRODUCER, "kafka.delivery.timeout.ms", "10000")
    Somebody(bootstrap_servers, topic, lambda admin: admin.delete_topics([topic])).start()
    run = ["soak", "--bootstrap-servers", bootstrap_servers, "--run-id", DELETED, "--rate", "200", "--seconds", "600"]
    assert main([*run, "--partitions", "2", "--report", str(tmp_path)]) == 3
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"spark_validation: could not run: topic {topic} was deleted on {bootstrap_servers} while the run used it: "
        "find out who deletes topics there, and run again"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("spark")
def test_partitions_added_to_a_soak_are_told(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    topic = f"groundwork-soak-{GROWN}"
    Somebody(bootstrap_servers, topic, lambda admin: admin.create_partitions({topic: 3})).start()
    run = ["soak", "--bootstrap-servers", bootstrap_servers, "--run-id", GROWN, "--rate", "30", "--seconds", "4"]
    assert main([*run, "--partitions", "2", "--report", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert f"topic {topic} has 3 partitions now, 2 when it was made: nothing is written to the new ones" in said.err
    assert f"Passed: all 120 records came out of {topic}" in said.out


@contextmanager
def room(size: int) -> Iterator[None]:
    """No file may grow beyond ``size`` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_report_without_room_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("earlier")
    with room(1000), pytest.raises(CouldNotRunError) as said:
        write({"text": "x" * 2000}, tmp_path / "r.json", None)
    assert str(said.value) == f"report {tmp_path / 'r.json'} could not be written: File too large"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("r.json", "earlier")]


def test_the_report_that_was_written_is_named_where_there_is_no_room_for_the_other(tmp_path: Path) -> None:
    json_file, html_file = tmp_path / "r.json", tmp_path / "r.html"
    with room(5000), pytest.raises(CouldNotRunError) as said:
        write(DOCUMENTS["another"], json_file, html_file)
    assert str(said.value) == f"report {html_file} could not be written: File too large; {json_file} was written"
    assert list(tmp_path.iterdir()) == [json_file]


@pytest.mark.usefixtures("spark")
def test_the_verdict_is_told_where_the_report_has_no_room(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["smoke", "--bootstrap-servers", bootstrap_servers, "--records", "100", "--partitions", "2"]
    with room(1000):
        assert main([*run, "--json", str(tmp_path / "r.json")]) == 3
    said = capsys.readouterr()
    assert "Passed: all 100 records came out of" in said.out
    assert said.err.splitlines()[-1] == (
        f"spark_validation: could not run: report {tmp_path / 'r.json'} could not be written: File too large"
    )
