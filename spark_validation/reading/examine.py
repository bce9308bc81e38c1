# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One pass over the topic, and a second one over what differs from the plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping

from pyspark.sql import Column, DataFrame, Row
from pyspark.sql import functions as F  # noqa: N812

from ..core.verdict import MOST_EXAMPLES, Example, Finding
from ..core.words import shown
from ..records.murmur2 import partition_of
from ..records.plan import Bucket, Plan
from ..records.record import by_partition
from ..spark.frames import from_rows
from . import audit, compaction
from .observation import CORRUPT, FOREIGN, INTACT, Group, Observation, Span, everything, fits, observe

_PREVIEW_BYTES = 120
_ORDER = ("planned", "first")


def first_pass(
    records: DataFrame, plan: Plan, spans: Mapping[int, Span], again: Callable[[], None] = lambda: None
) -> Observation:
    """Read everything once and say which buckets differ from the plan.

    Where each partition has as many offsets as it has records planned, all are likely to be in their places, which is
    quicker to see. If they are not, ``again`` is called and everything is read once more.
    """
    if fits(plan, spans):
        if audit.in_place(records, plan, spans).count() == plan.records:
            return everything(plan, spans)
        again()
    rows = audit.summarise(audit.classify(records, plan)).collect()
    return observe(plan, [Group(**row.asDict()) for row in rows], spans)


def second_look(
    records: DataFrame,
    plan: Plan,
    spans: Mapping[int, Span],
    observed: Observation,
    acknowledged: int | None = None,
) -> dict[str, Finding]:
    """Findings by check id; reads the topic again only for the faults that ``observed`` tells of.

    Of the plan's records, dealt out to the partitions in turn, the first ``acknowledged`` are lost when they are
    missing (all, unless given); the rest is in doubt.
    """
    classified, mistaken = audit.classify(records, plan), 0
    if observed.places and observed.foreign + observed.corrupt:
        classified = audit.by_place(classified, observed.places)
        mistaken = classified.where("mistaken").count() if observed.foreign else 0
    found: dict[str, Finding] = {}
    if observed.corrupt + mistaken:
        found["corrupt"] = _strays(classified, CORRUPT, observed.corrupt + mistaken)
    if observed.foreign - mistaken:
        found["foreign"] = _strays(classified, FOREIGN, observed.foreign - mistaken)
    if observed.wrong_partition:
        found["wrong_partition"] = _wrong_partition(classified, plan, observed.wrong_partition)
    if observed.deleted:
        found["deleted_head"] = _deleted(spans, observed)
    if observed.holes:
        found["offset_holes"] = _holes(records, spans, observed)
    if observed.suspects:
        promised = plan.records if acknowledged is None else acknowledged
        heads = _heads(classified, plan, observed)
        found.update(_Suspects(classified, plan, observed, promised, heads, spans).findings())
    return found


def _text(data: Any) -> str:
    """Bytes as a person can read them; null stays visible."""
    return "null" if data is None else shown(bytes(data), cut=len(data) == _PREVIEW_BYTES)


def _top(frame: DataFrame, *order: str) -> list[Row]:
    return frame.orderBy(*order).limit(MOST_EXAMPLES).collect()


def _strays(classified: DataFrame, kind: int, count: int) -> Finding:
    rows = _top(
        classified.where(F.col("kind") == kind).withColumn("value", F.substring("value", 1, _PREVIEW_BYTES)),
        "partition",
        "offset",
    )
    examples = [
        Example(f"value {_text(row['value'])}", row["partition"], row["offset"], row["number"], _text(row["key"]))
        for row in rows
    ]
    return Finding(count, examples=examples)


def _wrong_partition(classified: DataFrame, plan: Plan, count: int) -> Finding:
    astray = classified.where((F.col("kind") == INTACT) & (F.col("planned") != F.col("partition")))
    examples = [
        Example(
            f"murmur2 of the key gives partition {partition_of(bytes(row['key']), plan.partitions)}, "
            f"the record lies in partition {row['partition']}",
            row["partition"],
            row["offset"],
            row["number"],
            _text(row["key"]),
        )
        for row in _top(astray, "partition", "offset")
    ]
    return Finding(count, examples=examples)


def _deleted(spans: Mapping[int, Span], observed: Observation) -> Finding:
    examples = [
        Example(f"the log starts at offset {spans[partition].start}", partition, spans[partition].first)
        for partition in sorted(observed.deleted)[:MOST_EXAMPLES]
    ]
    return Finding(sum(observed.deleted.values()), _by_partition(observed.deleted), examples)


