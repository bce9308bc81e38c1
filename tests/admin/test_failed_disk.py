# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One of a broker's two disks gives EIO: it goes on, what is lost there is named, and it comes back without it."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any, Iterator, Sequence

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import disks as audit_disks
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_facts
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import failed_disk
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from ansible_collections.groundwork.kafka.plugins.modules import lost_replicas
from ansible_collections.groundwork.kafka.tests.disks.failing import FailingDisk
from tests.servers.cluster import HOMES, Cluster, running_cluster
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

_SIZE = 400 << 20
_UNCLEAN = 1  # how a leader is elected among those behind
_EXTRA = [
    "num.partitions=1",
    "offsets.topic.replication.factor=1",
    "log.flush.interval.messages=1",  # so that the disk is written at once
    "replica.lag.time.max.ms=5000",
]


class Disk(FailingDisk):
    """It, with XFS at *mount_point*."""

    def __init__(self, folder: Path) -> None:
        self.mount_point, self._mounted = folder / "disk", False
        super().__init__(folder, _SIZE)

    def prepare(self) -> None:
        self.mount_point.mkdir()
        subprocess.run(["mkfs.xfs", "-q", self.device], check=True)
        subprocess.run(["mount", self.device, self.mount_point], check=True)
        self._mounted = True

    def remove(self) -> None:
        if self._mounted:  # os.path.ismount() would say no of a disk that fails
            subprocess.run(["umount", self.mount_point], check=False)
        super().remove()


@pytest.fixture
def disk() -> Iterator[Disk]:
    # Not in pytest's own folder, which another run of it may tidy up before the kernel has let go of the disk.
    with tempfile.TemporaryDirectory(prefix="groundwork-disk-") as folder:
        made = Disk(Path(folder))
        try:
            yield made
        finally:
            made.remove()


@pytest.fixture(params=HOMES)
def running(request: pytest.FixtureRequest, tmp_path: Path, disk: Disk) -> Iterator[Cluster]:
    """Three brokers, of which the first has a second folder, on the disk that is to fail."""
    with running_cluster(request.param, tmp_path, _EXTRA, {1: disk.mount_point / "kafka"}) as made:
        yield made


class Records:
    """What is written to a topic, acknowledged by all, and what it holds."""

    def __init__(self, running: Cluster) -> None:
        self.running, self.sent = running, []

    def write(self, topic: str, partitions: Sequence[int], number: int) -> None:
        producer = KafkaProducer(bootstrap_servers=self.running.bootstrap_servers, acks="all", retry_backoff_ms=200)
        new = [(topic, partitions[one % len(partitions)], len(self.sent) + one) for one in range(number)]
        sent = [producer.send(topic, str(value).encode(), partition=where) for topic, where, value in new]
        for one in sent:
            one.get(timeout=90)
        producer.close()
        self.sent += new

    def found(self, topic: str) -> list[tuple[str, int, int]]:
        consumer = KafkaConsumer(bootstrap_servers=self.running.bootstrap_servers, consumer_timeout_ms=8000)
        numbers = sorted({where for name, where, _value in self.sent if name == topic})
        consumer.assign([TopicPartition(topic, number) for number in numbers])
        consumer.seek_to_beginning()
        found = [(topic, record.partition, int(record.value)) for record in consumer]
        consumer.close()
        return sorted(found)

    def wanted(self, topic: str) -> list[tuple[str, int, int]]:
        return sorted(one for one in self.sent if one[0] == topic)


def partitions(running: Cluster) -> dict[tuple[str, int], dict[str, Any]]:
    with connection.connected(running.bootstrap_servers, {}, 20) as client:
        return {(one["topic"], one["partition"]): one for one in cluster_facts.partitions(client)}


def audited(running: Cluster) -> dict[str, list[str]]:
    """What an audit finds in each folder of broker 1, by its path."""
    assert running.brokers[1].process is not None
    pid = str(running.brokers[1].process.pid)
    own = [server for server in running_servers.find(Host())[0] if server.pid == pid]
    return {
        str(seen.row["name"]).rsplit(" ", maxsplit=1)[-1]: [
            str(one["id"]) for one in seen.findings if one["severity"] == "high"
        ]
        for seen in audit_disks.inspect_disks(Host(), own)
    }


_WAY = r"cannot be read \(Input/output error\), since its disk fails; .*, take that folder out of there and the disk"


