# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the reviews tell of a cluster that was started by hand, what people type at it, and the records that it has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.modules import cluster_review, config_review
from tests.admin.by_hand import ByHand
from tests.servers.server import java
from tests.servers.waiting import eventually

RECORDS = 40  # of each topic
_CHECKOUT = Path(__file__).resolve().parents[2]
_TOOLS = {
    "kafka-configs.sh": "kafka.admin.ConfigCommand",
    "kafka-console-consumer.sh": "org.apache.kafka.tools.consumer.ConsoleConsumer",
    "kafka-console-producer.sh": "org.apache.kafka.tools.ConsoleProducer",
    "kafka-producer-perf-test.sh": "org.apache.kafka.tools.ProducerPerformance",
    "kafka-topics.sh": "org.apache.kafka.tools.TopicCommand",
}


def findings(addresses: Sequence[str], **given: Any) -> list[dict[str, Any]]:
    """What the review of a running cluster finds, with what its user has *given*."""
    defaults = {name: argument.get("default") for name, argument in cluster_review.ARGUMENTS.items()}
    found = cluster_review.run({**defaults, "bootstrap_servers": list(addresses), "timeout": 30, **given})
    return list(found["findings"])


def review(made: ByHand, **given: Any) -> dict[tuple[str, str], str]:
    """The remedies by finding and subject."""
    return {(one["id"], one["subject"]): one["remedy"] for one in findings(made.addresses, **given)}


def review_files(paths: Iterable[Path], version: str, kind: str = "broker") -> dict[str, str]:
    """The remedies of what files alone show, by finding."""
    given = [{"path": str(path), "kind": kind, "version": version} for path in paths]
    found = config_review.run({"files": given, "name": "here", "accepted": {}}, Host())["findings"]
    return {one["id"]: one["remedy"] for one in found}


def audit(folder: Path, addresses: Sequence[str], **given: Any) -> tuple[str, list[dict[str, Any]]]:
    """What the playbook audit prints, with this machine for its one host and *given* inputs, and what it finds.

    Other tests' servers on this machine are clusters of their own.
    """
    local = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    inventory, reports = folder / "hosts.json", folder / "reports"
    inventory.write_text(json.dumps({"all": {"hosts": {"here": local}}}))
    extra = {"audit_bootstrap_servers": list(addresses), "audit_report_directory": str(reports), **given}
    extra["audit_fail_on"] = "none"
    command = ["ansible-playbook", "-i", str(inventory), str(_CHECKOUT / "playbooks" / "audit.yml")]
    settings = {"ANSIBLE_COLLECTIONS_PATH": str(_CHECKOUT / ".build"), "ANSIBLE_NOCOLOR": "1"}
    done = subprocess.run(
        [*command, "-e", json.dumps(extra)],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (traps,), (records_of_hosts,) = reports.glob("*.review.json"), reports.glob("*.jsonl")
    hosts = map(json.loads, records_of_hosts.read_text().splitlines())
    return done.stdout, [
        *json.loads(traps.read_text())["findings"],
        *(one for host in hosts for one in host["findings"]),
    ]


def ids(found: Iterable[tuple[str, str]]) -> set[str]:
    """The findings, whatever they are of."""
    return {identity for identity, _subject in found}


def tool(made: ByHand, script: str, *words: str) -> list[str]:
    """The command that *script* of Kafka's is, given a broker of the cluster and *words*."""
    return java(made.home, _TOOLS[script], "--bootstrap-server", made.addresses[0], *words, heap="96m")


def typed(made: ByHand, line: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """How a command of Kafka's ended, with *given* for its input."""
    command = tool(made, *line.split())
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=120)


def type_in(made: ByHand, line: str, given: str = "") -> str:
    """What a command of Kafka's says, which must end well."""
    done = typed(made, line, given)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def alter(made: ByHand, topic: str, key: str, value: str | None) -> None:
    """Set what a topic has, or with None take it out, as somebody types it."""
    change = f"--add-config {key}={value}" if value is not None else f"--delete-config {key}"
    type_in(made, f"kafka-configs.sh --alter --entity-type topics --entity-name {topic} {change}")


def create(made: ByHand, topics: Mapping[str, Mapping[str, Any]]) -> None:
    """Make *topics*, each with what kafka-python takes, as ``num_partitions`` or ``assignments``, and ``configs``."""
    with connection.connected(made.addresses, {}, 30) as client:
        client.create_topics({name: dict(given) for name, given in topics.items()})
        client.wait_for_topics(list(topics))


def fill(made: ByHand, topics: Iterable[str], *, keyed: bool = False) -> None:
    """Write the records of each topic, to partitions in turn."""
    producer = KafkaProducer(bootstrap_servers=made.addresses, acks=1, enable_idempotence=False)
    for name in topics:
        for number in range(RECORDS):
            producer.send(name, text(name, number), b"%d" % (number % 7) if keyed else None)
    producer.close()


def text(topic: str, number: int) -> bytes:
    """The record of that *number*."""
    return b"%s %d" % (topic.encode(), number)


def records(made: ByHand, topic: str) -> list[tuple[bytes | None, bytes]]:
    """The keys and values of all records of *topic*, partition by partition."""
    consumer = KafkaConsumer(bootstrap_servers=made.addresses, enable_auto_commit=False)
    with consumer:
        parts = [TopicPartition(topic, number) for number in sorted(consumer.partitions_for_topic(topic) or ())]
        ends = consumer.end_offsets(parts)
        consumer.assign(parts)
        consumer.seek_to_beginning(*parts)
        found: dict[TopicPartition, list[tuple[bytes | None, bytes]]] = {part: [] for part in parts}
        while any(consumer.position(part) < ends[part] for part in parts):
            for part, read in consumer.poll(1000).items():
                found[part] += [(one.key, one.value) for one in read]
    return [one for part in parts for one in found[part]]


def in_sync(made: ByHand, topics: list[str] | None = None) -> None:
    """Wait until each partition has all of its replicas in sync."""

    def behind() -> list[Any]:
        with connection.connected(made.addresses, {}, 30) as client:
            found = client.describe_topics(topics)
        parts = [part for topic in found for part in topic["partitions"]]
        return [part for part in parts if sorted(part["isr_nodes"]) != sorted(part["replica_nodes"])]

    eventually(behind, [], 120)
