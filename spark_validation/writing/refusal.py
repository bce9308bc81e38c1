# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A write that a healthy cluster must refuse: acks=all to a topic with fewer replicas in sync than it asks for."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Callable

from kafka import KafkaProducer
from kafka.errors import KafkaError, KafkaTimeoutError

from ..cluster.admin import Cluster
from ..cluster.connection import Connection
from ..core.verdict import Finding

REFUSED, ACKNOWLEDGED = "NotEnoughReplicasError", "acknowledged"
_ANSWER_SECONDS, _ALL_SECONDS, _PAUSE_SECONDS = 20, 60, 0.2


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
    # Neither retries nor idempotence of the client's own: it would also try again after the answer that counts.
    producer = KafkaProducer(
        **connection.for_python(),
        acks="all",
        enable_idempotence=False,
        retries=0,
        request_timeout_ms=_ANSWER_SECONDS * 1000 // 2,
    )

    def write() -> None:
        producer.send(topic, value=b"to be refused", partition=0).get(timeout=_ANSWER_SECONDS)

    try:
        return first_answer(write, _ALL_SECONDS)
    finally:
        producer.close(timeout=5)


def first_answer(write: Callable[[], None], seconds: float) -> str:
    """The first answer to ``write`` that tells of the replicas, or the last one that came within so many seconds.

    A broker that has not heard of the new topic yet, or of its leader, and one that does not answer, tell nothing of
    them.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            write()
        except KafkaError as error:
            told = not (error.invalid_metadata or isinstance(error, KafkaTimeoutError))
            if told or time.monotonic() >= deadline:
                return type(error).__name__
            time.sleep(_PAUSE_SECONDS)
        else:
            return ACKNOWLEDGED
