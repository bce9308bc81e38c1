# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``lag`` from beginning to end: two samplings, what lies between them, and the verdict."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import datetime, timezone
from time import sleep, time
from typing import Iterable, Mapping, Sequence

from kafka import TopicPartition

from .. import __version__
from ..cluster.admin import Cluster
from ..core.errors import CouldNotRunError
from ..core.progress import step
from ..core.result import Result
from ..core.verdict import conclude
from . import groups
from .checks import CHECKS, MEASURES
from .findings import findings, measured
from .groups import Log
from .rows import Row, worst_first
from .standing import Observed, Standing, standing
from .timestamps import timestamps


@dataclass(frozen=True)
class Request:
    """What the command line asks for; no ``groups`` are all, ``interval`` and ``loss_within`` are seconds."""

    groups: Sequence[str]
    topic: str | None
    interval: float
    loss_within: float


@dataclass(frozen=True)
class Sample:
    """What one sampling saw: commits first, so that a commit is never beyond an end that was read before it."""

    moment: float
    committed: dict[str, dict[TopicPartition, int]]
    logs: dict[TopicPartition, Log]


def run(cluster: Cluster, request: Request) -> Result:
    """Look at the groups; :class:`CouldNotRunError` when there is nothing to look at, or no right to."""
    started = datetime.now(timezone.utc)
    if request.topic:
        cluster.topic_info(request.topic)  # which refuses one that is not there, or may not be looked at
    states = groups.states(cluster, request.groups)
    before = _sample(cluster, states, request)
    _require_commits(cluster, request, before)
    with step(f"measuring the rates of {_groups(len(states))} for {request.interval:g} s"):
        sleep(request.interval)
    after = _sample(cluster, before.committed, request)
    rows = _rows(cluster, states, before, after)
    if not rows:
        raise CouldNotRunError(f"no topic is left on {cluster.bootstrap_servers} that the groups have offsets of")
    offsets_seconds = groups.offsets_retention(cluster)
    figures = measured(rows)
    names = {row.group for row in rows}
    said = f"{_groups(len(names))} on {cluster.bootstrap_servers}"
    return Result(
        command="lag",
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=conclude(
            CHECKS,
            findings(rows, request.loss_within, offsets_seconds),
            [measure for measure in MEASURES if measure.id in figures],
            figures,
        ),
        passed=f"no record was deleted before {said} had read it",
        failed=f"of {said}",
        details={
            "interval_seconds": request.interval,
            "loss_within_seconds": request.loss_within,
            "offsets_retention_seconds": offsets_seconds,
            "notes": _notes(request.topic, states, before, after, rows),
            "rows": [row.as_data() for row in rows],
        },
        environment={
            "Groundwork validation": __version__,
            "Kafka": cluster.version(),
            "Python": platform.python_version(),
        },
    )


def _groups(count: int) -> str:
    return f"{count} group{'' if count == 1 else 's'}"


def _sample(cluster: Cluster, states: Iterable[str], request: Request) -> Sample:
    committed = groups.committed(cluster, states, request.topic)
    moment = time()
    logs = groups.logs(cluster, {part for parts in committed.values() for part in parts})
    return Sample(moment, committed, logs)


def _require_commits(cluster: Cluster, request: Request, sample: Sample) -> None:
    of_topic = f" of topic {request.topic}" if request.topic else ""
    for group in request.groups:
        if group not in sample.committed:
            raise groups.may_not_be_described(cluster, group)
        if not sample.committed[group]:
            raise CouldNotRunError(
                f"group {group} has committed no offsets{of_topic} on {cluster.bootstrap_servers}, or none of a topic "
                "that may be described: commit some, or grant DESCRIBE on its topics to whoever this is"
            )
    if not any(sample.committed.values()):
        hidden = "" if request.topic else ", or only of topics that may not be described"
        raise CouldNotRunError(f"no group has committed offsets{of_topic} on {cluster.bootstrap_servers}{hidden}")


def _rows(cluster: Cluster, states: Mapping[str, str], before: Sample, after: Sample) -> list[Row]:
    """Groups and topics of which both samplings tell, the worst first."""
    seen = {
        (group, part): max(offset, after.logs[part].start)
        for group, parts in sorted(after.committed.items())
        for part, offset in parts.items()
        if part in before.committed.get(group, {}) and _in_both(part, before, after)
    }
    logs = {part: after.logs[part] for _group, part in seen}
    keeps = groups.retentions(cluster, {part.topic for part in logs}) if logs else {}
    sizes = groups.sizes(cluster, {part: log for part, log in logs.items() if keeps[part.topic].bytes is not None})
    unread = [(part, offset) for (_group, part), offset in seen.items()]
    made = timestamps(cluster, [*unread, *((part, log.start) for part, log in logs.items())], logs)
    now = time()
    rows: dict[tuple[str, str], list[tuple[Observed, Standing]]] = {}
    for (group, part), offset in seen.items():
        observed = Observed(
            partition=part.partition,
            committed_before=before.committed[group][part],
            committed=after.committed[group][part],
            end_before=before.logs[part].end,
            end=logs[part].end,
            start=logs[part].start,
            seconds=after.moment - before.moment,
            now=now,
            head=made.get((part, logs[part].start)),
            unread=made.get((part, offset)),
            unread_exists=(part, offset) in made,
            bytes=sizes.get(part),
        )
        rows.setdefault((group, part.topic), []).append((observed, standing(observed, keeps[part.topic])))
    return worst_first(Row(group, states[group], topic, keeps[topic], at) for (group, topic), at in rows.items())


def _in_both(part: TopicPartition, before: Sample, after: Sample) -> bool:
    return part in before.logs and part in after.logs


def _notes(
    topic: str | None, states: Mapping[str, str], before: Sample, after: Sample, rows: Sequence[Row]
) -> list[str]:
    """What was left out, and why."""
    # A broker passes over the offsets of topics that may not be described, and does not say so.
    of = f" of topic {topic}" if topic else ", or only of topics that may not be described"
    refused = sorted(set(states) - set(before.committed))
    silent = [group for group, parts in before.committed.items() if not parts]
    gone = sorted({part for parts in before.committed.values() for part in parts if not _in_both(part, before, after)})
    unsized = {
        row.topic
        for row in rows
        if row.retention.bytes is not None and any(observed.bytes is None for observed, _at in row.partitions)
    }
    left_out = {
        "groups that may not be described": refused,
        f"groups that have committed no offsets{of}": silent,
        "partitions that were deleted or have no leader": [f"{part.topic}-{part.partition}" for part in gone],
        "retention.bytes of topics, for the sizes of logs need DESCRIBE on the cluster": sorted(unsized),
    }
    return [f"left out, {what}: {', '.join(names)}" for what, names in left_out.items() if names]
