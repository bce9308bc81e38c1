# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The audit of a topic: read once, again what differs from the plan, and told by partition."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from pyspark.sql import SparkSession

from ..cluster.admin import Cluster
from ..core.progress import say, step
from ..core.verdict import Finding
from ..records.plan import Plan
from ..records.throughput import Throughput
from .consume import read
from .examine import first_pass, second_look
from .observation import Observation, Span
from .transactions import Taken, taken

_COMPACTED = "{count} offsets that compaction took are not counted"


@dataclass(frozen=True)
class PartitionRow:
    """One Kafka partition: records planned and read, and the offsets ``first`` to ``end - 1`` that were read."""

    partition: int
    planned: int
    read: int
    first: int
    end: int


@dataclass(frozen=True)
class Consumed:
    """What an audit read, and what it found by the id of the check.

    The throughput is that of the last of ``passes``: all is read twice where it is as much as planned and not in place.
    """

    throughput: Throughput
    passes: int
    partitions: list[PartitionRow]
    found: dict[str, Finding]


def consume(
    spark: SparkSession,
    plan: Plan,
    cluster: Cluster,
    topic: str,
    acknowledged: int | None = None,
    *,
    committed: bool = False,
) -> Consumed:
    """Read the topic once, and again what differs from the plan; ``acknowledged`` as in :func:`second_look`.

    ``committed`` reads what transactions have committed alone, and offsets that transactions took are no holes.
    """
    spans = {
        number: Span(0, first, end) for number, (first, end) in cluster.offsets(topic, committed=committed).items()
    }
    dead = bool(plan.shape.tombstones)
    records = read(spark, cluster.connection, topic, spans, tombstones=dead, committed=committed)
    began = [time.monotonic()]

    def once_more() -> None:
        say(f"not all of {topic} is in its place: reading it once more, to tell what is")
        began.append(time.monotonic())

    with step(f"consuming from {topic}", spark.sparkContext):
        observed = first_pass(records, plan, spans, once_more)
    consumed = Throughput(sum(observed.read.values()), observed.bytes, time.monotonic() - began[-1])
    rows = _partition_rows(plan, observed, spans)
    taken_by: dict[int, Taken] = {}
    if committed and observed.holes:
        with step(f"looking for the transactions of {topic}"):
            taken_by = taken(cluster, topic, {number: spans[number] for number in observed.holes})
        observed = observed.excluding({number: one.offsets for number, one in taken_by.items()})
    compacted = sum(observed.holes.values()) if plan.shape.compacted else 0
    if compacted:  # what is lost all the same is told by its number
        observed = observed.excluding(observed.holes)
    said = {"offset_holes": Finding(0, _COMPACTED.format(count=f"{compacted:,}"))} if compacted else {}
    if observed.as_planned:
        return Consumed(consumed, len(began), rows, {**said, **_with_transactions({}, taken_by)})
    closer = read(spark, cluster.connection, topic, spans, attempts=True, tombstones=dead, committed=committed)
    with step("looking at what differs from the plan", spark.sparkContext):
        found = second_look(closer, plan, spans, observed, acknowledged)
    return Consumed(consumed, len(began), rows, {**said, **_with_transactions(found, taken_by)})


def _with_transactions(found: dict[str, Finding], taken_by: dict[int, Taken]) -> dict[str, Finding]:
    """``found`` with the word that some offsets without a record are not among the holes."""
    markers, aborted = (sum(getattr(one, what) for one in taken_by.values()) for what in ("markers", "aborted"))
    if not markers + aborted:
        return found
    holes = found.get("offset_holes", Finding(0))
    said = f"{markers:,} markers of transactions and {aborted:,} records of aborted ones are not counted"
    return {**found, "offset_holes": replace(holes, detail="; ".join(filter(None, (holes.detail, said))))}


def _partition_rows(plan: Plan, observed: Observation, spans: dict[int, Span]) -> list[PartitionRow]:
    absent = Span(0, 0, 0)
    return [
        PartitionRow(
            number, plan.records_in(number), count, spans.get(number, absent).start, spans.get(number, absent).end
        )
        for number, count in sorted(observed.read.items())
    ]
