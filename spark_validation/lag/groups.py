# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``lag`` asks of the cluster: one request for each broker, leader or coordinator, whatever the partitions."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Mapping, Sequence

from kafka import TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType, OffsetSpec
from kafka.errors import GroupAuthorizationFailedError, UnknownTopicOrPartitionError
from kafka.structs import OffsetAndMetadata

from ..cluster.admin import Cluster
from ..core.errors import CouldNotRunError
from .retention import Retention

Commits = Dict[TopicPartition, int]


@dataclass(frozen=True)
class Log:
    """One partition: its leader, the first offset that exists, and the end of the log."""

    leader: int
    start: int
    end: int


def states(cluster: Cluster, wanted: Sequence[str]) -> dict[str, str]:
    """State of each group of ``wanted``, or of all that may be described, by name; ``Empty`` ones have no members."""
    with cluster.asking("list the groups") as admin:
        listed = {group["group_id"]: group for group in admin.list_groups()}
    for name in wanted:
        if name not in listed:
            _explain_absence(cluster, name)
        elif _shares(listed[name]):
            raise CouldNotRunError(
                f"group {name} on {cluster.bootstrap_servers} is a share group: it has no offset to stand at, as it "
                "acknowledges each record by itself"
            )
    return {
        name: str(group["group_state"])
        for name, group in sorted(listed.items())
        if (name in wanted if wanted else not _shares(group))
    }


def _shares(group: Mapping[str, Any]) -> bool:
    return group.get("group_type") == "share"


def _explain_absence(cluster: Cluster, name: str) -> None:
    """Raise: only those groups are listed that exist and may be described."""
    with cluster.asking(f"describe group {name}") as admin:
        try:
            error = admin.describe_groups([name])[name]["error"] or ""
        except GroupAuthorizationFailedError as refused:
            error = type(refused).__name__
    if GroupAuthorizationFailedError.__name__ in error:
        raise may_not_be_described(cluster, name)
    raise CouldNotRunError(f"there is no group {name} on {cluster.bootstrap_servers}: look for its exact name")


def may_not_be_described(cluster: Cluster, name: str) -> CouldNotRunError:
    """The sentence on a group that nobody here may look at."""
    return CouldNotRunError(
        f"group {name} may not be described on {cluster.bootstrap_servers}: grant DESCRIBE on it to whoever this is"
    )


def committed(cluster: Cluster, groups: Iterable[str], topic: str | None) -> dict[str, Commits]:
    """Committed offsets by group and partition, of ``topic`` alone if it is given; one request for each coordinator.

    Groups that may not be described are left out: a refusal does not tell whose it is, so each is then asked for alone.
    """
    told: dict[str, dict[TopicPartition, OffsetAndMetadata]] = {}
    with cluster.asking("read the groups' committed offsets") as admin:
        try:
            told = admin.list_group_offsets(dict.fromkeys(groups))
        except GroupAuthorizationFailedError:
            for group in groups:
                with suppress(GroupAuthorizationFailedError):
                    told.update(admin.list_group_offsets({group: None}))
    return {
        group: {part: at.offset for part, at in sorted(parts.items()) if at.offset >= 0 and topic in {None, part.topic}}
        for group, parts in told.items()
    }


def logs(cluster: Cluster, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, Log]:
    """Those of ``partitions`` that exist and have a leader; two requests for each leader."""
    wanted = set(partitions)
    with cluster.asking("read the offsets of the groups' topics") as admin:
        for last in (False, True):
            leaders = {
                part: partition["leader_id"]
                for described in admin.describe_topics(sorted({part.topic for part in wanted}))
                for partition in described["partitions"]
                for part in [TopicPartition(described["name"], partition["partition_index"])]
                if part in wanted and partition["leader_id"] >= 0
            }
            try:
                first = admin.list_partition_offsets(dict.fromkeys(leaders, OffsetSpec.EARLIEST))
                end = admin.list_partition_offsets(dict.fromkeys(leaders, OffsetSpec.LATEST))
                break
            except UnknownTopicOrPartitionError:  # a topic went between both requests: look again which are left
                if last:
                    raise
    return {part: Log(leader, first[part].offset, end[part].offset) for part, leader in leaders.items()}


def retentions(cluster: Cluster, topics: Iterable[str]) -> dict[str, Retention]:
    """What each of ``topics`` keeps, whatever sets it: the topic, the broker or Kafka's default; one request."""
    wanted = [ConfigResource(ConfigResourceType.TOPIC, topic) for topic in sorted(topics)]
    with cluster.asking("read the topics' settings") as admin:
        told = admin.describe_configs(wanted, config_filter="all").get("topic", {})
    for resource in wanted:
        if not told.get(resource.name):
            raise CouldNotRunError(
                f"the settings of topic {resource.name} may not be read on {cluster.bootstrap_servers}: grant "
                "DESCRIBE_CONFIGS on it to whoever this is, or name another one with --topic"
            )
    return {
        topic: Retention.of({name: setting["value"] for name, setting in settings.items()})
        for topic, settings in told.items()
    }


def offsets_retention(cluster: Cluster) -> float | None:
    """Seconds for which brokers keep the offsets of a group that was left; null where that may not be read."""
    broker = str(cluster.broker_ids()[0])
    resource = ConfigResource(ConfigResourceType.BROKER, broker, {"offsets.retention.minutes": None})
    with cluster.asking("read the brokers' settings") as admin:
        told = admin.describe_configs([resource], config_filter="all").get("broker", {}).get(broker, {})
    minutes = told.get("offsets.retention.minutes", {}).get("value")
    return None if minutes is None else 60.0 * int(minutes)


def sizes(cluster: Cluster, of: Mapping[TopicPartition, Log]) -> dict[TopicPartition, int]:
    """Bytes of each log where its leader has it; what may not be read is left out. One request for each broker."""
    if not of:
        return {}
    topics: dict[str, list[int]] = {}
    for part in of:
        topics.setdefault(part.topic, []).append(part.partition)
    with cluster.asking("read the sizes of the logs") as admin:
        told = admin.describe_log_dirs(topics, sorted({log.leader for log in of.values()}))
    return {
        part: replica["partition_size"]
        for broker in told
        for folder in broker["log_dirs"]
        for described in folder["topics"]
        for replica in described["partitions"]
        for part in [TopicPartition(described["name"], replica["partition_index"])]
        if part in of and of[part].leader == broker["broker"] and not replica["is_future_key"]
    }
