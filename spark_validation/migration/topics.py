# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The two topics: whether they may be what they are to be, how far both are, and that they still are the same ones."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Mapping

from ..cluster.admin import Cluster
from ..cluster.rights import require_readable, require_writable
from ..core.errors import CouldNotRunError, UsageError
from . import plan
from .plan import SETTINGS, Pair, Topic
from .position import Offsets

_SETTLED_SECONDS = 30.0
_LOOK_AGAIN_SECONDS = 0.5


@dataclass(frozen=True)
class Topics:
    """Source and copy on their cluster; ``ids`` by name."""

    cluster: Cluster
    pair: Pair
    ids: Mapping[str, str]

    def source(self) -> Offsets:
        """The source's offsets, before the first transaction that is open."""
        return self.cluster.offsets(self.pair.source.name, committed=True)

    def to_the_end(self) -> Offsets:
        """The source's, with what stands in transactions that are open: nothing may be left when the copy is whole."""
        return self.cluster.offsets(self.pair.source.name)

    def copy(self) -> Offsets:
        """The copy's, likewise."""
        return self.cluster.offsets(self.pair.copy.name, committed=True)

    def settled(self) -> Offsets:
        """The copy's offsets when no transaction is open in it; raises :class:`CouldNotRunError` where one stays so."""
        deadline = time.monotonic() + _SETTLED_SECONDS
        while True:
            ends = self.cluster.offsets(self.pair.copy.name)
            stable = self.copy()
            hanging = [n for n, (_first, end) in ends.items() if stable[n][1] < end]
            if not hanging:
                return stable
            if time.monotonic() > deadline:
                raise CouldNotRunError(
                    f"a transaction of somebody else is open in partition {hanging[0]} of {self.pair.copy.name}, so "
                    "that what stands behind it cannot be read: let nobody else write there, and end it with "
                    "kafka-transactions.sh"
                )
            time.sleep(_LOOK_AGAIN_SECONDS)

    def require_same(self) -> None:
        """Raise :class:`CouldNotRunError` where a topic is no longer the one that the plan was made for."""
        for topic in (self.pair.source, self.pair.copy):
            now = self.cluster.topic_info(topic.name).identity
            if now.id != self.ids[topic.name]:
                raise CouldNotRunError(f"topic {topic.name} was deleted and made anew meanwhile: begin again")
            if now.partitions != topic.partitions:
                raise CouldNotRunError(
                    f"topic {topic.name} was given partitions meanwhile ({topic.partitions} before, {now.partitions} "
                    "now): copy into an empty topic with a new plan, since keys go elsewhere now"
                )

    def require_undeleted(self, before: Offsets) -> None:
        """Raise :class:`CouldNotRunError` where the source lost records since it was as ``before``."""
        now = self.source()
        moved = [n for n, (first, _end) in before.items() if now[n][0] > first]
        if moved:
            raise CouldNotRunError(
                f"records of {self.pair.source.name} were deleted while the copy was held against it (partition "
                f"{moved[0]}, up to offset {now[moved[0]][0]}): run again, which compares once more, or raise "
                "retention.ms"
            )


def pinned(cluster: Cluster, names: tuple[str, str], by: str | None) -> Topics:
    """Source and copy of these ``names``; :class:`UsageError` or :class:`CouldNotRunError` where they do not fit."""
    if names[0] == names[1]:
        raise UsageError(f"{names[0]} cannot be copied into itself: name another topic with --to-topic")
    infos = [cluster.topic_info(name) for name in names]
    for info in infos:
        require_readable(info, cluster.bootstrap_servers)
    require_writable(infos[1], cluster.bootstrap_servers)
    source, copy = (
        Topic(info.name, info.identity.partitions, {one: cluster.topic_setting(info.name, one) for one in SETTINGS})
        for info in infos
    )
    return Topics(cluster, plan.pair(source, copy, by), {info.name: info.identity.id for info in infos})
