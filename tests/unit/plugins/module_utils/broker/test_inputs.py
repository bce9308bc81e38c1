# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import inputs as broker_inputs
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError


@pytest.mark.parametrize(
    ("broker_id", "config"),
    [
        (0, {}),
        (1000, {}),
        (1001, {"reserved.broker.max.id": "2000"}),
        (2147483647, {"broker.id.generation.enable": "false"}),
    ],
)
def test_ids_that_kafka_starts_with(broker_id: int, config) -> None:
    broker_inputs.check_id(broker_id, config)


@pytest.mark.parametrize(
    ("broker_id", "config", "sentence"),
    [
        (-1, {}, "kafka_node_id: -1 cannot be; give a whole number from 0 to 2147483647."),
        (
            1001,
            {},
            "kafka_node_id is 1001, and Kafka keeps the numbers above 1000 for ids that it generates; give a smaller "
            "one, or set reserved.broker.max.id in kafka_config.",
        ),
        (501, {"reserved.broker.max.id": "500"}, "kafka_node_id is 501, and Kafka keeps the numbers above 500"),
        (1, {"reserved.broker.max.id": "many"}, "reserved.broker.max.id: a number is needed, not 'many'"),
    ],
)
def test_ids_that_kafka_does_not_start_with(broker_id: int, config, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        broker_inputs.check_id(broker_id, config)
    assert str(raised.value).startswith(sentence)


GOOD = {
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "offsets.topic.replication.factor": "3",
    "transaction.state.log.replication.factor": "3",
    "transaction.state.log.min.isr": "2",
}


@pytest.mark.parametrize("brokers", [0, 3, 5])
def test_replication_that_the_brokers_carry(brokers: int) -> None:
    broker_inputs.check_replication(GOOD, brokers)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"default.replication.factor": "4"},
            "default.replication.factor is 4, more than the inventory has brokers (3): no topic could be made with it; "
            "give at most 3, or add brokers to the group kafka.",
        ),
        ({"offsets.topic.replication.factor": "4"}, "offsets.topic.replication.factor is 4, more than"),
        ({"transaction.state.log.replication.factor": "4"}, "transaction.state.log.replication.factor is 4, more than"),
        (
            {"min.insync.replicas": "4"},
            "min.insync.replicas is 4, more than the 3 of default.replication.factor: every write with acks=all would "
            "fail; give at most 3.",
        ),
        ({"transaction.state.log.min.isr": "4"}, "transaction.state.log.min.isr is 4, more than the 3 of"),
        ({"default.replication.factor": "0"}, "default.replication.factor: 0 cannot be"),
        ({"min.insync.replicas": "0"}, "min.insync.replicas: 0 cannot be"),
        ({"min.insync.replicas": "-2"}, "min.insync.replicas: -2 cannot be"),
        ({"offsets.topic.replication.factor": "true"}, "offsets.topic.replication.factor: a number is needed"),
    ],
)
def test_replication_that_they_do_not_carry(changes, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        broker_inputs.check_replication({**GOOD, **changes}, 3)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    "connect",
    ["zk1", "zk1:2181", "zk1:2181,10.0.0.2:2182,[fd00::3]:2181", "zk1:2181/kafka/one", " zk1:2181 , zk2:2181 "],
)
def test_connections(connect: str) -> None:
    broker_inputs.check_connect(connect)


@pytest.mark.parametrize(
    ("connect", "sentence"),
    [
        ("", "The broker has no ZooKeeper: put at least one host into the inventory's group zookeeper, or set"),
        ("/kafka", "The broker has no ZooKeeper"),
        ("zk1:2181,,zk2:2181", "kafka_zookeeper_connect has ''; give HOST:PORT for each server"),
        ("zk1:port", "kafka_zookeeper_connect has 'zk1:port'"),
        ("zk1:2181 zk2:2181", "kafka_zookeeper_connect has 'zk1:2181 zk2:2181'"),
        (
            "zk1:2181,zk2:70000",
            "kafka_zookeeper_connect has 'zk2:70000'; give HOST:PORT for each server, the port from 1",
        ),
    ],
)
def test_what_is_no_connection(connect: str, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        broker_inputs.check_connect(connect)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("port", [0, -1, 65536, True, "http", 1.5])
def test_what_is_no_port(port) -> None:
    with pytest.raises(GroundworkError, match="kafka_port: "):
        broker_inputs.check_port("kafka_port", port)


@pytest.mark.parametrize("port", [1, "9092", 65535])
def test_ports(port) -> None:
    assert broker_inputs.check_port("kafka_port", port) == int(port)


def test_what_is_judged_holds_no_password() -> None:
    given = {"min.insync.replicas": 2, "ssl.key.password": "x", "default.replication.factor": 3}
    assert broker_inputs.judged(given) == {"min.insync.replicas": 2, "default.replication.factor": 3}
