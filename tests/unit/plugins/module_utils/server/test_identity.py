# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import identity as server_identity

ZOO_CFG = "/etc/zookeeper/zoo.cfg"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#Sat Nov 21\nbroker.id=3\ncluster.id=A-b_c\nversion=0\n", (3, "A-b_c")),
        ("node.id=12\ncluster.id=X\nversion=1\n", (12, "X")),
        ("", (None, None)),
        ("broker.id=none\n", (None, None)),
    ],
)
def test_a_nodes_number_is_that_of_its_data(host, text: str, found) -> None:
    host.put("/data/2/meta.properties", text)
    told = server_identity.node(host, ["/data/1", "/data/2"])
    assert (told["id"], told["cluster_id"]) == found


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        ("broker.id=1\ncluster.id=A", "broker.id=2\ncluster.id=A", "broker 1, and /data/2 that of broker 2"),
        ("broker.id=1\ncluster.id=A", "broker.id=1\ncluster.id=B", "cluster A, and /data/2 that of cluster B"),
        ("node.id=1\ncluster.id=A", "node.id=2\ncluster.id=A", "node 1, and /data/2 that of node 2"),
    ],
)
def test_folders_of_two_servers_are_an_error_before_any_restart(host, first: str, second: str, what: str) -> None:
    host.put("/data/1/meta.properties", first + "\n")
    host.put("/data/2/meta.properties", second + "\n")
    with pytest.raises(GroundworkError, match=f"^/data/1 holds the data of {what}; take the folder"):
        server_identity.node(host, ["/data/1", "/data/2"])


@pytest.mark.parametrize("text", ["two\n", "1 2\n", "-1\n"])
def test_a_myid_that_is_no_number_is_an_error_with_the_file(host, text: str) -> None:
    host.put("/z/data/myid", text)
    with pytest.raises(GroundworkError, match=rf"^/z/data/myid holds '{text.strip()}', and not the number"):
        server_identity.zookeeper(host, "/z/data", "/z/log", [])


@pytest.mark.parametrize("folder", ["/z/data", "/z/log", "/z/log/version-2"])
def test_a_zookeeper_folder_on_a_disk_that_fails_is_told_with_the_way(host, monkeypatch, folder) -> None:
    def refuse(path):
        if path.startswith(folder):
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)
        return []

    host.put(ZOO_CFG, "dataDir=/z/data\ndataLogDir=/z/log\nserver.1=a:2888:3888\nserver.2=b:2888:3888\n")
    monkeypatch.setattr(host, "names", refuse)
    with pytest.raises(GroundworkError, match=r"since its disk fails; put an empty disk in its place: stop zookeeper"):
        server_identity.zookeeper(host, "/z/data", "/z/log", [])


def test_a_server_that_somebody_else_has_made_keeps_its_data(host) -> None:
    os.makedirs(host.real("/proc/42/fd"))
    os.symlink("/y/version-2/log.1", host.real("/proc/42/fd/7"))
    host.run = lambda _argv: Completed(0, "42\n", "")
    with pytest.raises(GroundworkError, match=r"^A ZooKeeper that somebody else has made runs .* in /y, and"):
        server_identity.zookeeper(host, "/z/data", "/z/log", [])


@pytest.mark.parametrize("pid", ["0", "42"])
def test_a_server_that_would_not_find_its_data_is_refused(host, pid) -> None:
    host.put(ZOO_CFG, "dataDir=/z/data\ndataLogDir=/z/log\nserver.1=a:2888:3888\n")
    host.put("/z/data/version-2/snapshot.1", "")
    host.put("/z/log/version-2/log.1", "")
    host.run = lambda _argv: Completed(0, f"{pid}\n", "")
    server_identity.zookeeper(host, "/z/data", "/z/log", [])
    for folders in (("/z/data", "/y/log"), ("/y/data", "/z/log"), ("/z/data", "/z/data")):
        with pytest.raises(GroundworkError, match=r"ZooKeeper runs on this host with|holds \w+\.1 of ZooKeeper's"):
            server_identity.zookeeper(host, *folders, [])


def test_a_folder_of_a_broker_on_a_disk_that_fails_is_told_with_the_way(host, monkeypatch) -> None:
    def refuse(path):
        raise OSError(errno.EIO, os.strerror(errno.EIO), path)

    monkeypatch.setattr(host, "names", refuse)
    with pytest.raises(GroundworkError, match=r"^/data cannot be read .*, since its disk fails; where the disk holds"):
        server_identity.node(host, ["/data"])


def test_a_host_remembers_the_numbers_of_all(host) -> None:
    host.put("/etc/kafka/node-ids.json", '{"k1": 1, "k9": 9}')
    assert server_identity.node(host, ["/data"])["remembered"] == {"k1": 1, "k9": 9}


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"k1": "one"}', '{"k1": null}'])
def test_a_broken_memory_is_an_error_with_the_file(host, text: str) -> None:
    host.put("/etc/zookeeper/server-ids.json", text)
    with pytest.raises(GroundworkError, match=r"^/etc/zookeeper/server-ids\.json does not hold the numbers"):
        server_identity.zookeeper(host, "/z", "/z", [])


def test_an_empty_host_tells_of_no_server(host) -> None:
    host.put("/etc/hostname", "z1\n")
    assert server_identity.zookeeper(host, "/z/data", "/z/log", []) == {
        "id": None,
        "remembered": {},
        "members": [],
        "elections": {},
        "filled": False,
        "awaited": False,
        "log_lost": False,
        "pending": False,
        "shared_device": True,
        "certificates": {},
    }


