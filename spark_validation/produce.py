# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write a plan's records with Spark: every writer task owns whole Kafka partitions."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from .client_config import Connection
from .plan import Plan
from .record import attempt_header, body_column, key_column, value_column
from .session import select_v1_kafka

# Kafka's safe producer settings, and batches large enough for a bulk load.
PRODUCER = {
    "kafka.acks": "all",
    "kafka.enable.idempotence": "true",
    "kafka.linger.ms": "20",
    "kafka.batch.size": "262144",
}


def records(spark: SparkSession, plan: Plan) -> DataFrame:
    """The plan's records in order: key string, value string, partition int; one Spark partition per Kafka partition.

    The range is a multiple of the number of slices, so each slice is exactly one Kafka partition's numbers.
    """
    largest = plan.smallest_partition + (plan.larger_partitions > 0)
    rows = spark.range(0, largest * plan.partitions, 1, plan.partitions).select(
        F.expr(f"cast(id div {largest} as int)").alias("partition"), (F.col("id") % largest).alias("number")
    )
    if plan.larger_partitions:
        planned = F.lit(plan.smallest_partition) + (F.col("partition") < plan.larger_partitions).cast("bigint")
        rows = rows.where(F.col("number") < planned)
    return with_key_and_value(plan, rows)


def with_key_and_value(plan: Plan, rows: DataFrame) -> DataFrame:
    """Key string, value string and partition int of the records that ``rows`` name: partition int, number bigint."""
    partition, number = F.col("partition"), F.col("number")
    keyed = rows.select(
        "partition",
        key_column(plan, partition, number).alias("key"),
        body_column(plan, partition, number).alias("body"),
    )
    return keyed.select("key", value_column(plan, F.col("key"), F.col("body")).alias("value"), "partition")


def produce(spark: SparkSession, plan: Plan, connection: Connection, topic: str) -> None:
    """Write all records of ``plan`` to ``topic`` and return when every one is acknowledged.

    Each record names the attempt that wrote it: a task that is done again, its executor lost, writes copies.
    The V1 sink is used because V2's batch write shows the producer's options in the event log, passwords included.
    """
    select_v1_kafka(spark)
    options = {**connection.for_spark(), **PRODUCER, "topic": topic}
    marked = records(spark, plan).withColumn("headers", attempt_header(tries=1))
    marked.write.format("kafka").options(**options).save()
