# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What one sampling sees of the groups, and what there must be to be seen."""

from __future__ import annotations

from dataclasses import dataclass
from time import time
from typing import Iterator, Mapping, Sequence

from kafka import TopicPartition

from ..cluster.admin import Cluster
from ..core.errors import CouldNotRunError
from . import groups
from .groups import Commits, Group, Log


@dataclass(frozen=True)
class Request:
    """What the command line asks for; no ``groups`` are all, ``interval`` and ``loss_within`` are seconds."""

    groups: Sequence[str]
    topic: str | None
    interval: float
    loss_within: float

    @property
    def of_topic(self) -> str:
        """The topic, as a sentence on offsets has it."""
        return f" of topic {self.topic}" if self.topic else ""


@dataclass(frozen=True)
class Sample:
    """What one sampling saw: commits first, so that a commit is never beyond an end that was read before it.

    ``assigned`` are the partitions of members, of the groups that tell them.
    """

    moment: float
    committed: Mapping[str, Commits]
    assigned: Mapping[str, set[TopicPartition]]
    logs: Mapping[TopicPartition, Log]

    def uncommitted(self) -> Iterator[tuple[str, TopicPartition]]:
        """Groups and the partitions that their members read and of which they have committed no offset."""
        for group, parts in sorted(self.assigned.items()):
            for part in sorted(parts - set(self.committed.get(group, {}))):
                yield group, part

    def partitions(self) -> set[TopicPartition]:
        """All that it should tell of."""
        return {part for parts in (*self.committed.values(), *self.assigned.values()) for part in parts}


def sample(cluster: Cluster, among: Mapping[str, Group], request: Request) -> Sample:
    """Ask for where the groups stand, and the logs of their partitions, now."""
    committed = groups.committed(cluster, among, request.topic)
    moment = time()
    assigned = groups.assigned(cluster, {group: among[group] for group in committed}, request.topic)
    seen = Sample(moment, committed, assigned, {})
    return Sample(moment, committed, assigned, groups.logs(cluster, seen.partitions()))


def require_groups(cluster: Cluster, request: Request, listed: Mapping[str, Group], seen: Sample) -> None:
    """Raise :class:`CouldNotRunError` where there is nothing to wait for."""
    for group in request.groups:
        if group not in seen.committed:
            raise groups.may_not_be_described(cluster, group)
        if not seen.committed[group] and not seen.assigned.get(group):
            raise CouldNotRunError(
                f"group {group} has committed no offsets{request.of_topic} on {cluster.bootstrap_servers}, or none of "
                "a topic that may be described: commit some, or grant DESCRIBE on its topics to whoever this is"
            )
    if not seen.partitions():
        hidden = "" if request.topic else ", or only of topics that may not be described"
        shares = sum(group.kind == groups.SHARE for group in listed.values())
        apart = f"; share groups, of which there are {shares}, stand at no offset" if shares else ""
        raise CouldNotRunError(
            f"no group has committed offsets{request.of_topic} on {cluster.bootstrap_servers}{hidden}{apart}"
        )