@pytest.mark.remedy(
    "disk_failed",
    "… cannot be read (…), since its disk fails; ….",
    "…, and what was written there is lost without",
    "However healthy the cluster is",
)
def test_one_disk_of_two_fails(running: Cluster, disk: Disk, tmp_path: Path) -> None:
    first, second = tmp_path / "data1", disk.mount_point / "kafka"
    settings = tmp_path / "broker1.properties"
    with connection.connected(running.bootstrap_servers, {}, 20) as client:
        orders = {"num_partitions": 6, "replication_factor": 3, "configs": {"min.insync.replicas": "2"}}
        client.create_topics({"orders": orders, "alone": {"assignments": {number: [1] for number in range(4)}}})
        client.wait_for_topics(["orders", "alone"])
    eventually(lambda: len([*first.glob("orders-*"), *first.glob("alone-*"), *second.glob("*-[0-9]")]), 10)
    on_disk = {path.name for path in second.iterdir() if path.name.startswith(("orders-", "alone-"))}
    lost = {
        topic: sorted(int(n.split("-")[1]) for n in on_disk if n.startswith(topic)) for topic in ("orders", "alone")
    }
    kept = sorted({0, 1, 2, 3} - set(lost["alone"]))
    assert all((lost["orders"], lost["alone"], kept))
    records = Records(running)
    records.write("orders", range(6), 600)
    records.write("alone", kept, 20)
    failed_disk.check(Host(), [str(first), str(second)], str(settings))
    assert audited(running) == {str(first): [], str(second): []}

    disk.fail()
    records.write("orders", range(6), 600)
    broker = running.brokers[1]
    assert broker.process is not None
    assert broker.process.poll() is None, "the broker goes on"
    records.write("alone", kept, 20)
    assert records.found("alone") == records.wanted("alone"), "and serves what its other folder holds"

    def held_by_1() -> list[int]:
        return [n for n in range(6) if 1 in partitions(running)["orders", n]["isr"]]

    eventually(held_by_1, sorted(set(range(6)) - set(lost["orders"])))

    # Whatever looks at the folder says the one sentence, and the audit has a finding and no end.
    with pytest.raises(GroundworkError, match=_WAY):
        failed_disk.check(Host(), [str(first), str(second)], str(settings))
    assert audited(running) == {str(first): [], str(second): ["disk_failed"]}

    # The way that the sentence tells: what is left behind there, and where it still is.
    left = failed_disk.left_behind(Host(), [str(first)], str(settings))
    assert left["folders"] == [str(second)]
    asked = {"bootstrap_servers": running.bootstrap_servers, "client_config": {}, "timeout": 20, "broker": 1, **left}
    asked = {**asked, "accept": True, "accept_unavailable": True}
    told = [f"orders {', '.join(map(str, lost['orders']))}: still on brokers 2, 3"]
    alone = f"alone {', '.join(map(str, lost['alone']))}"
    unavailable = r"However healthy the cluster is, a restart makes unavailable: alone-0 .* rolling_restart_accept_una"
    for accepted, refusal in (
        ({"accept": False}, f"^Broker 1 alone has {alone}, and what .* kafka_accept_lost_partitions.$"),
        ({"accept_unavailable": False}, f"^{unavailable}"),
        ({"accept": False, "accept_unavailable": False}, f"^Broker 1 alone has {alone}, .* {unavailable}"),
    ):
        with pytest.raises(GroundworkError, match=refusal):
            lost_replicas.run({**asked, **accepted})
    assert lost_replicas.run(asked)["told"] == [f"{alone}: nowhere else in sync, so lost", *told]

    failed_disk.check(Host(), [str(first)], str(settings))

    # Restarted without it, the broker has everything again but what nobody else had.
    settings.write_text(settings.read_text().replace(f",{second}", ""))
    broker.stop()
    broker.start_again()
    eventually(held_by_1, list(range(6)))
    assert audited(running) == {str(first): []}
    assert records.found("orders") == records.wanted("orders")
    if running.mode == "kraft":
        with connection.connected(running.bootstrap_servers, {}, 20) as client:
            client.elect_leaders(_UNCLEAN, {"alone": lost["alone"]})
    eventually(lambda: [partitions(running)["alone", number]["leader"] for number in range(4)], [1] * 4)
