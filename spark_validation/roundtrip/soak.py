# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Steady traffic for a while, during which somebody may restart brokers, and then the audit of all of it."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Callable, Iterator, Sequence

from ..cluster.admin import Cluster
from ..cluster.bounds import require_budget
from ..cluster.connection import ClientConfig
from ..cluster.old_topics import SOAK_PREFIX, probe_topic_of, topic_of
from ..cluster.taking import require_taken
from ..cluster.topics import clean_old_topics, own_topic, replicas
from ..cluster.watch import Watch
from ..core.errors import CouldNotRunError, last_cause
from ..core.interrupts import ended_by_signal
from ..core.progress import say
from ..core.result import Result
from ..core.verdict import Finding, conclude
from ..reading.account import consume
from ..reading.guard import deleted, undisturbed
from ..records.plan import Plan
from ..records.throughput import Throughput
from ..spark.environment import environment
from ..spark.session import spark_session
from ..writing.latencies import Latencies, latencies_of
from ..writing.probe import Probe, Readings
from ..writing.traffic import Traffic
from .checks import AUDIT_CHECKS
from .details import Moment, Soak, details
from .measures import SOAK_MEASURES, Moved, measured
from .write import go_on, room_for

# So long are records waited for that are due and not acknowledged: a producer gives up after two minutes.
LATE_SECONDS = 150.0
MOST_MOMENTS = 300
_SAY_EVERY_SECONDS = 5.0
# So often in a row, every two seconds, is the topic looked for before it counts as deleted. With ZooKeeper, a broker
# that has started again knows of no topic until there is a controller: after a crash, for up to 18 seconds.
LOOKS = 15
# The option that makes this run smaller.
_SIZE = "--seconds"


@dataclass(frozen=True)
class Request:
    """What the command line asks for; ``replication_factor`` may be left to the cluster.

    Not more than ``most_bytes`` may be stored on all brokers together, even if the soak lasts for all of its time.
    ``client`` knows what must not be told. ``stop_file`` ends the soak early as soon as it exists; ``progress_file``
    tells others how far it is. ``at_end`` is called once everything was read, while the topics are there; its event,
    which a signal sets, ends what that waits for.
    """

    plan: Plan
    client: ClientConfig
    rate: int
    seconds: int
    replication_factor: int | None
    most_bytes: int | None
    keep_topic: bool
    old_topic_age: timedelta
    stop_file: Path | None
    progress_file: Path
    at_end: Callable[[threading.Event], None] = go_on


@dataclass(frozen=True)
class _Run:
    """The traffic after its end: why it ended, how long it took, and the records of its parts."""

    ended: str
    reason: str
    seconds: float
    begun: int
    acknowledged: int


def soak(cluster: Cluster, request: Request, jars: Sequence[Path]) -> Result:
    """Carry the soak out; :class:`CouldNotRunError` when it cannot come to a verdict."""
    started = datetime.now(timezone.utc)
    stop = threading.Event()
    topic = topic_of(request.plan.run_id, request.keep_topic, SOAK_PREFIX)
    probe_topic = probe_topic_of(request.plan.run_id, SOAK_PREFIX)
    with ExitStack() as stack:
        stack.enter_context(ended_by_signal(stop))
        brokers = len(cluster.broker_ids())
        factor = replicas(cluster, request.replication_factor, brokers)
        require_budget(request.plan, factor, request.most_bytes, _SIZE)
        require_taken(cluster, request.plan.shape)
        clean_old_topics(cluster, started, request.old_topic_age)
        partitions, compacted = request.plan.partitions, request.plan.shape.compacted
        shape = stack.enter_context(
            own_topic(cluster, topic, partitions, factor, request.keep_topic, compacted=compacted)
        )
        room_for(cluster, request.plan, topic, factor, _SIZE)
        # A partition for each broker to lead, so that no broker's restart is missed.
        stack.enter_context(own_topic(cluster, probe_topic, brokers, factor))
        spark = stack.enter_context(spark_session(jars))
        stack.enter_context(ended_by_signal(stop))
        ran_on = environment(spark, cluster.version(), brokers)
        checkpoint = stack.enter_context(_folder())
        gone = stack.enter_context(undisturbed(spark, cluster, topic, looks=LOOKS))
        traffic = Traffic(spark, request.plan, request.rate, (cluster.connection, topic), checkpoint)
        watch = Watch(cluster.connection)
        try:
            with Probe(cluster.connection, probe_topic, brokers) as probe:
                probe.ready()
                watch.start()
                ran = _drive(traffic, probe, request, (stop, gone))
                readings = probe.finish()
        finally:
            events = watch.finish()
            with suppress(CouldNotRunError):  # what is asked next tells, or what has ended the run
                cluster.reconnect()
        if gone.is_set():
            raise deleted(cluster, topic)
        if not ran.begun:
            raise CouldNotRunError(f"nothing was written before the soak ended: {ran.reason or 'interrupted'}")
        plan = replace(request.plan, records=ran.begun)
        consumed = consume(
            spark, plan, cluster, topic, ran.acknowledged, committed=bool(plan.shape.transaction_records)
        )
        request.at_end(stop)
    wanted = request.plan.records if ran.ended == "failure" else ran.begun
    not_produced = {"not_produced": Finding(wanted - ran.acknowledged, ran.reason)} if wanted > ran.acknowledged else {}
    produced = Throughput(ran.acknowledged, plan.bytes_before(ran.acknowledged), ran.seconds)
    latencies = latencies_of(readings, probe.topic)
    where = f"{topic} on {cluster.bootstrap_servers}"
    verdict = conclude(
        AUDIT_CHECKS,
        {**consumed.found, **not_produced},
        SOAK_MEASURES,
        measured(Moved(consumed.throughput, produced, latencies)),
    )
    arrived = plan.records - verdict.findings["in_doubt"].count
    return Result(
        command="soak",
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=verdict,
        passed=f"all {arrived:,} records came out of {where} once, in order and whole",
        failed=f"of {plan.records:,} records in {where}",
        details={
            **details(
                plan,
                topic,
                topic_kept=request.keep_topic,
                shape=shape,
                produced=produced,
                consumed=consumed,
            ),
            "soak": asdict(_soak(request, traffic, ran, readings, latencies)),
            "events": [asdict(event) for event in events],
        },
        environment=ran_on,
    )


