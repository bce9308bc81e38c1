# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How far a flow of MirrorMaker is, read from its target, and from its source where that can be asked."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Collection, Dict, Iterator, List, Mapping, NamedTuple, Sequence, Tuple

from ..core.errors import GroundworkError
from ..mirror import progress
from ..mirror.progress import Part, Record, Standing, State
from . import connection, groups, groups_admin, groups_wanted
from .patient import classic_groups_request

_POLL_MS = 500
_SHARED_OUT = "Stable"


@dataclass(frozen=True)
class Flow:
    """A flow: the alias of its *source*, whether copies have the *identity* of names, and the topics and groups it
    takes, as patterns and those left out."""

    source: str
    identity: bool
    topics: Sequence[str]
    topics_exclude: Sequence[str]
    groups: Sequence[str]
    groups_exclude: Sequence[str]


class Asked(NamedTuple):
    """A cluster: how to connect to it, and a *client* that is connected."""

    connection: Mapping[str, Any]
    client: Any


@dataclass(frozen=True)
class Seen:
    """What was found; what only the source can tell is empty where that was not asked.

    *members* are where those that run it answer, as host:port, with the addresses they come from; *foreign* are topics
    of the target with the names of copies, which hold records that the flow has not copied.
    """

    states: Mapping[str, State]
    members: Mapping[str, str]
    positions: Mapping[Part, int]
    left: Mapping[Part, int] = field(default_factory=dict)
    standings: Sequence[Standing] = ()
    foreign: Sequence[str] = ()


def look_at(flow: Flow, target: Asked, source: Asked | None, memory: Memory) -> Seen:
    """How far *flow* is; without *source* as far as its target tells, of which *memory* is what was read so far."""
    names = progress.topics(flow.source)
    memory.read(list(names.values()))
    positions = progress.copied(memory.of(names["offsets"]), flow.source)
    states = progress.states(memory.of(names["status"]))
    members = _members(target.client, progress.worker_group(flow.source))
    if source is None:
        return Seen(states, members, positions)
    logs = _logs(source.client, flow)
    left = progress.behind(
        positions, {part: log.end for part, log in logs.items()}, {part: log.start for part, log in logs.items()}
    )
    begin = {part: logs[part].end - count for part, count in left.items() if count}
    left = {**left, **dict.fromkeys(_without_records(source.connection, begin), 0)}
    standings = _standings(flow, target.client, source.client, logs)
    return Seen(states, members, positions, left, standings, _foreign(flow, target.client, set(logs) - set(positions)))


def _members(client: Any, name: str) -> Dict[str, str]:
    """Where those answer that share out the tasks, and where they come from; none while they are about to.

    Only the group's coordinator knows any.
    """
    brokers = [one["broker_id"] for one in client.describe_cluster()["brokers"]]
    answers = [client.send(classic_groups_request([name]), broker, reading=True).groups[0] for broker in brokers]
    sharing = [told for told in answers if not told.error_code and told.group_state == _SHARED_OUT]
    return {
        progress.worker(bytes(one.member_metadata)): one.client_host.lstrip("/")
        for told in sharing
        for one in told.members
    }


def _logs(source: Any, flow: Flow) -> Dict[Part, groups.Log]:
    """The partitions that the flow takes."""
    parts = [
        part
        for part, leader in groups_admin.leaders(source).items()
        if leader is not None and progress.taken(part[0], flow.topics, flow.topics_exclude)
    ]
    return groups_admin.logs(source, sorted(parts))


def _foreign(flow: Flow, client: Any, begun: Collection[Part]) -> List[str]:
    """The topics of the target that hold records though nothing of their partitions *begun* was copied."""
    led = groups_admin.leaders(client)
    copies = [(progress.copy_of(topic, flow.source, flow.identity), number) for topic, number in begun]
    there = groups_admin.logs(client, [part for part in copies if led.get(part) is not None])
    return sorted({part[0] for part, log in there.items() if log.end > log.start})


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


