# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``lag`` asks of the cluster: one request for each broker, leader or coordinator, whatever the partitions."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Collection, Dict, Iterable, Iterator, Mapping, Sequence

from kafka import TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType, OffsetSpec
from kafka.errors import GroupAuthorizationFailedError, UnknownTopicOrPartitionError
from kafka.structs import OffsetAndMetadata

from ..cluster.admin import Cluster
from ..cluster.isolation import level
from ..cluster.patient import members_request
from ..core.errors import CouldNotRunError
from .retention import Retention

Commits = Dict[TopicPartition, int]
SHARE = "share"
# Kafka's kinds of groups whose members are asked for in different ways.
_CLASSIC, _CONSUMER = "classic", "consumer"


@dataclass(frozen=True)
class Log:
    """One partition: its leader, the first offset that exists, and the end of the log.

    Readers of committed records come no further than ``stable``, the first offset of a transaction that is open.
    """

    leader: int
    start: int
    end: int
    stable: int


@dataclass(frozen=True)
class Group:
    """A group as its coordinator lists it, in Kafka's words: ``state``, and ``kind`` and ``protocol`` of its members.

    An ``Empty`` one has no members; a ``share`` group has no offset to stand at, as it acknowledges each record by
    itself.
    """

    state: str
    kind: str = "classic"
    protocol: str = "consumer"

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Group:
        """From what a broker lists; one before 4.0 knows no kinds but the classic one."""
        return cls(str(told["group_state"]), str(told.get("group_type") or "classic").lower(), told["protocol_type"])

    @property
    def members(self) -> bool:
        """Whether anybody reads for it who is told a part of the partitions."""
        return self.state not in {"Empty", "Dead"} and (self.kind != _CLASSIC or self.protocol == "consumer")


def listed(cluster: Cluster, wanted: Sequence[str]) -> dict[str, Group]:
    """The groups of ``wanted``, or all that may be described, by name, share groups among them.

    Raises :class:`CouldNotRunError` for one of ``wanted`` that there is not, or that is a share group.
    """
    with cluster.asking("list the groups") as admin:
        found = {told["group_id"]: Group.of(told) for told in admin.list_groups()}
    for name in wanted:
        if name not in found:
            _explain_absence(cluster, name)
        elif found[name].kind == SHARE:
            raise CouldNotRunError(
                f"group {name} on {cluster.bootstrap_servers} is a share group: it has no offset to stand at, as it "
                "acknowledges each record by itself"
            )
    return {name: group for name, group in sorted(found.items()) if not wanted or name in wanted}


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


def committed(cluster: Cluster, groups: Collection[str], topic: str | None) -> dict[str, Commits]:
    """Committed offsets by group and partition, of ``topic`` alone if it is given; one request for each coordinator.

    Groups that may not be described are left out: a refusal does not tell whose it is, so each is then asked for alone.
    """
    told: dict[str, dict[TopicPartition, OffsetAndMetadata]] = {}
    with cluster.asking("read the groups' committed offsets") as admin:
        try:
            told = admin.list_group_offsets(dict.fromkeys(groups)) if groups else {}
        except GroupAuthorizationFailedError:
            for group in groups:
                with suppress(GroupAuthorizationFailedError):
                    told.update(admin.list_group_offsets({group: None}))
    return {
        group: {part: at.offset for part, at in sorted(parts.items()) if at.offset >= 0 and topic in {None, part.topic}}
        for group, parts in told.items()
    }


def assigned(cluster: Cluster, groups: Mapping[str, Group], topic: str | None) -> dict[str, set[TopicPartition]]:
    """The partitions that members of ``groups`` are to read, of ``topic`` alone if it is given, by group.

    A group whose members are not told of is left out: one of a kind that is asked in no way known here, as Kafka
    Streams' own, or one that changes just now. One request for each coordinator, and one for each broker where there
    are groups of the protocol of Kafka 4.0.
    """
    with_members = {name: group for name, group in groups.items() if group.members}
    classic = [name for name, group in with_members.items() if group.kind == _CLASSIC]
    newer = [name for name, group in with_members.items() if group.kind == _CONSUMER]
    told: list[Mapping[str, Any]] = []
    with cluster.asking("ask for the groups' members") as admin:
        if classic:
            told += [group for group in admin.describe_groups(classic).values() if not group["error"]]
        for broker in cluster.broker_ids() if newer else []:
            answer = admin.send(members_request(newer), broker, reading=True).to_dict()
            told += [group for group in answer["groups"] if not group["error_code"]]  # others coordinate the rest
    found = {group["group_id"]: set(assigned_parts(group["members"])) for group in told}
    return {name: {part for part in parts if topic in {None, part.topic}} for name, parts in found.items()}


def assigned_parts(members: Iterable[Mapping[str, Any]]) -> Iterator[TopicPartition]:
    """The partitions of ``members``, as a description of a group has them, of either protocol."""
    for member in members:
        classic = member.get("member_assignment")  # bytes where nobody has one yet, or not of a consumer
        rows = classic.get("assigned_partitions", []) if isinstance(classic, dict) else []
        newer = member.get("assignment") or {}
        for row in [*rows, *newer.get("topic_partitions", [])]:
            topic = row["topic"] if "topic" in row else row["topic_name"]
            yield from (TopicPartition(topic, number) for number in row["partitions"])


def logs(cluster: Cluster, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, Log]:
    """Those of ``partitions`` that exist and have a leader; three requests for each leader."""
    wanted = set(partitions)
    if not wanted:  # no topic would stand for all of them
        return {}
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
                # Before the end, which may only grow meanwhile: nothing is open that is not in the log.
                stable = admin.list_partition_offsets(dict.fromkeys(leaders, OffsetSpec.LATEST), level(committed=True))
                end = admin.list_partition_offsets(dict.fromkeys(leaders, OffsetSpec.LATEST))
                break
            except UnknownTopicOrPartitionError:  # a topic went between both requests: look again which are left
                if last:
                    raise
    return {
        part: Log(leader, first[part].offset, end[part].offset, stable[part].offset) for part, leader in leaders.items()
    }


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
