# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One row for each host: what its last audit says, and what has changed since the one before."""

from __future__ import annotations

from typing import Callable

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F  # noqa: N812

from .schema import AUDITED

KEY = ("cluster", "host")
#: What became of a setting: it was in effect and is not, the other way round, or has another value.
WORSE, BETTER, CHANGED = "worse", "better", "changed"


def hosts(records: DataFrame) -> DataFrame:
    """The last audit of each host that came to it, or its last record where none did.

    ``audited_at`` is when it was (null: never), ``seen_at`` and ``outcome`` are those of the last record, and
    ``changes`` what differs from the audit before, in settings that both have. It moves each record to its cluster
    once, and that is the one shuffle of this report that moves settings: hosts and their peers lie together then.
    """
    # One order for both, so that records are sorted once; of a copied file's records none is before the other.
    in_time = Window.partitionBy(*KEY).orderBy("seconds")
    own = in_time.rowsBetween(Window.unboundedPreceding, Window.unboundedFollowing)
    earlier = in_time.rangeBetween(Window.unboundedPreceding, -1)
    audited = F.col("outcome") == AUDITED
    last = F.max(F.struct("seconds", "outcome")).over(own)
    at = F.max(F.when(audited, F.col("seconds"))).over(own)
    before = F.last(F.when(audited, F.struct("seconds", "settings")), ignorenulls=True).over(earlier)
    together = records.drop("services").repartition("cluster")
    seen = together.select("*", last.alias("last"), at.alias("audited_at"), before.alias("before"))
    chosen = seen.where(F.col("seconds") == F.coalesce("audited_at", "last.seconds")).where(
        audited | F.col("audited_at").isNull()
    )
    return chosen.dropDuplicates([*KEY]).select(
        *KEY,
        "rack",
        "roles",
        "audited_at",
        F.col("last.seconds").alias("seen_at"),
        F.col("last.outcome").alias("outcome"),
        "high",
        "medium",
        "low",
        "settings",
        F.col("before.seconds").alias("before_at"),
        _changes(F.col("settings"), F.col("before.settings")).alias("changes"),
    )


def _changes(now: Column, before: Column) -> Column:
    """What differs; null where there was no audit before.

    Both mostly have the same settings in the same order, so that only those are looked up by name that differ from the
    one in their place.
    """
    other = F.zip_with(now, before, lambda one, was: F.when(~F.coalesce(_same(one, was), F.lit(False)), one))
    changes = F.transform(F.filter(other, lambda one: one.isNotNull()), _against(before))
    return F.when(before.isNotNull(), F.filter(changes, lambda one: one["change"].isNotNull()))


def _same(one: Column, was: Column) -> Column:
    return (
        (one["setting"] == was["setting"])
        & (one["in_effect"] == was["in_effect"])
        & (~one["lasting"] | one["effective"].eqNullSafe(was["effective"]))
    )


def _against(before: Column) -> Callable[[Column], Column]:
    """What became of one setting since ``before``; its change is null where it is the same, or was not there."""

    def change(one: Column) -> Column:
        was = F.get(F.filter(before, lambda other: other["setting"] == one["setting"]), F.lit(0))
        kind = (
            F.when(was["in_effect"] & ~one["in_effect"], WORSE)
            .when(~was["in_effect"] & one["in_effect"], BETTER)
            .when(one["lasting"] & ~one["effective"].eqNullSafe(was["effective"]) & was.isNotNull(), CHANGED)
        )
        return F.struct(
            one["setting"].alias("setting"),
            kind.alias("change"),
            one["wanted"].alias("wanted"),
            was["effective"].alias("before"),
            one["effective"].alias("now"),
        )

    return change


def drift(of: DataFrame) -> DataFrame:
    """A row for each change of the hosts ``of``."""
    return of.select(*KEY, "rack", "roles", "before_at", "audited_at", F.inline("changes"))


def missing(of: DataFrame, hours: float) -> DataFrame:
    """Those of the hosts ``of`` that the last audit of their cluster did not come to.

    A host is missing whose last audit failed, or is older by more than ``hours`` than the newest record of its cluster:
    what audits one cluster may take a while, or be several.
    """
    clusters = of.groupBy("cluster").agg(F.max("seen_at").alias("newest"))
    late = F.coalesce(F.col("audited_at") < F.col("newest") - int(hours * 3600), F.lit(True))
    return (
        of.join(F.broadcast(clusters), on="cluster", how="inner")
        .where(late | (F.col("outcome") != AUDITED))
        .select(*KEY, "rack", "roles", "audited_at", "seen_at", "outcome")
    )
