# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that migrates, on topics of a real broker; what it made is read again by a consumer without Spark."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Sequence

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import (
    ACL,
    ACLFilter,
    ACLOperation,
    ACLPermissionType,
    ACLResourcePatternType,
    KafkaAdminClient,
    ResourcePattern,
    ResourcePatternFilter,
    ResourceType,
)
from kafka.errors import KafkaError

from spark_validation.cli import main
from spark_validation.migration import held
from spark_validation.records.murmur2 import partition_of
from tests.servers.broker import Broker
from tests.spark import command
from tests.spark.cluster.test_security import scram
from tests.spark.command import Ended

#: Of the first record of a partition, in milliseconds; so late that retention leaves it.
TIME = int(time.time() * 1000) - 60_000
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
        deadline = time.monotonic() + 60
        while any(consumer.position(part) < ends[part] for part in parts):
            assert time.monotonic() < deadline
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
        report = None if "--plan-only" in more else tmp_path / f"{source}-{copy}.json"
        topics = ("--bootstrap-servers", bootstrap_servers, "--topic", source, "--to-topic", copy)
        return command.run_here(capsys, "migrate", *topics, *more, report=report)

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


@pytest.mark.core
@pytest.mark.usefixtures("spark")
def test_what_another_run_left_open_is_aborted_and_it_can_write_no_more(topics: Topics, migrated: Run) -> None:
    """A run that is killed in the middle leaves a committed part, an open transaction, and perhaps a live writer."""
    topics.put("killed-a", WHOLE)
    topics.make("killed-b")
    writer = KafkaProducer(
        bootstrap_servers=topics.servers, transactional_id="groundwork-migrate-killed-b-0", linger_ms=5
    )
    writer.init_transactions()
    for first, end in ((0, 40), (40, 60)):
        writer.begin_transaction()
        for offset in range(first, end):
            key, value = WHOLE[offset]
            headers = [("groundwork.source", b"killed-a:0:%d" % offset)]
            writer.send("killed-b", key=key, value=value, partition=0, headers=headers, timestamp_ms=TIME + offset)
        writer.flush()
        if first == 0:
            writer.commit_transaction()
    ended = migrated("killed-a", "killed-b")
    assert (ended.code, ended.counts(), ended.report["details"]["run"]["copied"]) == (0, {}, 60)
    with pytest.raises(KafkaError):
        writer.commit_transaction()
    writer.close(timeout=1)
    assert topics.contents("killed-b") == WHOLE


