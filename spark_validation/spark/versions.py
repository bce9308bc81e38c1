# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether Spark, the connector and the executors fit together: looked at before a topic is written to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterable

import pyspark
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812

from ..core.errors import CouldNotRunError, last_cause
from ..core.progress import step
from .connectors import KNOWN, known, package

LEAST_SPARK = 4
_CONNECTOR = re.compile(r"spark-sql-kafka-0-10_(\d+\.\d+)-(\d+\.\d+\.\d+)\S*\.jar\Z")
# What the connector's four jars hold, one class of each.
_CONNECTOR_CLASSES = (
    "org.apache.spark.sql.kafka010.KafkaSourceProvider",
    "org.apache.spark.kafka010.KafkaConfigUpdater",
    "org.apache.kafka.clients.consumer.KafkaConsumer",
    "org.apache.commons.pool2.impl.GenericKeyedObjectPool",
)
# A class and its static method that tells a machine's own value, as SQL's reflect calls it.
_TELLERS = {
    "spark": ("org.apache.spark.package", "SPARK_VERSION"),
    "scala": ("scala.util.Properties", "versionNumberString"),
    "java": ("java.lang.System", "getProperty", "java.version"),
    "host": ("org.apache.spark.util.Utils", "localHostName"),
}


@dataclass(frozen=True, order=True)
class Machine:
    """What one JVM of Spark runs, such as ``4.0.0``, ``2.13.16`` and ``17.0.15``, and on which host."""

    spark: str
    scala: str
    java: str
    host: str

    def __str__(self) -> str:
        return f"Spark {self.spark} with Scala {_minor(self.scala)}"


def require_versions(spark: SparkSession, *, kafka: bool = True) -> list[Machine]:
    """The executors that answered, none where Spark is ``local``; :class:`CouldNotRunError` for what does not fit.

    The connector is looked at where ``kafka`` is spoken to.

    It takes one small job, which begins when the first executor is there.
    """
    connector = _connector(spark) if kafka else ""
    found = [] if str(spark.sparkContext.master).startswith("local") else executors(spark)
    wrong = fault(pyspark.__version__, connector, driver(spark), found)
    if wrong:
        raise CouldNotRunError(wrong)
    return found


def fault(library: str, connector: str, own: Machine, others: Iterable[Machine]) -> str:
    """Why these do not fit together, or an empty string.

    ``library`` is pyspark's version, ``own`` what the driver runs, ``others`` what the executors do; ``connector`` is
    the name of its jar, which tells Scala and Spark (an own build that does not is taken as it is). Java may differ
    between machines, as long as Spark starts with it.
    """
    if int(own.spark.split(".", maxsplit=1)[0]) < LEAST_SPARK:
        return f"Spark here is {own.spark}, the validation needs {LEAST_SPARK}.0 or later: run it with such a Spark"
    if own.spark != library:
        return (
            f"Spark is {own.spark} and Python's pyspark is {library}: start it with that Spark's own spark-submit, "
            "and without another pyspark on PYTHONPATH"
        )
    named = _CONNECTOR.match(connector)
    if named and named.groups() != (_minor(own.scala), own.spark):
        scala, version = named.groups()
        return f"{connector} is made for Spark {version} with Scala {scala}, here is {own}: {cure(own.spark)}"
    for executor in others:
        if (executor.spark, _minor(executor.scala)) != (own.spark, _minor(own.scala)):
            return (
                f"the executor on {executor.host} is {executor}, the driver on {own.host} is {own}: "
                "install the same Spark on all machines"
            )
    return ""


def cure(spark: str) -> str:
    """How the driver of Spark ``spark`` comes by the connector that is made for it."""
    if spark in KNOWN:
        return 'give spark-submit the option --jars "$(python -m spark_validation jars | paste -sd,)"'
    return f"give spark-submit the option --packages {package(spark)}, known here are those of Spark {known()}"


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _connector(spark: SparkSession) -> str:
    """Name of the jar that the connector was loaded from."""
    utils = spark.sparkContext._jvm.org.apache.spark.util.Utils  # type: ignore[union-attr]
    try:
        first, *_others = [utils.classForName(name, True, True) for name in _CONNECTOR_CLASSES]
        source = first.getProtectionDomain().getCodeSource()
        return str(source.getLocation().getPath()).rsplit("/", 1)[-1] if source else ""
    except Py4JError as error:
        raise CouldNotRunError(
            f"Spark runs without the Kafka connector, or without a part of it: {cure(spark.version)}"
        ) from error


def driver(spark: SparkSession) -> Machine:
    """What the driver runs."""
    jvm = spark.sparkContext._jvm
    return Machine(
        spark=spark.version,
        scala=str(jvm.scala.util.Properties.versionNumberString()),  # type: ignore[union-attr]
        java=str(jvm.java.lang.System.getProperty("java.version")),  # type: ignore[union-attr]
        host=str(jvm.org.apache.spark.util.Utils.localHostName()),  # type: ignore[union-attr]
    )


def executors(spark: SparkSession) -> list[Machine]:
    """What the executors tell that take a task of a small job with at least one task for each core."""
    context = spark.sparkContext
    tasks = max(2, context.defaultParallelism)
    told = [F.expr(f"reflect({', '.join(map(repr, teller))})").alias(name) for name, teller in _TELLERS.items()]
    try:
        with step(f"looking at the executors of {context.master}", context):
            rows = spark.range(0, tasks, 1, tasks).select(*told).collect()
    except (PySparkException, Py4JError) as error:
        raise CouldNotRunError(
            f"the executors of {context.master} cannot run a first small job: {last_cause(error)}; check that "
            f"they have Spark {spark.version} and that they reach this machine"
        ) from error
    return sorted({Machine(**row.asDict()) for row in rows})
