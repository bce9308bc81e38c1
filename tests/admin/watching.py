# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster that a real Prometheus watches by the rules that are shipped, and alarms by real faults of it.

Each alert is silent before its fault, fires during it, and is silent afterwards. The rules wait less than they are
shipped to (tests/servers/monitoring.py). Which alerts a test has ring is what its marker ``rings`` says.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, Collection, Iterable, Iterator, Mapping, Sequence

from kafka import KafkaProducer
from kafka.errors import KafkaError

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.modules import leader_election
from tests.admin.small_disk import Disk, made_disk
from tests.servers import monitoring
from tests.servers.cluster import Cluster, running_cluster
from tests.servers.exporter import agent
from tests.servers.meanwhile import meanwhile
from tests.servers.monitoring import Prometheus
from tests.servers.server import Server, free_ports
from tests.servers.waiting import eventually

SECONDS = 120  # for an alert to fire, or to end: the machine may be busy
#: What may fire beside what is meant where a broker is away, depending on which it is and for how long.
WHILE_ONE_IS_AWAY = (
    "KafkaActiveControllers alarm",
    "KafkaAnswering alarm",
    "KafkaFencedBrokers alarm",
    "KafkaOfflinePartitions alarm",
    "KafkaUnderReplicated alarm",
)
#: And where two are, or all are as slow as if they were.
WHILE_TWO_ARE_AWAY = (*WHILE_ONE_IS_AWAY, "KafkaUnderMinIsr alarm", "KafkaQuorumLeader alarm")
_EXTRA = [
    "num.partitions=1",
    "offsets.topic.replication.factor=3",
    "log.flush.interval.messages=1",  # so that the disk is written at once
    "replica.lag.time.max.ms=5000",
    "log.retention.check.interval.ms=1000",
    "log.cleaner.backoff.ms=500",
]
#: The folders of whoever keeps the metadata, which are on a disk of their own.
_OF_METADATA = {"zookeeper": ("zookeeper",), "kraft": ("data1", "data2", "data3")}


@dataclass
class Watched:
    """A cluster with a monitoring: broker 1 has a second folder, on the *disk*, and metadata are on another disk."""

    cluster: Cluster
    prometheus: Prometheus
    disk: Disk
    of_metadata: Disk
    texts: Path
    jobs: Mapping[str, Sequence[int]]

    def published(self, name: str, text: str) -> None:
        """Have the node exporter tell what the *text* says, from now on."""
        part = self.texts / f"{name}.part"
        part.write_text(text)
        part.replace(self.texts / name)


@contextmanager
def watched_cluster(mode: str, folder: Path) -> Iterator[Watched]:
    """One in *folder*, with the topic ``thrice``, which is on all brokers."""
    ports = free_ports(4)
    flags, jobs = {}, {"kafka": ports[:3]}
    for number, port in enumerate(ports[:3], start=1):
        flags[f"broker{number}"] = [agent("kafka", folder, port)[0]]
    if mode == "zookeeper":
        flags["zookeeper"], jobs["zookeeper"] = [agent("zookeeper", folder, ports[3])[0]], ports[3:]
    with ExitStack() as stack:
        disk, of_metadata = stack.enter_context(made_disk()), stack.enter_context(made_disk())
        for name in _OF_METADATA[mode]:
            (of_metadata.mount_point / name).mkdir()
            (folder / name).symlink_to(of_metadata.mount_point / name)
        second = {1: disk.mount_point / "kafka"}
        cluster = stack.enter_context(running_cluster(mode, folder, _EXTRA, second, flags=flags))
        jobs["node"] = [stack.enter_context(monitoring.node_exporter(folder / "texts", disk.mount_point))]
        prometheus = stack.enter_context(monitoring.prometheus(folder / "prometheus", jobs))
        create(cluster, {"thrice": {"num_partitions": 3, "replication_factor": 3}})
        yield Watched(cluster, prometheus, disk, of_metadata, folder / "texts", jobs)


def alarms(found: Iterable[str]) -> set[str]:
    return {one for one in found if one.endswith(" alarm")}


def proved(prometheus: Prometheus, wanted: set[str], fault: Any, besides: Collection[str] = (), seconds: int = SECONDS):
    """All *wanted* alerts fire while there is the *fault*, and before and after it neither they nor any alarm."""

    def amiss() -> set[str]:
        found = prometheus.ringing()
        return alarms(found) | (found & wanted)

    eventually(amiss, set(), SECONDS)
    with fault:
        rung: set[str] = set()

        def still_silent() -> set[str]:
            rung.update(prometheus.ringing())
            return wanted - rung

        eventually(still_silent, set(), seconds)
        assert alarms(prometheus.ringing()) - wanted - set(besides) == set(), "of something else"
    eventually(amiss, set(), SECONDS)


@contextmanager
def killed(*servers: Server) -> Iterator[None]:
    for one in servers:
        one.kill()
    try:
        yield
    finally:
        for one in servers:
            one.start(wait=False)
        for one in servers:
            try:
                one.wait()
            except RuntimeError:
                one.start_again()


def restarted(server: Server) -> None:
    server.stop()
    server.start_again()


def create(cluster: Cluster, topics: Mapping[str, Any]) -> None:
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        client.create_topics(topics)
        client.wait_for_topics([*topics])


def delete(cluster: Cluster, topic: str) -> None:
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        client.delete_topics([topic])


def led_by_preferred(cluster: Cluster) -> None:
    """Have each partition led by the first of its replicas."""
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        leader_election.run(client, 60, check_mode=False)


def write(cluster: Cluster, topic: str, partitions: Iterable[int], size: int = 100, acks: int | str = 1) -> None:
    """A record to each of *partitions*, as far as they take it."""
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks=acks, max_block_ms=20000)
    for number in partitions:
        producer.send(topic, bytes(size), partition=number)
    producer.flush(timeout=60)
    producer.close(timeout=10)


@contextmanager
def written(cluster: Cluster, topic: str, partitions: Iterable[int], size: int = 100) -> Iterator[None]:
    """Somebody for each of *partitions* who writes a record, and the next one once that is there or has failed."""

    def run(number: int, ended: Event) -> None:
        producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks=1, max_block_ms=20000)
        while not ended.is_set():
            with suppress(KafkaError):
                producer.send(topic, bytes(size), partition=number).get(timeout=30)
        with suppress(KafkaError):  # what is still under way, to a server that is as slow as it was made
            producer.close(timeout=1)

    with meanwhile(*(partial(run, number) for number in partitions)):
        yield


@contextmanager
def again_and_again(*steps: tuple[Any, float]) -> Iterator[None]:
    """Do the *steps* in turn, each with the seconds that follow it, until this ends; the last one is done by then."""

    def run(ended: Event) -> None:
        while not ended.is_set():
            for step, seconds in steps:
                step()
                time.sleep(seconds)

    with meanwhile(run):
        yield
