# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json
import multiprocessing
import os
import subprocess

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import rollout_lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host

FILE = rollout_lock.path(rollout_lock.DIRECTORY, "kafka")


def run(name="run-a", **other):
    return {**rollout_lock.this_run(os.getpid(), "site.yml"), "id": name, **other}


@pytest.fixture
def host(tmp_path):
    return Host(str(tmp_path))


def test_one_run_holds_it_until_it_lets_go(host) -> None:
    a, b = run("a"), run("b")
    assert rollout_lock.hold(host, FILE, a) == a
    assert rollout_lock.hold(host, FILE, b) == a
    assert rollout_lock.hold(host, FILE, a) == a
    assert not rollout_lock.free(host, FILE, b)
    assert rollout_lock.hold(host, FILE, b) == a
    assert rollout_lock.free(host, FILE, a)
    assert rollout_lock.hold(host, FILE, b) == b
    assert host.mode(FILE) == 0o644


def test_each_service_has_one_of_its_own(host) -> None:
    a, b = run("a"), run("b")
    rollout_lock.hold(host, FILE, a)
    assert rollout_lock.hold(host, rollout_lock.path(rollout_lock.DIRECTORY, "zookeeper"), b) == b


def test_only_the_run_that_is_named_is_taken_over_and_finds_out_at_its_end(host) -> None:
    a, b, c = run("a"), run("b"), run("c")
    rollout_lock.hold(host, FILE, a)
    assert rollout_lock.hold(host, FILE, c, over="b") == a
    assert rollout_lock.hold(host, FILE, b, over="a") == b
    assert rollout_lock.hold(host, FILE, c, over="a") == b
    assert not rollout_lock.free(host, FILE, a)
    assert rollout_lock.hold(host, FILE, a) == b


def test_of_many_at_once_one_gets_it(host) -> None:
    """Each is a process, as a run is: whoever makes a folder lifts the umask for a moment, which threads share."""
    many = multiprocessing.get_context("fork")
    begin, found = many.Barrier(8, timeout=60), many.SimpleQueue()

    def hold(name):
        begin.wait()
        found.put(rollout_lock.hold(host, FILE, run(name))["id"])

    runs = [many.Process(target=hold, args=[f"r{number}"]) for number in range(8)]
    for one in runs:
        one.start()
    for one in runs:
        one.join()
    assert [one.exitcode for one in runs] == [0] * 8
    assert len({found.get() for _one in runs}) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", '{"id": "a"}', "null"])
def test_a_file_that_tells_nobody_is_no_permission(host, text: str) -> None:
    host.write(FILE, text)
    with pytest.raises(
        GroundworkError, match=r"rollout-lock-kafka\.json does not tell who .* remove the file where none"
    ):
        rollout_lock.hold(host, FILE, run())


def test_where_no_folder_can_be_made_it_is_said(host, tmp_path) -> None:
    (tmp_path / "var").write_text("no folder")
    with pytest.raises(GroundworkError, match="/var is a file, and a folder is to be there"):
        rollout_lock.hold(host, FILE, run())


def test_a_process_of_this_machine_is_seen_to_live_and_to_have_ended() -> None:
    process = subprocess.Popen(["sleep", "600"])
    try:
        held = rollout_lock.this_run(process.pid, "site.yml")
        assert rollout_lock.is_here(held)
        assert rollout_lock.is_alive(held)
        assert not rollout_lock.is_alive({**held, "started": str(int(held["started"]) - 1)})  # its number was another's
        process.kill()
        process.wait()
        assert not rollout_lock.is_alive(held)
    finally:
        process.kill()
        process.wait()


def test_a_zombie_has_ended() -> None:
    process = subprocess.Popen(["sleep", "600"])
    held = rollout_lock.this_run(process.pid, "site.yml")
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not rollout_lock.is_alive(held)
    process.wait()


def test_who_is_waited_for_and_what_to_do() -> None:
    mine = run("ops1-4711-ab", user="alice", machine="ops1", process=4711, since="2026-11-23 09:00:00 UTC")
    assert rollout_lock.refusal(mine, "kafka", "/f on k1") == (
        "The servers of kafka are being restarted by alice on ops1 (site.yml, process 4711) since 2026-11-23 09:00:00 "
        "UTC, as /f on k1 says; that process runs on this machine: wait until it has ended, and run again."
    )
    assert rollout_lock.refusal({**mine, "node": "another"}, "kafka", "/f on k1").endswith(
        "since 2026-11-23 09:00:00 UTC, as /f on k1 says; wait until that run has ended, and run again. Where it was "
        "killed, so that ops1 has no such process any more, add -e rolling_restart_take_over=ops1-4711-ab."
    )
    assert rollout_lock.refusal({**mine, "started": ""}, "kafka", "/f on k1").endswith(
        "as /f on k1 says; a process of that number runs on this machine: wait until it has ended, and run again. "
        "Where it is another program's by now, since the run was killed, add -e rolling_restart_take_over=ops1-4711-ab."
    )
    assert json.dumps(mine)


def test_only_when_a_process_was_started_tells_it_from_another_of_its_number() -> None:
    mine = run()
    assert rollout_lock.is_known(mine)
    assert not rollout_lock.is_known({**mine, "node": "another"})
    assert not rollout_lock.is_known({**mine, "started": ""})  # a control node that is no Linux
