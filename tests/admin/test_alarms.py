# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Alarms by real faults: a real Prometheus scrapes real brokers with the exporter, by the rules that are shipped.

Each alert is silent before its fault, fires during it, and is silent afterwards. The rules wait less than they are
shipped to (tests/servers/monitoring.py).
"""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.structs import OffsetAndMetadata

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.health import textfile
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import profile, wishes
from ansible_collections.groundwork.kafka.plugins.modules import cluster_health, host_audit
from tests.admin.small_disk import Disk, made_disk
from tests.admin.test_limits_in_use import LIMIT, Beside, areas
from tests.servers import monitoring
from tests.servers.cluster import HOMES, Cluster, running_cluster
from tests.servers.exporter import agent
from tests.servers.monitoring import CHECKOUT, Prometheus
from tests.servers.pki import CERTIFICATES
from tests.servers.server import free_ports
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

SECONDS = 120  # for an alert to fire, or to end: the machine may be busy
HEADER = 61  # bytes of a batch before its records
#: What may fire beside what is meant where a broker is away, depending on which it is and for how long.
WHILE_ONE_IS_AWAY = (
    "KafkaActiveControllers alarm",
    "KafkaAnswering alarm",
    "KafkaFencedBrokers alarm",
    "KafkaOfflinePartitions alarm",
    "KafkaUnderReplicated alarm",
)
EXTRA = [
    "num.partitions=1",
    "offsets.topic.replication.factor=3",
    "log.flush.interval.messages=1",  # so that the disk is written at once
    "replica.lag.time.max.ms=5000",
    "log.retention.check.interval.ms=1000",
    "log.cleaner.backoff.ms=500",
]


@dataclass
class Watched:
    """A cluster with a monitoring: broker 1 has a second folder, on the *disk*."""

    cluster: Cluster
    prometheus: Prometheus
    disk: Disk
    texts: Path


@pytest.fixture(scope="module", params=HOMES)
def watched(request, tmp_path_factory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp(f"alarms-{request.param}")
    ports = free_ports(4)
    flags, jobs = {}, {"kafka": ports[:3]}
    for number, port in enumerate(ports[:3], start=1):
        flags[f"broker{number}"] = [agent("kafka", folder, port)[0]]
    if request.param == "zookeeper":
        flags["zookeeper"], jobs["zookeeper"] = [agent("zookeeper", folder, ports[3])[0]], ports[3:]
    with ExitStack() as stack:
        disk = stack.enter_context(made_disk())
        second = {1: disk.mount_point / "kafka"}
        cluster = stack.enter_context(running_cluster(request.param, folder, EXTRA, second, flags=flags))
        jobs["node"] = [stack.enter_context(monitoring.node_exporter(folder / "texts", disk.mount_point))]
        prometheus = stack.enter_context(monitoring.prometheus(folder / "prometheus", jobs))
        with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
            client.create_topics(
                {
                    "thrice": {"num_partitions": 3, "replication_factor": 3},
                    "alone": {"assignments": {0: [3]}, "configs": {"min.insync.replicas": "1"}},
                }
            )
            client.wait_for_topics(["thrice", "alone"])
        yield Watched(cluster, prometheus, disk, folder / "texts")


def alarms(found: set[str]) -> set[str]:
    return {one for one in found if one.endswith(" alarm")}


def proved(watched: Watched, *expected: str, fault: Any, besides: tuple[str, ...] = ()) -> None:
    """All *expected* alerts fire while there is the *fault*, and before and after it neither they nor any alarm."""
    prometheus, wanted = watched.prometheus, set(expected)

    def amiss() -> set[str]:
        found = prometheus.ringing()
        return alarms(found) | (found & wanted)

    eventually(amiss, set(), SECONDS)
    with fault:
        eventually(lambda: wanted - prometheus.ringing(), set(), SECONDS)
        assert alarms(prometheus.ringing()) - wanted - set(besides) == set(), "of something else"
    eventually(amiss, set(), SECONDS)


@contextmanager
def killed(*servers) -> Iterator[None]:
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


def test_a_killed_broker(watched) -> None:
    expected = [
        "KafkaAnswering alarm",
        "KafkaUnderReplicated warning",
        "KafkaUnderReplicated alarm",
        "KafkaOfflinePartitions alarm",
    ]
    if watched.cluster.mode == "kraft":
        expected += ["KafkaFencedBrokers warning", "KafkaFencedBrokers alarm"]
    proved(watched, *expected, fault=killed(watched.cluster.brokers[3]), besides=WHILE_ONE_IS_AWAY)


def test_two_killed_brokers_take_min_isr_or_the_controller_with_them(watched) -> None:
    expected = {"kraft": "KafkaActiveControllers alarm", "zookeeper": "KafkaUnderMinIsr alarm"}[watched.cluster.mode]
    besides = (*WHILE_ONE_IS_AWAY, "KafkaUnderMinIsr alarm", "KafkaQuorumLeader alarm")
    brokers = watched.cluster.brokers
    proved(watched, expected, fault=killed(brokers[2], brokers[3]), besides=besides)


def test_a_killed_zookeeper(watched) -> None:
    if watched.cluster.keeper is None:
        pytest.skip("there is none in this mode")
    proved(watched, "KafkaAnswering alarm", fault=killed(watched.cluster.keeper))


def test_a_disk_that_is_nearly_full(watched) -> None:
    proved(watched, "KafkaLogDirFree warning", "KafkaLogDirFree alarm", fault=watched.disk.filled())


def test_a_disk_that_has_become_read_only(watched) -> None:
    cluster, disk = watched.cluster, watched.disk
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        client.create_topics({"spread": {"num_partitions": 8, "replication_factor": 3}})
        client.wait_for_topics(["spread"])
    eventually(lambda: any((disk.mount_point / "kafka").glob("spread-*")), True, 30)

    @contextmanager
    def read_only() -> Iterator[None]:
        disk.break_down()
        try:
            _write(cluster, "spread", range(8))
            yield
        finally:
            cluster.brokers[1].stop()
            disk.repair()
            cluster.brokers[1].start_again()

    expected = ("KafkaOfflineLogDirs alarm", "KafkaOfflineReplicas alarm")
    proved(watched, *expected, fault=read_only(), besides=WHILE_ONE_IS_AWAY)


def test_descriptors_nearly_used_up(watched) -> None:
    broker = watched.cluster.brokers[2]
    assert broker.process is not None
    pid = broker.process.pid

    @contextmanager
    def connections() -> Iterator[None]:
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        opened = len(os.listdir(f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (2 * opened, before[1]))
        try:
            with ExitStack() as stack:
                for _number in range(int(0.9 * opened)):
                    stack.enter_context(socket.create_connection(("127.0.0.1", broker.port)))
                yield
        finally:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, before)

    proved(watched, "KafkaDescriptors warning", "KafkaDescriptors alarm", fault=connections())


class OneServer(Host):
    """This machine as if the *cluster*'s second broker alone were on it, and no other program."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__("/", lambda _argv: Completed(127, "", ""))
        assert cluster.brokers[2].process is not None
        self._pid = str(cluster.brokers[2].process.pid)

    def names(self, path: str) -> list[str]:
        return [self._pid] if path == "/proc" else super().names(path)


