# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Folders that a service's user owns, with what such a user may put there: root is led nowhere else by any of it."""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
import threading

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import paths
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.hostile import (
    LINKS,
    NO_FILES,
    NO_FOLDERS,
    ROOT,
    SECRET,
    a_hard_link,
    a_socket,
    give_by_acl,
    lay_out,
    outside,
)

pytestmark = pytest.mark.usefixtures("no_waiting")

OWNER = (os.geteuid(), os.getegid())


@pytest.fixture
def host(tmp_path):
    """A host with somebody's secret, a folder of root's, and one that others can change."""
    lay_out(tmp_path)
    return Host(str(tmp_path))


@pytest.mark.parametrize("path", ["/data/theirs/at", "/to/at"], ids=["itself", "behind a link of root's"])
@pytest.mark.parametrize(
    "work",
    [
        pytest.param(lambda host, path: host.read(path), id="read"),
        pytest.param(lambda host, path: host.write(path, "x", 0o640, OWNER), id="write"),
        pytest.param(lambda host, path: host.write(path, "x", mode=None), id="write and keep"),
    ],
)
@pytest.mark.parametrize("make", NO_FILES)
def test_what_is_in_the_place_of_a_file_is_refused_by_name(host, make, work, path) -> None:
    os.symlink("data/theirs", host.real("/to"))
    make(host.real("/data/theirs/at"))
    before, names = outside(host.root), os.listdir(host.real("/data/theirs"))
    with pytest.raises(GroundworkError) as raised:
        work(host, path)
    assert str(raised.value).startswith("/data/theirs/at ")
    assert str(raised.value).endswith("run again.")
    assert SECRET not in str(raised.value)
    assert (outside(host.root), os.listdir(host.real("/data/theirs"))) == (before, names)


@pytest.mark.parametrize(
    ("work", "named"),
    [
        pytest.param(lambda host: host.folder("/data/theirs/at", 0o700, OWNER), "/data/theirs/at", id="folder"),
        pytest.param(lambda host: host.make_directories("/data/theirs/at"), "/data/theirs/at", id="make"),
        pytest.param(lambda host: host.folder("/data/theirs/at/x", 0o700, OWNER), "/data/theirs/at", id="folder below"),
        pytest.param(lambda host: host.write("/data/theirs/at/x/y", "x"), "/data/theirs/at", id="file below"),
        pytest.param(lambda host: host.read("/data/theirs/at/x"), "/data/theirs/at", id="read below"),
    ],
)
@pytest.mark.parametrize("make", NO_FOLDERS)
def test_what_is_in_the_place_of_a_folder_is_refused_by_name(host, make, work, named) -> None:
    make(host.real("/data/theirs/at"))
    before = outside(host.root)
    with pytest.raises(GroundworkError) as raised:
        work(host)
    assert str(raised.value).startswith(named + " ")
    assert outside(host.root) == before


@pytest.mark.parametrize("make", NO_FOLDERS)
def test_nothing_beyond_a_link_is_named_removed_or_measured(host, make) -> None:
    make(host.real("/data/theirs/at"))
    before = outside(host.root)
    for work in (
        lambda: host.names("/data/theirs/at"),
        lambda: host.mode("/data/theirs/at/.groundwork-at-1"),
        lambda: host.discard("/data/theirs/at/at"),
        lambda: host.prune(["/data/theirs/at/inside", "/data/theirs/at"]),
        lambda: host.remove("/data/theirs/at/secret"),
    ):
        with contextlib.suppress(GroundworkError):
            assert not work()
    assert outside(host.root) == before
    assert host.remove("/data/theirs/at")  # a link itself is removed, as anything else that is no folder
    assert outside(host.root) == {path: (*found[:5], outside(host.root)[path][5]) for path, found in before.items()}


