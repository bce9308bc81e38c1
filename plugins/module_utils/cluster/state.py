# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a cluster tells of itself over its admin API, as plain dictionaries.

*client* is what :func:`connection.connected` yields. Nothing here is kept: each call asks again.
"""

from __future__ import annotations

import time
from typing import Any, Dict, List, Mapping, NamedTuple, Sequence, Tuple

from ..core import endpoint, listing
from ..core.errors import GroundworkError
from . import connection, patient

Broker = Dict[str, Any]
Partition = Dict[str, Any]

ZOOKEEPER = "zookeeper"
KRAFT = "kraft"
#: DYNAMIC_TOPIC_CONFIG, as the protocol numbers where a setting comes from: the topic's own.
OWN = 1
#: The same of a broker, as kafka-python names it.
OWN_OF_BROKER = "DYNAMIC_BROKER_CONFIG"
_MIN_ISR = "min.insync.replicas"
_ATTEMPTS = 20
_PAUSE_SECONDS = 0.25


class MinIsr(NamedTuple):
    """How many replicas of a topic must be in sync, and whether that is its *own* setting, not the default."""

    value: int
    own: bool


def read(client: Any) -> Dict[str, Any]:
    """``cluster_id``, ``mode``, ``controller_id``, ``brokers``, ``quorum`` (None with ZooKeeper) and ``features``."""
    described = client.describe_cluster()
    found = quorum(client)
    return {
        "cluster_id": described["cluster_id"],
        "mode": ZOOKEEPER if found is None else KRAFT,
        "controller_id": _controller(described, found),
        "brokers": brokers_of(described),
        "quorum": found,
        "features": {
            name: {
                "finalized": levels["finalized"][1] if "finalized" in levels else None,
                "supported": levels["supported"],
            }
            for name, levels in sorted(client.describe_features().items())
            if "supported" in levels
        },
    }


def _controller(described: Mapping[str, Any], found: Mapping[str, Any] | None) -> int | None:
    """With KRaft a broker names any broker as the controller, so it is the quorum's leader that counts."""
    number = described["controller_id"] if found is None else found["leader_id"]
    return None if number is None or number < 0 else number


def brokers_of(described: Mapping[str, Any]) -> List[Broker]:
    """``{id, host, port, rack, fenced}`` of each registered broker, by id; *described* is describe_cluster's."""
    found = [
        {
            "id": broker["broker_id"],
            "host": broker["host"],
            "port": broker["port"],
            "rack": broker["rack"],
            "fenced": broker.get("is_fenced", False),
        }
        for broker in described["brokers"]
    ]
    return sorted(found, key=lambda broker: int(broker["id"]))


def running(brokers: Sequence[Mapping[str, Any]]) -> List[int]:
    """The numbers of those of *brokers* (:func:`brokers_of`) that the cluster has heard of a moment ago."""
    return [one["id"] for one in brokers if not one["fenced"]]


def quorum(client: Any) -> Dict[str, Any] | None:
    """``{leader_id, voters, observers}`` of the KRaft quorum, None with ZooKeeper.

    Voters and observers are ``{id, directory_id, records_behind, seconds_behind}`` by id, against the leader;
    seconds_behind is None where the leader does not know. Raises NoAnswerError for one that has no leader.
    """
    import kafka.errors  # noqa: PLC0415 there is no client without it

    try:
        return quorum_of(_described(client))
    except kafka.errors.IncompatibleBrokerVersion:
        return None


def quorum_of(described: Mapping[str, Any]) -> Dict[str, Any]:
    """:func:`quorum` of describe_metadata_quorum's answer."""
    partition = described["topics"][0]["partitions"][0]
    leader = next(
        (replica for replica in partition["current_voters"] if replica["replica_id"] == partition["leader_id"]), None
    )
    return {
        "leader_id": partition["leader_id"] if partition["leader_id"] >= 0 else None,
        "voters": _replicas(partition["current_voters"], leader),
        "observers": _replicas(partition["observers"], leader),
    }


def voter_addresses(client: Any) -> Dict[int, List[str]]:
    """Where the voters of the KRaft quorum listen, as ``HOST:PORT`` by number; nothing of clusters that do not tell."""
    described = _described(client)
    return {
        node["node_id"]: [endpoint.join(one["host"], one["port"]) for one in node["listeners"]]
        for node in described.get("nodes") or []
    }


def _described(client: Any) -> Mapping[str, Any]:
    """What the quorum tells of itself; a broker asks its leader, and says nothing for as long as there is none."""
    import kafka.errors  # noqa: PLC0415 there is no client without it

    try:
        return dict(client.describe_metadata_quorum())
    except kafka.errors.RequestTimedOutError as error:
        raise connection.NoAnswerError(
            "The KRaft quorum does not answer, as one without a leader; start its controllers, of which more than half "
            "have to run and to reach each other."
        ) from error


def _replicas(replicas: Sequence[Mapping[str, Any]], leader: Mapping[str, Any] | None) -> List[Dict[str, Any]]:
    found = []
    for replica in replicas:
        caught_up, now = replica.get("last_caught_up_timestamp", -1), (leader or {}).get("last_caught_up_timestamp", -1)
        directory = replica.get("replica_directory_id")
        found.append(
            {
                "id": replica["replica_id"],
                "directory_id": None if directory is None else str(directory),
                "records_behind": max(0, leader["log_end_offset"] - replica["log_end_offset"]) if leader else None,
                "seconds_behind": max(0, now - caught_up) / 1000 if caught_up >= 0 and now >= 0 else None,
            }
        )
    return sorted(found, key=lambda replica: int(replica["id"]))


