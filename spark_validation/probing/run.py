# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``probe`` from beginning to end: a topic with a partition on each broker, its records there and back, the verdict."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Sequence

from .. import __version__
from ..cluster.admin import Cluster
from ..cluster.old_topics import PROBE_PREFIX, topic_of
from ..cluster.topics import clean_old_topics, led_topic, replicas
from ..core.errors import CouldNotRunError
from ..core.interrupts import interruptible
from ..core.result import Result
from ..core.verdict import Example, Finding, conclude
from ..writing.histogram import Histogram
from ..writing.latencies import percentiles
from ..writing.probe import PER_SECOND, Probe, Readings
from ..writing.sends import Send
from .account import Expected, account
from .checks import CHECKS, LATENCIES, MEASURES
from .content import number_in, sends
from .reader import Reader

#: What is written takes this long at most beyond its own time, and what is read as long again.
_PATIENCE_SECONDS = 30.0


@dataclass(frozen=True)
class Request:
    """What is to be sent; ``fault`` is one that goes among it."""

    run_id: str
    records: int
    replication_factor: int | None
    old_topic_age: timedelta
    fault: str | None = None


@dataclass(frozen=True)
class _Exchange:
    """What was sent and what came back."""

    readings: Readings
    delivered: Histogram
    found: dict[str, Finding]


def run(cluster: Cluster, request: Request) -> Result:
    """Send, read back and account; :class:`CouldNotRunError` when that cannot come to a verdict."""
    started = datetime.now(timezone.utc)
    topic = topic_of(request.run_id, False, PROBE_PREFIX)
    with interruptible():
        clean_old_topics(cluster, started, request.old_topic_age)
        brokers = sorted(cluster.broker_ids())
        factor = replicas(cluster, request.replication_factor, len(brokers))
        planned = sends(topic, request.records, len(brokers), request.fault)
        with led_topic(cluster, topic, brokers, factor):
            leaders = cluster.leaders(topic)
            exchange = _exchange(cluster, topic, len(brokers), request.records, planned)
    where = f"{topic} on {cluster.bootstrap_servers}"
    told = {"acknowledged": percentiles(exchange.readings.latencies), "delivered": percentiles(exchange.delivered)}
    found = {**exchange.found, "led_elsewhere": _led_elsewhere(brokers, leaders)}
    return Result(
        command="probe",
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=conclude(
            CHECKS, found, MEASURES, {name: 1000 * told[kind][part] for name, (kind, part) in LATENCIES.items()}
        ),
        passed=f"all {request.records:,} records came out of {where} once, in order and whole",
        failed=f"of {request.records:,} records in {where}",
        details=_details(topic, exchange, told, leaders),
        environment={
            "Groundwork validation": __version__,
            "Kafka": cluster.version(),
            "Python": platform.python_version(),
        },
    )


def _exchange(cluster: Cluster, topic: str, partitions: int, records: int, planned: Sequence[Send]) -> _Exchange:
    with Reader(cluster.connection, topic, partitions) as reader:
        with Probe(cluster.connection, topic, partitions, planned) as probe:
            probe.ready()
            seconds = len(planned) / PER_SECOND + _PATIENCE_SECONDS
            if not probe.written(seconds):
                raise CouldNotRunError(
                    f"{topic} on {cluster.bootstrap_servers} did not take {records:,} records within "
                    f"{seconds:g} seconds: see that all brokers run, and run again"
                )
            readings = probe.finish()
        reader.until({part: end for part, (_first, end) in cluster.offsets(topic).items()}, _PATIENCE_SECONDS)
        missed = {number for place in probe.unacknowledged if (number := number_in(planned[place].value)) is not None}
        found = account(Expected(topic, records, partitions, missed), reader.arrived)
        return _Exchange(readings, _delivered(probe, reader, planned), found)


def _delivered(probe: Probe, reader: Reader, planned: Sequence[Send]) -> Histogram:
    """How long each record took to the reader, from when it was to be sent; what did not arrive is told elsewhere."""
    first: dict[tuple[int, bytes | None], float] = {}
    for partition, arrived in reader.arrived.items():
        for one, moment in zip(arrived, reader.moments[partition]):
            first.setdefault((partition, one.value), probe.at(moment))
    seen = Histogram()
    for place, send in enumerate(planned):
        if (at := first.get((send.partition, send.value))) is not None:
            seen.record(round((at - place / PER_SECOND) * 1e6))
    return seen


def _led_elsewhere(brokers: Sequence[int], leaders: dict[int, int]) -> Finding:
    missing = [
        Example(f"broker {broker} is not its leader", part)
        for part, broker in enumerate(brokers)
        if leaders.get(part) != broker
    ]
    return Finding(len(missing), examples=missing)


def _details(
    topic: str, exchange: _Exchange, told: dict[str, dict[str, float]], leaders: dict[int, int]
) -> dict[str, Any]:
    readings = exchange.readings
    return {
        "topic": topic,
        "per_second": PER_SECOND,
        "sent": readings.sent,
        "acknowledged": readings.acknowledged,
        "refused": dict(readings.refused),
        "leaders": [{"partition": partition, "broker": broker} for partition, broker in leaders.items()],
        "acknowledged_seconds": told["acknowledged"],
        "delivered_seconds": told["delivered"],
    }
