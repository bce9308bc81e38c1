# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is told of folders on a disk that fails; tests/admin has a real one."""

from __future__ import annotations

import errno
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import awaited, mount_units
from ansible_collections.groundwork.kafka.plugins.module_utils.server import failed_disk

SETTINGS = "/etc/kafka/server.properties"
BOTH = ["/data/1/kafka", "/data/2/kafka"]
UNIT = "/etc/systemd/system/kafka.service"
MOUNTS = "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n21 20 8:16 / /data/1 rw - xfs /dev/sdb rw\n"
DISKS = [{"mount_point": "/data/1"}, {"mount_point": "/data/2"}]


@pytest.fixture
def failing(host, monkeypatch):
    """A host whose folder fails with an error; the other folder holds partitions."""
    host.put(SETTINGS, f"log.dirs={','.join(BOTH)}\n")
    for name in ("orders-0", "orders-12", "a-b-3", "gone-1.0a-delete", "meta.properties.d"):
        host.put(f"/data/1/kafka/{name}/x", "")
    host.put("/data/2/kafka/meta.properties", "")

    def fail(folder, number=errno.EIO):
        probe, names = host.probe, host.names

        def refuse(path, way):
            if path.startswith(folder):
                raise OSError(number, os.strerror(number), path)
            return way(path)

        monkeypatch.setattr(host, "probe", lambda path: refuse(path, probe))
        monkeypatch.setattr(host, "names", lambda path: refuse(path, names))
        return host

    return fail


def test_a_folder_that_can_be_read_is_none(failing) -> None:
    host = failing("/elsewhere")
    failed_disk.check(host, [*BOTH, "/not/there"], SETTINGS)
    assert failed_disk.left_behind(host, BOTH, SETTINGS) == {"folders": [], "held": [], "may_be_new": False}
    assert failed_disk.left_behind(host, BOTH[:1], SETTINGS) == {"folders": [], "held": [], "may_be_new": False}


@pytest.mark.parametrize("number", [errno.EIO, errno.EUCLEAN, errno.ENXIO])
def test_a_folder_on_a_disk_that_fails_is_refused_with_the_way(failing, number) -> None:
    with pytest.raises(GroundworkError) as raised:
        failed_disk.check(failing("/data/2", number), BOTH, SETTINGS)
    assert str(raised.value) == (
        f"/data/2/kafka cannot be read ({os.strerror(number)}), since its disk fails; where the disk holds one of "
        "several folders of kafka_log_dirs, take that folder out of there and the disk out of data_disks_devices, and "
        "run the playbook groundwork.kafka.site, which names the replicas that were there and has them copied from the "
        "brokers that still have them; or put an empty disk in its place: stop the server that keeps its data there on "
        "the host, unmount the old disk, remove its line from /etc/fstab (or its mount unit), give the new one in "
        "data_disks_devices, and run the playbook groundwork.kafka.site for all hosts."
    )


def test_what_is_no_fault_of_a_disk_is_left_to_others(failing) -> None:
    failed_disk.check(failing("/data/2", errno.EACCES), BOTH, SETTINGS)


def test_what_is_left_behind_is_told_with_what_the_others_hold(failing) -> None:
    assert failed_disk.left_behind(failing("/data/2"), BOTH[:1], SETTINGS) == {
        "folders": ["/data/2/kafka"],
        "held": ["a-b-3", "orders-0", "orders-12"],
        "may_be_new": False,
    }


@pytest.mark.parametrize("folder", ["/data/2/kafka", "/data/2"])
def test_a_folder_whose_mount_is_gone_is_left_behind_as_well(failing, folder) -> None:
    host = failing("/elsewhere")
    host.put(SETTINGS, f"log.dirs=/data/1/kafka,{folder}\n")
    host.put("/proc/self/mountinfo", MOUNTS)
    host.put(UNIT, f"[Unit]\n{mount_units.lines(BOTH, DISKS)}\n")
    assert mount_units.unmounted(host, "kafka") == ["/data/2"]
    assert failed_disk.left_behind(host, BOTH[:1], SETTINGS)["folders"] == [folder]


@pytest.fixture
def used(host):
    """A host whose server has data in one folder, and none any more in two others that it had: empty, and not there."""
    host.put(SETTINGS, "log.dirs=/data/1/kafka,/data/2,/data/3/kafka\n")
    host.put("/data/1/kafka/meta.properties", "broker.id=1\n")
    host.put("/data/1/kafka/orders-0/x", "")
    host.put("/data/2/lost+found/x", "")
    return host


