# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import socket

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import port_forwards
from ansible_collections.groundwork.kafka.plugins.modules import server_ports

KAFKA = {
    "service": "kafka",
    "state": "opened",
    "host": "c1",
    "number": 0,
    "ports": {"kafka_controller_port": 9193},
    "settings": {"controller.quorum.bootstrap.servers": ["c1:9193", "c2:9193"]},
    "doors": [],
}
KEEPER = {
    **KAFKA,
    "service": "zookeeper",
    "number": 1,
    "ports": {"zookeeper_client_port": 2182, "zookeeper_peer_port": 2888, "zookeeper_election_port": 4888},
    "settings": {"server.1": "z1:2888:4888", "server.2": "z2:2888:4888"},
}


@pytest.fixture
def server(host):
    """A host with both, whose systemd does as it is told."""
    host.put("/lib/systemd/systemd-socket-proxyd", "")
    host.put("/proc/self/net/tcp", "")
    host.put(
        "/etc/kafka/server.properties",
        "listeners=CONTROLLER://:9093\ncontroller.quorum.bootstrap.servers=c1:9093,c2:9093\n",
    )
    host.put("/etc/zookeeper/zoo.cfg", "clientPort=2181\nserver.1=z1:2888:3888\nserver.2=z2:2888:3888\n")
    host.calls = []

    def run(argv):
        host.calls.append(" ".join(argv[1:3]))
        shown = "ActiveState=inactive\nExecMainStartTimestampMonotonic=1\n" if argv[1] == "show" else ""
        return Completed(0, shown, "")

    host.run = run
    host.start = lambda argv: lambda: run(argv)
    return host


def test_check_mode_tells_and_changes_nothing(server) -> None:
    before = server.tree()
    found = server_ports.run(server, KAFKA, True)
    assert found["changed"]
    assert found["due"] == ["kafka_controller_port", "controller.quorum.bootstrap.servers"]
    assert found["now"] == {"kafka_controller_port": 9093}
    assert found["doors"] == {"kafka_controller_port": ["c1:9193"]}
    assert found["diff"] == {"before": "", "after": "9193 leads to 9093\n"}
    assert server.tree() == before


def test_zookeepers_ports_are_those_of_its_number(server) -> None:
    found = server_ports.run(server, KEEPER, True)
    assert found["due"] == ["zookeeper_client_port", "zookeeper_election_port", "server.1", "server.2"]
    assert found["doors"] == {"zookeeper_client_port": ["c1:2182"], "zookeeper_election_port": ["c1:4888"]}


def test_it_is_opened_switched_and_ended(server) -> None:
    server_ports.run(server, KAFKA, False)
    assert "stop kafka.service" not in server.calls
    assert port_forwards.there(server, "kafka") == {9193: 9093}
    assert not server_ports.run(server, KAFKA, False)["changed"]
    assert server_ports.run(server, {**KAFKA, "state": "switched"}, False)["changed"]
    assert "stop kafka.service" in server.calls
    assert port_forwards.there(server, "kafka") == {9093: 9193}
    with pytest.raises(GroundworkError, match=r"kafka_controller_port and .* of this host are still to be changed"):
        server_ports.run(server, {**KAFKA, "state": "ended"}, False)
    server.put(
        "/etc/kafka/server.properties",
        "listeners=CONTROLLER://:9193\ncontroller.quorum.bootstrap.servers=c1:9193,c2:9193\n",
    )
    assert server_ports.run(server, {**KAFKA, "state": "ended"}, False)["changed"]
    assert port_forwards.there(server, "kafka") == {}
    assert not server_ports.run(server, {**KAFKA, "state": "ended"}, False)["changed"]


def test_a_broker_is_not_stopped_before_its_file_is_written(server) -> None:
    server.put(
        "/etc/kafka/server.properties", "listeners=CLIENT://:9092\ncontroller.quorum.bootstrap.servers=c1:9093\n"
    )
    found = server_ports.run(server, {**KAFKA, "state": "switched"}, False)
    assert (found["changed"], found["due"]) == (True, ["controller.quorum.bootstrap.servers"])
    assert server.calls == []


def test_a_controller_gets_another_name_at_its_restart_and_not_before(server) -> None:
    text = "listeners=CONTROLLER://:9093\nadvertised.listeners=CONTROLLER://{0}:9093\n"
    looks = "controller.quorum.bootstrap.servers={0}:9093\n"
    server.put("/etc/kafka/server.properties", (text + looks).format("k1"))
    given = {**KAFKA, "ports": {"kafka_controller_port": 9093}, "settings": {looks.partition("=")[0]: ["c1:9093"]}}
    found = server_ports.run(server, given, False)
    assert (found["changed"], found["known_as"]) == (False, "k1")
    assert found["doors"] == {"kafka_controller_port": ["c1:9093"]}
    assert found["due"] == ["kafka_host", "controller.quorum.bootstrap.servers"]
    server_ports.run(server, {**given, "state": "switched"}, False)
    with pytest.raises(GroundworkError, match=r"^kafka_host and controller.quorum.* of this host are still to be chan"):
        server_ports.run(server, {**given, "state": "ended"}, False)
    server.put("/etc/kafka/server.properties", (text + looks).format("c1"))
    found = server_ports.run(server, {**given, "state": "ended"}, False)
    assert (found["known_as"], found["due"], found["doors"]) == ("", [], {})
    assert "stop kafka.service" not in server.calls


def test_a_server_that_is_not_made_yet_is_refused(server) -> None:
    server.remove("/etc/kafka/server.properties")
    with pytest.raises(GroundworkError, match=r"server.properties is not on this host, and a server that is still to"):
        server_ports.run(server, KAFKA, True)


def test_a_port_that_is_closed_is_told_until_it_is_opened(server) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        door = f"127.0.0.1:{held.getsockname()[1]}"
        reached = {**KAFKA, "state": "reached", "doors": [door]}
        with pytest.raises(GroundworkError, match=f"{door} cannot be reached from this host .Connection refused., and"):
            server_ports.run(server, reached, False)
        held.listen()
        assert server_ports.run(server, reached, False) == {"changed": False}