def test_links_that_root_alone_can_have_made_are_followed(host, tmp_path) -> None:
    os.symlink("root/inside", host.real("/one"))
    os.symlink(str(tmp_path / "root"), host.real("/two"))
    os.symlink("../root/./secret", host.real("/data/three"))
    host.write("/one/a", "1")
    assert (tmp_path / "root/inside/a").read_text() == "1"
    host.write("/data/three", "2")
    assert (tmp_path / "root/secret").read_text() == "2"
    (tmp_path / "root/own").write_text("3")
    assert Host(str(tmp_path / "root")).read("/own") == "3"


def test_links_of_roots_that_lead_round_in_circles_are_said(host) -> None:
    os.symlink("at", host.real("/root/at"))
    for work in (lambda: host.read("/root/at"), lambda: host.write("/root/at", "x")):
        with pytest.raises(
            GroundworkError, match=r"^/root/at could not be .+; its symbolic links lead round in circles"
        ):
            work()
    assert (host.exists("/root/at"), host.text("/root/at")) == (False, "")


@pytest.mark.parametrize("path", ["//proc/kmsg", "/root/../proc/kmsg", "/to/kmsg", "/kmsg"])
def test_nothing_but_a_name_of_our_own_leads_to_the_kernels_files(host, path) -> None:
    os.mkdir(host.real("/proc"))
    os.mkfifo(host.real("/proc/kmsg"))  # which keeps a reader waiting, as that of a kernel does
    os.symlink("proc", host.real("/to"))
    os.symlink("proc/kmsg", host.real("/kmsg"))
    for work in (host.read, host.status, lambda at: host.write(at, "x")):
        with pytest.raises(GroundworkError, match=rf"^{path} leads to the kernel's own files \(/proc, /sys\), where "):
            work(path)
    assert paths.apart(path) == path
    assert host.names("/proc") == ["kmsg"]


@pytest.mark.parametrize("path", ["/proc/kmsg", "/sys/kernel/tracing/trace_pipe", "/proc/../home/kafka/pipe"])
def test_a_name_of_somebody_elses_is_held_apart_from_ours(path) -> None:
    with pytest.raises(GroundworkError, match=rf"^{path} leads to the kernel's own files "):
        paths.apart(path)


def test_dev_null_is_an_empty_file_and_nobody_is_told_to_move_it_away(host) -> None:
    os.symlink("/dev/null", host.real("/root/masked.conf"))
    assert host.read("/root/masked.conf") == ""
    with pytest.raises(
        GroundworkError, match=r"^/root/masked\.conf leads over a link to /dev/null, which is a device, "
    ):
        host.write("/root/masked.conf", "x")


def test_a_backup_of_hard_links_is_still_the_owners_file(host, monkeypatch) -> None:
    folder, owner = host.real("/data/theirs"), 4711
    (a, b) = (os.path.join(folder, "meta.properties"), os.path.join(folder, "backup"))
    with open(a, "w") as file:
        file.write("broker.id=1\n")
    os.link(a, b)
    if os.geteuid() == 0:
        for path in (folder, a):
            os.chown(path, owner, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: owner)
        monkeypatch.setattr(paths, "is_ours", lambda *_arguments: False)
    assert host.read("/data/theirs/meta.properties") == "broker.id=1\n"


def test_a_large_file_is_not_read_whole(host) -> None:
    with open(host.real("/data/theirs/at"), "wb") as file:
        file.truncate(10 << 40)  # it takes no room
    with pytest.raises(GroundworkError, match=r"^/data/theirs/at has more than 16 MiB, so it is not the file that is "):
        host.read("/data/theirs/at")
    assert host.write("/data/theirs/at", "x", mode=None)
    assert host.read("/data/theirs/at") == "x"


def test_a_file_that_grows_beyond_what_its_size_said_is_not_read_whole(host, monkeypatch) -> None:
    monkeypatch.setattr(paths, "LARGEST", 1000)
    with open(host.real("/data/theirs/at"), "w") as file:
        file.write("x" * 1001)
    fstat = os.fstat
    monkeypatch.setattr(os, "fstat", lambda handle: os.stat_result([*fstat(handle)[:6], 0, *fstat(handle)[7:]]))
    with pytest.raises(GroundworkError, match=r"^/data/theirs/at has more than "):
        host.read("/data/theirs/at")


