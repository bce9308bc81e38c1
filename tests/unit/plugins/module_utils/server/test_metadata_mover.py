# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Metadata moved by runs that are killed at every change: no voter forgets anything, and no replica loses its folder.

What Kafka does is told here as it was seen of 4.1.2 and 4.3.1 (tests/admin/test_metadata_move.py).
"""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    failed_disk,
    metadata_move,
    metadata_mover,
    move_record,
    storage,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.metadata_move import (
    ALONG,
    COPY,
    JOIN,
    SETTINGS,
    Asked,
)
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.moved import (
    ACCOUNT,
    AFTER,
    BEFORE,
    HALF,
    Killed,
    MovingHost,
)

FILES = {"00.log": "all of it", "leader-epoch-checkpoint": "2", "quorum-state": "voted", "07.checkpoint": "some"}
BOTH, ALONE, VOTER = "broker,controller", "broker", "controller"
#: Roles, folders of partitions and of metadata before and after, which of them hold partitions, and the way.
WAYS = {
    "a broker's into a folder of their own": (ALONE, ["/a", "/b"], "", ["/a", "/b"], "/m", "/a /b", COPY),
    "a broker's out of it": (ALONE, ["/a", "/b"], "/m", ["/a", "/b"], "", "/a /b", COPY),
    "a broker's into its other folder": (ALONE, ["/a", "/b"], "", ["/b", "/a"], "", "/a /b", COPY),
    "a broker's from one into another": (ALONE, ["/a"], "/m", ["/a"], "/n", "/a", COPY),
    "a broker's out of an empty folder": (ALONE, ["/a", "/b"], "", ["/b"], "", "/b", COPY),
    "a controller's folder": (VOTER, ["/a"], "", ["/b"], "", "", ALONG),
    "a controller's into a folder of their own": (VOTER, ["/a"], "", ["/a"], "/m", "", ALONG),
    "a controller's out of it": (VOTER, ["/a"], "/m", ["/a"], "", "", ALONG),
    "a controller's from one into another": (VOTER, ["/a"], "/m", ["/a"], "/n", "", ALONG),
    "both's from one into another": (BOTH, ["/a", "/b"], "/m", ["/a", "/b"], "/n", "/a /b", ALONG),
    "both's out of an empty folder": (BOTH, ["/a", "/b"], "", ["/b"], "/m", "/b", ALONG),
    "both's into a folder of their own": (BOTH, ["/a", "/b"], "", ["/a", "/b"], "/m", "/a /b", JOIN),
    "both's out of it": (BOTH, ["/a", "/b"], "/m", ["/a", "/b"], "", "/a /b", JOIN),
    "both's into another folder": (BOTH, ["/a", "/b"], "", ["/b", "/a"], "", "/a /b", JOIN),
}


@pytest.fixture(autouse=True)
def _no_disk(monkeypatch):
    """Power is never lost here, and to wait for a disk takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


def metadata(log_dirs, metadata_log_dir: str) -> str:
    return metadata_log_dir or log_dirs[0]


def mark(folder: str) -> str:
    return f"version=1\nnode.id=7\ncluster.id=x\ndirectory.id={folder[1:] * 22}\n"


def made(root, way: str) -> MovingHost:
    roles, log_dirs, metadata_log_dir, _dirs, _dir, partitions, _way = WAYS[way]
    host = MovingHost(str(root))
    text = f"process.roles={roles}\nnode.id=7\nlog.dirs={','.join(log_dirs)}\n"
    host.put(SETTINGS, text + (f"metadata.log.dir={metadata_log_dir}\n" if metadata_log_dir else ""))
    for folder in {*log_dirs, metadata(log_dirs, metadata_log_dir)}:
        host.put(f"{folder}/meta.properties", mark(folder))
        host.put(f"{folder}/bootstrap.checkpoint", "x")
    for folder in partitions.split():
        host.put(f"{folder}/orders-0/00.log", "records")
    for name, body in FILES.items():
        host.put(f"{metadata(log_dirs, metadata_log_dir)}/__cluster_metadata-0/{name}", body)
    return host


def asked(way: str, back: bool = False) -> Asked:
    _roles, old, old_metadata, new, new_metadata, _partitions, _way = WAYS[way]
    return Asked(7, old, old_metadata) if back else Asked(7, new, new_metadata)


