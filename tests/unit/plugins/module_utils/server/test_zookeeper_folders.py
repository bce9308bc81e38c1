# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import zookeeper_folders

SNAPSHOTS = {"snapshot.0": "snap", "snapshot.a1": "more", "currentEpoch": "2", "acceptedEpoch": "2"}
LOGS = {"log.1": "first", "log.9": "ninth", "log.a2": "young"}


def lay(host, folder: str, files) -> None:
    for name, text in files.items():
        host.put(f"{folder}/version-2/{name}", text)


@pytest.fixture
def server(host):
    """A server that is stopped and has its data in /old/data and /old/log."""
    host.put(zookeeper_folders.ZOO_CFG, "dataDir=/old/data\ndataLogDir=/old/log\n")
    lay(host, "/old/data", SNAPSHOTS)
    lay(host, "/old/log", LOGS)
    return host


def refused(host, data_dir: str, log_dir: str, pid: str | None = None) -> str:
    with pytest.raises(GroundworkError) as raised:
        zookeeper_folders.check(host, data_dir, log_dir, pid)
    return str(raised.value)


def test_a_host_without_a_server_may_have_any_folders(host) -> None:
    zookeeper_folders.check(host, "/new/data", "/new/log", None)


def test_the_data_of_a_server_that_somebody_else_has_made_is_not_left_behind(host) -> None:
    os.makedirs(host.real("/proc/42/fd"))
    os.symlink("/var/lib/zookeeper/version-2/log.1", host.real("/proc/42/fd/7"))
    said = refused(host, "/var/lib/zookeeper/data", "/data/zookeeper/log", "42")
    assert (
        "A ZooKeeper that somebody else has made runs on this host with its transaction log in /var/lib/zookeeper,"
        in said
    )
    assert "; set zookeeper_data_log_dir to /var/lib/zookeeper, and zookeeper_data_dir to where its snapshots" in said
    zookeeper_folders.check(host, "/var/lib/zookeeper", "/var/lib/zookeeper/", "42")
    zookeeper_folders.check(host, "/var/lib/zookeeper/data", "/data/zookeeper/log", None)  # it was stopped


@pytest.mark.parametrize("pid", [None, "42"])
@pytest.mark.parametrize(
    ("data", "log"), [("/old/data", "/old/log"), ("/old/data/", "//old/log/"), ("/link", "/old/log")]
)
def test_the_same_folders_by_any_name_are_no_change(server, data: str, log: str, pid) -> None:
    os.symlink("old/data", server.real("/link"))
    zookeeper_folders.check(server, data, log, pid)


@pytest.mark.parametrize(
    ("data", "log", "variable", "former"),
    [
        ("/old/data", "/new/log", "zookeeper_data_log_dir", "/old/log"),
        ("/new/data", "/old/log", "zookeeper_data_dir", "/old/data"),
        ("/old/data", "/old/data", "zookeeper_data_log_dir", "/old/log"),
        ("/var/lib/zookeeper/data", "/var/lib/zookeeper/log", "zookeeper_data_dir", "/old/data"),
    ],
)
def test_folders_are_not_changed_under_a_server_that_runs(server, data, log, variable, former) -> None:
    for folder in (data, log):
        lay(server, folder, {**SNAPSHOTS, **LOGS})  # a copy of the moment is no better
    said = refused(server, data, log, "42")
    assert said.startswith("ZooKeeper runs on this host with its ")
    assert f"in {former}, and {variable} is " in said
    assert f"by the playbook groundwork.kafka.move_zookeeper_data, or set {variable} back to {former}." in said


@pytest.mark.parametrize(
    ("files", "lacking"),
    [
        ({}, "log.1"),
        ({"log.1": "first", "log.9": "ninth"}, "log.a2"),
        ({**LOGS, "log.9": "nin"}, "log.9"),
        ({**LOGS, "log.a2": "older"}, "log.a2"),
    ],
)
def test_a_log_that_was_not_copied_as_it_is_now_is_named(server, files, lacking: str) -> None:
    lay(server, "/new/log", files)
    said = refused(server, "/old/data", "/new/log")
    assert said.startswith(
        f"/old/log holds {lacking} of ZooKeeper's transaction log, and /new/log, which zookeeper_data"
    )


