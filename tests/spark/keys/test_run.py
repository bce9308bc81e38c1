# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``keys`` on real topics: one in which all is well, and one for each fault that a test wrote into it."""

from __future__ import annotations

import json
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator

import jsonschema
import pytest
from kafka import KafkaProducer
from kafka.admin import ACLOperation, KafkaAdminClient
from pyspark.sql import SparkSession

from spark_validation.cli import main
from spark_validation.cluster.connection import ClientConfig, Connection
from spark_validation.core.errors import CouldNotRunError
from spark_validation.keys import one_pass, placement
from spark_validation.keys.executors import require_on_executors
from spark_validation.reading.consume import source
from spark_validation.reading.observation import Span
from tests.spark import command
from tests.spark.rights import allowed

SCHEMA = json.loads((command.ROOT / "spark_validation" / "report" / "schema.json").read_text())
# librdkafka's own vectors of rd_fnv1a, from src/rdfnv1a.c
FNV1A = {
    b"kafka": 0x0D33C4E1,
    b"giberish123456789": 0x77A58295,
    b"1234": 0x023BDD03,
    b"234": 0x2DEA3CD2,
    b"34": 0x740FA83E,
    b"4": 0x310CA263,
    b"PreAmbleWillBeRemoved,ThePrePartThatIs": 0x65CBD69C,
    b"reAmbleWillBeRemoved,ThePrePartThatIs": 0x6E49C79A,
    b"eAmbleWillBeRemoved,ThePrePartThatIs": 0x69EED356,
    b"AmbleWillBeRemoved,ThePrePartThatIs": 0x6ABCC023,
}


@dataclass(frozen=True)
class Keys:
    """What ``keys`` said of a topic: exit code, stdout, the last line of stderr, its JSON."""

    code: int
    printed: list[str]
    said: str
    report: dict[str, Any]

    def counts(self) -> dict[str, int]:
        return {check["id"]: check["count"] for check in self.report["checks"] if check["count"]}

    def check(self, name: str) -> dict[str, Any]:
        return next(check for check in self.report["checks"] if check["id"] == name)

    def measured(self) -> dict[str, Any]:
        return {measure["id"]: measure["value"] for measure in self.report["measures"]}

    def shares(self) -> list[tuple[Any, ...]]:
        told = self.report["details"]["partitioners"]
        return [(one["partitioner"], one["partitions"], one["keys"], one["records"]) for one in told]


@dataclass(frozen=True)
class Topic:
    """The test's own topic on the broker ``servers``."""

    name: str
    servers: str
    admin: KafkaAdminClient
    folder: Path
    capsys: pytest.CaptureFixture[str]

    def make(self, partitions: int) -> None:
        self.admin.create_topics({self.name: {"num_partitions": partitions, "replication_factor": 1}})
        self.admin.wait_for_topics([self.name])

    def grow(self, partitions: int) -> None:
        self.admin.create_partitions({self.name: partitions})
        while len(self.admin.describe_topics([self.name])[0]["partitions"]) < partitions:
            time.sleep(0.05)
        self.admin.wait_for_topics([self.name])

    def delete(self) -> None:
        self.admin.delete_topics([self.name])
        while self.name in self.admin.list_topics():
            time.sleep(0.05)

    def write(self, *records: tuple[bytes | None, int | None]) -> None:
        """Keys and partitions; without a partition kafka-python's own murmur2 chooses it."""
        producer = KafkaProducer(bootstrap_servers=self.servers, linger_ms=20)
        for key, partition in records:
            producer.send(self.name, key=key, value=b"v", partition=partition)
        producer.close()

    def keys(self, *options: str) -> Keys:
        """Run the command in this process; its JSON holds to the schema."""
        report = self.folder / "keys.json"
        report.unlink(missing_ok=True)
        arguments = ("keys", "--bootstrap-servers", self.servers, "--topic", self.name, "--json", str(report))
        code = main([*arguments, *options])
        told = json.loads(report.read_text()) if report.exists() else {}
        if told:
            jsonschema.Draft202012Validator(SCHEMA).validate(told)
        printed = self.capsys.readouterr()
        return Keys(code, printed.out.splitlines(), printed.err.splitlines()[-1], told)


