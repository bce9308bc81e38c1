# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker of which the client has not heard, because the one that it asked first had not either."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import pytest
from kafka.admin import KafkaAdminClient
from kafka.errors import UnknownBrokerIdError

from spark_validation.patient import Patient


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
