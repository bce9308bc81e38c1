# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker that is killed tells how far it is with its logs, in the words that are waited for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kafka import KafkaAdminClient, KafkaProducer
from kafka.admin import NewTopic

from ansible_collections.groundwork.kafka.plugins.module_utils.host.unit_journal import Entry
from ansible_collections.groundwork.kafka.plugins.module_utils.server.log_recovery import recovery
from tests.servers.cluster import HOMES
from tests.servers.server import KAFKA, Server, format_storage, free_ports, unpacked

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

PARTITIONS = 40


@pytest.fixture(params=HOMES.values(), ids=["3.9", "4.x"])
def broker(request, tmp_path, monkeypatch):
    """A broker with two folders that logs as our roles have it log."""
    port, controller = free_ports(2)
    lines = [
        *("node.id=1", "process.roles=broker,controller", "controller.listener.names=CONTROLLER"),
        f"controller.quorum.voters=1@127.0.0.1:{controller}",
        f"listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}",
        f"log.dirs={tmp_path}/a,{tmp_path}/b",
        *("offsets.topic.replication.factor=1", "log.cleaner.dedupe.buffer.size=4000000"),
    ]
    logs = Path(__file__).resolve().parents[2] / "roles/kafka/templates"
    options = f"-Dlog4j.configuration=file:{logs}/log4j.properties.j2"
    (tmp_path / "log4j2.properties").write_text((logs / "log4j2.properties.j2").read_text())
    options += f" -Dlog4j2.configurationFile={tmp_path}/log4j2.properties"
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", options)
    server = Server(unpacked(request.param), tmp_path, "broker", KAFKA, port)
    server.settings.write_text("\n".join(lines) + "\n")
    format_storage(server.home, tmp_path, server.name)
    try:
        server.start()
        yield server
    finally:
        server.kill()


def test_how_far_a_recovery_is_can_be_read_off_the_log(broker) -> None:
    servers = f"127.0.0.1:{broker.port}"
    admin = KafkaAdminClient(bootstrap_servers=servers)
    admin.create_topics([NewTopic("many", PARTITIONS, 1)])
    producer = KafkaProducer(bootstrap_servers=servers, acks="all")
    for partition in range(PARTITIONS):
        producer.send("many", b"x" * 1000, partition=partition)
    producer.flush()
    producer.close()
    admin.close()
    broker.kill()
    before = len(broker.log.read_text().splitlines())
    broker.start()
    said = [Entry(at, line) for at, line in enumerate(broker.log.read_text().splitlines()[before:])]
    seen = [found for found in (recovery(said[:end]) for end in range(len(said))) if found]
    logs = {name: len(list((broker.folder / name).glob("many-*"))) for name in ("a", "b")}
    assert sum(logs.values()) == PARTITIONS
    begun = f"0 of {logs['a']} in {broker.folder}/a, 0 of {logs['b']} in {broker.folder}/b"
    ended = f"{logs['a']} of {logs['a']} in {broker.folder}/a, {logs['b']} of {logs['b']} in {broker.folder}/b"
    assert begun in [found.progress for found in seen if not found.done]
    assert (seen[-1].progress, seen[-1].done) == (ended, True)
    loaded = [sum(int(number) for number in re.findall(r"(\d+) of", found.progress)) for found in seen]
    assert loaded == sorted(loaded)
    assert len(set(loaded)) > PARTITIONS / 2  # it is told step by step
