# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole command against a real broker, on topics into which the test itself puts one fault each."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import KafkaAdminClient

from spark_validation.cli import main
from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import ClientConfig, Connection
from spark_validation.reading.observation import Span
from spark_validation.reading.transactions import Taken, taken
from tests.servers.waiting import eventually
from tests.spark import command, connector

RUN, SEED, RECORDS, PARTITIONS = "20260131T120000Z-abcdef", 7, 20_000, 4  # 5,000 records a partition
SOURCE = f"groundwork-smoke-{RUN}-kept"
COMMITTED = ("--isolation-level", "read_committed")
IDENTITY = ("--run-id", RUN, "--seed", str(SEED), "--records", str(RECORDS))

Record = tuple[Any, Any]  # key and value, bytes or null
Topic = dict[int, list[Record]]


@pytest.fixture(scope="module")
def admin(bootstrap_servers: str) -> Iterator[KafkaAdminClient]:
    client = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    yield client
    client.close()


@pytest.fixture(scope="module")
def clean_run(bootstrap_servers: str, tmp_path_factory: pytest.TempPathFactory) -> command.Ended:
    """A run on a healthy broker whose topic is kept: what the faulty topics are copied from."""
    folder = tmp_path_factory.mktemp("clean")
    html = ("--html", folder / "report.html", "--keep-topic", "--partitions", PARTITIONS)
    servers = ("--bootstrap-servers", bootstrap_servers)
    return command.run("smoke", *servers, *IDENTITY, *html, report=folder / "report.json")


@pytest.fixture(scope="module")
def healthy(bootstrap_servers: str, clean_run: command.Ended) -> Topic:
    """Every record of the clean run, by partition, read without the package."""
    assert clean_run.code == 0, clean_run.stderr
    consumer = KafkaConsumer(bootstrap_servers=bootstrap_servers, enable_auto_commit=False)
    parts = [TopicPartition(SOURCE, number) for number in range(PARTITIONS)]
    consumer.assign(parts)
    consumer.seek_to_beginning(*parts)
    found: Topic = {number: [] for number in range(PARTITIONS)}
    while sum(map(len, found.values())) < RECORDS:
        for part, batch in consumer.poll(timeout_ms=10_000).items():
            found[part.partition] += [(record.key, record.value) for record in batch]
    consumer.close()
    return found


def write(bootstrap_servers: str, admin: KafkaAdminClient, name: str, records: Topic) -> None:
    """Make topic ``name`` and put ``records`` into it, in their order."""
    create(admin, name)
    producer = KafkaProducer(bootstrap_servers=bootstrap_servers, acks="all", linger_ms=50)
    for partition, content in records.items():
        for key, value in content:
            producer.send(name, key=key, value=value, partition=partition)
    producer.flush()
    producer.close()


def create(admin: KafkaAdminClient, name: str) -> None:
    admin.create_topics({name: {"num_partitions": PARTITIONS, "replication_factor": 1}}, wait_for_metadata=True)


def lost(topic: Topic) -> None:
    del topic[1][2500:2503]


def lost_tail(topic: Topic) -> None:
    del topic[3][-7:]


def duplicated(topic: Topic) -> None:
    topic[2][105:105] = topic[2][100:105]


def corrupt(topic: Topic) -> None:
    for number in (10, 20):
        key, value = topic[0][number]
        topic[0][number] = (key, value[:50] + (b"x" if value[50:51] != b"x" else b"y") + value[51:])


def foreign(topic: Topic) -> None:
    key, value = topic[1][7]
    topic[1][8:8] = [(key, value.replace(b"abcdef", b"abcde0")), (b"k", b"hello"), (b"k", None)]


def wrong_partition(topic: Topic) -> None:
    topic[3].append(topic[0].pop(42))


def reordered(topic: Topic) -> None:
    topic[2].insert(116, topic[2].pop(100))  # sixteen keys take turns: 100 and 116 share one


def reordered_across_keys(topic: Topic) -> None:
    topic[2][200], topic[2][201] = topic[2][201], topic[2][200]


def equal_loss_and_duplication(topic: Topic) -> None:
    topic[0][1000] = topic[0][1001]
    topic[1][2000] = topic[1][2001]


