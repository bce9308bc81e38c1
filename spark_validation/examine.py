# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One pass over the topic, and a second one over what differs from the plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F  # noqa: N812

from . import audit
from .murmur2 import partition_of
from .observation import CORRUPT, FOREIGN, INTACT, Group, Observation, Span, observe
from .plan import Bucket, Plan
from .verdict import MOST_EXAMPLES, Example, Finding

_PREVIEW_BYTES = 120


def first_pass(records: DataFrame, plan: Plan, spans: Mapping[int, Span]) -> Observation:
    """Read everything once and say which buckets differ from the plan."""
    rows = audit.summarise(audit.classify(records, plan)).collect()
    return observe(plan, [Group(**row.asDict()) for row in rows], spans)


def second_look(records: DataFrame, plan: Plan, spans: Mapping[int, Span], observed: Observation) -> dict[str, Finding]:
    """Findings by check id; reads the topic again only for the faults that ``observed`` tells of."""
    classified = audit.classify(records, plan)
    found: dict[str, Finding] = {}
    if observed.corrupt:
        found["corrupt"] = _strays(classified, CORRUPT, observed.corrupt)
    if observed.foreign:
        found["foreign"] = _strays(classified, FOREIGN, observed.foreign)
    if observed.wrong_partition:
        found["wrong_partition"] = _wrong_partition(classified, plan, observed.wrong_partition)
    if observed.holes:
        found["offset_holes"] = _holes(records, spans, observed)
    if observed.suspects:
        found.update(_Suspects(classified, plan, observed).findings())
    return found


def _text(data: Any) -> str:
    """Bytes as a person can read them; null stays visible."""
    return "null" if data is None else bytes(data).decode("ascii", errors="backslashreplace")


def _top(frame: DataFrame, *order: str) -> list[Row]:
    return frame.orderBy(*order).limit(MOST_EXAMPLES).collect()


def _strays(classified: DataFrame, kind: str, count: int) -> Finding:
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
        inner += [(partition, span.first, least - 1), (partition, greatest + 1, span.end - 1)]
    runs = sorted(run for run in inner if run[1] <= run[2])
    examples = [
        Example(
            f"no record at offset {first}" if first == last else f"no record at offsets {first} to {last}",
            partition,
            first,
        )
        for partition, first, last in runs[:MOST_EXAMPLES]
    ]
    detail = "partition " + ", ".join(f"{number}: {count:,}" for number, count in sorted(observed.holes.items()))
    return Finding(sum(observed.holes.values()), detail, examples)


@dataclass(frozen=True)
class _Suspects:
    """The records of the buckets that differ, looked at one by one."""

    classified: DataFrame
    plan: Plan
    observed: Observation

    def findings(self) -> dict[str, Finding]:
        found = audit.candidates(self.classified, self.observed.suspects).persist()
        arrived = audit.arrivals(found).persist()
        try:
            totals = arrived.agg(
                F.count(F.lit(1)).alias("numbers"),
                F.coalesce(F.sum(F.greatest(F.col("copies") - 1, F.lit(0))), F.lit(0)).alias("extra"),
            ).collect()[0]
            lost = sum(bucket.records for bucket in self._buckets()) - totals["numbers"]
            return {
                **({"lost": self._lost(arrived, lost)} if lost else {}),
                **({"duplicated": self._duplicated(arrived, totals["extra"])} if totals["extra"] else {}),
                **self._order(found),
            }
        finally:
            arrived.unpersist()
            found.unpersist()

    def _buckets(self) -> list[Bucket]:
        return [b for b in self.plan.buckets() if (b.partition, b.index) in self.observed.suspects]

    def _lost(self, arrived: DataFrame, count: int) -> Finding:
        rows = [(bucket.partition, bucket.first, bucket.first + bucket.records - 1) for bucket in self._buckets()]
        spans = arrived.sparkSession.createDataFrame(rows, "planned int, first bigint, last bigint")
        expected = spans.select("planned", F.explode(F.sequence("first", "last")).alias("number"))
        examples = [
            Example("never arrived", row["planned"], None, row["number"], self._key(row))
            for row in _top(audit.missing(expected, arrived), "planned", "number")
        ]
        tail = {
            partition: self.plan.records_in(partition) - 1 - last
            for partition, last in self.observed.last_number.items()
            if self.plan.records_in(partition) - 1 > last
        }
        detail = "of these at the end of partition " if tail else ""
        return Finding(count, detail + ", ".join(f"{number}: {lost:,}" for number, lost in tail.items()), examples)

    def _duplicated(self, arrived: DataFrame, count: int) -> Finding:
        twice = arrived.where(F.col("copies") > 1).withColumn("places", F.slice("places", 1, MOST_EXAMPLES))
        examples = [
            Example(
                f"{row['copies']} copies, at "
                + ", ".join(f"partition {place['partition']} offset {place['offset']}" for place in row["places"]),
                row["planned"],
                row["places"][1]["offset"],
                row["number"],
                self._key(row),
            )
            for row in _top(twice, "planned", "number")
        ]
        return Finding(count, examples=examples)

    def _key(self, row: Row) -> str:
        return self.plan.key_of(row["planned"], row["number"])

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
