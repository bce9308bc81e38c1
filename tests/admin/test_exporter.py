# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The JMX exporter in real brokers, with the configuration that is written from the table: it has what the table says.

Each metric of the table that belongs to the mode is on the page, but for those that only a fault, a quota or a cluster
of several brokers brings; and the page has nothing of Kafka beside the table.
"""

from __future__ import annotations

import subprocess
import time
import urllib.request
from pathlib import Path

import pytest
from kafka import KafkaConsumer, KafkaProducer

from ansible_collections.groundwork.kafka.plugins.module_utils.health import exposition, of_page, vitals
from ansible_collections.groundwork.kafka.plugins.module_utils.health.of_page import Looks
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vital import BROKER, CONTROLLER
from tests.servers.server import KAFKA, QUICK, Server, format_storage, free_ports, unpacked, zookeeper
from tests.servers.waiting import eventually

CHECKOUT = Path(__file__).resolve().parents[2]
CONFIGURATION = CHECKOUT / "docs/monitoring/jmx-exporter.yml"
#: What needs a quota, or followers of this broker's partitions on another one.
ELSEWHERE = {"quota_throttle", "quota_rate", "replica_lag"}
TOPIC = "watched"


def kafka(mode, folder) -> tuple[Server, list[Server], int]:
    """One broker with the exporter, who has to run before it, and the exporter's port."""
    jar = subprocess.run([CHECKOUT / "lab/jmx-exporter"], capture_output=True, text=True, check=True).stdout.strip()
    home = unpacked("GROUNDWORK_KRAFT_HOME" if mode == "kraft" else "GROUNDWORK_KAFKA_HOME")
    port, controller, page = free_ports(3)
    agent = f"-javaagent:{jar}=127.0.0.1:{page}:{CONFIGURATION}"
    server = Server(home, folder, "broker", KAFKA, port, "384m", (*QUICK, agent))
    settings = [
        f"log.dirs={folder}/data",
        "offsets.topic.replication.factor=1\noffsets.topic.num.partitions=1\ngroup.initial.rebalance.delay.ms=0",
        "transaction.state.log.replication.factor=1\nlog.cleaner.dedupe.buffer.size=4000000",
    ]
    if mode == "kraft":
        settings += [
            f"process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:{controller}",
            f"listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}",
            "controller.listener.names=CONTROLLER",
        ]
        before = []
    else:
        before = [zookeeper(home, folder, tick=2000, options=QUICK)]
        settings += [
            f"broker.id=1\nzookeeper.connect=127.0.0.1:{before[0].port}",
            f"listeners=PLAINTEXT://127.0.0.1:{port}",
        ]
    server.settings.write_text("\n".join(settings) + "\n")
    if mode == "kraft":
        format_storage(home, folder, server.name)
    return server, before, page


def used(port) -> None:
    """Write and read a few records, in a group."""
    address = f"127.0.0.1:{port}"
    producer = KafkaProducer(bootstrap_servers=address)
    for number in range(50):
        producer.send(TOPIC, str(number).encode())
    producer.flush()
    producer.close()
    consumer = KafkaConsumer(TOPIC, bootstrap_servers=address, group_id="g", auto_offset_reset="earliest")
    seen = 0
    deadline = time.monotonic() + 60
    while seen < 50 and time.monotonic() < deadline:
        seen += sum(map(len, consumer.poll(timeout_ms=500).values()))
    consumer.close()
    assert seen == 50


def read(page):
    with urllib.request.urlopen(f"http://127.0.0.1:{page}/metrics", timeout=30) as answer:
        return exposition.parse(answer.read().decode())


@pytest.mark.long
@pytest.mark.parametrize("mode", ["kraft", "zookeeper"])
def test_the_page_has_what_the_table_has_and_nothing_beside_it(mode, tmp_path) -> None:
    server, before, page = kafka(mode, tmp_path)
    try:
        for one in (*before, server):
            one.start()
        used(server.port)
        wanted = {
            one.identity: one.metric
            for one in vitals.VITALS
            if one.of in (BROKER, CONTROLLER)
            and one.bean
            and one.metric
            and one.mode in ("both", mode)
            and one.identity not in ELSEWHERE
        }
        eventually(lambda: sorted(set(wanted.values()) - {one.name for one in read(page)}), [], 60)
        first = read(page)
        used(server.port)
        second = read(page)
        known = {one.metric for one in vitals.VITALS}
        assert {one.name for one in second if one.name.startswith("kafka_")} - known == set()
        found = {one.identity: one for one in of_page.of_page("k1", "page", Looks(first, second, 5.0))}
        assert found["bytes_in"].value > 0
        assert found["active_controllers"].value == 1
        assert found["under_replicated"].value == 0
        assert found["broker_state"].value == 3
        assert 0 <= found["network_idle"].value <= 1  # an average over a minute, which begins at 0
        assert found["descriptors"].value > 0
        assert found["process_cpu"].value > 0
        # Of a hundred values, what nobody has asked for yet is not told, and says so.
        silent = {name for name, one in found.items() if one.value is None}
        assert {name for name in silent if name in wanted} == set()
    finally:
        for one in (server, *before):
            one.kill()
