# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Every path below a folder of a service's user that a module reads or writes, with all that he can put there."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive, heap, storage
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data
from ansible_collections.groundwork.kafka.plugins.module_utils.server import files as server_files
from ansible_collections.groundwork.kafka.plugins.module_utils.server import identity as server_identity_paths
from ansible_collections.groundwork.kafka.plugins.modules import (
    host_audit,
    host_profile,
    kafka_storage,
    metrics_file,
    server_identity,
)
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.hostile import (
    NO_FILES,
    NO_FOLDERS,
    SECRET,
    lay_out,
    outside,
)

pytestmark = pytest.mark.usefixtures("no_waiting")

THEIRS = "/data/theirs"
IDENTITY = dict.fromkeys(("log_dirs", "mount_points", "disks", "rack_command"), ()) | dict.fromkeys(
    ("data_dir", "data_log_dir", "accept_lost_log", "rack", "rack_file", "replication_factor", "replication_config")
)
FORMAT = {"node_id": 1, "roles": ["broker"], "metadata_log_dir": None, "cluster_id": None}
FILES = {"service": "s", "user": "kafka", "folders": [], "data_folders": [], "disks": [], "files": []}
FILES |= {"secrets": {}, "reads": []}


@pytest.fixture
def machine(tmp_path):
    """A host that knows every user, by the number of the one who runs the test, and where no service runs."""
    lay_out(tmp_path)

    def run(argv):
        if argv[0] == "getent":
            number = os.getuid() if argv[1] == "passwd" else os.getgid()
            return Completed(0, "".join(f"{name}:x:{number}:\n" for name in argv[2:]), "")
        return Completed(0, "0\n", "")

    (tmp_path / "etc/kafka").mkdir(parents=True)
    (tmp_path / "etc/zookeeper").mkdir(parents=True)
    (tmp_path / "etc/kafka/server.properties").write_text(f"log.dirs={THEIRS}/at\n")
    (tmp_path / "etc/zookeeper/zoo.cfg").write_text(f"dataDir={THEIRS}/at\n")
    return Host(str(tmp_path), run)


def identity(**given):
    return lambda host: server_identity.run(host, {**IDENTITY, **given})


def files(check=False, **given):
    return lambda host: server_files.run(host, {**FILES, **given}, check)


def metrics(check=False):
    return lambda host: metrics_file.run(host, {"path": f"{THEIRS}/at/x.prom", "content": "x 1\n"}, check)


MYID = [{"path": f"{THEIRS}/at/myid", "content": "1\n", "owner": "kafka"}]
# What is done, and the file below a folder of theirs that it reads or writes.
BY_FILE = {
    "the number of a ZooKeeper server": (identity(data_dir=f"{THEIRS}/at"), "at/myid"),
    "the number of a broker": (identity(log_dirs=[f"{THEIRS}/at"]), "at/meta.properties"),
    "whose data a folder is": (
        lambda host: kafka_storage.run(host, {**FORMAT, "log_dirs": [f"{THEIRS}/at"]}, True),
        "at/meta.properties",
    ),
    "whose data a broker has": (lambda host: server_data.check_broker(host, 1, [f"{THEIRS}/at"]), "at/meta.properties"),
    "whose data ZooKeeper has": (lambda host: server_data.check_zookeeper(host, 1, f"{THEIRS}/at"), "at/myid"),
    "what a server had before": (
        lambda host: storage.check_former(host, "/etc/kafka/server.properties", ["/new"]),
        "at/meta.properties",
    ),
    "a file that is written": (files(files=MYID, folders=[{"path": "/etc/kafka"}]), "at/myid"),
    "a file that would be written": (files(True, files=MYID), "at/myid"),
    "metrics that are written": (metrics(), "at/x.prom"),
    "metrics that would be written": (metrics(True), "at/x.prom"),
}
BY_FOLDER = {
    "the number of a ZooKeeper server": (identity(data_dir=f"{THEIRS}/at"), "at"),
    "what ZooKeeper holds": (identity(data_dir=f"{THEIRS}/at"), "at/version-2"),
    "the number of a broker": (identity(log_dirs=[f"{THEIRS}/at"]), "at"),
    "whose data a folder is": (
        lambda host: kafka_storage.run(host, {**FORMAT, "log_dirs": [f"{THEIRS}/at"]}, True),
        "at",
    ),
    "the metadata": (
        lambda host: kafka_storage.run(host, {**FORMAT, "log_dirs": [f"{THEIRS}/at"]}, True),
        "at/__cluster_metadata-0",
    ),
    "partitions that were left out": (
        lambda host: server_data.check_removed(host, "/etc/kafka/server.properties", ["/data/other"]),
        "at",
    ),
    "a folder that is made": (files(data_folders=[f"{THEIRS}/at"]), "at"),
    "a folder that is made below": (files(data_folders=[f"{THEIRS}/at/log"]), "at"),
    "a folder that would be made": (files(True, data_folders=[f"{THEIRS}/at"]), "at"),
    "a file that is written below": (files(files=MYID), "at"),
    "metrics that are written below": (metrics(), "at"),
    "room for a heap dump": (lambda host: heap.dump_findings(host, f"{THEIRS}/at/kafka.hprof", 1), "at"),
}
#: Where nothing of the kind is needed, it is as if there were nothing.
PASSED_OVER = {"what ZooKeeper holds", "the metadata", "partitions that were left out", "whose data a folder is"}