def test_a_folder_without_data_of_a_server_that_has_some_had_it_on_a_disk_that_nobody_asserts(used) -> None:
    assert failed_disk.left_behind(used, BOTH[:1], SETTINGS) == {
        "folders": ["/data/2", "/data/3/kafka"],
        "held": ["orders-0"],
        "may_be_new": False,
    }


def test_a_folder_that_has_got_an_empty_disk_has_lost_its_data(used) -> None:
    kept = [*BOTH[:1], "/data/2", "/data/3/kafka", "/data/4"]  # the last of them is added
    lost = ["/data/2", "/data/3/kafka"]
    assert failed_disk.left_behind(used, kept, SETTINGS) == {
        "folders": lost,
        "held": ["orders-0"],
        "may_be_new": False,
    }
    used.put("/data/3/kafka/meta.properties", "broker.id=1\n")
    assert failed_disk.left_behind(used, kept, SETTINGS)["folders"] == ["/data/2"]


def test_where_no_folder_has_data_the_server_may_never_have_run(host) -> None:
    host.put(SETTINGS, f"log.dirs={','.join(BOTH)}\n")
    found = {"folders": BOTH, "held": [], "may_be_new": True}
    assert failed_disk.left_behind(host, BOTH, SETTINGS) == found
    host.put(SETTINGS, f"process.roles=broker\nlog.dirs={','.join(BOTH)}\nmetadata.log.dir=/m\n")
    assert failed_disk.left_behind(host, [*BOTH, "/m"], SETTINGS) == found
    host.put("/m/meta.properties", "node.id=1\n")
    assert failed_disk.left_behind(host, [*BOTH, "/m"], SETTINGS) == {**found, "may_be_new": False}


def test_a_metadata_disk_of_its_own_may_be_replaced(host) -> None:
    host.put(SETTINGS, f"process.roles=broker\nlog.dirs={BOTH[0]}\nmetadata.log.dir=/m\n")
    host.put(f"{BOTH[0]}/meta.properties", "node.id=1\n")
    assert failed_disk.left_behind(host, [BOTH[0], "/m"], SETTINGS)["folders"] == []


@pytest.mark.parametrize(
    ("tags", "table", "lost"),
    [
        ("TYPE=xfs\nLABEL=groundwork\n", "", []),  # it is looked at again once that is mounted
        ("", "UUID=x /data/3 xfs nofail 0 0\n", []),
        ("PART_ENTRY_NUMBER=1\n", "/dev/sda1 / ext4 defaults 0 1\n", ["/data/3/kafka"]),
        ("", "", ["/data/3/kafka"]),
    ],
)
def test_what_a_disk_holds_that_is_still_to_be_mounted_is_not_lost(used, monkeypatch, tags, table, lost) -> None:
    used.put("/etc/fstab", table)
    used.put("/proc/self/mountinfo", MOUNTS)
    used.put("/data/2/meta.properties", "broker.id=1\n")
    monkeypatch.setattr(used, "device_number", lambda path: "8:32" if path == "/dev/sdc" else None)
    monkeypatch.setattr(awaited.blkid, "read", lambda *_given: dict(one.split("=") for one in tags.split()))
    disks = [{"device": "/dev/sdc", "mount_point": "/data/3"}, {"device": "/dev/sdx", "mount_point": "/data/2"}]
    assert failed_disk.left_behind(used, [*BOTH[:1], "/data/2", "/data/3/kafka"], SETTINGS, disks)["folders"] == lost
    assert failed_disk.left_behind(used, [*BOTH[:1], "/data/2"], SETTINGS, disks)["folders"] == ["/data/3/kafka"]


def test_what_was_moved_to_a_new_folder_is_not_left_behind(used) -> None:
    used.put("/data/4/meta.properties", "broker.id=1\n")
    assert failed_disk.left_behind(used, [*BOTH[:1], "/data/4"], SETTINGS)["folders"] == ["/data/2", "/data/3/kafka"]
    used.put("/data/5/meta.properties", "broker.id=1\n")
    assert failed_disk.left_behind(used, [*BOTH[:1], "/data/4", "/data/5"], SETTINGS)["folders"] == []


def test_a_server_without_any_data_has_left_none_behind(host) -> None:
    host.put(SETTINGS, "log.dirs=/tmp/kafka-logs,/data/2\n")
    host.put("/data/2/lost+found/x", "")
    assert failed_disk.left_behind(host, BOTH, SETTINGS) == {"folders": [], "held": [], "may_be_new": False}


ROLES = "process.roles=broker,controller\n"


