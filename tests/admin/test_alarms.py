# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Alarms of brokers, replicas, controllers and the log cleaner by their real faults (tests/admin/watching.py)."""

from __future__ import annotations

import json
import struct
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from kafka import KafkaProducer
from kafka.admin import ConfigResource

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.health import textfile
from ansible_collections.groundwork.kafka.plugins.modules import cluster_health
from tests.admin.watching import (
    SECONDS,
    WHILE_ONE_IS_AWAY,
    WHILE_TWO_ARE_AWAY,
    Watched,
    again_and_again,
    alarms,
    create,
    delete,
    killed,
    led_by_preferred,
    proved,
    restarted,
    write,
    written,
)
from tests.servers import monitoring
from tests.servers.monitoring import CHECKOUT
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

#: Of a segment: a batch begins with its offset, then its length; its header ends where its records begin.
LENGTH, HEADER = 8, 61


@pytest.mark.rings(
    "KafkaAnswering alarm",
    "KafkaUnderReplicated warning",
    "KafkaUnderReplicated alarm",
    "KafkaAtMinIsr warning",
    "KafkaOfflinePartitions alarm",
    kraft=["KafkaFencedBrokers warning", "KafkaFencedBrokers alarm"],
)
def test_a_killed_broker(watched, rings) -> None:
    """Of two topics all replicas are as many as min.insync.replicas asks for, which rings neither before nor after."""
    cluster = watched.cluster
    create(cluster, {"alone": {"assignments": {0: [3]}, "configs": {"min.insync.replicas": "1"}}})
    create(cluster, {"just": {"assignments": {0: [1, 2]}, "configs": {"min.insync.replicas": "2"}}})
    proved(watched.prometheus, rings, fault=killed(cluster.brokers[3]), besides=WHILE_ONE_IS_AWAY)
    for topic in ("alone", "just"):
        delete(cluster, topic)


@pytest.mark.rings(
    kraft=["KafkaActiveControllers alarm", "KafkaMetadataLag warning", "KafkaControllerLag warning"],
    zookeeper=["KafkaUnderMinIsr alarm"],
)
def test_two_killed_brokers_take_min_isr_or_the_controller_with_them(watched, rings) -> None:
    brokers = watched.cluster.brokers
    proved(watched.prometheus, rings, fault=killed(brokers[2], brokers[3]), besides=WHILE_TWO_ARE_AWAY)


@pytest.mark.rings(kraft=["KafkaBrokerState warning", "KafkaQuorumLeader alarm", "KafkaValueMissing alarm"])
def test_a_broker_that_finds_no_quorum_at_its_start(watched, rings) -> None:
    brokers = watched.cluster.brokers

    @contextmanager
    def alone() -> Iterator[None]:
        with killed(*brokers.values()):
            brokers[1].start(wait=False)
            try:
                yield
            finally:
                brokers[1].kill()

    proved(watched.prometheus, rings, fault=alone(), besides=WHILE_TWO_ARE_AWAY)


@pytest.mark.rings(kraft=["KafkaQuorumVotersBehind warning", "KafkaQuorumVotersBehind alarm"])
def test_a_voter_that_is_gone_for_long(watched, rings) -> None:
    cluster = watched.cluster
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        leader = (state.quorum(client) or {})["leader_id"]
    follower = next(number for number in cluster.brokers if number != leader)

    @contextmanager
    def gone() -> Iterator[None]:
        try:
            with killed(cluster.brokers[follower]):
                time.sleep(62)
                _asked(watched)
                yield
        finally:
            eventually(lambda: 0 <= _asked(watched) < 5, True, 60, GroundworkError)

    _asked(watched)
    proved(watched.prometheus, rings, fault=gone(), besides=WHILE_ONE_IS_AWAY)


def _asked(watched: Watched) -> float:
    """Have the node exporter tell what the cluster says of itself, as the playbook does; seconds of voters behind."""
    given = {"bootstrap_servers": watched.cluster.bootstrap_servers, "client_config": {}, "timeout": 15}
    found = cluster_health.run(given)
    watched.published("groundwork_cluster.prom", textfile.of_cluster(found, time.time()))
    told = {one["identity"]: one["value"] for one in found["readings"]}.get("quorum_voters_behind")
    return -1 if told is None else told


