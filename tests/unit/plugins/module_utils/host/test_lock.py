# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os
import signal

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock


def test_a_second_run_is_told_at_once_who_holds_the_lock(host, monkeypatch):
    monkeypatch.setenv("SUDO_USER", "alice")
    told = (
        rf"^This host is being changed by host_profile \(process {os.getpid()}, user alice, since "
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+\); wait until it has ended and run again\.$"
    )
    with lock.held(host, "host_profile"), pytest.raises(GroundworkError, match=told), lock.held(host, "data_disks"):
        pass


def test_the_lock_is_free_again_after_the_run_and_after_a_failure(host):
    with pytest.raises(GroundworkError, match="It failed"), lock.held(host, "host_profile"):
        raise GroundworkError("It failed.")
    with lock.held(host, "purge_cron"):
        assert (host.read(lock.PATH) or "").startswith("purge_cron (process ")
    with lock.held(host, "data_disks"):
        assert (host.read(lock.PATH) or "").startswith("data_disks (process ")


def test_a_run_that_was_killed_holds_nothing(host):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with lock.held(host, "host_profile"):
            os.write(writing, b"held")
            signal.pause()
    os.read(reading, 4)
    with pytest.raises(GroundworkError, match=f"process {child},"), lock.held(host, "host_profile"):
        pass
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with lock.held(host, "host_profile"):
        pass


def test_check_mode_needs_no_lock_and_takes_none(host):
    with lock.held(host, "host_profile"), lock.held(host, "host_profile", check=True):
        pass
    host.remove(lock.PATH)
    with lock.held(host, "host_profile", check=True):
        assert not host.exists(lock.PATH)


def test_a_lock_that_cannot_be_opened_is_one_sentence(host):
    host.put("/run", "a file where a directory belongs")
    with pytest.raises(GroundworkError, match=r"^/run is a file, and a folder is to be there; "), lock.held(
        host, "host_profile"
    ):
        pass


def test_a_link_is_not_followed(host):
    host.put("/etc/passwd", "root\n")
    os.mkdir(host.real("/run"))
    os.symlink(host.real("/etc/passwd"), host.real(lock.PATH))
    with pytest.raises(GroundworkError, match="could not be opened"), lock.held(host, "host_profile"):
        pass
    assert host.read("/etc/passwd") == "root\n"


@pytest.mark.parametrize(("variable", "user"), [("SUDO_USER", "alice"), ("DOAS_USER", "bob")])
def test_the_person_behind_become_is_named(host, monkeypatch, variable, user):
    monkeypatch.delenv("SUDO_USER", raising=False)
    monkeypatch.setenv(variable, user)
    with lock.held(host, "host_profile"):
        assert f", user {user}, since " in (host.read(lock.PATH) or "")
