# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One validation from beginning to end: make the topic, produce, consume, examine, clean up, report."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Callable, Sequence

from ..cluster.admin import Cluster
from ..cluster.bounds import bytes_stored
from ..cluster.old_topics import topic_of
from ..cluster.rights import require_readable
from ..cluster.taking import require_taken
from ..cluster.topics import clean_old_topics, replicas
from ..core.interrupts import interruptible
from ..core.result import Result
from ..core.verdict import Verdict, conclude
from ..delivery.checks import GROUP_CHECKS
from ..delivery.run import Delivered, deliver, require_protocols
from ..reading.account import Consumed, consume
from ..reading.guard import undisturbed
from ..reading.spread import Spread, spread, uneven
from ..records.faults import missed
from ..records.plan import DEFAULT_PARTITIONS, Plan
from ..records.shape import Shape
from ..spark.environment import environment
from ..spark.session import spark_session
from ..writing.produce import Manner
from ..writing.refusal import judge
from .checks import AUDIT_CHECKS, INJECTION, REFUSAL, UNEVEN_SPREAD
from .details import details
from .measures import SMOKE_MEASURES, Moved, measured
from .write import Limits, Prepared, Written, go_on, prepared, write


@dataclass(frozen=True)
class Request:
    """What the command line asks for; ``partitions`` and ``replication_factor`` may be left to the cluster.

    ``at_end`` is called once everything was read, while the topics are there; its event ends what that waits for.
    """

    run_id: str
    seed: int
    records: int
    partitions: int | None
    shape: Shape
    replication_factor: int | None
    topic: str | None
    keep_topic: bool
    audit_only: bool
    committed: bool
    old_topic_age: timedelta
    manner: Manner
    limits: Limits
    groups: Sequence[str] = ()
    at_end: Callable[[threading.Event], None] = go_on


@dataclass(frozen=True)
class _Run:
    """Everything that was seen; ``before`` and ``written`` are null where nothing was to be written."""

    plan: Plan
    topic: str
    before: Prepared | None
    written: Written | None
    consumed: Consumed
    spread: Spread
    delivered: Delivered | None


def validate(cluster: Cluster, request: Request, jars: Sequence[Path]) -> Result:
    """Carry the validation out; :class:`CouldNotRunError` when it cannot come to a verdict."""
    started = datetime.now(timezone.utc)
    with interruptible():
        racks = cluster.racks()
        topic = request.topic or topic_of(request.run_id, request.keep_topic)
        there = cluster.topic_info(topic) if request.audit_only else None
        if there:
            require_readable(there, cluster.bootstrap_servers)
        partitions = request.partitions or (there.identity.partitions if there else DEFAULT_PARTITIONS)
        plan = Plan(request.run_id, request.seed, request.records, partitions, request.shape)
        committed = request.committed or bool(request.shape.transaction_records)
        before = written = None
        with ExitStack() as stack:
            if not request.audit_only:
                require_taken(cluster, request.shape)
                require_protocols(cluster, request.groups)
                clean_old_topics(cluster, started, request.old_topic_age)
                factor = replicas(cluster, request.replication_factor, len(racks))
                making = prepared(cluster, plan, topic, factor, request.limits, keep=request.keep_topic)
                before = stack.enter_context(making)
            # The session ends before the topic is deleted: a producer that still runs could make it anew.
            spark = stack.enter_context(spark_session(jars))
            stack.enter_context(interruptible())
            ran_on = environment(spark, cluster.version(), len(racks))
            stack.enter_context(undisturbed(spark, cluster, topic))
            if before:
                written = write(spark, plan, cluster, before, request.manner)
            consumed = consume(spark, plan, cluster, topic, committed=committed)
            lying = spread(cluster.leaders(topic), racks, {row.partition: row.read for row in consumed.partitions})
            delivered = deliver(cluster, topic, plan.run_id, request.groups) if request.groups else None
            request.at_end(threading.Event())
    ran = _Run(plan, topic, before, written, consumed, lying, delivered)
    where = f"{topic} on {cluster.bootstrap_servers}"
    fault = request.manner.fault
    return Result(
        command="smoke",
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=_verdict(ran, request),
        passed=f"all {plan.records:,} records came out of {where} once, in order and whole",
        failed=f"of {plan.records:,} records in {where}"
        + (f", into which --inject {fault.name} put a fault" if fault else ""),
        details=_details(ran, request),
        environment=ran_on,
    )


def _verdict(ran: _Run, request: Request) -> Verdict:
    checks, found = [*AUDIT_CHECKS, UNEVEN_SPREAD], {**ran.consumed.found, UNEVEN_SPREAD.id: uneven(ran.spread)}
    if ran.before and ran.before.refusal:
        checks.append(REFUSAL)
        found[REFUSAL.id] = judge(ran.before.refusal)
    if request.manner.fault:
        checks.append(INJECTION)
        found[INJECTION.id] = missed(request.manner.fault, ran.consumed.found)
    if ran.delivered:
        checks += GROUP_CHECKS
        found.update(ran.delivered.found)
    written = ran.written
    taken = (written.throughput, written.latencies) if written else ()
    return conclude(checks, found, SMOKE_MEASURES, measured(Moved(ran.consumed.throughput, *taken)))


def _details(ran: _Run, request: Request) -> dict[str, Any]:
    before, written, fault = ran.before, ran.written, request.manner.fault
    ends = before.ends if before else {}
    return {
        **details(
            ran.plan,
            ran.topic,
            topic_kept=request.keep_topic or request.audit_only,
            shape=before.shape if before else None,
            produced=written.throughput if written else None,
            consumed=ran.consumed,
        ),
        "tiers": {
            "planned": ran.plan.records,
            "acknowledged": written.acknowledged if written else None,
            "stored": sum(row.end - ends.get(row.partition, row.first) for row in ran.consumed.partitions),
            "consumed": ran.consumed.throughput.records,
        },
        "spread": asdict(ran.spread),
        "probe": asdict(written.latencies) if written else None,
        "bounds": {
            "rate": request.manner.rate,
            "max_bytes": request.limits.most_bytes,
            "bytes": bytes_stored(ran.plan, before.shape.replication_factor),
            "rooms": [asdict(room) for room in before.rooms],
        }
        if before
        else None,
        "refusal": asdict(before.refusal) if before and before.refusal else None,
        "injected": fault.name if fault else None,
        "groups": [asdict(view) for view in ran.delivered.views] if ran.delivered else [],
    }
