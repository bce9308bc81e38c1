# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One comparison from beginning to end: pin both topics, compare, see that they still are the same, tell."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Mapping, Sequence

from pyspark.sql import DataFrame, SparkSession

from ..cluster.admin import Cluster
from ..cluster.isolation import level
from ..core.errors import CouldNotRunError, UsageError
from ..core.interrupts import interruptible
from ..core.progress import step
from ..core.result import Result
from ..core.verdict import Finding, conclude
from ..spark.environment import environment
from ..spark.session import spark_session
from . import keys, last_values, partitions
from .checks import BY_KEY, BY_PARTITION, CHECKS, LAST_VALUES, MEASURES
from .fingerprint import COPY, SOURCE, both
from .partitions import Spans
from .tally import Compared, findings, held, measured, rows
from .topics import Pinned, added, pin, refuse_compacted, refuse_moved_head

_WAYS = {BY_PARTITION: partitions.compare, BY_KEY: keys.compare, LAST_VALUES: last_values.compare}


@dataclass(frozen=True)
class Request:
    """What the command line asks for: ``by`` is one of the three ways, or null for the one that fits the topics."""

    topic: str
    to_topic: str
    by: str | None
    headers: bool
    committed: bool


def hold_against(source: Cluster, copy: Cluster, request: Request, jars: Sequence[Path]) -> Result:
    """Carry the comparison out; :class:`CouldNotRunError` when it cannot come to a verdict."""
    started = datetime.now(timezone.utc)
    with interruptible():
        pinned = pin((source, request.topic), (copy, request.to_topic), request.committed)
        by = _way(request.by, pinned)
        with spark_session(jars) as spark, interruptible():
            ran_on = environment(spark, source.version(), len(source.broker_ids()))
            with step(f"comparing {pinned[SOURCE].where} with {pinned[COPY].where}", spark.sparkContext):
                compared = _compared(spark, pinned, by, request)
            found = findings(compared.faults)
            more = {side: added(topic) for side, topic in pinned.items()}
        if found:
            for topic in pinned.values():
                refuse_moved_head(topic)
    if any(more.values()):
        told = ", ".join(f"{pinned[side].name}: {count}" for side, count in more.items() if count)
        found["partitions_added"] = Finding(sum(more.values()), told)
    return Result(
        command="compare",
        bootstrap_servers=source.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=conclude(CHECKS, found, MEASURES, measured(compared)),
        **_subjects(pinned, by, compared),
        details=_details(pinned, by, request, compared),
        environment=ran_on,
    )


def _way(asked: str | None, pinned: Mapping[str, Pinned]) -> str:
    """How to compare; :class:`UsageError` where the topics cannot be compared so."""
    if asked == LAST_VALUES:
        return asked
    for topic in pinned.values():
        refuse_compacted(topic)
    source, copy = (pinned[side].info.identity.partitions for side in (SOURCE, COPY))
    if asked == BY_PARTITION and source != copy:
        raise UsageError(
            f"{pinned[SOURCE].name} has {source} partitions and {pinned[COPY].name} has {copy}, so that partitions "
            "cannot be held against each other: leave out --by, or compare with --by key"
        )
    return asked or (BY_PARTITION if source == copy else BY_KEY)


def _compared(spark: SparkSession, pinned: Mapping[str, Pinned], by: str, request: Request) -> Compared:
    topics = {side: (topic.cluster.connection, topic.name) for side, topic in pinned.items()}

    def read(spans: Mapping[str, Spans]) -> DataFrame:
        return both(spark, topics, spans, request.headers, request.committed)

    try:
        return _WAYS[by](read, pinned[SOURCE].spans, pinned[COPY].spans)
    except CouldNotRunError:
        raise
    except Exception:  # a topic that is gone breaks Spark in ways that do not tell it
        for topic in pinned.values():
            added(topic)
        raise


def _subjects(pinned: Mapping[str, Pinned], by: str, compared: Compared) -> dict[str, str]:
    """What the verdict's sentence is about."""
    what = "last values" if by == LAST_VALUES else "records"
    count, source, copy = sum(compared.records[SOURCE].values()), pinned[SOURCE].where, pinned[COPY].where
    return {
        "passed": f"{copy} holds {held(compared, what, source, ordered=by != LAST_VALUES)}",
        "failed": f"of {count:,} {what} of {source} and their copy {copy}",
    }


def _details(pinned: Mapping[str, Pinned], by: str, request: Request, compared: Compared) -> dict[str, Any]:
    return {
        **{
            side: {
                "topic": topic.name,
                "bootstrap_servers": topic.cluster.bootstrap_servers,
                "partitions": topic.info.identity.partitions,
                "records": sum(compared.records[side].values()),
                "head_removed": compared.removed.get(side, 0),
            }
            for side in (SOURCE, COPY)
            for topic in [pinned[side]]
        },
        "by": by,
        "headers": request.headers,
        "isolation_level": level(request.committed),
        "copied": rows(pinned[SOURCE].spans, compared),
    }
