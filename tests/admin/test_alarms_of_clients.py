# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Alarms of groups, of clients in Java with the exporter in them, and of the probe, by their real faults."""

from __future__ import annotations

import re
import subprocess
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Iterator

import pytest
from kafka import KafkaConsumer, TopicPartition
from kafka.admin import ConfigResource
from kafka.structs import OffsetAndMetadata

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.health import textfile
from ansible_collections.groundwork.kafka.plugins.modules import cluster_health
from spark_validation.cli import main
from tests.admin.tools import said
from tests.admin.watching import WHILE_ONE_IS_AWAY, Watched, create, proved, write
from tests.servers import monitoring
from tests.servers.exporter import jar
from tests.servers.monitoring import CHECKOUT
from tests.servers.server import QUICK, free_port, java
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own

CLIENTS = CHECKOUT / "docs/monitoring/jmx-exporter-clients.yml"


def _asked(watched: Watched) -> None:
    """Have the node exporter tell what the cluster says of its groups, as the playbook does."""
    given = {"bootstrap_servers": watched.cluster.bootstrap_servers, "client_config": {}, "timeout": 15}
    watched.published("groundwork_cluster.prom", textfile.of_cluster(cluster_health.run(given), time.time()))


@pytest.mark.rings("KafkaGroupLead warning", "KafkaGroupLead alarm")
def test_a_group_that_the_retention_reaches(watched, rings) -> None:
    cluster, topic = watched.cluster, "short"
    part = TopicPartition(topic, 0)
    small = {"segment.bytes": str(1 << 20), "retention.bytes": str(3 << 20)}
    create(cluster, {topic: {"num_partitions": 1, "replication_factor": 3, "configs": small}})
    consumer = KafkaConsumer(bootstrap_servers=cluster.bootstrap_servers, group_id="slow", enable_auto_commit=False)
    consumer.assign([part])

    def reads_up_to(offset: int) -> None:
        consumer.commit({part: OffsetAndMetadata(offset, "", -1)})

    def begins() -> int:
        return consumer.beginning_offsets([part])[part]

    @contextmanager
    def too_slow() -> Iterator[None]:
        write(cluster, topic, [0] * 80, 100_000)
        eventually(lambda: begins() > 12, True, 60)
        _asked(watched)
        try:
            yield
        finally:
            reads_up_to(consumer.end_offsets([part])[part])
            _asked(watched)

    write(cluster, topic, [0] * 20, 100_000)
    reads_up_to(12)
    _asked(watched)
    try:
        proved(watched, rings, fault=too_slow())
    finally:
        consumer.close()


@contextmanager
def client(watched: Watched, folder: Path, main_class: str, *words: str) -> Iterator[tuple[Watched, Any]]:
    """A client in Java that runs *main_class* with these *words*, and a monitoring that knows it as well."""
    port, home = free_port(), watched.cluster.brokers[1].home
    flag = f"-javaagent:{jar()}=127.0.0.1:{port}:{CLIENTS}"
    command = java(home, main_class, *words, heap="96m", options=(*QUICK, flag))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        with monitoring.prometheus(folder / "prometheus", {**watched.jobs, "client": [port]}) as prometheus:
            yield replace(watched, prometheus=prometheus), process
    finally:
        process.kill()
        process.wait()


@contextmanager
def producer(watched: Watched, folder: Path, topic: str, **properties: object) -> Iterator[Watched]:
    """One that writes 200 records of 1,000 bytes a second to *topic*, as far as it can."""
    servers = ",".join(watched.cluster.bootstrap_servers)
    given = {"bootstrap.servers": servers, "client.id": "loader", "acks": "all", **properties}
    pairs = [f"{name}={value}" for name, value in given.items()]
    load = ("--topic", topic, "--num-records", "1000000", "--record-size", "1000", "--throughput", "200")
    words = (*load, "--producer-props", *pairs)
    with client(watched, folder, "org.apache.kafka.tools.ProducerPerformance", *words) as (more, process):
        read(process)
        yield more


def read(process: Any) -> None:
    """Read what the *process* prints, until it ends."""
    threading.Thread(target=lambda: [None for _line in process.stdout], daemon=True).start()


@pytest.mark.rings(
    "KafkaQuotaThrottle warning",
    "KafkaProducerProduceThrottleTimeAvg warning",
    "KafkaProducerWaitingThreads warning",
    "KafkaProducerBufferAvailableBytes warning",
    "KafkaProducerBufferpoolWaitRatio warning",
)
def test_a_producer_whose_quota_is_far_below_what_it_writes(watched, rings, tmp_path) -> None:
    create(watched.cluster, {"loaded": {"num_partitions": 3, "replication_factor": 3}})

    def quota(change: str) -> None:
        said(
            watched.cluster,
            "kafka-configs.sh",
            *f"--alter --entity-type clients --entity-name loader {change}".split(),
        )

    @contextmanager
    def limited() -> Iterator[None]:
        quota("--add-config producer_byte_rate=20000")
        try:
            yield
        finally:
            quota("--delete-config producer_byte_rate")

    buffers = {"batch.size": 16384, "buffer.memory": 4 * 16384}
    with producer(watched, tmp_path, "loaded", **buffers) as more:
        proved(more, rings, fault=limited())


