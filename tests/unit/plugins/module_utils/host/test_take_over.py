# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Hostile trees; what root really gives away is shown in tests/disks."""

from __future__ import annotations

import os
import socket
import subprocess

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import accounts, take_over
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host

SERVICE = accounts.Service("kafka", "kafka", "kafka")
KNOWN = accounts.Accounts({"kafka": 4711}, {"kafka": 4712})


@pytest.fixture
def given(monkeypatch):
    """The inodes that were given away, in order."""
    found: list[tuple[int, int, int]] = []
    monkeypatch.setattr(os, "fchown", lambda file, uid, gid: found.append((os.fstat(file).st_ino, uid, gid)))
    return found


@pytest.fixture
def machine(tmp_path):
    """A host with the account and the data of two partitions; *state* is its service's."""

    def answer(argv):
        if argv[0] == "systemctl":
            return Completed(0, made.state + "\n", "")
        number = 4711 if argv[1] == "passwd" else 4712
        return Completed(0, f"kafka:x:{number}:4712\n", "")

    made = Host(str(tmp_path), answer)
    made.state = "inactive"
    for partition in ("t-0", "t-1"):
        folder = tmp_path / "data/log" / partition
        folder.mkdir(parents=True)
        (folder / "00.log").write_text("x")
    return made


def plan(machine):
    return take_over.plan(machine, SERVICE, "/data/log", KNOWN)


def test_all_is_given_and_each_folder_after_what_is_in_it(machine, tmp_path, given):
    step = plan(machine)
    assert (step.count, given) == (5, [])
    step.do(machine)
    log = tmp_path / "data/log"
    expected = [log / "t-0/00.log", log / "t-0", log / "t-1/00.log", log / "t-1", log]
    assert given == [(path.stat().st_ino, 4711, 4712) for path in expected]
    assert step.diff()[0]["before"] == "5 files and folders are others'\n"


def test_nothing_is_to_be_done_where_all_is_its_own_or_the_disk_is_missing(machine):
    own = accounts.Accounts({"kafka": os.getuid()}, {"kafka": os.getgid()})
    assert take_over.plan(machine, SERVICE, "/data/log", own) is None
    assert take_over.plan(machine, SERVICE, "/data/none", KNOWN) is None


def link(folder):
    (folder / "x").symlink_to("/etc/passwd")


def dangling(folder):
    (folder / "x").symlink_to("/none")


def linked_folder(folder):
    (folder / "x").symlink_to("/etc")


def pipe(folder):
    os.mkfifo(str(folder / "x"))


def listening(folder):
    with socket.socket(socket.AF_UNIX) as made:
        handle = os.open(str(folder), os.O_RDONLY)
        made.bind(f"/proc/self/fd/{handle}/x")
        os.close(handle)


def hard_link(folder):
    (folder.parents[2] / "shadow").write_text("root's")
    os.link(str(folder.parents[2] / "shadow"), str(folder / "x"))


def deep(folder):
    (folder / "x" / "/".join("d" * 20)).mkdir(parents=True)


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (link, "is a symbolic link"),
        (dangling, "is a symbolic link"),
        (linked_folder, "is a symbolic link"),
        (pipe, "is a pipe"),
        (listening, "is a socket"),
        (hard_link, "is one of 2 names of a file"),
        (deep, "lies deeper than any server makes folders"),
    ],
)
def test_what_may_be_somebody_elses_is_refused_by_name_before_anything_is_given(machine, tmp_path, given, spoil, what):
    spoil(tmp_path / "data/log/t-1")
    with pytest.raises(GroundworkError, match=f"^/data/log/t-1/x.* {what}"):
        plan(machine)
    assert given == []


def test_what_is_swapped_between_the_look_and_the_change_is_refused(machine, tmp_path, given):
    step = plan(machine)
    target = tmp_path / "data/log/t-0/00.log"
    target.unlink()
    target.symlink_to("/etc/passwd")
    with pytest.raises(GroundworkError, match=r"^/data/log/t-0/00\.log is a symbolic link"):
        step.do(machine)
    assert given == []


def test_a_name_that_is_swapped_between_two_calls_of_the_kernel_is_refused(machine, tmp_path, given, monkeypatch):
    secret = tmp_path / "shadow"
    secret.write_text("root's")
    real, target = os.open, tmp_path / "data/log/t-0/00.log"

    def swap(path, *more, **named):
        if path == "00.log" and not secret.samefile(target):
            target.unlink()
            os.link(str(secret), str(target))
        return real(path, *more, **named)

    monkeypatch.setattr(os, "open", swap)
    with pytest.raises(GroundworkError, match="is one of 2 names of a file"):
        plan(machine)
    assert given == []


