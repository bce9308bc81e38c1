# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import builtins
import logging
import socket
import time

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_listener


@pytest.mark.parametrize(
    ("text", "found"),
    [("kafka1:9092", ("kafka1", 9092)), (" 10.0.0.1:1 ", ("10.0.0.1", 1)), ("[::1]:9092", ("::1", 9092))],
)
def test_addresses(text: str, found) -> None:
    assert connection.address(text) == found


@pytest.mark.parametrize("text", ["kafka1", "kafka1:", ":9092", "kafka1:x", "", "kafka1:0", "kafka1:65536"])
def test_what_is_no_address_is_told(text: str) -> None:
    with pytest.raises(GroundworkError, match="bootstrap_servers"):
        connection.address(text)


def connect(servers, config=None):
    with connection.connected(servers, config or {}, 2):
        pass


def test_the_missing_library_is_told_with_the_command(monkeypatch) -> None:
    real = builtins.__import__

    def import_no_kafka(name, *rest):
        if name.partition(".")[0] == "kafka":
            raise ImportError("No module named 'kafka'")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", import_no_kafka)
    with pytest.raises(GroundworkError, match=r"-m pip install 'kafka-python>=3\.0\.12,<4'\.\Z"):
        connect(["127.0.0.1:1"])


class Library:
    """What kafka-python does when it gets no answer: it writes the cause down and raises a timeout."""

    class errors:  # noqa: N801 as in the library
        class KafkaError(Exception):
            pass

    class SaslAuthenticationFailedError(errors.KafkaError):
        pass

    def __init__(self, cause) -> None:
        self.cause = cause

    def KafkaAdminClient(self, **options):  # noqa: N802
        logging.getLogger("kafka.net.manager").warning("Bootstrap to %s failed: %s (%.2f)", "b", self.cause, 0.1)
        raise self.errors.KafkaError(f"Unable to bootstrap from {options['bootstrap_servers']}")


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_wrong_password_is_told_as_such_and_not_shown(monkeypatch, port: int) -> None:
    monkeypatch.setattr(connection, "library", lambda: Library(Library.SaslAuthenticationFailedError("wrong")))
    config = {
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.jaas.config": 'x.ScramLoginModule required username="alice" password="hidden";',
    }
    with pytest.raises(GroundworkError) as raised:
        connect([f"127.0.0.1:{port}"], config)
    assert str(raised.value) == (
        f"The brokers at 127.0.0.1:{port} refuse the user alice: the password is wrong, or there is no such user; "
        "check sasl.jaas.config."
    )


def test_a_port_that_does_not_answer_is_told_with_the_cause(monkeypatch, port: int) -> None:
    monkeypatch.setattr(connection, "library", lambda: Library(OSError("Handshake failed")))
    with pytest.raises(GroundworkError, match=r"over PLAINTEXT within 2 seconds \(Handshake failed\); check that"):
        connect([f"127.0.0.1:{port}"])


def test_brokers_whose_certificates_have_expired_are_told_with_the_way(tmp_path) -> None:
    text = fake_listener.pem(time.time() - 60)
    config = {"security.protocol": "SSL", "ssl.truststore.type": "PEM", "ssl.truststore.certificates": text}
    sentence = r"has expired, so nobody connects .* systemctl restart kafka there.* five minutes to stop.*, then the"
    with fake_listener.listening(tmp_path, text) as (port, _saw), pytest.raises(GroundworkError, match=sentence):
        connect([f"127.0.0.1:{port}"], config)


def test_no_server_is_told() -> None:
    with pytest.raises(GroundworkError, match="bootstrap_servers is empty"):
        connect([])


def test_closed_ports_are_told_with_their_reasons() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = free.getsockname()[1]
        with pytest.raises(GroundworkError) as raised:
            connect([f"127.0.0.1:{closed}"])
    assert str(raised.value).startswith(f"No broker accepts connections (127.0.0.1:{closed}: Connection refused);")


class NoRightError(Exception):
    pass


NoRightError.__name__ = "ClusterAuthorizationFailedError"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (NoRightError(), "The cluster refuses this to its user (ClusterAuthorizationFailedError)"),
        (Exception("two\nlines"), "The cluster did not do what it was asked (two lines)"),
        (ValueError(), "The cluster did not do what it was asked (ValueError)"),
    ],
)
def test_what_the_cluster_refuses_is_a_sentence(error: Exception, sentence: str) -> None:
    assert str(connection.failure(error)).startswith(sentence)
