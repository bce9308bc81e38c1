# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Topics and consumer groups on a broker, put where a test wants them by real clients."""

from __future__ import annotations

import time
from typing import Callable

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import KafkaAdminClient
from kafka.structs import OffsetAndMetadata

from spark_validation.cli import main
from tests.servers.members import member


class World:
    """Topics and groups on the broker; whatever ``meanwhile`` holds is done between the two samplings."""

    def __init__(self, servers: str) -> None:
        self.servers = servers
        self.admin = KafkaAdminClient(bootstrap_servers=servers)
        self.producer = KafkaProducer(bootstrap_servers=servers, linger_ms=20)
        self.meanwhile: list[Callable[[], None]] = []
        self.members: list[KafkaConsumer] = []

    def close(self) -> None:
        """Let the members leave, and everybody else."""
        for one in (*self.members, self.producer, self.admin):
            one.close()

    def topic(self, name: str, partitions: int = 1, settings: dict[str, str] | None = None) -> None:
        wanted = {"num_partitions": partitions, "replication_factor": 1, "configs": settings or {}}
        self.admin.create_topics({name: wanted}, wait_for_metadata=True)

    def write(self, topic: str, records: int, partition: int = 0, age: float = 0) -> None:
        """Records of 20 bytes, all made ``age`` seconds ago."""
        made = int((time.time() - age) * 1000)
        for number in range(records):
            self.producer.send(topic, key=b"%d" % number, value=b"x" * 20, partition=partition, timestamp_ms=made)
        self.producer.flush()

    def commit(self, group: str, offsets: dict[tuple[str, int], int]) -> None:
        consumer = KafkaConsumer(bootstrap_servers=self.servers, group_id=group, enable_auto_commit=False)
        self.commit_as(consumer, offsets)
        consumer.close()

    def member(self, group: str, topic: str, offsets: dict[tuple[str, int], int]) -> None:
        """Let somebody read ``topic`` for the group, commit these offsets alone, and stay."""
        consumer = member(topic, bootstrap_servers=self.servers, group_id=group)
        self.members.append(consumer)
        self.commit_as(consumer, offsets)

    def commit_as(self, consumer: KafkaConsumer, offsets: dict[tuple[str, int], int]) -> None:
        """Let a member, or somebody who is none, commit."""
        if offsets:
            consumer.commit({TopicPartition(*part): OffsetAndMetadata(at, "", -1) for part, at in offsets.items()})

    def lag(self, *arguments: object) -> int:
        """Run the command; the two samplings lie as far apart as ``meanwhile`` takes."""
        return main(["lag", "--bootstrap-servers", self.servers, *map(str, arguments)])

    def work(self, _seconds: float) -> None:
        for act in self.meanwhile:
            act()
