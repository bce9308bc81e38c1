# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The ZooKeeper ensemble, asked server by server."""

import re
import socket

import pytest


def ask(address, word):
    with socket.create_connection((address, 2181), timeout=5) as connection:
        connection.sendall(word.encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()


def test_one_server_leads_and_two_follow(addresses):
    modes = [re.search("^Mode: (.*)$", ask(address, "srvr"), re.M).group(1) for address in addresses]
    assert sorted(modes) == ["follower", "follower", "leader"]


def test_the_leader_has_both_followers_in_step(addresses):
    answers = [ask(address, "mntr") for address in addresses]
    followers = [
        found.group(1)
        for found in (re.search(r"^zk_synced_followers\s+(\d+)", text, re.M) for text in answers)
        if found
    ]
    assert [int(float(number)) for number in followers] == [2]


def test_each_server_is_the_one_of_its_line(host, addresses):
    address = host.check_output("hostname --ip-address")
    number = host.file("/var/lib/zookeeper/data/myid").content_string.strip()
    assert number == str(addresses.index(address) + 1)
    assert f"server.{number}={address}:2888:3888" in host.file("/etc/zookeeper/zoo.cfg").content_string


def test_snapshots_and_transaction_log_lie_on_different_disks(host):
    folders = ["/var/lib/zookeeper/data/version-2", "/data/zookeeper/log/version-2"]
    devices = {host.check_output("stat --format %%d %s", folder) for folder in folders}
    assert len(devices) == 2
    assert all(host.file(folder).listdir() for folder in folders)


@pytest.mark.parametrize(
    "line", ["autopurge.purgeInterval=0", "dataDir=/var/lib/zookeeper/data", "dataLogDir=/data/zookeeper/log"]
)
def test_a_server_leaves_the_purge_to_the_timer(host, line):
    assert line in host.file("/etc/zookeeper/zoo.cfg").content_string.splitlines()
