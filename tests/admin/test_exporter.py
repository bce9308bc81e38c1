# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The JMX exporter in real servers, with the configuration that the roles write: it has what the table says.

Each metric of the table that belongs to the mode is on the page, but for those that only a fault, a quota or a cluster
of several brokers brings; and the page has nothing of Kafka beside the table. In KRaft the page is behind TLS and a
login.
"""

from __future__ import annotations

import time
import urllib.error

import pytest
from kafka import KafkaConsumer, KafkaProducer

from ansible_collections.groundwork.kafka.plugins.module_utils.health import of_page, vitals
from ansible_collections.groundwork.kafka.plugins.module_utils.health.of_page import Looks
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vital import BROKER, CONTROLLER, ZOOKEEPER
from tests.servers.exporter import LOGIN, Page, agent
from tests.servers.server import KAFKA, QUICK, Server, format_storage, free_ports, unpacked, zookeeper
from tests.servers.waiting import eventually

#: What needs a quota, or followers of this broker's partitions on another one.
ELSEWHERE = {"quota_throttle", "quota_rate", "replica_lag"}
TOPIC = "watched"
#: What a broker that is a controller too does not tell of itself alone, and what it does since Kafka 4.2.
OF_BOTH, TOLD_APART = {"request_queue"}, {"handler_idle", "controller_handler_idle"}


def kafka(mode, home, folder) -> tuple[Server, list[Server], Page, Page]:
    """One broker with the exporter, who has to run before it, and the pages of both; in KRaft they are one."""
    home = unpacked(home)
    port, controller, page, before_page = free_ports(4)
    flag, of_kafka = agent("kafka", folder, page, secured=mode == "kraft")
    of_zookeeper = of_kafka
    server = Server(home, folder, "broker", KAFKA, port, "384m", (*QUICK, flag))
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
        flag, of_zookeeper = agent("zookeeper", folder, before_page, secured=False)
        before = [zookeeper(home, folder, tick=2000, options=(*QUICK, flag))]
        settings += [
            f"broker.id=1\nzookeeper.connect=127.0.0.1:{before[0].port}",
            f"listeners=PLAINTEXT://127.0.0.1:{port}",
        ]
    server.settings.write_text("\n".join(settings) + "\n")
    if mode == "kraft":
        format_storage(home, folder, server.name)
    return server, before, of_kafka, of_zookeeper


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


def names(*pages) -> set[str]:
    """Those of the metrics on all of *pages*."""
    return {one.name for page in set(pages) for one in page.samples()}


@pytest.mark.long
@pytest.mark.parametrize(
    ("mode", "home", "mixed"),
    [
        ("kraft", "GROUNDWORK_KRAFT_HOME", OF_BOTH),
        ("kraft", "GROUNDWORK_OLD_KRAFT_HOME", OF_BOTH | TOLD_APART),
        ("zookeeper", "GROUNDWORK_KAFKA_HOME", set()),
    ],
)
def test_the_page_has_what_the_table_has_and_nothing_beside_it(mode, home, mixed, tmp_path) -> None:
    server, before, page, of_zookeeper = kafka(mode, home, tmp_path)
    try:
        for one in (*before, server):
            one.start()
        used(server.port)
        wanted = {
            one.identity: (one.of_one if one.alone and (mode == "zookeeper" or one.identity in mixed) else one).metric
            for one in vitals.VITALS
            if one.of in (BROKER, CONTROLLER, ZOOKEEPER)
            and one.bean
            and one.metric
            and one.mode in ("both", mode)
            and one.identity not in ELSEWHERE
        }
        eventually(lambda: sorted(set(wanted.values()) - names(page, of_zookeeper)), [], 60)
        first = page.samples()
        used(server.port)
        second = page.samples()
        known = {metric for one in vitals.VITALS for metric in (one.metric, one.of_one.metric)}
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
        assert {name for name in silent if name in wanted} == mixed
        assert all("is a broker and a controller in one" in found[name].missing for name in mixed)
        assert all(0 <= found[name].value <= 1.01 for name in TOLD_APART & {*wanted} - mixed)
        listeners = {"PLAINTEXT", "CONTROLLER"} if mode == "kraft" else {"PLAINTEXT"}
        asked = of_page.of_page("k1", "page", Looks(first, second, 5.0))
        assert {one.subject for one in asked if one.identity == "network_idle"} == {f"k1 {name}" for name in listeners}
        told = {
            one.identity: one.value for one in of_page.of_page("z1", "page", Looks(None, of_zookeeper.samples(), 1))
        }
        assert ("zookeeper_connections" in told) == (mode == "zookeeper")
        assert told.get("zookeeper_connections", 1) == 1, "the broker's"
        if page.ca:
            for login in [("prometheus", "other"), ("other", LOGIN[1])]:
                with pytest.raises(urllib.error.HTTPError, match="401"):
                    page.text(login)
    finally:
        for one in (server, *before):
            one.kill()
