# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Alarms of servers that are slow, by the real faults that make them so: a slow disk, a heap that is too small.

What is told as a percentile, or as a mean since a server began, tells of what is over for as long as little else comes
after it. A restart ends that, and so ends these faults.
"""

from __future__ import annotations

import itertools
from contextlib import contextmanager, suppress
from typing import Iterator

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from tests.admin.watching import (
    SECONDS,
    WHILE_TWO_ARE_AWAY,
    again_and_again,
    create,
    delete,
    proved,
    restarted,
    written,
)
from tests.servers.many_requests import requests_to_broker, writes_to_keeper
from tests.servers.slow_disk import slow_disk
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

#: How many a second the disk of the metadata takes; with fewer a quorum of three has no leader, and commits nothing.
WRITES = 10
#: What a broker starts with, and has next to nothing left of for what clients send.
SMALL_HEAP = "38m"


@pytest.mark.rings(
    zookeeper=[
        "KafkaZookeeperOutstanding warning",
        "KafkaZookeeperOutstanding alarm",
        "KafkaZookeeperLatency warning",
        "KafkaZookeeperLatency alarm",
    ],
)
def test_a_zookeeper_whose_transaction_log_lies_on_a_slow_disk(watched, rings) -> None:
    keeper, prometheus = watched.cluster.keeper, watched.prometheus

    @contextmanager
    def slow() -> Iterator[None]:
        with slow_disk(watched.of_metadata.mount_point, 1, keeper), writes_to_keeper(keeper.port, 300):
            yield
        try:
            outstanding = {f"KafkaZookeeperOutstanding {word}" for word in ("warning", "alarm")}
            eventually(lambda: prometheus.ringing() & outstanding, set(), SECONDS)
        finally:
            restarted(keeper)

    proved(watched.prometheus, rings, fault=slow(), besides=WHILE_TWO_ARE_AWAY)


@pytest.mark.rings(kraft=["KafkaQuorumCommitTime warning"])
def test_metadata_on_a_slow_disk(watched, rings) -> None:
    cluster = watched.cluster
    brokers = cluster.brokers.values()
    numbers = itertools.count()

    def make() -> None:
        with suppress(GroundworkError):  # that it takes too long
            create(cluster, {f"made-{next(numbers)}": {"assignments": {0: [1]}}})

    @contextmanager
    def slow() -> Iterator[None]:
        try:
            with slow_disk(watched.of_metadata.mount_point, WRITES, *brokers), again_and_again((make, 1)):
                yield
        finally:
            for broker in brokers:
                restarted(broker)

    proved(watched.prometheus, rings, fault=slow(), besides=WHILE_TWO_ARE_AWAY)


@pytest.mark.rings(zookeeper=["KafkaZookeeperRequestTime warning"])
def test_a_zookeeper_that_hangs_for_two_seconds_of_three(watched, rings) -> None:
    """For less than a session lasts, as one does that swaps: the brokers wait for it, and stay."""
    cluster, keeper = watched.cluster, watched.cluster.keeper
    numbers = itertools.count()

    def make() -> None:
        with suppress(GroundworkError):  # that it takes too long
            create(cluster, {f"waited-{next(numbers)}": {"assignments": {0: [1]}}})

    @contextmanager
    def hanging() -> Iterator[None]:
        try:
            with again_and_again((keeper.pause, 2), (keeper.resume, 1)), again_and_again((make, 0)):
                yield
        finally:
            for broker in cluster.brokers.values():
                restarted(broker)

    proved(watched.prometheus, rings, fault=hanging(), besides=WHILE_TWO_ARE_AWAY)


@pytest.mark.rings(
    "KafkaLogFlushTime warning",
    "KafkaRequestLocalTime warning",
    "KafkaRequestQueueTime warning",
    "KafkaHandlerIdle warning",
    "KafkaHandlerIdle alarm",
    zookeeper=["KafkaRequestQueue warning", "KafkaRequestQueue alarm"],
)
def test_a_broker_whose_partitions_lie_on_a_slow_disk(watched, rings) -> None:
    """Of a node that is a controller too, Kafka tells the controller's queue alone."""
    cluster, broker, disk = watched.cluster, watched.cluster.brokers[1], watched.disk
    parts = range(12)
    create(cluster, {"slow": {"assignments": {n: [1] for n in parts}, "configs": {"min.insync.replicas": "1"}}})
    there, elsewhere = disk.mount_point / "kafka", broker.folder / "data1"
    eventually(lambda: len([*there.glob("slow-*"), *elsewhere.glob("slow-*")]), len(parts), 30)
    lie_there = [int(path.name.rpartition("-")[2]) for path in there.glob("slow-*")]

    @contextmanager
    def slow() -> Iterator[None]:
        try:
            asked = requests_to_broker(broker.port, 450)
            with slow_disk(disk.mount_point, 1, broker), written(cluster, "slow", lie_there), asked:
                yield
        finally:
            restarted(broker)

    # The share of idle handlers is a mean over a minute, which takes more than two to get below a tenth.
    proved(watched.prometheus, rings, fault=slow(), besides=WHILE_TWO_ARE_AWAY, seconds=2 * SECONDS)
    delete(cluster, "slow")


@pytest.mark.rings(
    kraft=["KafkaGcPause warning", "KafkaGcRate warning", "KafkaGcShare warning", "KafkaGcShare alarm"],
)
def test_a_heap_that_is_too_small(watched, rings) -> None:
    cluster, broker = watched.cluster, watched.cluster.brokers[3]
    enough, options = broker.heap, broker.options
    little = {"segment.bytes": str(8 << 20), "retention.bytes": str(8 << 20)}  # the disks of tests are small
    made = {n: [3] for n in range(4)}
    create(cluster, {"large": {"assignments": made, "configs": {"min.insync.replicas": "1", **little}}})

    @contextmanager
    def small() -> Iterator[None]:
        try:
            broker.heap, broker.options = SMALL_HEAP, (*options, "-XX:+UseSerialGC")
            restarted(broker)
            with written(cluster, "large", [*made] * 2, 500_000):
                yield
        finally:
            broker.heap, broker.options = enough, options
            restarted(broker)

    proved(watched.prometheus, rings, fault=small(), besides=WHILE_TWO_ARE_AWAY)
    delete(cluster, "large")
