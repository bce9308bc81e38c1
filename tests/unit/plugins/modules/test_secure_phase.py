# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import socket

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import process
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.modules import secure_phase

FILE = "/etc/kafka/server.properties"
PLAIN = "listeners=CLIENT://:9092,BROKER://:9091\nlistener.security.protocol.map=CLIENT:PLAINTEXT,BROKER:PLAINTEXT\n"
SERVERS = (
    "listeners=CLIENT://:9092,SECURE://:9094,BROKER://:9091,BROKER_TLS://:9191\ninter.broker.listener.name=BROKER_TLS\n"
    "listener.security.protocol.map=CLIENT:PLAINTEXT,SECURE:SASL_SSL,BROKER:PLAINTEXT,BROKER_TLS:SSL\n"
)
OPENED = SERVERS.replace("name=BROKER_TLS", "name=BROKER")
BOTH, ONE = {"CLIENT": 9092, "SECURE": 9094}, {"SECURE": 9094}
#: Two connections to port 9092, from 10.0.0.5, one to 9094, one that ends, and somebody who listens.
TABLE = """  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100000A:2384 0500000A:C000 01 0:0 0:0 0 0 0 1
   1: 0100000A:2384 0500000A:C001 01 0:0 0:0 0 0 0 2
   2: 0100000A:2386 0600000A:C002 01 0:0 0:0 0 0 0 3
   3: 0100000A:2384 0600000A:C003 06 0:0 0:0 0 0 0 4
   4: 00000000:2384 00000000:0000 0A 0:0 0:0 0 0 0 5
"""


@pytest.fixture
def server(host, monkeypatch):
    """A host whose server runs with the file that is put there, unless the file is newer."""
    host.run = lambda _argv: Completed(0, "7\n", "")
    host.put("/proc/7/net/tcp", TABLE)
    host.newer = False
    monkeypatch.setattr(process, "started_before", lambda *_given: host.newer)
    return host


def run(server, text, phase, ports, **given):
    if text is not None:
        server.put(FILE, text)
    params = {"service": "kafka", "phase": phase, "listeners": ports, "accept_clients": False, "doors": [], **given}
    return secure_phase.run(server, params)


def test_what_comes_next_and_who_is_where_is_told(server) -> None:
    found = run(server, OPENED, "servers", BOTH)
    assert (found["changed"], found["now"], found["due"]) == (False, "opened", ["kafka_secure_phase"])
    assert found["clients"] == {"CLIENT": {"10.0.0.5": 2}, "SECURE": {"10.0.0.6": 1}}
    assert found["summary"] == [
        "security: from opened to servers",
        "CLIENT at port 9092: 2 connections from 10.0.0.5",
        "SECURE at port 9094: 1 connection from 10.0.0.6",
    ]


KEEPERS = {
    "plain": "clientPort=2181\n",
    "opened": "clientPort=2181\nclient.portUnification=true\nsslQuorum=false\n",
    "servers": "clientPort=2181\nclient.portUnification=true\nsslQuorum=true\n",
    "closed": "secureClientPort=2181\nsslQuorum=true\n",
}


@pytest.mark.parametrize(
    ("now", "phase", "due", "said"),
    [
        ("plain", "opened", True, "security: from plain to opened"),
        ("opened", "opened", False, "security: opened"),
        ("servers", "closed", True, "security: from servers to closed"),
        ("closed", "returned", False, "security: closed"),
        ("closed", "ended", False, "security: closed"),
        ("closed", "servers", True, "security: from closed to servers"),
    ],
)
def test_a_zookeeper_server_is_as_it_is_to_stay_before_the_brokers(server, now, phase, due, said) -> None:
    server.put("/etc/zookeeper/zoo.cfg", KEEPERS[now])
    found = run(server, None, phase, {}, service="zookeeper")
    assert (found["now"], bool(found["due"]), found["clients"], found["summary"]) == (now, due, {}, [said])


def test_no_phase_of_a_zookeeper_server_is_left_out(server) -> None:
    with pytest.raises(GroundworkError, match=r"^/etc/zookeeper/zoo.cfg is not on this host, and groundwork.kafka"):
        run(server, None, "opened", {}, service="zookeeper")
    server.put("/etc/zookeeper/zoo.cfg", KEEPERS["opened"])
    with pytest.raises(GroundworkError, match=r"phase opened of getting security \(/etc/zookeeper/zoo.cfg\), and .*"):
        run(server, None, "ended", {}, service="zookeeper")
    server.newer = True
    with pytest.raises(GroundworkError, match=r"still runs as it did before /etc/zookeeper/zoo.cfg was written"):
        run(server, None, "servers", {}, service="zookeeper")


def test_a_server_that_is_there_has_nothing_to_do(server) -> None:
    found = run(server, SERVERS, "servers", BOTH)
    assert (found["due"], found["summary"][0]) == ([], "security: servers")


