# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates that processes use, in made-up hosts with real listeners on loopback that speak TLS."""

from __future__ import annotations

import contextlib
import datetime
import os
import socket
from dataclasses import replace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import certificates as audit_certificates
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server.java_command import JavaCommand
from ansible_collections.groundwork.kafka.plugins.module_utils.server.running import (
    BROKER,
    CONTROLLER,
    ZOOKEEPER,
    Server,
)
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_listener, fake_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_servers import BOOTED, KAFKA

STARTED = BOOTED + 100
BEFORE, AFTER = STARTED - 50, STARTED + 5000
NOW = STARTED + 10000
KEYSTORE, RECORD = "/etc/kafka/keystore.pem", "/run/groundwork-kafka.pem"


def pem(days):
    """A key and a certificate that is valid for so many days from NOW on."""
    return fake_listener.pem(NOW + days * 86400)


OLD, NEW = pem(5), pem(300)


@pytest.fixture
def host(host):
    fake_servers.boot(host)
    fake_servers.run(host, 42, KAFKA)
    return host


def put(host, path, text, when):
    host.put(path, text)
    os.utime(host.real(path), (when, when))


def server(kind=BROKER, **properties):
    given = {key.replace("_", "."): value for key, value in properties.items()}
    return Server(
        kind, "42", JavaCommand("java", (), (), "kafka.Kafka", ()), "kafka", started=STARTED, properties=given
    )


def kraft(kind=BROKER, **more):
    return server(
        kind,
        process_roles=kind,
        controller_listener_names="CONTROLLER",
        listener_security_protocol_map="CLIENT:SASL_SSL,BROKER:SSL,CONTROLLER:SSL,OPEN:PLAINTEXT",
        ssl_keystore_location=KEYSTORE,
        **more,
    )


def seen(host, one):
    """Status, what is in use and what is in the file, and ids of findings, by path."""
    return {
        found.row["name"]: (
            found.row["status"],
            found.row["effective"],
            found.row["persisted"],
            [(finding["id"], finding["severity"]) for finding in found.findings],
        )
        for found in audit_certificates.observe(host, one, NOW)
    }


def until(days):
    moment = datetime.datetime.fromtimestamp(NOW + days * 86400, datetime.timezone.utc)
    return f"until {moment:%Y-%m-%dT%H:%M:%SZ}"


SOON, LATE = until(5), until(300)


@contextlib.contextmanager
def listening(folder, text, required=False):
    """A listener of process 42 of the host below *folder*."""
    with contextlib.ExitStack() as stack:
        port, saw = stack.enter_context(fake_listener.listening(folder, text, required))
        fake_servers.listen(Host(str(folder)), 42, port)
        yield port, saw


def test_what_a_listener_presents_is_what_its_process_uses(host, tmp_path):
    put(host, KEYSTORE, NEW, BEFORE)
    with listening(tmp_path, NEW) as (port, _saw):
        found = seen(host, kraft(listeners=f"CLIENT://127.0.0.1:{port},OPEN://:1"))
    assert found == {
        "kafka listener CLIENT": ("in_effect", LATE, LATE, []),
        "kafka to controllers": ("in_effect", LATE, LATE, []),
    }


def test_a_renewed_keystore_is_not_what_a_process_in_kraft_connects_with(host, tmp_path):
    put(host, KEYSTORE, NEW, AFTER)
    put(host, RECORD, OLD.partition("-----END PRIVATE KEY-----\n")[2], STARTED - 1)
    with listening(tmp_path, NEW) as (port, _saw):
        found = seen(host, kraft(listeners=f"CLIENT://localhost:{port}"))
    assert found["kafka listener CLIENT"] == ("in_effect", LATE, LATE, [])
    assert found["kafka to controllers"] == ("pending_restart", SOON, LATE, [("certificate_expires", "high")])


def test_a_listener_that_was_not_told_of_a_renewed_keystore(host, tmp_path):
    put(host, KEYSTORE, NEW, AFTER)
    with listening(tmp_path, OLD) as (port, _saw):
        found = seen(host, kraft(CONTROLLER, listeners=f"CONTROLLER://:{port}"))
    assert found["kafka listener CONTROLLER"] == ("pending_restart", SOON, LATE, [("certificate_expires", "high")])


