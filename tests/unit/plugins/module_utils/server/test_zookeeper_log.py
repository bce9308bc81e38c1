# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""When a ZooKeeper server has lost its log, or its snapshots; tests/ensemble has real ones."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import zookeeper_log

FIRST_START, LATER = 1_000_000_000, 1_000_000_060


def lay(host, moment: float, *paths: str) -> None:
    """Files, or folders where the name ends in a slash, that were last changed at *moment*."""
    for path in paths:
        if path.endswith("/"):
            os.makedirs(host.real(path), exist_ok=True)
        else:
            host.put(path, "")
        os.utime(host.real(path), (moment, moment))


def test_a_server_that_has_never_logged_anything_has_lost_no_log(host) -> None:
    lay(host, FIRST_START, "/data/version-2/snapshot.0", "/log/version-2/")
    assert not zookeeper_log.is_lost(host, "/data", "/log")
    lay(host, LATER, "/data/version-2/snapshot.100000000")  # it was started again
    assert not zookeeper_log.is_lost(host, "/data", "/log")


def test_a_host_without_data_has_lost_no_log(host) -> None:
    assert not zookeeper_log.is_lost(host, "/data", "/log")
    lay(host, LATER, "/log/version-2/log.1")
    assert not zookeeper_log.is_lost(host, "/data", "/log")


@pytest.mark.parametrize("snapshot", ["snapshot.0", "snapshot.2ab", "snapshot.0.gz"])
@pytest.mark.parametrize("left", ["/log/version-2/", "/log/", "/"])
def test_a_log_that_was_emptied_or_whose_disk_was_replaced_is_lost(host, snapshot, left) -> None:
    lay(host, FIRST_START, f"/data/version-2/{snapshot}", "/data/version-2/currentEpoch")
    lay(host, LATER, left)
    assert zookeeper_log.is_lost(host, "/data", "/log")
    lay(host, LATER, "/log/version-2/log.2ac")
    assert not zookeeper_log.is_lost(host, "/data", "/log")


@pytest.mark.parametrize(
    ("snapshots", "lost"),
    [
        (["snapshot.0"], False),
        (["snapshot.0", "snapshot.200000000"], False),
        (["snapshot.0", "snapshot.a1.snappy"], True),
        (["snapshot.10000000f"], True),
        (["snapshot.tmp"], False),
    ],
)
def test_beside_its_snapshots_a_log_is_missed_once_one_of_them_has_transactions(host, snapshots, lost: bool) -> None:
    lay(host, FIRST_START, *(f"/data/version-2/{name}" for name in snapshots))
    lay(host, LATER, "/data/version-2/")
    os.symlink("data", host.real("/same"))
    assert zookeeper_log.is_lost(host, "/data", "/data") is lost
    assert zookeeper_log.is_lost(host, "/data", "/same") is lost


def test_what_is_still_to_be_mounted_is_not_lost(host) -> None:
    lay(host, FIRST_START, "/data/version-2/snapshot.0")
    host.put("/proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
    host.put("/etc/fstab", "LABEL=log /log xfs nofail 0 0\n")
    assert not zookeeper_log.is_lost(host, "/data", "/log/zookeeper")
    host.put("/etc/fstab", "")
    assert zookeeper_log.is_lost(host, "/data", "/log/zookeeper")


def test_a_log_without_snapshots_is_told_with_the_ways(host) -> None:
    zookeeper_log.check_snapshots(host, "/data", "/log")
    lay(host, LATER, "/log/version-2/log.1", "/data/version-2/currentEpoch")
    with pytest.raises(GroundworkError) as raised:
        zookeeper_log.check_snapshots(host, "/data", "/log")
    assert str(raised.value) == (
        "/log holds log.1 of ZooKeeper's transaction log, and /data no snapshots, without which the server does not "
        "start; bring the disk of zookeeper_data_dir or a copy of it back. Of an ensemble whose others have "
        "everything, it may begin with nothing, and copies it all: stop zookeeper, and move /log/version-2 away as "
        "well. A server alone goes on as docs/zookeeper_disk.md of this collection says."
    )
    host.put("/proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
    host.put("/etc/fstab", "LABEL=data /data xfs nofail 0 0\n")
    zookeeper_log.check_snapshots(host, "/data", "/log")
    host.put("/etc/fstab", "")
    lay(host, LATER, "/data/version-2/snapshot.0")
    zookeeper_log.check_snapshots(host, "/data", "/log")
