# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Servers that know one another by an IPv6 address alone, configured by what writes their files, and asked there."""

from __future__ import annotations

import os
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Iterator

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import client_listeners, listeners, secure
from ansible_collections.groundwork.kafka.plugins.module_utils.broker import inputs as broker_inputs
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, rollout
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core import endpoint, waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import kraft_identity
from ansible_collections.groundwork.kafka.plugins.module_utils.server import four_letter_word, storage
from tests.servers.server import KAFKA, ZOOKEEPER, Server, free_port, free_ports, unpacked

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

ADDRESS = "::1"
_LISTENERS = ("CLIENT", "BROKER", "CONTROLLER")
_PROGRAMS = {
    "kraft": ("GROUNDWORK_KRAFT_HOME", KAFKA),
    "zookeeper": ("GROUNDWORK_KAFKA_HOME", ZOOKEEPER),
    "broker": ("GROUNDWORK_KAFKA_HOME", KAFKA),
}
_ID = "NFrByNf9Sb-ZRSqQKfs2LA"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Any]:
    """Write the settings of a server and start it; it ends with the test."""
    with ExitStack() as stack:

        def start(name: str, settings: dict[str, Any], port: int, format_it: Any = None) -> None:
            variable, main = _PROGRAMS[name]
            server = Server(unpacked(variable), tmp_path, name, main, port, address=ADDRESS)
            server.settings.write_text("".join(f"{key}={value}\n" for key, value in settings.items()))
            if format_it:
                format_it(server.settings, server.home)
            stack.callback(server.kill)
            server.start()

        yield start


def broker(mode: str, roles: list[str], folder: Path) -> tuple[dict[str, Any], dict[str, int]]:
    ports = dict(zip(_LISTENERS, free_ports(len(_LISTENERS))))
    clients = [client_listeners.default(ports["CLIENT"], secured=False)]
    given = listeners.properties(mode, roles, ADDRESS, ports, clients=clients, phase=secure.PHASES["plain"])
    return {**given, "log.dirs": folder / "data", "offsets.topic.replication.factor": 1}, ports


def is_served(ports: dict[str, int], controllers: list[int]) -> None:
    """The broker is reached, and told of by the cluster, at its address; both gates find it there."""
    servers = [endpoint.join(ADDRESS, ports["CLIENT"])]

    def connect() -> Any:
        return connection.connected(servers, {}, 20)

    with connect() as client:
        client.create_topics({"orders": {"num_partitions": 2, "replication_factor": 1}})
        client.wait_for_topics(["orders"])
        (found,) = cluster_state.brokers_of(client.describe_cluster())
        assert (found["host"], found["port"]) == (ADDRESS, ports["CLIENT"])
    for phase in ("before_stop", "after_start"):
        with rollout.Gate(connect, phase, [1], controllers, accept_unavailable=True) as gate:
            assert waiting.until_nothing(gate.reasons_to_wait, 30, 0, lambda _reason: None) == []


def test_a_kraft_server(made, tmp_path: Path) -> None:
    settings, ports = broker("kraft", ["broker", "controller"], tmp_path)
    where = endpoint.join(ADDRESS, ports["CONTROLLER"])
    member = kraft_identity.Member("k1", 1, True, where, "", unformatted=True, founded=False, used=False)
    identity = kraft_identity.decide([member], given=_ID)

    def format_it(config: Path, kafka: Path) -> None:
        way = identity.ways["k1"]
        wanted = storage.Format("java", f"{kafka}/libs", str(config), "root", "root", _ID, way, identity.controllers)
        command = storage.command(wanted, some_are_formatted=False)
        subprocess.run(command, check=True, capture_output=True, env=dict(os.environ, LC_ALL="C"))

    quorum = {"controller.quorum.bootstrap.servers": where, "controller.quorum.auto.join.enable": "true"}
    more = {"node.id": 1, "process.roles": "broker,controller", **quorum}
    made("kraft", {**settings, **more}, ports["CLIENT"], format_it)
    is_served(ports, [1])


def test_a_server_with_zookeeper(made, tmp_path: Path) -> None:
    port = free_port()
    keeper = {"dataDir": tmp_path / "keeper", "clientPort": port, "4lw.commands.whitelist": "srvr"}
    keeper |= {"admin.enableServer": "false"}
    made("zookeeper", keeper, port)

    connect = endpoint.join(ADDRESS, port)
    broker_inputs.check_connect(connect)
    settings, ports = broker("zookeeper", ["broker"], tmp_path)
    made("broker", {**settings, "broker.id": 1, "zookeeper.connect": connect}, ports["CLIENT"])
    is_served(ports, [])
    assert four_letter_word.parse_srvr(four_letter_word.ask(ADDRESS, port, "srvr"))["mode"] == "standalone"