@pytest.mark.parametrize(
    "settings",
    [
        f"{ROLES}log.dirs=/data/2,/data/1/kafka\n",
        f"{ROLES}log.dirs=/data/1/kafka\nmetadata.log.dir=/data/2\n",
    ],
)
def test_metadata_that_is_nowhere_any_more_is_not_left_out_unless_it_was_moved(used, settings) -> None:
    used.put(SETTINGS, settings)
    with pytest.raises(GroundworkError, match=r"/data/2 cannot be left out of kafka_log_dirs: .* KRaft metadata lies"):
        failed_disk.left_behind(used, BOTH[:1], SETTINGS)
    used.put("/data/1/kafka/__cluster_metadata-0/x", "")
    failed_disk.left_behind(used, BOTH[:1], SETTINGS)


def test_a_metadata_disk_of_its_own_that_fails_is_not_left_out(failing) -> None:
    host = failing("/data/2")
    host.put(SETTINGS, f"{ROLES}log.dirs=/data/1/kafka\nmetadata.log.dir=/data/2/kafka\n")
    with pytest.raises(GroundworkError, match="/data/2/kafka cannot be left out of kafka_log_dirs"):
        failed_disk.left_behind(host, BOTH[:1], SETTINGS)


@pytest.mark.parametrize(
    "settings",
    [
        "process.roles=broker\nlog.dirs=/data/2/kafka,/data/1/kafka\n",
        "process.roles=broker,controller\nlog.dirs=/data/1/kafka,/data/2/kafka\nmetadata.log.dir=/data/2/kafka/\n",
    ],
)
def test_without_its_metadata_a_server_goes_another_way(failing, settings) -> None:
    host = failing("/data/2")
    host.put(SETTINGS, settings)
    with pytest.raises(GroundworkError, match=r"KRaft metadata lies there.*put an empty disk in its place: stop kafka"):
        failed_disk.check(host, BOTH, SETTINGS)
    with pytest.raises(GroundworkError, match="/data/2/kafka cannot be left out of kafka_log_dirs"):
        failed_disk.left_behind(host, BOTH[:1], SETTINGS)


ENSEMBLE = "".join(f"server.{number}=z{number}:2888:3888\n" for number in (1, 2, 3))
APART = ["/data/1/zk", "/data/2/zk"]


def test_a_zookeeper_server_that_can_be_read_is_none(failing) -> None:
    failed_disk.check_zookeeper(failing("/elsewhere"), APART, "/etc/zookeeper/zoo.cfg")


@pytest.mark.parametrize(
    ("folders", "broken", "away"),
    [
        (APART, "/data/1", "/data/2/zk/version-2"),
        (APART, "/data/2/zk/version-2", "/data/1/zk/version-2"),
        (APART, "/data", ""),
        (APART[1:], "/data/2", ""),
    ],
)
def test_of_an_ensemble_a_server_begins_with_an_empty_disk_and_nothing_else(failing, folders, broken, away) -> None:
    host = failing(broken)
    host.put("/etc/zookeeper/zoo.cfg", ENSEMBLE)
    with pytest.raises(GroundworkError) as raised:
        failed_disk.check_zookeeper(host, folders, "/etc/zookeeper/zoo.cfg")
    failed = next(one for one in folders if broken.startswith(one) or one.startswith(broken))
    assert str(raised.value) == (
        f"{failed} cannot be read (Input/output error), since its disk fails; put an empty disk in its place: stop "
        "zookeeper on the host, unmount the old disk, remove its line from /etc/fstab (or its mount unit), give the "
        "new one in data_disks_devices, and run the playbook groundwork.kafka.site for all hosts, and the server "
        "copies everything from the others"
        + (
            f"; before that run, with zookeeper stopped, move {away} away as well, because a server with a part of its "
            "data does not start, or has forgotten what it acknowledged."
            if away
            else "."
        )
    )


@pytest.mark.parametrize("settings", ["", "server.1=z1:2888:3888\n"])
def test_of_the_only_zookeeper_server_it_is_told_what_is_lost(failing, settings) -> None:
    host = failing("/data/2")
    host.put("/etc/zookeeper/zoo.cfg", settings)
    with pytest.raises(GroundworkError, match=rf"only ZooKeeper server, and the topics.*as {failed_disk.GUIDE} of"):
        failed_disk.check_zookeeper(host, APART, "/etc/zookeeper/zoo.cfg")


def test_a_percent_sign_in_a_mount_point(host) -> None:
    host.put("/proc/self/mountinfo", MOUNTS)
    host.put(UNIT, mount_units.lines(["/data/5%/kafka"], [{"mount_point": "/data/5%"}]))
    assert mount_units.unmounted(host, "kafka") == ["/data/5%"]
    assert mount_units.unmounted(host, "zookeeper") == []