@pytest.mark.parametrize("record", [None, (OLD, STARTED - 500), (OLD, STARTED + 500), ("", STARTED - 1)])
def test_where_nobody_knows_it_is_said(host, record):
    put(host, KEYSTORE, NEW, AFTER)
    if record:
        put(host, RECORD, *record)
    assert seen(host, kraft()) == {
        "kafka to controllers": ("pending_restart", None, LATE, [("certificate_not_known", "high")])
    }


def test_a_certificate_that_expires_soon_and_was_not_renewed(host):
    put(host, KEYSTORE, OLD, BEFORE)
    (found,) = audit_certificates.observe(host, kraft(), NOW)
    assert (found.row["status"], [one["id"] for one in found.findings]) == ("drifted", ["certificate_expires"])
    assert "ask for a renewed one" in str(found.findings[0]["remedy"])
    assert found.row["persisted_at"] == f"{KEYSTORE}:6"


def test_another_certificate_of_the_same_length_is_a_smaller_matter(host):
    put(host, KEYSTORE, pem(300), AFTER)
    put(host, RECORD, NEW, STARTED - 1)
    assert seen(host, kraft())["kafka to controllers"][3] == [("certificate_not_in_use", "medium")]


def test_a_keystore_that_was_written_again_with_the_same_certificate_is_in_use(host):
    put(host, KEYSTORE, NEW, AFTER)
    put(host, RECORD, NEW, STARTED - 1)
    assert seen(host, kraft())["kafka to controllers"] == ("in_effect", LATE, LATE, [])


def test_a_link_that_leads_to_a_renewed_keystore(host):
    fake_servers.link(host, KEYSTORE, "live/keystore.pem")
    os.utime(host.real(KEYSTORE), (BEFORE, BEFORE), follow_symlinks=False)
    put(host, "/etc/kafka/live/keystore.pem", NEW, AFTER)
    assert seen(host, kraft())["kafka to controllers"][0] == "pending_restart"


def test_a_java_keystore_is_not_read_and_a_listener_tells_what_it_holds(host, tmp_path):
    put(host, KEYSTORE, "\xfe\xed\xfe\xed", BEFORE)
    assert seen(host, kraft())["kafka to controllers"] == ("unavailable", None, None, [])
    with listening(tmp_path, OLD) as (port, _saw):
        found = seen(host, kraft(CONTROLLER, listeners=f"CONTROLLER://:{port}"))
        assert found["kafka to controllers"] == ("drifted", SOON, None, [("certificate_expires", "high")])
        put(host, KEYSTORE, "\xfe\xed\xfe\xee", AFTER)
        found = seen(host, kraft(CONTROLLER, listeners=f"CONTROLLER://:{port}"))
    assert found["kafka to controllers"] == ("pending_restart", None, None, [("certificate_not_known", "high")])


def test_a_certificate_that_the_dynamic_configuration_names_is_not_pending(host, tmp_path):
    put(host, KEYSTORE, OLD, BEFORE)
    with listening(tmp_path, NEW) as (port, _saw):
        found = seen(host, kraft(listeners=f"BROKER://:{port}"))
    assert found["kafka listener BROKER"] == ("in_effect", LATE, SOON, [])


def test_a_certificate_in_the_configuration_itself(host):
    one = kraft(ssl_keystore_certificate_chain=NEW)
    assert seen(host, one) == {"kafka to controllers": ("in_effect", LATE, LATE, [])}


def test_a_listener_that_does_not_answer_is_told(host):
    put(host, KEYSTORE, NEW, BEFORE)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    (found, _out) = audit_certificates.observe(host, kraft(listeners=f"BROKER://127.0.0.1:{port}"), NOW)
    assert (found.row["status"], found.row["effective"]) == ("unavailable", None)
    assert "presented no certificate" in str(found.row["note"])


def test_a_listener_that_asks_for_a_certificate_counts_no_failed_login(host, tmp_path):
    valid = pem(9000)  # also by the clock of the machine that runs this
    put(host, KEYSTORE, valid, BEFORE)
    with listening(tmp_path, valid, required=True) as (port, saw):
        one = kraft(listeners=f"BROKER://:{port}")
        for _twice in range(2):  # the first was seen once the second is let in
            (status, _used, _stored, _found) = seen(host, one)["kafka listener BROKER"]
            assert status == "in_effect"
    assert set(saw) == {"fine"}


