# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Folders taken out by runs that are killed at every change: the broker is never started without a partition."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import failed_disk, log_dirs_removal, move_record
from ansible_collections.groundwork.kafka.plugins.module_utils.server.log_dirs_removal import RECORD, SETTINGS, Asked
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.moved import (
    AFTER,
    BEFORE,
    Killed,
    MovingHost,
)

BOTH, ONE = Asked(["/a", "/b"]), Asked(["/a"])


@pytest.fixture(autouse=True)
def _no_disk(monkeypatch):
    """Power is never lost here, and to wait for a disk takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


def made(root, more: str = "broker.id=1\n") -> MovingHost:
    """A host whose broker has a partition in /a and an empty /b."""
    host = MovingHost(str(root))
    host.put(SETTINGS, f"# ours\n{more}log.dirs=/a,/b\nnum.io.threads=3\n")
    for folder in ("/a", "/b"):
        host.put(f"{folder}/meta.properties", "broker.id=1\ncluster.id=x\n")
    host.put("/a/orders-0/00.log", "records")
    return host


def log_dirs(host):
    return failed_disk.log_dirs(properties.parse(host.text(SETTINGS)))


def test_a_folder_without_partitions_is_taken_out_with_the_broker_stopped(tmp_path) -> None:
    host = made(tmp_path)
    found = log_dirs_removal.plan(host, ONE)
    assert (found.due, found.held, list(found.into)) == (["/b"], 0, ["/a"])
    log_dirs_removal.run(host, ONE)
    assert not host.active
    assert host.text(SETTINGS) == "# ours\nbroker.id=1\nnum.io.threads=3\nlog.dirs=/a\n"
    assert log_dirs_removal.plan(host, ONE).due == ["/b"]  # until it is seen back
    host.active = True
    assert log_dirs_removal.run(host, ONE, ended=True).due == []
    assert move_record.remembered(host, RECORD) is None


def test_a_folder_that_got_a_partition_meanwhile_stays_and_the_broker_is_started_again(tmp_path) -> None:
    host = made(tmp_path)
    host.put("/b/late-0/00.log", "records")
    before = host.text(SETTINGS)
    with pytest.raises(GroundworkError) as raised:
        log_dirs_removal.run(host, ONE)
    assert str(raised.value) == (
        "/b has 1 partition (late-0), and kafka_log_dirs does not have it any more; have them moved to its other "
        "folders by the playbook groundwork.kafka.drain_log_dirs, which takes it out then, or put it back. Nothing was "
        "taken out; kafka was started again as it was."
    )
    assert (host.active, host.text(SETTINGS)) == (True, before)
    assert log_dirs_removal.plan(host, ONE).held == 1


def test_what_somebody_has_started_meanwhile_keeps_its_folder(tmp_path, monkeypatch) -> None:
    host = made(tmp_path)
    write = host.write

    def written(path, *given):
        done = write(path, *given)
        if path == SETTINGS and "log.dirs=/a\n" in given[0]:
            host.run(["systemctl", "start", "kafka.service"])
        return done

    monkeypatch.setattr(host, "write", written)
    with pytest.raises(GroundworkError, match="after another start"):
        log_dirs_removal.run(host, ONE)
    assert log_dirs(host) == ["/a", "/b"]


@pytest.mark.parametrize("how", [BEFORE, AFTER])
@pytest.mark.parametrize("back", [False, True], ids=["on", "back"])
def test_a_run_that_is_killed_at_any_change_is_gone_on_with_or_led_back(tmp_path, how, back: bool) -> None:
    host = made(tmp_path / "whole")
    log_dirs_removal.run(host, ONE)
    for number in range(1, host.changes + 1):
        host = made(tmp_path / str(number))
        host.kill = (number, how)
        with suppress(Killed):
            log_dirs_removal.run(host, ONE)
        host.kill = None
        assert log_dirs(host) in (["/a", "/b"], ["/a"])
        wanted = BOTH if back else ONE
        found = log_dirs_removal.plan(host, wanted)
        assert found.due or (back and host.active)  # whatever is down is started by the next run
        log_dirs_removal.run(host, wanted)
        assert log_dirs(host) == ["/a"] if not back else ["/a", *(["/b"] if "/b" in log_dirs(host) else [])]
        host.active = True
        log_dirs_removal.run(host, wanted, ended=True)
        assert move_record.remembered(host, RECORD) is None
        assert host.text("/a/orders-0/00.log") == "records"


def test_a_broker_with_all_of_its_folders_is_left_alone(tmp_path) -> None:
    host = made(tmp_path)
    host.put("/b/orders-1/00.log", "records")
    assert log_dirs_removal.run(host, BOTH).due == []
    assert (host.active, host.changes) == (True, 0)


def test_a_host_without_a_broker_has_nothing_to_take_out(tmp_path) -> None:
    host = MovingHost(str(tmp_path))
    assert log_dirs_removal.plan(host, ONE) == log_dirs_removal.Plan()
    controller = made(tmp_path / "controller", "process.roles=controller\nnode.id=1\n")
    assert log_dirs_removal.plan(controller, ONE) == log_dirs_removal.Plan()


def test_partitions_of_a_broker_that_does_not_run_are_not_moved(tmp_path) -> None:
    host = made(tmp_path)
    host.put("/b/orders-1/00.log", "records")
    host.active = False
    with pytest.raises(GroundworkError, match="/b hold partitions, which only a broker that runs can move, and kafka"):
        log_dirs_removal.plan(host, ONE)


def test_a_new_folder_comes_first(tmp_path) -> None:
    with pytest.raises(GroundworkError, match="/c is new in kafka_log_dirs, and the broker does not have it before"):
        log_dirs_removal.plan(made(tmp_path), Asked(["/a", "/c"]))


def test_a_folder_whose_data_is_gone_is_for_site(tmp_path) -> None:
    host = made(tmp_path)
    host.remove("/b/meta.properties")
    with pytest.raises(GroundworkError, match="/b has no data of the broker any more, so nothing can be moved from"):
        log_dirs_removal.plan(host, ONE)


def test_metadata_are_moved_first(tmp_path) -> None:
    host = made(tmp_path, "process.roles=broker,controller\nnode.id=1\n")
    host.put("/b/__cluster_metadata-0/00.log", "x")
    host.put(SETTINGS, host.text(SETTINGS).replace("/a,/b", "/b,/a"))
    with pytest.raises(GroundworkError, match="lie in /b, and /a is first in kafka_log_dirs"):
        log_dirs_removal.plan(host, ONE)
    log_dirs_removal.run(host, Asked(["/a"], "/b"))  # where the folder stays for them alone
    given = properties.parse(host.text(SETTINGS))
    assert (given["log.dirs"], given["metadata.log.dir"]) == ("/a", "/b")


def test_a_folder_by_another_name_is_the_same(tmp_path) -> None:
    host = made(tmp_path)
    os.symlink("b", host.real("/other"))
    assert log_dirs_removal.plan(host, Asked(["/a", "/other"])).due == []