@pytest.mark.parametrize(
    ("text", "phase", "ports", "sentence"),
    [
        (None, "opened", BOTH, f"{FILE} is not on this host, and groundwork.kafka.secure makes no servers;"),
        (
            PLAIN,
            "servers",
            BOTH,
            "phase plain of getting security .* run the playbook groundwork.kafka.secure with opened",
        ),
        (PLAIN, "ended", ONE, "is ended: no phase can be left out, so run the playbook .* with opened first"),
        (SERVERS, "plain", {"CLIENT": 9092}, "no phase can be left out, so run the playbook .* with opened first"),
        (
            SERVERS,
            "closed",
            ONE,
            "still at the listener CLIENT of this host, .*: 2 connections from 10.0.0.5 at port 9092",
        ),
        (
            OPENED,
            "plain",
            {"CLIENT": 9092},
            "still at the listener SECURE of this host, .*: 1 connection from 10.0.0.6",
        ),
        (PLAIN, "opened", ONE, "The listener CLIENT at port 9092 of this host .* would be closed, moved or renamed on"),
        (PLAIN, "opened", {**ONE, "CLIENT": 9999}, "CLIENT at port 9092 of this host .* from plain to opened; give it"),
        (SERVERS, "servers", {**ONE, "OLD": 9092}, "CLIENT at port 9092 of this host .* in kafka_former_listeners"),
    ],
)
def test_what_would_break_a_cluster_is_refused(server, text, phase, ports, sentence) -> None:
    with pytest.raises(GroundworkError, match=sentence):
        run(server, text, phase, ports)


NOBODY = "\n".join(TABLE.splitlines()[:1])
CLOSED = (
    "listeners=SECURE://:9094,BROKER://:9091,BROKER_TLS://:9191\ninter.broker.listener.name=BROKER_TLS\n"
    "listener.security.protocol.map=SECURE:SASL_SSL,BROKER:SSL,BROKER_TLS:SSL\n"
)


@pytest.mark.parametrize(
    ("text", "phase", "ports", "renamed"),
    [
        (SERVERS, "closed", {"SAFE": 9094}, "SECURE at port 9094"),
        (SERVERS, "closed", {"SAFE": 9095}, "SECURE at port 9094"),
        (SERVERS, "closed", {"SECURE": 9095}, "SECURE at port 9094"),
        (CLOSED, "closed", {"SAFE": 9094}, "SECURE at port 9094"),
        (CLOSED, "returned", {"SAFE": 9094}, "SECURE at port 9094"),
        (CLOSED, "servers", {"CLIENT": 9092, "SAFE": 9094}, "SECURE at port 9094"),
        (OPENED, "plain", {"OLD": 9092}, "CLIENT at port 9092"),
        (OPENED, "plain", {"CLIENT": 9999}, "CLIENT at port 9092"),
    ],
)
def test_a_listener_that_stays_is_not_called_otherwise_on_the_way(server, text, phase, ports, renamed) -> None:
    """Also where nobody is there at that moment, and where those of others may be shut out."""
    server.put("/proc/7/net/tcp", NOBODY)
    with pytest.raises(GroundworkError, match=f"listener {renamed} of this host .* closed, moved or renamed on the"):
        run(server, text, phase, ports, accept_clients=True)


def test_the_port_of_a_former_listener_may_be_taken_once_nobody_is_there(server) -> None:
    both = {**ONE, "SAFE": 9092}
    with pytest.raises(GroundworkError, match="still at the listener CLIENT of this host"):
        run(server, SERVERS, "closed", both)
    server.put("/proc/7/net/tcp", NOBODY)
    assert run(server, SERVERS, "closed", both)["due"] == ["kafka_secure_phase"]


def test_a_secured_listener_in_plain_text_goes_on_the_way_back(server) -> None:
    server.put("/proc/7/net/tcp", NOBODY)
    text = OPENED.replace("SECURE:SASL_SSL", "SECURE:PLAINTEXT")
    assert run(server, text, "plain", {"CLIENT": 9092})["due"] == ["kafka_secure_phase"]


def test_clients_may_be_shut_out_on_purpose(server) -> None:
    assert run(server, SERVERS, "closed", ONE, accept_clients=True)["due"] == ["kafka_secure_phase"]


def test_a_listener_that_nobody_uses_is_closed(server) -> None:
    server.put("/proc/7/net/tcp", NOBODY)
    found = run(server, SERVERS, "closed", ONE)
    assert found["summary"][1] == "CLIENT at port 9092: 0 connections"


def test_a_server_that_was_not_restarted_for_its_phase_stays_in_it(server) -> None:
    server.newer = True
    with pytest.raises(GroundworkError, match=r"still runs as it did before .* with kafka_secure_phase opened, which"):
        run(server, OPENED, "servers", BOTH)
    assert run(server, OPENED, "opened", BOTH)["due"] == []


def test_servers_go_over_to_doors_that_are_open_alone(server) -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{door.getsockname()[1]}"
        with pytest.raises(GroundworkError, match=f"{where}, where servers are to speak TLS .* cannot be reached"):
            run(server, OPENED, "servers", BOTH, doors=[where])
        door.listen()
        assert run(server, OPENED, "servers", BOTH, doors=[where])["due"]
    # They use them already.
    assert run(server, SERVERS, "servers", BOTH, doors=[where])["due"] == []