@pytest.fixture
def linked(machine, tmp_path):
    """The data lies elsewhere, and /data leads there."""
    (tmp_path / "data").rename(tmp_path / "elsewhere")
    (tmp_path / "data").symlink_to(tmp_path / "elsewhere")
    return machine


def test_a_link_that_only_root_can_have_made_leads_to_the_folder(linked, tmp_path, given):
    step = plan(linked)
    step.do(linked)
    assert (step.count, given[-1]) == (5, ((tmp_path / "elsewhere/log").stat().st_ino, 4711, 4712))


def test_a_link_on_the_way_that_others_can_have_made_is_refused(linked, tmp_path, given):
    tmp_path.chmod(0o777)
    with pytest.raises(GroundworkError, match=r"^/data is a symbolic link in a folder that others than root can cha"):
        plan(linked)
    assert given == []


def test_a_process_that_uses_the_folder_behind_a_link_is_in_the_way(linked, tmp_path):
    (tmp_path / "proc/42/fd").mkdir(parents=True)
    (tmp_path / "proc/42/fd/7").symlink_to("/elsewhere/log/t-0/00.log")
    with pytest.raises(GroundworkError, match=r"^/data/log is to be taken over and process 42 .* uses it"):
        plan(linked)


@pytest.mark.parametrize("call", ["stat", "open"])
def test_a_file_that_goes_while_it_is_looked_at_is_passed_over(machine, tmp_path, monkeypatch, call):
    real, target = getattr(os, call), tmp_path / "data/log/t-0/00.log"

    def gone(path, *more, **named):
        if path == "00.log":
            target.unlink(missing_ok=True)
        return real(path, *more, **named)

    monkeypatch.setattr(os, call, gone)
    assert plan(machine).count == 4
    own = accounts.Accounts({"kafka": os.getuid()}, {"kafka": os.getgid()})
    target.write_text("x")
    assert take_over.plan(machine, SERVICE, "/data/log", own) is None


def test_a_service_that_is_started_is_told_before_anything_in_its_folder(machine, tmp_path):
    link(tmp_path / "data/log")
    machine.state = "active"
    with pytest.raises(GroundworkError, match=r"kafka\.service is active; stop it"):
        plan(machine)


@pytest.mark.parametrize("state", ["active", "activating", "deactivating", "reloading"])
def test_a_service_that_is_started_is_in_the_way(machine, given, state):
    machine.state = state
    with pytest.raises(GroundworkError, match=rf"kafka\.service is {state}; stop it \(systemctl stop kafka\)"):
        plan(machine)
    machine.state = "inactive"
    step = plan(machine)
    machine.state = state
    with pytest.raises(GroundworkError, match="stop it"):
        step.do(machine)
    assert given == []


@pytest.mark.parametrize("how", ["cwd", "fd", "maps"])
def test_a_process_that_uses_the_folder_is_in_the_way(machine, tmp_path, given, how):
    process = tmp_path / "proc/42"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("java\n")
    (process / "maps").write_text("7f r--s 0 08:01 1    /usr/lib/x.so\n")
    if how == "cwd":
        (process / "cwd").symlink_to("/data/log")
    elif how == "fd":
        (process / "fd/7").symlink_to("/data/log/t-0/00.log")
    else:
        (process / "maps").write_text("7f r--s 0 08:01 1    /data/log/t-0/00.index\n")
    with pytest.raises(GroundworkError, match=r"process 42 \(java\) uses it; end that process"):
        plan(machine)
    assert given == []


def test_a_process_that_is_elsewhere_is_not(machine, tmp_path):
    (tmp_path / "proc/42/fd").mkdir(parents=True)
    (tmp_path / "proc/42/cwd").symlink_to("/data/log-2")
    assert plan(machine)


def test_a_real_process_is_seen(machine, tmp_path):
    real = Host("/", machine.run)
    folder = str(tmp_path / "data/log")
    child = subprocess.Popen(["sleep", "60"], cwd=folder)
    try:
        with pytest.raises(GroundworkError, match=rf"process {child.pid} \(sleep\) uses it"):
            take_over.refuse_used(real, "kafka", folder)
    finally:
        child.kill()
        child.wait()
    take_over.refuse_used(real, "kafka", folder)
