# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One migration from beginning to end: plan, fence, copy on from what the copy holds, judge, tell."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Sequence

from pyspark.sql import SparkSession

from ..cluster.admin import Cluster
from ..compare.alignment import span
from ..core.interrupts import interruptible
from ..core.progress import say, step
from ..core.result import Result
from ..core.verdict import Finding, Verdict, conclude
from ..spark.environment import environment
from ..spark.session import spark_session
from . import changes as change
from . import held, plan, position, topics
from .changes import Changes
from .checks import CHECKS, MEASURES, by_partition
from .copying import Copying, fence
from .gate import Asked, judge
from .position import Begin, Offsets
from .task import Job
from .topics import Topics

_LOOK_AGAIN_SECONDS = 0.5


@dataclass(frozen=True)
class Request:
    """What the command line asks for; ``until_idle`` seconds without a new record end it, null after one round."""

    topic: str
    to_topic: str
    by: str | None
    changes: Changes
    skip: bool
    compression: str
    batch_records: int
    until_idle: int | None
    plan_only: bool


@dataclass(frozen=True)
class Planned:
    """The plan for a person, and the result of carrying it out; null where only the plan was asked for."""

    lines: Sequence[str]
    result: Result | None


def migrate(cluster: Cluster, request: Request, jars: Sequence[Path]) -> Planned:
    """Carry it out; :class:`CouldNotRunError` when it cannot come to a verdict, :class:`UsageError` for bad input."""
    started = datetime.now(timezone.utc)
    transform = change.load(request.changes.function)
    with interruptible():
        both = topics.pinned(cluster, (request.topic, request.to_topic), request.by)
        with spark_session(jars) as spark, interruptible():
            change.require_meant(spark, request.changes)
            migration = _Migration(spark, both, request, _job(both, request, transform))
            told = migration.plan()
            if request.plan_only:
                return Planned(told, None)
            for line in told:
                say(line)
            ran_on = environment(spark, cluster.version(), len(cluster.broker_ids()))
            verdict, details = migration.run()
    where = f"{request.to_topic} on {cluster.bootstrap_servers}"
    count = details["records"]
    result = Result(
        command="migrate",
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=verdict,
        passed=f"{where} holds the {count:,} records that {request.topic} should become, each once and in its order",
        failed=f"of {count:,} records that {where} should hold of {request.topic}",
        details=details,
        environment=ran_on,
    )
    return Planned(told, result)


def _job(both: Topics, request: Request, transform: Any) -> Job:
    cluster, pair = both.cluster, both.pair
    return Job(
        servers=cluster.bootstrap_servers,
        properties=cluster.connection.client.properties,
        source=request.topic,
        copy=request.to_topic,
        partitions=pair.copy.partitions,
        by_key=not pair.same,
        record_bytes=int(pair.copy.settings["max.message.bytes"]),
        compression=request.compression,
        transform=transform,
        skip=request.skip,
    )


class _Migration:
    """What all of its steps need."""

    def __init__(self, spark: SparkSession, both: Topics, request: Request, job: Job) -> None:
        self._spark, self._topics, self._request, self._job = spark, both, request, job
        self._cluster, self._pair = both.cluster, both.pair

    def plan(self) -> list[str]:
        """What is about to be done, as far as the copy tells before those who wrote it are fenced."""
        words = self._request.changes.words()
        return plan.lines(self._pair, self._begin(self._topics.copy()), self._topics.source(), words)

    def run(self) -> tuple[Verdict, dict[str, Any]]:
        """Copy and judge; the verdict and its details."""
        context = self._spark.sparkContext
        with step("fencing whoever copied before", context):
            fence(self._spark, self._job, self._pair.source.partitions)
        begun = self._begin(self._topics.settled())
        copying = Copying(self._spark, self._cluster.connection, self._job, self._request.changes, begun.starts)
        began = time.monotonic()
        with step(f"copying {self._request.topic} to {self._request.to_topic}", context):
            self._copy(copying)
        seconds = time.monotonic() - began
        self._topics.require_same()
        source, copy = self._topics.source(), self._topics.settled()
        spans = {n: span(min(source[n][0], end), end) for n, end in copying.until.items()}
        asked = Asked(self._cluster.connection, self._pair, self._job, self._request.changes, copy)
        with step("holding the copy against the source", context):
            judged = judge(self._spark, asked, spans)
        self._topics.require_same()
        self._topics.require_undeleted(source)
        later = position.behind(self._topics.to_the_end(), copying.until)
        counts = copying.tally.counts
        found = {
            **judged.findings,
            "behind": by_partition(later),
            "deleted": by_partition(begun.deleted),
            "skipped": Finding(counts["skipped"], "; ".join(copying.tally.skipped[:1])),
        }
        measured = {
            "records": float(judged.records),
            "behind_records": float(sum(later.values())),
            "copied_per_second": counts["written"] / seconds if counts["written"] else None,
        }
        verdict = conclude(CHECKS, found, MEASURES, measured)
        complete = verdict.passed and not later
        return verdict, {
            "topic": self._request.topic,
            "to_topic": self._request.to_topic,
            "plan": {
                "placed_by": self._pair.by,
                "partitions": self._pair.source.partitions,
                "copy_partitions": self._pair.copy.partitions,
                "changes": "; ".join(self._request.changes.words()) or None,
            },
            "resumed": not begun.fresh,
            "records": judged.records,
            "head_removed": judged.removed,
            "run": {
                "copied": counts["written"],
                "dropped": counts["dropped"],
                "skipped": counts["skipped"],
                "seconds": round(seconds, 3),
            },
            "complete": complete,
            "partitions": [
                {
                    "partition": n,
                    "begun_at": begun.starts[n],
                    "copied_until": end,
                    "end": end + later.get(n, 0),
                }
                for n, end in sorted(copying.until.items())
            ],
        }

    def _copy(self, copying: Copying) -> None:
        """Round after round: until the source has nothing new for as long as somebody asks, or once."""
        idle = self._request.until_idle
        last = time.monotonic()
        while True:
            before, source = dict(copying.until), self._topics.source()
            position.require_undeleted(source, before, self._request.topic)
            if position.behind(source, before):
                copying.go_on(self._request.batch_records)
            if idle is None:
                return
            if copying.until != before:
                last = time.monotonic()
            elif time.monotonic() - last >= idle:
                return
            else:
                time.sleep(_LOOK_AGAIN_SECONDS)

    def _begin(self, offsets: Offsets) -> Begin:
        request, same = self._request, self._pair.same
        if not same:
            position.require_head(offsets, request.to_topic)
        found = held.held(self._spark, self._cluster.connection, request.topic, (request.to_topic, offsets), same=same)
        held.require_own(found, request.topic, request.to_topic, same=same)
        begun = position.begin(self._topics.source(), found.last, request.topic, request.to_topic)
        if begun.fresh and not self._pair.source.compacted:  # else what is missing at its head would count as deleted
            position.require_head(offsets, request.to_topic)
        return begun