@contextmanager
def _folder() -> Iterator[Path]:
    """Where the streaming query keeps its progress; it holds no record and no secret."""
    folder = Path(tempfile.mkdtemp(prefix="groundwork-soak-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _drive(traffic: Traffic, probe: Probe, request: Request, ends: tuple[threading.Event, threading.Event]) -> _Run:
    """Send until all is acknowledged, somebody asks for the end, or it is not to be waited for any longer.

    Of ``ends``, the first is set by who asks for the end, the second when the topic is gone.
    """
    stop, gone = ends
    say(f"soaking {traffic.plan.run_id} with {request.rate:,} records a second for {request.seconds} s")
    began = said = time.monotonic()
    traffic.start()
    ended = ""
    while not ended:
        elapsed = time.monotonic() - began
        if gone.is_set():
            ended = "failure"
        elif not traffic.go_on():
            ended = "time" if traffic.progress.acknowledged >= traffic.seconds else "failure"
        elif stop.is_set() or (request.stop_file and request.stop_file.exists()):
            ended = "request"
        elif elapsed > request.seconds + LATE_SECONDS:
            ended = "failure"
        if time.monotonic() - said >= _SAY_EVERY_SECONDS:
            said = time.monotonic()
            say(_standing(traffic, probe, elapsed))
        _tell(request.progress_file, traffic, probe, elapsed)
        stop.wait(0.2)
    if ended == "request":
        say("ending as asked: the batch under way is waited for, then everything is audited")
    traffic.stop(patience=LATE_SECONDS if ended == "request" else 1.0)
    with suppress(OSError):
        request.progress_file.unlink()
    progress = traffic.progress
    reason = ""
    if ended == "failure":
        reason = last_cause(progress.failure) if progress.failure else "what was due was not acknowledged in time"
    return _Run(
        ended,
        request.client.hide(reason),
        max((batch.at for batch in progress.batches), default=time.monotonic() - began),
        traffic.records(progress.begun),
        traffic.records(progress.acknowledged),
    )


def _standing(traffic: Traffic, probe: Probe, elapsed: float) -> str:
    done = traffic.records(traffic.progress.acknowledged)
    return (
        f"soaking: {elapsed:.0f} of {traffic.seconds} s, {done:,} records acknowledged, "
        f"longest stall {probe.longest_silence():.1f} s"
    )


def _tell(path: Path, traffic: Traffic, probe: Probe, elapsed: float) -> None:
    """Replace the progress file: whoever waits for the traffic to flow looks there."""
    told = {
        "elapsed_seconds": round(elapsed, 1),
        "seconds": traffic.seconds,
        "acknowledged": traffic.records(traffic.progress.acknowledged),
        "longest_stall_seconds": round(probe.longest_silence(), 3),
    }
    if not told["acknowledged"]:
        return
    scratch = path.with_name(f".{path.name}.{os.getpid()}.new")
    with suppress(OSError):  # a comfort; the reports tell when they cannot be written
        scratch.write_text(json.dumps(told) + "\n", encoding="utf-8")
        scratch.replace(path)


def _soak(request: Request, traffic: Traffic, ran: _Run, readings: Readings, latencies: Latencies) -> Soak:
    width = max(1, -(-max(1, int(ran.seconds)) // MOST_MOMENTS))
    return Soak(
        rate=request.rate,
        seconds=request.seconds,
        ended=ran.ended,
        reason=ran.reason,
        acknowledged=ran.acknowledged,
        in_doubt=ran.begun - ran.acknowledged,
        repeated_batches=sum(tries - 1 for tries in traffic.progress.tries.values()),
        moment_seconds=width,
        moments=_moments(traffic, readings, width),
        probe=latencies,
    )


def _moments(traffic: Traffic, readings: Readings, width: int) -> list[Moment]:
    """Acknowledged records and the probe's worst latency, in stretches of ``width`` seconds without a gap."""
    records: Counter[int] = Counter()
    worst: dict[int, float] = {}
    for batch in traffic.progress.batches:
        records[int(batch.at) // width] += batch.records
    for second, latency in readings.worst_by_second.items():
        worst[second // width] = max(worst.get(second // width, 0.0), latency)
    return [
        Moment(index * width, records[index], worst.get(index))
        for index in range(max([*records, *worst], default=-1) + 1)
    ]
