# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Three brokers, of which one is down and then another: what must be refused, and what acks=1 loses for good."""

from __future__ import annotations

import json
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from kafka import KafkaProducer
from kafka.admin import KafkaAdminClient
from pyspark.sql import SparkSession

from spark_validation.cli import main
from spark_validation.cluster.admin import Cluster as Asked
from spark_validation.cluster.connection import Connection
from spark_validation.cluster.placement import down
from spark_validation.cluster.topics import degraded_topic
from spark_validation.records.plan import Plan
from spark_validation.writing.refusal import Refusal, attempt
from tests.servers.cluster import Cluster, running_cluster
from tests.servers.waiting import eventually
from tests.spark.handmade import value

RUN, SEED, TOPIC, UNEVEN = "20260131T120000Z-1eade5", 7, "unclean", "uneven"
IDENTITY = ("--run-id", RUN, "--seed", str(SEED), "--records", "240")
PLAN = Plan(RUN, SEED, 240, 2)  # 120 records in each partition
WAIT_SECONDS = 60


@dataclass(frozen=True)
class Story:
    """What the test itself knows: the write to be refused, the topics after it, what was acknowledged and is gone.

    ``smoke`` is the exit code and report of the run that expects a write to be refused.
    """

    servers: str
    refusal: Refusal
    smoke: tuple[int, dict[str, Any]]
    topics: list[str]
    gone: list[tuple[int, int]]


@pytest.fixture(scope="module")
def story(
    spark: SparkSession,  # noqa: ARG001 what the commands use
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Story]:
    """Partition 0 is led by broker 1, partition 1 by broker 3; broker 2 follows both.

    Another topic is led by broker 2 alone, though broker 3 has replicas of it.
    """
    folder = tmp_path_factory.mktemp("unclean")
    with running_cluster("zookeeper", folder) as running:
        servers = ",".join(running.bootstrap_servers)
        admin = KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)
        settings = {"unclean.leader.election.enable": "true", "min.insync.replicas": "1"}
        admin.create_topics({TOPIC: {"assignments": {0: [1, 2], 1: [3, 2]}, "configs": settings}})
        admin.close()
        wait_for(running, lambda part: sorted(part["isr_nodes"]), [[1, 2], [2, 3]])
        send(running, TOPIC, "all", {0: range(100), 1: range(120)})
        running.brokers[2].stop()
        wait_for(running, lambda part: part["isr_nodes"], [[1], [3]])
        with Asked(Connection(servers)) as asked:
            eventually(lambda: down(asked), [2])  # its session may outlive its place in the ISR
            with degraded_topic(asked, "to-be-refused"):
                refusal = attempt(asked, "to-be-refused")
            smoke = expecting_refusal(servers, folder / "refusal.json")
            topics = left(asked)
        gone = send(running, TOPIC, 1, {0: range(100, 108)})
        running.brokers[1].kill()
        running.brokers[2].start()
        wait_for(running, lambda part: part["leader_id"], [2, 3])
        send(running, TOPIC, 1, {0: range(108, 120)})
        with closing(KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)) as admin:
            admin.create_topics({UNEVEN: {"assignments": {0: [2, 3], 1: [2, 3]}}}, wait_for_metadata=True)
        send(running, UNEVEN, "all", {0: range(120), 1: range(120)})
        yield Story(servers, refusal, smoke, topics, gone)


