# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How each of :data:`spark_validation.records.faults.FAULTS` comes into what a run writes."""

from __future__ import annotations

from typing import Callable, Mapping

from kafka import TopicPartition
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.admin import Cluster
from ..records.faults import Fault, Place, place
from ..records.plan import SERIAL_BYTES, Plan

Change = Callable[[DataFrame, Plan, Place], DataFrame]
_NOT_A_CHECKSUM = b"damaged!"


def _hit(at: Place) -> Column:
    return (F.col("partition") == at.partition) & (F.col("number") == at.number)


def _lost(rows: DataFrame, _plan: Plan, at: Place) -> DataFrame:
    return rows.where(~_hit(at))


def _duplicated(rows: DataFrame, _plan: Plan, at: Place) -> DataFrame:
    copies = F.when(_hit(at), F.array(F.lit(1), F.lit(2))).otherwise(F.array(F.lit(1)))
    return rows.withColumn("copy", F.explode(copies)).drop("copy")


def _swapped(rows: DataFrame, _plan: Plan, at: Place) -> DataFrame:
    here, number = F.col("partition") == at.partition, F.col("number")
    other = F.when(here & (number == at.number), at.other).when(here & (number == at.other), at.number)
    return rows.withColumn("number", other.otherwise(number).cast("bigint"))


def _corrupt(frame: DataFrame, plan: Plan, at: Place) -> DataFrame:
    """The last digit of the padding made into what no hexadecimal digit is; the checksum where there is no padding."""
    size = plan.value_bytes(at.partition, at.number)
    before, behind = plan.text_bytes, plan.head_bytes
    if size > behind:
        first, damage = size - 1, b"x"
    elif before > len(plan.run_id) + 1:
        first, damage = before - 1, b"x"
    else:
        first, damage = before + SERIAL_BYTES, _NOT_A_CHECKSUM
    rest = F.substring("value", first + len(damage) + 1, size)
    damaged = F.concat(F.substring("value", 1, first), F.lit(damage), rest)
    return frame.withColumn("value", F.when(_hit(at), damaged).otherwise(F.col("value")))


def _foreign(frame: DataFrame, _plan: Plan, at: Place) -> DataFrame:
    both = F.array(F.col("value"), F.lit(b"not of this run"))
    values = F.when(_hit(at), both).otherwise(F.array(F.col("value")))
    return frame.withColumn("value", F.explode(values))


def _wrong_partition(frame: DataFrame, plan: Plan, at: Place) -> DataFrame:
    astray = F.when(_hit(at), (at.partition + 1) % plan.partitions).otherwise(F.col("partition"))
    return frame.withColumn("partition", astray.cast("int"))


def _deleted_head(cluster: Cluster, topic: str, at: Place) -> None:
    with cluster.asking(f"delete the first record of {topic}") as admin:
        admin.delete_records({TopicPartition(topic, at.partition): 1})


_NUMBERED: Mapping[str, Change] = {
    "lost": _lost,
    "lost_tail": _lost,
    "duplicated": _duplicated,
    "reordered": _swapped,
    "reordered_across_keys": _swapped,
}
_WRITTEN: Mapping[str, Change] = {
    "corrupt": _corrupt,
    "foreign": _foreign,
    "wrong_partition": _wrong_partition,
}
_STORED: Mapping[str, Callable[[Cluster, str, Place], None]] = {"deleted_head": _deleted_head}


def numbered(fault: Fault | None, rows: DataFrame, plan: Plan) -> DataFrame:
    """``rows`` as :func:`spark_validation.writing.produce.rows` gives them, with ``fault`` in them."""
    return _NUMBERED[fault.name](rows, plan, place(fault, plan)) if fault and fault.name in _NUMBERED else rows


def written(fault: Fault | None, frame: DataFrame, plan: Plan) -> DataFrame:
    """``frame`` (key and value binary, partition, number, headers), before it goes to Kafka, with ``fault`` in it."""
    return _WRITTEN[fault.name](frame, plan, place(fault, plan)) if fault and fault.name in _WRITTEN else frame


def stored(fault: Fault | None, cluster: Cluster, topic: str, plan: Plan) -> None:
    """Put ``fault`` into ``topic`` when everything of ``plan`` is written."""
    if fault and fault.name in _STORED:
        _STORED[fault.name](cluster, topic, place(fault, plan))
