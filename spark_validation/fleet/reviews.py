# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The traps in the configurations of each cluster, as its newest review tells them.

A review names no cluster: it is of those of the audit beside it, whose file is called the same but for its ending.
"""

from __future__ import annotations

from typing import Callable

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from .files import ENDING
from .schema import RECORD, REVIEW, SEVERITIES

#: What is told of all traps together: how many are open, by their severity, and how many are not.
COUNTS = (*SEVERITIES, "accepted")


def reviews(of: DataFrame) -> DataFrame:
    """The newest review of each cluster among the lines ``of``, with its ``traps``, and how many are open or accepted.

    A review of several clusters does not say of which of them a trap is, so that these are one row, joined by +, but
    for those with a newer one. Hosts of no known cluster are of the others of their audit, if there are any.
    """
    lines = of.select("what", "cluster", "seconds", "file", "traps", F.regexp_replace("file", ENDING, "").alias("stem"))
    named = F.when(F.col("cluster") != "", F.col("cluster"))
    audits = lines.where(F.col("what") == RECORD).groupBy("stem").agg(F.collect_set(named).alias("clusters"))
    each = lines.where(F.col("what") == REVIEW).select("stem", F.struct("seconds", "file", "traps").alias("newest"))
    tied = each.join(F.broadcast(audits), on="stem", how="inner")
    by_cluster = tied.select("newest", F.explode_outer("clusters").alias("cluster")).groupBy("cluster")
    together = (
        by_cluster.agg(F.max("newest").alias("newest")).groupBy("newest").agg(F.collect_set("cluster").alias("of"))
    )
    return together.select(
        F.array_join(F.array_sort("of"), "+").alias("cluster"), F.col("newest.seconds").alias("reviewed_at"),
        *(_count(_is_open(word)).alias(word) for word in SEVERITIES),
        _count(lambda trap: trap["accepted"].isNotNull()).alias("accepted"),
        F.col("newest.traps").alias("traps"),
    )  # fmt: skip


def _count(wanted: Callable[[Column], Column]) -> Column:
    return F.size(F.filter("newest.traps", wanted))


def _is_open(severity: str) -> Callable[[Column], Column]:
    return lambda trap: trap["accepted"].isNull() & (trap["severity"] == severity)


def traps(of: DataFrame) -> DataFrame:
    """A row for each trap of the reviews ``of``; ``accepted`` is the reason, null where it is open."""
    return of.select("cluster", "reviewed_at", F.inline("traps").alias("trap", "severity", "subject", "accepted"))


def by_trap(of: DataFrame) -> DataFrame:
    """In how many ``clusters`` each of the traps ``of`` is open, and in how many it is accepted."""
    accepted = F.col("accepted").isNotNull()
    return of.groupBy("trap", "severity").agg(
        F.size(F.collect_set(F.when(~accepted, F.col("cluster")))).alias("clusters"),
        F.size(F.collect_set(F.when(accepted, F.col("cluster")))).alias("accepted_in"),
    )
