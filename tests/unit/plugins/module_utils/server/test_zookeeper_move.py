# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is to be moved, and what is in the way: told while the server runs, before anything is done."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import fstab
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    move_record,
    move_room,
    switched,
    zookeeper_folders,
    zookeeper_move,
    zookeeper_mover,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.zookeeper_move import LOG, SNAPSHOTS
from ansible_collections.groundwork.kafka.plugins.modules import zookeeper_move as module
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.moved import ACCOUNT, MovingHost

DISKS = [{"device": "/dev/sdb", "mount_point": "/new"}]
MOUNTED = "36 35 98:0 / /new rw,noatime - xfs /dev/sdb rw\n"


@pytest.fixture
def server(tmp_path):
    """One that runs, with its data in /old/data and /old/log."""
    host = MovingHost(str(tmp_path))
    host.put(zookeeper_folders.ZOO_CFG, "dataDir=/old/data/\ndataLogDir=/old/log\nserver.1=a:1:2\nserver.2=b:1:2\n")
    host.put("/old/data/myid", "1")
    for name in ("snapshot.0", "currentEpoch"):
        host.put("/old/data/version-2/" + name, "x" * 5000)
    host.put("/old/log/version-2/log.1", "x")
    return host


def plan(host, data="/new/data", log="/new/log", disks=()):
    return zookeeper_move.plan(host, {SNAPSHOTS: data, LOG: log}, disks)


def refused(host, **given) -> str:
    before = host.tree()
    with pytest.raises(GroundworkError) as raised:
        plan(host, **given)
    assert host.tree() == before
    return str(raised.value)


def test_what_is_moved_is_told_with_its_size_and_the_room_for_it(server, monkeypatch) -> None:
    server.put(fstab.MOUNTINFO, MOUNTED)
    monkeypatch.setattr(server, "room", lambda _path: 5 << 30)
    planned = plan(server, disks=DISKS)
    assert list(planned.summary) == [
        "snapshots: 2 files, 0.0 MiB, from /old/data to /new/data (on the disk at /new, 5.0 GiB free)",
        "transaction log: 1 files, 0.0 MiB, from /old/log to /new/log (on the disk at /new, 5.0 GiB free)",
    ]
    assert planned.due == ["/new/data", "/new/log"]
    assert server.changes == 0


def test_a_server_alone_is_said_to_be_the_only_one(server) -> None:
    server.put(zookeeper_folders.ZOO_CFG, "dataDir=/old/data\ndataLogDir=/old/log\n")
    assert plan(server).summary[-1] == "this is the only ZooKeeper server: until it is back, brokers wait for it"


@pytest.mark.parametrize(
    ("data", "log"), [("/old/data", "/old/log"), ("/old//data/", "/old/./log"), ("/link", "/old/log")]
)
def test_the_same_folders_by_any_name_are_nothing_to_move(server, data: str, log: str) -> None:
    os.symlink("old/data", server.real("/link"))
    planned = plan(server, data, log)
    assert (planned.due, list(planned.summary)) == ([], [])


def test_a_host_without_a_server_has_nothing_to_move(tmp_path) -> None:
    assert plan(MovingHost(str(tmp_path))) == zookeeper_move.Plan()


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        ("/new/log/orders-0/00.log", "", "/new/log holds orders-0, which no move of this server's data has put there"),
        ("/new/log/version-2/log.1", "", "/new/log holds log.1, which no move of this server's data has put there"),
        ("/new/log/version-2/snapshot.0", "", "/new/log holds snapshot.0, which no move"),
        ("/new/data/myid", "2\n", "/new/data is the folder of ZooKeeper server 2, and this one is 1; give zookeeper_d"),
        ("/old/data/version-2/snapshot.a/x", "", "/old/data/version-2/snapshot.a is a folder, and a file is to be"),
        (move_record.path("zookeeper"), "{}", "/var/lib/groundwork-kafka/move-zookeeper.json does not tell what was"),
    ],
)
def test_what_is_in_the_way_is_named(server, path: str, text: str, sentence: str) -> None:
    server.put(path, text)
    assert refused(server).startswith(sentence)


@pytest.mark.parametrize("path", ["/new/log/lost+found/x", "/new/log/moved/log.1", "/new/data/myid"])
def test_what_is_not_in_the_way(server, path: str) -> None:
    server.put(path, "1")
    assert plan(server).due


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"log": "/old/log/version-2/log"}, "/old/log/version-2/log lies among the files of /old/log; give zookeeper"),
        ({"disks": DISKS}, "/new/data is to lie on the disk at /new, where none is mounted; have it mounted first, by"),
    ],
)
def test_folders_that_cannot_be(server, given, sentence: str) -> None:
    server.put(fstab.MOUNTINFO, MOUNTED.replace("/new", "/other"))
    assert refused(server, **given).startswith(sentence)


def test_too_little_room_is_told_of_all_that_goes_to_one_file_system(server, monkeypatch) -> None:
    monkeypatch.setattr(move_room, "size", lambda *_given: 1 << 20)
    monkeypatch.setattr(server, "room", lambda _path: 129 << 20)
    assert plan(server, log="/old/log").due
    assert refused(server).startswith(
        "/new/data is to get 2.0 MiB, and its file system has 129.0 MiB free, of which 128.0 MiB are to be left; free"
    )


def test_data_that_is_nowhere_is_told(server) -> None:
    os.rename(server.real("/old"), server.real("/older"))
    assert "keeps its data in /old/data and /old/log, which hold none; let it name the folders" in refused(server)


