# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os
import socket

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import sockets
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import listening

PROPERTIES = "/etc/kafka/server.properties"
ZOO_CFG = "/etc/zookeeper/zoo.cfg"
TABLE = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"


def file(host, client: int, broker: int = 9091) -> None:
    """A server.properties that is younger than the process."""
    host.put(
        PROPERTIES,
        f"listeners=CLIENT://:{client},BROKER://:{broker},CONTROLLER://:9093\n"
        f"advertised.listeners=CLIENT://k1:{client},BROKER://[fd00::1]:{broker},CONTROLLER://k1:9093\n",
    )


def main_pid(host, number: int) -> None:
    host.run = lambda _argv: Completed(0, f"{number}\n", "")


def runs(host, *ports: int) -> None:
    """Kafka is process 42 and listens at *ports*; another process, and a connection of its own, have other ones."""
    host.untuned()
    main_pid(host, 42)
    os.makedirs(host.real("/proc/42/fd"), exist_ok=True)
    for number, link in enumerate(["/dev/null", "socket:[99]", *(f"socket:[{port}]" for port in ports)]):
        os.symlink(link, host.real(f"/proc/42/fd/{number}"))
    row = "   0: 00000000000000000000000000000000:{:04X} 0:0000 {} 00000000:00000000 00:00000000 00000000  1 0 {} 1\n"
    mine = "".join(row.format(port, "0A", port) for port in ports)
    host.put("/proc/42/net/tcp6", TABLE + mine + row.format(22, "0A", 98) + row.format(40000, "01", 99))
    host.put("/proc/42/net/tcp", TABLE)


def test_a_host_without_a_server_listens_nowhere(host) -> None:
    assert listening.addresses(host) == {}


@pytest.mark.parametrize("running", [True, False])
def test_a_server_listens_where_the_file_that_it_has_read_says(host, running: bool) -> None:
    main_pid(host, 0)
    if running:
        runs(host, 9091, 9092, 9093)
    file(host, 9092)
    assert listening.addresses(host) == {
        "CLIENT": ["k1:9092"],
        "BROKER": ["[fd00::1]:9091"],
        "CONTROLLER": ["k1:9093"],
    }


def test_a_server_that_has_not_read_its_file_may_listen_at_any_port_that_it_has_open(host) -> None:
    runs(host, 9091, 9092, 9093, 7071)
    file(host, 9192, 9191)
    assert listening.addresses(host) == {
        "CLIENT": ["k1:7071", "k1:9091", "k1:9092"],
        "BROKER": ["[fd00::1]:7071", "[fd00::1]:9091", "[fd00::1]:9092"],
        "CONTROLLER": ["k1:9093"],
    }


def test_a_port_that_another_listener_is_to_have_does_not_hide_where_the_servers_meet_now(host) -> None:
    runs(host, 9091, 9092, 9093)
    file(host, 9091, 9090)
    assert listening.addresses(host) == {
        "CLIENT": ["k1:9091", "k1:9092"],
        "BROKER": ["[fd00::1]:9091", "[fd00::1]:9092"],
        "CONTROLLER": ["k1:9093"],
    }


def test_a_server_that_is_restarted_listens_at_the_ports_of_its_file(host) -> None:
    assert listening.ports(host) == {}
    runs(host, 9091, 9092, 9093)
    file(host, 9192, 9191)
    assert listening.ports(host) == {"CLIENT": 9192, "BROKER": 9191, "CONTROLLER": 9093}


def test_a_process_has_the_ports_that_it_listens_at_and_no_others() -> None:
    with socket.socket() as one, socket.socket(socket.AF_INET6) as other, socket.socket() as silent:
        for listener, address in ((one, "127.0.0.1"), (other, "::1"), (silent, "127.0.0.1")):
            listener.bind((address, 0))
        one.listen()
        other.listen()
        found = sockets.listening_ports(Host(), str(os.getpid()))
        assert {one.getsockname()[1], other.getsockname()[1]} <= found
        assert silent.getsockname()[1] not in found


@pytest.mark.parametrize("running", [True, False])
def test_the_port_of_a_controller_is_kept(host, running: bool) -> None:
    file(host, 9092)
    if running:
        runs(host, 9091, 9092, 9093)
    listening.check_controller(host, 9093)
    with pytest.raises(GroundworkError) as raised:
        listening.check_controller(host, 9193)
    assert str(raised.value).startswith(f"The controller of this host listens at port 9093 ({PROPERTIES}), and kafka_")
    assert "have it changed by the playbook groundwork.kafka.change_ports, or" in str(raised.value)
    assert str(raised.value).endswith("set kafka_controller_port back to 9093.")


