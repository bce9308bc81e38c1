# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that migrates, on topics of a real broker; what it made is read again by a consumer without Spark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Sequence

import jsonschema
import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import KafkaAdminClient

from spark_validation.cli import main
from tests.spark.command import ROOT, Ended

SCHEMA = json.loads((ROOT / "spark_validation" / "report" / "schema.json").read_text())
TIME = 1_700_000_000_000
Record = tuple[bytes, bytes]
WHOLE: list[Record] = [(b"k%d" % (number % 4), b"v%d" % number) for number in range(100)]


class Topics:
    """Topics on the broker, written and read by kafka-python."""

    def __init__(self, servers: str) -> None:
        self.servers = servers
        self.admin = KafkaAdminClient(bootstrap_servers=servers)
        self.producer = KafkaProducer(bootstrap_servers=servers, acks="all", linger_ms=20)

    def close(self) -> None:
        self.producer.close()
        self.admin.close()

    def make(self, name: str, partitions: int = 1, settings: Mapping[str, str] | None = None) -> None:
        shape = {"num_partitions": partitions, "replication_factor": 1, "configs": settings or {}}
        self.admin.create_topics({name: shape}, wait_for_metadata=True)

    def write(self, name: str, records: Sequence[Record], partition: int = 0, **more: Any) -> None:
        for at, (key, value) in enumerate(records):
            self.producer.send(name, key=key, value=value, partition=partition, timestamp_ms=TIME + at, **more)
        self.producer.flush()

    def put(self, name: str, *partitions: Sequence[Record], settings: Mapping[str, str] | None = None) -> None:
        """A topic with these records in its partitions."""
        self.make(name, len(partitions), settings)
        for number, records in enumerate(partitions):
            self.write(name, records, number)

    def read(self, name: str) -> list[Any]:
        """All committed records, partition by partition."""
        consumer = KafkaConsumer(bootstrap_servers=self.servers, isolation_level="read_committed")
        parts = [TopicPartition(name, n) for n in sorted(consumer.partitions_for_topic(name) or ())]
        consumer.assign(parts)
        consumer.seek_to_beginning()
        ends, found = consumer.end_offsets(parts), []
        while any(consumer.position(part) < ends[part] for part in parts):
            for records in consumer.poll(timeout_ms=200).values():
                found += records
        consumer.close()
        return sorted(found, key=lambda record: (record.partition, record.offset))

    def contents(self, name: str, partition: int = 0) -> list[Record]:
        return [(one.key, one.value) for one in self.read(name) if one.partition == partition]


@pytest.fixture(scope="module")
def topics(bootstrap_servers: str) -> Iterator[Topics]:
    made = Topics(bootstrap_servers)
    yield made
    made.close()


Run = Callable[..., Ended]


@pytest.fixture
def migrated(bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line's own entry, in this process."""

    def run(source: str, copy: str, *more: object) -> Ended:
        report = tmp_path / f"{source}-{copy}.json"
        report.unlink(missing_ok=True)
        written = () if "--plan-only" in more else ("--json", str(report))
        options = ("--bootstrap-servers", bootstrap_servers, "--topic", source, "--to-topic", copy)
        code = main(["migrate", *options, *map(str, more), *written])
        said = capsys.readouterr()
        told = json.loads(report.read_text()) if report.exists() else {}
        if told:
            jsonschema.Draft202012Validator(SCHEMA).validate(told)
        return Ended(code, said.out, said.err, told)

    return run


@pytest.mark.core
@pytest.mark.usefixtures("spark")
def test_a_topic_is_copied_once_whoever_runs_it_how_often(
    topics: Topics, migrated: Run, bootstrap_servers: str
) -> None:
    topics.put("plain-a", WHOLE, WHOLE[:50])
    topics.make("plain-b", 2)
    ended = migrated("plain-a", "plain-b")
    assert (ended.code, ended.counts()) == (0, {})
    where = f"plain-b on {bootstrap_servers}"
    assert ended.report["sentence"] == (
        f"Passed: {where} holds the 150 records that plain-a should become, each once and in its order."
    )
    assert "partition 1: complete below offset 50 of 50" in ended.stdout
    copies = topics.read("plain-b")
    assert [(one.key, one.value) for one in copies] == [*WHOLE, *WHOLE[:50]]
    assert copies[7].headers == [("groundwork.source", b"plain-a:0:7")]
    assert copies[7].timestamp == TIME + 7
    topics.write("plain-a", WHOLE[:3], 1)
    again = migrated("plain-a", "plain-b")
    assert (again.code, again.counts(), again.report["details"]["run"]["copied"]) == (0, {}, 3)
    assert again.report["details"]["resumed"] is True
    assert topics.contents("plain-b", 1) == [*WHOLE[:50], *WHOLE[:3]]
