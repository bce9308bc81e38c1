# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Hold the validation's speed against Kafka's own tools and against bare Spark: `make bench-validation`.

All of it in one run: the same broker on this machine, the same topics and settings, one after the other in each round,
two rounds to warm up, and then the median over those that count. ProducerPerformance sends as many records, without
keys and from one thread; its windows after the first are taken, so that its start-up does not count against it. Both
tools run alone, and so many of them side by side as there are processors. What others take of these meanwhile is told.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import quiet
import report
import start_to_end
from pyspark.sql import DataFrame, SparkSession

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import ClientConfig, Connection
from spark_validation.commands.requirements import require_java
from spark_validation.core.errors import CouldNotRunError
from spark_validation.reading.consume import read
from spark_validation.reading.examine import first_pass
from spark_validation.reading.observation import Span
from spark_validation.records.plan import Plan
from spark_validation.spark import jars
from spark_validation.spark.session import select_v1_kafka, spark_session
from spark_validation.writing.produce import PRODUCER, produce
from tests.servers.broker import running_broker
from tests.servers.server import java

CHECKOUT = Path(__file__).resolve().parents[2]
WARM_UPS = 2
RECORD_BYTES = 109  # a key of nine bytes and a value of a hundred; the tools have it all in the value
PRODUCED, READ = 20_000_000, 10_000_000
SLOPE = (5_000_000, 20_000_000, 50_000_000)
PARTITIONS = 8
PROCESSORS = len(os.sched_getaffinity(0))
_LEAST_SENT = 5_000_000  # by each tool of several, for some windows of five seconds
_WINDOW = re.compile(r"^(\d+) records sent, ([\d.]+) records/sec .*avg latency, [\d.]+ ms max latency\.$", re.MULTILINE)


