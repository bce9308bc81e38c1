# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import client_listeners
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kafka_listeners

#: What the inventory has, and what the file on the host has.
PORTS = {"CLIENT": 9192, "BROKER": 9091, "CONTROLLER": 9093}
IDENTITY = {"node": {"ports": {"CLIENT": 9092, "BROKER": 9091, "CONTROLLER": 9094}}}
BROKER, CONTROLLER, BOTH = ["broker"], ["controller"], ["broker", "controller"]


@pytest.mark.parametrize(
    ("identity", "roles", "configured", "port"),
    [
        pytest.param({}, BROKER, False, 9192, id="a broker of a host that was not looked at"),
        pytest.param(None, BROKER, False, 9192, id="nor is there a result"),
        pytest.param({"node": None}, BROKER, False, 9192, id="one without folders"),
        pytest.param({"node": {"ports": {}}}, BROKER, False, 9192, id="one without a file"),
        pytest.param({"node": {"ports": {"CONTROLLER": 9094}}}, BROKER, False, 9192, id="one that was none before"),
        pytest.param(IDENTITY, BROKER, False, 9092, id="one whose file is still to be written"),
        pytest.param(IDENTITY, BROKER, True, 9192, id="one written by this run"),
        pytest.param(IDENTITY, BOTH, False, 9092, id="a broker and controller in one"),
        pytest.param(IDENTITY, CONTROLLER, False, 9094, id="a controller"),
        pytest.param(IDENTITY, CONTROLLER, True, 9093, id="a controller written by this run"),
    ],
)
def test_a_restarted_server_is_waited_for_where_its_file_says(identity, roles, configured, port) -> None:
    assert kafka_listeners.answers_at(roles, PORTS, identity, configured) == port


def test_a_broker_presents_its_certificate_to_clients_and_to_brokers() -> None:
    clients = [client_listeners.default(9192, True)]
    assert kafka_listeners.presented("3", "fd00::3", PORTS, "PEM", clients) == [
        {"node": "3", "name": "CLIENT", "address": "[fd00::3]:9192", "certificate": "PEM"},
        {"node": "3", "name": "BROKER", "address": "[fd00::3]:9091", "certificate": "PEM"},
    ]


SEVERAL = client_listeners.parse(
    [
        {"name": "INTERNAL", "port": 9092, "bind_address": "10.0.0.1", "advertised_host": "k1.internal"},
        {"name": "OPEN", "port": 9094, "protocol": "PLAINTEXT"},
        {"name": "EXTERNAL", "port": 9096, "protocol": "SSL", "advertised_host": "k1.example.com"},
    ],
    True,
)


def test_each_listener_with_tls_is_asked_where_it_is_bound() -> None:
    assert [(one["name"], one["address"]) for one in kafka_listeners.presented(3, "k1", PORTS, "PEM", SEVERAL)] == [
        ("INTERNAL", "10.0.0.1:9092"),
        ("EXTERNAL", "k1:9096"),
        ("BROKER", "k1:9091"),
    ]


OTHERS = {"node": {"ports": {"INTERNAL": 9092, "BROKER": 9095}}}


@pytest.mark.parametrize(
    ("identity", "clients", "configured", "port"),
    [
        pytest.param(IDENTITY, SEVERAL, True, 9091, id="that of brokers, which has no address of its own"),
        pytest.param(OTHERS, SEVERAL, False, 9095, id="as its file says"),
        pytest.param(OTHERS, (), False, 9095, id="one that is to have the usual listener again"),
        pytest.param(OTHERS, (), True, 9192, id="one that has it again"),
    ],
)
def test_a_broker_with_listeners_of_its_own_is_waited_for_at_that_of_brokers(
    identity, clients, configured, port
) -> None:
    assert kafka_listeners.answers_at(BROKER, PORTS, identity, configured, clients) == port
