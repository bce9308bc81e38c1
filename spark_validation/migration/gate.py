# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The gate: does the copy hold what the source holds, changed as it should be, each record once and in its order?

Records of the copy are put at the places of those that they name, so that fingerprints by offset decide without a
shuffle, whatever was dropped between them and wherever their keys stand; see :mod:`spark_validation.compare`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Mapping

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.connection import Connection
from ..cluster.isolation import COMMITTED
from ..compare import last_values, partitions
from ..compare.alignment import span
from ..compare.differences import by_partition
from ..compare.fingerprint import COPY, SOURCE
from ..compare.last_values import MOST_OFFSETS
from ..compare.tally import Compared
from ..core.verdict import Finding
from ..reading.consume import source
from ..reading.observation import Span
from ..records.record import HEADERS
from . import task
from .changes import Changes, prepared
from .checks import content_findings, in_copy
from .held import marked, read_copy
from .marks import HEADER
from .plan import Pair
from .position import Offsets, require_head
from .task import Job

Spans = Mapping[int, Span]
_TRANSFORMED = (
    "source_partition int, source_offset bigint, timestamp bigint, key binary, value binary, "
    "headers array<struct<key:string,value:binary>>, partition int"
)


@dataclass(frozen=True)
class Asked:
    """What is compared: both topics, how the one becomes the other, and what the copy's offsets are now."""

    connection: Connection
    pair: Pair
    job: Job
    changes: Changes
    copy: Offsets


@dataclass(frozen=True)
class Judged:
    """What was found, how many records the copy should hold, and how many source offsets its deleted head takes."""

    findings: Mapping[str, Finding]
    records: int
    removed: int


def judge(spark: SparkSession, asked: Asked, spans: Spans) -> Judged:
    """Hold the copy against all of the source inside ``spans``."""
    copy = marked(
        read_copy(spark, asked.connection, asked.pair.copy.name, {n: span(*both) for n, both in asked.copy.items()}),
        asked.pair.source.name,
        same=asked.pair.same,
    )
    found, firsts = _in_order(copy)
    begun = _from_head(asked, spans, firsts)
    compared = _compared(spark, asked, copy, begun)
    removed = sum(begun[n].first - spans[n].first for n in spans)
    records = sum(compared.records[SOURCE].values())
    return Judged({**found, **content_findings(compared.faults)}, records, removed)


def _in_order(copy: DataFrame) -> tuple[dict[str, Finding], dict[int, int]]:
    """What is foreign or out of order, and the first offset of each partition of the source that the copy holds."""
    places = copy.select("partition", "offset", "source_partition", "source_offset")
    along = Window.partitionBy("partition", "source_partition").orderBy("offset")
    rows = (
        places.withColumn("before", F.lag("source_offset").over(along))
        .withColumn("foreign", F.col("source_partition").isNull())
        .withColumn("broken", F.coalesce(F.col("before") > F.col("source_offset"), F.lit(False)))
        .groupBy("partition", "source_partition")
        .agg(
            F.min("source_offset").alias("first"),
            *[F.sum(F.col(name).cast("bigint")).alias(name) for name in ("foreign", "broken")],
            F.min(F.when(F.col("foreign") | F.col("broken"), F.struct("offset", "before"))).alias("example"),
        )
        .collect()
    )
    firsts: dict[int, int] = {}
    for row in rows:
        if row["source_partition"] is not None:
            n = row["source_partition"]
            firsts[n] = min(row["first"], firsts.get(n, row["first"]))
    return {
        "foreign": _finding(rows, "foreign", "no migration of this source put it there; the offset is the copy's"),
        "reordered": _finding(rows, "broken", "a record that comes later in the source stands before it in the copy"),
    }, firsts


def _finding(rows: list[Any], kind: str, text: str) -> Finding:
    bad = sorted((row for row in rows if row[kind]), key=lambda row: int(row["partition"]))
    places = [{"partition": row["partition"], "offset": row["example"]["offset"]} for row in bad]
    return in_copy(sum(row[kind] for row in bad), places, text)


def _from_head(asked: Asked, spans: Spans, firsts: Mapping[int, int]) -> dict[int, Span]:
    """``spans`` from where the copy still has its head: retention deletes it there too, at a moment of its own.

    Raises :class:`CouldNotRunError` where nobody can tell which records were deleted.
    """
    cut = [n for n, (first, _end) in asked.copy.items() if first > 0]
    if not cut or asked.pair.source.compacted:
        return dict(spans)
    if not asked.pair.same:
        require_head(asked.copy, asked.pair.copy.name)
    return {n: span(max(one.first, min(firsts.get(n, one.end), one.end)), one.end) if n in cut else one
            for n, one in spans.items()}  # fmt: skip


def _compared(spark: SparkSession, asked: Asked, copy: DataFrame, spans: Spans) -> Compared:
    there = _content(copy, asked).withColumn("side", F.lit(COPY))

    def read(wanted: Mapping[str, Spans]) -> DataFrame:
        here = _should_be(spark, asked, wanted[SOURCE]).withColumn("side", F.lit(SOURCE))
        return here.unionByName(_inside(there, wanted[COPY]))

    if asked.pair.source.compacted:
        return last_values.compare(read, spans, spans)
    return partitions.compare(read, spans, spans)


def _should_be(spark: SparkSession, asked: Asked, spans: Spans) -> DataFrame:
    """What the copy should hold of the source's records inside ``spans``, at their places."""
    more = {"kafka.isolation.level": COMMITTED}
    records = source(spark, asked.connection, asked.pair.source.name, spans, headers=True, more=more)
    rows, job = prepared(records, asked.changes), asked.job
    if job.transform is not None or job.skip or not asked.pair.same:
        made = rows.rdd.mapPartitions(partial(task.transformed, job=job))
        frame = spark.createDataFrame(made, _TRANSFORMED, verifySchema=False)
    else:
        frame = rows.where("passes").select(
            F.col("partition").alias("source_partition"),
            F.col("offset").alias("source_offset"),
            *("timestamp", "key", "value", "headers", "partition"),
        )
    return _placed(frame, asked)


def _content(copy: DataFrame, asked: Asked) -> DataFrame:
    return _placed(copy.withColumn("timestamp", F.unix_millis("timestamp")), asked)


def _placed(records: DataFrame, asked: Asked) -> DataFrame:
    """The columns that a comparison reads, at the source's places.

    Partition and timestamp in the copy are told as one header more, so that they count as content.
    """
    others = F.filter(F.coalesce("headers", F.array().cast(HEADERS)), lambda one: one["key"] != HEADER)
    time = F.col("timestamp").cast("string") if asked.pair.keeps_time else F.lit("")
    own = F.struct(
        F.lit("").alias("key"), F.concat_ws(" ", F.col("partition").cast("string"), time).cast("binary").alias("value")
    )
    return records.select(
        F.col("source_partition").alias("partition"),
        F.col("source_offset").alias("offset"),
        F.timestamp_millis("timestamp").alias("timestamp"),
        *("key", "value"),
        F.concat(others, F.array(own)).cast(HEADERS).alias("headers"),
    )


def _inside(records: DataFrame, spans: Spans) -> DataFrame:
    """The ``records`` whose places lie in ``spans``."""
    first, end = (
        by_partition({n: getattr(one, name) for n, one in spans.items()}, "partition", default)
        for name, default in (("start", MOST_OFFSETS), ("end", 0))
    )
    return records.where((F.col("offset") >= first) & (F.col("offset") < end))
