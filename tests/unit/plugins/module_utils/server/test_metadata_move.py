# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What of a server's metadata is to be moved, and what is in the way: told while the server runs."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import uuids
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import fstab
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    metadata_move,
    metadata_mover,
    move_record,
    move_room,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.metadata_move import SETTINGS, Asked, Quorum
from ansible_collections.groundwork.kafka.plugins.modules import metadata_move as module
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.moved import ACCOUNT, MovingHost

A, B = "Aaaaaaaaaaaaaaaaaaaaaw", "Baaaaaaaaaaaaaaaaaaaaw"
THREE = [uuids.as_hex(one) for one in (A, "Caaaaaaaaaaaaaaaaaaaaw", "Daaaaaaaaaaaaaaaaaaaaw")]
DISKS = [{"device": "/dev/sdb", "mount_point": "/m"}]


@pytest.fixture
def server(tmp_path):
    """A broker and controller with its metadata in the first of two folders."""
    host = MovingHost(str(tmp_path))
    roles(host, "broker,controller")
    for folder, own in (("/a", A), ("/b", B)):
        host.put(f"{folder}/meta.properties", f"version=1\nnode.id=7\ncluster.id=x\ndirectory.id={own}\n")
        host.put(f"{folder}/orders-0/00.log", "x")
    host.put("/a/__cluster_metadata-0/00.log", "x" * 5000)
    return host


def roles(host, text: str) -> None:
    host.put(SETTINGS, f"process.roles={text}\nnode.id=7\nlog.dirs=/a,/b/\n")


def plan(host, log_dirs=("/a", "/b"), metadata="/m", **given):
    return metadata_move.plan(host, Asked(7, log_dirs, metadata, **given))


def refused(host, **given) -> str:
    before = host.tree()
    with pytest.raises(GroundworkError) as raised:
        plan(host, **given)
    assert host.tree() == before
    return str(raised.value)


@pytest.mark.parametrize(
    ("named", "way"),
    [
        ("broker", "a broker's copy"),
        ("controller", "a voter's, with its identity"),
        ("broker, controller", "of a voter that joins anew"),
    ],
)
def test_what_is_moved_is_told_with_its_size_and_the_room_for_it(server, monkeypatch, named: str, way: str) -> None:
    roles(server, named)
    server.put(fstab.MOUNTINFO, "36 35 98:0 / /m rw,noatime - xfs /dev/sdb rw\n")
    monkeypatch.setattr(server, "room", lambda _path: 5 << 30)
    planned = plan(server, disks=DISKS)
    assert list(planned.summary) == [f"metadata, {way}: 0.0 MiB, from /a to /m (on the disk at /m, 5.0 GiB free)"]
    assert planned.due == ["/m"]
    assert (list(planned.log_dirs), planned.metadata, planned.metadata_log_dir) == (["/a", "/b"], "/a", "")
    assert server.changes == 0


def test_before_the_servers_are_numbered_the_metadata_may_be_of_any(server) -> None:
    asked = Asked(None, ["/a", "/b"], "/m")
    assert metadata_move.plan(server, asked).due == ["/m"]
    server.put("/a/meta.properties", f"directory.id={A}\n")
    with pytest.raises(GroundworkError, match="does not say that the metadata there are those of a server, so"):
        metadata_move.plan(server, asked)


@pytest.mark.parametrize(
    ("log_dirs", "metadata"),
    [(("/a", "/b"), ""), (("/b", "/a"), "/a"), (("/a/", "/b"), "/a"), (("/link", "/b"), "")],
)
def test_the_same_folder_by_any_name_is_nothing_to_move(server, log_dirs, metadata: str) -> None:
    os.symlink("a", server.real("/link"))
    assert plan(server, log_dirs, metadata).due == []


