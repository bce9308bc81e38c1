# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is there before and after a change, by the kernel's, systemd's and Kafka's own means, never by our modules."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Dict, Mapping, Tuple

from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import (
    ACLFilter,
    ACLOperation,
    ACLPermissionType,
    ACLResourcePatternType,
    ResourcePatternFilter,
    ResourceType,
)
from kafka.structs import OffsetAndMetadata

from tests.changes.hosts import Hosts

TOPIC, GROUP, RECORDS = "kept", "kept-group", 2000
PATIENCE = 120  # seconds that a client tries to connect for, on a machine that is loaded
SERVICES = ("kafka", "zookeeper")
#: All that a run may write, but for what servers write themselves as they run, such as folders of partitions that moved
#: away, which are renamed to end in -delete and go a minute later.
_WRITTEN = "/etc /opt /srv /var/lib/groundwork-kafka"
_SERVERS_OWN = r"/version-2\|checkpoint\|cleanshutdown\|\.tmp\|-delete[ /]"
_DIGEST = rf"""
find {_WRITTEN} -xdev \( -type f -o -type l \) -printf '%p %m %u:%g %l\n' 2>/dev/null | grep -v '/etc/mtab' | sort
find {_WRITTEN} -xdev -type f -exec sha256sum {{}} + 2>/dev/null | sort -k2
find /data -maxdepth 3 -printf '%p %m %u:%g\n' | grep -v '{_SERVERS_OWN}' | sort
find /data -name meta.properties -o -name myid | sort | xargs -r sha256sum
getent passwd kafka zookeeper; getent group kafka zookeeper; true
"""
#: When the main process of a service was started, in the kernel's ticks since the boot; nothing where none runs.
_START = (
    "pid=$(systemctl show --property=MainPID --value {}.service); "
    "[ \"$pid\" = 0 ] || sed 's/.*) //' /proc/$pid/stat | cut -d' ' -f20"
)

Starts = Dict[Tuple[str, str], str]


def starts(hosts: Hosts) -> Starts:
    """When each server was started, by host and service."""
    found = {
        (host, service): hosts.on(host, _START.format(service)) for host in hosts.cluster.hosts for service in SERVICES
    }
    return {server: moment for server, moment in found.items() if moment}


def invocations(hosts: Hosts) -> dict[tuple[str, str], str]:
    """Which of its starts, as systemd numbers them, each server runs by."""
    script = "systemctl show --property=InvocationID --value {}.service"
    return {(host, one): hosts.on(host, script.format(one)) for host in hosts.cluster.hosts for one in SERVICES}


def started(hosts: Hosts, since: str, before: Mapping[tuple[str, str], str]) -> dict[tuple[str, str], int]:
    """How often each server was started *since* a moment, when it ran by its start *before*, by systemd's journal."""
    script = "journalctl --unit={} --since='{}' --output=json --no-pager 2>/dev/null || true"
    found = {}
    for host, service in before:
        lines = hosts.on(host, script.format(service, since)).splitlines()
        entries = [json.loads(line) for line in lines if line.startswith("{")]
        runs = {str(one["_SYSTEMD_INVOCATION_ID"]) for one in entries if "_SYSTEMD_INVOCATION_ID" in one}
        found[host, service] = len(runs - {before[host, service]})
    return found


def clock(hosts: Hosts) -> str:
    """The moment, by the first host's clock."""
    return hosts.on(next(iter(hosts.cluster.hosts)), "date '+%Y-%m-%d %H:%M:%S'")


def written(hosts: Hosts) -> dict[str, list[str]]:
    """Digests of all that a run may write, by host."""
    return {host: hosts.on(host, _DIGEST).splitlines() for host in hosts.cluster.hosts}