@pytest.mark.parametrize("make", NO_FILES)
@pytest.mark.parametrize("name", BY_FILE)
def test_what_is_no_file_is_named_and_neither_read_nor_shown_nor_written(machine, tmp_path, name, make) -> None:
    work, path = BY_FILE[name]
    (tmp_path / "data/theirs/at").mkdir(mode=0o777)
    (tmp_path / "data/theirs/at").chmod(0o777)
    os.symlink("../root", tmp_path / "data/root")  # so that what leads two folders up leads to the same from here
    make(str(tmp_path / "data/theirs" / path))
    before = outside(tmp_path)
    with pytest.raises(GroundworkError) as raised:
        work(machine)
    assert str(raised.value).startswith(f"{THEIRS}/{path} ")
    assert SECRET not in str(raised.value)
    assert outside(tmp_path) == before


@pytest.mark.parametrize("make", NO_FOLDERS)
@pytest.mark.parametrize("name", BY_FOLDER)
def test_what_is_no_folder_is_named_and_neither_read_nor_shown_nor_written(machine, tmp_path, name, make) -> None:
    work, path = BY_FOLDER[name]
    if "/" in path:
        (tmp_path / "data/theirs/at").mkdir(mode=0o777)
        (tmp_path / "data/theirs/at").chmod(0o777)
        os.symlink("../root", tmp_path / "data/root")
    make(str(tmp_path / "data/theirs" / path))
    before = outside(tmp_path)
    try:
        told = str(work(machine))
    except GroundworkError as error:
        told = str(error)
        assert told.startswith(f"{THEIRS}/{path} ")
    else:
        assert name in PASSED_OVER
        assert not os.path.islink(tmp_path / "data/theirs" / path)
    assert SECRET not in told
    assert outside(tmp_path) == before


@pytest.mark.parametrize("make", NO_FILES)
@pytest.mark.parametrize("kind", ["broker", "zookeeper"])
def test_an_audit_names_a_configuration_that_it_does_not_read_and_goes_on(host, call, tmp_path, kind, make) -> None:
    """Any user of a host can start what looks like a server, with any file."""
    lay_out(tmp_path)
    fake_servers.boot(host)
    make(str(tmp_path / "data/theirs/at"))
    argv = [*(fake_servers.KAFKA if kind == "broker" else fake_servers.ZOOKEEPER)[:-1], f"{THEIRS}/at"]
    fake_servers.run(host, 42, argv, cgroup="0::/user.slice\n")
    before = outside(tmp_path)
    record = call(host_audit, name="db1", observe=False)["record"]
    found = {finding["id"]: finding for finding in record["findings"]}
    assert found["configuration_refused"]["found"].startswith(f"{THEIRS}/at ")
    assert (record["services"][0]["id"], record["services"][0]["directories"]) == (None, [])
    assert SECRET not in str(record)
    assert outside(tmp_path) == before


