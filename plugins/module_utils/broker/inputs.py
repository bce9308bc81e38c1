# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a broker's inputs must be for Kafka to start with them, judged before anything is written."""

from __future__ import annotations

from typing import Any, Dict, Mapping

from ..core import host_port, values
from ..core.errors import GroundworkError

_ZOOKEEPER_PORT = 2181  # where a client looks that is told none
_LARGEST_FACTOR = 2**15 - 1
_RESERVED, _GENERATE = "reserved.broker.max.id", "broker.id.generation.enable"
#: Replication factors, each with the number of replicas that must be in sync where Kafka has a key for that.
_FACTORS = {
    "default.replication.factor": "min.insync.replicas",
    "offsets.topic.replication.factor": "",
    "transaction.state.log.replication.factor": "transaction.state.log.min.isr",
    "share.coordinator.state.topic.replication.factor": "share.coordinator.state.topic.min.isr",
}
#: The keys of server.properties that are judged here.
KEYS = (_RESERVED, _GENERATE, *_FACTORS, *(minimum for minimum in _FACTORS.values() if minimum))


def check_id(broker_id: int, config: Mapping[str, str]) -> None:
    """Raise GroundworkError for a *broker_id* that Kafka, configured by *config*, does not start with.

    Source: ``broker.id`` and ``reserved.broker.max.id`` in https://kafka.apache.org/39/documentation.html#brokerconfigs.
    """
    values.integer("kafka_node_id", broker_id, 0, 2**31 - 1)
    reserved = values.integer(_RESERVED, config.get(_RESERVED, "1000"), 0, 2**31 - 1)
    if config.get(_GENERATE, "true") == "true" and broker_id > reserved:
        raise GroundworkError(
            f"kafka_node_id is {broker_id}, and Kafka keeps the numbers above {reserved} for ids that it generates; "
            f"give a smaller one, or set {_RESERVED} in kafka_config."
        )


def check_replication(config: Mapping[str, str], brokers: int) -> None:
    """Raise GroundworkError where *config* asks for more replicas than *brokers*, or more in sync than there are.

    *brokers* is 0 where the inventory does not tell how many there are.
    """
    for key, minimum in _FACTORS.items():
        if key not in config:
            continue
        factor = values.integer(key, config[key], 1, _LARGEST_FACTOR)
        if brokers and factor > brokers:
            raise GroundworkError(
                f"{key} is {factor}, more than the inventory has brokers ({brokers}): no topic could be made with it; "
                f"give at most {brokers}, or add brokers to the group kafka."
            )
        if minimum in config:
            least = values.integer(minimum, config[minimum], 1, _LARGEST_FACTOR)
            if least > factor:
                raise GroundworkError(
                    f"{minimum} is {least}, more than the {factor} of {key}: every write with acks=all would fail; "
                    f"give at most {factor}."
                )


def check_connect(connect: str) -> None:
    """Raise GroundworkError unless *connect* is ``HOST:PORT,HOST:PORT…`` with a path behind it where one is wanted."""
    servers = connect.strip().partition("/")[0]
    if not servers:
        raise GroundworkError(
            "The broker has no ZooKeeper: put at least one host into the inventory's group zookeeper, or set "
            "kafka_zookeeper_connect."
        )
    for server in map(str.strip, servers.split(",")):  # ZooKeeper's client takes blanks around each away, too
        if not host_port.split(server) and not host_port.split(f"{server}:{_ZOOKEEPER_PORT}"):
            raise GroundworkError(
                f"kafka_zookeeper_connect has {server!r}; give HOST:PORT for each server, the port from 1 to "
                f"{host_port.LARGEST_PORT}, separated by commas, such as zk1:2181,zk2:2181/kafka."
            )


def check_port(name: str, port: object) -> int:
    """The number of *port*; GroundworkError, which calls it *name*, for one that no socket has."""
    return values.integer(name, port, 1, host_port.LARGEST_PORT)


def judged(config: Mapping[str, Any]) -> Dict[str, Any]:
    """What is judged here of *config*: other keys may hold passwords, which no log should see."""
    return {key: value for key, value in config.items() if key in KEYS}
