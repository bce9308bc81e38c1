# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A write that must be refused, and a real broker that does not refuse it (test_unclean.py has one that does)."""

from __future__ import annotations

from typing import Iterator

import pytest
from kafka.errors import (
    KafkaError,
    KafkaTimeoutError,
    NotEnoughReplicasError,
    NotLeaderForPartitionError,
    UnknownTopicOrPartitionError,
)

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import Connection
from spark_validation.cluster.topics import degraded_topic
from spark_validation.core.errors import CouldNotRunError
from spark_validation.writing.refusal import Refusal, attempt, first_answer, judge


@pytest.fixture(scope="module")
def cluster(bootstrap_servers: str) -> Iterator[Cluster]:
    with Cluster(Connection(bootstrap_servers)) as connected:
        yield connected


def test_where_no_broker_is_down_there_is_nothing_to_refuse(cluster: Cluster) -> None:
    with pytest.raises(
        CouldNotRunError, match=r"no broker of 127\S+ is down, so there is no write that must be refused"
    ):
        degraded_topic(cluster, "healthy").__enter__()


def test_a_write_that_is_taken_is_a_finding(cluster: Cluster) -> None:
    cluster.create("taken", 1, 1)
    finding = judge(attempt(cluster, "taken"))
    assert finding.count == 1
    assert finding.detail == (
        "the cluster's answer was acknowledged instead of NotEnoughReplicasError, 1 record stored"
    )


@pytest.mark.parametrize("found", [Refusal("NotEnoughReplicasError", 1), Refusal("KafkaTimeoutError", 0)])
def test_the_right_reason_and_nothing_stored_are_both_asked_for(found: Refusal) -> None:
    assert judge(found).count == 1


@pytest.mark.parametrize(
    ("answers", "seconds", "expected", "left"),
    [
        (
            [UnknownTopicOrPartitionError, NotLeaderForPartitionError, NotEnoughReplicasError],
            60,
            "NotEnoughReplicasError",
            0,
        ),
        ([KafkaTimeoutError, None], 60, "acknowledged", 0),
        ([NotEnoughReplicasError, None], 60, "NotEnoughReplicasError", 1),
        ([NotLeaderForPartitionError, None], 0, "NotLeaderForPartitionError", 1),
    ],
)
def test_what_tells_nothing_of_the_replicas_is_no_answer(
    answers: list[type[KafkaError] | None], seconds: float, expected: str, left: int
) -> None:
    def write() -> None:
        if (error := answers.pop(0)) is not None:
            raise error

    answers = list(answers)
    assert (first_answer(write, seconds), len(answers)) == (expected, left)
