# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is found of the fleet, as few rows on the driver, and as frames for who wants all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Sequence

from pyspark.sql import Column, DataFrame, Observation, Window
from pyspark.sql import functions as F  # noqa: N812

from . import files, growth, hosts, lines, peers, reviews
from .files import Files
from .schema import SEVERITIES

#: So many rows of each kind are told, the worst first; Parquet has all of them.
MOST_ROWS = 200

_CHANGES = (hosts.WORSE, hosts.BETTER, hosts.CHANGED)

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Frames:
    """The whole of it, by name, as :mod:`spark_validation.fleet.tables` writes it; what several need is held once."""

    hosts: DataFrame
    settings: DataFrame
    compliance: DataFrame
    outliers: DataFrame
    drift: DataFrame
    headroom: DataFrame
    missing: DataFrame
    reviews: DataFrame
    traps: DataFrame
    held: tuple[DataFrame, ...] = ()

    def release(self) -> None:
        """Give back what is held."""
        for frame in self.held:
            frame.unpersist()


#: The tables that :class:`Frames` holds.
TABLES = ("hosts", "settings", "compliance", "outliers", "drift", "headroom", "missing", "reviews", "traps")


@dataclass(frozen=True)
class Kind:
    """Rows of one kind: all are ``count``, and the worst of them are ``rows``."""

    count: int
    rows: Sequence[Row]


@dataclass(frozen=True)
class Fleet:
    """What was found. ``total`` is the row of all hosts, ``total_traps`` that of all reviews; ``drifts`` is how many
    changes there are by their kind."""

    files: Files
    total: Row
    clusters: Kind
    racks: Kind
    roles: Kind
    settings: Kind
    outliers: Kind
    drift: Kind
    headroom: Kind
    missing: Kind
    reviews: Kind
    traps: Kind
    total_traps: Mapping[str, int]
    drifts: Mapping[str, int] = field(default_factory=dict)
    running_out: int = 0
    least_headroom: int | None = None
    least_days: float | None = None


def frames(of: DataFrame, missing_after: float) -> Frames:
    """The frames over the lines ``of``, which several of them read; ``missing_after`` is hours.

    Nine shuffles: of the records to their clusters, where peers are counted as well; of the uses of resources; of sums
    by place and by setting; of clusters' names to their audit, of reviews to their cluster and back together, and of
    traps by name; and, of :func:`spark_validation.fleet.files.by_file`, of the lines' counts to files. One more, of
    few rows, ranks the sums of each kind.
    """
    records = lines.records(of)
    found = hosts.hosts(records).persist()
    values, reviewed = peers.unusual(found).persist(), reviews.reviews(of).persist()
    return Frames(
        hosts=found,
        settings=peers.settings(found),
        compliance=peers.compliance(found),
        outliers=peers.outliers(found, values),
        drift=hosts.drift(found),
        headroom=growth.growth(records),
        missing=hosts.missing(found, missing_after),
        reviews=reviewed,
        traps=reviews.traps(reviewed),
        held=(found, values, reviewed),
    )


def gather(accounted: Files, all_of_it: Frames, within_days: float) -> Fleet:
    """What is to be told of ``all_of_it``: each frame is gone through once, and counted on the way."""
    sums = _summed(all_of_it.compliance)
    name = [F.col("cluster"), F.col("host")]
    in_order = F.when(F.col("change") == hosts.WORSE, 0).when(F.col("change") == hosts.CHANGED, 1).otherwise(2)
    each = {change: F.count(F.when(F.col("change") == change, 1)) for change in _CHANGES}
    drift, drifts = _kind(all_of_it.drift, [in_order, *name, F.col("setting")], each)
    headroom, left = _kind(
        all_of_it.headroom,
        [
            F.col("days").asc_nulls_last(),
            F.col("headroom_percent").asc_nulls_last(),
            *name,
            F.col("service"),
            F.col("resource"),
        ],
        {
            "soon": F.count(F.when(F.col("days") <= within_days, 1)),
            "percent": F.min("headroom_percent"),
            "days": F.min("days"),
        },
    )
    reviewed, total_traps = _kind(
        all_of_it.reviews,
        [*(F.col(word).desc() for word in SEVERITIES), F.col("cluster")],
        {word: F.sum(word) for word in reviews.COUNTS},
    )
    return Fleet(
        files=accounted,
        total=sums[peers.ALL].rows[0],
        clusters=sums[peers.CLUSTER],
        racks=sums[peers.RACK],
        roles=sums[peers.ROLES],
        settings=sums[peers.SETTING],
        outliers=_kind(all_of_it.outliers, [*name, F.col("setting")])[0],
        drift=drift,
        headroom=headroom,
        missing=_kind(all_of_it.missing, [F.col("audited_at").asc_nulls_first(), *name])[0],
        reviews=reviewed,
        traps=_kind(
            reviews.by_trap(all_of_it.traps),
            [F.col("clusters") == 0, _rank(F.col("severity")), F.col("clusters").desc(), F.col("trap")],
        )[0],
        total_traps={word: total_traps.get(word) or 0 for word in reviews.COUNTS},
        drifts={change: drifts.get(change, 0) for change in _CHANGES},
        running_out=left.get("soon", 0),
        least_headroom=left.get("percent"),
        least_days=left.get("days"),
    )


def _rank(severity: Column) -> Column:
    return F.array_position(F.array(*map(F.lit, SEVERITIES)), severity)


def _kind(
    frame: DataFrame, order: Sequence[Column], figures: Mapping[str, Column] | None = None
) -> tuple[Kind, Mapping[str, Any]]:
    """The worst of the rows of ``frame``, and the ``figures`` of all: Spark counts them in the same pass.

    No row is counted twice where a task is done again, as these are the last before the driver. Of a frame that Spark
    knows to be empty before it is gone through there are no figures.
    """
    seen = Observation()
    named = {"count": F.count(F.lit(1)), **(figures or {})}
    told = frame.observe(seen, *(figure.alias(name) for name, figure in named.items()))
    rows = [row.asDict() for row in told.orderBy(*order).limit(MOST_ROWS).collect()]
    return Kind(seen.get.get("count", 0), rows), seen.get


def _summed(sums: DataFrame) -> dict[str, Kind]:
    """The worst sums of each kind that :func:`spark_validation.fleet.peers.compliance` tells, in one pass of all."""
    alike = Window.partitionBy("by")
    place = F.row_number().over(alike.orderBy("percent", "cluster", "rack", "roles", "setting"))
    counted = sums.select("*", F.count(F.lit(1)).over(alike).alias("count"), place.alias("place"))
    kinds: dict[str, list[Row]] = {
        kind: [] for kind in (peers.ALL, peers.CLUSTER, peers.RACK, peers.ROLES, peers.SETTING)
    }
    for row in counted.where(F.col("place") <= MOST_ROWS).orderBy("place").collect():
        kinds[row["by"]].append(row.asDict())
    return {kind: Kind(rows[0]["count"] if rows else 0, rows) for kind, rows in kinds.items()}


def accounted(reports: str, found: DataFrame, of: DataFrame) -> Files:
    """What became of the files behind ``found``, whose lines are ``of``."""
    return files.account(reports, files.listed(found), [row.asDict() for row in files.by_file(of).collect()])