@pytest.mark.parametrize("kind", ["broker", "zookeeper"])
@pytest.mark.parametrize(
    "path", ["/proc/kmsg", "//proc/kmsg", "/proc/../proc/kmsg", "kmsg", "/etc/../proc/kmsg"], ids=lambda path: path
)
def test_an_audit_reads_no_file_of_the_kernels_for_a_configuration(host, call, path, kind) -> None:
    """That one never ends, and no link is needed to give it."""
    fake_servers.boot(host)
    os.mkfifo(host.real("/proc/kmsg"))
    argv = [*(fake_servers.KAFKA if kind == "broker" else fake_servers.ZOOKEEPER)[:-1], path]
    fake_servers.run(host, 42, argv, cgroup="0::/user.slice\n")
    fake_servers.link(host, "/proc/42/cwd", "/proc")
    record = call(host_audit, name="db1", observe=False)["record"]
    (found,) = [finding for finding in record["findings"] if finding["id"] == "configuration_refused"]
    assert "leads to the kernel's own files" in found["found"]


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ("process.roles=broker\ncontroller.listener.names=SSL\nssl.keystore.location=/proc/kmsg\n", False),
        ("log.dirs=/data/theirs,/proc/kmsg\n", True),
    ],
)
def test_an_audit_reads_no_file_of_the_kernels_for_what_a_configuration_names(host, call, given, refused) -> None:
    fake_servers.boot(host)
    os.mkfifo(host.real("/proc/kmsg"))
    host.put("/etc/kafka.properties", given)
    fake_servers.run(host, 42, fake_servers.KAFKA, cgroup="0::/user.slice\n")
    record = call(host_audit, name="db1", observe=False)["record"]
    assert ("configuration_refused" in [finding["id"] for finding in record["findings"]]) is refused


def test_an_audit_does_not_look_beyond_a_link_for_snapshots(host, call, tmp_path) -> None:
    lay_out(tmp_path)
    fake_servers.boot(host)
    host.put("/etc/zoo.cfg", f"dataDir={THEIRS}\nautopurge.purgeInterval=1\n")
    fake_servers.run(host, 42, fake_servers.ZOOKEEPER, cgroup="0::/user.slice\n")
    os.symlink("../../root/inside/version-2", tmp_path / "data/theirs/version-2")
    record = call(host_audit, name="db1", observe=False)["record"]
    assert record["outcome"] == "audited"
    assert not [finding for finding in record["findings"] if finding["id"] == "purge_behind"]


def test_a_folder_in_the_place_of_the_lock_is_said(host) -> None:
    os.makedirs(host.real(lock.PATH))
    with pytest.raises(GroundworkError, match=r"could not be told; move it away and run again\.$"), lock.held(
        host, "x"
    ):
        pass


@pytest.mark.parametrize("make", NO_FILES)
def test_a_stamp_in_a_folder_of_theirs_that_is_no_file_is_none(machine, tmp_path, make) -> None:
    make(str(tmp_path / "data/theirs" / archive.STAMP))
    before = outside(tmp_path)
    assert archive.find_installed(machine.real("/data"), "sha512:aa") is None
    assert outside(tmp_path) == before


def test_a_folder_in_the_place_of_the_link_is_said(tmp_path) -> None:
    (tmp_path / "kafka").mkdir()
    with pytest.raises(GroundworkError, match=r"/kafka is no symbolic link; move it away, or choose another link\.$"):
        archive.refuse_link(str(tmp_path / "kafka"), "/opt/kafka_2.13-3.9.2")


@pytest.mark.parametrize(
    "path",
    [
        "/etc/sysctl.d/99-groundwork-kafka.conf",
        "/etc/security/limits.d/99-groundwork-kafka.conf",
        "/etc/systemd/system/kafka.service.d/50-groundwork-kafka.conf",
        "/var/lib/groundwork-kafka/journal.json",
        "/etc/tmpfiles.d/00-groundwork-kafka.conf",
    ],
)
def test_a_folder_in_the_place_of_a_file_of_a_profile_is_said_before_anything_is_written(host, call, path) -> None:
    host.untuned()
    host.put("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n")
    os.makedirs(host.real(path))
    before = {name: text for name, text in host.tree().items() if not name.startswith("run/")}
    result = call(
        host_profile,
        observe=False,
        kernel_parameters={"vm.swappiness": 1},
        nofile={"soft": 1000, "hard": 2000},
        limits_users=["kafka"],
        services=["kafka"],
        transparent_huge_pages="madvise",
    )
    assert result["msg"] == f"{path} is a folder, and a file is to be there; move it away and run again."
    assert {name: text for name, text in host.tree().items() if not name.startswith("run/")} == before


@pytest.mark.parametrize("path", [server_identity_paths.NODES, server_identity_paths.SERVERS])
def test_a_folder_in_the_place_of_what_a_host_remembers_is_said(host, path) -> None:
    os.makedirs(host.real(path))
    with pytest.raises(GroundworkError, match=r"json is a folder, and a file is to be there; move"):
        identity(log_dirs=["/d"], data_dir="/z")(host)
