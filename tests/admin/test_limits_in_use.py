# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Limits under a real broker: a host's values are made up here, the process that needs them is none of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import profile, wishes

LIMIT = "/proc/sys/vm/max_map_count"
FILE = "/etc/sysctl.d/99-groundwork-kafka.conf"
SEGMENTS, BYTES, RECORDS = 600, 16384, 1801  # three records fill a segment, so that it has something in its index
# How a topic gets segments that small: 4.x refuses them in the words of 3.9.
SMALL = {"zookeeper": "segment.bytes", "kraft": "internal.segment.bytes"}


class Beside(Host):
    """A host below *root*, with a /proc/sys of its own, and of this machine's processes only *pid*."""

    def __init__(self, root: Path, pid: int) -> None:
        super().__init__(str(root), lambda _argv: Completed(127, "", ""))
        self._pid = str(pid)

    def real(self, path: str) -> str:
        ours = path == "/" or (path.startswith("/proc/") and not path.startswith("/proc/sys/"))
        return path if ours else super().real(path)

    def names(self, path: str) -> list[str]:
        if path != "/proc":
            return super().names(path)
        return [self._pid] if Path("/proc", self._pid).exists() else []

    def live(self) -> int:
        """The map areas that a process of this host may have."""
        return int(Path(self.real(LIMIT)).read_text())


@pytest.fixture
def tuned(cluster, tmp_path):
    """A host on which the cluster's second broker runs, tuned when a process could have so many areas."""

    def make(before: int) -> Beside:
        host = Beside(tmp_path, cluster.brokers[2].process.pid)
        place = Path(host.real(LIMIT))
        place.parent.mkdir(parents=True)
        place.write_text(f"{before}\n")
        profile.apply(host, wishes.wanted(host, kernel_parameters={"vm.max_map_count": 262144}))
        assert host.live() == 262144
        return host

    return make


def areas(cluster) -> int:
    return len(Path(f"/proc/{cluster.brokers[2].process.pid}/maps").read_text().splitlines())


@pytest.mark.remedy("kept_for_server")
def test_a_broker_keeps_the_map_areas_that_it_uses_until_it_is_stopped(cluster, tuned):
    host = tuned(areas(cluster) + 20)
    (sentence,) = profile.restored(host).left
    assert host.live() == 262144
    assert "vm.max_map_count = 262144\n" in Path(host.real(FILE)).read_text()
    assert f"process {cluster.brokers[2].process.pid}) uses " in sentence
    cluster.brokers[2].stop()
    try:
        assert profile.restored(host).left == []
        assert host.live() < 2000
        assert not Path(host.real(FILE)).exists()
    finally:
        cluster.brokers[2].start_again()


def test_a_broker_that_needs_half_of_what_comes_back_is_not_waited_for(cluster, tuned):
    before = 2 * (2 * len(segments(cluster)) + 500 + areas(cluster))
    host = tuned(before)
    assert profile.restored(host).left == []
    assert host.live() == before


@pytest.mark.parametrize("cluster", [pytest.param("zookeeper", marks=pytest.mark.long), "kraft"], indirect=True)
def test_a_broker_that_was_just_started_keeps_the_map_areas_that_its_segments_will_ask_for(cluster, tuned):
    fill(cluster, "small-segments")
    cluster.brokers[2].stop()
    cluster.brokers[2].start_again()
    many, started = len(segments(cluster)), areas(cluster)
    host = tuned(2 * SEGMENTS)
    assert started < 0.7 * 2 * SEGMENTS  # by what it uses now nothing would be kept
    (sentence,) = profile.restored(host).left
    assert host.live() == 262144
    assert f"may come to {2 * many + 500} (2 for each of {many} segments)" in sentence
    read(cluster, "small-segments")
    assert areas(cluster) > started + 0.9 * SEGMENTS


def segments(cluster) -> list[Path]:
    """The segments that the second broker holds, by its folder."""
    broker = cluster.brokers[2]
    return list((broker.folder / "data2").glob("*/*.log"))


def fill(cluster, topic: str) -> None:
    """Make so many segments of *topic*, whose one partition the second broker has."""
    settings = {"assignments": {0: [2]}, "configs": {SMALL[cluster.mode]: BYTES, "min.insync.replicas": 1}}
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        client.create_topics({topic: settings})
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, linger_ms=0, batch_size=0)
    for _number in range(RECORDS):
        producer.send(topic, bytes(BYTES // 4))
    producer.close()


def read(cluster, topic: str) -> None:
    """Read *topic* from its beginning."""
    consumer = KafkaConsumer(bootstrap_servers=cluster.bootstrap_servers, consumer_timeout_ms=5000)
    consumer.assign([TopicPartition(topic, 0)])
    consumer.seek_to_beginning()
    assert sum(1 for _record in consumer) == RECORDS
    consumer.close()
