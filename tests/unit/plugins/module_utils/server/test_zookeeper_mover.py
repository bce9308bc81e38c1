# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server's data moved by runs that are killed at every change: no server is ever started without what it promised."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    move_record,
    zookeeper_folders,
    zookeeper_move,
    zookeeper_mover,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.zookeeper_move import LOG, SNAPSHOTS
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.moved import (
    ACCOUNT,
    AFTER,
    BEFORE,
    HALF,
    Killed,
    MovingHost,
)

DATA = {"snapshot.0": "none", "snapshot.a1": "more", "currentEpoch": "2", "acceptedEpoch": "2"}
LOGS = {"log.1": "first", "log.9": "ninth", "log.a2": "young"}
#: From where to where: the folders of the snapshots and of the log, before and after.
WAYS = {
    "both": ("/old/data", "/old/log", "/new/data", "/new/log"),
    "the log": ("/old/data", "/old/log", "/old/data", "/new/log"),
    "the snapshots": ("/old/data", "/old/log", "/new/data", "/old/log"),
    "the log out of the snapshots": ("/one", "/one", "/one", "/two"),
    "the snapshots out of the log": ("/one", "/one", "/two", "/one"),
    "the log to the snapshots": ("/old/data", "/old/log", "/old/data", "/old/data"),
    "both into one": ("/old/data", "/old/log", "/new", "/new"),
    "one apart": ("/one", "/one", "/new/data", "/new/log"),
    "each into that of the other": ("/old/a", "/old/b", "/old/b", "/old/a"),
    "into a folder within": ("/one", "/one", "/one/data", "/one/log"),
}


