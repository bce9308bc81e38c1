# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is left of map areas and descriptors, how fast it is used up, and when it will be."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F  # noqa: N812

from .hosts import KEY
from .schema import AUDITED

DAY, CENTURY = 86400, 36525
_OF = (*KEY, "service", "resource")
#: What is left in whole percent, without the rounding of a double and without an overflow.
_LIMIT = "cast(`limit` as decimal(20, 0))"
_PERCENT = f"greatest(least({_LIMIT} - used, {_LIMIT}), 0) * 100 div {_LIMIT}"


def growth(records: DataFrame) -> DataFrame:
    """Each resource of each server that a host's last audit tells of, with its growth a day and the days left.

    The growth is the slope of the line through all audits of the process that runs now (least squares): a restarted
    broker begins with few map areas, so what its predecessor had tells nothing. ``days`` is counted from the last
    audit; null: there is no limit, no second audit of this process, or no growth that uses it up within a century.
    """
    own, server = Window.partitionBy(*KEY), Window.partitionBy(*_OF)
    audited = records.where(F.col("outcome") == AUDITED)
    services = audited.select(*KEY, "rack", "seconds", F.explode_outer("services").alias("service"))
    used = services.select(*KEY, "rack", "seconds", "service.*").select(
        *KEY,
        "rack",
        "seconds",
        F.col("name").alias("service"),
        "started",
        F.explode_outer("uses").alias("resource", "use"),
    )
    told = (
        used.select("*", F.max("seconds").over(own).alias("last"))
        .where(F.col("use").isNotNull() & F.col("use.used").isNotNull())
        .select("*", F.max(F.struct("seconds", "started")).over(server).alias("now"))
        .where((F.col("now.seconds") == F.col("last")) & F.col("started").eqNullSafe(F.col("now.started")))
        .dropDuplicates([*_OF, "seconds"])  # of a file that lies there twice
    )
    days = F.col("seconds") / DAY
    fitted = told.groupBy(*_OF).agg(
        F.max("seconds").alias("audited_at"),
        F.max_by("rack", "seconds").alias("rack"),
        F.max_by("use", "seconds").alias("use"),
        F.count("seconds").alias("audits"),
        F.regr_slope(F.col("use.used"), days).alias("per_day"),
    )
    return fitted.select(
        *_OF,
        "rack",
        "audited_at",
        "audits",
        "use.used",
        "use.limit",
        "per_day",
    ).select("*", *_left())


def _left() -> tuple[Column, Column, Column]:
    """The columns of what is left: whole percent, rounded down, days, and when."""
    used, limit, per_day = F.col("used").cast("double"), F.col("limit").cast("double"), F.col("per_day")
    free = F.greatest(limit - used, F.lit(0.0))
    at_this_pace = F.when(used >= limit, 0.0).when(per_day > 0, free / per_day)
    days = F.when(at_this_pace <= CENTURY, at_this_pace)
    return (
        F.when(limit > 0, F.expr(_PERCENT)).when(limit <= 0, 0).alias("headroom_percent"),
        days.alias("days"),
        (F.col("audited_at") + F.ceil(days * DAY)).alias("full_at"),
    )
