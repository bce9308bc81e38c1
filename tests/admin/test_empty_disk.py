# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Why a broker whose only folder has got an empty disk is not started unasked while all are stopped."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_facts
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data
from ansible_collections.groundwork.kafka.plugins.module_utils.server import failed_disk, kept_cluster
from ansible_collections.groundwork.kafka.plugins.modules import lost_replicas
from tests.servers.cluster import running_cluster
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

ORDERS = TopicPartition("orders", 0)


@pytest.mark.remedy("Broker … has no data any more in …, and a broker has to tell")
def test_a_broker_that_was_in_sync_and_is_empty_has_the_others_cut_their_logs(tmp_path: Path) -> None:
    with running_cluster("zookeeper", tmp_path) as running:
        servers = running.bootstrap_servers

        def state() -> list[tuple[int | None, list[int]]]:
            """Who leads and who is in sync; nothing while no broker knows the topic again."""
            with connection.connected(servers, {}, 20) as client:
                found = cluster_facts.partitions(client)
            return [(one["leader"], sorted(one["isr"])) for one in found if one["topic"] == ORDERS.topic]

        settings = str(tmp_path / "broker1.properties")
        connect = properties.parse(Path(settings).read_text())["zookeeper.connect"]
        assert not kept_cluster.has_topics(Host(), settings, connect)
        with connection.connected(servers, {}, 20) as client:
            client.create_topics({ORDERS.topic: {"assignments": {ORDERS.partition: [1, 2, 3]}}})
            client.wait_for_topics([ORDERS.topic])
        producer = KafkaProducer(bootstrap_servers=servers, acks="all")
        for one in [producer.send(ORDERS.topic, b"record") for _record in range(50)]:
            one.get(timeout=60)
        producer.close()
        for broker in running.brokers.values():  # as when the power fails
            broker.kill()
        shutil.rmtree(tmp_path / "data1")

        left = failed_disk.left_behind(Host(), [str(tmp_path / "data1")], str(tmp_path / "broker1.properties"))
        assert left == {"folders": [str(tmp_path / "data1")], "held": [], "may_be_new": True}
        assert server_data.held(Host(), [str(tmp_path / "data2")])  # by which it is known to be none
        assert kept_cluster.has_topics(Host(), settings, connect)  # or by this, were all of them empty
        asked = {"bootstrap_servers": servers, "client_config": {}, "timeout": 20, "broker": 1, "accept": False}
        with pytest.raises(GroundworkError, match=r"^No broker accepts connections .*Broker 1 has no data any more"):
            lost_replicas.run({**asked, **left, "may_be_new": False, "accept_unavailable": False})
        accepted = {**asked, **left, "may_be_new": False, "accept": True, "accept_unavailable": False}
        assert lost_replicas.run(accepted)["lost"] == []

        for number in (1, 2, 3):
            running.brokers[number].start_again()
            if number == 1:
                eventually(state, [(1, [1])])
        eventually(state, [(1, [1, 2, 3])])
        consumer = KafkaConsumer(bootstrap_servers=servers)
        assert consumer.end_offsets([ORDERS]) == {ORDERS: 0}  # this is why
        consumer.close()