def test_a_process_that_has_not_read_zoo_cfg_is_told(server) -> None:
    os.makedirs(server.real("/proc/42/fd"))
    os.symlink("/other/version-2/log.1", server.real("/proc/42/fd/7"))
    assert "runs on this host with its transaction log in /other, and /etc/zookeeper/zoo.cfg says" in refused(server)


def fails(server, **given) -> str:
    with pytest.raises(GroundworkError) as raised:
        zookeeper_mover.run(server, {SNAPSHOTS: "/new/data", LOG: "/new/log"}, ACCOUNT, **given)
    return str(raised.value)


@pytest.mark.parametrize("command", ["mkdir", "cp", "mv", "rm"])
def test_what_fails_before_anything_is_switched_leaves_the_server_as_it_was(server, command: str) -> None:
    before = server.tree()
    server.fails[command] = f"{command}: no\nNo space left on device"
    said = fails(server)
    assert said == (
        f"{command} failed as user keeper (No space left on device); mend that, and run again. Nothing was switched; "
        "zookeeper was started again as it was."
    )
    assert server.active
    assert {path: text for path, text in server.tree().items() if path in before} == before
    server.fails.clear()
    zookeeper_mover.run(server, {SNAPSHOTS: "/new/data", LOG: "/new/log"}, ACCOUNT)
    assert server.text("/new/log/version-2/log.1") == "x"


def test_a_copy_that_differs_is_not_taken(server, monkeypatch) -> None:
    ran = server._ran

    def damaged(words):
        done = ran(words)
        if words[0] == "cp" and "log.1" in words[-1]:
            server.put("/new/log/.groundwork-moving-transaction-log/log.1", "y")
        return done

    monkeypatch.setattr(server, "_ran", damaged)
    assert fails(server).startswith(
        "/new/log/.groundwork-moving-transaction-log/log.1 is not what /old/log/version-2/log.1 is"
    )
    assert "dataLogDir=/old/log" in server.text(zookeeper_folders.ZOO_CFG)


@pytest.mark.parametrize("again", [False, True], ids=["runs", "ran"])
@pytest.mark.parametrize("before", [False, True], ids=["after zoo.cfg is written", "before"])
def test_a_server_that_somebody_starts_meanwhile_stays_where_it_is(
    server, monkeypatch, before: bool, again: bool
) -> None:
    write = server.write

    def started(path, *given):
        if path == zookeeper_folders.ZOO_CFG and server.started == 1 and not before:
            write(path, *given)
            server._turned(True)
            server.active = not again
            return True
        return write(path, *given)

    discard = server.discard

    def earlier(path):
        if path == zookeeper_folders.ZOO_CFG and before:
            server._turned(True)
            server.active = not again
        discard(path)

    monkeypatch.setattr(server, "write", started)
    monkeypatch.setattr(server, "discard", earlier)
    said = fails(server)
    assert "zookeeper.service was to be stopped while its data is moved, and is" in said
    assert "dataLogDir=/old/log" in server.text(zookeeper_folders.ZOO_CFG)
    assert server.names("/new/log/version-2") == []


def test_a_process_of_nobodys_service_is_told(server) -> None:
    os.makedirs(server.real("/proc/77/fd"))
    os.symlink("/old/log/version-2/log.1", server.real("/proc/77/fd/3"))
    server.put("/proc/77/comm", "java\n")
    assert "/old/log/version-2/log.1 is to be moved, and process 77 (java) has it open; end that" in fails(server)


def test_a_purge_that_runs_is_waited_for_and_then_told(server, monkeypatch) -> None:
    monkeypatch.setattr(zookeeper_mover, "_PURGE_SECONDS", 0)
    handle = os.open(server.real("/old/log"), os.O_RDONLY)
    zookeeper_mover.fcntl.flock(handle, zookeeper_mover.fcntl.LOCK_EX)
    assert fails(server).startswith("/old/log is being purged for more than 0 seconds; wait until that has ended")
    assert server.active
    os.close(handle)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a=1\n# dataDir=/x\ndataDir = /x\nb: 2\n", "a=1\n# dataDir=/x\nb: 2\ndataDir=/y\n"),
        ("dataDir=/x\ndataDir=/z", "dataDir=/y\n"),
        ("", "dataDir=/y\n"),
    ],
)
def test_a_value_is_changed_and_nothing_else(before: str, after: str) -> None:
    assert switched.text(before, {"dataDir": "/y", "gone": ""}, "zoo.cfg") == after


@pytest.mark.parametrize("before", ["dataDir=/x\\\n  /more\na=1\n", "a=1\\\ndataDir=/x\n"])
def test_a_file_of_which_more_would_change_is_refused(before: str) -> None:
    with pytest.raises(GroundworkError, match=r"zoo\.cfg gives dataDir in a way that cannot be changed alone"):
        switched.text(before, {"dataDir": "/y"}, "zoo.cfg")


def test_the_module_tells_what_it_would_move_and_forgets_the_move_once_it_has_ended(server) -> None:
    given = {"data_dir": "/new/data/", "data_log_dir": "/old/log", "user": "keeper", "group": "keepers", "disks": []}
    told = module.run(server, {**given, "ended": False}, True)
    assert (told["changed"], told["due"], told["data_dir"]) == (True, ["/new/data"], "/old/data")
    assert (server.changes, told["diff"]["after"]) == (0, "snapshots in /new/data\ntransaction log in /old/log\n")
    assert module.run(server, {**given, "ended": False}, False)["changed"]
    assert module.run(server, {**given, "ended": True}, True)["changed"]
    assert module.run(server, {**given, "ended": True}, False)["changed"]
    done = module.run(server, {**given, "ended": True}, False)
    assert (done["changed"], done["due"], done["data_dir"]) == (False, [], "/new/data")
