# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import listeners
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

PORTS = {"CLIENT": 9092, "BROKER": 9091, "CONTROLLER": 9093}
PLAIN = {"CLIENT": "PLAINTEXT", "BROKER": "PLAINTEXT", "CONTROLLER": "PLAINTEXT"}


def test_a_broker_with_zookeeper() -> None:
    assert listeners.properties("zookeeper", ["broker"], "k1.example.com", PORTS, PLAIN) == {
        "listeners": "CLIENT://:9092,BROKER://:9091",
        "advertised.listeners": "CLIENT://k1.example.com:9092,BROKER://k1.example.com:9091",
        "listener.security.protocol.map": "CLIENT:PLAINTEXT,BROKER:PLAINTEXT",
        "inter.broker.listener.name": "BROKER",
    }


def test_a_broker_that_is_a_controller_too() -> None:
    assert listeners.properties("kraft", ["controller", "broker"], "10.0.0.1", PORTS, PLAIN) == {
        "listeners": "CLIENT://:9092,BROKER://:9091,CONTROLLER://:9093",
        "advertised.listeners": "CLIENT://10.0.0.1:9092,BROKER://10.0.0.1:9091,CONTROLLER://10.0.0.1:9093",
        "listener.security.protocol.map": "CLIENT:PLAINTEXT,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "inter.broker.listener.name": "BROKER",
        "controller.listener.names": "CONTROLLER",
    }


def test_a_dedicated_controller_with_security() -> None:
    protocols = {"CLIENT": "SASL_SSL", "BROKER": "SSL", "CONTROLLER": "SSL"}
    found = listeners.properties("kraft", ["controller"], "2001:db8::1", {**PORTS, "CONTROLLER": "19093"}, protocols)
    assert found == {
        "listeners": "CONTROLLER://:19093",
        "advertised.listeners": "CONTROLLER://[2001:db8::1]:19093",
        "listener.security.protocol.map": "CLIENT:SASL_SSL,BROKER:SSL,CONTROLLER:SSL",
        "inter.broker.listener.name": "BROKER",
        "controller.listener.names": "CONTROLLER",
    }


def test_a_broker_that_is_no_controller_knows_their_listener() -> None:
    found = listeners.properties("kraft", ["broker"], "::1", PORTS, PLAIN)
    assert found["listeners"] == "CLIENT://:9092,BROKER://:9091"
    assert found["advertised.listeners"] == "CLIENT://[::1]:9092,BROKER://[::1]:9091"
    assert found["controller.listener.names"] == "CONTROLLER"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"mode": "raft"}, "kafka_mode is 'raft'; give zookeeper or kraft."),
        ({"roles": []}, "The host is neither a broker nor a controller; put it into the inventory's group kafka or"),
        ({"roles": ["voter"]}, "A server has no role 'voter' where kafka_mode is kraft; correct its groups."),
        (
            {"mode": "zookeeper", "roles": ["broker", "controller"]},
            "A server has no role 'controller' where kafka_mode is zookeeper; correct its groups.",
        ),
        ({"ports": {**PORTS, "BROKER": 0}}, "kafka_broker_port: 0 cannot be; give a whole number from 1 to 65535."),
        (
            {"ports": {**PORTS, "CONTROLLER": "9092"}},
            "kafka_port and kafka_controller_port are both 9092; give each listener a port of its own.",
        ),
        (
            {"host": " "},
            "' ' is no host; give kafka_host or zookeeper_host as a name or an address alone",
        ),
    ],
)
def test_what_no_server_starts_with(changes, sentence: str) -> None:
    given = {"mode": "kraft", "roles": ["broker", "controller"], "host": "k1", "ports": PORTS, "protocols": PLAIN}
    with pytest.raises(GroundworkError) as raised:
        listeners.properties(**{**given, **changes})
    assert str(raised.value).startswith(sentence)


def test_a_port_that_only_others_use_is_not_judged() -> None:
    found = listeners.properties("zookeeper", ["broker"], "k1", {**PORTS, "CONTROLLER": 9092}, PLAIN)
    assert found["listeners"] == "CLIENT://:9092,BROKER://:9091"
