# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One Spark session and one broker for the whole run."""

from __future__ import annotations

import os
import sys
from typing import Iterator

import pytest
from pyspark.sql import SparkSession

from spark_validation.commands.requirements import require_java
from spark_validation.spark import jars
from spark_validation.spark.session import KEPT_BRIEFLY
from tests.servers.broker import Broker, running_broker
from tests.servers.server import QUICK, unpacked
from tests.spark.standalone import Standalone, running_standalone


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """One local session with the connector; a command that a test runs in this process finds and uses it.

    Small plans run faster interpreted than compiled; what a command does in a process of its own is compiled.
    """
    os.environ["PYSPARK_PYTHON"] = sys.executable
    connector = jars.ensure(jars.default_directory(), require_java(), print)
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.jars", ",".join(map(str, connector)))
        .config("spark.driver.extraJavaOptions", " ".join(QUICK))
        .config(map=KEPT_BRIEFLY)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.default.parallelism", "1")
        .config("spark.sql.adaptive.enabled", "false")
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker that only these tests use."""
    with running_broker(unpacked("GROUNDWORK_KAFKA_HOME"), tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture(scope="session")
def bootstrap_servers(broker: Broker) -> str:
    """HOST:PORT of its listener without security."""
    return broker.plain


@pytest.fixture(scope="session")
def kraft_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """HOST:PORT of a broker that knows every kind of group."""
    from tests.spark.kraft import running_kraft  # whoever has no such Kafka does without

    with running_kraft(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path_factory.mktemp("kraft")) as servers:
        yield servers


@pytest.fixture(scope="session")
def librdkafka() -> Iterator[None]:
    """The library of that name, for this process and those that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(os.environ["GROUNDWORK_LIBRDKAFKA"])
        yield


@pytest.fixture(scope="session")
def standalone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standalone]:
    """A Spark cluster of two workers that only these tests use."""
    with running_standalone(tmp_path_factory.mktemp("standalone")) as running:
        yield running