def _heads(classified: DataFrame, plan: Plan, observed: Observation) -> dict[int, int]:
    """How many of a partition's first planned records went with its deleted head.

    They are those before the first that is left, as far as the offsets that were deleted had room for them.
    """
    if not observed.deleted:
        return {}
    rows = (
        classified.where((F.col("kind") == INTACT) & F.col("planned").isin(*observed.deleted))
        .groupBy("planned")
        .agg(F.min("number").alias("number"))
        .collect()
    )
    left = {row["planned"]: row["number"] for row in rows}
    return {
        partition: min(offsets, left.get(partition, plan.records_in(partition)))
        for partition, offsets in observed.deleted.items()
        if partition < plan.partitions
    }


def _by_partition(counts: Mapping[int, int]) -> str:
    return "partition " + ", ".join(f"{number}: {count:,}" for number, count in sorted(counts.items()))


def _holes(records: DataFrame, spans: Mapping[int, Span], observed: Observation) -> Finding:
    inner = [
        (row["partition"], row["first"], row["last"])
        for row in _top(audit.gaps(records, observed.holes), "partition", "first")
    ]
    ends = {
        row["partition"]: (row["least"], row["greatest"])
        for row in records.where(F.col("partition").isin(*observed.holes))
        .groupBy("partition")
        .agg(F.min("offset").alias("least"), F.max("offset").alias("greatest"))
        .collect()
    }
    for partition in observed.holes:
        span = spans[partition]
        least, greatest = ends.get(partition, (span.end, span.end))
        inner += [(partition, span.start, least - 1), (partition, greatest + 1, span.end - 1)]
    runs = sorted(run for run in inner if run[1] <= run[2])
    examples = [
        Example(
            f"no record at offset {first}" if first == last else f"no record at offsets {first} to {last}",
            partition,
            first,
        )
        for partition, first, last in runs[:MOST_EXAMPLES]
    ]
    return Finding(sum(observed.holes.values()), _by_partition(observed.holes), examples)


# Copies of a record that one and the same attempt wrote, and those that an attempt made again: SQL over audit.arrivals.
_BEYOND_ATTEMPTS = "greatest(copies - attempts, 0)"
_REPLAYS = "greatest(attempts - 1, 0)"


def _copies(plan: Plan, arrived: DataFrame, extra: str) -> Finding:
    """Arrivals with copies too many, of which ``extra`` counts."""
    more = arrived.withColumn("extra", F.expr(extra)).where(F.col("extra") > 0)
    count = more.agg(F.sum("extra")).collect()[0][0]
    examples = [
        Example(
            f"{row['copies']} copies, at "
            + ", ".join(f"partition {place['partition']} offset {place['offset']}" for place in row["places"]),
            row["planned"],
            row["places"][1]["offset"],
            row["number"],
            plan.key_of(row["planned"], row["number"]),
        )
        for row in _top(more.withColumn("places", F.slice("places", 1, MOST_EXAMPLES)), "planned", "number")
    ]
    return Finding(count, examples=examples)