@pytest.fixture
def server(host):
    """A server with data, whose process is of the year 2100, and older than its configuration where that is."""
    host.untuned()
    host.run = lambda _argv: Completed(0, "42\n", "")
    host.put(ZOO_CFG, "server.1=a:2888:3888\nserver.10=b:2888:3888\nserver.2=c:2888:3888\nserverx=1\n")
    host.put("/proc/stat", "btime 4102444800\n")
    host.put("/z/data/myid", "10\n")
    host.put("/z/log/version-2/log.1", "")
    return host


def test_a_server_tells_of_its_ensemble(server) -> None:
    told = server_identity.zookeeper(server, "/z/data", "/z/log", [])
    assert (told["id"], told["members"], told["filled"], told["pending"]) == (10, [1, 2, 10], True, False)
    assert told["elections"] == {"1": "a:3888", "2": "c:3888", "10": "b:3888"}


@pytest.mark.parametrize(
    ("named", "address"),
    [
        ("z1:2888:3888:participant;2181", "z1:3888"),
        ("[fd00::1]:2888:3889", "[fd00::1]:3889"),
        ("z1", ""),
    ],
)
def test_where_a_server_takes_part_in_elections(server, named: str, address: str) -> None:
    server.put(ZOO_CFG, f"server.1={named}\n")
    assert server_identity.zookeeper(server, "/z/data", "/z/log", [])["elections"] == {"1": address}


def test_a_disk_that_is_to_be_mounted_may_have_what_is_missed(host) -> None:
    host.put("/proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
    host.put("/etc/fstab", "LABEL=data /z/data xfs nofail 0 0\n")
    told = server_identity.zookeeper(host, "/z/data", "/z/log", [])
    assert (told["filled"], told["awaited"]) == (False, True)
    host.put("/z/data/version-2/snapshot.0", "")
    told = server_identity.zookeeper(host, "/z/data", "/z/log", [])
    assert (told["filled"], told["awaited"]) == (True, False)


def test_a_server_that_runs_has_its_log_open_wherever_that_is(server) -> None:
    server.put("/y/data/version-2/snapshot.1", "")
    assert server_identity.zookeeper(server, "/y/data", "/y/log", [])["log_lost"] is False
    server.run = lambda _argv: Completed(0, "0\n", "")
    assert server_identity.zookeeper(server, "/y/data", "/y/log", [])["log_lost"] is True


def test_a_server_that_runs_with_an_earlier_configuration(server) -> None:
    os.utime(server.real(ZOO_CFG), (5000000000, 5000000000))
    assert server_identity.zookeeper(server, "/z/data", "/z/log", [])["pending"] is True


@pytest.mark.parametrize(
    ("mount_points", "shared"),
    [
        ([], True),
        (["/z/log"], False),
        (["/z/log/"], False),
        (["/z"], True),
        (["/z/data", "/z/log"], False),
        (["/z/lo"], True),
        (["/z", "/z/log"], False),
    ],
)
def test_snapshots_and_log_on_one_device(host, mount_points, shared: bool) -> None:
    host.put("/etc/hostname", "z1\n")
    assert server_identity.zookeeper(host, "/z/data", "/z/log", mount_points)["shared_device"] is shared


def test_one_folder_is_one_device(host) -> None:
    assert server_identity.zookeeper(host, "/z", "/z", ["/z"])["shared_device"] is True


@pytest.mark.parametrize(
    ("given", "file", "command", "found"),
    [
        (None, None, [], None),
        (" a ", None, [], "a"),
        ("", None, [], None),
        (None, "/etc/rack", [], "row 7"),
        (None, None, ["/usr/bin/rack", "-s"], "b"),
    ],
)
def test_the_rack(tmp_path, given, file, command, found) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/rack").write_text("row 7\n\n")
    asked = []
    host = Host(str(tmp_path), lambda argv: asked.append(argv) or Completed(0, "b\n", ""))
    assert server_identity.rack(host, given, file, command) == found
    assert asked == ([command] if command else [])


@pytest.mark.parametrize(
    ("ways", "answer", "sentence"),
    [
        (("a", "/etc/rack", []), None, "kafka_rack and kafka_rack_file are given; give one of them."),
        ((None, "/etc/rack", []), None, "/etc/rack (kafka_rack_file) is not there; write the host's rack into it"),
        ((None, "/etc/two", []), None, "/etc/two (kafka_rack_file) gives 2 lines; the rack is one line of text."),
        ((None, None, ["rack"]), Completed(0, "\n", ""), "rack (kafka_rack_command) gives 0 lines"),
        ((None, None, ["rack"]), Completed(3, "", ""), "rack (kafka_rack_command) failed: exit code 3; it must print"),
        (
            (None, None, ["rack"]),
            Completed(127, "", "rack: not installed"),
            "rack (kafka_rack_command) failed: rack: not",
        ),
    ],
)
def test_a_rack_that_cannot_be_told(tmp_path, ways, answer, sentence: str) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/two").write_text("a\nb\n")
    host = Host(str(tmp_path), lambda _argv: answer)
    with pytest.raises(GroundworkError) as raised:
        server_identity.rack(host, *ways)
    assert str(raised.value).startswith(sentence)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_a_command_that_others_could_have_changed_is_not_run_by_root(tmp_path) -> None:
    (tmp_path / "rack").write_text("")
    host = Host(str(tmp_path), lambda _argv: Completed(0, "b\n", ""))
    assert server_identity.rack(host, None, None, ["/rack"]) == "b"
    os.chown(tmp_path / "rack", 1, 1)
    with pytest.raises(GroundworkError, match="rack belongs to daemon, so others than root could have another"):
        server_identity.rack(host, None, None, ["/rack"])
