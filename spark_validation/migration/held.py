# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the copy holds already, read from itself: of which record of the source each one was made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.connection import Connection
from ..cluster.isolation import COMMITTED
from ..compare.alignment import span
from ..core.errors import CouldNotRunError
from ..reading.consume import source
from ..reading.observation import Span
from .marks import HEADER
from .position import Offsets

#: How many offsets at the end of a partition are read at first; four times as many each time that these tell nothing.
_TAIL, _MORE = 1_000, 4


@dataclass(frozen=True)
class Foreign:
    """A record of the copy that no migration of this source put there."""

    partition: int
    offset: int


@dataclass(frozen=True)
class Held:
    """Of each partition of the source the offset that was copied last, where there is one; and what is foreign."""

    last: Mapping[int, int] = field(default_factory=dict)
    foreign: Foreign | None = None


def read_copy(spark: SparkSession, connection: Connection, copy: str, spans: Mapping[int, Span]) -> DataFrame:
    """The committed records of the copy inside ``spans``, with their headers."""
    more = {"kafka.isolation.level": COMMITTED}
    return source(spark, connection, copy, spans, headers=True, more=more)


def marked(records: DataFrame, topic: str, *, same: bool) -> DataFrame:
    """``records`` with ``source_partition`` and ``source_offset`` of ``topic``; both are null for what is foreign.

    Where partitions are the ``same``, so is what names another one than that in which it stands.
    """
    own = F.filter("headers", lambda one: one["key"] == HEADER)
    text = F.when(F.size(own) == 1, F.try_element_at(own, F.lit(1))["value"].cast("string"))
    parts = F.split(text, ":")
    partition, offset = _number(parts, 1).cast("int"), _number(parts, 2)
    ours = (F.size(parts) == 3) & (F.element_at(parts, 1) == topic) & partition.isNotNull() & offset.isNotNull()
    if same:
        ours = ours & (partition == F.col("partition"))
    return records.withColumn("source_partition", F.when(ours, partition)).withColumn(
        "source_offset", F.when(ours, offset)
    )


def _number(parts: Column, place: int) -> Column:
    return F.try_element_at(parts, F.lit(place + 1)).try_cast("bigint")


def held(spark: SparkSession, connection: Connection, topic: str, copy: tuple[str, Offsets], *, same: bool) -> Held:
    """How far the ``copy`` (its name and offsets) of ``topic`` is.

    Where partitions are the ``same``, the last record of each tells, so only the ends are read. Else the last of a
    partition may be anywhere, and all is read.
    """
    name, offsets = copy
    left = {n: both for n, both in offsets.items() if both[0] < both[1]}
    last: dict[int, int] = {}
    tail = _TAIL
    while left:
        spans = {n: span(max(first, end - tail) if same else first, end) for n, (first, end) in left.items()}
        records = marked(read_copy(spark, connection, name, spans), topic, same=same)
        foreign = F.col("source_partition").isNull()
        rows = (
            records.groupBy("source_partition")
            .agg(
                F.max("source_offset").alias("last"),
                F.min(F.when(foreign, F.struct("partition", "offset"))).alias("foreign"),
            )
            .collect()
        )
        for row in rows:
            if row["source_partition"] is None:
                return Held(last, Foreign(**row["foreign"].asDict()))
            last[row["source_partition"]] = row["last"]
        left = {n: both for n, both in left.items() if n not in last and spans[n].first > both[0]}
        tail *= _MORE
    return Held(last)


def require_own(found: Held, topic: str, copy: str, *, same: bool) -> None:
    """Raise :class:`CouldNotRunError` for a foreign record: who copies on would mix two topics for ever."""
    if found.foreign:
        where = ", or for another partition," if same else ""
        raise CouldNotRunError(
            f"partition {found.foreign.partition} of {copy} holds a record at offset {found.foreign.offset} that no "
            f"migration of {topic}{where} put there: copy into an empty topic, and let nobody else write to it before "
            "the switch"
        )
