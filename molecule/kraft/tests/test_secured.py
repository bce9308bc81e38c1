# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Who is let in by a secured quorum and its brokers, and who is not."""

import os
import re
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import lab_brokers
import pytest
from kafka import KafkaAdminClient, KafkaProducer
from kafka.admin import NewTopic
from kafka.errors import KafkaError, TopicAuthorizationFailedError
from lab_brokers import TLS, trusting

OURS = Path(os.environ["MOLECULE_PROJECT_DIRECTORY"])
CLIENT, BROKER, CONTROLLER = 9092, 9091, 9093
# A request for versions, which a server without TLS would answer.
VERSIONS = b"\0\0\0\x0a\0\x12\0\0\0\0\0\1\xff\xff"


@pytest.fixture
def login(brokers):
    """The options of kafka-python to log in to one node as a user."""
    return lambda number, user, password: lab_brokers.login(brokers[number], user, password)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_broker_lets_a_user_in_who_sees_what_a_rule_allows(login, number, admin):
    user = KafkaAdminClient(**login(number, "nobody", "planted-nobody-password"), bootstrap_timeout_ms=15000)
    assert (user.list_topics(), "groundwork-test-upgrade" in admin.list_topics()) == ([], True)
    user.close()


@pytest.mark.parametrize(("name", "password"), [("nobody", "planted-validation-password"), ("who", "x")])
def test_a_wrong_password_or_user_is_refused(login, name, password):
    with pytest.raises(KafkaError):
        KafkaAdminClient(**login(1, name, password), bootstrap_timeout_ms=15000)


def test_a_user_does_not_what_no_rule_allows(login):
    nobody = KafkaProducer(**login(2, "nobody", "planted-nobody-password"), max_block_ms=15000)
    with pytest.raises(TopicAuthorizationFailedError):
        nobody.send("groundwork-test-upgrade", b"record").get(timeout=15)
    nobody.close(5)
    validation = KafkaAdminClient(**login(3, "validation", "planted-validation-password"))
    with pytest.raises(TopicAuthorizationFailedError):
        validation.create_topics([NewTopic("others-1", 1, 1)])
    validation.close()


def converse(address, context):
    """What the server at *address* says to a request; nothing where it closes the connection."""
    plain = socket.create_connection(address, timeout=10)
    try:
        with plain, context.wrap_socket(plain, server_hostname=address[0]) if context else plain as connection:
            connection.sendall(VERSIONS)
            return connection.recv(4096)
    except (ssl.SSLError, ConnectionError):
        return b""


@pytest.mark.parametrize("port", [CLIENT, BROKER, CONTROLLER])
def test_plaintext_is_refused(nodes, port):
    said = converse((nodes[1], port), None)
    assert not said or said[:1] == b"\x15", "a TLS alert at most"


@pytest.mark.parametrize("port", [BROKER, CONTROLLER])
def test_no_server_is_reached_without_a_certificate(nodes, port):
    context = trusting()
    assert converse((nodes[2], port), context) == b""
    context.load_cert_chain(TLS / "operator.pem")
    assert converse((nodes[2], port), context)[4:8] == VERSIONS[8:12]


def test_the_unit_is_exposed_little_and_only_it_reads_its_keys(host):
    shown = host.run("systemd-analyze security --no-pager kafka.service").stdout
    assert float(re.search(r"Overall exposure level for .*: ([0-9.]+)", shown).group(1)) < 4.0
    for name in ("keystore.pem", "truststore.pem"):
        file = host.file(f"/etc/kafka/{name}")
        assert (file.user, file.group, oct(file.mode)) == ("root", "kafka", "0o640")


def presented(address):
    """The certificate, in DER, that the server at *address* presents to the operator."""
    context = trusting()
    context.load_cert_chain(TLS / "operator.pem")
    with context.wrap_socket(socket.create_connection(address, 10), server_hostname=address[0]) as connection:
        return connection.getpeercert(binary_form=True)


def test_a_renewed_certificate_reaches_every_server_by_a_restart_on_all_its_ways(nodes, name, machine, playbook):
    ports = [(3, CLIENT), (3, BROKER), (4, CONTROLLER)]
    show = "systemctl show --property MainPID --value kafka"

    def see():
        return {(number, port): presented((nodes[number], port)) for number, port in ports}

    before, processes = see(), {number: machine(number).check_output(show) for number in nodes}
    renewed = [f"{name(number)}={nodes[number]}" for number in (3, 4)]
    subprocess.run([sys.executable, OURS / "lab" / "certificates", "--renew", TLS, *renewed], check=True, timeout=60)
    code, said = playbook("site", "--skip-tags=smoke_test")
    assert code == 0, said
    after = see()
    assert after[3, CLIENT] == after[3, BROKER]
    assert not set(before.values()) & set(after.values())
    assert [number for number in nodes if machine(number).check_output(show) != processes[number]] == [3, 4]
    for number in (3, 4):  # what it connects to the controllers with
        kept = machine(number).file("/run/groundwork-kafka.pem")
        assert (kept.user, kept.content_string) == ("root", (TLS / f"{name(number)}.pem").read_text())