WANTED = {"vm.max_map_count": 262144}
NOBODY = 0  # no process has this number
#: What this machine is besides, such as its clock, is none of a broker's host.
_GIVEN = {**{name: option.get("default") for name, option in host_audit.ARGUMENTS.items()}, "observe": False}


def audited(watched: Watched, host: Host, **given: Any) -> None:
    """Have the node exporter tell what an audit of *host* finds, as the playbook does."""
    result = host_audit.run({**_GIVEN, "name": "k2", **given}, host)
    _published(watched, "groundwork.prom", textfile.text("k2", result, time.time()))


def _published(watched: Watched, name: str, text: str) -> None:
    part = watched.texts / f"{name}.part"
    part.write_text(text)
    part.replace(watched.texts / name)


@contextmanager
def lowered(watched: Watched, host: Beside, limit: int) -> Iterator[None]:
    """Map areas that a process of *host* may have, fewer than it was tuned for."""
    file = Path(host.real(LIMIT))
    before = file.read_text()
    file.write_text(f"{limit}\n")
    audited(watched, host, kernel_parameters=WANTED)
    try:
        yield
    finally:
        file.write_text(before)
        audited(watched, host, kernel_parameters=WANTED)


def _tuned(watched: Watched, root: Path, pid: int) -> Beside:
    host = Beside(root, pid)
    file = Path(host.real(LIMIT))
    file.parent.mkdir(parents=True)
    file.write_text("65530\n")
    profile.apply(host, wishes.wanted(host, kernel_parameters=WANTED))
    audited(watched, host, kernel_parameters=WANTED)
    return host


