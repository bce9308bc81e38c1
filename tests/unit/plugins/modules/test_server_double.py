# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a cluster is asked; tests/admin asks real ones."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import server_double

ASKED = {
    "bootstrap_servers": ["k1:9092"],
    "client_config": {},
    "timeout": 1,
    "number": 3,
    "roles": ["broker", "controller"],
    "host": "k4",
    "ports": [9092, 9093],
    "directories": [],
}
VOTER = {"id": 3, "directory_id": None, "records_behind": 0, "seconds_behind": 0.5}
QUORUM = {"leader_id": 1, "voters": [VOTER], "observers": []}


@pytest.fixture
def port():
    """Where something listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def cluster(monkeypatch):
    """A cluster with broker 3 at a port of loopback, and a quorum."""

    def made(port, quorum=None):
        node = {"node_id": 3, "listeners": [{"name": "CONTROLLER", "host": "k3", "port": 9093}]}
        client = SimpleNamespace(
            describe_cluster=lambda: {
                "brokers": [{"broker_id": 3, "host": "127.0.0.1", "port": port, "rack": ""}] if port else []
            },
            describe_metadata_quorum=lambda: {"nodes": [node]},
        )

        @contextmanager
        def connected(**given):
            assert sorted(given) == ["bootstrap_servers", "client_config", "timeout"]
            yield client

        def answer(_client):
            if isinstance(quorum, Exception):
                raise quorum
            return quorum

        monkeypatch.setattr(connection, "connected", connected)
        monkeypatch.setattr(server_double.cluster_state, "quorum", answer)
        monkeypatch.setattr(server_double, "_SETTLE_SECONDS", 0)

    return made


def test_a_broker_that_answers_elsewhere_is_refused(cluster, port: int) -> None:
    cluster(port)
    with pytest.raises(GroundworkError, match=rf"^Broker 3 still runs, at 127\.0\.0\.1:{port}, and this host"):
        server_double.run(ASKED)
    server_double.run({**ASKED, "roles": ["controller"]})
    assert server_double.run({**ASKED, "host": "127.0.0.1", "ports": [port]}) == {"changed": False}


def test_one_that_does_not_answer_any_more_is_none(cluster) -> None:
    cluster(1)
    assert server_double.run(ASKED) == {"changed": False}


def test_a_controller_that_fetches_elsewhere_is_refused(cluster) -> None:
    cluster(0, QUORUM)
    with pytest.raises(GroundworkError, match=r"^Controller 3 still runs, at k3:9093, and this host"):
        server_double.run(ASKED)
    assert server_double.run({**ASKED, "roles": ["broker"]}) == {"changed": False}


def test_a_quorum_that_this_run_is_to_start_holds_no_run(cluster) -> None:
    cluster(0, GroundworkError("It does not answer."))
    assert server_double.run(ASKED) == {"changed": False}


def test_one_that_was_stopped_a_moment_ago_is_waited_for(cluster, monkeypatch) -> None:
    cluster(0)
    answers = iter([QUORUM, {**QUORUM, "voters": [{**VOTER, "seconds_behind": 4.0}]}])
    monkeypatch.setattr(server_double.cluster_state, "quorum", lambda _client: next(answers))
    monkeypatch.setattr(server_double, "_SETTLE_SECONDS", 60)
    monkeypatch.setattr(server_double.waiting, "PAUSE_SECONDS", 0)
    assert server_double.run(ASKED) == {"changed": False}


@pytest.mark.parametrize("error", [connection.NobodyListensError("x"), connection.NoAnswerError("x")])
def test_where_nobody_answers_nobody_can_tell(monkeypatch, error) -> None:
    def connected(**_given):
        raise error

    monkeypatch.setattr(connection, "connected", connected)
    assert server_double.run(ASKED) == {"changed": False}


def test_a_cluster_that_refuses_to_tell_is_told(monkeypatch) -> None:
    def connected(**_given):
        raise GroundworkError("The brokers refuse the user x.")

    monkeypatch.setattr(connection, "connected", connected)
    with pytest.raises(GroundworkError, match="The brokers refuse the user x"):
        server_double.run(ASKED)
