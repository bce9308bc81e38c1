# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A topic that was made a moment ago, of which not every broker has heard: each question may go to another one."""

from __future__ import annotations

from typing import Any, Iterator
from uuid import uuid4

import pytest
from kafka.errors import UnknownTopicOrPartitionError

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import ClientConfig, Connection
from spark_validation.core.errors import CouldNotRunError

PARTITIONS = 2


@pytest.fixture
def cluster(bootstrap_servers: str) -> Iterator[Cluster]:
    with Cluster(Connection(bootstrap_servers, ClientConfig())) as connected:
        yield connected


@pytest.fixture
def topic(cluster: Cluster) -> Iterator[str]:
    name = f"heard-of-late-{uuid4()}"
    cluster.create(name, PARTITIONS, 1)
    yield name
    cluster.delete(name)


def behind(monkeypatch: pytest.MonkeyPatch, cluster: Cluster, answers: int) -> None:
    """Let so many answers of each kind be those of a broker that has not heard of any topic yet."""
    with cluster.asking("be made to answer late") as admin:
        described, listed = admin.describe_topics, admin.list_partition_offsets
        late = {"describe": answers, "list": answers}

        def describe(topics: list[str]) -> Any:
            late["describe"] -= 1
            unheard = [{"error_code": UnknownTopicOrPartitionError.errno, "partitions": []}]
            return unheard if late["describe"] >= 0 else described(topics)

        def offsets(*asked: Any) -> Any:
            late["list"] -= 1
            if late["list"] >= 0:
                raise UnknownTopicOrPartitionError
            return listed(*asked)

        monkeypatch.setattr(admin, "describe_topics", describe)
        monkeypatch.setattr(admin, "list_partition_offsets", offsets)


def test_it_is_asked_for_until_it_is_known(cluster: Cluster, topic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for question, answer in (
        (lambda: cluster.topic_info(topic).identity.partitions, PARTITIONS),
        (lambda: cluster.identity(topic).partitions, PARTITIONS),
        (lambda: cluster.leaders(topic), {0: 1, 1: 1}),
        (lambda: cluster.offsets(topic), {0: (0, 0), 1: (0, 0)}),
    ):
        with monkeypatch.context() as once:
            behind(once, cluster, 3)
            assert question() == answer


def test_one_that_somebody_else_made_is_believed_to_be_gone(
    topic: str, bootstrap_servers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Cluster(Connection(bootstrap_servers, ClientConfig())) as other:
        assert other.leaders(topic) == {0: 1, 1: 1}
        behind(monkeypatch, other, 1)
        with pytest.raises(CouldNotRunError, match="does not exist"):
            other.offsets(topic)
