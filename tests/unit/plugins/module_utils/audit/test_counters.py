# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import counters
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers

HEAD = "Inter-|   Receive                    |  Transmit\n face |bytes    packets errs drop fifo frame compressed\n"
NOTHING = {"seconds": 1790000000.123, "received_bytes": None, "sent_bytes": None, "log_bytes": None}


def device(name, received, sent):
    return f"{name:>6}: {received} 5 0 0 0 0 0 0 {sent} 7 0 0 0 0 0 0\n"


@pytest.fixture
def read(host):
    fake_servers.boot(host)
    host.put("/etc/kafka.properties", "broker.id=1\nlog.dirs=/data/a,/data/b\n")
    fake_servers.run(host, 42, fake_servers.KAFKA)

    def counted():
        return counters.read(host, running_servers.find(host)[0], 1790000000.1234)

    return counted


@pytest.mark.parametrize(
    ("devices", "hardware", "counted"),
    [
        pytest.param("", (), (None, None), id="none"),
        pytest.param(device("lo", 900, 900), (), (None, None), id="loopback alone"),
        pytest.param(device("lo", 900, 900) + device("eth0", 30, 4), (), (30, 4), id="a container"),
        pytest.param(
            device("bond0", 50, 9) + device("eno1", 30, 4) + device("eno2", 20, 5),
            ("eno1", "eno2"),
            (50, 9),
            id="a bond",
        ),
        pytest.param(device("eth0", "many", 4) + "eth1: 1 2\n", (), (None, None), id="no numbers"),
    ],
)
def test_each_byte_on_the_network_counts_once(host, read, devices, hardware, counted):
    host.put("/proc/net/dev", HEAD + devices)
    for name in hardware:
        host.put(f"/sys/class/net/{name}/device/vendor", "0x8086\n")
    assert read() == {**NOTHING, "received_bytes": counted[0], "sent_bytes": counted[1]}


def test_segments_of_all_folders_count_and_nothing_else(host, read):
    host.put("/data/a/t-0/00000000000000000000.log", "x" * 100)
    host.put("/data/a/t-0/00000000000000000000.index", "x" * 1000)
    host.put("/data/a/t-0/00000000000000000100.log", "x" * 20)
    host.put("/data/b/t-1/00000000000000000000.log", "x" * 3)
    host.put("/data/b/meta.properties", "cluster.id=c\n")
    os.symlink("t-0", host.real("/data/a/link-0"))  # a second way to the same
    fake_servers.link(host, "/data/b/t-1/00000000000000000009.log", host.real("/data/a/t-0/00000000000000000000.log"))
    assert read() == {**NOTHING, "log_bytes": 123}


def test_a_folder_that_cannot_be_read_leaves_the_rest(host, read):
    host.put("/data/a/t-0/00000000000000000000.log", "x" * 100)
    host.put("/data/b", "no folder")
    assert read() == NOTHING


def test_a_host_without_a_broker_has_no_segments(host):
    fake_servers.boot(host)
    fake_servers.run(host, 43, fake_servers.ZOOKEEPER)
    assert counters.read(host, running_servers.find(host)[0], 1790000000.123) == NOTHING
