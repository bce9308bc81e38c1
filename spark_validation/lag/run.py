# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``lag`` from beginning to end: two samplings, what lies between them, and the verdict."""

from __future__ import annotations

import platform
from datetime import datetime, timezone
from time import sleep, time
from typing import Mapping, Sequence

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
from .groups import Group
from .rows import Row, Uncommitted, worst_first
from .sampling import Request, Sample, require_groups, sample
from .standing import Observed, Standing, standing
from .timestamps import timestamps


def run(cluster: Cluster, request: Request) -> Result:
    """Look at the groups; :class:`CouldNotRunError` when there is nothing to look at, or no right to."""
    started = datetime.now(timezone.utc)
    if request.topic:
        cluster.topic_info(request.topic)  # which refuses one that is not there, or may not be looked at
    listed = groups.listed(cluster, request.groups)
    standing_somewhere = {name: group for name, group in listed.items() if group.kind != groups.SHARE}
    before = sample(cluster, standing_somewhere, request)
    require_groups(cluster, request, listed, before)
    with step(f"measuring the rates of {_groups(len(standing_somewhere))} for {request.interval:g} s"):
        sleep(request.interval)
    after = sample(cluster, {name: listed[name] for name in before.committed}, request)
    rows = _rows(cluster, listed, before, after)
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
            "notes": _notes(request, listed, (before, after), rows),
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


def _rows(cluster: Cluster, listed: Mapping[str, Group], before: Sample, after: Sample) -> list[Row]:
    """Groups and topics of which both samplings tell, the worst first."""
    seen = {
        (group, part): max(offset, after.logs[part].start)
        for group, parts in sorted(after.committed.items())
        for part, offset in parts.items()
        if _in_both(part, before, after)
    }
    logs = {part: after.logs[part] for _group, part in seen}
    uncommitted: dict[tuple[str, str], list[Uncommitted]] = {}
    for group, part in after.uncommitted():
        if part in after.logs:
            log = after.logs[part]
            at_end = Uncommitted(part.partition, log.start, log.end)
            uncommitted.setdefault((group, part.topic), []).append(at_end)
    topics = {topic for _group, topic in uncommitted} | {part.topic for part in logs}
    keeps = groups.retentions(cluster, topics) if topics else {}
    sizes = groups.sizes(cluster, {part: log for part, log in logs.items() if keeps[part.topic].bytes is not None})
    unread = [(part, offset) for (_group, part), offset in seen.items()]
    made = timestamps(cluster, [*unread, *((part, log.start) for part, log in logs.items())], logs)
    now = time()
    rows: dict[tuple[str, str], list[tuple[Observed, Standing]]] = {place: [] for place in uncommitted}
    for (group, part), offset in seen.items():
        observed = Observed(
            partition=part.partition,
            committed_before=before.committed.get(group, {}).get(part),
            committed=after.committed[group][part],
            end_before=before.logs[part].end,
            end=logs[part].end,
            start=logs[part].start,
            stable_before=before.logs[part].stable,
            stable=logs[part].stable,
            seconds=after.moment - before.moment,
            now=now,
            head=made.get((part, logs[part].start)),
            unread=made.get((part, offset)),
            unread_exists=(part, offset) in made,
            bytes=sizes.get(part),
        )
        rows.setdefault((group, part.topic), []).append((observed, standing(observed, keeps[part.topic])))
    return worst_first(
        Row(group, listed[group].state, topic, keeps[topic], at, uncommitted.get((group, topic), []))
        for (group, topic), at in rows.items()
    )


def _in_both(part: TopicPartition, before: Sample, after: Sample) -> bool:
    return part in before.logs and part in after.logs


def _notes(
    request: Request, listed: Mapping[str, Group], samples: tuple[Sample, Sample], rows: Sequence[Row]
) -> list[str]:
    """What was left out, and why."""
    before, after = samples
    # A broker passes over the offsets of topics that may not be described, and does not say so.
    of = request.of_topic or ", or only of topics that may not be described"
    shares = sorted(name for name, group in listed.items() if group.kind == groups.SHARE)
    refused = sorted(set(listed) - set(before.committed) - set(shares))
    told = {row.group for row in rows}
    silent = sorted(group for group, parts in before.committed.items() if not parts and group not in told)
    untold = sorted(name for name in told if listed[name].members and name not in after.assigned)
    gone = sorted(
        {part for part in before.partitions() if not _in_both(part, before, after)}
        | {part for _group, part in after.uncommitted() if part not in after.logs}
    )
    unsized = {
        row.topic
        for row in rows
        if row.retention.bytes is not None and any(observed.bytes is None for observed, _at in row.partitions)
    }
    left_out = {
        "groups that may not be described": refused,
        f"groups that have committed no offsets{of}": silent,
        "share groups, which acknowledge each record by itself and stand at no offset": shares,
        "partitions without a commit of groups that do not tell which their members read": untold,
        "partitions that were deleted, have no leader or may not be described": [
            f"{part.topic}-{part.partition}" for part in gone
        ],
        "retention.bytes of topics, for the sizes of logs need DESCRIBE on the cluster": sorted(unsized),
    }
    return [f"left out, {what}: {', '.join(names)}" for what, names in left_out.items() if names]
