# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A user who may do some things with the topics of a run and not others, and topics that are made too late or not."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from kafka.admin import ACLOperation, KafkaAdminClient
from kafka.errors import KafkaTimeoutError, RequestTimedOutError

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import Connection, load
from spark_validation.cluster.topics import clean_old_topics, own_topic
from spark_validation.core.errors import CouldNotRunError
from tests.servers.broker import Broker
from tests.spark.cluster.test_security import scram
from tests.spark.rights import denied, may_not_create

PREFIX = "groundwork-smoke-rights-"


@pytest.fixture
def admin(broker: Broker) -> Iterator[KafkaAdminClient]:
    """Somebody who may do everything."""
    client = KafkaAdminClient(bootstrap_servers=broker.plain)
    yield client
    client.close()


@pytest.fixture
def cluster(broker: Broker, tmp_path: Path) -> Iterator[Cluster]:
    """The broker as the user with the login sees it, of whom a test takes rights away."""
    config = load(scram(broker, tmp_path / "client.properties", broker.password))
    with Cluster(Connection(broker.scram, config)) as connected:
        yield connected


@pytest.fixture
def user(broker: Broker) -> str:
    return f"User:{broker.user}"


def test_a_topic_that_may_not_be_looked_at_is_not_left(
    cluster: Cluster, admin: KafkaAdminClient, user: str, capsys: pytest.CaptureFixture[str]
) -> None:
    topic = f"{PREFIX}describe"
    with denied(admin, PREFIX, user, ACLOperation.DESCRIBE), pytest.raises(CouldNotRunError) as said:
        own_topic(cluster, topic, 1, 1).__enter__()
    assert str(said.value) == (
        f"topic {topic} on {cluster.bootstrap_servers} may not be looked at: its ACLs must allow Describe"
    )
    assert f"deleted topic {topic}" in capsys.readouterr().err
    assert topic not in admin.list_topics()


def test_a_topic_that_may_not_be_made_is_told_with_the_right(
    cluster: Cluster, admin: KafkaAdminClient, user: str, capsys: pytest.CaptureFixture[str]
) -> None:
    topic = f"{PREFIX}create"
    with may_not_create(admin, PREFIX, user), pytest.raises(CouldNotRunError) as said:
        own_topic(cluster, topic, 1, 1).__enter__()
    assert str(said.value) == (
        f"topic {topic} on {cluster.bootstrap_servers} may not be made: its ACLs, or those of the cluster, must allow "
        "Create"
    )
    assert capsys.readouterr().err == ""
    assert topic not in admin.list_topics()


def test_a_topic_without_leaders_is_not_left(
    cluster: Cluster, admin: KafkaAdminClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(_topics: list[str], timeout_ms: int) -> None:
        raise KafkaTimeoutError(f"not ready after {timeout_ms} ms")

    topic = f"{PREFIX}leaderless"
    with cluster.asking("be made to answer late") as asked:
        monkeypatch.setattr(asked, "wait_for_topics", wait)
    with pytest.raises(CouldNotRunError, match=r"was made, and not all of its partitions have a leader 12 seconds"):
        own_topic(cluster, topic, 1, 1).__enter__()
    assert topic not in admin.list_topics()


CLEAN = "python -m spark_validation clean --bootstrap-servers {} --client-config {} --topic {}"
BY_KAFKA = "kafka-topics.sh --bootstrap-server {} --command-config {} --delete --topic {}"


@pytest.mark.parametrize(("prefix", "remedy"), [(PREFIX, CLEAN), ("orders-", BY_KAFKA)])
def test_a_topic_that_may_come_late_is_named(
    prefix: str, remedy: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not deleted: one of a name that somebody chose may have been there before."""
    for error in (RequestTimedOutError, KafkaTimeoutError):
        topic = f"{prefix}{error.__name__}"
        with monkeypatch.context() as once, cluster.asking("be made to answer late") as asked:
            once.setattr(asked, "create_topics", failing(asked.create_topics, error))
            with pytest.raises(CouldNotRunError, match=r"did not confirm it in time; check that the controller"):
                own_topic(cluster, topic, 1, 1).__enter__()
        assert capsys.readouterr().err.splitlines() == [
            f"topic {topic} may have been made, or be made late; if so, delete it with: "
            + remedy.format(cluster.bootstrap_servers, cluster.connection.client.path, topic)
        ]
        assert topic in cluster.topics()
        cluster.delete(topic)


def failing(then: Callable[[Any], Any], error: type[Exception]) -> Callable[[Any], Any]:
    """What calls ``then`` and fails all the same."""

    def call(asked: Any) -> Any:
        then(asked)
        raise error

    return call


def test_a_topic_that_is_gone_needs_no_cleaning(
    cluster: Cluster, admin: KafkaAdminClient, capsys: pytest.CaptureFixture[str]
) -> None:
    topic = f"{PREFIX}gone"
    with own_topic(cluster, topic, 1, 1):
        admin.delete_topics([topic])
        wait_until_gone(admin, topic)
    assert (
        capsys.readouterr().err
        == f"topic {topic} is not there to be deleted: somebody else did, or it was never made\n"
    )


def wait_until_gone(admin: KafkaAdminClient, topic: str) -> None:
    while topic in admin.list_topics():
        time.sleep(0.05)


def test_an_old_topic_that_is_gone_ends_no_run(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another run that began at the same time deleted it."""
    topic = "groundwork-smoke-20260131T120000Z-90e090"
    monkeypatch.setattr(cluster, "topics", lambda: [topic])
    clean_old_topics(cluster, datetime(2026, 2, 2, tzinfo=timezone.utc), timedelta(hours=24))
    assert (
        capsys.readouterr().err
        == f"topic {topic} is not there to be deleted: somebody else did, or it was never made\n"
    )


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (ACLOperation.READ, "the records of topic {} on {} may not be read: its ACLs must allow Read"),
        (ACLOperation.WRITE, "nothing may be written to topic {} on {}: its ACLs must allow Write"),
    ],
)
def test_a_right_that_is_missing_is_told_before_anything_is_written(
    operation: ACLOperation, said: str, cluster: Cluster, admin: KafkaAdminClient, user: str
) -> None:
    topic = f"{PREFIX}{operation.name}"
    with denied(admin, PREFIX, user, operation), pytest.raises(CouldNotRunError) as error:
        own_topic(cluster, topic, 1, 1).__enter__()
    assert str(error.value) == said.format(topic, cluster.bootstrap_servers)
    assert topic not in admin.list_topics()


def test_the_topic_of_the_probe_need_not_be_read(cluster: Cluster, admin: KafkaAdminClient, user: str) -> None:
    with denied(admin, PREFIX, user, ACLOperation.READ), own_topic(cluster, f"{PREFIX}latency-probe", 1, 1):
        pass


def test_a_topic_that_may_not_be_deleted_is_left_to_somebody_else(
    cluster: Cluster, admin: KafkaAdminClient, user: str, capsys: pytest.CaptureFixture[str]
) -> None:
    topic = f"{PREFIX}delete"
    with denied(admin, PREFIX, user, ACLOperation.DELETE), own_topic(cluster, topic, 1, 1):
        pass
    servers = cluster.bootstrap_servers
    assert capsys.readouterr().err == (
        f"topic {topic} on {servers} may not be deleted: its ACLs must allow Delete; let somebody who has that right "
        f"delete it with: python -m spark_validation clean --bootstrap-servers {servers} --client-config FILE "
        f"--topic {topic}\n"
    )
    admin.delete_topics([topic])
