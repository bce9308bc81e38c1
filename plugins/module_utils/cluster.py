# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a cluster tells of itself over its admin API, as plain dictionaries.

*client* is what :func:`admin.connected` yields. Nothing here is kept: each call asks again.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

Broker = Dict[str, Any]
Partition = Dict[str, Any]

ZOOKEEPER = "zookeeper"
KRAFT = "kraft"
_MIN_ISR = "min.insync.replicas"


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


def quorum(client: Any) -> Dict[str, Any] | None:
    """``{leader_id, voters, observers}`` of the KRaft quorum, None with ZooKeeper.

    Voters and observers are ``{id, directory_id, records_behind, seconds_behind}`` by id, against the leader;
    seconds_behind is None where the leader does not know.
    """
    import kafka.errors  # noqa: PLC0415 there is no client without it

    try:
        described = client.describe_metadata_quorum()
    except kafka.errors.IncompatibleBrokerVersion:
        return None
    return quorum_of(described)


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
    cluster's default, else the broker's.
    """
    topics = client.describe_topics()
    least = _min_isr(client, [topic["name"] for topic in topics])
    found = [
        {
            "topic": topic["name"],
            "partition": partition["partition_index"],
            "leader": partition["leader_id"] if partition["leader_id"] >= 0 else None,
            "replicas": list(partition["replica_nodes"]),
            "isr": list(partition["isr_nodes"]),
            "min_isr": least.get(topic["name"], 1),  # a topic that was deleted in between
        }
        for topic in topics
        for partition in topic["partitions"]
    ]
    return sorted(found, key=lambda partition: (partition["topic"], partition["partition"]))


def topics_of(found: Sequence[Partition]) -> List[Dict[str, Any]]:
    """``{name, partitions}`` of each topic of :func:`partitions`, without the topic in its partitions; by name."""
    topics: Dict[str, List[Partition]] = {}
    for one in found:
        topics.setdefault(one["topic"], []).append({key: value for key, value in one.items() if key != "topic"})
    return [{"name": name, "partitions": held} for name, held in sorted(topics.items())]


def _min_isr(client: Any, topics: Sequence[str]) -> Dict[str, int]:
    from kafka.admin import ConfigResource  # noqa: PLC0415 there is no client without it

    if not topics:
        return {}
    asked = [ConfigResource("TOPIC", topic, configs=[_MIN_ISR]) for topic in topics]
    # The default filter hides what comes from the brokers' files and from the cluster's default.
    answer = client.describe_configs(asked, config_filter="all", include_synonyms=True)
    return {topic: int(configs[_MIN_ISR]["value"]) for topic, configs in answer["topic"].items() if _MIN_ISR in configs}


def ask_itself(client: Any, broker: int) -> None:
    """Have *broker* itself answer; raises kafka-python's errors when it does not."""
    from kafka.admin import ConfigResource  # noqa: PLC0415 there is no client without it

    client.describe_configs([ConfigResource("BROKER", str(broker), configs=["log.dirs"])])
