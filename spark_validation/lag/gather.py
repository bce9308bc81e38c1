# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""From two samplings to rows: what more has to be asked of the logs, and where each group then stands."""

from __future__ import annotations

from time import time
from typing import Mapping

from ..cluster.admin import Cluster
from . import groups
from .groups import Group
from .rows import Row, Uncommitted, worst_first
from .sampling import Sample
from .standing import Observed, Standing, standing
from .timestamps import timestamps


def gather(cluster: Cluster, listed: Mapping[str, Group], before: Sample, after: Sample) -> tuple[list[Row], set[str]]:
    """Groups and topics of which both samplings tell, the worst first; codecs by which some ages are estimates."""
    seen = {
        (group, part): max(offset, after.logs[part].start)
        for group, parts in sorted(after.committed.items())
        for part, offset in parts.items()
        if part in before.logs and part in after.logs
    }
    logs = {part: after.logs[part] for _group, part in seen}
    uncommitted = _uncommitted(after)
    topics = {topic for _group, topic in uncommitted} | {part.topic for part in logs}
    keeps = groups.retentions(cluster, topics) if topics else {}
    sizes = groups.sizes(cluster, {part: log for part, log in logs.items() if keeps[part.topic].bytes is not None})
    unread = [(part, offset) for (_group, part), offset in seen.items()]
    made, spread = timestamps(cluster, [*unread, *((part, log.start) for part, log in logs.items())], logs)
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
    told = worst_first(
        Row(group, listed[group].state, topic, keeps[topic], at, uncommitted.get((group, topic), []))
        for (group, topic), at in rows.items()
    )
    return told, spread


def _uncommitted(seen: Sample) -> dict[tuple[str, str], list[Uncommitted]]:
    """What members read without a commit, by group and topic."""
    found: dict[tuple[str, str], list[Uncommitted]] = {}
    for group, part in seen.uncommitted():
        log = seen.logs.get(part)
        if log:
            found.setdefault((group, part.topic), []).append(Uncommitted(part.partition, log.start, log.end))
    return found
