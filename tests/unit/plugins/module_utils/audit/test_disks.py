# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno
import os
import shutil

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import disks as audit_disks
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import WITHOUT_DISK
from ansible_collections.groundwork.kafka.plugins.module_utils.server import java_command
from ansible_collections.groundwork.kafka.plugins.module_utils.server.running import Server

ROOT = "20 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw"
DATA = "21 20 8:16 / /data rw,noatime - xfs /dev/sdb rw,largeio"
MORE = "22 20 8:32 / /more rw,noatime - ext4 /dev/sdc rw"
FSTAB = "UUID=1 / ext4 defaults 0 1\nUUID=2 /data xfs noatime,nofail 0 0\n"


def server(kind, **properties):
    given = {name.replace("_", "."): value for name, value in properties.items()}
    return Server(kind, "42", java_command.parse(["java", "a.Main"]), unit="kafka", properties=given)


def inspect(host, found, *mounts, fstab=FSTAB):
    host.put("/proc/self/mountinfo", "\n".join(mounts) + "\n")
    host.put("/etc/fstab", fstab)
    return audit_disks.inspect_disks(host, [found])


def ids(observed):
    return [[finding["id"] for finding in seen.findings] for seen in observed]


def test_a_disk_as_it_should_be(host):
    (seen,) = inspect(host, server("broker", log_dirs="/data/kafka"), ROOT, DATA)
    assert seen.findings == []
    assert {name: seen.row[name] for name in ("kind", "name", "effective", "persisted", "persisted_at", "status")} == {
        "kind": "disk",
        "name": "kafka /data/kafka",
        "effective": "xfs rw,noatime,largeio",
        "persisted": "xfs noatime,nofail",
        "persisted_at": "/etc/fstab:2",
        "status": "in_effect",
    }


@pytest.mark.parametrize(
    ("mount", "expected", "note"),
    [
        pytest.param(DATA.replace("noatime", "relatime"), ["disk_mount_options"], "without noatime", id="access times"),
        pytest.param(DATA.replace("xfs", "btrfs"), ["disk_file_system"], "btrfs is neither XFS nor EXT4", id="btrfs"),
        pytest.param(DATA.replace("xfs", "ext4"), [], "", id="the documented alternative"),
        pytest.param(DATA.replace("rw,noatime", "ro,noatime"), ["disk_read_only"], "mounted read-only", id="read-only"),
        pytest.param(
            MORE,
            ["disk_missing", "disk_mount_options"],
            "the disk that fstab mounts at /data is not mounted",
            id="the data disk is not there",
        ),
    ],
)
def test_each_fault(host, mount, expected, note):
    (seen,) = inspect(host, server("broker", log_dirs="/data/kafka"), ROOT, mount)
    assert [finding["id"] for finding in seen.findings] == expected
    assert note in (seen.row["note"] or "")


@pytest.mark.parametrize(
    ("line", "severity"),
    [("UUID=2 /data", "high"), ("UUID=2 /data/kafka/ xfs noatime x", "high"), ("UUID=2 /dat", "low"), ("/", "low")],
)
def test_a_line_that_mount_leaves_out(host, line, severity):
    host.put("/etc/fstab", FSTAB + line + "\n")
    found = audit_disks.ignored(host, [server("broker", log_dirs="/data/kafka")])
    assert [(finding["subject"], finding["severity"]) for finding in found] == [("line /etc/fstab:3", severity)]


def test_data_on_the_disk_of_the_system(host):
    (seen,) = inspect(host, server("broker", log_dirs="/srv/kafka"), ROOT)
    assert [finding["id"] for finding in seen.findings] == ["disk_of_the_system", "disk_mount_options"]
    assert [finding["severity"] for finding in seen.findings] == ["medium", "low"]


def test_a_disk_that_is_not_mounted_by_itself_is_none_that_is_missing(host):
    table = "UUID=2 /data xfs noauto 0 0\n"
    (seen,) = inspect(host, server("broker", log_dirs="/data/kafka"), ROOT, fstab=table)
    assert "disk_missing" not in [finding["id"] for finding in seen.findings]


def test_two_log_directories_on_one_disk(host):
    observed = inspect(host, server("broker", log_dirs="/data/1,/data/2"), ROOT, DATA)
    assert ids(observed) == [["disk_shared"], ["disk_shared"]]
    assert observed[0].row["note"] == "/data/2 lies on the same disk"


def test_a_disk_for_each(host):
    assert ids(inspect(host, server("broker", log_dirs="/data/1,/more/2"), ROOT, DATA, MORE)) == [[], []]


def test_snapshots_may_lie_anywhere_when_the_log_has_its_own_directory(host):
    found = server("zookeeper", dataDir="/var/lib/zookeeper", dataLogDir="/data/log")
    assert ids(inspect(host, found, ROOT, DATA)) == [[], []]


def test_a_log_among_the_snapshots_wants_a_disk(host):
    found = server("zookeeper", dataDir="/var/lib/zookeeper")
    assert ids(inspect(host, found, ROOT)) == [["disk_of_the_system", "disk_mount_options"]]


def test_of_two_mounts_in_one_place_the_last_counts(host):
    (seen,) = inspect(host, server("broker", log_dirs="/data/kafka"), ROOT, DATA.replace("xfs", "btrfs"), DATA)
    assert seen.findings == []


def test_a_disk_that_fails_is_a_finding_and_not_the_end_of_the_audit(host, monkeypatch):
    def refuse(path):
        if path.startswith("/data"):
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)
        return []

    monkeypatch.setattr(host, "names", refuse)
    (seen,) = inspect(host, server("broker", log_dirs="/data/kafka"), ROOT, DATA)
    (finding,) = seen.findings
    assert (finding["id"], finding["severity"]) == ("disk_failed", "high")
    assert "it cannot be read (Input/output error), so the disk fails" in finding["why"]
    assert finding["remedy"] == WITHOUT_DISK


@pytest.mark.parametrize(
    ("found", "remedy"),
    [
        (
            server("broker", process_roles="broker", log_dirs="/data/kafka,/else"),
            "the server's KRaft metadata lies there, without which it does not run, so put an empty disk in its place: "
            "stop kafka on the host",
        ),
        (
            server("zookeeper", dataDir="/data/zk", server_1="z1:2888:3888", server_2="z2:2888:3888"),
            "put an empty disk in its place: stop zookeeper on the host",
        ),
    ],
)
def test_the_way_is_that_of_the_server_whose_disk_fails(host, monkeypatch, found, remedy):
    def refuse(path):
        if path.startswith("/data"):
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)
        return []

    monkeypatch.setattr(host, "names", refuse)
    (finding,) = [
        one for seen in inspect(host, found, ROOT, DATA) for one in seen.findings if one["id"] == "disk_failed"
    ]
    assert finding["remedy"].startswith(remedy)


def test_a_folder_that_a_broker_has_given_up(host):
    both = server("broker", log_dirs="/data/kafka,/more/kafka")

    def locked(*folders):
        shutil.rmtree(host.real("/proc/42/fd"), ignore_errors=True)
        os.makedirs(host.real("/proc/42/fd"))
        for number, folder in enumerate(folders):
            os.symlink(f"{folder}/.lock", host.real(f"/proc/42/fd/{number}"))
        return ids(inspect(host, both, ROOT, DATA, MORE))

    assert locked("/data/kafka", "/more/kafka") == [[], []]
    assert locked("/data/kafka") == [[], ["folder_offline"]]
    assert locked() == [[], []], "where nobody can tell"
