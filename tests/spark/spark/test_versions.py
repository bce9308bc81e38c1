# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What of Spark, connector and executors does not fit together is said before anything is begun."""

from __future__ import annotations

import re

import pytest
from pyspark.sql import SparkSession

from spark_validation.cli import main
from spark_validation.spark import versions
from spark_validation.spark.versions import Machine, fault
from tests.spark import connector

JAR = "spark-sql-kafka-0-10_2.13-4.0.0.jar"
DRIVER = Machine("4.0.0", "2.13.16", "17.0.15", "here")
CURE = 'give spark-submit the option --jars "$(python -m spark_validation jars | paste -sd,)"'


@pytest.mark.parametrize(
    ("library", "connector", "driver", "executors", "said"),
    [
        ("4.0.0", JAR, DRIVER, [], ""),
        ("4.0.0", JAR, DRIVER, [Machine("4.0.0", "2.13.11", "21.0.2", "there")], ""),
        ("4.0.0", "own-build.jar", DRIVER, [], ""),
        ("4.0.0", "", DRIVER, [], ""),
        (
            "3.5.1",
            JAR,
            Machine("3.5.1", "2.12.18", "17", "here"),
            [],
            "Spark here is 3.5.1, the validation needs 4.0 or later: run it with such a Spark",
        ),
        (
            "4.0.1",
            JAR,
            DRIVER,
            [],
            "Spark is 4.0.0 and Python's pyspark is 4.0.1: start it with that Spark's own spark-submit, "
            "and without another pyspark on PYTHONPATH",
        ),
        (
            "4.0.0",
            "spark-sql-kafka-0-10_2.12-3.5.1.jar",
            DRIVER,
            [],
            "spark-sql-kafka-0-10_2.12-3.5.1.jar is made for Spark 3.5.1 with Scala 2.12, "
            f"here is Spark 4.0.0 with Scala 2.13: {CURE}",
        ),
        (
            "4.0.0",
            JAR,
            DRIVER,
            [DRIVER, Machine("4.0.1", "2.13.16", "17.0.15", "there")],
            "the executor on there is Spark 4.0.1 with Scala 2.13, the driver on here is Spark 4.0.0 with Scala 2.13: "
            "install the same Spark on all machines",
        ),
    ],
    ids=["fits", "another Java", "own build", "no jar", "old", "library", "connector", "executor"],
)
def test_what_does_not_fit(library: str, connector: str, driver: Machine, executors: list[Machine], said: str) -> None:
    assert fault(library, connector, driver, executors) == said


@pytest.mark.core
def test_what_this_spark_tells(spark: SparkSession) -> None:
    assert versions.require_versions(spark) == []  # local: no executor but the driver
    (told,) = versions.executors(spark)
    assert told.spark == connector.SPARK
    assert re.fullmatch(r"2\.13\.\d+", told.scala)
    assert told.java.split(".")[0] == connector.JAVA
    assert told.host


@pytest.mark.usefixtures("spark")
def test_spark_without_a_part_of_the_connector(
    bootstrap_servers: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(versions, "_CONNECTOR_CLASSES", (*versions._CONNECTOR_CLASSES, "org.apache.kafka.NoSuch"))
    assert main(["smoke", "--bootstrap-servers", bootstrap_servers, "--records", "100"]) == 3
    said = capsys.readouterr().err.splitlines()
    sentence = "could not run: Spark runs without the Kafka connector, or without a part of it: "
    assert said[-1] == f"spark_validation: {sentence}{CURE}"
    assert said[-2].startswith("deleted topic groundwork-smoke-")
