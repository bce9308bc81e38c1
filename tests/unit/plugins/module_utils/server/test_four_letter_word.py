# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import socket
import threading

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server.four_letter_word import ask, parse_srvr, tls

SRVR = """Zookeeper version: 3.8.4-9316c2a7a97e1666d8f4593f34dd6fc36ecc436c, built on 2024-02-12 22:16 UTC
Latency min/avg/max: 0/0.0/0
Mode: standalone
Node count: 5
"""


@pytest.fixture
def server():
    """A server on loopback that gives each connection the next of its answers; used as ``port = server([...])``."""
    listener = socket.create_server(("127.0.0.1", 0))
    received = []

    def serve(answers):
        for answer in answers:
            try:
                connection, _unused_address = listener.accept()
            except OSError:
                return
            with connection:
                received.append(connection.recv(16))
                connection.sendall(answer.encode())

    def start(answers):
        threading.Thread(target=serve, args=(answers,), daemon=True).start()
        return listener.getsockname()[1]

    start.received = received
    yield start
    listener.close()


def test_a_serving_server_tells_version_and_mode():
    assert parse_srvr(SRVR) == {"version": "3.8.4", "mode": "standalone"}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        pytest.param("", "without an answer", id="closed"),
        pytest.param(
            "This ZooKeeper instance is not currently serving requests\n", "not currently serving", id="no quorum"
        ),
        pytest.param(
            "srvr is not executed because it is not in the whitelist.\n", "not in the whitelist", id="whitelist"
        ),
    ],
)
def test_a_server_that_does_not_serve_gives_its_reason(answer, reason):
    with pytest.raises(ValueError, match=reason):
        parse_srvr(answer)


def test_the_word_is_sent_as_it_is(server):
    port = server([SRVR])
    assert ask("127.0.0.1", port, "srvr") == SRVR
    assert server.received == [b"srvr"]


def test_without_files_nothing_is_asked_over_tls():
    assert tls(None, None) is None


def test_files_that_are_no_certificates_are_named(tmp_path):
    (tmp_path / "keystore.pem").write_text("nonsense")
    with pytest.raises(
        GroundworkError, match=r"keystore.pem and .*truststore.pem, with which ZooKeeper is asked over TLS"
    ):
        tls(str(tmp_path / "keystore.pem"), str(tmp_path / "truststore.pem"))