def left(asked: Asked) -> list[str]:
    """The topics that stay: a broker hears a moment later of what another one has deleted; all, after a while."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        topics = [topic for topic in asked.topics() if not topic.startswith("__")]
        if topics == [TOPIC]:
            break
        time.sleep(0.2)
    return topics


def expecting_refusal(servers: str, report: Path) -> tuple[int, dict[str, Any]]:
    size = ("--records", "200", "--partitions", "2")
    code = main(["smoke", "--bootstrap-servers", servers, *size, "--expect-refusal", "--json", str(report)])
    return code, json.loads(report.read_text())


def wait_for(running: Cluster, shown: Callable[[dict[str, Any]], Any], expected: list[Any]) -> None:
    """Wait until what is *shown* of the topic's partitions, in their order, is as it should be.

    Each look has a client of its own: one goes on asking the brokers that it knew before.
    """

    def offsets_seen() -> list[Any]:
        with closing(KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)) as admin:
            (described,) = admin.describe_topics([TOPIC])
        return [shown(part) for part in sorted(described["partitions"], key=lambda part: part["partition_index"])]

    eventually(offsets_seen, expected, WAIT_SECONDS)


def send(running: Cluster, topic: str, acks: Any, numbers: dict[int, range]) -> list[tuple[int, int]]:
    """Write the plan's records of these numbers and return (partition, number) of the acknowledged ones: all."""
    producer = KafkaProducer(bootstrap_servers=running.bootstrap_servers, acks=acks, enable_idempotence=acks == "all")
    waiting = {}
    for partition, mine in numbers.items():
        for number in mine:
            key = PLAN.key_of(partition, number)
            content = value(RUN, SEED, partition, number, key)
            waiting[partition, number] = producer.send(topic, key=key.encode(), value=content, partition=partition)
    for future in waiting.values():
        future.get(timeout=WAIT_SECONDS)
    producer.close()
    return list(waiting)


def test_a_write_below_min_isr_is_refused_and_its_topic_deleted(story: Story) -> None:
    assert story.refusal == Refusal("NotEnoughReplicasError", 0)
    assert "to-be-refused" not in story.topics


def test_a_run_may_expect_the_refusal(story: Story) -> None:
    code, told = story.smoke
    assert (code, told["status"]) == (0, "passed"), (told["sentence"], told["details"]["refusal"])
    assert told["details"]["refusal"] == {"answer": "NotEnoughReplicasError", "stored": 0}
    (check,) = [check for check in told["checks"] if check["id"] == "refusal"]
    assert (check["status"], check["count"]) == ("passed", 0)
    assert check["detail"] == "the cluster refused to store a record on fewer replicas than min.insync.replicas"
    assert [topic for topic in story.topics if topic.startswith("groundwork-")] == []


def audited(story: Story, topic: str, folder: Path) -> tuple[int, dict[str, Any], dict[str, int]]:
    """How an audit of ``topic`` ends, its document, and what its checks found by their ids."""
    report = folder / "report.json"
    command = ["smoke", "--audit-only", "--topic", topic, "--bootstrap-servers", story.servers, *IDENTITY]
    code = main([*command, "--json", str(report)])
    told = json.loads(report.read_text())
    return code, told, {check["id"]: check["count"] for check in told["checks"] if check["count"]}


def test_partitions_that_one_of_two_brokers_leads_alone(story: Story, tmp_path: Path) -> None:
    code, told, found = audited(story, UNEVEN, tmp_path)
    assert (code, found) == (0, {"uneven_spread": 2})
    assert told["status"] == "warned"
    assert told["details"]["spread"]["leaders"] == [
        {"broker": 2, "rack": "b", "partitions": 2, "records": 240},
        {"broker": 3, "rack": "c", "partitions": 0, "records": 0},
    ]


def test_exactly_what_was_acknowledged_and_gone_is_lost(story: Story, tmp_path: Path) -> None:
    code, told, found = audited(story, TOPIC, tmp_path)
    assert (code, found) == (1, {"lost": 8})
    (lost,) = [check for check in told["checks"] if check["id"] == "lost"]
    assert [(example["partition"], example["number"]) for example in lost["examples"]] == story.gone
    assert story.gone == [(0, number) for number in range(100, 108)]
    details = told["details"]
    assert details["tiers"] == {"planned": 240, "acknowledged": None, "stored": 232, "consumed": 232}
    assert details["spread"]["leaders"] == [
        {"broker": 2, "rack": "b", "partitions": 1, "records": 112},
        {"broker": 3, "rack": "c", "partitions": 1, "records": 120},
    ]
    assert details["spread"]["racks"] == [
        {"rack": "b", "partitions": 1, "records": 112},
        {"rack": "c", "partitions": 1, "records": 120},
    ]