@pytest.mark.core
@pytest.mark.usefixtures("spark")
def test_other_partitions_and_a_transform(
    topics: Topics, migrated: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records are placed by their new keys; in each key of a partition of the source the order stays."""
    (tmp_path / "rekeying.py").write_text(
        "def change(key, value, headers, timestamp):\n"
        "    if value.endswith(b'7'):\n"
        "        return None\n"
        "    return b'new-' + key, value.upper(), [*headers, ('by', b'test')], timestamp + 1\n"
    )
    monkeypatch.chdir(tmp_path)
    topics.put("rekeyed-a", WHOLE, WHOLE[:30])
    topics.make("rekeyed-b", 3)
    options = ("--transform", "rekeying:change", "--where", "cast(value as string) != 'v5'")
    ended = migrated("rekeyed-a", "rekeyed-b", *options)
    assert (ended.code, ended.counts()) == (0, {})
    run = ended.report["details"]["run"]
    assert (run["copied"], run["dropped"]) == (130 - 13 - 2, 15)
    copies = topics.read("rekeyed-b")
    assert all(one.partition == partition_of(one.key, 3) for one in copies)
    assert {one.headers[0] for one in copies} == {("by", b"test")}
    for number, records in ((0, WHOLE), (1, WHOLE[:30])):
        mine = [one for one in copies if one.headers[-1][1].startswith(b"rekeyed-a:%d:" % number)]
        for key in {record[0] for record in records}:
            found = [one.value for one in mine if one.key == b"new-" + key]
            assert found == [v.upper() for k, v in records if k == key and not v.endswith(b"7") and v != b"v5"]
    again = migrated("rekeyed-a", "rekeyed-b", *options, "--until-idle", "1")
    assert (again.code, again.report["details"]["run"]["copied"], again.report["details"]["resumed"]) == (0, 0, True)
    other = migrated("rekeyed-a", "rekeyed-b")
    assert (other.code, other.counts()) == (1, {"missing": 130, "extra": 115})


@pytest.mark.usefixtures("spark")
def test_a_transform_that_fails_names_the_record_and_is_gone_on_with(
    topics: Topics, migrated: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing.py").write_text(
        "def change(key, value, headers, timestamp):\n"
        "    if value == b'v42':\n"
        "        raise KeyError('address')\n"
        "    return key, value, headers, timestamp\n"
    )
    monkeypatch.chdir(tmp_path)
    topics.put("failing-a", WHOLE)
    topics.make("failing-b")
    ended = migrated("failing-a", "failing-b", "--transform", "failing:change")
    assert ended.code == 3
    assert "partition 0 offset 42 of failing-a cannot be copied (KeyError: 'address')" in ended.stderr
    assert topics.contents("failing-b") == WHOLE[:42]
    ended = migrated("failing-a", "failing-b", "--transform", "failing:change", "--skip-failed")
    assert (ended.code, ended.report["status"], ended.counts()) == (0, "warned", {"skipped": 1})
    assert ended.check("skipped")["detail"] == "partition 0 offset 42: KeyError: 'address'"
    assert topics.contents("failing-b") == [*WHOLE[:42], *WHOLE[43:]]


@pytest.mark.core
@pytest.mark.usefixtures("spark")
def test_each_fault_of_a_copy_is_found(topics: Topics, migrated: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy is whole to its end, so that nothing is copied, and has one fault in each partition."""

    def copy_of(offset: int, partition: int, **other: Any) -> dict[str, Any]:
        key, value = WHOLE[offset]
        headers = [("groundwork.source", b"wrong-a:%d:%d" % (partition, offset))]
        return {"key": key, "value": value, "headers": headers, "timestamp_ms": TIME + offset, **other}

    order = [*range(100)]
    faulty = [
        [copy_of(n, 0) for n in order if n != 50],
        [copy_of(n, 1) for n in [*order[:51], 50, *order[51:]]],
        [copy_of(n, 2, **({"value": b"other"} if n == 50 else {})) for n in order],
        [copy_of(n, 3) for n in [*order[:50], 51, 50, *order[52:]]],
        [copy_of(n, 4, **({"timestamp_ms": TIME} if n == 50 else {})) for n in order],
        [
            *[copy_of(n, 5) for n in order[:50]],
            {"key": b"k", "value": b"nobody's"},
            *[copy_of(n, 5) for n in order[50:]],
        ],
    ]
    topics.put("wrong-a", *[WHOLE] * len(faulty))
    topics.make("wrong-b", len(faulty))
    for partition, records in enumerate(faulty):
        for record in records:
            topics.producer.send("wrong-b", partition=partition, **record)
    topics.producer.flush()
    monkeypatch.setattr(held, "_TAIL", 10)  # so that the foreign record is found by the gate alone
    ended = migrated("wrong-a", "wrong-b")
    found = {"missing": 1, "extra": 1, "changed": 2, "reordered": 1, "foreign": 1}
    assert (ended.code, ended.counts(), ended.report["details"]["complete"]) == (1, found, False)
    places = {
        check: [(example["partition"], example["offset"]) for example in ended.check(check)["examples"]]
        for check in found
    }
    assert places == {
        "missing": [(0, 50)],
        "extra": [(1, 50)],
        "changed": [(2, 50), (4, 50)],
        "reordered": [(3, 51)],
        "foreign": [(5, 50)],
    }


@pytest.mark.long
@pytest.mark.usefixtures("spark")
def test_a_transaction_that_is_open_in_the_source_is_behind(topics: Topics, migrated: Run) -> None:
    """And one that was aborted is not copied."""
    topics.put("open-a", WHOLE[:5])
    topics.make("open-b")
    writer = KafkaProducer(bootstrap_servers=topics.servers, transactional_id="open", linger_ms=5)
    writer.init_transactions()
    for end in (writer.commit_transaction, writer.abort_transaction, lambda: None):
        writer.begin_transaction()
        writer.send("open-a", key=b"k", value=end.__name__.encode(), partition=0)
        writer.flush()
        end()
    ended = migrated("open-a", "open-b")
    assert (ended.code, ended.counts(), ended.report["details"]["complete"]) == (0, {"behind": 1}, False)
    writer.abort_transaction()
    writer.close()
    assert migrated("open-a", "open-b").report["details"]["complete"] is True
    assert topics.contents("open-b") == [*WHOLE[:5], (b"k", b"commit_transaction")]


@pytest.mark.long
@pytest.mark.usefixtures("spark")
def test_compacted_topics_are_held_against_each_other_by_their_last_values(topics: Topics, migrated: Run) -> None:
    compacted = {"cleanup.policy": "compact"}
    topics.put("compacted-a", WHOLE, settings=compacted)
    topics.make("compacted-b", settings=compacted)
    ended = migrated("compacted-a", "compacted-b")
    assert (ended.code, ended.counts(), ended.report["details"]["records"]) == (0, {}, 4)


@pytest.mark.usefixtures("spark")
def test_the_plan_alone_writes_nothing(topics: Topics, migrated: Run) -> None:
    topics.put("planned-a", WHOLE)
    topics.make("planned-b", 4)
    ended = migrated("planned-a", "planned-b", "--plan-only", "--value", "upper(cast(value as string))")
    assert (ended.code, ended.stdout.splitlines()) == (
        0,
        [
            "source    planned-a: 1 partition",
            "copy      planned-b: 4 partitions, nothing copied before",
            "placed    by murmur2 of its key over 4 partitions; without a key, by its partition",
            "changed   the value is upper(cast(value as string))",
            "timestamp is kept",
            "to copy   100 offsets, and what comes meanwhile",
        ],
    )
    assert topics.read("planned-b") == []


@pytest.mark.usefixtures("spark")
def test_what_cannot_be_migrated_is_said_in_a_sentence(topics: Topics, migrated: Run) -> None:
    topics.put("refused-a", WHOLE)
    topics.put("refused-theirs", WHOLE[:3])
    topics.make("refused-short", settings={"retention.ms": "1000"})
    topics.make("refused-b")
    for copy, more, code, said in (
        ("nowhere", (), 3, "topic nowhere does not exist on"),
        ("refused-a", (), 2, "refused-a cannot be copied into itself"),
        ("refused-short", (), 2, "retention.ms of refused-short is 1000 and that of refused-a is 604800000"),
        ("refused-theirs", (), 3, "partition 0 of refused-theirs holds a record at offset 0 that no migration"),
        ("refused-b", ("--where", "no_such > 1"), 2, "--where no_such > 1 is no expression over key, value"),
        ("refused-b", ("--transform", "no_such:thing"), 2, "module no_such cannot be imported here"),
        ("refused-b", ("--transform", "os.path:thing"), 2, "os.path has no function thing"),
    ):
        ended = migrated("refused-a", copy, *more)
        assert (ended.code, said in ended.stderr) == (code, True), ended.stderr
    assert topics.read("refused-b") == []


@pytest.mark.usefixtures("spark")
def test_a_source_that_was_made_anew_is_not_gone_on_with(topics: Topics, migrated: Run) -> None:
    topics.put("anew-a", WHOLE[:5])
    topics.make("anew-b")
    headers = [("groundwork.source", b"anew-a:0:70")]
    topics.producer.send("anew-b", key=b"k", value=b"v", headers=headers).get(timeout=30)
    ended = migrated("anew-a", "anew-b")
    assert ended.code == 3
    assert "holds a copy of offset 70 of partition 0 of anew-a, which ends at 5" in ended.stderr


@pytest.mark.usefixtures("spark")
def test_a_login_and_rights(topics: Topics, broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Writers on executors log in as well; what they may not write is told."""
    topics.put("secured-a", WHOLE)
    topics.make("secured-b")
    login = scram(broker, tmp_path / "client.properties", broker.password)
    options = ("migrate", "--bootstrap-servers", broker.scram, "--client-config", str(login))
    may_not = ACL(
        f"User:{broker.user}",
        "*",
        ACLOperation.WRITE,
        ACLPermissionType.DENY,
        ResourcePattern(ResourceType.TRANSACTIONAL_ID, "groundwork-migrate-secured-b-0"),
    )
    topics.admin.create_acls([may_not])
    assert main([*options, "--topic", "secured-a", "--to-topic", "secured-b"]) == 3
    assert "transactional ids that begin with groundwork-migrate-secured-b-" in capsys.readouterr().err
    pattern = ResourcePatternFilter(
        ResourceType.TRANSACTIONAL_ID, "groundwork-migrate-secured-b-0", ACLResourcePatternType.LITERAL
    )
    topics.admin.delete_acls([ACLFilter(f"User:{broker.user}", "*", ACLOperation.ANY, ACLPermissionType.ANY, pattern)])
    assert main([*options, "--topic", "secured-a", "--to-topic", "secured-b"]) == 0
    assert topics.contents("secured-b") == WHOLE


@pytest.mark.long
@pytest.mark.parametrize("partitions", [4, 3])
def test_a_run_that_is_killed_anywhere_is_gone_on_with(
    topics: Topics, bootstrap_servers: str, tmp_path: Path, partitions: int
) -> None:
    """SIGKILL of the driver at many places, as the copy grows; then the last run, and every record once."""
    source, copy, each = f"shot-{partitions}-a", f"shot-{partitions}-b", 6_000
    topics.make(source, 4)
    topics.make(copy, partitions)
    records = [(b"k%d" % (n % 50), b"v%d" % n) for n in range(each)]
    for partition in range(4):
        topics.write(source, records, partition)
    options = ("migrate", "--bootstrap-servers", bootstrap_servers, "--topic", source, "--to-topic", copy)
    consumer = KafkaConsumer(bootstrap_servers=bootstrap_servers)
    parts = [TopicPartition(copy, n) for n in range(partitions)]
    shots, shot = 0, []
    for share in (0.001, 0.2, 0.21, 0.6, 0.95):
        process = command.start(*options, "--batch-records", "4000", cwd=tmp_path)
        while process.poll() is None and sum(consumer.end_offsets(parts).values()) < share * 4 * each:
            time.sleep(0.05)
        shots += process.poll() is None
        process.kill()  # its JVM and what that started may outlive it while the next one begins
        process.wait()
        shot.append(process)
    consumer.close()
    for process in shot:
        process.communicate()
    assert shots >= 4
    ended = command.run(*options, report=tmp_path / "report.json")
    assert (ended.code, ended.counts()) == (0, {})
    copies = topics.read(copy)
    marks = [one.headers[-1][1].decode().split(":") for one in copies]
    assert sorted((int(n), int(offset)) for _topic, n, offset in marks) == [
        (n, offset) for n in range(4) for offset in range(each)
    ]
    seen: dict[tuple[int, str], int] = {}
    for one, (_topic, n, offset) in zip(copies, marks):
        assert (one.key, one.value) == records[int(offset)]
        assert one.partition == (int(n) if partitions == 4 else partition_of(one.key, partitions))
        assert seen.get((one.partition, n), -1) < int(offset)
        seen[one.partition, n] = int(offset)
