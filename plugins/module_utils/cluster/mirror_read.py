# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How far a flow of MirrorMaker is, read from its target, and from its source where that can be asked."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError
from ..mirror import progress
from ..mirror.progress import Part, Record, Standing, State
from . import connection, groups, groups_admin, groups_wanted

_POLL_MS = 500


@dataclass(frozen=True)
class Flow:
    """A flow: the alias of its *source*, whether copies have the *identity* of names, the topics and groups it takes,
    as patterns and those left out, and on how many *hosts* it is to run."""

    source: str
    identity: bool
    hosts: int
    topics: Sequence[str]
    topics_exclude: Sequence[str]
    groups: Sequence[str]
    groups_exclude: Sequence[str]


@dataclass(frozen=True)
class Seen:
    """What was found; what only the source can tell is empty where that was not asked."""

    states: Mapping[str, State]
    members: int
    positions: Mapping[Part, int]
    left: Mapping[Part, int] = field(default_factory=dict)
    standings: Sequence[Standing] = ()


def look_at(flow: Flow, target: Mapping[str, Any], client: Any, source: Any = None) -> Seen:
    """How far *flow* is. *target* says how to connect, *client* is connected to it, and *source* to the other."""
    names = progress.topics(flow.source)
    said = _records(target, list(names.values()))
    positions = progress.copied(said[names["offsets"]], flow.source)
    states = progress.states(said[names["status"]])
    members = _members(client, progress.worker_group(flow.source))
    if source is None:
        return Seen(states, members, positions)
    logs = _logs(source, flow)
    left = progress.behind(
        positions, {part: log.end for part, log in logs.items()}, {part: log.start for part, log in logs.items()}
    )
    return Seen(states, members, positions, left, _standings(flow, client, source, logs))


def _members(client: Any, name: str) -> int:
    told = client.describe_groups([name])[name]
    return len(told.get("members") or ()) if told.get("group_state", told.get("state")) == "Stable" else 0


def _logs(source: Any, flow: Flow) -> Dict[Part, groups.Log]:
    """The partitions that the flow takes."""
    parts = [
        part
        for part, leader in groups_admin.leaders(source).items()
        if leader is not None and progress.taken(part[0], flow.topics, flow.topics_exclude)
    ]
    return groups_admin.logs(source, sorted(parts))


def _standings(flow: Flow, client: Any, source: Any, logs: Mapping[Part, groups.Log]) -> List[Standing]:
    """Where each group of the source that is translated is in what it has read of these partitions."""
    there = groups_admin.read(source, [])
    names = [
        name
        for name, found in sorted(there.groups.items())
        if found.kind != "share"
        and any(part in logs for part in found.positions)
        and progress.taken(name, flow.groups, flow.groups_exclude)
    ]
    here = groups_admin.read(client, [groups_wanted.Group(name) for name in names]) if names else None
    standings = []
    for name in names:
        for part, at in sorted(there.groups[name].positions.items()):
            if part in logs and here is not None:
                copy = (progress.copy_of(part[0], flow.source, flow.identity), part[1])
                found = here.groups[name].positions.get(copy) if name in here.groups else None
                left = None if found is None or copy not in here.logs else max(0, here.logs[copy].end - found)
                standings.append(Standing(name, part[0], part[1], max(0, logs[part].end - at), left))
    return standings


def _records(target: Mapping[str, Any], topics: Sequence[str]) -> Dict[str, List[Record]]:
    """All records of small topics, by topic; none of one that is not there."""
    kafka = connection.library()
    seconds = int(target["timeout"])
    with connection.failures_as_sentences():
        consumer = kafka.KafkaConsumer(
            bootstrap_servers=[server.strip() for server in target["bootstrap_servers"]],
            group_id=None,
            enable_auto_commit=False,
            isolation_level="read_committed",
            request_timeout_ms=max(seconds, 11) * 1000,
            **connection.client_options(target["client_config"]),
        )
        try:
            found: Dict[str, List[Record]] = {topic: [] for topic in topics}
            for topic, record in _read(consumer, kafka, topics, time.monotonic() + seconds):
                found[topic].append(record)
            return found
        finally:
            consumer.close()


def _read(consumer: Any, kafka: Any, topics: Sequence[str], deadline: float) -> Iterator[Tuple[str, Record]]:
    known = consumer.topics()
    parts = [
        kafka.TopicPartition(topic, number)
        for topic in topics
        if topic in known
        for number in sorted(consumer.partitions_for_topic(topic) or ())
    ]
    if not parts:
        return
    consumer.assign(parts)
    ends = consumer.end_offsets(parts)
    consumer.seek_to_beginning(*parts)
    while any(consumer.position(part) < ends[part] for part in parts):
        for part, records in consumer.poll(timeout_ms=_POLL_MS).items():
            yield from ((part.topic, (record.key, record.value)) for record in records)
        if time.monotonic() > deadline:
            raise GroundworkError(
                f"{parts[0].topic} could not be read to its end in time; see that its leaders run, that the user may "
                "read it, and run again, with a larger timeout where the cluster is slow."
            )
