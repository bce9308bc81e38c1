# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The offsets of consumer groups, carried over from the source to the copy once that is complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Sequence

from kafka import TopicPartition
from kafka.errors import KafkaError
from kafka.structs import OffsetAndMetadata
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from ..cluster.admin import Cluster
from ..compare.differences import by_partition
from ..core.errors import CouldNotRunError
from ..lag.groups import committed, listed
from .plan import Pair
from .position import Offsets


@dataclass(frozen=True)
class Standing:
    """Where a group stands in the source, by partition."""

    group: str
    offsets: Mapping[int, int]


def standings(cluster: Cluster, groups: Sequence[str], pair: Pair) -> list[Standing]:
    """Where each of ``groups`` stands; raises :class:`CouldNotRunError` for one whose offsets cannot be carried over.

    That is one with members, which would commit over them; one that has read the copy before; and one of which nobody
    knows where it stands.
    """
    if not groups:
        return []
    source, copy, where = pair.source, pair.copy, cluster.bootstrap_servers
    states = listed(cluster, groups)
    for name, group in states.items():
        if group.state not in {"Empty", "Dead"}:
            raise CouldNotRunError(
                f"group {name} on {where} has members ({group.state}), which would commit over what is set here: stop "
                "them, and run again"
            )
    commits = committed(cluster, groups, None)
    found = []
    for name in groups:
        mine = commits.get(name, {})
        if any(part.topic == copy.name for part in mine):
            raise CouldNotRunError(
                f"group {name} on {where} has offsets of {copy.name} already, so it would read again what it has read "
                "there: leave it out, or delete them first"
            )
        offsets = {part.partition: offset for part, offset in mine.items() if part.topic == source.name}
        if not offsets or (not pair.same and len(offsets) < source.partitions):
            raise CouldNotRunError(
                f"group {name} on {where} has offsets of {len(offsets)} of the {source.partitions} partitions of "
                f"{source.name}, so it is not known where it stands in {copy.name}: look for its exact name, or let it "
                "read on until it has committed all of them"
            )
        found.append(Standing(name, offsets))
    return found


def carried(copy: DataFrame, standing: Standing, pair: Pair, ends: Offsets) -> dict[int, int]:
    """The offsets of the ``copy``, as :func:`spark_validation.migration.held.marked` gives it, at which to go on.

    In each partition that is the first record which the group has not read, or the end. Where records were placed by
    their keys, some behind it may have been read: they are read again, and none is left out.
    """
    read_until = by_partition(standing.offsets, "source_partition", 0)
    rows = (
        copy.where(F.col("source_offset") >= read_until)
        .groupBy("partition")
        .agg(F.min("offset").alias("next"))
        .collect()
    )
    nexts = {row["partition"]: row["next"] for row in rows}
    wanted = standing.offsets if pair.same else ends
    return {n: nexts.get(n, ends[n][1]) for n in sorted(wanted)}


def commit(cluster: Cluster, group: str, topic: str, offsets: Mapping[int, int]) -> None:
    """Let ``group`` stand at ``offsets`` of ``topic``; :class:`CouldNotRunError` where that is refused."""
    wanted = {TopicPartition(topic, n): OffsetAndMetadata(offset, "", -1) for n, offset in offsets.items()}
    with cluster.asking(f"set the offsets of group {group}") as admin:
        told = admin.alter_group_offsets(group, wanted)
    refused = {part.partition: error for part, error in told.items() if issubclass(error, KafkaError) and error.errno}
    if refused:
        partition, error = sorted(refused.items(), key=lambda one: one[0])[0]
        raise CouldNotRunError(
            f"the offset of group {group} for partition {partition} of {topic} was refused ({error.__name__}): see "
            "that it has no members and that ACLs allow Read to the group, and run again"
        )
