# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Hostile trees, and what the kernel says of them: the owners are real, so root alone can show it."""

from __future__ import annotations

import os
import socket
import stat

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import owner_numbers
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")

OLD, NEW, OLD_GROUP, NEW_GROUP = 71001, 71002, 72001, 72002
NUMBERS = owner_numbers.Numbers({OLD: NEW}, {OLD_GROUP: NEW_GROUP})


@pytest.fixture
def host(tmp_path) -> Host:
    """A host with a folder of the account's, and secrets of root's beside it."""
    for path in ("data/log/t-0/00.log", "data/log/t-1/00.log", "root/secret", "root/inside/secret"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x")
    for folder, _folders, names in os.walk(tmp_path / "data"):
        for path in (folder, *(os.path.join(folder, name) for name in names)):
            os.chown(path, OLD, OLD_GROUP)
    return Host(str(tmp_path))


def give(host, *folders: str) -> int:
    return owner_numbers.give(host, folders or ("/data/log",), NUMBERS)


def count(host, folder: str = "/data/log", *more: str) -> int:
    return owner_numbers.count(host, folder, (folder, *more), NUMBERS)


def owner(path) -> tuple[int, int]:
    found = os.lstat(path)
    return found.st_uid, found.st_gid


def test_all_is_counted_and_given_and_the_next_run_finds_nothing(host, tmp_path) -> None:
    assert count(host) == 5
    assert give(host) == 5
    assert owner(tmp_path / "data/log") == owner(tmp_path / "data/log/t-0/00.log") == (NEW, NEW_GROUP)
    assert (count(host), give(host)) == (0, 0)
    assert owner(tmp_path / "data") == (OLD, OLD_GROUP)


def test_only_the_former_numbers_are_changed_each_for_itself(host, tmp_path) -> None:
    for name, had in (("mine", (OLD, 5)), ("grouped", (0, OLD_GROUP)), ("others", (5, 5)), ("new", (NEW, OLD_GROUP))):
        (tmp_path / "data/log" / name).write_text("x")
        os.chown(tmp_path / "data/log" / name, *had)
    give(host)
    found = {name: owner(tmp_path / "data/log" / name) for name in ("mine", "grouped", "others", "new")}
    assert found == {"mine": (NEW, 5), "grouped": (0, NEW_GROUP), "others": (5, 5), "new": (NEW, NEW_GROUP)}


def test_a_single_file_is_given_as_a_folder_is(host, tmp_path) -> None:
    assert give(host, "/data/log/t-0/00.log", "/data/log/none", "/none/at/all") == 1
    assert owner(tmp_path / "data/log/t-0") == (OLD, OLD_GROUP)


def plant(path, kind: str) -> None:
    """Something of the account's that is no file and no folder."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            handle = os.open(path.parent, os.O_RDONLY)
            bound.bind(f"/proc/self/fd/{handle}/{path.name}")
            os.close(handle)
    elif kind == "device":
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))
    else:
        path.symlink_to({"link": "t-0", "nowhere": "/none", "round": path.name, "root's": "/etc/shadow"}[kind])
    os.lchown(path, OLD, OLD_GROUP)


@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "link", "nowhere", "round", "root's"])
def test_what_is_no_file_is_given_itself_and_not_followed(host, tmp_path, kind, no_waiting) -> None:  # noqa: ARG001
    before = os.stat("/etc/shadow")
    plant(tmp_path / "data/log/x", kind)
    assert give(host) == 6
    assert owner(tmp_path / "data/log/x") == (NEW, NEW_GROUP)
    assert os.stat("/etc/shadow") == before


def test_a_hard_link_gives_nothing_to_anybody_who_had_it_not(host, tmp_path) -> None:
    os.link(tmp_path / "root/secret", tmp_path / "data/log/roots")
    os.link(tmp_path / "data/log/t-0/00.log", tmp_path / "root/its")
    give(host)
    assert owner(tmp_path / "root/secret") == (0, 0)
    assert owner(tmp_path / "root/its") == (NEW, NEW_GROUP)


def test_the_kernel_takes_setuid_from_files_and_leaves_setgid_to_folders(host, tmp_path) -> None:
    (tmp_path / "data/log/t-0/00.log").chmod(0o6755)
    (tmp_path / "data/log/t-1").chmod(0o2750)
    give(host)
    assert stat.S_IMODE((tmp_path / "data/log/t-0/00.log").stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "data/log/t-1").stat().st_mode) == 0o2750


def test_a_link_to_what_is_its_outside_is_refused_by_name(host, tmp_path) -> None:
    (tmp_path / "mnt").mkdir()
    os.chown(tmp_path / "mnt", OLD, OLD_GROUP)
    (tmp_path / "data/log/t-2").symlink_to(tmp_path / "mnt")
    with pytest.raises(
        GroundworkError, match=rf"^/data/log/t-2 is a link to {tmp_path}/mnt, which belongs to the numb"
    ):
        count(host)
    assert count(host, "/data/log", "/mnt") == 5  # where that is one of the folders


def test_what_lies_too_deep_is_refused(host, tmp_path) -> None:
    (tmp_path / "data/log" / "/".join("d" * 80)).mkdir(parents=True)
    with pytest.raises(GroundworkError, match="lies deeper than any server makes folders"):
        count(host)


def test_a_folder_in_another_has_its_own_turn(host) -> None:
    assert count(host, "/data", "/data/log/t-1", "/data/log") == 1
    assert give(host, "/data", "/data/log/t-1", "/data/log") == 6


def test_another_file_system_is_refused_where_it_is_none_of_the_folders(host, monkeypatch) -> None:
    real = os.stat

    def mounted(path, *more, **named):
        found = real(path, *more, **named)
        return os.stat_result((*found[:2], found.st_dev + 1, *found[3:])) if path == "t-1" else found

    monkeypatch.setattr(os, "stat", mounted)
    with pytest.raises(GroundworkError, match=r"^/data/log/t-1 is another file system, mounted in /data/log, and none"):
        count(host)


@pytest.mark.parametrize("way", ["link to secret", "link to inside", "hard link to secret"])
@pytest.mark.parametrize("name", ["t-1", "00.log"])
def test_what_is_swapped_between_the_look_and_the_change_gives_nothing_of_roots(
    host, tmp_path, monkeypatch, name, way
) -> None:
    real, swapped, target = os.open, [], f"root/{way.split()[-1]}"

    def swap(path, *more, **named):
        if path == name and not swapped:
            swapped.append(True)
            at = f"/proc/self/fd/{named['dir_fd']}/{name}"
            os.rename(at, f"{at}.away")
            if way.startswith("link"):
                os.symlink(tmp_path / target, at)
            else:
                os.link(tmp_path / target, at)
        return real(path, *more, **named)

    monkeypatch.setattr(os, "open", swap)
    try:
        give(host)
    except GroundworkError as error:
        assert "could not be opened" in str(error)  # noqa: PT017 - both ways are right
    assert swapped
    assert {owner(tmp_path / one) for one in ("root", "root/secret", "root/inside", "root/inside/secret")} == {(0, 0)}


def test_what_goes_while_it_is_looked_at_is_passed_over(host, tmp_path, monkeypatch) -> None:
    real, target = os.stat, tmp_path / "data/log/t-0/00.log"

    def gone(path, *more, **named):
        if path == "00.log":
            target.unlink(missing_ok=True)
        return real(path, *more, **named)

    monkeypatch.setattr(os, "stat", gone)
    assert count(host) == 4


def test_a_file_that_is_immutable_is_named(host, monkeypatch) -> None:
    def refused(_path, *_given):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refused)
    with pytest.raises(GroundworkError, match=r"00\.log could not be given to the new number .*immutable"):
        give(host)
