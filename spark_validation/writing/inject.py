# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How each of :data:`spark_validation.records.faults.FAULTS` comes into what a run writes."""

from __future__ import annotations

from typing import Callable, Mapping

from kafka import TopicPartition
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.admin import Cluster
from ..records.faults import Fault
from ..records.plan import KEYS_PER_PARTITION, VALUE_BYTES, Plan
from ..records.record import TEXT_BYTES, claimed_number

Change = Callable[[DataFrame, Plan], DataFrame]


def _middle(plan: Plan) -> int:
    return plan.records_in(0) // 2


def _row(number: int) -> Column:
    return (F.col("partition") == 0) & (F.col("number") == number)


def _record(number: int) -> Column:
    return (F.col("partition") == 0) & (claimed_number(F.col("value")) == number)


def _lost(rows: DataFrame, plan: Plan) -> DataFrame:
    return rows.where(~_row(_middle(plan)))


def _lost_tail(rows: DataFrame, plan: Plan) -> DataFrame:
    return rows.where(~_row(plan.records_in(0) - 1))


def _duplicated(rows: DataFrame, plan: Plan) -> DataFrame:
    copies = F.when(_row(_middle(plan)), F.array(F.lit(1), F.lit(2))).otherwise(F.array(F.lit(1)))
    return rows.withColumn("copy", F.explode(copies)).drop("copy")


def _swapped(distance: int) -> Change:
    def swap(rows: DataFrame, _plan: Plan) -> DataFrame:
        other = F.when(_row(0), distance).when(_row(distance), 0).otherwise(F.col("number"))
        return rows.withColumn("number", other.cast("bigint"))

    return swap


def _corrupt(frame: DataFrame, plan: Plan) -> DataFrame:
    """The padding's last digit made into what no hexadecimal digit is."""
    before, behind = F.substring("value", 1, TEXT_BYTES - 1), F.substring("value", TEXT_BYTES + 1, VALUE_BYTES)
    damaged = F.concat(before, F.lit(b"x"), behind)
    hit = _record(_middle(plan))
    return frame.withColumn("value", F.when(hit, damaged).otherwise(F.col("value")))


def _foreign(frame: DataFrame, plan: Plan) -> DataFrame:
    both = F.array(F.col("value"), F.lit(b"not of this run"))
    values = F.when(_record(_middle(plan)), both).otherwise(F.array(F.col("value")))
    return frame.withColumn("value", F.explode(values))


def _wrong_partition(frame: DataFrame, plan: Plan) -> DataFrame:
    astray = F.when(_record(plan.records_in(0) - 1), 1).otherwise(F.col("partition"))
    return frame.withColumn("partition", astray.cast("int"))


def _deleted_head(cluster: Cluster, topic: str) -> None:
    with cluster.asking(f"delete the first record of {topic}") as admin:
        admin.delete_records({TopicPartition(topic, 0): 1})


_NUMBERED: Mapping[str, Change] = {
    "lost": _lost,
    "lost_tail": _lost_tail,
    "duplicated": _duplicated,
    # Sixteen keys take turns, so 0 and 16 have the same.
    "reordered": _swapped(KEYS_PER_PARTITION),
    "reordered_across_keys": _swapped(1),
}
_WRITTEN: Mapping[str, Change] = {
    "corrupt": _corrupt,
    "foreign": _foreign,
    "wrong_partition": _wrong_partition,
}
_STORED: Mapping[str, Callable[[Cluster, str], None]] = {"deleted_head": _deleted_head}


def numbered(fault: Fault | None, rows: DataFrame, plan: Plan) -> DataFrame:
    """``rows`` as :func:`spark_validation.writing.produce.rows` gives them, with ``fault`` in them."""
    return _NUMBERED[fault.name](rows, plan) if fault and fault.name in _NUMBERED else rows


def written(fault: Fault | None, frame: DataFrame, plan: Plan) -> DataFrame:
    """``frame`` (key and value binary, partition int, headers), as it goes to Kafka, with ``fault`` in it."""
    return _WRITTEN[fault.name](frame, plan) if fault and fault.name in _WRITTEN else frame


def stored(fault: Fault | None, cluster: Cluster, topic: str) -> None:
    """Put ``fault`` into ``topic`` when everything is written."""
    if fault and fault.name in _STORED:
        _STORED[fault.name](cluster, topic)