@pytest.mark.parametrize("unreadable", [KEYSTORE, os.path.dirname(KEYSTORE)])
def test_a_keystore_that_its_process_may_not_read_is_not_shown_to_it(host, tmp_path, unreadable):
    """Any user may run what looks like a server, and name the keystore of another one."""
    valid = pem(9000)
    put(host, KEYSTORE, valid, BEFORE)
    os.chmod(host.real(unreadable), 0o700 if unreadable != KEYSTORE else 0o600)
    with listening(tmp_path, valid, required=True) as (port, saw):
        for _twice in range(2):
            seen(host, kraft(listeners=f"BROKER://:{port}"))
    assert saw
    assert "fine" not in saw


@pytest.mark.parametrize("elsewhere", ["the port of another process", "another network"])
def test_nobody_else_is_asked(host, tmp_path, elsewhere):
    """A configuration leads to no other process, and root shows no key there."""
    put(host, KEYSTORE, NEW, BEFORE)
    if elsewhere == "another network":
        fake_servers.link(host, "/proc/42/ns/net", "net:[1]")
        fake_servers.link(host, "/proc/self/ns/net", "net:[2]")
    listener = listening if elsewhere == "another network" else fake_listener.listening
    with listener(tmp_path, NEW) as (port, saw):
        found = seen(host, kraft(listeners=f"BROKER://127.0.0.1:{port}"))
    assert found["kafka listener BROKER"][:2] == ("unavailable", None)
    assert saw == []


def test_a_listener_is_asked_where_its_process_listens(host, tmp_path):
    """That is an address of this host, whatever the configuration names."""
    put(host, KEYSTORE, NEW, BEFORE)
    with listening(tmp_path, NEW) as (port, _saw):
        assert seen(host, kraft(listeners=f"BROKER://192.0.2.1:{port}"))["kafka listener BROKER"][1] == LATE
        fake_servers.listen(host, 42, port, "127.0.0.2")
        found = seen(host, kraft(listeners=f"BROKER://127.0.0.1:{port},CLIENT://127.0.0.2:{port}"))
    assert [found[f"kafka listener {name}"][1] for name in ("BROKER", "CLIENT")] == [LATE, None]


def test_more_listeners_than_a_server_ever_has_are_refused(host):
    with pytest.raises(ValueError, match="65 listeners with TLS, where none has more than 64"):
        audit_certificates.observe(host, kraft(listeners=",".join(f"BROKER://:{n}" for n in range(1, 65))), NOW)


def test_a_pipe_in_the_place_of_the_keystore_keeps_no_audit_waiting(host, tmp_path):
    os.makedirs(os.path.dirname(host.real(KEYSTORE)))
    os.mkfifo(host.real(KEYSTORE))
    with listening(tmp_path, NEW) as (port, _saw):
        found = seen(host, kraft(listeners=f"BROKER://:{port}"))
    assert found["kafka listener BROKER"][1:3] == (LATE, None)


def test_a_broker_with_zookeeper_reads_its_keystore_for_each_connection(host):
    put(host, "/etc/kafka/zk.pem", NEW, AFTER)
    one = server(zookeeper_ssl_client_enable="true", zookeeper_ssl_keystore_location="/etc/kafka/zk.pem")
    assert seen(host, one) == {"kafka to ZooKeeper": ("in_effect", LATE, LATE, [])}


@pytest.mark.parametrize(
    "ports", [{"secureClientPort": "{}"}, {"clientPort": "{}", "client.portUnification": "true"}], ids=["alone", "both"]
)
def test_a_zookeeper_server(host, tmp_path, ports):
    put(host, "/etc/zookeeper/keystore.pem", NEW, AFTER)
    given = {
        "sslQuorum": "true",
        "ssl.keyStore.location": "/etc/zookeeper/keystore.pem",
        "ssl.quorum.keyStore.location": "/etc/zookeeper/keystore.pem",
    }
    with listening(tmp_path, OLD) as (port, _saw):
        own = {key: value.format(port) for key, value in ports.items()}
        found = seen(host, replace(server(ZOOKEEPER), properties={**given, **own}))
    assert found["kafka listener of clients"][:2] == ("pending_restart", SOON)
    assert found["kafka to the quorum"][:2] == ("pending_restart", None)


def test_a_server_in_plaintext_has_no_rows(host):
    assert (
        seen(host, server(listeners="PLAINTEXT://:9092", process_roles="broker", controller_listener_names="C")) == {}
    )