class Bench:
    """One broker, one session, and how fast each side moves records, in records a second."""

    def __init__(self, spark: SparkSession, cluster: Cluster, home: Path) -> None:
        self.spark, self.cluster, self.home = spark, cluster, home
        self._numbers = itertools.count(1)  # a topic lives on for a while after its deletion: no name comes twice

    def topic(self, records: int) -> Plan:
        """A new topic with *records*, named like its plan's run."""
        plan = self._planned(records)
        produce(self.spark, plan, self.cluster.connection, plan.run_id)
        return plan

    def produced(self) -> float:
        """What the validation writes."""
        plan = self._planned(PRODUCED)
        rate = _rate(PRODUCED, lambda: produce(self.spark, plan, self.cluster.connection, plan.run_id))
        self.cluster.delete(plan.run_id)
        return rate

    def tool_produced(self, beside: int = 1) -> float:
        """What so many ProducerPerformance write with the same settings, once they are under way."""
        topic = self._empty()
        settings = [f"{name.removeprefix('kafka.')}={value}" for name, value in PRODUCER.items()]
        printed = self._tools(
            beside,
            *("ProducerPerformance", "--topic", topic, "--num-records", str(max(_LEAST_SENT, PRODUCED // beside))),
            *("--record-size", str(RECORD_BYTES), "--throughput", "-1", "--producer-props"),
            *(f"bootstrap.servers={self.cluster.bootstrap_servers}", *settings),
        )
        self.cluster.delete(topic)
        return sum(map(_under_way, printed))

    def bare(self, plan: Plan) -> float:
        """Spark counting the same records through the same source."""
        return _rate(plan.records, lambda: self._records(plan, self._spans(plan)).count())

    def audited(self, plan: Plan) -> float:
        """The full audit."""
        return _rate(plan.records, lambda: self._audit(plan, lambda spans: self._records(plan, spans)))

    def untuned(self, plan: Plan) -> float:
        """The same audit of records that come through the source as it is without settings."""
        select_v1_kafka(self.spark)
        source = self.spark.read.format("kafka").options(**self.cluster.connection.for_spark())
        records = source.option("subscribe", plan.run_id).load()
        columns = records.selectExpr("key", "value", "partition", "offset", "'' as attempt")
        return _rate(plan.records, lambda: self._audit(plan, lambda _spans: columns))

    def tool_consumed(self, plan: Plan, beside: int = 1) -> tuple[float, float]:
        """The nMsg.sec and fetch.nMsg.sec of so many ConsumerPerformance, each of which reads all, added up."""
        printed = self._tools(
            beside,
            *("ConsumerPerformance", "--bootstrap-server", self.cluster.bootstrap_servers, "--topic", plan.run_id),
            *("--messages", str(plan.records), "--timeout", "60000"),
        )
        found = [dict(zip(*(line.split(", ") for line in one.strip().splitlines()[-2:]))) for one in printed]
        return sum(float(one["nMsg.sec"]) for one in found), sum(float(one["fetch.nMsg.sec"]) for one in found)

    def round(self, plan: Plan) -> dict[str, float]:
        """Everything once."""
        watch = quiet.Watch()
        fetched, fetching = self.tool_consumed(plan)
        found = {
            "produced": self.produced(),
            "tool_produced": self.tool_produced(),
            "bare": self.bare(plan),
            "audited": self.audited(plan),
            "untuned": self.untuned(plan),
            "tool_consumed": fetched,
            "tool_fetched": fetching,
            "tools_produced": self.tool_produced(PROCESSORS),
            "tools_fetched": self.tool_consumed(plan, PROCESSORS)[1],
            "smoke_seconds": start_to_end.smoke_seconds(self.cluster.bootstrap_servers),
            "empty_seconds": start_to_end.empty_seconds(),
        }
        return {**found, "others_percent": watch.others_percent()}

    def _empty(self) -> str:
        topic = f"bench-{next(self._numbers)}"
        self.cluster.create(topic, PARTITIONS, 1)
        return topic

    def _planned(self, records: int) -> Plan:
        return Plan(self._empty(), 1, records, PARTITIONS)

    def _records(self, plan: Plan, spans: Mapping[int, Span]) -> DataFrame:
        return read(self.spark, self.cluster.connection, plan.run_id, spans)

    def _spans(self, plan: Plan) -> Mapping[int, Span]:
        return {number: Span(0, first, end) for number, (first, end) in self.cluster.offsets(plan.run_id).items()}

    def _audit(self, plan: Plan, records: Callable[[Mapping[int, Span]], DataFrame]) -> None:
        spans = self._spans(plan)
        if not first_pass(records(spans), plan, spans).as_planned:
            raise RuntimeError(f"the audit of {plan.run_id} found faults, so it measured something else")

    def _tools(self, beside: int, main: str, *arguments: str) -> list[str]:
        """What each of so many processes of the same tool, started at once, has printed."""
        os.sync()
        command = java(self.home, f"org.apache.kafka.tools.{main}", *arguments, heap="512m", options=())
        with ThreadPoolExecutor(beside) as pool:
            ended = [*pool.map(lambda _one: _run(command), range(beside))]
        for done in ended:
            if done.returncode != 0:
                raise RuntimeError(f"{main} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return [done.stdout for done in ended]


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _under_way(printed: str) -> float:
    """What a ProducerPerformance wrote in a second, by its windows after the first."""
    windows = [float(rate) for _sent, rate in _WINDOW.findall(printed)][1:]
    if not windows:
        raise RuntimeError(f"ProducerPerformance was under way for too short a time:\n{printed}")
    return sum(windows) / len(windows)


def _rate(records: int, work: Callable[[], object]) -> float:
    os.sync()  # what was measured before may have left much to be written back
    began = time.monotonic()
    work()
    return records / (time.monotonic() - began)


def measure(bench: Bench, rounds: int) -> dict[str, Any]:
    """The report's entries: medians of *rounds* after the warm-ups, and what an audit costs by its size."""
    plan = bench.topic(READ)
    found: dict[str, list[float]] = defaultdict(list)
    for number in range(1, WARM_UPS + rounds + 1):
        warm = number > WARM_UPS
        print(f"round {number} of {WARM_UPS + rounds}{'' if warm else ' (to warm up)'}", file=sys.stderr, flush=True)
        for name, rate in bench.round(plan).items():
            found[name] += [rate] * warm
    seconds = []
    for records in SLOPE:
        print(f"an audit of {records:,} records", file=sys.stderr, flush=True)
        sized = bench.topic(records)
        seconds.append(sorted(records / bench.audited(sized) for _time in range(3))[1])
        bench.cluster.delete(sized.run_id)
    return {
        "rounds": rounds,
        "processors": PROCESSORS,
        "others_percent": [round(one, 1) for one in found.pop("others_percent")],
        **report.speeds(found),
        **report.slope(dict(zip(SLOPE, seconds))),
    }


def main() -> None:
    """Measure, write reports/bench-validation.json, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="those that count; default: %(default)s")
    rounds = parser.parse_args().rounds
    home = Path(os.environ["GROUNDWORK_KAFKA_HOME"])
    os.environ["PYSPARK_SUBMIT_ARGS"] = "--driver-memory 2g pyspark-shell"  # local: the driver is the executor
    connector = jars.ensure(jars.default_directory(), require_java(), print)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="groundwork-bench-")))
        broker = stack.enter_context(running_broker(home, folder, heap="1g", options=()))
        cluster = stack.enter_context(Cluster(Connection(broker.plain, ClientConfig())))
        spark = stack.enter_context(spark_session(connector))
        measured = measure(Bench(spark, cluster, home), rounds)
    file = CHECKOUT / "reports" / "bench-validation.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(measured, indent=2) + "\n")
    print(report.validation_table(measured))
    if disturbed := quiet.said(measured["others_percent"]):
        print(f"warning: {disturbed}", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, CouldNotRunError) as error:
        sys.exit(f"error: {error}")
