# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Brokers of which the client has not heard, because the one that it asked first had not either, or that are gone."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import pytest
from kafka.admin import KafkaAdminClient
from kafka.errors import (
    CoordinatorLoadInProgressError,
    CoordinatorNotAvailableError,
    KafkaConnectionError,
    KafkaError,
    KafkaTimeoutError,
    NodeNotReadyError,
    UnknownBrokerIdError,
)

from spark_validation.cluster.patient import Patient
from tests.servers.server import free_port


@pytest.fixture
def forgetful(bootstrap_servers: str) -> Iterator[KafkaAdminClient]:
    client = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    known = client._manager.cluster._brokers
    known[7] = copy(known.pop(1))
    known[7].node_id = 7
    yield client
    client.close()


def test_it_is_asked_all_the_same(forgetful: KafkaAdminClient) -> None:
    with pytest.raises(UnknownBrokerIdError):
        forgetful.describe_log_dirs([], brokers=[1])
    (answer,) = Patient(forgetful, 10).describe_log_dirs([], brokers=[1])
    assert answer["broker"] == 1


def test_one_that_never_comes_is_not_waited_for_for_ever(forgetful: KafkaAdminClient) -> None:
    with pytest.raises(UnknownBrokerIdError):
        Patient(forgetful, 0.5).describe_log_dirs([], brokers=[9])


@pytest.fixture
def misled(bootstrap_servers: str) -> Iterator[KafkaAdminClient]:
    """A client of a cluster that still shows four brokers which were killed."""
    client = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    known = client._manager.cluster._brokers
    for number in range(2, 6):
        known[number] = copy(known[1])
        known[number].node_id, known[number].port = number, free_port()
    yield client
    client.close()


def test_one_that_is_gone_is_not_all_there_is_to_ask(misled: KafkaAdminClient) -> None:
    with pytest.raises(KafkaConnectionError, match="ECONNREFUSED"):
        misled.describe_log_dirs([], brokers=[2])
    for _question in range(20):
        assert [one["broker_id"] for one in Patient(misled, 10).describe_cluster()["brokers"]] == [1]


@pytest.mark.parametrize(("method", "asked"), [("list_topics", True), ("create_topics", False)])
def test_only_what_changes_nothing_is_asked_twice(method: str, asked: bool) -> None:
    class Lost:
        """A client whose first connection is lost after it has asked."""

        def __init__(self) -> None:
            self.asked = 0
            self._manager = self.cluster = self
            self.refresh_metadata = None

        def run(self, _what: None) -> None:
            """Refresh."""

        def list_topics(self) -> int:
            self.asked += 1
            if self.asked == 1:
                raise KafkaConnectionError("closed")
            return self.asked

        create_topics = list_topics

    client = Lost()
    if asked:
        assert getattr(Patient(client, 10), method)() == 2
    else:
        with pytest.raises(KafkaConnectionError):
            getattr(Patient(client, 10), method)()
        assert client.asked == 1


@pytest.mark.parametrize("passing", [CoordinatorNotAvailableError, CoordinatorLoadInProgressError])
def test_a_group_whose_coordinator_is_not_ready_yet_is_asked_about_again(passing: type[KafkaError]) -> None:
    class Choosing:
        """A client of a cluster that was never asked about a group."""

        def __init__(self) -> None:
            self.asked = 0
            self._manager = self.cluster = self
            self.refresh_metadata = None

        def run(self, _what: None) -> None:
            """Refresh."""

        def alter_group_offsets(self) -> str:
            self.asked += 1
            if self.asked == 1:
                raise passing
            return "done"

    assert Patient(Choosing(), 10).alter_group_offsets() == "done"
    with pytest.raises(passing):
        Patient(Choosing(), -1).alter_group_offsets()


def test_brokers_that_stay_away_are_not_told_by_a_number_alone() -> None:
    class Away:
        """A client whose only broker is gone."""

        def __init__(self) -> None:
            self._manager = self.cluster = self
            self.refresh_metadata = None

        def run(self, _what: None) -> None:
            """Refresh."""

        def delete_topics(self) -> None:
            raise NodeNotReadyError(1)

    with pytest.raises(KafkaTimeoutError):
        Patient(Away(), 0.2).delete_topics()
