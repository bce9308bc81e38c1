# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import client_listeners, listeners, secure
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

PORTS = {"BROKER": 9091, "CONTROLLER": 9093}
PLAIN = {"clients": [client_listeners.default(9092, False)], "phase": secure.PHASES["plain"]}
SECURED = {"clients": [client_listeners.default(9092, True)], "phase": secure.PHASES["ended"]}


def test_a_broker_with_zookeeper() -> None:
    assert listeners.properties("zookeeper", ["broker"], "k1.example.com", PORTS, **PLAIN) == {
        "listeners": "CLIENT://:9092,BROKER://:9091",
        "advertised.listeners": "CLIENT://k1.example.com:9092,BROKER://k1.example.com:9091",
        "listener.security.protocol.map": "CLIENT:PLAINTEXT,BROKER:PLAINTEXT",
        "inter.broker.listener.name": "BROKER",
    }


def test_a_broker_that_is_a_controller_too() -> None:
    assert listeners.properties("kraft", ["controller", "broker"], "10.0.0.1", PORTS, **PLAIN) == {
        "listeners": "CLIENT://:9092,BROKER://:9091,CONTROLLER://:9093",
        "advertised.listeners": "CLIENT://10.0.0.1:9092,BROKER://10.0.0.1:9091,CONTROLLER://10.0.0.1:9093",
        "listener.security.protocol.map": "CLIENT:PLAINTEXT,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "inter.broker.listener.name": "BROKER",
        "controller.listener.names": "CONTROLLER",
    }


def test_a_dedicated_controller_with_security() -> None:
    ports = {**PORTS, "CONTROLLER": "19093"}
    found = listeners.properties("kraft", ["controller"], "2001:db8::1", ports, **SECURED)
    assert found == {
        "listeners": "CONTROLLER://:19093",
        "advertised.listeners": "CONTROLLER://[2001:db8::1]:19093",
        "listener.security.protocol.map": "CLIENT:SASL_SSL,BROKER:SSL,CONTROLLER:SSL",
        "inter.broker.listener.name": "BROKER",
        "controller.listener.names": "CONTROLLER",
    }


def test_a_broker_that_is_no_controller_knows_their_listener() -> None:
    found = listeners.properties("kraft", ["broker"], "::1", PORTS, **PLAIN)
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
            {"clients": client_listeners.parse([{"name": "A", "port": 9091}], False)},
            "kafka_listeners.A.port and kafka_broker_port are both 9091; give each listener a port of its own.",
        ),
        (
            {"clients": client_listeners.parse([{"name": "A", "port": "9"}, {"name": "B", "port": 9}], False)},
            "kafka_listeners.A.port and kafka_listeners.B.port are both 9; give each listener a port of its own.",
        ),
        (
            {"clients": client_listeners.parse([{"name": "A", "port": 1, "advertised_port": 70000}], False)},
            "kafka_listeners.A.advertised_port: 70000 cannot be; give a whole number from 1 to 65535.",
        ),
        (
            {"clients": client_listeners.parse([{"name": "A"}], False)},
            "kafka_listeners.A.port: a whole number is needed, not None",
        ),
        (
            {"host": " "},
            "' ' is no host; give kafka_host or zookeeper_host as a name or an address alone",
        ),
    ],
)
def test_what_no_server_starts_with(changes, sentence: str) -> None:
    given = {"mode": "kraft", "roles": ["broker", "controller"], "host": "k1", "ports": PORTS, **PLAIN}
    with pytest.raises(GroundworkError) as raised:
        listeners.properties(**{**given, **changes})
    assert str(raised.value).startswith(sentence)


def test_a_port_that_only_others_use_is_not_judged() -> None:
    found = listeners.properties("zookeeper", ["broker"], "k1", {**PORTS, "CONTROLLER": 9092}, **PLAIN)
    assert found["listeners"] == "CLIENT://:9092,BROKER://:9091"


SEVERAL = client_listeners.parse(
    [
        {"name": "INTERNAL", "port": 9092, "protocol": "SSL", "bind_address": "10.0.0.1"},
        {"name": "EXTERNAL", "port": "9094", "advertised_host": "kafka.example.com", "advertised_port": 19094},
        {"name": "SIX", "port": 9096, "bind_address": "fd00::1", "advertised_host": "2001:db8::1"},
    ],
    True,
)


def test_each_listener_has_its_protocol_and_its_addresses() -> None:
    assert listeners.properties(
        "zookeeper", ["broker"], "k1", PORTS, clients=SEVERAL, phase=secure.PHASES["ended"]
    ) == {
        "listeners": "INTERNAL://10.0.0.1:9092,EXTERNAL://:9094,SIX://[fd00::1]:9096,BROKER://:9091",
        "advertised.listeners": (
            "INTERNAL://k1:9092,EXTERNAL://kafka.example.com:19094,SIX://[2001:db8::1]:9096,BROKER://k1:9091"
        ),
        "listener.security.protocol.map": "INTERNAL:SSL,EXTERNAL:SASL_SSL,SIX:SASL_SSL,BROKER:SSL",
        "inter.broker.listener.name": "BROKER",
    }


@pytest.mark.parametrize(
    ("roles", "sources"),
    [
        (
            ["broker", "controller"],
            {
                "kafka_listeners.INTERNAL.port": 9092,
                "kafka_listeners.EXTERNAL.port": "9094",
                "kafka_listeners.SIX.port": 9096,
                "kafka_broker_port": 9091,
                "kafka_controller_port": 9093,
            },
        ),
        (["controller"], {"kafka_controller_port": 9093}),
    ],
)
def test_the_ports_of_a_server_by_the_inputs_that_give_them(roles, sources) -> None:
    assert listeners.sources(roles, PORTS, SEVERAL) == sources
