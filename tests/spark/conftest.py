# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One Spark session and one broker for the whole run."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Iterator

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pyspark.sql import SparkSession  # noqa: E402 the path is set above

from spark_validation.commands.requirements import require_java  # noqa: E402
from spark_validation.spark import jars  # noqa: E402
from spark_validation.spark.session import KEPT_BRIEFLY  # noqa: E402
from tests.spark.broker import QUICK, Broker, running_broker  # noqa: E402
from tests.spark.standalone import Standalone, running_standalone  # noqa: E402


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """One local session with the connector; a command that a test runs in this process finds and uses it.

    Small plans run faster interpreted than compiled.
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
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker that only these tests use."""
    home = os.environ.get("GROUNDWORK_KAFKA_HOME")
    if not home:
        sentence = "GROUNDWORK_KAFKA_HOME does not name an unpacked Kafka archive: run it through make test"
        pytest.fail(sentence, pytrace=False)
    with running_broker(Path(home), tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture(scope="session")
def bootstrap_servers(broker: Broker) -> str:
    """HOST:PORT of its listener without security."""
    return broker.plain


@pytest.fixture(scope="session")
def standalone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standalone]:
    """A Spark cluster of two workers that only these tests use."""
    with running_standalone(tmp_path_factory.mktemp("standalone")) as running:
        yield running