@pytest.mark.parametrize("lost", sorted(SNAPSHOTS))
def test_snapshots_and_epochs_that_were_not_copied_are_named(server, lost: str) -> None:
    lay(server, "/new/data", {name: text for name, text in SNAPSHOTS.items() if name != lost})
    assert refused(server, "/new/data", "/old/log").startswith(f"/old/data holds {lost} of ZooKeeper's snapshots, and")


def test_snapshots_that_were_moved_without_the_log_are_not_enough(server) -> None:
    lay(server, "/new/data", SNAPSHOTS)
    assert refused(server, "/new/data", "/new/log").startswith("/old/log holds log.1 of ZooKeeper's transaction log")


@pytest.mark.parametrize("left", [True, False])
def test_folders_that_were_copied_or_moved_whole_are_taken(server, left: bool) -> None:
    lay(server, "/new/data", SNAPSHOTS)
    lay(server, "/new/log", LOGS)
    if not left:
        os.rename(server.real("/old"), server.real("/older"))
    zookeeper_folders.check(server, "/new/data", "/new/log", None)


def test_a_copy_beside_a_disk_that_is_not_mounted_may_be_an_old_one(server) -> None:
    lay(server, "/new/log", {"log.1": "first"})
    os.rename(server.real("/old/log"), server.real("/unmounted"))
    server.put("/proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
    server.put("/etc/fstab", "LABEL=log /old/log xfs nofail 0 0\n")
    assert refused(server, "/old/data", "/new/log").startswith(
        "/etc/zookeeper/zoo.cfg says that ZooKeeper keeps its transaction log in /old/log, whose disk is not mounted,"
    )
    zookeeper_folders.check(server, "/old/data", "/old/log", None)
    server.put("/etc/fstab", "")
    zookeeper_folders.check(server, "/old/data", "/new/log", None)


@pytest.mark.parametrize("pid", [None, "42"])
def test_a_folder_where_nobody_has_put_the_data_is_refused(server, pid) -> None:
    os.rename(server.real("/old"), server.real("/older"))
    said = refused(server, "/new/data", "/new/log", pid)
    assert "neither holds any; name the folder that does" in said if pid is None else "runs on this host" in said


def test_a_disk_that_died_has_nothing_to_be_missed(server, monkeypatch) -> None:
    def names(path: str):
        raise OSError(5, "Input/output error", path)

    monkeypatch.setattr(server, "names", names)
    assert "neither holds any" in refused(server, "/old/data", "/new/log")


def test_a_log_that_is_to_leave_the_snapshots_leaves_nothing_behind(server) -> None:
    server.put(zookeeper_folders.ZOO_CFG, "dataDir=/one\n")
    lay(server, "/one", {**SNAPSHOTS, **LOGS})
    lay(server, "/two", LOGS)
    assert refused(server, "/one", "/two").startswith(
        "/one holds log.1 of ZooKeeper's transaction log, which is to lie in"
    )
    for name in LOGS:
        os.unlink(server.real(f"/one/version-2/{name}"))
    zookeeper_folders.check(server, "/one", "/two", None)
    lay(server, "/two", SNAPSHOTS)
    assert refused(server, "/one", "/two").startswith(
        "/two holds snapshot.0 of ZooKeeper's snapshots, which is to lie in"
    )


def test_the_log_that_a_process_has_open_counts_more_than_a_file_that_it_has_not_read(server) -> None:
    server.put(zookeeper_folders.ZOO_CFG, "dataDir=/old/data\ndataLogDir=/new/log\n")
    os.makedirs(server.real("/proc/42/fd"))
    for number, path in enumerate(("/dev/null", "socket:[7]", "/old/log/version-2/log.a2")):
        os.symlink(path, server.real(f"/proc/42/fd/{number}"))
    said = refused(server, "/old/data", "/new/log", "42")
    assert "in /old/log, and zookeeper_data_log_dir is /new/log" in said
    zookeeper_folders.check(server, "/old/data", "/old/log", "42")
