# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import steps


class Fails:
    def __init__(self, error=None):
        self.error = error or GroundworkError("It failed.")

    def do(self, _host):
        raise self.error

    def undo(self, _host):
        raise AssertionError("what was not done is not undone")


class CannotUndo:
    def do(self, _host):
        pass

    def undo(self, _host):
        raise OSError(5, "Input/output error")


def test_all_steps_are_done(host):
    host.put("/etc/old", "old")
    steps.carry_out(host, [steps.Replace("/etc/new", None, "new"), steps.Replace("/etc/old", "old", None)])
    assert host.tree() == {"etc/new": "new"}


def test_a_failure_undoes_all_steps(host):
    host.put("/etc/old", "old")
    host.put("/etc/gone", "gone")
    before = host.tree()
    with pytest.raises(GroundworkError, match=r"^It failed\.$"):
        steps.carry_out(
            host,
            [
                steps.Replace("/etc/new", None, "new"),
                steps.Replace("/etc/old", "old", "changed"),
                steps.Replace("/etc/gone", "gone", None),
                Fails(),
            ],
        )
    assert host.tree() == before


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied", "/x"), KeyError("x"), KeyboardInterrupt()])
def test_whatever_stops_a_run_undoes_all_steps(host, error):
    host.put("/etc/old", "old")
    with pytest.raises(type(error)) as raised:
        steps.carry_out(host, [steps.Replace("/etc/old", "old", "new"), Fails(error)])
    assert raised.value is error
    assert host.tree() == {"etc/old": "old"}


def test_an_interruption_that_cannot_be_undone_is_told(host):
    with pytest.raises(GroundworkError, match=r"^KeyboardInterrupt\(\) Undoing failed as well: .*Input/output error"):
        steps.carry_out(host, [CannotUndo(), Fails(KeyboardInterrupt())])


def test_what_cannot_be_undone_is_told_and_the_rest_is_undone(host):
    with pytest.raises(GroundworkError, match=r"It failed\. Undoing failed as well: .*Input/output error"):
        steps.carry_out(host, [steps.Replace("/etc/new", None, "new"), CannotUndo(), Fails()])
    assert host.tree() == {}


def test_a_file_that_is_removed_comes_back_with_mode_and_owner(host, monkeypatch):
    host.write("/etc/theirs", "theirs", 0o600)
    written, write = [], host.write

    def noted(path, text, mode, owner=None):
        written.append((path, text, mode, owner))
        return write(path, text, mode)

    monkeypatch.setattr(host, "write", noted)
    monkeypatch.setattr(host, "owner", lambda _path: (1000, 1001))
    with pytest.raises(GroundworkError, match=r"^It failed\.$"):
        steps.carry_out(host, [steps.Replace("/etc/theirs", "theirs", None), Fails()])
    assert written[-1] == ("/etc/theirs", "theirs", 0o600, (1000, 1001))
    assert (host.read("/etc/theirs"), host.mode("/etc/theirs")) == ("theirs", 0o600)


def test_only_files_that_differ_are_replaced():
    assert steps.replacements([("/a", "x", "x"), ("/b", None, "y"), ("/c", None, None)]) == [
        steps.Replace("/b", None, "y")
    ]


def test_file_diff():
    assert steps.file_diff(steps.Replace("/b", None, "y")) == {
        "before_header": "/b",
        "after_header": "/b",
        "before": "",
        "after": "y",
    }


def test_a_diff_shows_no_secret_of_a_file_and_nothing_of_one_that_stays() -> None:
    fstab = "/dev/vdb /data xfs {} 0 0\n//nas/share /mnt cifs username=a,password=geheim 0 0\n"
    entry = steps.file_diff(steps.Replace("/etc/fstab", fstab.format("defaults"), fstab.format("noatime")))
    assert entry["before"].startswith("/dev/vdb /data xfs defaults 0 0\n")
    assert entry["after"].startswith("/dev/vdb /data xfs noatime 0 0\n")
    assert "geheim" not in str(entry)
    same = steps.difference("/etc/fstab", fstab, fstab)
    assert (same["before"], same["after"]) == ("", "")
