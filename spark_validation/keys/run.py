# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The keys of a topic from beginning to end: nothing is written to the cluster."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Iterator, Mapping, Sequence

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from ..cluster.admin import Cluster
from ..cluster.rights import require_readable, unreadable
from ..core.errors import CouldNotRunError
from ..core.interrupts import interruptible
from ..core.progress import say, step
from ..core.result import Result
from ..core.verdict import conclude
from ..reading.consume import source
from ..reading.guard import undisturbed
from ..reading.observation import Span
from ..spark.environment import environment
from ..spark.session import spark_session
from . import words
from .checks import MEASURES, checks
from .executors import PACKAGES, require_on_executors
from .judge import UNIQUE_SHARE, details, findings, measured
from .one_pass import ESTIMATED_RECORDS, estimate, survey_keys
from .partitioners import Rule
from .survey import Estimate, Survey

_ADDED = "when this began: where its keys belong has changed"


@dataclass(frozen=True)
class Request:
    """What the command line asks for: ``partitioner`` should have placed the keys, ``sample`` of them are looked at."""

    topic: str
    partitioner: str
    sample: float


def run(cluster: Cluster, request: Request, jars: Sequence[Path]) -> Result:
    """Look at the keys; :class:`CouldNotRunError` when that cannot come to a verdict."""
    started = datetime.now(timezone.utc)
    topic = request.topic
    with interruptible():
        brokers = len(cluster.broker_ids())
        require_readable(cluster.topic_info(topic), cluster.bootstrap_servers)
        spans = _spans(cluster, topic)
        with spark_session(jars) as spark, interruptible():
            ran_on = environment(spark, cluster.version(), brokers)
            require_on_executors(spark, *PACKAGES)
            with undisturbed(spark, cluster, topic, _ADDED), _reading(cluster, topic, len(spans)):
                survey = _survey(spark, cluster, request, spans)
    told = {"topic": topic, **details(survey)}
    passed, failed = _subjects(survey, f"{topic} on {cluster.bootstrap_servers}")
    return Result(
        command="keys",
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=conclude(checks(request.partitioner), findings(survey, told), MEASURES, measured(survey)),
        passed=passed,
        failed=failed,
        details=told,
        environment=ran_on,
    )


def _spans(cluster: Cluster, topic: str) -> dict[int, Span]:
    return {number: Span(first, first, end) for number, (first, end) in cluster.offsets(topic).items()}


@contextmanager
def _reading(cluster: Cluster, topic: str, partitions: int) -> Iterator[None]:
    """Say it when the topic may not be read, or does not have ``partitions`` any more after the block."""
    try:
        yield
    except (PySparkException, Py4JError) as error:
        if "TopicAuthorizationException" in str(error):
            raise unreadable(topic, cluster.bootstrap_servers) from error
        raise
    now = cluster.topic_info(topic).identity.partitions
    if now > partitions:
        raise CouldNotRunError(
            f"topic {topic} was given partitions while it was read, {partitions} became {now}: "
            "where its keys belong has changed, look at them again"
        )


def _survey(spark: SparkSession, cluster: Cluster, request: Request, spans: Mapping[int, Span]) -> Survey:
    wanted = Rule(request.partitioner, len(spans))
    offsets = sum(span.end - span.start for span in spans.values())
    if not offsets:
        return Survey(wanted, request.sample, dict.fromkeys(spans, 0), {})
    estimated = None
    if offsets > ESTIMATED_RECORDS:
        with step("looking at the newest records", spark.sparkContext):
            estimated = estimate(spark, cluster.connection, request.topic, spans)
        _say_if_nearly_unique(estimated, request.sample)
    with step(f"reading {offsets:,} offsets of {request.topic}", spark.sparkContext):
        records = source(spark, cluster.connection, request.topic, spans)
        return survey_keys(records, wanted, request.sample, estimated)


def _say_if_nearly_unique(estimated: Estimate, sample: float) -> None:
    if estimated.keys > UNIQUE_SHARE * estimated.records:
        advice = ", and all are kept until the end: --sample 0.01 looks at every hundredth" if sample == 1 else ""
        say(f"{words.newest(estimated)}, nearly one each{advice}")


def _subjects(survey: Survey, where: str) -> tuple[str, str]:
    """What the sentence speaks of when it passes, and when it fails."""
    records = sum(survey.records.values())
    if not records:
        return f"{where} holds no record", f"of no record in {where}"
    if not survey.keys:
        none = "of those looked at " if survey.sample < 1 else ""
        return (
            f"no key {none}is in the {records:,} records of {where}",
            f"of no key in the {records:,} records of {where}",
        )
    looked_at = f"{survey.keys:,} keys"
    if survey.sample < 1:
        looked_at += f" (a sample of {survey.sample:g} of them)"
    of = f"{records:,} records of {where}"
    return (
        f"each of the {looked_at} in the {of} stands where {survey.wanted.partitioner} puts it, in one partition",
        f"of {looked_at} in the {of}",
    )
