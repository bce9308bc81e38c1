# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One validation from beginning to end: make the topic, produce, consume, examine, clean up, report."""

from __future__ import annotations

import platform
import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Iterator, Sequence

import pyspark
from pyspark.sql import SparkSession

from . import __version__
from .client_config import Connection
from .cluster import Cluster
from .consume import read
from .errors import CouldNotRunError
from .examine import first_pass, second_look
from .interrupts import interruptible
from .leftovers import leftovers, topic_of
from .observation import Observation, Span
from .plan import Plan
from .produce import produce
from .progress import say, step
from .result import PartitionRow, Result, Throughput
from .session import spark_session
from .verdict import Finding, conclude


@dataclass(frozen=True)
class Request:
    """What the command line asks for; ``partitions`` and ``replication_factor`` may be left to the cluster."""

    run_id: str
    seed: int
    records: int
    partitions: int | None
    replication_factor: int | None
    topic: str | None
    keep_topic: bool
    audit_only: bool
    leftover_age: timedelta


DEFAULT_PARTITIONS = 8


def run(cluster: Cluster, request: Request, jars: Sequence[Path]) -> Result:
    """Carry the validation out; :class:`CouldNotRunError` when it cannot come to a verdict."""
    started = datetime.now(timezone.utc)
    with interruptible():
        brokers = len(cluster.broker_ids())
        topic = request.topic or topic_of(request.run_id, request.keep_topic)
        partitions = request.partitions or (len(cluster.offsets(topic)) if request.audit_only else DEFAULT_PARTITIONS)
        plan = Plan(request.run_id, request.seed, request.records, partitions)
        if not request.audit_only:
            _clean_leftovers(cluster, started, request.leftover_age)
        # The session ends before the topic is deleted: a producer that still runs could make it anew.
        with _topic(cluster, topic, partitions, brokers, request), spark_session(jars) as spark, interruptible():
            environment = _environment(spark, cluster, brokers)
            produced = None if request.audit_only else _produce(spark, plan, cluster.connection, topic)
            spans = {number: Span(0, first, end) for number, (first, end) in cluster.offsets(topic).items()}
            observed, consumed, found = _consume(spark, plan, cluster.connection, topic, spans)
    return Result(
        plan=plan,
        topic=topic,
        topic_kept=request.keep_topic or request.audit_only,
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=conclude(found),
        produced=produced,
        consumed=consumed,
        partitions=_partition_rows(plan, observed, spans),
        environment=environment,
    )


def _consume(
    spark: SparkSession, plan: Plan, connection: Connection, topic: str, spans: dict[int, Span]
) -> tuple[Observation, Throughput, dict[str, Finding]]:
    records = read(spark, connection, topic, spans)
    began = time.monotonic()
    with step(f"consuming from {topic}", spark.sparkContext):
        observed = first_pass(records, plan, spans)
    consumed = Throughput(sum(observed.read.values()), observed.bytes, time.monotonic() - began)
    if observed.as_planned:
        return observed, consumed, {}
    with step("looking at what differs from the plan", spark.sparkContext):
        return observed, consumed, second_look(records, plan, spans, observed)


def _produce(spark: SparkSession, plan: Plan, connection: Connection, topic: str) -> Throughput:
    began = time.monotonic()
    with step(f"producing {plan.records:,} records to {topic}", spark.sparkContext):
        produce(spark, plan, connection, topic)
    return Throughput(plan.records, plan.bytes_planned, time.monotonic() - began)


def _partition_rows(plan: Plan, observed: Observation, spans: dict[int, Span]) -> list[PartitionRow]:
    absent = Span(0, 0, 0)
    return [
        PartitionRow(
            number, plan.records_in(number), count, spans.get(number, absent).start, spans.get(number, absent).end
        )
        for number, count in sorted(observed.read.items())
    ]


def _environment(spark: SparkSession, cluster: Cluster, brokers: int) -> dict[str, str]:
    java = spark.sparkContext._jvm.java.lang.System.getProperty("java.version")  # type: ignore[union-attr]
    return {
        "Groundwork validation": __version__,
        "Kafka": f"{cluster.version()} ({brokers} broker{'' if brokers == 1 else 's'})",
        "Spark": pyspark.__version__,
        "Spark master": str(spark.sparkContext.master),
        "Java": str(java),
        "Python": platform.python_version(),
        "System": f"{platform.system()} {platform.release()}",
    }


def _clean_leftovers(cluster: Cluster, now: datetime, limit: timedelta) -> None:
    """Delete what is too old to belong to a run under way; name the rest with the command that deletes it."""
    left = leftovers(cluster.topics(), now, limit)
    for topic in left.old:
        cluster.delete(topic)
        say(
            f"deleted topic {topic}, which an interrupted run left more than {limit.total_seconds() / 3600:g} hours ago"
        )
    for topic in left.young:
        say(
            f"topic {topic} belongs to a run that is under way or was interrupted; if it was, {_remove(cluster, topic)}"
        )


def _remove(cluster: Cluster, topic: str) -> str:
    return f"delete it with: python -m spark_validation clean {cluster.connection.on_command_line()} --topic {topic}"


@contextmanager
def _topic(cluster: Cluster, topic: str, partitions: int, brokers: int, request: Request) -> Iterator[None]:
    """The topic of the run: made before and deleted after, whatever happens in between."""
    if request.audit_only:
        yield
        return
    replication_factor = request.replication_factor or min(3, brokers)
    if replication_factor > brokers:
        raise CouldNotRunError(
            f"replication factor {replication_factor} needs as many brokers, {cluster.bootstrap_servers} has {brokers}"
        )
    try:
        cluster.create(topic, partitions, replication_factor)
    except KeyboardInterrupt:
        _delete(cluster, topic)
        raise
    try:
        yield
    finally:
        if request.keep_topic:
            say(f"topic {topic} is kept; {_remove(cluster, topic)}")
        else:
            _delete(cluster, topic)


def _delete(cluster: Cluster, topic: str) -> None:
    try:
        cluster.delete(topic)
        say(f"deleted topic {topic}")
    except CouldNotRunError as error:
        say(f"{error}; {_remove(cluster, topic)}")
