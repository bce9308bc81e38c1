# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The part of a validation that costs the cluster something: its topic, and what is written to it within bounds."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Iterator

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from ..cluster.admin import Cluster
from ..cluster.bounds import Room, TopicShape, require_budget, require_room, rooms, silent
from ..cluster.old_topics import probe_topic_of, refusal_topic_of
from ..cluster.placement import directories
from ..cluster.topics import degraded_topic, own_topic
from ..core.errors import CouldNotRunError, last_cause, unanswered
from ..core.progress import say, step
from ..records.plan import Plan
from ..records.throughput import Throughput
from ..writing import inject
from ..writing.latencies import Latencies, latencies_of
from ..writing.probe import Probe
from ..writing.produce import Manner, produce
from ..writing.refusal import Refusal, attempt

# So long is waited until the replicas of a new topic stand in directories.
_PLACED_SECONDS = 5.0
# The option that makes this run smaller.
_SIZE = "--records"


def go_on(_stop: threading.Event) -> None:
    """Wait for nothing before the topics are deleted."""


@dataclass(frozen=True)
class Limits:
    """What the run may do: ``most_bytes`` on all brokers together, and a write below min ISR where it is allowed."""

    most_bytes: int | None = None
    expect_refusal: bool = False


@dataclass(frozen=True)
class Prepared:
    """The run's topic as it stands before the first record: its offsets by partition, and the room for it.

    The probe's topic has ``probed`` partitions.
    """

    topic: str
    probed: int
    shape: TopicShape
    ends: dict[int, int]
    rooms: list[Room]
    refusal: Refusal | None


@dataclass(frozen=True)
class Written:
    """What was produced, the records acknowledged by their tasks, and the latencies of the probe beside them."""

    throughput: Throughput
    acknowledged: int
    latencies: Latencies


@contextmanager
def prepared(
    cluster: Cluster, plan: Plan, topic: str, replication_factor: int, limits: Limits, *, keep: bool
) -> Iterator[Prepared]:
    """The run's topic, and one for the probe, made once it is known that the cluster has room for what is planned."""
    require_budget(plan, replication_factor, limits.most_bytes, _SIZE)
    refusal = _refusal(cluster, plan) if limits.expect_refusal else None
    with own_topic(cluster, topic, plan.partitions, replication_factor, keep, compacted=plan.shape.compacted) as shape:
        brokers = cluster.broker_ids()
        found = room_for(cluster, plan, topic, replication_factor, _SIZE)
        ends = {partition: end for partition, (_first, end) in cluster.offsets(topic).items()}
        # A partition for each broker to lead.
        with own_topic(cluster, probe_topic_of(plan.run_id), len(brokers), replication_factor):
            yield Prepared(topic, len(brokers), shape, ends, found, refusal)


def _refusal(cluster: Cluster, plan: Plan) -> Refusal:
    topic = refusal_topic_of(plan.run_id)
    say(f"writing to {topic}, which must be refused")
    with degraded_topic(cluster, topic):
        return attempt(cluster, topic)


def room_for(cluster: Cluster, plan: Plan, topic: str, replication_factor: int, size: str) -> list[Room]:
    """The room for the plan where its replicas stand; :class:`CouldNotRunError` where there is none.

    ``size`` is the option that makes the run smaller.
    """
    deadline = time.monotonic() + _PLACED_SECONDS
    placed = directories(cluster, topic)
    while (
        placed
        and sum(len(directory.partitions) for directory in placed) < plan.partitions * replication_factor
        and time.monotonic() < deadline
    ):
        time.sleep(0.1)
        placed = directories(cluster, topic)
    found = rooms(plan, placed)
    for broker in silent(cluster.broker_ids(), placed):
        say(
            f"broker {broker} does not tell how much room its disks have: "
            "Kafka does from 3.3 on, to whoever may describe the cluster"
        )
    require_room(found, size)
    return found


def write(spark: SparkSession, plan: Plan, cluster: Cluster, into: Prepared, manner: Manner) -> Written:
    """Produce the plan with the probe beside it."""
    with Probe(cluster.connection, probe_topic_of(plan.run_id), into.probed) as probe:
        probe.ready()
        with step(f"producing {plan.records:,} records to {into.topic}", spark.sparkContext):
            with _brokers_named(cluster, into.topic):
                produced = produce(spark, plan, cluster.connection, into.topic, manner)
            inject.stored(manner.fault, cluster, into.topic, plan)
        readings = probe.finish()
    return Written(
        Throughput(plan.records, plan.bytes_planned, produced.seconds),
        sum(produced.acknowledged.values()),
        latencies_of(readings, probe.topic),
    )


@contextmanager
def _brokers_named(cluster: Cluster, topic: str) -> Iterator[None]:
    """Raise :class:`CouldNotRunError` for what Spark could not write because nobody acknowledged it in time."""
    try:
        yield
    except (Py4JJavaError, PySparkException) as error:
        if not unanswered(error):
            raise
        raise CouldNotRunError(
            f"the brokers behind {cluster.bootstrap_servers} did not acknowledge all records of {topic} in time "
            f"({last_cause(error)}): see that all of them run and can be reached from where Spark's tasks do, and run "
            "again"
        ) from error
