# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a cluster is asked; tests/admin asks real ones."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.modules import quorum_votes

ASKED = {"bootstrap_servers": ["k9:9092"], "timeout": 1, "controllers": {"11": "c1", "13": "c3"}, "joining": False}
PLAIN, SECURED = {}, {"security.protocol": "SSL"}


def replica(number: int):
    return {"id": number, "directory_id": None, "records_behind": 0, "seconds_behind": 0.0}


ONE = {"leader_id": 11, "voters": [replica(11)], "observers": []}
BOTH = {**ONE, "observers": [replica(13)]}


@pytest.fixture
def cluster(monkeypatch):
    """A cluster with the quorums that it tells one after the other, the last of them again and again."""

    def made(*quorums, level: int = 1):
        brokers = [
            {"id": 1, "host": "", "port": -1, "fenced": True},
            {"id": 2, "host": "k2", "port": 1, "fenced": False},
        ]
        left = list(quorums)

        @contextmanager
        def connected(**_given):
            yield None

        monkeypatch.setattr(connection, "connected", connected)
        read = {"brokers": brokers, "features": {"kraft.version": {"finalized": level}}}
        monkeypatch.setattr(quorum_votes.cluster_state, "read", lambda _client: read)
        monkeypatch.setattr(
            quorum_votes.cluster_state, "quorum", lambda _client: left.pop(0) if len(left) > 1 else left[0]
        )
        monkeypatch.setattr(quorum_votes.waiting, "PAUSE_SECONDS", 0)

    return made


@pytest.mark.parametrize(
    ("config", "asked"), [(PLAIN, "/etc/kafka/server.properties"), (SECURED, "/root/add-controller")]
)
def test_one_that_is_heard_of_a_moment_later_is_told(cluster, config, asked: str) -> None:
    cluster(ONE, BOTH)
    (found,) = quorum_votes.run({**ASKED, "client_config": config})["findings"]
    assert found["subject"] == "controller 13 (c3)"
    assert f"--command-config {asked}" in found["remedy"]
    assert "--bootstrap-server k2:1 add-controller" in found["remedy"]


def test_one_that_does_not_run_is_waited_for_and_not_told(cluster, monkeypatch) -> None:
    cluster(ONE)
    monkeypatch.setattr(quorum_votes, "_PATIENCE_SECONDS", 0)
    assert quorum_votes.run({**ASKED, "client_config": PLAIN})["findings"] == []


def test_a_quorum_that_cannot_be_changed_is_left_alone(cluster) -> None:
    cluster(BOTH, level=0)
    assert quorum_votes.run({**ASKED, "client_config": PLAIN})["findings"] == []


@pytest.mark.parametrize("error", [connection.NobodyListensError("x"), connection.NoAnswerError("x")])
def test_where_nobody_answers_nothing_is_told(monkeypatch, error) -> None:
    def connected(**_given):
        raise error

    monkeypatch.setattr(connection, "connected", connected)
    assert quorum_votes.run({**ASKED, "client_config": PLAIN}) == {"changed": False, "findings": []}