@pytest.mark.rings("KafkaUncleanElections alarm")
def test_a_leader_that_was_not_in_sync(watched, rings) -> None:
    cluster = watched.cluster
    configs = {"unclean.leader.election.enable": "true", "min.insync.replicas": "1"}
    create(cluster, {"careless": {"assignments": {0: [2, 3]}, "configs": configs}})

    @contextmanager
    def behind() -> Iterator[None]:
        cluster.brokers[3].kill()
        eventually(lambda: _in_sync(watched, "careless"), [[2]], 60, GroundworkError)
        write(cluster, "careless", [0] * 10)
        with killed(cluster.brokers[2]):
            # A broker of ZooKeeper ends as long as its former session has not; one of KRaft waits for a quorum.
            if cluster.mode == "zookeeper":
                cluster.brokers[3].start_again()
            else:
                cluster.brokers[3].start(wait=False)
            try:
                yield
            finally:
                cluster.brokers[3].wait()

    proved(watched.prometheus, rings, fault=behind(), besides=WHILE_TWO_ARE_AWAY)
    delete(cluster, "careless")


def _in_sync(watched: Watched, topic: str) -> list[list[int]]:
    with connection.connected(watched.cluster.bootstrap_servers, {}, 30) as client:
        return [sorted(one["isr"]) for one in state.partitions(client) if one["topic"] == topic]


@pytest.mark.rings("KafkaNotPreferred warning")
def test_leaders_that_have_not_come_back_since_a_restart(watched, rings) -> None:
    led_by_preferred(watched.cluster)

    @contextmanager
    def nobody_elects() -> Iterator[None]:
        restarted(watched.cluster.brokers[3])
        try:
            yield
        finally:
            led_by_preferred(watched.cluster)

    proved(watched.prometheus, rings, fault=nobody_elects(), besides=WHILE_ONE_IS_AWAY)


@pytest.mark.rings("KafkaPartitionsSpread warning", "KafkaLeadersSpread warning")
def test_partitions_that_all_lie_on_one_broker(watched, rings) -> None:
    led_by_preferred(watched.cluster)

    @contextmanager
    def lopsided() -> Iterator[None]:
        configs = {"min.insync.replicas": "1"}
        create(watched.cluster, {"lopsided": {"assignments": {n: [2] for n in range(60)}, "configs": configs}})
        try:
            yield
        finally:
            delete(watched.cluster, "lopsided")

    proved(watched.prometheus, rings, fault=lopsided())


@pytest.mark.rings("KafkaIsrShrinks warning", "KafkaIsrExpands warning")
def test_a_follower_that_comes_and_goes(watched, rings) -> None:
    follower = watched.cluster.brokers[2]

    @contextmanager
    def flapping() -> Iterator[None]:
        # It hangs for longer than replica.lag.time.max.ms, and for less than its session lasts.
        hangs = again_and_again((follower.pause, 8), (follower.resume, 2))
        with written(watched.cluster, "thrice", [0, 1, 2]), hangs:
            yield

    proved(watched.prometheus, rings, fault=flapping(), besides=WHILE_ONE_IS_AWAY)


@pytest.mark.rings("KafkaReplicaLag warning")
def test_a_throttle_that_somebody_left_behind(watched, rings) -> None:
    cluster = watched.cluster
    create(cluster, {"throttled": {"assignments": {0: [2, 3]}, "configs": {"min.insync.replicas": "1"}}})
    settings = [
        ("TOPIC", "throttled", "follower.replication.throttled.replicas", "*"),
        ("BROKER", "3", "follower.replication.throttled.rate", "1"),
    ]

    def throttle(value: Callable[[str], Any]) -> None:
        given = [ConfigResource(kind, name, configs={key: value(text)}) for kind, name, key, text in settings]
        with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
            client.alter_configs(given, raise_on_unknown=False)

    @contextmanager
    def throttled() -> Iterator[None]:
        throttle(lambda text: text)  # which the broker itself is asked for
        try:
            with killed(cluster.brokers[3]):
                write(cluster, "throttled", [0] * 40_000)
            yield
        finally:
            throttle(lambda _text: ("DELETE", None))

    proved(watched.prometheus, rings, fault=throttled(), besides=WHILE_ONE_IS_AWAY)
    delete(cluster, "throttled")


@pytest.mark.rings(zookeeper=["KafkaAnswering alarm"])
def test_a_killed_zookeeper(watched, rings) -> None:
    proved(watched.prometheus, rings, fault=killed(watched.cluster.keeper))


@pytest.mark.rings(zookeeper=["KafkaZookeeperExpiries warning"])
def test_a_broker_that_hung_for_longer_than_its_session(watched, rings) -> None:
    broker = watched.cluster.brokers[2]

    @contextmanager
    def hung() -> Iterator[None]:
        broker.pause()
        time.sleep(15)
        broker.resume()
        yield

    proved(watched.prometheus, rings, fault=hung(), besides=WHILE_ONE_IS_AWAY)


@pytest.mark.rings(zookeeper=["KafkaZookeeperDisconnects warning"])
def test_a_zookeeper_that_restarts_again_and_again(watched, rings) -> None:
    keeper = watched.cluster.keeper
    restarts = again_and_again((keeper.kill, 0), (keeper.start_again, 4))
    proved(watched.prometheus, rings, fault=restarts, besides=WHILE_TWO_ARE_AWAY)


