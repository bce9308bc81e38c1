# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The Spark session: quiet, local unless spark-submit says otherwise, with the connector on the class path."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import socket
import sys
import tempfile
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Iterator, Sequence

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from ..core.errors import CouldNotRunError
from ..core.interrupts import held
from ..core.progress import step
from . import class_archive
from .versions import require_versions

_ANSI = "spark.sql.ansi.enabled"
_V1_SOURCES = "spark.sql.sources.useV1SourceList"
_FILE_SOURCES = "avro,csv,json,orc,parquet,text"
# Options whose values Spark hides in plans, its UI and event logs: its own choice, and all that unlocks a cluster.
_HIDDEN_OPTIONS = r"(?i)secret|password|token|access[.]?key|kafka[.](ssl|sasl)[.]"

# What counts is how much is done, not how short the pauses are.
_COLLECTOR = "-XX:+UseParallelGC"
# The JVM would collect all of its heap four times on the way, each time that it knows some more classes.
_CLASSES = "-XX:MetaspaceSize=256m"
# Most of a brief run is code of Spark's that is planned, compiled and run a few times: the better code of the second
# compiler takes a third of the processors, and comes too late.
_FIRST_COMPILER = "-XX:TieredStopAtLevel=1"
# Where a person gives a JVM options. It does not start with two collectors.
_OPTIONS_OF_OTHERS = (
    "JDK_JAVA_OPTIONS",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "SPARK_SUBMIT_OPTS",
    "PYSPARK_SUBMIT_ARGS",
)

_ASCII_LOCALES = ("C", "POSIX")

# Spark keeps producers for ten minutes, and each asks for its topics every five, which makes a deleted one anew.
KEPT_BRIEFLY: dict[str, Any] = {
    "spark.kafka.producer.cache.timeout": "10s",
    "spark.kafka.producer.cache.evictorThreadRunInterval": "10s",
}


def submitted() -> bool:
    """Whether spark-submit (or a notebook's kernel) has started the JVM already."""
    return "PYSPARK_GATEWAY_PORT" in os.environ


@contextmanager
def spark_session(jars: Sequence[Path] | None, brief: bool = False) -> Iterator[SparkSession]:
    """The running session, or a new one that ends with the block; ``jars`` hold the Kafka connector (null: none is
    needed). One for a ``brief`` run starts working sooner, and never gets as fast as another.

    Raises :class:`CouldNotRunError` when the JVM does not come up, or Spark, connector and executors do not fit.
    """
    spark = earlier = SparkSession.getActiveSession()
    try:
        with step("starting Spark"), held():  # a JVM that was begun and is not known to pyspark yet would never end
            spark = spark or _start(jars or (), [_FIRST_COMPILER] if brief else [])
        spark.sparkContext.setLogLevel("OFF" if not submitted() else "ERROR")
        require_versions(spark, kafka=jars is not None)
        spark.conf.set("spark.sql.redaction.options.regex", _HIDDEN_OPTIONS)
        yield spark
    finally:
        if spark and not earlier:
            spark.stop()


def _start(jars: Sequence[Path], options: Sequence[str]) -> SparkSession:
    # Executors must run the interpreter that runs the driver; a bare `python3` may be another version.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("groundwork-kafka-validation").config(map=KEPT_BRIEFLY)
    if submitted():
        return builder.getOrCreate()
    if not _resolves(socket.gethostname()):
        os.environ.setdefault("SPARK_LOCAL_HOSTNAME", "localhost")
    chosen = " ".join(os.environ.get(name, "") for name in _OPTIONS_OF_OTHERS)
    # The package may lie in a zip: the JVM gets a file for as long as it starts.
    with as_file(files(__package__) / "log4j2.properties") as log_settings:
        settings = {
            "spark.jars": ",".join(str(jar.resolve()) for jar in jars),
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            # Spark would ask for the line of Python at each step of each column, to name it in an error of its own.
            "spark.python.sql.dataFrameDebugging.enabled": "false",
            "spark.driver.extraJavaOptions": " ".join(
                [
                    f"-Dlog4j2.configurationFile={log_settings.resolve().as_uri()}",
                    *_collector(chosen),
                    _CLASSES,
                    *class_archive.options(chosen),
                    *options,
                ]
            ),
            # What is shuffled is a few hundred aggregated rows.
            "spark.sql.shuffle.partitions": "8",
        }
        for name, value in settings.items():
            builder = builder.config(name, value)
        with _stderr_aside() as noise, _folder_of_its_own(), _any_letters():
            try:
                return builder.getOrCreate()
            except PySparkException as error:
                if class_archive.forget():
                    return _start(jars, options)
                raise CouldNotRunError(f"Spark did not start: {_reason(noise, error)}") from error


