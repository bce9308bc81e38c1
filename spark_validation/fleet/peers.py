# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Hosts counted together: what is in effect by cluster, rack, role and setting, and who differs from its peers."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F  # noqa: N812

from .hosts import KEY

#: So many hosts of a cluster with the same roles are peers of whom one can be said to differ.
LEAST_PEERS = 3
#: More than so many values that differ are not sent to every executor: their hosts are then moved to them.
MOST_BROADCAST = 200_000
CLUSTER, RACK, ROLES, SETTING, ALL = "cluster", "rack", "roles", "setting", "all"
_PEERS = ("cluster", "roles", "setting")
_SUMS = ("hosts", "audited", "settings", "in_effect", "high", "medium", "low")


def settings(of: DataFrame) -> DataFrame:
    """A row for each setting of each host of ``of``."""
    return of.select(*KEY, "rack", "roles", "audited_at", F.inline("settings"))


def compliance(of: DataFrame) -> DataFrame:
    """The counts of the hosts ``of`` by cluster, by rack of a cluster, by roles, by setting, and of all.

    ``by`` says which of them a row is; a row by setting counts as ``hosts`` those that have it. A host's settings are
    counted within its own row: what is moved are sums.
    """
    columns = ("by", "cluster", "rack", "roles", "setting", *_SUMS, "seen_at")
    both = _by_place(of).select(*columns).unionAll(_by_setting(of).select(*columns))
    percent = F.when(F.col("settings") > 0, F.col("in_effect") * 100 / F.col("settings"))
    return both.select(
        "by", "cluster", "rack", "roles", "setting", "hosts", "audited", "settings", "in_effect",
        percent.alias("percent"), "high", "medium", "low", "seen_at",
    )  # fmt: skip


def _by_place(of: DataFrame) -> DataFrame:
    audited = F.col("audited_at").isNotNull()
    counted = of.select(
        "cluster", "rack", "roles", "seen_at", F.lit(1).alias("hosts"), audited.cast("int").alias("audited"),
        F.size("settings").alias("settings"),
        F.size(F.filter("settings", lambda setting: setting["in_effect"])).alias("in_effect"),
        *(F.when(audited, F.col(word)).otherwise(0).alias(word) for word in ("high", "medium", "low")),
    )  # fmt: skip
    grouped = counted.groupingSets([["cluster"], ["cluster", "rack"], ["roles"], []], "cluster", "rack", "roles").agg(
        *(F.sum(name).alias(name) for name in _SUMS),
        F.max("seen_at").alias("seen_at"),
        *(F.grouping(name).alias(f"no_{name}") for name in ("cluster", "rack", "roles")),
    )
    by = (
        F.when(F.col("no_rack") == 0, RACK)
        .when(F.col("no_cluster") == 0, CLUSTER)
        .when(F.col("no_roles") == 0, ROLES)
        .otherwise(ALL)
    )
    return grouped.select("*", by.alias("by"), F.lit(None).cast("string").alias("setting"))


def _by_setting(of: DataFrame) -> DataFrame:
    nothing, nobody = F.lit(None).cast("string"), F.lit(0).cast("bigint")
    counted = of.select("seen_at", F.inline("settings")).groupBy("setting").agg(
        F.count(F.lit(1)).alias("settings"),
        F.count(F.when(F.col("in_effect"), 1)).alias("in_effect"),
        F.max("seen_at").alias("seen_at"),
    )  # fmt: skip
    return counted.select(
        "*", F.lit(SETTING).alias("by"), F.col("settings").alias("hosts"),
        *(nothing.alias(name) for name in ("cluster", "rack", "roles")),
        *(nobody.alias(name) for name in ("audited", "high", "medium", "low")),
    )  # fmt: skip


def unusual(of: DataFrame) -> DataFrame:
    """The values of the hosts ``of`` that differ from the one which more than half of at least three peers have."""
    own = Window.partitionBy(*_PEERS)
    lasting = settings(of).where("lasting").select(*_PEERS, F.col("effective").alias("value"))
    values = lasting.groupBy(*_PEERS, "value").agg(F.count(F.lit(1)).alias("rows"))
    told = values.select(
        "*", F.sum("rows").over(own).alias("peers"), F.max(F.struct("rows", "value")).over(own).alias("usual")
    )
    return told.where(
        (F.col("peers") >= LEAST_PEERS)
        & (F.col("usual.rows") * 2 > F.col("peers"))
        & ~F.col("value").eqNullSafe(F.col("usual.value"))
    ).select(*_PEERS, "value", "peers", F.col("usual.value").alias("usual"), F.col("usual.rows").alias("usual_peers"))


def outliers(of: DataFrame, values: DataFrame) -> DataFrame:
    """The hosts of ``of`` that have one of the unusual ``values``; these are few, so the hosts stay where they are."""
    few = F.broadcast(values) if values.count() <= MOST_BROADCAST else values
    one, other = settings(of).where("lasting").alias("one"), few.alias("other")
    same = [F.col(f"one.{name}") == F.col(f"other.{name}") for name in _PEERS]
    found = one.join(other, on=[*same, F.col("one.effective").eqNullSafe(F.col("other.value"))], how="inner")
    return found.select(
        "one.cluster", "host", "rack", "one.roles", "one.setting", "wanted", F.col("effective").alias("found"),
        "usual", "usual_peers", "peers", "in_effect", "audited_at",
    )  # fmt: skip