def test_a_host_without_metadata_has_nothing_to_move(server, tmp_path) -> None:
    assert plan(MovingHost(str(tmp_path / "none"))) == metadata_move.Plan()
    server.put(SETTINGS, "broker.id=7\nlog.dirs=/a,/b\n")
    assert plan(server) == metadata_move.Plan()
    roles(server, "broker")
    os.rename(server.real("/a/__cluster_metadata-0"), server.real("/elsewhere"))
    assert plan(server).due == []


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        ("/m/orders-0/00.log", "", "/m holds orders-0, which no move of this server's metadata has put there; give a"),
        ("/m/meta.properties", "node.id=8\n", "/m holds meta.properties, which no move of this server's metadata has"),
        ("/m/__cluster_metadata-0/00.log", "", "/m holds __cluster_metadata-0, which no move"),
        ("/a/meta.properties", f"node.id=8\ndirectory.id={A}\n", "/a/meta.properties does not say that the metadata"),
        ("/a/meta.properties", "node.id=7\n", "/a/meta.properties does not say that the metadata there are those of"),
        ("/a/__cluster_metadata-0/more/x", "", "/a/__cluster_metadata-0/more is a folder, and a file is to be there"),
        (move_record.path("kafka"), "[]", "/var/lib/groundwork-kafka/move-kafka.json does not tell what was being mov"),
    ],
)
def test_what_is_in_the_way_is_named(server, path: str, text: str, sentence: str) -> None:
    server.put(path, text)
    assert refused(server).startswith(sentence)


def test_a_folder_that_the_server_had_before_is_not_in_the_way(server) -> None:
    server.put("/m/meta.properties", f"version=1\nnode.id=7\ncluster.id=x\ndirectory.id={THREE[1]}\n")
    assert plan(server).due
    server.put("/m/meta.properties", f"version=1\nnode.id=7\ncluster.id=y\ndirectory.id={THREE[1]}\n")
    assert refused(server).startswith("/m holds meta.properties, which")


@pytest.mark.parametrize(
    "name", ["lost+found/x", "bootstrap.checkpoint", "meta.properties.moved-x", "__cluster_metadata-0.moved-x-stray/x"]
)
def test_what_is_not_in_the_way(server, name: str) -> None:
    server.put("/m/" + name, "")
    assert plan(server).due


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"metadata": "/a/m"}, "/a/m lies in /a; give folders beside one another."),
        ({"metadata": "/b/m"}, "/b/m lies in /b; give folders beside one another."),
        ({"disks": DISKS}, "/m is to lie on the disk at /m, where none is mounted; have it mounted first, by the play"),
        ({"log_dirs": ("/a",)}, "/b has 1 partition (orders-0), and kafka_log_dirs does not have it any more; have"),
        ({"log_dirs": ("/a", "/b", "/c")}, "/c is new in kafka_log_dirs, and metadata are moved without anything else"),
    ],
)
def test_folders_that_cannot_be(server, given, sentence: str) -> None:
    assert refused(server, **given).startswith(sentence)


def test_settings_that_send_the_server_elsewhere_are_told(server) -> None:
    os.makedirs(server.real("/proc/42/fd"))
    os.symlink("/other/__cluster_metadata-0/00.log", server.real("/proc/42/fd/7"))
    assert refused(server).startswith(f"The metadata of this server lie in /other, and {SETTINGS} has it look for them")
    server.active = False
    server.put(SETTINGS, "process.roles=broker\nlog.dirs=/b,/a\n")
    assert refused(server).startswith("The metadata of this server lie in /a, and /etc/kafka/server.properties has it")


def test_too_little_room_is_told(server, monkeypatch) -> None:
    monkeypatch.setattr(move_room, "size", lambda *_given: 1 << 20)
    monkeypatch.setattr(server, "room", lambda _path: 128 << 20)
    assert refused(server).startswith("/m is to get 1.0 MiB, and its file system has 128.0 MiB free, of which 128.0")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"joins": False}, "controllers of this version don't come to vote by themselves, as from Kafka 4.2 on; upg"),
        ({"kraft_version": 0}, "the voters of this cluster are fixed in its settings (kraft.version 0)"),
        ({"directory_ids": THREE[:2]}, "it would have to leave the quorum of 2 for a moment, which takes 3 voters; a"),
    ],
)
def test_a_voter_that_cannot_join_anew_keeps_its_folder(server, changes, why: str) -> None:
    quorum = Quorum(**{"directory_ids": THREE, "kraft_version": 1, "joins": True, **changes})
    said = refused(server, quorum=quorum)
    assert said.startswith("/a and /m are, one as a folder of partitions and the other for the metadata, known to the")
    assert f"so this controller has to become another voter, and {why}" in said
    roles(server, "controller")  # which stays the voter that it is
    assert plan(server, quorum=quorum).due