def test_a_server_that_is_no_controller_yet_may_have_any_port(host) -> None:
    listening.check_controller(host, 9193)
    host.put(PROPERTIES, "listeners=CLIENT://:9092\n")
    listening.check_controller(host, 9193)


PORTS = {"zookeeper_client_port": 2181, "zookeeper_peer_port": 2888, "zookeeper_election_port": 3888}


@pytest.fixture
def ensemble(host):
    """A ZooKeeper server of three that runs."""
    main_pid(host, 7)
    host.put(ZOO_CFG, "clientPort=2181\nserver.1=z1:2888:3888\nserver.2=[fd00::2]:2888:3888;2181\n")
    return host


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_ports_of_a_zookeeper_server_as_it_runs(ensemble, number: int) -> None:
    listening.check_zookeeper(ensemble, number, PORTS)


@pytest.mark.parametrize(("number", "name"), [(1, name) for name in PORTS] + [(2, name) for name in PORTS])
def test_the_ports_of_zookeeper_are_not_changed_one_server_at_a_time(ensemble, number: int, name: str) -> None:
    wanted = {**PORTS, name: 4711}
    with pytest.raises(GroundworkError) as raised:
        listening.check_zookeeper(ensemble, number, wanted)
    said = str(raised.value)
    assert said.startswith(f"ZooKeeper runs on this host with port {PORTS[name]} ({ZOO_CFG}), and {name} is 4711: ")
    assert said.endswith(f"have it changed by the playbook groundwork.kafka.change_ports, or set {name} back.")
    main_pid(ensemble, 0)  # where none runs, nobody is looked for
    listening.check_zookeeper(ensemble, number, wanted)


def test_the_port_with_tls_is_the_one_of_clients(ensemble) -> None:
    ensemble.put(ZOO_CFG, "secureClientPort=2281\n")
    with pytest.raises(GroundworkError, match="with port 2281"):
        listening.check_zookeeper(ensemble, 1, PORTS)


@pytest.mark.parametrize("name", ["k1", "K1", ""])
def test_a_controller_that_is_called_as_before_stays(host, name: str) -> None:
    file(host, 9092)
    listening.check_controller(host, 9093, name)


def test_the_name_of_a_controller_is_kept(host) -> None:
    file(host, 9092)
    with pytest.raises(GroundworkError) as raised:
        listening.check_controller(host, 9093, "10.0.0.1")
    assert str(raised.value).startswith(f"The others know the controller of this host by k1 ({PROPERTIES}), and kafka_")
    assert str(raised.value).endswith(
        "have both names lead to this host and run the playbook groundwork.kafka.change_ports, or set kafka_host back "
        "to k1."
    )


@pytest.mark.parametrize(("name", "known"), [("k1", ""), ("K1", ""), ("", ""), ("c1", "k1")])
def test_a_controller_is_known_by_the_name_in_its_file(host, name: str, known: str) -> None:
    assert listening.renamed(host, name) == ""
    file(host, 9092)
    assert listening.renamed(host, name) == known


@pytest.mark.parametrize("wanted", [[], ["c1:9093"], ["c1:9093", "[fd00::2]:9093", "c3:9193"], ["c4:9193"]])
def test_controllers_that_come_and_go_have_ports_of_their_own(host, wanted: list[str]) -> None:
    host.put(PROPERTIES, "controller.quorum.bootstrap.servers=c1:9093,[fd00::2]:9093\n")
    listening.check_controllers(host, wanted)


@pytest.mark.parametrize("name", ["c1", "[fd00::2]"])
def test_a_broker_is_not_sent_to_a_port_at_which_its_controller_does_not_listen(host, name: str) -> None:
    host.put(PROPERTIES, "controller.quorum.bootstrap.servers=c1:9093,[fd00::2]:9093\n")
    with pytest.raises(GroundworkError, match=r"listens at port 9093 .* set kafka_controller_port back to 9093\."):
        listening.check_controllers(host, [f"{name}:9193"])