def run(host, given: Asked, ended: bool = False):
    return metadata_mover.run(host, given, ACCOUNT, ended)


def sees(host) -> tuple[str, dict[str, str]] | None:
    """The id of the folder in which a server that is started now looks, and what it finds; None: it does not start."""
    given = properties.parse(host.text(SETTINGS))
    folder, log_dirs = failed_disk.metadata(given), failed_disk.log_dirs(given)
    ids = [storage.mark(host, one).get("directory.id") for one in {*log_dirs, folder}]
    if None in ids or len(set(ids)) < len(ids):
        return None
    if any(host.exists(f"{one}/__cluster_metadata-0") for one in log_dirs if one != folder):
        return None
    at = folder + "/__cluster_metadata-0"
    return storage.mark(host, folder)["directory.id"], {name: host.text(f"{at}/{name}") for name in host.names(at)}


class Cluster:
    """The server as the quorum knows it: the id of its folder, and what it wrote there last."""

    def __init__(self, host) -> None:
        self.id, self.files = sees(host)
        self.is_voter = "controller" in host.text(SETTINGS)
        self.folders = {path: host.text(path) for path in host.tree() if path.endswith("/meta.properties")}

    def check(self, host) -> None:
        """What a server that is started now is and has, unless it does not start."""
        found = sees(host)
        if found is None:
            return
        if self.is_voter and found[0] == self.id:
            assert found[1] == self.files  # a voter that has forgotten what it promised
        elif not self.is_voter:
            assert found[1] == self.files
        for path in host.tree():
            folder = path.partition("/orders-0/")[0]
            if folder != path and folder in failed_disk.log_dirs(properties.parse(host.text(SETTINGS))):
                own = self.folders[folder + "/meta.properties"]
                assert host.text(folder + "/meta.properties") == own  # or its replicas are lost

    def serve(self, host, joins: bool) -> None:
        """A boot, where the server starts, and writes; another one joins as a voter, or has not come to that."""
        found = sees(host)
        self.check(host)
        if found is None:
            return
        host.active, host.started = True, host.started + 1
        folder = failed_disk.metadata(properties.parse(host.text(SETTINGS)))
        if found[0] == self.id or joins or not self.is_voter:
            host.put(folder + "/__cluster_metadata-0/00.log", f"gone on with in {folder}")
            self.id, self.files = sees(host)
        else:
            host.put(folder + "/__cluster_metadata-0/00.log", "as the leader has it")


def killed(root, way: str):
    """A host for each place and way in which a run is killed, and what the cluster knew of the server before."""
    whole = made(root / "whole", way)
    run(whole, asked(way))
    for at in range(1, whole.changes + 1):
        # Before a change all is as after the one before it.
        for how in [*([BEFORE] if at == 1 else []), *([HALF] if at in whole.of_many else []), AFTER]:
            host = made(root / f"{at}-{how}", way)
            cluster = Cluster(host)
            host.kill = (at, how)
            with pytest.raises(Killed):
                run(host, asked(way))
            host.kill = None
            yield host, cluster


def check_kept(host, before: dict[str, str]) -> None:
    """Whatever was in any folder is still somewhere, under its name."""
    now = {(os.path.basename(path), text) for path, text in host.tree().items()}
    told = {(os.path.basename(path), text) for path, text in before.items() if "__cluster_metadata-0" in path}
    assert {one for one in told if "groundwork-moving" not in one[0]} - now - unfinished(before) == set()


def unfinished(before):
    return {(os.path.basename(path), text) for path, text in before.items() if "groundwork-moving" in path}


def check_moved(host, given: Asked, cluster: Cluster) -> None:
    """Everything is in the new folder, where alone the server looks, and nothing is left to be done."""
    found = properties.parse(host.text(SETTINGS))
    assert failed_disk.log_dirs(found) == list(given.log_dirs)
    assert found.get("metadata.log.dir", "") == given.metadata_log_dir
    assert sees(host) is not None
    cluster.check(host)
    run(host, given, ended=True)
    assert not host.exists(move_record.path("kafka"))
    before = host.tree()
    planned = run(host, given)
    assert (planned.move, list(planned.left), planned.due) == (None, [], [])
    assert host.tree() == before
    assert not [path for path, _folders, _names in os.walk(host.root) if "groundwork-moving" in path]
    storage.check_metadata(host, SETTINGS, given.log_dirs, given.metadata_log_dir or None)
    storage.read(host, 7, storage.folders(given.log_dirs, given.metadata_log_dir or None))


