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


def settings(of: DataFrame) -> DataFrame:
    """A row for each setting of each host of ``of``."""
    return of.select(*KEY, "rack", "roles", "audited_at", F.inline("settings"))


def tally(of: DataFrame) -> DataFrame:
    """How many hosts of a cluster, a rack and the same roles have a setting at the same value, in effect or not.

    Beside the settings each host counts once under a setting that is null, with the findings of its audit. It is
    counted where the hosts lie, and only the counts are moved.
    """
    one = F.array(F.struct(
        F.lit(None).cast("string").alias("setting"), F.lit(None).cast("string").alias("wanted"),
        F.lit(None).cast("string").alias("effective"), F.lit(False).alias("in_effect"), F.lit(False).alias("lasting"),
    ))  # fmt: skip
    counted = of.select("cluster", "rack", "roles", "audited_at", "seen_at", "high", "medium", "low",
                        F.inline(F.concat(one, "settings")))  # fmt: skip
    is_host = F.col("setting").isNull()
    audited = F.col("audited_at").isNotNull()
    value = F.when(F.col("lasting"), F.col("effective"))
    keys = ("cluster", "rack", "roles", "setting", "lasting", "value")
    return counted.select("*", value.alias("value")).groupBy(*keys).agg(
        F.count(F.when(~is_host, 1)).alias("rows"),
        F.count(F.when(F.col("in_effect"), 1)).alias("in_effect"),
        F.count(F.when(is_host, 1)).alias("hosts"),
        F.count(F.when(is_host & audited, 1)).alias("audited"),
        *(F.sum(F.when(is_host & audited, F.col(word)).otherwise(0)).alias(word) for word in ("high", "medium", "low")),
        F.max("seen_at").alias("seen_at"),
    )  # fmt: skip


def compliance(of: DataFrame) -> DataFrame:
    """The counts of the tally ``of`` by cluster, by rack of a cluster, by roles, by setting, and of all, in one pass.

    ``by`` says which of them a row is; a row by setting counts as ``hosts`` those that have it.
    """
    sums = ("rows", "in_effect", "hosts", "audited", "high", "medium", "low")
    sets = [["cluster"], ["cluster", "rack"], ["roles"], ["setting"], []]
    grouped = of.groupingSets(sets, "cluster", "rack", "roles", "setting").agg(
        *(F.sum(name).alias(name) for name in sums),
        F.max("seen_at").alias("seen_at"),
        *(F.grouping(name).alias(f"no_{name}") for name in ("cluster", "rack", "roles", "setting")),
    )
    by = (
        F.when(F.col("no_rack") == 0, RACK)
        .when(F.col("no_cluster") == 0, CLUSTER)
        .when(F.col("no_roles") == 0, ROLES)
        .when(F.col("no_setting") == 0, SETTING)
        .otherwise(ALL)
    )
    hosts = F.when(F.col("by") == SETTING, F.col("rows")).otherwise(F.col("hosts"))
    found = grouped.select("*", by.alias("by")).where((F.col("by") != SETTING) | F.col("setting").isNotNull())
    percent = F.when(F.col("rows") > 0, F.col("in_effect") * 100 / F.col("rows"))
    return found.select(
        "by", "cluster", "rack", "roles", "setting", hosts.alias("hosts"), "audited", F.col("rows").alias("settings"),
        "in_effect", percent.alias("percent"), "high", "medium", "low", "seen_at",
    )  # fmt: skip


def unusual(of: DataFrame) -> DataFrame:
    """The values in the tally ``of`` that differ from the one which more than half of at least three peers have."""
    own = Window.partitionBy(*_PEERS)
    moved = of.where(F.col("lasting")).repartition(*_PEERS)
    values = moved.groupBy(*_PEERS, "value").agg(F.sum("rows").alias("rows"))
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
