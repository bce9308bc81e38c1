# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A write that a healthy cluster must refuse: acks=all to a topic with fewer replicas in sync than it asks for."""

from __future__ import annotations

from dataclasses import dataclass

from kafka import KafkaProducer
from kafka.errors import KafkaError

from ..cluster.admin import Cluster
from ..cluster.connection import Connection
from ..core.verdict import Finding

REFUSED, ACKNOWLEDGED = "NotEnoughReplicasError", "acknowledged"
_ANSWER_SECONDS = 20


@dataclass(frozen=True)
class Refusal:
    """The cluster's answer to the write (an error's name, or ``acknowledged``), and the records that it stored."""

    answer: str
    stored: int


def attempt(cluster: Cluster, topic: str) -> Refusal:
    """Write one record to ``topic``, a topic of the run's own of one partition, and look what became of it."""
    answer = _answer(cluster.connection, topic)
    return Refusal(answer, sum(end for _first, end in cluster.offsets(topic).values()))


def judge(found: Refusal) -> Finding:
    """Nothing found when the write was refused for the right reason and left nothing behind."""
    if found.answer == REFUSED and not found.stored:
        return Finding(0, "the cluster refused to store a record on fewer replicas than min.insync.replicas")
    stored = f"{found.stored} record{'' if found.stored == 1 else 's'} stored"
    return Finding(1, f"the cluster's answer was {found.answer} instead of {REFUSED}, {stored}")


def _answer(connection: Connection, topic: str) -> str:
    # Neither retries nor idempotence: the first answer is the one that counts.
    producer = KafkaProducer(
        **connection.for_python(),
        acks="all",
        enable_idempotence=False,
        retries=0,
        request_timeout_ms=_ANSWER_SECONDS * 1000 // 2,
    )
    try:
        producer.send(topic, value=b"to be refused", partition=0).get(timeout=_ANSWER_SECONDS)
    except KafkaError as error:
        return type(error).__name__
    finally:
        producer.close(timeout=5)
    return ACKNOWLEDGED
