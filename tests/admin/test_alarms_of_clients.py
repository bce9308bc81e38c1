# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Alarms of groups, of quotas and of the probe, by their real faults (tests/admin/watching.py)."""

from __future__ import annotations

import re
import threading
import time
from contextlib import contextmanager
from typing import Iterator

import pytest
from kafka import KafkaConsumer, TopicPartition
from kafka.structs import OffsetAndMetadata

from ansible_collections.groundwork.kafka.plugins.module_utils.health import textfile
from ansible_collections.groundwork.kafka.plugins.modules import cluster_health
from spark_validation.cli import main
from tests.admin.tools import said
from tests.admin.watching import WHILE_ONE_IS_AWAY, Watched, create, proved, write, written
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own


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
        proved(watched.prometheus, rings, fault=too_slow())
    finally:
        consumer.close()


@pytest.mark.rings("KafkaQuotaThrottle warning")
def test_clients_that_write_more_than_their_quota(watched, rings) -> None:
    def quota(*change: str) -> None:
        said(watched.cluster, "kafka-configs.sh", "--alter", "--entity-type", "clients", "--entity-default", *change)

    @contextmanager
    def limited() -> Iterator[None]:
        quota("--add-config", "producer_byte_rate=20000")
        try:
            with written(watched.cluster, "thrice", [0, 1, 2], 10_000):
                yield
        finally:
            quota("--delete-config", "producer_byte_rate")

    proved(watched.prometheus, rings, fault=limited())


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
    proved(watched.prometheus, rings, fault=nobody())


@pytest.mark.rings("KafkaProbeFailed alarm")
def test_a_probe_whose_record_is_lost(watched, rings) -> None:
    """By the probe's own fault: a cluster that loses what it has acknowledged is not to be had here."""

    @contextmanager
    def lost() -> Iterator[None]:
        with ended_by_a_probe_that_passes(watched):
            assert _probed(watched, "--inject", "lost") == 1
            yield

    assert _probed(watched) == 0
    proved(watched.prometheus, rings, fault=lost())


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
    besides = (*WHILE_ONE_IS_AWAY, "KafkaUnderMinIsr alarm", "KafkaProbeFailed alarm")
    proved(watched.prometheus, rings, fault=hung(), besides=besides)


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
    proved(watched.prometheus, rings, fault=silent())
