# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, of_file
from ansible_collections.groundwork.kafka.plugins.module_utils.host import machine as module
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host


@pytest.mark.parametrize("content", [b"a\r\nb\n", b"a\rb", b"\xff\xfe \xc3\xa9\n", b""])
def test_what_was_read_is_written_byte_for_byte(tmp_path, content) -> None:
    (tmp_path / "from").write_bytes(content)
    host = Host(str(tmp_path))
    host.write("/to", host.read("/from"))
    assert (tmp_path / "to").read_bytes() == content


@pytest.mark.parametrize("size", [4095, 4096, 4097, 65535, 65536, 65537, 200000])
def test_a_file_of_whatever_size_is_read_whole(tmp_path, size) -> None:
    text = "".join(str(number % 10) for number in range(size))
    (tmp_path / "file").write_text(text)
    assert Host(str(tmp_path)).read("/file") == text


def test_a_parameter_of_the_kernel_is_read_whole(tmp_path, monkeypatch) -> None:
    text = "1" * 9000
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/parameter").write_text(text)
    read = os.read
    # As Linux gives a parameter: at the first read or not at all.
    monkeypatch.setattr(module.os, "read", lambda file, size: b"" if os.lseek(file, 0, 1) else read(file, size))
    assert Host(str(tmp_path)).read("/proc/parameter") == text


def test_programs_that_were_started_run_beside_each_other(tmp_path) -> None:
    host, pipe = Host(), tmp_path / "pipe"
    os.mkfifo(pipe)
    # Each waits for the other.
    asks, tells = (host.start(["sh", "-c", text]) for text in (f"cat {pipe}; echo why >&2; exit 3", f"echo x >{pipe}"))
    assert (tells(), asks()) == (module.Completed(0, "", ""), module.Completed(3, "x\n", "why\n"))


def test_a_program_that_is_not_installed_is_told_when_it_is_asked() -> None:
    host = Host()
    for done in (host.start(["groundwork-none"])(), host.run(["groundwork-none"])):
        assert done == module.Completed(127, "", "groundwork-none: not installed")


def test_a_given_run_is_not_called_before_the_answer_is_asked_for() -> None:
    called: list = []
    host = Host("/", lambda argv: called.append(argv) or module.Completed(0, "", ""))
    answer = host.start(["true"])
    assert called == []
    assert (answer(), called) == (module.Completed(0, "", ""), [["true"]])


@pytest.mark.parametrize(
    ("before", "mode", "after"),
    [(0o600, None, 0o600), (0o664, None, 0o664), (0o600, 0o644, 0o644), (None, None, 0o644)],
)
def test_the_mode_of_a_file_of_others_is_kept(tmp_path, before, mode, after) -> None:
    file = tmp_path / "fstab"
    if before is not None:
        file.write_text("old")
        file.chmod(before)
    assert Host(str(tmp_path)).write("/fstab", "new", mode=mode)
    assert (file.read_text(), file.stat().st_mode & 0o7777) == ("new", after)


def test_the_same_text_and_mode_are_no_change(tmp_path) -> None:
    host = Host(str(tmp_path))
    assert [host.write("/a/b", "x"), host.write("/a/b", "x"), host.write("/a/b", "x", 0o600)] == [True, False, True]


def test_a_process_that_ends_while_it_is_read_is_not_there(tmp_path, monkeypatch) -> None:
    def ended(*_arguments, **_named):
        raise ProcessLookupError(errno.ESRCH, "No such process")

    monkeypatch.setattr(module, "open", ended, raising=False)
    assert Host(str(tmp_path)).read("/proc/42/comm") is None