def client(hosts: Hosts, ports: Mapping[str, int] | None = None) -> dict[str, Any]:
    """kafka-python's options to reach the cluster, as its operator where it is secured.

    *ports* are those that a case has given.
    """
    name = "kafka_broker_port" if hosts.cluster.secured else "kafka_port"
    port = (ports or {}).get(name, 9091 if hosts.cluster.secured else 9092)
    found: dict[str, Any] = {
        "bootstrap_servers": [f"{address}:{port}" for address in hosts.cluster.addresses.values()],
        "bootstrap_timeout_ms": PATIENCE * 1000,
    }
    if hosts.cluster.secured:
        tls = hosts.folder / "tls"
        found.update(security_protocol="SSL", ssl_cafile=str(tls / "ca.pem"), ssl_certfile=str(tls / "operator.pem"))
        found.update(ssl_keyfile=str(tls / "operator.pem"))
    return found


def fill(hosts: Hosts) -> None:
    """Give the cluster what a change could lose: a topic with records, and a group that has read half of them."""
    options = client(hosts)
    admin = KafkaAdminClient(**options)
    replicas = min(3, len(hosts.cluster.groups["kafka"]))
    admin.create_topics({TOPIC: {"num_partitions": 3, "replication_factor": replicas}})
    admin.close()
    producer = KafkaProducer(**options, acks="all")
    for number in range(RECORDS):
        producer.send(TOPIC, key=str(number).encode(), value=f"record {number}".encode() * 10)
    producer.flush()
    producer.close()
    consumer = KafkaConsumer(**options, group_id=GROUP, enable_auto_commit=False)
    ends = consumer.end_offsets([TopicPartition(TOPIC, number) for number in range(3)])
    consumer.commit({where: OffsetAndMetadata(end // 2, "", -1) for where, end in ends.items()})
    consumer.close()


def held_data(hosts: Hosts, ports: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Topics with their partitions, the records' checksums, committed offsets; with security rules and users too."""
    options = client(hosts, ports)
    admin = KafkaAdminClient(**options)
    try:
        topics = {topic["name"]: len(topic["partitions"]) for topic in admin.describe_topics()}
        found: dict[str, Any] = {"topics": topics, "records": _checksums(options), "offsets": _offsets(options)}
        if hosts.cluster.secured:
            found.update(rules=_rules(admin), users=sorted(admin.describe_user_scram_credentials()))
        return found
    finally:
        admin.close()


def voters_at(hosts: Hosts) -> set[str]:
    """The names by which the quorum itself knows its voters."""
    admin = KafkaAdminClient(**client(hosts))
    try:
        told = admin.describe_metadata_quorum()["nodes"]
    finally:
        admin.close()
    return {str(listener["host"]) for node in told for listener in node["listeners"]}


def _checksums(options: Mapping[str, Any]) -> dict[int, tuple[int, str]]:
    """Of each partition of the topic how many records it has, and their checksum."""
    consumer = KafkaConsumer(**options, enable_auto_commit=False, consumer_timeout_ms=15000)
    where = [TopicPartition(TOPIC, number) for number in range(3)]
    consumer.assign(where)
    consumer.seek_to_beginning(*where)
    left = dict(consumer.end_offsets(where))
    sums = {one.partition: hashlib.sha256() for one in where}
    counts = dict.fromkeys(sums, 0)
    while any(consumer.position(one) < left[one] for one in where):
        for records in consumer.poll(5000).values():
            for record in records:
                sums[record.partition].update(repr((record.offset, record.key, record.value)).encode())
                counts[record.partition] += 1
    consumer.close()
    return {number: (counts[number], digest.hexdigest()) for number, digest in sums.items()}


def _offsets(options: Mapping[str, Any]) -> list[int | None]:
    consumer = KafkaConsumer(**options, group_id=GROUP, enable_auto_commit=False)
    try:
        return [consumer.committed(TopicPartition(TOPIC, number)) for number in range(3)]
    finally:
        consumer.close()


def _rules(admin: KafkaAdminClient) -> list[str]:
    everything = ACLFilter(
        None,
        None,
        ACLOperation.ANY,
        ACLPermissionType.ANY,
        ResourcePatternFilter(ResourceType.ANY, None, ACLResourcePatternType.ANY),
    )
    return sorted(map(str, admin.describe_acls(everything)[0]))