def test_map_areas_nearly_used_up(watched, tmp_path) -> None:
    broker = watched.cluster.brokers[2]
    assert broker.process is not None
    host = _tuned(watched, tmp_path, broker.process.pid)
    fault = lowered(watched, host, int(areas(watched.cluster) / 0.95))
    proved(watched, "KafkaMapAreas warning", "KafkaMapAreas alarm", fault=fault)


def test_a_setting_that_drifted(watched, tmp_path) -> None:
    host = _tuned(watched, tmp_path, NOBODY)  # a broker of this machine lies where the audit would have none
    proved(watched, "KafkaSettingsOff warning", fault=lowered(watched, host, 65530))


def _renewed(watched: Watched, days: int) -> None:
    """Restart the second broker with a certificate for so many *days*."""
    _issued(watched, days)
    watched.cluster.brokers[2].stop()
    watched.cluster.brokers[2].start_again()


def _issued(watched: Watched, days: int) -> None:
    folder = watched.cluster.brokers[2].folder
    made = folder / "tls"
    subprocess.run([*CERTIFICATES, "--renew", f"--days={days}", made, "broker=127.0.0.1"], check=True)
    (folder / "broker.pem").write_text((made / "broker.key").read_text() + (made / "broker.pem").read_text())


def test_a_certificate_near_its_end_and_one_that_waits_for_a_restart(watched) -> None:
    _renewed(watched, 365)
    audited(watched, OneServer(watched.cluster))

    @contextmanager
    def changed(change: Callable[[Watched, int], None], days: int) -> Iterator[None]:
        change(watched, days)
        audited(watched, OneServer(watched.cluster))
        try:
            yield
        finally:
            _renewed(watched, 365)
            audited(watched, OneServer(watched.cluster))

    proved(watched, "KafkaRestartsPending warning", fault=changed(_issued, 300))
    expected = ("KafkaCertificateDays warning", "KafkaCertificateDays alarm")
    proved(watched, *expected, fault=changed(_renewed, 5), besides=WHILE_ONE_IS_AWAY)


def _write(cluster: Cluster, topic: str, partitions, size: int = 100, acks: int | str = 1) -> None:
    """A record to each of *partitions*, as far as they take it."""
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks=acks, max_block_ms=20000)
    for number in partitions:
        producer.send(topic, bytes(size), partition=number)
    producer.flush(timeout=60)
    producer.close(timeout=10)


def _asked(watched: Watched) -> None:
    """Have the node exporter tell what the cluster says of its groups, as the playbook does."""
    given = {"bootstrap_servers": watched.cluster.bootstrap_servers, "client_config": {}, "timeout": 15}
    _published(watched, "groundwork_cluster.prom", textfile.of_cluster(cluster_health.run(given), time.time()))