# The sentence after «of 20,000 records in TOPIC on HOST:PORT, »
FAULTS: list[tuple[Callable[[Topic], None], dict[str, int], str]] = [
    (lost, {"lost": 3}, "3 records were lost."),
    (lost_tail, {"lost": 7}, "7 records were lost."),
    (duplicated, {"duplicated": 5}, "5 copies too many arrived."),
    (corrupt, {"corrupt": 2}, "2 records were corrupt."),
    (foreign, {"foreign": 3}, "3 records were foreign."),
    (wrong_partition, {"wrong_partition": 1}, "1 record lay in the wrong partition."),
    (reordered, {"reordered": 1}, "the order within a key was broken once."),
    (reordered_across_keys, {"reordered_across_keys": 1}, "the order across the keys of a partition was broken once."),
    (
        equal_loss_and_duplication,
        {"lost": 2, "duplicated": 2},
        "2 records were lost and 2 copies too many arrived.",
    ),
]


#: Found in what a producer of their own wrote; that the others are found too, tests/spark/writing/test_inject.py shows.
_SHORT = (lost, duplicated, wrong_partition, reordered, equal_loss_and_duplication)


def audit(bootstrap_servers: str, name: str, report: Path, *arguments: str) -> command.Ended:
    """The command line's own entry, in this process: the session that the tests share saves ten starts of a JVM."""
    servers = ("--bootstrap-servers", bootstrap_servers)
    code = main(["smoke", "--audit-only", "--topic", name, *servers, *IDENTITY, *arguments, "--json", str(report)])
    return command.Ended(code, "", "", json.loads(report.read_text()) if report.exists() else {})


@pytest.mark.core
def test_a_healthy_broker_passes(clean_run: command.Ended, bootstrap_servers: str) -> None:
    assert clean_run.code == 0
    assert clean_run.counts() == {}
    assert clean_run.litter == ()
    assert clean_run.report["environment"]["Spark"] == connector.SPARK
    assert f"Passed: all 20,000 records came out of {SOURCE} on {bootstrap_servers} once, in order and whole." in (
        clean_run.stdout
    )
    assert clean_run.report["details"]["partitions"][3] == {
        "partition": 3,
        "planned": 5000,
        "read": 5000,
        "first": 0,
        "end": 5000,
    }
    assert (
        clean_run.report["details"]["produced"]["bytes"]
        == clean_run.report["details"]["consumed"]["bytes"]
        == 2_180_000
    )
    assert f"topic {SOURCE} is kept" in clean_run.stderr
    assert "WARN" not in clean_run.stderr + clean_run.stdout


@pytest.mark.core
@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(fault, id=fault[0].__name__, marks=[] if fault[0] in _SHORT else [pytest.mark.long])
        for fault in FAULTS
    ],
)
def test_each_fault_is_named(
    bootstrap_servers: str,
    admin: KafkaAdminClient,
    healthy: Topic,
    tmp_path: Path,
    case: tuple[Callable[[Topic], None], dict[str, int], str],
) -> None:
    fault, expected, sentence = case
    name = fault.__name__
    topic = {partition: list(records) for partition, records in healthy.items()}
    fault(topic)
    write(bootstrap_servers, admin, name, topic)
    ended = audit(bootstrap_servers, name, tmp_path / "report.json")
    assert (ended.code, ended.counts()) == (1, expected)
    assert ended.report["sentence"] == f"Failed: of 20,000 records in {name} on {bootstrap_servers}, {sentence}"
    assert all(ended.check(check)["examples"] for check in expected)


def transactional(bootstrap_servers: str, name: str) -> KafkaProducer:
    producer = KafkaProducer(bootstrap_servers=bootstrap_servers, transactional_id=name, linger_ms=50)
    producer.init_transactions()
    return producer


def begin(producer: KafkaProducer, name: str, records: list[Record]) -> None:
    """A transaction with ``records`` in partition 1, left open; what was not sent when it is aborted never leaves."""
    producer.begin_transaction()
    for key, value in records:
        producer.send(name, key=key, value=value, partition=1)
    producer.flush()


@pytest.mark.usefixtures("spark")
def test_transaction_markers_are_holes(
    bootstrap_servers: str, admin: KafkaAdminClient, healthy: Topic, tmp_path: Path
) -> None:
    write(bootstrap_servers, admin, "markers", {**healthy, 1: []})
    producer = transactional(bootstrap_servers, "markers")
    for half in (healthy[1][:2500], healthy[1][2500:]):  # each commit leaves a marker
        begin(producer, "markers", half)
        producer.commit_transaction()
    producer.close()
    ended = audit(bootstrap_servers, "markers", tmp_path / "report.json")
    assert (ended.code, ended.counts()) == (1, {"offset_holes": 2})
    examples = ended.check("offset_holes")["examples"]
    assert [(example["partition"], example["offset"]) for example in examples] == [(1, 2500), (1, 5001)]
    assert ended.report["details"]["tiers"] == {
        "planned": 20_000,
        "acknowledged": None,
        "stored": 20_002,
        "consumed": 20_000,
    }