def test_a_file_that_cannot_be_removed_is_one_sentence(tmp_path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(GroundworkError, match=r"^/folder could not be removed \(.*\); .*\.$"):
        Host(str(tmp_path)).remove("/folder")


def test_a_write_below_a_file_is_one_sentence(tmp_path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(GroundworkError, match=r"^/file is a file, and a folder is to be there; move it away and run"):
        Host(str(tmp_path)).write("/file/a", "x")


def test_directories_are_made_and_removed_again(tmp_path) -> None:
    host = Host(str(tmp_path))
    made = host.make_directories("/a/b/c")
    assert made == ["/a/b/c", "/a/b", "/a"]
    (tmp_path / "a/x").touch()
    host.prune(made)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "x"]


def test_directories_that_cannot_be_made_leave_nothing(tmp_path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(GroundworkError, match=r"^/file is a file"):
        Host(str(tmp_path)).make_directories("/file/b")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_a_killed_write_left_is_removed_and_nothing_else(tmp_path) -> None:
    host = Host(str(tmp_path))
    host.write("/etc/a.conf", "whole")
    for name in (".groundwork-a.conf-x1y2", ".groundwork-b.conf-x1y2", ".groundwork-a.conf", "a.conf-x1y2"):
        (tmp_path / "etc" / name).touch()
    host.discard("/etc/a.conf")
    host.discard("/none/a.conf")
    assert sorted(path.name for path in (tmp_path / "etc").iterdir()) == [
        ".groundwork-a.conf",
        ".groundwork-b.conf-x1y2",
        "a.conf",
        "a.conf-x1y2",
    ]


def test_a_write_that_is_killed_leaves_what_discard_removes(tmp_path, monkeypatch) -> None:
    class KilledError(BaseException):
        pass

    def killed(*_arguments, **_named):
        raise KilledError

    host = Host(str(tmp_path))
    monkeypatch.setattr(module.os, "rename", killed)
    with pytest.raises(KilledError):
        host.write("/etc/a.conf", "text")
    assert len(list((tmp_path / "etc").iterdir())) == 1
    host.discard("/etc/a.conf")
    assert list((tmp_path / "etc").iterdir()) == []


@pytest.mark.parametrize(
    ("number", "reason", "remedy"),
    [
        (errno.ENOSPC, "No space left on device", "free some room on that file system and run again"),
        (errno.EROFS, "Read-only file system", "its file system is mounted read-only, so remount it writable and"),
        (errno.EACCES, "Permission denied", "run with become, or look for a denial by SELinux or AppArmor in the"),
        (errno.EPERM, "Operation not permitted", "run with become, or take its immutable attribute away"),
        (errno.EBUSY, "Device or resource busy", "something is mounted there, so change it where it comes from"),
        (
            errno.EIO,
            "Input/output error",
            r"its disk fails, as the kernel's log \(dmesg\) tells; where the disk holds",
        ),
        (errno.ENAMETOOLONG, "File name too long", "no file has such a long name, so give another path"),
        (errno.ENOTDIR, "Not a directory", "check the path and its permissions"),
    ],
)
def test_a_refused_write_leaves_the_old_file_and_nothing_beside_it(
    tmp_path, monkeypatch, number, reason, remedy
) -> None:
    def refused(_handle):
        raise OSError(number, reason)

    host = Host(str(tmp_path))
    host.write("/etc/a.conf", "old")
    monkeypatch.setattr(module.os, "fsync", refused)
    with pytest.raises(GroundworkError, match=rf"^/etc/a\.conf could not be written \({reason}\); {remedy}"):
        host.write("/etc/a.conf", "new")
    assert [(path.name, path.read_text()) for path in (tmp_path / "etc").iterdir()] == [("a.conf", "old")]


def test_mode_and_directories_to_come(tmp_path) -> None:
    host = Host(str(tmp_path))
    host.write("/etc/a.conf", "x", 0o640)
    assert (host.mode("/etc/a.conf"), host.mode("/etc/b.conf")) == (0o640, None)
    assert host.missing_directories("/etc/b/c/d.conf") == ["/etc/b/c", "/etc/b"]
    assert host.missing_directories("/etc/b.conf") == []
    host.write("/etc/b/c/d.conf", "x")
    host.prune(["/etc/b/c", "/etc/b"])
    assert host.exists("/etc/b/c/d.conf")
    host.remove("/etc/b/c/d.conf")
    host.prune(["/etc/b/c", "/etc/b"])
    assert host.names("/etc") == ["a.conf"]


@pytest.mark.parametrize("number", [errno.EIO, errno.ENODEV])
def test_what_the_kernel_does_not_give_is_no_disk_that_fails(number):
    for path, on_disk in (("/sys/class/net/lo/speed", False), ("/proc/self/mem", False), ("/data/x", True)):
        told = str(of_file(path, "read", OSError(number, os.strerror(number), path)))
        assert told.startswith(f"{path} could not be read ({os.strerror(number)}); ")
        assert ("its disk fails" in told) is on_disk


def test_a_disk_is_probed_whatever_lies_there(tmp_path):
    host = Host(str(tmp_path))
    (tmp_path / "small").write_text("x")
    (tmp_path / "empty").write_text("")
    for path in ("/small", "/empty", "/missing", "/missing/below"):
        host.probe(path)
