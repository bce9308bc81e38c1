# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is written in which job, how fast at most, and which tasks' records count as acknowledged."""

from __future__ import annotations

from contextlib import suppress

import pytest
from kafka.admin import KafkaAdminClient
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.bounds import FRAME_BYTES
from spark_validation.cluster.connection import Connection
from spark_validation.cluster.placement import directories
from spark_validation.reading.account import consume
from spark_validation.reading.consume import source
from spark_validation.reading.observation import Span
from spark_validation.records.plan import Plan
from spark_validation.spark.session import does_tasks_again
from spark_validation.writing.acknowledged import watched
from spark_validation.writing.produce import Manner, Slice, produce, slices

PLAN = Plan("20260131T120000Z-5l1ce5", 7, 10, 3)  # 4, 3 and 3 records


@pytest.mark.parametrize(
    ("rate", "expected"),
    [
        (None, [Slice(0, 10)]),
        (9, [Slice(0, 9), Slice(9, 10)]),
        (4, [Slice(0, 4), Slice(4, 8), Slice(8, 10)]),
        (1_000, [Slice(0, 10)]),
    ],
)
def test_a_rate_cuts_the_plan_into_seconds(rate: int | None, expected: list[Slice]) -> None:
    assert slices(PLAN, rate) == expected


def test_records_of_a_slice() -> None:
    assert [Slice(9, 10).records_in(PLAN, partition) for partition in range(3)] == [1, 0, 0]
    assert [Slice(2, 6).records_in(PLAN, partition) for partition in range(3)] == [1, 1, 2]
    assert [part.records for part in (Slice(0, 9), Slice(9, 10))] == [9, 1]


def test_what_is_written_slowly_is_the_same_as_at_once(spark: SparkSession, bootstrap_servers: str) -> None:
    with Cluster(Connection(bootstrap_servers)) as cluster:
        cluster.create("slowly", 3, 1)
        produced = produce(spark, PLAN, cluster.connection, "slowly", Manner(rate=9))
        assert produced.acknowledged == {0: 4, 1: 3, 2: 3}
        assert len(PLAN.keys) == 3
        assert 10 / produced.seconds <= 9
        assert consume(spark, PLAN, cluster, "slowly").found == {}


def test_the_estimate_of_bytes_holds_on_a_brokers_disk(spark: SparkSession, bootstrap_servers: str) -> None:
    plan = Plan("20260131T120000Z-b0und5", 7, 30_000, 1)
    with Cluster(Connection(bootstrap_servers)) as cluster:
        cluster.create("estimate", 1, 1)
        produce(spark, plan, cluster.connection, "estimate")
        (directory,) = directories(cluster, "estimate")
        assert directory.partitions == (0,)
        assert directory.total is not None
        assert directory.usable is not None
        assert 0 < directory.usable <= directory.total
    admin = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    (broker,) = admin.describe_log_dirs({"estimate": [0]})
    admin.close()
    (size,) = [
        part["partition_size"]
        for found in broker["log_dirs"]
        for told in found["topics"]
        for part in told["partitions"]
    ]
    estimate = 30_000 * (109 + FRAME_BYTES)
    assert 0.9 * (estimate - 30_000 * 14) <= size <= estimate  # a local Spark writes no header


def test_only_tasks_that_succeeded_count(spark: SparkSession) -> None:
    with watched(spark.sparkContext) as tasks:
        spark.range(0, 4, 1, 4).write.format("noop").mode("overwrite").save()
    assert tasks.succeeded() == {0, 1, 2, 3}
    failing = spark.range(0, 4, 1, 4).withColumn("no", F.when(F.col("id") == 3, F.raise_error(F.lit("no"))))
    with watched(spark.sparkContext) as tasks, pytest.raises(PySparkException):
        failing.write.format("noop").mode("overwrite").save()
    assert 3 not in tasks.succeeded()
    assert len(tasks.succeeded()) >= 2  # two tasks run at a time, so two were done before the last began


@pytest.mark.parametrize(
    ("master", "again"),
    [
        ("local", False),
        ("local[*]", False),
        ("local[2]", False),
        ("local[2,4]", True),
        ("local[*, 4]", True),
        ("local-cluster[2,1,1024]", True),
        ("spark://driver:7077", True),
        ("yarn", True),
        ("k8s://https://driver:6443", True),
    ],
)
def test_where_a_task_is_done_again(master: str, again: bool) -> None:
    assert does_tasks_again(master) == again


def test_reading_makes_no_deleted_topic_anew(spark: SparkSession, bootstrap_servers: str) -> None:
    """As a broker does by default for whoever asks: here a task that was planned while the topic was there."""
    with Cluster(Connection(bootstrap_servers)) as cluster:
        cluster.create("goes", 1, 1)
        short = {
            "kafka.request.timeout.ms": "2000",
            "kafka.default.api.timeout.ms": "3000",
            "kafkaConsumer.pollTimeoutMs": "2000",
        }
        planned = source(spark, cluster.connection, "goes", {0: Span(0, 0, 1)}, more=short).rdd
        assert planned.getNumPartitions() == 1
        cluster.delete("goes")
        with suppress(Py4JJavaError):
            planned.count()
        with cluster.asking("list the topics") as admin:
            assert "goes" not in admin.list_topics()