@pytest.mark.usefixtures("spark")
def test_aborted_transactions_are_no_loss(
    bootstrap_servers: str, admin: KafkaAdminClient, healthy: Topic, tmp_path: Path
) -> None:
    """One transaction is aborted between two that are committed, the second of which lacks a record."""
    write(bootstrap_servers, admin, "aborted", {**healthy, 1: []})
    producer = transactional(bootstrap_servers, "aborted")
    for part, end in (
        (healthy[1][:2000], producer.commit_transaction),
        (healthy[1][2000:3000], producer.abort_transaction),
        (healthy[1][2000:4999], producer.commit_transaction),
    ):
        begin(producer, "aborted", part)
        end()
    ended = audit(bootstrap_servers, "aborted", tmp_path / "all.json")
    assert (ended.code, ended.counts()) == (1, {"lost": 1, "duplicated": 1000, "offset_holes": 3})
    ended = audit(bootstrap_servers, "aborted", tmp_path / "committed.json", *COMMITTED)
    assert (ended.code, ended.counts()) == (1, {"lost": 1})
    assert ended.check("offset_holes")["detail"] == (
        "3 markers of transactions and 1,000 records of aborted ones are not counted"
    )
    begin(producer, "aborted", healthy[1][4999:])
    ended = audit(bootstrap_servers, "aborted", tmp_path / "open.json", *COMMITTED)
    assert (ended.code, ended.counts()) == (1, {"lost": 1})
    producer.commit_transaction()
    producer.close()
    ended = audit(bootstrap_servers, "aborted", tmp_path / "whole.json", *COMMITTED)
    assert (ended.code, ended.counts()) == (0, {})


def test_what_transactions_take(bootstrap_servers: str, admin: KafkaAdminClient) -> None:
    """Of two producers that take turns, one aborts; the head is deleted up to the middle of a batch."""
    create(admin, "turns")
    first, second = (
        KafkaProducer(bootstrap_servers=bootstrap_servers, transactional_id=f"turns-{name}", linger_ms=20)
        for name in ("first", "second")
    )
    for producer in (first, second):
        producer.init_transactions()
        producer.begin_transaction()
    for producer, records in ((first, 5), (second, 3), (first, 2)):  # offsets 0-4, 5-7, 8-9
        for _record in range(records):
            producer.send("turns", value=b"x", partition=0)
        producer.flush()
    second.commit_transaction()  # 10
    first.abort_transaction()  # 11
    first.begin_transaction()
    first.send("turns", value=b"x", partition=0)  # 12
    first.commit_transaction()  # 13
    for producer in (first, second):
        producer.close()
    with Cluster(Connection(bootstrap_servers, ClientConfig())) as cluster:
        assert cluster.offsets("turns", committed=True)[0] == (0, 14)
        assert taken(cluster, "turns", {0: Span(0, 0, 14), 1: Span(0, 0, 0)}) == {0: Taken(3, 7), 1: Taken(0, 0)}
        assert taken(cluster, "turns", {0: Span(0, 2, 13)}) == {0: Taken(2, 5)}


@pytest.mark.usefixtures("spark")
def test_a_deleted_head_is_told_from_a_loss(
    bootstrap_servers: str, admin: KafkaAdminClient, healthy: Topic, tmp_path: Path
) -> None:
    write(bootstrap_servers, admin, "head", {**healthy, 1: healthy[1][2:]})
    admin.delete_records({TopicPartition("head", 0): 5})
    ended = audit(bootstrap_servers, "head", tmp_path / "report.json")
    assert (ended.code, ended.counts()) == (1, {"lost": 2, "deleted_head": 5})
    assert "2 records were lost and 5 offsets at the head of the log were deleted." in ended.report["sentence"]


@pytest.mark.usefixtures("spark")
def test_an_empty_topic_has_lost_everything(bootstrap_servers: str, admin: KafkaAdminClient, tmp_path: Path) -> None:
    create(admin, "empty")
    ended = audit(bootstrap_servers, "empty", tmp_path / "report.json")
    assert (ended.code, ended.counts()) == (1, {"lost": 20_000})
    assert ended.check("lost")["detail"] == "of these at the end of partition 0: 5,000, 1: 5,000, 2: 5,000, 3: 5,000"


