# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What tests write to the clusters of a mirror, and read of them, as its clients do."""

from __future__ import annotations

import itertools

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.structs import OffsetAndMetadata

from tests.servers.mirror_maker import Node
from tests.servers.waiting import eventually

PARTITIONS, QUICKLY = 3, {"replication_factor": 1, "refresh_seconds": 2, "sync_seconds": 2, "tasks_max": 2}


def written(node: Node, topic: str, numbers: range) -> None:
    """Write records with keys; those of one key keep their order."""
    producer = KafkaProducer(bootstrap_servers=node.plain, acks="all", linger_ms=5)
    for number in numbers:
        producer.send(topic, key=b"%d" % (number % 50), value=b"%d " % number + b"x" * 100)
    producer.flush()
    producer.close()


def taken_back(node: Node, topic: str) -> None:
    """Write records and take them back, which are in the log for all that, and so is what says so."""
    producer = KafkaProducer(bootstrap_servers=node.plain, transactional_id="undecided")
    producer.init_transactions()
    producer.begin_transaction()
    for number in range(30):
        producer.send(topic, key=b"%d" % number, value=b"-1 ")
    producer.flush()
    producer.abort_transaction()
    producer.close()


def made(node: Node, topic: str) -> None:
    """Make the topic."""
    node.asked("cluster_topics", topics=[{"name": topic, "partitions": PARTITIONS, "replication_factor": 1}])


def ends(node: Node, topic: str) -> dict[TopicPartition, int]:
    """The offsets that the next records get."""
    consumer = KafkaConsumer(bootstrap_servers=node.plain)
    found = consumer.end_offsets([TopicPartition(topic, number) for number in range(PARTITIONS)])
    consumer.close()
    return dict(found)


def at(node: Node, group: str, offsets: dict[TopicPartition, int]) -> None:
    """Have the group stand there, as its consumers have left it; the first one has the topic of offsets made."""
    admin = node.admin()
    asked = {part: OffsetAndMetadata(offset, "", None) for part, offset in offsets.items()}
    eventually(lambda: {why.errno for why in admin.alter_group_offsets(group, asked).values()}, {0})
    admin.close()


def read_on(node: Node, group: str, *topics: str, most: int | None = None) -> list[int]:
    """The numbers of the records that a consumer of the group is given, so many at *most*."""
    consumer = KafkaConsumer(
        *topics,
        bootstrap_servers=node.plain,
        group_id=group,
        isolation_level="read_committed",
        auto_offset_reset="earliest",
        consumer_timeout_ms=8000,
    )
    found = [int(record.value.split()[0]) for record in itertools.islice(consumer, most)]
    consumer.commit()
    consumer.close()
    return found
