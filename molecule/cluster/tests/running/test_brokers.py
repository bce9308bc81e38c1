# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The brokers as the cluster's metadata shows them, and the replicas of its topics over racks and disks."""

import time

import pytest
from kafka import KafkaConsumer

from tests.servers.waiting import eventually

RACKS = {1: "rack-1", 2: "rack-2", 3: "rack-3"}


def test_every_broker_is_there_in_its_rack(admin, addresses):
    brokers = {broker["broker_id"]: (broker["host"], broker["rack"]) for broker in admin.describe_cluster()["brokers"]}
    assert brokers == {number: (address, RACKS[number]) for number, address in enumerate(addresses, 1)}


@pytest.fixture(scope="module")
def topic(admin):
    """A topic made without a word of replicas, so that it is the cluster's defaults that count."""
    name = "groundwork-test-defaults"
    admin.create_topics({name: {"num_partitions": -1, "replication_factor": -1}})
    yield name
    admin.delete_topics([name])


def replicas(admin, topic):
    """(replicas, replicas in sync) of each partition; a broker that has not heard of a new topic yet has none."""
    for _tenth in range(300):
        (found,) = admin.describe_topics([topic])
        if found["partitions"]:
            break
        time.sleep(0.1)
    return [(partition["replica_nodes"], partition["isr_nodes"]) for partition in found["partitions"]]


def test_a_topic_of_defaults_has_a_replica_in_every_rack(admin, topic):
    found = replicas(admin, topic)
    assert len(found) == 8
    assert all({RACKS[number] for number in nodes} == set(RACKS.values()) for nodes, _in_sync in found)


def test_offsets_of_groups_survive_the_loss_of_a_host(admin, topic, brokers):
    consumer = KafkaConsumer(topic, group_id="groundwork-test", **brokers)
    for _attempt in range(30):
        consumer.poll(timeout_ms=1000)
        if consumer.assignment():
            break
    consumer.close()
    found = replicas(admin, "__consumer_offsets")
    assert len(found) == 50
    assert all(sorted(nodes) == [1, 2, 3] for nodes, _in_sync in found)


@pytest.mark.usefixtures("topic")
def test_partitions_are_spread_over_the_disks(host):
    def uneven():
        first, second = (
            len(host.check_output("ls -d /data/%s/log/*-[0-9]*", disk).split()) for disk in ("kafka-1", "kafka-2")
        )
        return max(0, abs(first - second) - 1)

    eventually(uneven, 0, seconds=10)


@pytest.mark.parametrize("disk", ["kafka-1", "kafka-2", "zookeeper"])
def test_a_disk_is_mounted_as_documented(host, disk):
    mounts = [line.split() for line in host.file("/proc/self/mounts").content_string.splitlines()]
    (mount,) = [fields for fields in mounts if fields[1] == f"/data/{disk}"]
    assert mount[0] == host.check_output("readlink -f /dev/disk/by-id/lab-%s", disk)
    assert mount[2] == "xfs"
    assert "noatime" in mount[3].split(",")


@pytest.mark.parametrize("service", ["kafka", "zookeeper"])
def test_limits_reach_the_process(host, service):
    pid = host.check_output("systemctl show --property MainPID --value %s", service)
    limits = host.file(f"/proc/{pid}/limits").content_string
    (files,) = [line.split()[3:5] for line in limits.splitlines() if line.startswith("Max open files")]
    assert files == [host.check_output("cat /proc/1/limits | awk '/Max open files/ {print $5}'")] * 2
    assert host.file(f"/proc/{pid}").user == service


def test_as_many_connections_wait_as_the_broker_asks_for(host):
    """What a listener asks for is cut to net.core.somaxconn when it starts; `ss` has it as Send-Q."""
    listening = host.check_output("ss --no-header --listening --tcp --numeric 'sport = :9092'").split()
    assert listening[2] == "5000"
    assert host.file("/proc/sys/net/core/somaxconn").content_string.strip() == "5000"