@dataclass(frozen=True)
class _Suspects:
    """The records of the buckets that differ, looked at one by one; ``heads`` as :func:`_heads` gives it."""

    classified: DataFrame
    plan: Plan
    observed: Observation
    acknowledged: int
    heads: Mapping[int, int]
    spans: Mapping[int, Span]

    def findings(self) -> dict[str, Finding]:
        found = audit.candidates(self.classified, self.observed.suspects).persist()
        arrived = audit.arrivals(found).persist()
        try:
            totals = arrived.agg(
                F.count(F.lit(1)).alias("numbers"),
                F.expr(f"coalesce(sum({_BEYOND_ATTEMPTS}), 0)").alias("extra"),
                F.expr(f"coalesce(sum({_REPLAYS}), 0)").alias("replays"),
            ).collect()[0]
            wanted = sum(bucket.records for bucket in self._buckets()) - sum(self.heads.values())
            missing = wanted - totals["numbers"]
            return {
                **(self._missing(arrived, missing) if missing else {}),
                **({"duplicated": _copies(self.plan, arrived, _BEYOND_ATTEMPTS)} if totals["extra"] else {}),
                **({"replayed": _copies(self.plan, arrived, _REPLAYS)} if totals["replays"] else {}),
                **self._order(found),
            }
        finally:
            arrived.unpersist()
            found.unpersist()

    def _buckets(self) -> list[Bucket]:
        return [b for b in self.plan.buckets() if (b.partition, b.index) in self.observed.suspects]

    def _missing(self, arrived: DataFrame, count: int) -> dict[str, Finding]:
        """What did not arrive, told apart by whether its writer was told that it had."""
        rows = [
            (bucket.partition, first, bucket.first + bucket.records - 1)
            for bucket in self._buckets()
            for first in [max(bucket.first, self.heads.get(bucket.partition, 0))]
            if first < bucket.first + bucket.records
        ]
        spans = from_rows(arrived.sparkSession, rows, "planned int, first bigint, last bigint")
        # A row is a whole bucket's worth of numbers.
        spans = spans.repartition(arrived.sparkSession.sparkContext.defaultParallelism)
        expected = spans.select("planned", F.explode(F.sequence("first", "last")).alias("number"))
        absent = audit.missing(expected, arrived)
        acknowledged = [self._acknowledged_in(partition) for partition in range(self.plan.partitions)]
        promised = F.col("number") < by_partition(acknowledged, F.col("planned"))
        if self.plan.shape.compacted:
            return self._gone(absent, promised)
        doubtful = absent.where(~promised).count() if self.acknowledged < self.plan.records else 0
        lost = count - doubtful
        return {
            **({"lost": self._absent(absent.where(promised), lost, self._tails())} if lost else {}),
            **({"in_doubt": self._absent(absent.where(~promised), doubtful, "")} if doubtful else {}),
        }

    def _gone(self, absent: DataFrame, promised: Column) -> dict[str, Finding]:
        """The same of a topic that is compacted, without what that took."""
        ends = compaction.log_ends(absent, self.plan, self.spans, self.observed, self.heads)
        found = compaction.gaps(self.classified, absent, self.plan, ends, promised).where(F.col("gone") > 0).persist()
        try:
            doubtful = F.least("gone", "unpromised")
            lost = F.col("gone") - doubtful
            sums = found.agg(F.sum(lost).alias("lost"), F.sum(doubtful).alias("in_doubt")).collect()[0]
            return {
                check: Finding(sums[check], detail, [self._run(row) for row in _top(found.where(part > 0), *_ORDER)])
                for check, part, detail in (("lost", lost, self._tails()), ("in_doubt", doubtful, ""))
                if sums[check]
            }
        finally:
            found.unpersist()

    def _run(self, row: Row) -> Example:
        """A run of numbers that are absent, of which some never arrived."""
        first, last, partition = row["first"], row["last"], row["planned"]
        if row["gone"] == row["absent"]:
            text = "never arrived" if first == last else f"numbers {first} to {last} never arrived"
        else:
            text = f"{row['gone']:,} of the numbers {first} to {last} never arrived, or went without one in their place"
        return Example(text, partition, None, first, self.plan.key_of(partition, first))

    def _acknowledged_in(self, partition: int) -> int:
        return self.plan.before(self.acknowledged, partition)

    def _tails(self) -> str:
        tail = {
            partition: self._acknowledged_in(partition) - 1 - last
            for partition, read in self.observed.last_number.items()
            for last in [max(read, self.heads.get(partition, 0) - 1)]
            if self._acknowledged_in(partition) - 1 > last
        }
        detail = "of these at the end of partition " if tail else ""
        return detail + ", ".join(f"{number}: {lost:,}" for number, lost in tail.items())

    def _absent(self, absent: DataFrame, count: int, detail: str) -> Finding:
        examples = [
            Example(
                "never arrived", row["planned"], None, row["number"], self.plan.key_of(row["planned"], row["number"])
            )
            for row in _top(absent, "planned", "number")
        ]
        return Finding(count, detail, examples)

    def _order(self, found: DataFrame) -> dict[str, Finding]:
        """Breaks within a key, and those across keys in the partitions in which no key's order is broken."""
        breaks = audit.order_breaks(found)
        rows = breaks.groupBy("partition", "within_key").count().collect()
        within = {row["partition"]: row["count"] for row in rows if row["within_key"]}
        across = {row["partition"]: row["count"] for row in rows if row["partition"] not in within}
        return {
            check: _breaks(breaks.where(F.col("within_key") == (check == "reordered")), counts, whose)
            for check, counts, whose in (
                ("reordered", within, "of its key"),
                ("reordered_across_keys", across, "of another key"),
            )
            if counts
        }


def _breaks(breaks: DataFrame, counts: Mapping[int, int], whose: str) -> Finding:
    examples = [
        Example(
            f"directly follows number {row['after_number']} {whose}",
            row["partition"],
            row["offset"],
            row["number"],
            _text(row["key"]),
        )
        for row in _top(breaks.where(F.col("partition").isin(*counts)), "partition", "offset")
    ]
    return Finding(sum(counts.values()), examples=examples)