def _collector(chosen: str) -> list[str]:
    """The option for the garbage collector, unless one is among the options that somebody has ``chosen``."""
    return [] if re.search(r"-XX:\+Use\w+GC\b", chosen) else [_COLLECTOR]


@contextmanager
def _folder_of_its_own() -> Iterator[None]:
    """Let the JVM that starts within the block work in a temporary folder: Spark leaves `artifacts` where it works."""
    folder = tempfile.mkdtemp(prefix="groundwork-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _any_letters() -> Iterator[None]:
    """Let the JVM that starts within the block know files of any name: in the locale C it takes ASCII alone.

    Python itself takes UTF-8 there.
    """
    plain = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), None)
    if plain and os.environ[plain] not in _ASCII_LOCALES:
        yield
        return
    before = os.environ.get("LC_ALL")
    os.environ["LC_ALL"] = "C.UTF-8"
    try:
        yield
    finally:
        if before is None:
            del os.environ["LC_ALL"]
        else:
            os.environ["LC_ALL"] = before


def _resolves(host: str) -> bool:
    try:
        socket.getaddrinfo(host, None)
    except OSError:
        return False
    return True


@contextmanager
def _stderr_aside() -> Iterator[Path]:
    """Give the JVM that starts within the block a file for its stderr: its warnings come before any log setting.

    What is printed here meanwhile still goes where it went, so that somebody sees that it lasts.
    """
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.NamedTemporaryFile(prefix="groundwork-spark-", suffix=".log") as aside:
        os.dup2(aside.fileno(), 2)
        try:
            with _printing_to(kept):
                yield Path(aside.name)
        finally:
            os.dup2(kept, 2)
            os.close(kept)


@contextmanager
def _printing_to(descriptor: int) -> Iterator[None]:
    """Let Python's stderr, where it is the process's own, go to ``descriptor``."""
    before = sys.stderr
    if getattr(before, "name", "") != "<stderr>":  # somebody else collects it
        yield
        return
    with open(descriptor, "w", encoding=before.encoding, errors=before.errors, buffering=1, closefd=False) as there:
        sys.stderr = there
        try:
            yield
        finally:
            sys.stderr = before


def _reason(noise: Path, error: Exception) -> str:
    """The last telling line that the JVM left, or the exception itself."""
    lines = noise.read_text(encoding="utf-8", errors="replace").splitlines()
    telling = [line.strip() for line in lines if re.search(r"(?i)error|exception|not found|cannot", line)]
    return telling[-1] if telling else str(error).splitlines()[0]


@contextmanager
def integers_as_bytes(spark: SparkSession) -> Iterator[None]:
    """Let frames made within the block cast integers to bytes, which ANSI SQL does not; they keep what they were."""
    before = spark.conf.get(_ANSI) == "true"
    spark.conf.set(_ANSI, False)
    try:
        yield
    finally:
        spark.conf.set(_ANSI, before)


def does_tasks_again(master: str) -> bool:
    """Whether a task that fails has another attempt at this Spark master: a local one must say how many."""
    return re.match(r"local(\[[^,]*\])?\Z", master) is None


def select_v1_kafka(spark: SparkSession) -> None:
    """Let the next Kafka write go through the V1 sink."""
    spark.conf.set(_V1_SOURCES, f"{_FILE_SOURCES},kafka")


def select_v2_kafka(spark: SparkSession) -> None:
    """Let the next Kafka read go through the V2 source, which is twice as fast as V1."""
    spark.conf.set(_V1_SOURCES, _FILE_SOURCES)