def test_a_group_that_the_retention_reaches(watched) -> None:
    cluster, topic = watched.cluster, "short"
    part = TopicPartition(topic, 0)
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        small = {"segment.bytes": str(1 << 20), "retention.bytes": str(3 << 20)}
        client.create_topics({topic: {"num_partitions": 1, "replication_factor": 3, "configs": small}})
        client.wait_for_topics([topic])
    consumer = KafkaConsumer(bootstrap_servers=cluster.bootstrap_servers, group_id="slow", enable_auto_commit=False)
    consumer.assign([part])

    def reads_up_to(offset: int) -> None:
        consumer.commit({part: OffsetAndMetadata(offset, "", -1)})

    def begins() -> int:
        return consumer.beginning_offsets([part])[part]

    @contextmanager
    def too_slow() -> Iterator[None]:
        _write(cluster, topic, [0] * 80, 100_000)
        eventually(lambda: begins() > 12, True, 60)
        _asked(watched)
        try:
            yield
        finally:
            reads_up_to(consumer.end_offsets([part])[part])
            _asked(watched)

    _write(cluster, topic, [0] * 20, 100_000)
    reads_up_to(12)
    _asked(watched)
    try:
        proved(watched, "KafkaGroupLead warning", "KafkaGroupLead alarm", fault=too_slow())
    finally:
        consumer.close()


def test_a_segment_that_cannot_be_cleaned(watched) -> None:
    cluster, topic = watched.cluster, "compacted"
    configs = {"cleanup.policy": "compact", "segment.ms": "1000", "min.cleanable.dirty.ratio": "0.01"}
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        client.create_topics({topic: {"assignments": {0: [2]}, "configs": {**configs, "min.insync.replicas": "1"}}})
        client.wait_for_topics([topic])

    @contextmanager
    def corrupt() -> Iterator[None]:
        producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers)
        producer.send(topic, b"a" * 500, key=b"k").get(timeout=60)
        segment = cluster.brokers[2].folder / f"data2/{topic}-0/{0:020}.log"
        with segment.open("r+b") as file:
            file.seek(HEADER)  # the record in it, so that the batch is found and the record cannot be read
            file.write(b"\xff" * HEADER)
        for _number in range(2):  # so that a new segment is begun, and this one may be cleaned
            time.sleep(1.5)
            producer.send(topic, b"b", key=b"k").get(timeout=60)
        producer.close()
        try:
            yield
        finally:
            with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
                client.delete_topics([topic])

    proved(watched, "KafkaUncleanable warning", fault=corrupt())


def test_each_panel_of_the_dashboard_can_be_asked_and_shows_what_the_mode_has(watched) -> None:
    dashboard = json.loads((CHECKOUT / "docs/monitoring/grafana-dashboard.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    shown = [watched.prometheus.query(query.replace("$cluster", monitoring.CLUSTER)) for query in queries]
    assert sum(bool(found) for found in shown) > 40
    assert watched.prometheus.query("groundwork:under_replicated")[0]["metric"]["cluster"] == monitoring.CLUSTER


def test_nothing_rings_when_brokers_are_restarted_one_by_one_under_load(watched, tmp_path) -> None:
    """By the rules as they are shipped."""
    cluster, targets = watched.cluster, {}
    for one in watched.prometheus.query("up"):
        address, job = one["metric"]["instance"], one["metric"]["job"]
        targets.setdefault(job, []).append(int(address.rpartition(":")[2]))
    eventually(lambda: alarms(watched.prometheus.ringing()), set(), SECONDS)
    with monitoring.prometheus(tmp_path / "prometheus", targets, hastened=False) as shipped:
        eventually(lambda: len(shipped.query("groundwork:under_replicated")), 1, 60)
        for broker in cluster.brokers.values():
            _write(cluster, "thrice", [0, 1, 2] * 100)
            broker.stop()
            _write(cluster, "thrice", [0, 1, 2] * 100)
            assert shipped.ringing() == set()
            broker.start_again()
            eventually(lambda: shipped.query("groundwork:under_replicated")[0]["value"][1], "0", 60)
            assert shipped.ringing() == set()
