# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a topic's partitions lie, and which brokers are not there, as the cluster itself tells."""

from __future__ import annotations

from .admin import Cluster, up
from .bounds import Directory


def down(cluster: Cluster) -> list[int]:
    """Ids of the brokers that are not up, as far as the cluster tells: fenced ones, and those that replicas name."""
    with cluster.asking("list the topics") as admin:
        brokers, topics = admin.describe_cluster()["brokers"], admin.describe_topics()
    known = {broker["broker_id"] for broker in brokers}
    known |= {broker for topic in topics for part in topic["partitions"] for broker in part["replica_nodes"]}
    return sorted(known - {broker["broker_id"] for broker in up(brokers)})


def directories(cluster: Cluster, topic: str) -> list[Directory]:
    """Every broker's log directories that work, with the partitions of ``topic`` in them.

    Kafka tells the size of their volumes from 3.3 on (KIP-827), and anything of this only to whoever may describe the
    cluster.
    """
    brokers = cluster.broker_ids()
    with cluster.asking("ask for the room on the brokers' disks") as admin:
        answers = admin.describe_log_dirs([topic], brokers=brokers)
    return [
        Directory(
            answer["broker"],
            found["log_dir"],
            _size_or_none(found.get("total_bytes")),
            _size_or_none(found.get("usable_bytes")),
            tuple(sorted(part["partition_index"] for told in found["topics"] for part in told["partitions"])),
        )
        for answer in answers
        for found in answer["log_dirs"]
        if not found["error_code"]
    ]


def _size_or_none(size: int | None) -> int | None:
    """A size of a volume; what a broker does not tell is below zero, or not there."""
    return None if size is None or size < 0 else size