@pytest.mark.rings(
    "KafkaProducerRecordRetryRate warning",
    "KafkaProducerRecordErrorRate warning",
    "KafkaProducerTopicRecordErrorRate warning",
)
def test_a_topic_that_asks_for_more_replicas_than_it_has(watched, rings, tmp_path) -> None:
    configs = {"min.insync.replicas": "1"}
    create(watched.cluster, {"strict": {"assignments": {0: [3]}, "configs": configs}})

    def replicas(count: int) -> None:
        with connection.connected(watched.cluster.bootstrap_servers, {}, 30) as asked:
            asked.alter_configs([ConfigResource("TOPIC", "strict", configs={"min.insync.replicas": str(count)})])

    @contextmanager
    def too_many() -> Iterator[None]:
        replicas(2)
        try:
            yield
        finally:
            replicas(1)

    short = {"delivery.timeout.ms": 4000, "request.timeout.ms": 3000, "linger.ms": 0}
    with producer(watched, tmp_path, "strict", **short) as more:
        proved(more, rings, fault=too_many(), besides=("KafkaUnderMinIsr alarm",))


@pytest.mark.rings("KafkaConsumerFetches warning")
def test_a_consumer_that_hangs_in_what_it_does_with_a_record(watched, rings, tmp_path) -> None:
    """It prints records, and nobody reads what it prints."""
    create(watched.cluster, {"printed": {"num_partitions": 1, "replication_factor": 3}})
    servers = ",".join(watched.cluster.bootstrap_servers)
    words = ("--bootstrap-server", servers, "--topic", "printed", "--from-beginning")

    with client(watched, tmp_path, "org.apache.kafka.tools.consumer.ConsoleConsumer", *words) as (more, process):

        @contextmanager
        def hanging() -> Iterator[None]:
            write(watched.cluster, "printed", [0] * 300, 1000)
            try:
                yield
            finally:
                read(process)

        proved(more, rings, fault=hanging())


def _probed(watched: Watched, *words: str, servers: str = "") -> int:
    """Have the node exporter tell what a probe says; how it ended."""
    told = servers or ",".join(watched.cluster.bootstrap_servers)
    return main(["probe", "--bootstrap-servers", told, "--textfile", str(watched.texts / "probe.prom"), *words])


@contextmanager
def ended_by_a_probe_that_passes(watched: Watched) -> Iterator[None]:
    try:
        yield
    finally:
        assert _probed(watched) == 0


@pytest.mark.rings("KafkaProbeRan alarm")
def test_a_probe_that_nobody_answers(watched, rings) -> None:
    @contextmanager
    def nobody() -> Iterator[None]:
        with ended_by_a_probe_that_passes(watched):
            assert _probed(watched, servers="127.0.0.1:9") == 3
            yield

    assert _probed(watched) == 0
    proved(watched, rings, fault=nobody())


@pytest.mark.rings("KafkaProbeFailed alarm")
def test_a_probe_whose_record_is_lost(watched, rings) -> None:
    """By the probe's own fault: a cluster that loses what it has acknowledged is not to be had here."""

    @contextmanager
    def lost() -> Iterator[None]:
        with ended_by_a_probe_that_passes(watched):
            assert _probed(watched, "--inject", "lost") == 1
            yield

    assert _probed(watched) == 0
    proved(watched, rings, fault=lost())


@pytest.mark.rings("KafkaProbeDelivered warning", "KafkaProbeDelivered alarm")
def test_a_probe_whose_records_wait_for_brokers_that_hang(watched, rings) -> None:
    brokers = watched.cluster.brokers.values()

    def hang() -> None:
        time.sleep(10)
        for one in brokers:
            one.pause()
        time.sleep(14)
        for one in brokers:
            one.resume()

    @contextmanager
    def hung() -> Iterator[None]:
        with ended_by_a_probe_that_passes(watched):
            thread = threading.Thread(target=hang)
            thread.start()
            _probed(watched, "--records", "3000")
            thread.join()
            yield

    assert _probed(watched) == 0
    proved(
        watched, rings, fault=hung(), besides=(*WHILE_ONE_IS_AWAY, "KafkaUnderMinIsr alarm", "KafkaProbeFailed alarm")
    )


@pytest.mark.rings("KafkaProbeAge warning", "KafkaProbeAge alarm")
def test_a_probe_that_has_not_run_for_two_hours(watched, rings) -> None:
    """Nobody waits so long here: its text file is the one that it would have left then."""

    @contextmanager
    def silent() -> Iterator[None]:
        with ended_by_a_probe_that_passes(watched):
            ended = re.compile(r"(?m)^(groundwork_probe_ended_seconds) .*$")
            text = (watched.texts / "probe.prom").read_text()
            watched.published("probe.prom", ended.sub(rf"\1 {time.time() - 7200}", text))
            yield

    assert _probed(watched) == 0
    proved(watched, rings, fault=silent())
