# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Data that a broker has elsewhere than on a disk of its own: the way back, or there, that the audit tells."""

from __future__ import annotations

import shutil
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
from tests.servers.cluster import HOMES, Cluster, running_cluster
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

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


def found(running: Cluster, disk: Disk, folder: Path) -> list[str]:
    """What an audit finds of broker 1's *folder*, but how it is mounted."""
    assert running.brokers[1].process is not None
    pid = str(running.brokers[1].process.pid)
    own = [server for server in running_servers.find(Host())[0] if server.pid == pid]
    seen = audit_disks.inspect_disks(HostOfDisk(disk), own)
    (its,) = [one for one in seen if str(one.row["name"]).endswith(f" {folder}")]
    return [str(one["id"]) for one in its.findings if one["id"] != "disk_mount_options"]


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
            # A broker that is left alone shows what it got last only where it is enough in sync.
            given = {"num_partitions": 6, "replication_factor": 3, "configs": {"min.insync.replicas": "1"}}
            client.create_topics({"orders": given})
            client.wait_for_topics(["orders"])
        write(running, "orders", 0)
        assert found(running, disk, disk.mount_point / "kafka") == []
        assert list((disk.mount_point / "kafka").glob("orders-*"))
        broker.stop()
        disk.unmount()
        broker.start_again()
        eventually(lambda: in_sync(running), everywhere)
        write(running, "orders", RECORDS)
        assert found(running, disk, disk.mount_point / "kafka")[:1] == ["disk_missing"]

        # Stop the server while others have in sync what it has, move what lies below the mount point to another place,
        eventually(lambda: in_sync(running), everywhere)
        broker.stop()
        (disk.mount_point / "kafka").rename(tmp_path / "kept")
        disk.mount()  # mount the disk, and start the server, which copies from the others what it lacks.
        broker.start_again()
        eventually(lambda: in_sync(running), everywhere)
        assert found(running, disk, disk.mount_point / "kafka") == []
        write(running, "orders", 2 * RECORDS)
        for number in (2, 3):  # it alone answers for what it has
            running.brokers[number].stop()
        eventually(lambda: read(running, "orders"), list(range(3 * RECORDS)))


@pytest.mark.remedy("disk_of_the_system")
@pytest.mark.parametrize("mode", HOMES)
def test_a_directory_is_moved_to_a_disk_of_its_own_with_the_server_stopped(tmp_path: Path, disk: Disk, mode) -> None:
    """In KRaft's mode with the metadata of a broker that is a controller too."""
    with running_cluster(mode, tmp_path, EXTRA) as running:
        broker, everywhere, former = running.brokers[1], [[1, 2, 3]] * 6, tmp_path / "data1"
        with connection.connected(running.bootstrap_servers, {}, 20) as client:
            client.create_topics({"orders": {"num_partitions": 6, "replication_factor": 3}})
            client.wait_for_topics(["orders"])
        write(running, "orders", 0)
        assert found(running, disk, former) == ["disk_of_the_system"]
        broker.stop()
        new = Path(shutil.move(former, disk.mount_point / "kafka"))
        broker.settings.write_text(broker.settings.read_text().replace(str(former), str(new)))
        broker.start_again()
        eventually(lambda: in_sync(running), everywhere)
        assert found(running, disk, new) == []
        write(running, "orders", RECORDS)
        assert read(running, "orders") == list(range(2 * RECORDS))
