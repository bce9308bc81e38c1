# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One validation from beginning to end: make the topic, produce, consume, examine, clean up, report."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Sequence

from pyspark.sql import SparkSession

from .checks import AUDIT_CHECKS, SMOKE_MEASURES
from .client_config import Connection
from .cluster import Cluster
from .figures import Throughput, details
from .interrupts import interruptible
from .leftovers import topic_of
from .plan import Plan
from .produce import produce
from .progress import step
from .result import Result
from .session import spark_session
from .steps import clean_leftovers, consume, environment, own_topic, replicas, speeds
from .verdict import conclude


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


def validate(cluster: Cluster, request: Request, jars: Sequence[Path]) -> Result:
    """Carry the validation out; :class:`CouldNotRunError` when it cannot come to a verdict."""
    started = datetime.now(timezone.utc)
    with interruptible():
        brokers = len(cluster.broker_ids())
        topic = request.topic or topic_of(request.run_id, request.keep_topic)
        partitions = request.partitions or (len(cluster.offsets(topic)) if request.audit_only else DEFAULT_PARTITIONS)
        plan = Plan(request.run_id, request.seed, request.records, partitions)
        if not request.audit_only:
            clean_leftovers(cluster, started, request.leftover_age)
        with ExitStack() as stack:
            if not request.audit_only:
                factor = replicas(cluster, request.replication_factor, brokers)
                stack.enter_context(own_topic(cluster, topic, partitions, factor, request.keep_topic))
            # The session ends before the topic is deleted: a producer that still runs could make it anew.
            spark = stack.enter_context(spark_session(jars))
            stack.enter_context(interruptible())
            ran_on = environment(spark, cluster, brokers)
            produced = None if request.audit_only else _produce(spark, plan, cluster.connection, topic)
            consumed = consume(spark, plan, cluster, topic)
    where = f"{topic} on {cluster.bootstrap_servers}"
    return Result(
        command="smoke",
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=conclude(AUDIT_CHECKS, consumed.found, SMOKE_MEASURES, speeds(produced, consumed.throughput)),
        passed=f"all {plan.records:,} records came out of {where} once, in order and whole",
        failed=f"of {plan.records:,} records in {where}",
        details=details(
            plan,
            topic,
            topic_kept=request.keep_topic or request.audit_only,
            produced=produced,
            consumed=consumed.throughput,
            partitions=consumed.partitions,
        ),
        environment=ran_on,
    )


def _produce(spark: SparkSession, plan: Plan, connection: Connection, topic: str) -> Throughput:
    began = time.monotonic()
    with step(f"producing {plan.records:,} records to {topic}", spark.sparkContext):
        produce(spark, plan, connection, topic)
    return Throughput(plan.records, plan.bytes_planned, time.monotonic() - began)