@pytest.mark.rings("KafkaOfflineLogDirs alarm", "KafkaOfflineReplicas alarm")
def test_a_disk_that_has_become_read_only(watched, rings) -> None:
    cluster, disk = watched.cluster, watched.disk
    create(cluster, {"spread": {"num_partitions": 8, "replication_factor": 3}})
    eventually(lambda: any((disk.mount_point / "kafka").glob("spread-*")), True, 30)

    @contextmanager
    def read_only() -> Iterator[None]:
        disk.break_down()
        try:
            write(cluster, "spread", range(8))
            yield
        finally:
            cluster.brokers[1].stop()
            disk.repair()
            cluster.brokers[1].start_again()

    proved(watched.prometheus, rings, fault=read_only(), besides=WHILE_ONE_IS_AWAY)


def _damaged(watched: Watched, topic: str, place: int, damage: bytes, configs: dict[str, str]) -> None:
    """Have the first segment of a compacted *topic*, which broker 2 alone has, damaged once it may be cleaned."""
    cluster = watched.cluster
    compacted = {"cleanup.policy": "compact", "segment.ms": "1000", "min.cleanable.dirty.ratio": "0.01"}
    given = {**compacted, "min.insync.replicas": "1", **configs}
    create(cluster, {topic: {"assignments": {0: [2]}, "configs": given}})
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers)
    producer.send(topic, b"a" * 500, key=b"k").get(timeout=60)
    segment = cluster.brokers[2].folder / f"data2/{topic}-0/{0:020}.log"
    with segment.open("r+b") as file:
        file.seek(place)
        file.write(damage)
    for _number in range(2):  # so that a new segment is begun, and this one may be cleaned
        time.sleep(1.5)
        producer.send(topic, b"b", key=b"k").get(timeout=60)
    producer.close()


@pytest.mark.rings("KafkaUncleanable warning")
def test_a_segment_that_cannot_be_cleaned(watched, rings) -> None:
    @contextmanager
    def corrupt() -> Iterator[None]:
        # A record, so that its batch is found and the record cannot be read: an exception, which the cleaner survives.
        _damaged(watched, "compacted", HEADER, b"\xff" * HEADER, {})
        try:
            yield
        finally:
            delete(watched.cluster, "compacted")

    proved(watched.prometheus, rings, fault=corrupt())


@pytest.mark.rings("KafkaCleanerDead alarm")
def test_a_segment_that_takes_the_cleaner_with_it(watched, rings) -> None:
    """By the one way that is left since KIP-346: an error that is no exception, such as OutOfMemoryError.

    The cleaner doubles its buffers until it has a whole batch, and the topic allows one that its heap does not. With
    ExitOnOutOfMemoryError, which the roles have, the whole broker goes instead, and KafkaAnswering rings.
    """

    @contextmanager
    def endless() -> Iterator[None]:
        _damaged(watched, "bloated", LENGTH, struct.pack(">i", 1 << 29), {"max.message.bytes": str(1 << 30)})
        try:
            yield
        finally:
            delete(watched.cluster, "bloated")
            restarted(watched.cluster.brokers[2])

    proved(watched.prometheus, rings, fault=endless(), besides=WHILE_ONE_IS_AWAY)


def test_each_panel_of_the_dashboard_can_be_asked_and_shows_what_the_mode_has(watched) -> None:
    dashboard = json.loads((CHECKOUT / "docs/monitoring/grafana-dashboard.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    shown = [watched.prometheus.query(query.replace("$cluster", monitoring.CLUSTER)) for query in queries]
    assert sum(bool(found) for found in shown) > 40
    assert watched.prometheus.query("groundwork:under_replicated")[0]["metric"]["cluster"] == monitoring.CLUSTER


def test_nothing_rings_when_brokers_are_restarted_one_by_one_under_load(watched, tmp_path: Path) -> None:
    """By the rules as they are shipped."""
    cluster = watched.cluster
    eventually(lambda: alarms(watched.prometheus.ringing()), set(), SECONDS)
    with monitoring.prometheus(tmp_path / "prometheus", watched.jobs, hastened=False) as shipped:
        eventually(lambda: len(shipped.query("groundwork:under_replicated")), 1, 60)
        for broker in cluster.brokers.values():
            write(cluster, "thrice", [0, 1, 2] * 100)
            broker.stop()
            write(cluster, "thrice", [0, 1, 2] * 100)
            assert shipped.ringing() == set()
            broker.start_again()
            eventually(lambda: shipped.query("groundwork:under_replicated")[0]["value"][1], "0", 60)
            assert shipped.ringing() == set()