def test_the_former_folder_of_a_voter_is_not_taken_without_what_that_has_promised(server) -> None:
    server.put("/m/meta.properties", f"node.id=7\ncluster.id=x\ndirectory.id={A}\n")
    server.put(SETTINGS, "process.roles=broker,controller\nlog.dirs=/a,/b\nmetadata.log.dir=/m\n")
    server.put("/m/__cluster_metadata-0/00.log", "x")
    os.rename(server.real("/a/__cluster_metadata-0"), server.real("/a/__cluster_metadata-0.moved-1-stray"))
    quorum = Quorum(THREE, 1, True)
    assert plan(server, metadata="", quorum=quorum).due
    os.rename(server.real("/a/__cluster_metadata-0.moved-1-stray"), server.real("/deleted"))
    assert refused(server, metadata="", quorum=quorum).startswith("/a has the id of a voter, and not what that has")
    assert plan(server, metadata="", quorum=Quorum([*THREE[1:], uuids.as_hex(B)], 1, True)).due


def test_what_fails_before_anything_is_switched_leaves_the_server_as_it_was(server) -> None:
    roles(server, "controller")
    before = server.tree()
    for command in ("mkdir", "cp", "mv"):
        server.fails = {command: f"{command}: no\nNo space left on device"}
        with pytest.raises(GroundworkError, match=r"\(No space left on device\).*kafka was started again as it was\."):
            metadata_mover.run(server, Asked(7, ["/a", "/b"], "/m"), ACCOUNT)
        assert server.active
        assert {path: text for path, text in server.tree().items() if path in before} == before
    server.fails = {}
    metadata_mover.run(server, Asked(7, ["/a", "/b"], "/m"), ACCOUNT)
    assert server.text("/m/__cluster_metadata-0/00.log") == "x" * 5000


def test_a_server_that_somebody_starts_meanwhile_stays_where_it_is(server, monkeypatch) -> None:
    write = server.write

    def started(path, *given):
        done = write(path, *given)
        if path == SETTINGS and server.started == 1:
            server._turned(True)
        return done

    monkeypatch.setattr(server, "write", started)
    with pytest.raises(GroundworkError, match=r"kafka\.service was to be stopped while its data is moved, and is acti"):
        metadata_mover.run(server, Asked(7, ["/a", "/b"], "/m"), ACCOUNT)
    assert server.text(SETTINGS) == "process.roles=broker,controller\nnode.id=7\nlog.dirs=/a,/b/\n"
    assert not server.exists("/m/__cluster_metadata-0")


def test_the_module_tells_what_it_would_move_and_forgets_the_move_once_it_has_ended(server) -> None:
    given = {"node_id": 7, "log_dirs": ["/a/", "/b"], "metadata_log_dir": "/m/", "user": "keeper", "group": "keepers"}
    given = {**given, "disks": [], "quorum": None, "ended": False}
    told = module.run(server, given, True)
    assert (told["changed"], told["due"], told["joins"], told["folders"]) == (True, ["/m"], True, ["/a", "/b"])
    assert (server.changes, told["diff"]["after"]) == (0, "metadata in /m\n")
    assert module.run(server, given, False)["changed"]
    assert module.run(server, given, True)["due"] == ["/m"]  # until it has been seen to vote
    assert module.run(server, {**given, "ended": True}, False)["changed"]
    done = module.run(server, {**given, "ended": True}, False)
    assert (done["changed"], done["due"], done["folders"]) == (False, [], ["/a", "/b", "/m"])


def test_an_id_as_two_write_it() -> None:
    assert uuids.as_hex("K2lkZLfVRv65HNHLmHr8bw") == "2b696464-b7d5-46fe-b91c-d1cb987afc6f"  # seen of Kafka 4.3.1
    assert uuids.as_hex("") == uuids.as_hex("short") == ""
