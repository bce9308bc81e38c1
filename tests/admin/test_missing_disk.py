# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker that was started without one of its disks wrote below its mount point: the way back that the audit tells."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Iterator

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import disks as audit_disks
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_facts
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import fstab
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from tests.servers.cluster import Cluster, running_cluster
from tests.servers.waiting import eventually

SIZE, RECORDS = 400 << 20, 60
EXTRA = ["num.partitions=1", "offsets.topic.replication.factor=1", "replica.lag.time.max.ms=5000"]


class Disk:
    """A disk with XFS, and the line of fstab that mounts it."""

    def __init__(self, folder: Path) -> None:
        self.image, self.mount_point = folder / "disk.img", folder / "disk"
        self.mount_point.mkdir()
        with self.image.open("wb") as file:
            file.truncate(SIZE)
        subprocess.run(["mkfs.xfs", "-q", self.image], check=True)
        self.mount()

    def mount(self) -> None:
        subprocess.run(["mount", "-o", "loop,noatime", self.image, self.mount_point], check=True)

    def unmount(self) -> None:
        subprocess.run(["umount", self.mount_point], check=True)


class HostOfDisk(Host):
    """This machine, with an fstab that has the disk."""

    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self._table = f"/dev/disk/by-label/groundwork {disk.mount_point} xfs noatime 0 0\n"

    def read(self, path: str) -> str | None:
        return self._table if path == fstab.PATH else super().read(path)


@pytest.fixture
def disk() -> Iterator[Disk]:
    with tempfile.TemporaryDirectory(prefix="groundwork-disk-") as folder:
        made = Disk(Path(folder))
        try:
            yield made
        finally:
            if made.mount_point.is_mount():
                made.unmount()


def found(running: Cluster, disk: Disk) -> list[str]:
    """What an audit finds of broker 1's folder on the disk."""
    assert running.brokers[1].process is not None
    pid = str(running.brokers[1].process.pid)
    own = [server for server in running_servers.find(Host())[0] if server.pid == pid]
    seen = [one for one in audit_disks.inspect_disks(HostOfDisk(disk), own) if str(disk.mount_point) in str(one.row["name"])]
    return [str(one["id"]) for each in seen for one in each.findings if one["severity"] == "high"]


def write(running: Cluster, topic: str, first: int) -> None:
    producer = KafkaProducer(bootstrap_servers=running.bootstrap_servers, acks="all", retry_backoff_ms=200)
    for number in range(first, first + RECORDS):
        producer.send(topic, str(number).encode(), partition=number % 6).get(timeout=60)
    producer.close()


def read(running: Cluster, topic: str) -> list[int]:
    consumer = KafkaConsumer(bootstrap_servers=running.bootstrap_servers, consumer_timeout_ms=5000)
    consumer.assign([TopicPartition(topic, number) for number in range(6)])
    consumer.seek_to_beginning()
    numbers = sorted(int(record.value) for record in consumer)
    consumer.close()
    return numbers


def in_sync(running: Cluster) -> list[list[int]]:
    with connection.connected(running.bootstrap_servers, {}, 20) as client:
        return [sorted(one["isr"]) for one in cluster_facts.partitions(client) if one["topic"] == "orders"]


@pytest.mark.remedy("disk_missing")
def test_a_broker_goes_back_to_the_disk_that_was_not_mounted_and_nothing_is_lost(tmp_path: Path, disk: Disk) -> None:
    with running_cluster("zookeeper", tmp_path, EXTRA, {1: disk.mount_point / "kafka"}) as running:
        broker, everywhere = running.brokers[1], [[1, 2, 3]] * 6
        with connection.connected(running.bootstrap_servers, {}, 20) as client:
            client.create_topics({"orders": {"num_partitions": 6, "replication_factor": 3}})
            client.wait_for_topics(["orders"])
        write(running, "orders", 0)
        assert found(running, disk) == []
        assert list((disk.mount_point / "kafka").glob("orders-*"))
        broker.stop()
        disk.unmount()
        broker.start_again()
        eventually(lambda: in_sync(running), everywhere)
        write(running, "orders", RECORDS)
        assert found(running, disk) == ["disk_missing"]

        # Stop the server while others have in sync what it has, move what lies below the mount point to another place,
        eventually(lambda: in_sync(running), everywhere)
        broker.stop()
        (disk.mount_point / "kafka").rename(tmp_path / "kept")
        disk.mount()  # mount the disk, and start the server, which copies from the others what it lacks.
        broker.start_again()
        eventually(lambda: in_sync(running), everywhere)
        assert found(running, disk) == []
        write(running, "orders", 2 * RECORDS)
        for number in (2, 3):  # it alone answers for what it has
            running.brokers[number].stop()
        assert read(running, "orders") == list(range(3 * RECORDS))
