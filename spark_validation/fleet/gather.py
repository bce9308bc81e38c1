# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is found of the fleet, as few rows on the driver, and as frames for who wants all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from . import files, growth, hosts, lines, peers, reviews
from .files import Files
from .schema import SEVERITIES

#: So many rows of each kind are told, the worst first; Parquet has all of them.
MOST_ROWS = 200

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
    first: int | None = None
    last: int | None = None


def frames(of: DataFrame, missing_after: float) -> Frames:
    """The frames over the lines ``of``, which several of them read; ``missing_after`` is hours.

    Eleven shuffles: of the records to their hosts; of the uses of resources; of sums by place and by setting; of
    counts of values, and of these to peers; of clusters' names to their audit, of reviews to their cluster and back
    together, and of traps by name; and, of :func:`spark_validation.fleet.files.by_file`, of the lines' counts to files.
    """
    records = lines.records(of)
    found, headroom = hosts.hosts(records).persist(), growth.growth(records).persist()
    sums, values = peers.compliance(found).persist(), peers.unusual(found).persist()
    outliers, reviewed = peers.outliers(found, values).persist(), reviews.reviews(of).persist()
    return Frames(
        hosts=found,
        settings=peers.settings(found),
        compliance=sums,
        outliers=outliers,
        drift=hosts.drift(found),
        headroom=headroom,
        missing=hosts.missing(found, sums.where(F.col("by") == peers.CLUSTER), missing_after),
        reviews=reviewed,
        traps=reviews.traps(reviewed),
        held=(found, headroom, sums, values, outliers, reviewed),
    )


def gather(of: DataFrame, accounted: Files, all_of_it: Frames, within_days: float) -> Fleet:
    """What is to be told of ``all_of_it``, over the lines ``of``."""
    sums, headroom = all_of_it.compliance, all_of_it.headroom
    (total,) = _rows(sums.where(F.col("by") == peers.ALL), [], None)
    soon, left, days = headroom.agg(
        F.count(F.when(F.col("days") <= within_days, 1)), F.min("headroom_percent"), F.min("days")
    ).collect()[0]
    ends = lines.records(of).agg(F.min("seconds"), F.max("seconds")).collect()[0]
    total_traps = all_of_it.reviews.agg(*(F.coalesce(F.sum(word), F.lit(0)).alias(word) for word in reviews.COUNTS))
    changes = ("worse", "better", "changed")
    counted = all_of_it.drift.agg(*(F.count(F.when(F.col("change") == one, 1)) for one in changes)).collect()[0]
    in_order = F.when(F.col("change") == hosts.WORSE, 0).when(F.col("change") == hosts.CHANGED, 1).otherwise(2)
    name = [F.col("cluster"), F.col("host")]
    return Fleet(
        files=accounted,
        total=total,
        clusters=_kind(sums.where(F.col("by") == peers.CLUSTER), [F.col("percent"), F.col("cluster")]),
        racks=_kind(sums.where(F.col("by") == peers.RACK), [F.col("percent"), F.col("cluster"), F.col("rack")]),
        roles=_kind(sums.where(F.col("by") == peers.ROLES), [F.col("percent"), F.col("roles")]),
        settings=_kind(sums.where(F.col("by") == peers.SETTING), [F.col("percent"), F.col("setting")]),
        outliers=_kind(all_of_it.outliers, [*name, F.col("setting")]),
        drift=_kind(all_of_it.drift, [in_order, *name, F.col("setting")]),
        headroom=_kind(
            headroom,
            [
                F.col("days").asc_nulls_last(),
                F.col("headroom_percent").asc_nulls_last(),
                *name,
                F.col("service"),
                F.col("resource"),
            ],
        ),
        missing=_kind(all_of_it.missing, [F.col("audited_at").asc_nulls_first(), *name]),
        reviews=_kind(all_of_it.reviews, [*(F.col(word).desc() for word in SEVERITIES), F.col("cluster")]),
        traps=_kind(
            reviews.by_trap(all_of_it.traps),
            [F.col("clusters") == 0, _rank(F.col("severity")), F.col("clusters").desc(), F.col("trap")],
        ),
        total_traps=total_traps.collect()[0].asDict(),
        drifts=dict(zip(changes, counted)),
        running_out=soon,
        least_headroom=left,
        least_days=days,
        first=ends[0],
        last=ends[1],
    )


def _rank(severity: Column) -> Column:
    return F.array_position(F.array(*map(F.lit, SEVERITIES)), severity)


def _kind(frame: DataFrame, order: Sequence[Column]) -> Kind:
    rows = _rows(frame, order, MOST_ROWS)
    return Kind(len(rows) if len(rows) < MOST_ROWS else frame.count(), rows)


def _rows(frame: DataFrame, order: Sequence[Column], most: int | None) -> list[Row]:
    ordered = frame.orderBy(*order) if order else frame
    return [row.asDict() for row in (ordered.limit(most) if most else ordered).collect()]


def accounted(reports: str, found: DataFrame, of: DataFrame) -> Files:
    """What became of the files behind ``found``, whose lines are ``of``."""
    return files.account(reports, files.listed(found), [row.asDict() for row in files.by_file(of).collect()])
