# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster of three hosts after its upgrade: what runs, what is beside it, and in which order it was restarted."""

import itertools
from pathlib import PurePath

import pytest
import testinfra
from kafka import KafkaAdminClient, KafkaConsumer, TopicPartition
from lab_brokers import reached

from tests.servers.versions import KRAFT, KRAFT_FORMER, ZOOKEEPER, ZOOKEEPER_FORMER

# Seconds for which the role rolling_restart holds by default.
HOLD = 10
# What was written before the upgrade.
TOPIC = "groundwork-test-upgrade"
# With ZooKeeper and without: the version before, and the version after.
VERSIONS = {True: (ZOOKEEPER_FORMER, ZOOKEEPER), False: (KRAFT_FORMER, KRAFT)}


def units(host):
    """The services that the host has."""
    return [unit for unit in ("zookeeper", "kafka") if host.file(f"/etc/systemd/system/{unit}.service").exists]


def versions(host):
    """The version before, and the version after."""
    return VERSIONS["zookeeper" in units(host)]


@pytest.fixture(scope="module")
def hosts(request):
    """All hosts, in the inventory's order."""
    return [testinfra.get_host(name) for name in request.config.getoption("--hosts").split(",")]


@pytest.fixture(scope="module")
def admin(hosts):
    """An admin client of the cluster."""
    client = KafkaAdminClient(**reached(address(host) for host in hosts))
    yield client
    client.close()


def address(host):
    return host.check_output("hostname --ip-address")


def number(host):
    """The number that ends the host's name, and that its servers have."""
    return host.check_output("hostname")[-1]


def test_the_link_leads_to_the_new_version_and_the_old_one_is_beside_it(host):
    before, after = versions(host)
    assert host.check_output("readlink --canonicalize /opt/kafka") == f"/opt/kafka_2.13-{after}"
    assert host.file(f"/opt/kafka_2.13-{before}/libs").is_directory


def test_every_process_has_the_jars_of_the_new_version_open_and_no_others(host):
    after = versions(host)[1]
    for unit in units(host):
        pid = host.check_output("systemctl show --property MainPID --value %s", unit)
        jars = host.check_output("find /proc/%s/fd -lname '*.jar' -printf '%%l\\n'", pid).splitlines()
        assert f"kafka-clients-{after}.jar" in [PurePath(jar).name for jar in jars] or unit == "zookeeper"
        assert {str(PurePath(jar).parent) for jar in jars} == {f"/opt/kafka_2.13-{after}/libs"}


def test_every_server_has_kept_its_number(host):
    marks = host.check_output("cat /data/*/log/meta.properties").splitlines()
    found = {line.partition("=")[2] for line in marks if line.startswith(("broker.id=", "node.id="))}
    if "zookeeper" in units(host):
        found.add(host.file("/var/lib/zookeeper/data/myid").content_string.strip())
    assert found == {number(host)}


def test_every_broker_is_where_it_was(admin, hosts):
    brokers = {str(broker["broker_id"]): broker["host"] for broker in admin.describe_cluster()["brokers"]}
    assert brokers == {number(host): address(host) for host in hosts if host.file("/data/kafka-1").exists}


def test_every_replica_is_in_sync(admin):
    found = {topic["name"]: topic["partitions"] for topic in admin.describe_topics()}
    assert [sorted(part["replica_nodes"]) for part in found[TOPIC]] == [[1, 2, 3]] * 8
    behind = [
        (name, part["partition_index"], part["isr_nodes"])
        for name, partitions in found.items()
        for part in partitions
        if sorted(part["replica_nodes"]) != sorted(part["isr_nodes"])
    ]
    assert behind == []


def test_preferred_replicas_lead(admin):
    led = [
        (topic["name"], part["partition_index"], part["leader_id"], part["replica_nodes"][0])
        for topic in admin.describe_topics()
        for part in topic["partitions"]
    ]
    assert led
    assert [one for one in led if one[2] != one[3]] == []


def test_every_record_of_before_is_there(hosts):
    consumer = KafkaConsumer(**reached(address(host) for host in hosts))
    ends = consumer.end_offsets([TopicPartition(TOPIC, number) for number in range(8)])
    consumer.close()
    assert sum(ends.values()) == 300


def test_one_server_at_a_time_was_restarted_and_zookeeper_first(hosts):
    """By systemd's own entries: the last time that a unit was stopped, and the first time it was started after it."""
    rollout = []
    for unit in units(hosts[0]):
        spans = [span(host, unit) for host in hosts]
        rollout.extend(sorted(spans))
        # What was restarted is held for a while before the next is stopped.
        assert all(start + HOLD <= stop for (_stop, start), (stop, _start) in itertools.pairwise(sorted(spans)))
    assert all(start < next_stop for (_stop, start), (next_stop, _start) in itertools.pairwise(rollout))


def span(host, unit):
    lines = host.check_output("journalctl --unit %s --output short-unix --no-pager _PID=1", unit).splitlines()
    stop = max(float(line.split()[0]) for line in lines if f"{unit}.service: Deactivated successfully" in line)
    starts = [float(line.split()[0]) for line in lines if f"Started {unit}.service" in line]
    return stop, min(moment for moment in starts if moment > stop)