@pytest.mark.long
def test_a_failed_run_in_a_process_of_its_own(
    bootstrap_servers: str, admin: KafkaAdminClient, healthy: Topic, tmp_path: Path
) -> None:
    write(bootstrap_servers, admin, "alone", {**healthy, 2: healthy[2][:-1]})
    servers = ("--bootstrap-servers", bootstrap_servers)
    ended = command.run("smoke", "--audit-only", "--topic", "alone", *servers, *IDENTITY, report=tmp_path / "r.json")
    assert (ended.code, ended.counts()) == (1, {"lost": 1})
    assert f"Failed: of 20,000 records in alone on {bootstrap_servers}, 1 record was lost." in ended.stdout
    assert "alone" in admin.list_topics()  # an audit deletes nothing


@pytest.mark.usefixtures("spark")
def test_topics_of_interrupted_runs(
    bootstrap_servers: str,
    admin: KafkaAdminClient,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old, young = "groundwork-smoke-20200101T000000Z-aaaaaa", "groundwork-smoke-20990101T000000Z-bbbbbb"
    create(admin, old)
    create(admin, young)
    assert main(["smoke", "--bootstrap-servers", bootstrap_servers, "--records", "100", "--partitions", "2"]) == 0
    said = capsys.readouterr().err
    assert f"deleted topic {old}, which an interrupted run left more than 24 hours ago" in said
    cure = f"clean --bootstrap-servers {bootstrap_servers} --topic {young}"
    assert f"topic {young} belongs to a run that is under way or was interrupted" in said
    assert cure in said
    own = re.findall(r"^deleted topic (groundwork-smoke-\S+)$", said, re.MULTILINE)
    assert own == [f"{own[1]}-probe", own[1]]
    assert main(cure.split()) == 0
    assert not {old, young, *own} & set(admin.list_topics())
    assert main(cure.split()) == 3
    assert f"topic {young} does not exist" in capsys.readouterr().err


@pytest.mark.usefixtures("spark")
def test_an_existing_topic_is_not_touched(
    bootstrap_servers: str,
    admin: KafkaAdminClient,
    capsys: pytest.CaptureFixture[str],
) -> None:
    create(admin, "mine")
    assert main(["smoke", "--bootstrap-servers", bootstrap_servers, "--topic", "mine"]) == 3
    assert "topic mine exists already" in capsys.readouterr().err
    assert "mine" in admin.list_topics()


def test_more_replicas_than_brokers(bootstrap_servers: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["smoke", "--bootstrap-servers", bootstrap_servers, "--replication-factor", "3"]) == 3
    assert f"replication factor 3 needs as many brokers, {bootstrap_servers} has 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    "number",
    [pytest.param(signal.SIGINT, id="SIGINT"), pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.long)],
)
def test_an_interrupted_run_deletes_its_topic(
    bootstrap_servers: str, admin: KafkaAdminClient, number: signal.Signals
) -> None:
    process = command.start("smoke", "--bootstrap-servers", bootstrap_servers, "--records", "30000000")
    assert process.stderr is not None
    said = ""
    while not said.startswith("producing"):
        said = process.stderr.readline()
        assert said, "the run ended before it began to produce"
    time.sleep(2)  # so that it waits for Spark, through py4j
    process.send_signal(number)
    _stdout, rest = process.communicate(timeout=60)
    assert process.returncode == 3
    topic = said.split()[-1]
    assert rest.count(f"deleted topic {topic}\n") == 1
    assert "interrupted" in rest.splitlines()[-1]
    assert "Traceback" not in rest
    eventually(lambda: topic in admin.list_topics(), False)  # with ZooKeeper a broker hears of it a moment later


@pytest.mark.long
def test_a_run_interrupted_while_spark_starts_leaves_no_jvm(bootstrap_servers: str, admin: KafkaAdminClient) -> None:
    process = command.start("smoke", "--bootstrap-servers", bootstrap_servers, "--records", "100")
    assert process.stderr is not None
    while "starting Spark" not in process.stderr.readline():
        assert process.poll() is None, "the run ended before it started Spark"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _stdout, rest = process.communicate(timeout=60)  # a JVM that is left would hold stdout open
    assert (process.returncode, rest.splitlines()[-1]) == (3, "spark_validation: could not run: interrupted")
    deleted = re.findall(r"deleted topic (\S+)", rest)
    assert len(deleted) == 2  # its own and the probe's
    assert not set(deleted) & set(admin.list_topics())