@pytest.fixture(autouse=True)
def _no_disk(monkeypatch):
    """Power is never lost here, and to wait for a disk takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


def wanted(data: str, log: str) -> dict[str, str]:
    return {SNAPSHOTS: data, LOG: log}


def run(host, data: str, log: str, ended: bool = False):
    return zookeeper_mover.run(host, wanted(data, log), ACCOUNT, ended=ended)


def made(root, data: str, log: str) -> MovingHost:
    host = MovingHost(str(root))
    host.put(
        zookeeper_folders.ZOO_CFG, f"tickTime=2000\ndataDir={data}\n" + (f"dataLogDir={log}\n" if log != data else "")
    )
    host.put(data + "/myid", "1")
    for folder, files in ((data, DATA), (log, LOGS)):
        for name, text in files.items():
            host.put(f"{folder}/version-2/{name}", text)
    return host


def sees(host) -> dict[str, str] | None:
    """What a server that is started now begins with; None where it would not start."""
    given = properties.parse(host.text(zookeeper_folders.ZOO_CFG))
    data, log = given["dataDir"], given.get("dataLogDir", given["dataDir"])
    found = {}
    for folder, is_log in ((data, False), (log, True)):
        for name in host.names(folder + "/version-2"):
            if name.startswith("log.") is is_log:
                found[name] = host.text(f"{folder}/version-2/{name}")
            elif data != log:
                return None  # SnapDirContentCheckException, LogDirContentCheckException
    return found


def serve(host) -> None:
    """A boot, where the server starts and writes; it has other numbers of epochs and other records then."""
    if sees(host) is None:
        return
    host.active, host.started = True, host.started + 1
    given = properties.parse(host.text(zookeeper_folders.ZOO_CFG))
    data, log = given["dataDir"], given.get("dataLogDir", given["dataDir"])
    host.put(f"{log}/version-2/log.a2", "young, and gone on with")
    host.put(f"{log}/version-2/log.b0", "youngest")
    host.put(f"{data}/version-2/snapshot.a9", "after the boot")
    host.put(f"{data}/version-2/currentEpoch", "3")


def killed(root, way: str):
    """A host for each place and way in which a run is killed, with what a server saw before the run."""
    data, log, *new = WAYS[way]
    whole = made(root / "whole", data, log)
    run(whole, *new)
    for at in range(1, whole.changes + 1):
        # Before a change all is as after the one before it.
        for how in [*([BEFORE] if at == 1 else []), *([HALF] if at in whole.of_many else []), AFTER]:
            host = made(root / f"{at}-{how}", data, log)
            host.kill = (at, how)
            with pytest.raises(Killed):
                run(host, *new)
            host.kill = None
            yield host


def check_kept(host, before: dict[str, str]) -> None:
    """Whatever was in any folder is still somewhere, under its name."""
    now = {(os.path.basename(path), text) for path, text in host.tree().items()}
    lost = {(os.path.basename(path), text) for path, text in before.items() if "/version-2/" in path} - now
    assert lost == set()


def check_moved(host, data: str, log: str, saw: dict[str, str]) -> None:
    """Everything is in the new folders, where alone a server looks, and nothing is left to be done."""
    given = properties.parse(host.text(zookeeper_folders.ZOO_CFG))
    assert (given["dataDir"], given.get("dataLogDir", given["dataDir"])) == (data, log)
    assert sees(host) == saw
    assert host.text(data + "/myid") == "1"
    run(host, data, log, ended=True)
    assert not host.exists(move_record.path("zookeeper"))
    before = host.tree()
    planned = run(host, data, log)
    assert (list(planned.moves), list(planned.left), planned.due) == ([], [], [])
    assert host.tree() == before
    assert not [path for path, _folders, _names in os.walk(host.root) if move_record.UNFINISHED in path]
    for path in host.tree():
        folder, name = os.path.split(path)
        if folder.endswith("/version-2"):
            assert folder == (log if name.startswith("log.") else data) + "/version-2"


@pytest.mark.parametrize("way", WAYS)
def test_all_of_it_is_moved_and_what_was_there_is_kept(tmp_path, way: str) -> None:
    data, log, *new = WAYS[way]
    host = made(tmp_path, data, log)
    before, saw = host.tree(), sees(host)
    planned = run(host, *new)
    assert planned.due == [folder for at, folder in zip((data, log), new, strict=True) if at != folder]
    assert not host.active
    assert host.exists(move_record.path("zookeeper"))  # until the unit knows the folders
    check_kept(host, before)
    check_moved(host, *new, saw)
    for kind, at, folder in ((DATA, data, new[0]), (LOGS, log, new[1])):
        aside = [path for path in host.tree() if path.startswith(at + "/moved-") and os.path.basename(path) in kind]
        assert len(aside) == (0 if at == folder else len(kind))


@pytest.mark.parametrize("way", WAYS)
def test_a_server_that_comes_back_after_a_kill_has_everything_or_does_not_start(tmp_path, way: str) -> None:
    saw = sees(made(tmp_path / "first", *WAYS[way][:2]))
    for host in killed(tmp_path, way):
        assert sees(host) in (None, saw)
        check_kept(host, made(tmp_path / "first", *WAYS[way][:2]).tree())


@pytest.mark.parametrize("boot", [False, True], ids=["", "after a boot"])
@pytest.mark.parametrize("back", [False, True], ids=["goes on", "leads back"])
@pytest.mark.parametrize("way", WAYS)
def test_the_same_again_goes_on_and_the_variables_set_back_lead_back(
    tmp_path, way: str, back: bool, boot: bool
) -> None:
    data, log, *new = WAYS[way]
    for host in killed(tmp_path, way):
        saw = sees(host) or {**DATA, **LOGS}
        if boot:
            serve(host)
            saw = sees(host) or saw
        before, asked = host.tree(), (data, log) if back else new
        assert host.active or zookeeper_move.plan(host, wanted(*asked), []).due  # so that a rollout starts it again
        run(host, *asked)
        assert host.active or host.exists(move_record.path("zookeeper"))
        check_kept(host, before)
        check_moved(host, *asked, saw)


@pytest.mark.parametrize("way", WAYS)
def test_back_again_once_all_was_done(tmp_path, way: str) -> None:
    data, log, *new = WAYS[way]
    host = made(tmp_path, data, log)
    run(host, *new)
    run(host, *new, ended=True)
    serve(host)
    before, saw = host.tree(), sees(host)
    run(host, data, log)
    check_kept(host, before)
    check_moved(host, data, log, saw)


@pytest.mark.parametrize("boot", [False, True], ids=["", "after a boot"])
@pytest.mark.parametrize("back", [False, True], ids=["with the new folders", "with the old ones"])
@pytest.mark.parametrize("way", WAYS)
def test_site_alone_starts_no_server_without_its_data(tmp_path, way: str, back: bool, boot: bool) -> None:
    data, log, *new = WAYS[way]
    given = (data, log) if back else new
    for host in killed(tmp_path, way):
        saw = {**DATA, **LOGS}
        if boot:
            serve(host)
            saw = sees(host) or saw
        try:
            zookeeper_folders.check(host, *given, "42" if host.active else None)
        except GroundworkError:
            continue
        host.put(zookeeper_folders.ZOO_CFG, "dataDir={}\ndataLogDir={}\n".format(*given))
        assert sees(host) in (None, saw)


@pytest.mark.parametrize("way", ["both", "one apart"])
def test_a_run_that_was_killed_once_more_is_gone_on_with(tmp_path, way: str) -> None:
    new = WAYS[way][2:]
    for number, host in enumerate(killed(tmp_path, way)):
        host.changes, host.kill = 0, (1 + number % 7, HALF)
        before = host.tree()
        with suppress(Killed):
            run(host, *new)
        host.kill = None
        assert sees(host) in (None, {**DATA, **LOGS})
        run(host, *new)
        check_kept(host, before)
        check_moved(host, *new, {**DATA, **LOGS})