def test_the_port_with_tls_of_a_controller_is_kept_while_its_cluster_gets_security(host) -> None:
    """No playbook changes it; and the one of CONTROLLER is another."""
    listening.check_controller_over_tls(host, 9293)  # where there is none yet
    host.put(PROPERTIES, "listeners=CONTROLLER://:9093,CONTROLLER_TLS://:9193\n")
    listening.check_controller_over_tls(host, 9193)
    with pytest.raises(GroundworkError) as raised:
        listening.check_controller_over_tls(host, 9293)
    assert str(raised.value) == (
        f"The controller of this host listens for TLS at port 9193 ({PROPERTIES}), and kafka_secure_controller_port is "
        "9293, where servers that run would not find it; set kafka_secure_controller_port back to 9193."
    )


def test_a_broker_that_asks_controllers_over_tls_is_told_of_that_port(host) -> None:
    host.put(PROPERTIES, "controller.quorum.bootstrap.servers=c1:9193\n")
    listening.check_controllers(host, ["c1:9193"], over_tls=True)
    with pytest.raises(GroundworkError) as raised:
        listening.check_controllers(host, ["c1:9293"], over_tls=True)
    assert str(raised.value).endswith("would not find it; set kafka_secure_controller_port back to 9193.")


def test_a_port_of_another_process_is_refused(host) -> None:
    runs(host, 9091, 9092)
    host.put("/proc/self/net/tcp6", TABLE + "   0: 0:2387 0:0 01 0:0 0:0 0 0 0 1 1 1\n")
    row = "   0: 0100007F:{:04X} 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1 0 {} 1\n"
    table = TABLE + "".join(row.format(port, port) for port in (9091, 9092, 2181))
    for path in ("/proc/self/net/tcp", "/proc/77/net/tcp"):
        host.put(path, table)
    host.put("/proc/77/comm", "java\n")
    os.makedirs(host.real("/proc/77/fd"))
    os.symlink("socket:[2181]", host.real("/proc/77/fd/5"))
    listening.check_free(host, "kafka", {"kafka_port": 9091, "kafka_broker_port": 9095})  # its own, and a free one
    with pytest.raises(GroundworkError) as raised:
        listening.check_free(host, "kafka", {"kafka_port": 2181})
    assert str(raised.value).startswith("Port 2181, which kafka_port is, is taken on this host by process 77 (java)")
    host.put(PROPERTIES, "listeners=CLIENT://:2181\n")  # as when its process was started by somebody else
    listening.check_free(host, "kafka", {"kafka_port": 2181})
    main_pid(host, 0)
    with pytest.raises(GroundworkError, match="so zookeeper would not start"):
        listening.check_free(host, "zookeeper", {"zookeeper_client_port": 2181})
    host.put(ZOO_CFG, "clientPort=2181\n")
    listening.check_free(host, "zookeeper", {"zookeeper_client_port": 2181})


def test_an_exporter_listens_where_the_host_can(host) -> None:
    main_pid(host, 0)
    listening.check_exporter(host, "kafka", None)
    listening.check_exporter(host, "kafka", {"host": "127.0.0.1", "port": 7071})
    for port in (0, 65536):
        with pytest.raises(GroundworkError, match="kafka_exporter_port"):
            listening.check_exporter(host, "kafka", {"host": "127.0.0.1", "port": port})
    for address in ("192.0.2.1", "no-such-name.invalid"):
        with pytest.raises(GroundworkError) as raised:
            listening.check_exporter(host, "zookeeper", {"host": address, "port": 7072})
        assert str(raised.value).startswith(f"zookeeper_exporter_host is {address}, where this host can't listen (")


@pytest.fixture
def elsewhere():
    """Where something listens, as HOST:PORT."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_the_number_of_a_zookeeper_that_still_runs_elsewhere_is_refused(host, elsewhere: str) -> None:
    main_pid(host, 0)
    with pytest.raises(GroundworkError) as raised:
        listening.check_zookeeper_double(host, 3, ["127.0.0.1:1", elsewhere])
    assert str(raised.value).startswith(f"ZooKeeper server 3 still runs, at {elsewhere}, where zoo.cfg of the other")
    assert "(systemctl disable --now zookeeper) and run the playbook again" in str(raised.value)
    listening.check_zookeeper_double(host, 3, ["127.0.0.1:1"])
    main_pid(host, 42)
    host.put(ZOO_CFG, "")
    listening.check_zookeeper_double(host, 3, [elsewhere])
