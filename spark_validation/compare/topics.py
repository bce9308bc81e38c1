# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The two topics as they are at the beginning, and whether they still are the same ones at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

from ..cluster.admin import Cluster, TopicInfo
from ..cluster.rights import require_readable
from ..core.errors import CouldNotRunError, UsageError
from ..reading.observation import Span
from .alignment import span
from .fingerprint import COPY, SOURCE


@dataclass(frozen=True)
class Pinned:
    """A topic and the offsets that are compared, whatever comes after."""

    cluster: Cluster
    info: TopicInfo
    spans: Mapping[int, Span]

    @property
    def name(self) -> str:
        """The topic's name."""
        return self.info.name

    @property
    def where(self) -> str:
        """Topic and cluster as a sentence names them."""
        return f"{self.name} on {self.cluster.bootstrap_servers}"


def pin(source: tuple[Cluster, str], copy: tuple[Cluster, str], committed: bool) -> dict[str, Pinned]:
    """Both topics with their offsets of now; :class:`UsageError` where they are one.

    The copy's offsets are read first: what comes in between is in the source already, and only not copied yet.
    Clusters that were formatted by one script may have one id, so that the topics' own ids count as well.
    """
    infos = {COPY: copy[0].topic_info(copy[1]), SOURCE: source[0].topic_info(source[1])}
    named = source[1] == copy[1] and infos[SOURCE].identity.id == infos[COPY].identity.id
    if named and source[0].id() == copy[0].id():
        raise UsageError(
            f"{source[1]} on {source[0].bootstrap_servers} and {copy[1]} on {copy[0].bootstrap_servers} "
            "are the same topic: name its copy with --to-topic, and with --to-bootstrap-servers if it is elsewhere"
        )
    clusters = {SOURCE: source[0], COPY: copy[0]}
    for side, info in infos.items():
        require_readable(info, clusters[side].bootstrap_servers)
    return {
        side: Pinned(
            clusters[side],
            info,
            {n: span(first, end) for n, (first, end) in clusters[side].offsets(info.name, committed).items()},
        )
        for side, info in infos.items()
    }


def refuse_compacted(pinned: Pinned) -> None:
    """Raise :class:`UsageError` if its records may be gone on purpose: which ones, nobody can tell."""
    if "compact" in pinned.cluster.topic_setting(pinned.name, "cleanup.policy"):
        raise UsageError(
            f"topic {pinned.where} is compacted, so that earlier records of a key may be gone from one topic and still "
            "be in the other: compare the last value of each key with --last-values"
        )


def added(pinned: Pinned) -> int:
    """How many partitions it got meanwhile; :class:`CouldNotRunError` if it is no longer the same topic."""
    try:
        now = pinned.cluster.topic_info(pinned.name)
    except CouldNotRunError as error:
        raise CouldNotRunError(f"the comparison is void, for the topic went away meanwhile: {error}") from error
    if now.identity.id != pinned.info.identity.id:
        raise CouldNotRunError(f"topic {pinned.where} was deleted and made anew during the run: compare again")
    return max(0, now.identity.partitions - pinned.info.identity.partitions)


def refuse_moved_head(pinned: Pinned) -> None:
    """Raise :class:`CouldNotRunError` if records were deleted while they were compared."""
    now = pinned.cluster.offsets(pinned.name)
    moved = [n for n, before in pinned.spans.items() if n in now and now[n][0] > before.first]
    if moved:
        raise CouldNotRunError(
            f"records of {pinned.where} were deleted while they were compared (partition {moved[0]}, up to offset "
            f"{now[moved[0]][0]}), so that what differs may be nobody's loss: compare again, or raise retention.ms"
        )