@pytest.fixture(scope="module")
def admin(bootstrap_servers: str, spark: SparkSession) -> Iterator[KafkaAdminClient]:
    """Asked of the broker; the session is the one that the command finds."""
    del spark
    client = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    yield client
    client.close()


@pytest.fixture
def topic(
    request: pytest.FixtureRequest,
    bootstrap_servers: str,
    admin: KafkaAdminClient,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> Topic:
    return Topic(f"keys-{request.node.originalname}", bootstrap_servers, admin, tmp_path, capsys)


def keyed(letter: str, count: int) -> list[tuple[bytes, None]]:
    """So many keys that begin with ``letter``, without a partition."""
    return [(f"{letter}{n}".encode(), None) for n in range(count)]


def by_crc32(letter: str, count: int, partitions: int) -> list[tuple[bytes, int]]:
    return [(key, zlib.crc32(key) % partitions) for key, _partition in keyed(letter, count)]


def test_clean(topic: Topic) -> None:
    topic.make(4)
    topic.write(*keyed("k", 60), *keyed("k", 60))
    found = topic.keys()
    assert (found.code, found.counts()) == (0, {})
    assert found.report["sentence"] == (
        f"Passed: each of the 60 keys in the 120 records of {topic.name} on {topic.servers} stands where murmur2 puts "
        "it, in one partition."
    )
    assert found.shares() == [("murmur2", 4, 60, 120)]
    assert [found.measured()[name] for name in ("keys", "null_share", "murmur2_share")] == [60, 0, 100]
    assert found.report["details"]["without_key"] == "every record has a key"


@pytest.mark.core
def test_partitions_were_added(topic: Topic) -> None:
    topic.make(4)
    # murmur2 as Kafka's UtilsTest has it, without its sign: 479470107 is 3 of 4 and 3 of 8, 1173551340 is 0 and 4.
    records = [(b"abc", None), (b"21", None), *keyed("k", 60)]
    topic.write(*records)
    topic.grow(8)
    topic.write(*records)
    found = topic.keys()
    counts = found.counts()
    assert (found.code, set(counts)) == (1, {"split_keys", "misplaced_keys"})
    assert counts["split_keys"] == counts["misplaced_keys"]
    assert {share[:2] for share in found.shares()} == {("murmur2", 8), ("murmur2", 4)}
    (added,) = found.report["details"]["added"]
    assert (added["partitions"], added["overlapping"]) == (4, [])
    detail = found.check("misplaced_keys")["detail"]
    assert "murmur2 of 4 partitions explains " in detail
    assert "partitions were added after " in detail
    assert detail.endswith(", 4 became 8")
    stands = {example["key"]: example["text"] for example in found.check("split_keys")["examples"]}
    assert stands["21"].startswith("1 in partition 0 (offsets ")
    assert ", 1 in partition 4 (offsets " in stands["21"]
    assert "abc" not in stands


@pytest.mark.core
def test_a_mix_of_partitioners(topic: Topic) -> None:
    topic.make(8)
    # 0x7ee3623b, the hash that fnv1a gives an empty key, is 3 of 8.
    by_fnv1a = [(key, value % 8) for key, value in FNV1A.items()]
    topic.write(*keyed("k", 200), *by_crc32("c", 100, 8), *by_fnv1a, *[(None, 3)] * 5)
    found = topic.keys()
    assert (found.code, set(found.counts())) == (1, {"misplaced_keys"})
    places = {share[0]: share[2] for share in found.shares()}
    assert list(places) == ["murmur2", "crc32", "fnv1a"]
    # Of the keys that are crc32's and fnv1a's, one in eight is where murmur2 has it as well.
    assert sum(places.values()) == 310
    assert places["murmur2"] >= 200
    assert places["murmur2"] + found.counts()["misplaced_keys"] == 310
    detail = found.check("misplaced_keys")["detail"]
    assert "crc32 (librdkafka's consistent and consistent_random, which is its default) explains " in detail
    assert any(
        example["text"].endswith(", as crc32 would have it") for example in found.check("misplaced_keys")["examples"]
    )
    assert "fnv1a (librdkafka's fnv1a and fnv1a_random, and Sarama) explains " in detail
    without_key = "5 records have no key, all in partition 3, where librdkafka's fnv1a puts such"
    assert found.report["details"]["without_key"] == without_key
    assert without_key in found.printed
    assert found.measured()["null_share"] == pytest.approx(100 * 5 / 315)


def test_another_partitioner_alone(topic: Topic) -> None:
    topic.make(8)
    topic.write(*by_crc32("k", 100, 8), (None, None))
    found = topic.keys()
    assert (found.code, found.shares()) == (1, [("crc32", 8, 100, 100)])
    assert [line.split()[:4] for line in found.printed if line.startswith("crc32")] == [["crc32", "8", "100", "100"]]
    asked = topic.keys("--partitioner", "crc32", "--threshold", "null_share=0.5:")
    assert (asked.code, asked.report["status"], asked.counts()) == (0, "warned", {})
    end = "stands where crc32 puts it, in one partition, but null_share of 0.9901 is above 0.5 %."
    assert asked.report["sentence"].endswith(end)


def test_keys_that_a_program_placed_itself(topic: Topic) -> None:
    topic.make(4)
    by_hand = [(key, n // 2 % 4) for n, (key, _partition) in enumerate(keyed("k", 80))]
    topic.write(*by_hand, *[(b"hot", 2)] * 100, *[(b"", partition) for partition in range(4)])
    found = topic.keys()
    assert found.code == 1
    assert (found.counts()["split_keys"], found.counts()["uneven_keys"]) == (1, 1)
    (empty,) = found.check("split_keys")["examples"]
    assert empty["key"] == "(empty)"
    assert empty["text"].endswith("librdkafka's consistent_random spreads the empty key on purpose")
    assert "no partitioner known here explains " in found.check("misplaced_keys")["detail"]
    (hot, *_others) = found.report["details"]["busiest_keys"]
    assert hot == {"key": "hot", "records": 100, "percent": 54.35, "partitions": [2]}
    # 184 records in 4 partitions are 46 each; partition 2 has 20 of the 80, the 100, and one.
    assert [row["records"] for row in found.report["details"]["spread"]] == [21, 21, 121, 21]
    assert found.measured()["busiest_share"] == pytest.approx(100 * 121 / 46)


def test_a_key_in_several_partitions_is_one_key(topic: Topic) -> None:
    topic.make(8)
    # murmur2 as Kafka's UtilsTest has it, without its sign: 479470107 is 3 of 8, 1173551340 is 4.
    scattered = [(b"abc", partition) for partition in (0, 1, 3)] + [(b"21", partition) for partition in (4, 6, 7)]
    topic.write(*keyed("k", 60), *scattered)
    found = topic.keys()
    assert found.counts() == {"split_keys": 2, "misplaced_keys": 2}
    assert found.shares() == [("murmur2", 8, 62, 62), (None, None, 2, 4)]
    assert found.check("misplaced_keys")["detail"] == "2 keys more: too few to tell who placed them"
    assert [example["text"] for example in found.check("misplaced_keys")["examples"]] == [
        "murmur2 gives partition 4, 1 record lies here, 1 in partition 7",
        "murmur2 gives partition 3, 1 record lies here, 1 in partition 1",
    ]


def test_nearly_unique_keys_and_a_sample_of_them(topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    topic.make(2)
    topic.write(*keyed("u", 1000), (b"twice", None), (b"twice", None))
    monkeypatch.setattr("spark_validation.keys.run.ESTIMATED_RECORDS", 100)
    monkeypatch.setattr(one_pass, "ESTIMATED_RECORDS", 100)
    found = topic.keys()
    assert (found.code, found.report["status"], found.counts()) == (0, "warned", {"nearly_unique": 1001})
    assert found.report["sentence"].endswith(", but the 1,001 keys are nearly as many as the records.")
    assert found.report["details"]["newest"].startswith("the newest 100 records with a key have about ")
    sampled = topic.keys("--sample", "0.2")
    looked_at = sampled.measured()["keys"]
    assert 120 < looked_at < 280
    said = f"Passed: each of the {looked_at:.0f} keys (a sample of 0.2 of them) in the 1,002 records of "
    assert sampled.report["sentence"].startswith(said)
    assert sum(row["records"] for row in sampled.report["details"]["spread"]) == 1002


def test_no_record_and_no_key(topic: Topic) -> None:
    topic.make(2)
    empty = topic.keys()
    assert (empty.code, empty.report["sentence"]) == (0, f"Passed: {topic.name} on {topic.servers} holds no record.")
    topic.write(*[(None, None)] * 3)
    found = topic.keys()
    assert (found.code, found.measured()["null_share"], found.measured()["murmur2_share"]) == (0, 100, None)
    assert found.report["sentence"] == f"Passed: no key is in the 3 records of {topic.name} on {topic.servers}."


def test_no_such_topic(topic: Topic) -> None:
    found = topic.keys()
    assert (found.code, found.said) == (
        3,
        f"spark_validation: could not run: topic {topic.name} does not exist on {topic.servers}",
    )


def test_a_topic_that_may_not_be_looked_at_or_read(topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    topic.make(1)
    topic.write((b"k", None))
    monkeypatch.setattr("spark_validation.keys.run.spark_session", None)  # it is refused before Spark starts
    with allowed(topic.admin, topic.name, "User:somebody-else", ACLOperation.READ):
        hidden = topic.keys()
    with allowed(topic.admin, topic.name, "User:*", ACLOperation.DESCRIBE):
        closed = topic.keys()
    could_not = "spark_validation: could not run:"
    may_not_look = (
        f"{could_not} topic {topic.name} on {topic.servers} may not be looked at: its ACLs must allow Describe"
    )
    assert (hidden.code, hidden.said) == (3, may_not_look)
    may_not_read = (
        f"{could_not} the records of topic {topic.name} on {topic.servers} may not be read: its ACLs must allow Read"
    )
    assert (closed.code, closed.said) == (3, may_not_read)


def before_reading(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> None:
    """Let something happen after the command has looked at the topic's offsets."""

    def late(*arguments: Any) -> Any:
        happens()
        return one_pass.survey_keys(*arguments)

    monkeypatch.setattr("spark_validation.keys.run.survey_keys", late)


def test_partitions_added_meanwhile(topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    topic.make(2)
    topic.write((b"k", None))
    before_reading(monkeypatch, lambda: topic.grow(3))
    found = topic.keys()
    assert (found.code, found.said) == (
        3,
        f"spark_validation: could not run: topic {topic.name} was given partitions while it was read, 2 became 3: "
        "where its keys belong has changed, look at them again",
    )


def test_a_topic_deleted_meanwhile(topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    topic.make(2)
    topic.write((b"k", None))
    before_reading(monkeypatch, topic.delete)
    found = topic.keys()
    assert (found.code, found.said) == (
        3,
        f"spark_validation: could not run: topic {topic.name} was deleted on {topic.servers} while the run used it: "
        "find out who deletes topics there, and run again",
    )


def test_executors_without_a_package(spark: SparkSession) -> None:
    with pytest.raises(CouldNotRunError, match=r"\Athe Python package no_such_thing is missing on the executor \S+: "):
        require_on_executors(spark, "no_such_thing")


def test_records_are_counted_where_they_are_read(spark: SparkSession, topic: Topic) -> None:
    topic.make(1)
    connection = Connection(topic.servers, ClientConfig())
    records = source(spark, connection, topic.name, {0: Span(0, 0, 1)})
    placed = placement.with_hashes(placement.places(records, 1.0))
    lines = placed._jdf.queryExecution().executedPlan().toString().splitlines()
    (exchange,) = [number for number, line in enumerate(lines) if "Exchange" in line]
    (arrow,) = [number for number, line in enumerate(lines) if "MapInArrow" in line]
    assert "partial_count" in lines[exchange + 1]
    assert arrow < exchange
