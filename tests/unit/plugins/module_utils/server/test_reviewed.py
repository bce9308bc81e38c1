# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import Disk
from ansible_collections.groundwork.kafka.plugins.module_utils.server import reviewed as server_reviewed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_servers import KAFKA, ZOOKEEPER

GIB = 1 << 30
JMX = "-Dcom.sun.management.jmxremote.port=9999"


@pytest.fixture
def host(host):
    fake_servers.boot(host)
    host.put("/proc/meminfo", "MemTotal: 8388608 kB\n")
    host.put("/proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/a rw\n21 20 8:16 /data /data rw - xfs /dev/b rw\n")
    host.put("/etc/kafka.properties", "broker.id=7\nlog.dirs=/data/k,/var/k\nnum.io.threads=7\nnum.io.threads=8\n")
    host.put("/etc/zoo.cfg", "dataDir=/data/z\nserver.1=a:2888:3888\n")
    host.put("/opt/kafka/libs/kafka-clients-3.9.2.jar", "")
    return host


def reviewed(host):
    found, _elsewhere = running_servers.find(host)
    return server_reviewed.of_servers(host, "h1", found)


def test_a_broker_with_what_its_host_is_like(host) -> None:
    fake_servers.run(host, 42, [KAFKA[0], JMX, *KAFKA[1:]])
    (broker,) = reviewed(host).brokers
    assert (broker.name, broker.version, broker.repeated) == ("h1", "3.9.2", ("num.io.threads",))
    assert broker.config["num.io.threads"] == "8"
    facts = broker.facts
    assert (facts.memory, facts.heap, facts.other_heaps, facts.watched) == (8 * GIB, 6 * GIB, (), True)
    assert (facts.nofile, facts.max_map_count, facts.shares) == (262144, 65536, ())
    assert facts.disks == {"/data/k": Disk("/data", "8:16"), "/var/k": Disk("/", "8:1")}


def test_two_servers_of_a_host_know_of_each_other(host) -> None:
    fake_servers.run(host, 42, KAFKA)
    fake_servers.run(host, 43, ZOOKEEPER, cgroup="0::/system.slice/zookeeper.service\n")
    found = reviewed(host)
    (broker,), (keeper,) = found.brokers, found.keepers
    assert (broker.facts.other_heaps, broker.facts.watched) == ((GIB,), False)
    assert (keeper.name, keeper.facts.heap, keeper.facts.shares) == ("h1", GIB, ("broker kafka",))


def test_two_brokers_of_a_host_are_told_apart(host) -> None:
    fake_servers.run(host, 42, KAFKA)
    fake_servers.run(host, 43, KAFKA, cgroup="0::/system.slice/other.service\n")
    assert [broker.name for broker in reviewed(host).brokers] == ["h1/kafka", "h1/other"]


def test_a_version_that_no_jar_tells_and_a_heap_that_nobody_gave(host) -> None:
    fake_servers.run(host, 42, [KAFKA[0], "-cp", "/usr/share/java/*", *KAFKA[-2:]])
    (broker,) = reviewed(host).brokers
    assert (broker.version, broker.facts.heap) == ("", None)


def test_a_file_for_a_broker(host) -> None:
    given = {"path": "/etc/kafka.properties", "kind": "broker", "version": "3.9.2"}
    (broker,) = server_reviewed.of_file(host, "h1", given).brokers
    assert (broker.name, broker.file, broker.version, broker.repeated) == (
        "h1",
        "/etc/kafka.properties",
        "3.9.2",
        ("num.io.threads",),
    )
    assert broker.facts.disks == {"/data/k": Disk("/data", "8:16"), "/var/k": Disk("/", "8:1")}
    assert broker.facts.heap is None


def test_a_file_that_is_not_there(host) -> None:
    with pytest.raises(GroundworkError, match="/etc/none is not there, so there is nothing to review"):
        server_reviewed.of_file(host, "h1", {"path": "/etc/none", "kind": "broker"})


def test_where_folders_will_lie_once_their_disks_are_mounted(host) -> None:
    assert server_reviewed.planned_disks(host, ["/data/1/k", "/data/k", "/var/k"], ["/data/1"]) == {
        "/data/1/k": ["/data/1", "/data/1"],
        "/data/k": ["/data", "8:16"],
        "/var/k": ["/", "8:1"],
    }