def partitions(client: Any) -> List[Partition]:
    """Every partition of every topic, internal ones too, as ``{topic, partition, leader, replicas, isr, min_isr}``.

    *leader* is None for a partition that is offline. *min_isr* is what is in force: the topic's own, else the
    cluster's default, else the broker's. Raises GroundworkError where it may not be read: nobody can tell then how many
    replicas are to stay.
    """
    topics, least = _topics_with_min_isr(client)
    found = [
        {
            "topic": topic["name"],
            "partition": partition["partition_index"],
            "leader": partition["leader_id"] if partition["leader_id"] >= 0 else None,
            "replicas": list(partition["replica_nodes"]),
            "isr": list(partition["isr_nodes"]),
            "min_isr": least[topic["name"]].value,
        }
        for topic in topics
        for partition in topic["partitions"]
    ]
    return sorted(found, key=lambda partition: (partition["topic"], partition["partition"]))


def in_sync(client: Any) -> Dict[str, int]:
    """How many replicas are in sync, at least, of each topic that has no min ISR of its own, by name."""
    topics, least = _topics_with_min_isr(client)
    return {
        topic["name"]: min(len(partition["isr_nodes"]) for partition in topic["partitions"])
        for topic in topics
        if topic["partitions"] and not least[topic["name"]].own
    }


def replicas(client: Any) -> Dict[str, int]:
    """How many replicas each topic has, at least, by name."""
    return {
        topic["name"]: min(len(partition["replica_nodes"]) for partition in topic["partitions"])
        for topic in client.describe_topics()
        if topic["partitions"]
    }


def topics_of(found: Sequence[Partition]) -> List[Dict[str, Any]]:
    """``{name, partitions}`` of each topic of :func:`partitions`, without the topic in its partitions; by name."""
    topics: Dict[str, List[Partition]] = {}
    for one in found:
        topics.setdefault(one["topic"], []).append({key: value for key, value in one.items() if key != "topic"})
    return [{"name": name, "partitions": held} for name, held in sorted(topics.items())]


def _topics_with_min_isr(client: Any) -> Tuple[List[Dict[str, Any]], Dict[str, MinIsr]]:
    """The topics, and the min ISR of each by name.

    A topic that was made or deleted a moment ago is known to one broker and not to another, so all are asked again.
    """
    unknown: List[str] = []
    for _attempt in range(_ATTEMPTS):
        topics = client.describe_topics()
        least = min_isr(client, [topic["name"] for topic in topics])
        unknown = [topic["name"] for topic in topics if topic["name"] not in least]
        if not unknown:
            return topics, least
        time.sleep(_PAUSE_SECONDS)
    raise GroundworkError(
        f"Some brokers know of {listing.some(unknown)}, and others do not; wait until the cluster has "
        "settled, or look at the brokers' journals."
    )


def min_isr(client: Any, topics: Sequence[str]) -> Dict[str, MinIsr]:
    """The min ISR that is in force for each of *topics* by name, without those that the asked broker does not know.

    Raises GroundworkError, which names the missing right, for topics whose settings the client may not read.
    """
    from kafka import errors  # noqa: PLC0415 there is no client without it

    if not topics:
        return {}
    found: Dict[str, MinIsr] = {}
    failed: Dict[int, List[str]] = {}
    for answer in _topic_settings(client, topics, [_MIN_ISR]):
        if answer.error_code == 0:
            (setting,) = answer.configs
            found[answer.resource_name] = MinIsr(int(setting.value), setting.config_source == OWN)
        elif answer.error_code != errors.UnknownTopicOrPartitionError.errno:
            failed.setdefault(answer.error_code, []).append(answer.resource_name)
    for code, names in sorted(failed.items()):
        if code == errors.TopicAuthorizationFailedError.errno:
            raise GroundworkError(
                f"The min ISR of {listing.some(names)} may not be read, so nobody can tell what stopping a "
                "broker does to them; give the user of kafka_admin_config the right to DescribeConfigs on every topic."
            )
        raise GroundworkError(f"The min ISR of {listing.some(names)} is not told ({errors.for_code(code).__name__}).")
    return found


def reassignments(client: Any) -> List[Dict[str, Any]]:
    """``{topic, partition, replicas, adding, removing}`` of each partition that is being reassigned, by name."""
    found = client.list_partition_reassignments()
    return [
        {
            "topic": partition.topic,
            "partition": partition.partition,
            "replicas": one["replicas"],
            "adding": one["adding_replicas"],
            "removing": one["removing_replicas"],
        }
        for partition, one in sorted(found.items())
    ]


def ask_itself(client: Any, broker: int) -> None:
    """Have *broker* itself answer; raises kafka-python's errors when it does not."""
    from kafka.admin import ConfigResource  # noqa: PLC0415 there is no client without it

    client.describe_configs([ConfigResource("BROKER", str(broker), configs=["log.dirs"])])


def _topic_settings(client: Any, topics: Sequence[str], keys: Sequence[str]) -> List[Any]:
    """The brokers' own answer about *keys* of *topics*, with the errors that describe_configs drops."""
    return list(client.send(patient.topic_settings_request(topics, keys), reading=True).results)