def _without_records(source: Mapping[str, Any], begin: Mapping[Part, int]) -> List[Part]:
    """Those partitions of the *source* that have no record from this offset on.

    What ends a transaction takes an offset, and so does what its writer took back; nobody copies either.
    """
    if not begin:
        return []
    with _consumer(source) as (consumer, kafka):
        parts = {part: kafka.TopicPartition(*part) for part in begin}
        consumer.assign(list(parts.values()))
        ends = consumer.end_offsets(list(parts.values()))
        for part, asked in parts.items():
            consumer.seek(asked, begin[part])
        waiting, deadline = dict(parts), time.monotonic() + int(source["timeout"])
        empty: List[Part] = []
        while waiting and time.monotonic() < deadline:
            having = {part for part, records in consumer.poll(timeout_ms=_POLL_MS).items() if records}
            at_end = [part for part, asked in waiting.items() if asked not in having]
            at_end = [part for part in at_end if consumer.position(parts[part]) >= ends[parts[part]]]
            empty += at_end
            waiting = {part: one for part, one in waiting.items() if one not in having and part not in at_end}
            consumer.pause(*(one for part, one in parts.items() if part not in waiting))
        return empty


@contextmanager
def _consumer(cluster: Mapping[str, Any]) -> Iterator[Tuple[Any, Any]]:
    """A consumer of what is committed, and kafka-python."""
    kafka = connection.library()
    with connection.failures_as_sentences():
        given = {
            "bootstrap_servers": [server.strip() for server in cluster["bootstrap_servers"]],
            "group_id": None,
            "enable_auto_commit": False,
            "isolation_level": "read_committed",
            **connection.client_options(cluster["client_config"]),
        }
        consumer = connection.within(2 * int(cluster["timeout"]), lambda: kafka.KafkaConsumer(**given))
        try:
            yield consumer, kafka
        finally:
            consumer.close()


class Memory:
    """The last record of each key of the topics in which a cluster keeps what it knows of a flow.

    MirrorMaker writes one with each transaction, and the cleaner is far behind it: so each look reads on from where
    the one before it has ended.
    """

    def __init__(self, target: Mapping[str, Any]) -> None:
        self._target = target
        self._last: Dict[str, Dict[bytes | None, bytes | None]] = {}
        self._read_to: Dict[Any, int] = {}

    def of(self, topic: str) -> List[Record]:
        """The records of one of them."""
        return list(self._last.get(topic, {}).items())

    def read(self, topics: Sequence[str]) -> None:
        """Read on to the end; there is nothing of a topic that is not there."""
        with _consumer(self._target) as (consumer, kafka):
            known = consumer.topics()
            parts = [
                kafka.TopicPartition(topic, number)
                for topic in topics
                if topic in known
                for number in sorted(consumer.partitions_for_topic(topic) or ())
            ]
            if parts:
                self._read_on(consumer, parts)

    def _read_on(self, consumer: Any, parts: Sequence[Any]) -> None:
        consumer.assign(parts)
        starts, ends = consumer.beginning_offsets(parts), consumer.end_offsets(parts)
        for part in parts:
            consumer.seek(part, max(starts[part], min(self._read_to.get(part, 0), ends[part])))
        patience = int(self._target["timeout"])
        deadline = time.monotonic() + patience
        while any(consumer.position(part) < ends[part] for part in parts):
            before = [consumer.position(part) for part in parts]
            for part, records in consumer.poll(timeout_ms=_POLL_MS).items():
                self._last.setdefault(part.topic, {}).update((record.key, record.value) for record in records)
            if before != [consumer.position(part) for part in parts]:
                deadline = time.monotonic() + patience
            elif time.monotonic() > deadline:
                raise GroundworkError(
                    f"{parts[0].topic} could not be read to its end in time; see that its leaders run, that the user "
                    "may read it, and run again, with a larger timeout where the cluster is slow."
                )
        self._read_to = {part: consumer.position(part) for part in parts}