SWAPS = {
    "read": (lambda host: host.read("/data/theirs/at/secret"), "secret"),
    "write": (lambda host: host.write("/data/theirs/at/new", "theirs"), "new"),
    "write over": (lambda host: host.write("/data/theirs/at/secret", "theirs", 0o666), "secret"),
    "make": (lambda host: host.folder("/data/theirs/at/inside", 0o777, OWNER), "inside"),
    "own": (lambda host: host.folder("/data/theirs/at", 0o777, OWNER), ""),
    "remove": (lambda host: host.remove("/data/theirs/at/secret"), "secret"),
    "names": (lambda host: host.names("/data/theirs/at"), ""),
}


@pytest.mark.parametrize("work", [work for work, _name in SWAPS.values()], ids=SWAPS)
def test_a_swap_between_the_look_and_the_work_leads_nowhere_else(host, monkeypatch, work) -> None:
    """The folder is one of theirs when it is looked at, and a link right after."""
    folder = host.real("/data/theirs/at")
    os.mkdir(folder)
    before, swapped = outside(host.root), []
    for name in ("stat", "lstat", "open", "mkdir"):
        monkeypatch.setattr(os, name, _swapping(getattr(os, name), folder, swapped))
    with contextlib.suppress(GroundworkError):
        assert SECRET not in str(work(host))
    monkeypatch.undo()
    assert swapped
    assert outside(host.root) == before


def _swapping(operation, folder, swapped):
    def looked(path, *arguments, **named):
        result = operation(path, *arguments, **named)
        if not swapped and str(path).rpartition("/")[2] == "at":
            swapped.append(path)
            os.rename(folder, folder + "-")
            os.symlink("../../root", folder)
        return result

    return looked


@pytest.mark.parametrize(
    ("work", "looks"),
    [
        *(pytest.param(lambda host: host.read("/data/theirs/at"), looks, id=f"read {looks}") for looks in (1, 2)),
        *(
            pytest.param(lambda host: host.write("/data/theirs/at", "as long!", None), looks, id=f"compare {looks}")
            for looks in (1, 2, 3)
        ),
    ],
)
@pytest.mark.parametrize("make", [make for make in NO_FILES if make is not a_socket])
def test_a_file_that_is_swapped_between_the_look_and_the_work_is_not_read(host, monkeypatch, make, work, looks) -> None:
    """It is a file of theirs when it is looked at so many times, and anything else right after."""
    path = host.real("/data/theirs/at")
    with open(path, "w", encoding="utf-8") as file:
        file.write("as long!")
    before, seen, look = [], [], os.stat

    def looked(name, *arguments, **named):
        found = look(name, *arguments, **named)
        if str(name).rpartition("/")[2] == "at":
            seen.append(name)
        if len(seen) == looks and not before:
            os.rename(path, path + "-")
            make(path)
            before.append(outside(host.root))
        return found

    monkeypatch.setattr(os, "stat", looked)
    with pytest.raises(GroundworkError) as raised:
        work(host)
    monkeypatch.undo()
    assert SECRET not in str(raised.value)
    assert before == [outside(host.root)]


