# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import getpass
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.modules import purge_cron

FILE = "etc/cron.d/groundwork-zookeeper-purge"


def params(**changes):
    given = {
        "state": "present",
        "user": getpass.getuser(),
        "schedule": "1 2 * * *",
        "java": "/j",
        "libs": "/l",
        "retain": 5,
    }
    return {**given, "data_dir": "/d", "data_log_dir": None, **changes}


def test_written_then_unchanged_then_removed_then_unchanged(tmp_path) -> None:
    host, absent = Host(str(tmp_path)), params(state="absent", data_dir=None)
    changed = [purge_cron.run(host, given, False)["changed"] for given in (params(), params(), absent, absent)]
    assert changed == [True, False, True, False]
    assert not (tmp_path / FILE).exists()


def test_the_log_directory_is_the_data_directory_unless_given(tmp_path) -> None:
    purge_cron.run(Host(str(tmp_path)), params(), False)
    assert (
        "flock -n /d/. /j -cp '/l/*' org.apache.zookeeper.server.PurgeTxnLog /d /d -n 5\n"
        in (tmp_path / FILE).read_text()
    )


def test_a_file_that_cron_ignores_for_its_mode_is_put_right(tmp_path) -> None:
    host = Host(str(tmp_path))
    purge_cron.run(host, params(), False)
    (tmp_path / FILE).chmod(0o664)
    assert purge_cron.run(host, params(), False)["changed"]
    assert (tmp_path / FILE).stat().st_mode & 0o7777 == 0o644


def test_check_mode_shows_the_diff_and_writes_nothing(tmp_path) -> None:
    result = purge_cron.run(Host(str(tmp_path)), params(user="made-later"), True)
    assert (result["changed"], result["diff"][0]["before"]) == (True, "")
    assert " made-later systemd-cat " in result["diff"][0]["after"]
    assert not (tmp_path / "etc").exists()


def test_an_unknown_user_is_refused_before_the_write(tmp_path) -> None:
    with pytest.raises(GroundworkError, match="The user no-such-user is not known on the host"):
        purge_cron.run(Host(str(tmp_path)), params(user="no-such-user"), False)
    assert not (tmp_path / "etc").exists()


def test_a_file_of_somebody_else_is_replaced(tmp_path, monkeypatch) -> None:
    host = Host(str(tmp_path))
    purge_cron.run(host, params(), False)
    os.utime(tmp_path / FILE, (1, 1))
    before = (tmp_path / FILE).stat()
    monkeypatch.setattr(os, "geteuid", lambda: before.st_uid + 1)
    assert purge_cron.run(host, params(), True)["changed"]
    assert purge_cron.run(host, params(), False)["changed"]
    assert (tmp_path / FILE).stat().st_mtime != before.st_mtime


def test_an_entry_beside_the_timer_is_refused(tmp_path) -> None:
    timer = tmp_path / "etc/systemd/system/groundwork-zookeeper-purge.timer"
    timer.parent.mkdir(parents=True)
    timer.write_text("")
    with pytest.raises(GroundworkError, match=r"timer purges already.*state: absent"):
        purge_cron.run(Host(str(tmp_path)), params(), False)