@pytest.mark.parametrize("way", WAYS)
def test_they_are_moved_and_what_was_there_is_kept(tmp_path, way: str) -> None:
    host = made(tmp_path, way)
    before, cluster = host.tree(), Cluster(host)
    planned = run(host, asked(way))
    assert planned.move.kind == WAYS[way][-1]
    assert planned.due == [asked(way).metadata]
    assert not host.active
    check_kept(host, before)
    found = sees(host)
    if WAYS[way][-1] == ALONG:
        assert found == (cluster.id, FILES)
    elif WAYS[way][-1] == COPY:
        assert found[1] == FILES
    else:
        assert (found[0] != cluster.id, found[1]) == (True, {})
    check_moved(host, asked(way), cluster)


@pytest.mark.parametrize("way", WAYS)
def test_a_server_that_comes_back_after_a_kill_has_forgotten_nothing_or_does_not_start(tmp_path, way: str) -> None:
    for host, cluster in killed(tmp_path, way):
        cluster.check(host)


@pytest.mark.parametrize("boot", ["", "joined", "not joined"])
@pytest.mark.parametrize("back", [False, True], ids=["goes on", "leads back"])
@pytest.mark.parametrize("way", WAYS)
def test_the_same_again_goes_on_and_the_variables_set_back_lead_back(tmp_path, way: str, back: bool, boot: str) -> None:
    for host, cluster in killed(tmp_path, way):
        if boot:
            cluster.serve(host, boot == "joined")
        before, given = host.tree(), asked(way, back)
        assert host.active or metadata_move.plan(host, given).due  # so that a rollout starts it again
        run(host, given)
        check_kept(host, before)
        cluster.serve(host, True)
        check_moved(host, given, cluster)


@pytest.mark.parametrize("boot", ["", "joined", "not joined"])
@pytest.mark.parametrize("way", [name for name, given in WAYS.items() if given[-1] == JOIN])
def test_back_and_forth_without_an_end_no_voter_forgets_anything(tmp_path, way: str, boot: str) -> None:
    for number, (host, cluster) in enumerate(killed(tmp_path, way)):
        for turn in range(4):
            if boot and turn % 2:
                cluster.serve(host, boot == "joined")
            host.changes, host.kill = 0, (1 + (number + turn) % 9, AFTER)
            with suppress(Killed):
                run(host, asked(way, back=turn % 2 == 0))
            host.kill = None
            cluster.check(host)


@pytest.mark.parametrize("way", WAYS)
def test_back_again_once_all_was_done(tmp_path, way: str) -> None:
    host = made(tmp_path, way)
    cluster = Cluster(host)
    run(host, asked(way))
    cluster.serve(host, True)
    run(host, asked(way), ended=True)
    before = host.tree()
    run(host, asked(way, back=True))
    check_kept(host, before)
    cluster.serve(host, True)
    check_moved(host, asked(way, back=True), cluster)


@pytest.mark.parametrize("boot", ["", "joined", "not joined"])
@pytest.mark.parametrize("back", [False, True], ids=["with the new folders", "with the old ones"])
@pytest.mark.parametrize("way", WAYS)
def test_site_alone_starts_no_server_without_its_metadata(tmp_path, way: str, back: bool, boot: str) -> None:
    given = asked(way, back)
    for host, cluster in killed(tmp_path, way):
        if boot:
            cluster.serve(host, boot == "joined")
        folders = storage.folders(given.log_dirs, given.metadata_log_dir or None)
        try:
            storage.check_metadata(host, SETTINGS, given.log_dirs, given.metadata_log_dir or None)
            storage.check_former(host, SETTINGS, folders)
            storage.read(host, 7, folders)
        except GroundworkError:
            continue
        roles = f"process.roles={WAYS[way][0]}\nlog.dirs={','.join(given.log_dirs)}\n"
        host.put(SETTINGS, roles + (f"metadata.log.dir={given.metadata_log_dir}\n" if given.metadata_log_dir else ""))
        cluster.check(host)
