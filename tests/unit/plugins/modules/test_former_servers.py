# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import former_servers

ASKED = {"bootstrap_servers": ["k1:9092"], "client_config": {}, "timeout": 1, "servers": {"4": "k4"}}


@pytest.fixture
def cluster(monkeypatch):
    """A cluster with broker 4, which holds the partitions that are given."""

    def made(*partitions):
        client = SimpleNamespace(
            describe_cluster=lambda: {"brokers": [{"broker_id": 4, "host": "k4", "port": 1, "rack": ""}]}
        )

        @contextmanager
        def connected(**_given):
            yield client

        monkeypatch.setattr(connection, "connected", connected)
        monkeypatch.setattr(former_servers.cluster_state, "partitions", lambda _client: list(partitions))
        monkeypatch.setattr(former_servers.cluster_state, "quorum", lambda _client: None)

    return made


def test_a_broker_that_still_has_partitions_is_refused_and_one_without_is_told(cluster) -> None:
    cluster({"topic": "a", "partition": 0, "replicas": [4]})
    with pytest.raises(GroundworkError, match=r"Broker 4 \(k4\) is not in the inventory any more"):
        former_servers.run(ASKED)
    cluster()
    assert [one["id"] for one in former_servers.run(ASKED)["findings"]] == ["former_broker_runs"]


@pytest.fixture
def unasked(monkeypatch):
    """Run the module where a connection ends with an error."""

    def run(error):
        def connected(**_given):
            raise error

        monkeypatch.setattr(connection, "connected", connected)
        return former_servers.run(ASKED)

    return run


def test_a_cluster_that_refuses_to_tell_is_told(unasked) -> None:
    with pytest.raises(GroundworkError, match="The brokers refuse the user x"):
        unasked(GroundworkError("The brokers refuse the user x."))


def test_a_cluster_that_does_not_answer_is_told_and_may_be_mended(unasked) -> None:
    (one,) = unasked(connection.NoAnswerError("They do not answer."))["findings"]
    assert (one["id"], one["subject"]) == ("former_servers_unknown", "k4 (4), not in the inventory any more")
    assert one["remedy"].endswith("run the playbook again: They do not answer.")


def test_a_cluster_that_cannot_be_asked_is_no_reason_to_end_a_run_that_may_start_it(monkeypatch) -> None:
    library = SimpleNamespace(KafkaAdminClient=dict, errors=SimpleNamespace(KafkaError=OSError))
    monkeypatch.setattr(connection, "library", lambda: library)
    monkeypatch.setattr(connection.reachable, "refusal", lambda *_where: "Connection refused")
    assert former_servers.run(ASKED) == {"changed": False, "findings": []}
