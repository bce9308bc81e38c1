# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One pass over a topic, and questions to what it left: a row for each key in each of its partitions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Mapping, Sequence

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.connection import Connection
from ..core.verdict import MOST_EXAMPLES
from ..reading.consume import source
from ..reading.observation import Span
from . import placement
from .explain import Group, Place, Share, likely_rules, shares, with_larger
from .partitioners import PARTITIONERS, Rule
from .survey import Estimate, KeyPlace, Survey

ESTIMATED_RECORDS = 200_000
# Enough for a rule that explains one in a hundred of the misplaced keys.
_SAMPLED_PLACES = 2_000


def estimate(spark: SparkSession, connection: Connection, topic: str, spans: Mapping[int, Span]) -> Estimate:
    """About how many keys the newest records have, of each partition equally many; ``ESTIMATED_RECORDS`` in all."""
    most = max(1, ESTIMATED_RECORDS // len(spans))
    newest = {number: Span(span.first, max(span.start, span.end - most), span.end) for number, span in spans.items()}
    (row,) = (
        source(spark, connection, topic, newest)
        .where(F.col("key").isNotNull())
        .agg(F.count(F.lit(1)).alias("records"), F.approx_count_distinct("key").alias("keys"))
        .collect()
    )
    return Estimate(row["records"], min(row["records"], row["keys"]))


def survey_keys(records: DataFrame, wanted: Rule, sample: float, estimated: Estimate | None) -> Survey:
    """Read ``records``, in the columns of Spark's Kafka source, once, and hold their keys against ``wanted``."""
    placed = placement.with_hashes(placement.places(records, sample)).persist()
    try:
        return _Surveyed(placed, wanted, sample, estimated).survey()
    finally:
        placed.unpersist()


class _Surveyed:
    def __init__(self, placed: DataFrame, wanted: Rule, sample: float, estimated: Estimate | None) -> None:
        self._totals = placement.totals(placed, wanted).collect()
        self._placed = placed.where(F.col("kind") == placement.LOOKED_AT)
        self._wanted, self._sample, self._estimated = wanted, sample, estimated
        self._records = dict.fromkeys(range(wanted.partitions), 0)
        for row in self._totals:
            self._records[row["partition"]] += row["records"]

    def survey(self) -> Survey:
        """Ask what is left to ask; a topic in which all is well is asked for less."""
        looked_at = self._of(placement.LOOKED_AT)
        misplaced = any(row["misplaced"] for row in looked_at)
        rules = with_larger(self._wanted, self._likely() if misplaced else [])
        keys = placement.keys(self._placed, self._wanted).persist()
        try:
            counts = self._counts(keys)
            groups = [Group(**row.asDict()) for row in placement.groups(self._placed, rules).collect()]
            told = shares(groups, rules, self._wanted.partitions)
            return Survey(
                wanted=self._wanted,
                sample=self._sample,
                records=self._records,
                without_key={row["partition"]: row["records"] for row in self._of(placement.NO_KEY)},
                keyed=sum(row["records"] for row in looked_at),
                by_murmur2=sum(row["by_murmur2"] for row in looked_at),
                **counts,
                rules=rules,
                groups=groups,
                shares=self._with_keys(told) if counts["split_keys"] else told,
                busiest=self._cases(keys),
                split=self._cases(keys.where(F.col("places") > 1)) if counts["split_keys"] else [],
                misplaced=self._cases(keys.where("misplaced")) if misplaced else [],
                estimate=self._estimated,
            )
        finally:
            keys.unpersist()

    def _of(self, kind: int) -> list[Row]:
        return sorted((row for row in self._totals if row["kind"] == kind), key=lambda row: int(row["partition"]))

    def _likely(self) -> list[Rule]:
        """Rules that explain what the wanted one does not, from a random few of these places."""
        odd = self._placed.where(~placement.agrees(self._wanted))
        rows = odd.orderBy(F.xxhash64("key", "partition")).limit(_SAMPLED_PLACES).drop("key").collect()
        sample = [Place(row["partition"], {name: row[name] for name in PARTITIONERS}) for row in rows]
        return likely_rules(sample, self._wanted.partitions)

    def _counts(self, keys: DataFrame) -> dict[str, Any]:
        average = sum(self._records.values()) / self._wanted.partitions
        return (
            keys.agg(
                F.count(F.lit(1)).alias("keys"),
                F.count(F.when(F.col("places") > 1, 1)).alias("split_keys"),
                F.count(F.when(F.col("misplaced"), 1)).alias("misplaced_keys"),
                F.count(F.when(F.col("records") > average, 1)).alias("uneven_keys"),
            )
            .collect()[0]
            .asDict()
        )

    def _with_keys(self, told: Sequence[Share]) -> list[Share]:
        """The shares with their keys counted, where some keys have more than one place."""
        rules = [share.rule for share in told if share.rule]
        counts = {row["n"]: row["keys"] for row in placement.keys_by(self._placed, rules).collect()}
        return [replace(share, keys=counts[rules.index(share.rule) if share.rule else None]) for share in told]

    def _cases(self, keys: DataFrame) -> list[KeyPlace]:
        """The places of those among ``keys`` that have the most records."""
        few = (
            keys.orderBy(F.desc("records"), "key").limit(MOST_EXAMPLES).select("key", F.col("records").alias("of_key"))
        )
        rows = (
            self._placed.join(F.broadcast(few), on="key", how="inner").orderBy(F.desc("of_key"), "key", "partition")
        ).collect()
        return [
            KeyPlace(
                bytes(row["key"]),
                row["partition"],
                row["records"],
                row["first_offset"],
                row["last_offset"],
                {name: row[name] % self._wanted.partitions for name in PARTITIONERS},
            )
            for row in rows
        ]