@pytest.mark.parametrize("work", [work for work, _name in SWAPS.values()], ids=SWAPS)
def test_whoever_swaps_all_the_time_leads_nowhere_else(host, work) -> None:
    folder = host.real("/data/theirs/at")
    os.mkdir(folder)
    os.symlink("../../root", folder + "-link")
    ended = threading.Event()

    def swap():
        for number in itertools.count():
            if ended.is_set():
                return
            for old, new in (("", "-real"), ("-link", ""), ("", "-link"), ("-real", "")):
                with contextlib.suppress(OSError):
                    if new == "" and os.path.lexists(folder):  # it was made anew meanwhile
                        os.rename(folder, f"{folder}-{number}-{old}")
                    os.rename(folder + old, folder + new)

    swapping = threading.Thread(target=swap)
    before, seen = outside(host.root), []
    swapping.start()
    try:
        for _time in range(300):
            with contextlib.suppress(GroundworkError, FileNotFoundError):
                seen.append(str(work(host)))
    finally:
        ended.set()
        swapping.join()
    assert SECRET not in "".join(seen)
    assert "secret" not in "".join(seen)
    assert outside(host.root) == before


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o027, 0o077, 0o777])
@pytest.mark.parametrize(
    ("make", "modes"),
    [
        pytest.param(lambda host: host.write("/a/b/c", "x"), {"a": 0o755, "a/b": 0o755, "a/b/c": 0o644}, id="file"),
        pytest.param(lambda host: host.write("/a/b", "x", 0o640, OWNER), {"a": 0o755, "a/b": 0o640}, id="its mode"),
        pytest.param(lambda host: host.write("/a/b", "x", mode=None), {"a": 0o755, "a/b": 0o644}, id="no mode"),
        pytest.param(lambda host: host.folder("/a/b", 0o750, OWNER), {"a": 0o755, "a/b": 0o750}, id="folder"),
        pytest.param(lambda host: host.folder("/a/b", 0o777, None), {"a": 0o755, "a/b": 0o777}, id="open folder"),
        pytest.param(lambda host: host.make_directories("/a/b"), {"a": 0o755, "a/b": 0o755}, id="folders"),
        pytest.param(lambda host: host.folder("/there/b", 0o755, None), {"there": 0o700, "there/b": 0o755}, id="below"),
    ],
)
def test_the_modes_are_those_that_are_meant_whatever_the_umask(tmp_path, make, modes, mask) -> None:
    (tmp_path / "there").mkdir(mode=0o700)  # somebody else's, and left as it is
    before = os.umask(mask)
    try:
        make(Host(str(tmp_path)))
    finally:
        assert os.umask(before) == mask
    assert {name: stat.S_IMODE((tmp_path / name).stat().st_mode) for name in modes} == modes


@pytest.mark.parametrize("make", [make for make in NO_FILES if make not in LINKS and make is not a_hard_link])
def test_in_a_folder_of_roots_as_well_a_file_is_a_file(host, make) -> None:
    make(host.real("/root/at"))
    for work in (lambda: host.read("/root/at"), lambda: host.write("/root/at", "x")):
        with pytest.raises(GroundworkError, match=r"^/root/at is a .+, and a file is to be there; move"):
            work()


@ROOT
@pytest.mark.parametrize(
    ("uid", "gid", "mode", "followed"),
    [
        (0, 0, 0o755, True),
        (0, 0, 0o775, True),
        (0, 4711, 0o755, True),
        (0, 4711, 0o775, False),
        (0, 0, 0o1777, False),
        (4711, 0, 0o700, False),
        (4711, 4711, 0o755, False),
    ],
)
def test_a_link_is_followed_where_root_alone_can_have_made_it(host, uid, gid, mode, followed) -> None:
    folder = host.real("/data/theirs")
    os.symlink("../../root/secret", folder + "/at")
    os.chown(folder, uid, gid)
    os.chmod(folder, mode)
    if followed:
        assert SECRET in host.read("/data/theirs/at")
    else:
        with pytest.raises(GroundworkError, match=r"^/data/theirs/at is a symbolic link in a folder that others than "):
            host.read("/data/theirs/at")


@ROOT
def test_whom_an_access_control_list_names_leads_root_nowhere(host) -> None:
    """The folder looks like one of root's own, 0775 of the user and of the group 0."""
    folder = host.real("/data/theirs")
    os.symlink("../../root/secret", folder + "/at")
    give_by_acl(folder, 4711)
    assert (stat.S_IMODE(os.stat(folder).st_mode), os.stat(folder).st_gid) == (0o775, 0)
    before = outside(host.root)
    for work in (lambda: host.read("/data/theirs/at"), lambda: host.write("/data/theirs/at", "x", 0o666, (4711, 4711))):
        with pytest.raises(GroundworkError, match=r"^/data/theirs/at is a symbolic link in a folder that others than "):
            work()
    assert outside(host.root) == before
