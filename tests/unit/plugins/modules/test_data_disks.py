# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import findings
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blockdev
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import options as disk_options
from ansible_collections.groundwork.kafka.plugins.modules import data_disks
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import FakeDisks


@pytest.fixture
def host(tmp_path, monkeypatch):
    return FakeDisks(tmp_path, monkeypatch, blockdev).disk("sdb", 1).disk("sdc", 2)


def params(*points, **others):
    names = ["sdb", "sdc"]
    base = {"fstype": "xfs", "options": None, "owner": None, "group": None, "mode": None, **others}
    return {"disks": [{"device": f"/dev/{name}", "mount_point": point, **base} for name, point in zip(names, points)]}


def without_uuid(text):
    return [line if line.startswith("/dev") else "UUID " + line.split(" ", 1)[1] for line in text.splitlines()]


def test_two_disks_then_nothing_to_do(host) -> None:
    first = data_disks.run(host, params("/data/1", "/data/2"), False)
    assert [row["status"] for row in first["settings"]] == ["in_effect", "in_effect"]
    assert without_uuid(host.fstab()) == [
        "/dev/sda1 / ext4 defaults 0 1",
        "UUID /data/1 xfs noatime,largeio,nofail 0 0",
        "UUID /data/2 xfs noatime,largeio,nofail 0 0",
    ]
    assert [command.split()[0] for command in host.commands] == ["mkfs.xfs", "mkfs.xfs", "mount", "mount"]
    assert host.commands[2] == "mount -t xfs -o noatime,largeio /dev/sdb /data/1"
    second = data_disks.run(host, params("/data/1", "/data/2"), False)
    assert (second["changed"], second["actions"], len(host.commands)) == (False, [], 4)


def test_mkfs_gets_the_label_and_the_uuid_of_fstab(host) -> None:
    data_disks.run(host, params("/data/1", fstype="ext4"), False)
    identity = host.signatures["/dev/sdb"]["UUID"]
    assert host.commands[0] == f"mkfs.ext4 -q -L groundwork -U {identity} /dev/sdb"
    assert f"UUID={identity} /data/1 ext4 noatime,data=writeback,delalloc,nofail 0 2" in host.fstab()


def test_check_mode_says_it_all_and_does_nothing(host) -> None:
    before = host.fstab()
    result = data_disks.run(host, params("/data/1", owner="made-later"), True)
    assert result["changed"]
    assert result["actions"] == [
        "format /dev/sdb with xfs",
        "mount /dev/sdb at /data/1",
        "set owner, group and mode of /data/1",
        "write /etc/fstab",
    ]
    assert "/data/1 xfs noatime" in result["diff"][0]["after"]
    assert (host.fstab(), host.commands, (host.path / "data/1").exists()) == (before, [], False)


def test_owner_and_mode_are_set_after_mounting_and_put_right(host) -> None:
    asked = params("/data/1", owner=str(os.getuid()), group=str(os.getgid()), mode="0750")
    data_disks.run(host, asked, False)
    assert (host.path / "data/1").stat().st_mode & 0o7777 == 0o750
    (host.path / "data/1").chmod(0o755)
    assert data_disks.run(host, asked, False)["actions"] == ["set owner, group and mode of /data/1"]
    assert not data_disks.run(host, asked, False)["changed"]


def test_a_remount_is_read_back(host) -> None:
    data_disks.run(host, params("/data/1"), False)
    result = data_disks.run(host, params("/data/1", options=["noatime", "nosuid"]), False)
    assert host.commands[-1] == "mount -o remount,noatime,nosuid,largeio /dev/sdb /data/1"
    assert (result["settings"][0]["status"], result["changed"]) == ("in_effect", True)
    assert result["diff"][1] == {
        "before_header": "mount options of /data/1",
        "after_header": "mount options of /data/1",
        "before": "noatime,largeio\n",
        "after": "noatime,nosuid,largeio\n",
    }


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("mkfs", r"/dev/sdb could not be formatted \(mount: bad option\); look into the kernel's log"),
        ("mount", r"/dev/sdb could not be mounted at /data/1 \(mount: bad option\)"),
    ],
)
def test_a_command_that_fails_leaves_fstab_as_it_was(host, word: str, sentence: str) -> None:
    before, host.refuse = host.fstab(), word
    with pytest.raises(GroundworkError, match=sentence):
        data_disks.run(host, params("/data/1"), False)
    assert host.fstab() == before


def test_a_refused_remount_leaves_fstab_as_it_was(host) -> None:
    data_disks.run(host, params("/data/1"), False)
    before, host.refuse = host.fstab(), "remount"
    with pytest.raises(GroundworkError, match="/data/1 could not be remounted with noatime,bogus"):
        data_disks.run(host, params("/data/1", options=["noatime", "bogus"]), False)
    assert host.fstab() == before


def test_systemd_hears_of_a_new_fstab_before_the_mount(host) -> None:
    (host.path / "run/systemd/system").mkdir(parents=True)
    data_disks.run(host, params("/data/1"), False)
    assert [command.split()[0] for command in host.commands] == ["mkfs.xfs", "systemctl", "mount"]


class KilledError(BaseException):
    pass


@pytest.mark.parametrize(
    ("last", "commands"),
    [
        ("mkfs.xfs -q", ["mkfs.xfs", "systemctl", "mount"]),
        ("/etc/fstab", ["mkfs.xfs", "systemctl", "mount"]),
        ("systemctl", ["mkfs.xfs", "systemctl", "systemctl", "mount"]),
        ("mount", ["mkfs.xfs", "systemctl", "mount"]),
    ],
)
def test_a_run_that_was_killed_is_gone_on_with_and_systemd_knows_fstab(host, monkeypatch, last, commands) -> None:
    (host.path / "run/systemd/system").mkdir(parents=True)
    killed = []

    def mortal(operation):
        def run(what, *more, **named):
            if killed:  # nor is anything undone
                raise KilledError
            result = operation(what, *more, **named)
            if (what if isinstance(what, str) else " ".join(what)).startswith(last):
                killed.append(what)
                raise KilledError
            return result

        return run

    with monkeypatch.context() as patched:
        patched.setattr(host, "run", mortal(host.run))
        patched.setattr(host, "write", mortal(host.write))
        with pytest.raises(KilledError):
            data_disks.run(host, params("/data/1"), False)
    assert data_disks.run(host, params("/data/1"), False)["settings"][0]["status"] == "in_effect"
    assert [command.split()[0] for command in host.commands] == commands
    assert without_uuid(host.fstab()) == [
        "/dev/sda1 / ext4 defaults 0 1",
        "UUID /data/1 xfs noatime,largeio,nofail 0 0",
    ]
    assert not data_disks.run(host, params("/data/1"), False)["changed"]


def test_one_bad_disk_stops_all(host) -> None:
    host.signatures["/dev/sdc"] = {"TYPE": "ext4"}
    with pytest.raises(GroundworkError, match="/dev/sdc holds ext4"):
        data_disks.run(host, params("/data/1", "/data/2"), False)
    assert host.commands == []


@pytest.mark.parametrize(
    ("asked", "why"),
    [({"owner": "no-such"}, "The user no-such is not"), ({"group": "no-such"}, "The group no-such is not")],
)
def test_unknown_owners_are_refused_first(host, asked, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        data_disks.run(host, params("/data/1", **asked), False)
    assert host.commands == []


def test_a_second_mount_that_fails_takes_the_first_one_back(host) -> None:
    before, host.refuse = host.fstab(), "/data/2"
    with pytest.raises(GroundworkError, match="/dev/sdc could not be mounted at /data/2"):
        data_disks.run(host, params("/data/1", "/data/2"), False)
    assert host.fstab() == before
    assert host.commands[-1] == "umount /data/1"
    assert not (host.path / "data/1").exists()
    host.refuse = None
    again = data_disks.run(host, params("/data/1", "/data/2"), False)
    assert [row["status"] for row in again["settings"]] == ["in_effect", "in_effect"]
    assert sum(command.startswith("mkfs") for command in host.commands) == 2


def test_a_second_remount_that_fails_takes_the_first_one_back(host) -> None:
    data_disks.run(host, params("/data/1", "/data/2"), False)
    host.refuse = "nosuid,largeio /dev/sdc"
    with pytest.raises(GroundworkError, match="/data/2 could not be remounted with noatime,nosuid"):
        data_disks.run(host, params("/data/1", "/data/2", options=["noatime", "nosuid"]), False)
    assert host.commands[-1].startswith("mount -o remount,noatime,largeio /dev/sdb")
    assert "nosuid" not in (host.read("/proc/self/mountinfo") or "")


def test_nothing_is_formatted_when_a_remount_is_refused(host) -> None:
    data_disks.run(host, params("/data/1"), False)
    formatted, host.refuse = len(host.commands), "remount"
    with pytest.raises(GroundworkError, match="could not be remounted"):
        data_disks.run(host, params("/data/1", "/data/2", options=["noatime", "bogus"]), False)
    assert not any(command.startswith("mkfs") for command in host.commands[formatted:])


def test_an_fstab_that_systemd_cannot_read_is_put_back(host) -> None:
    (host.path / "run/systemd/system").mkdir(parents=True)
    before, host.refuse = host.fstab(), "daemon-reload"
    with pytest.raises(GroundworkError, match="systemd could not read the new fstab"):
        data_disks.run(host, params("/data/1"), False)
    assert host.fstab() == before


def test_the_mode_of_fstab_is_kept(host) -> None:
    (host.path / "etc/fstab").chmod(0o600)
    data_disks.run(host, params("/data/1"), False)
    assert (host.path / "etc/fstab").stat().st_mode & 0o7777 == 0o600


def test_an_option_that_a_remount_does_not_bring_is_refused_and_no_change_for_ever(host, monkeypatch) -> None:
    data_disks.run(host, params("/data/1"), False)
    asked = params("/data/1", options=["noatime", "norelatime", "nodev"])
    mounts = host.read("/proc/self/mountinfo")
    run = host.run

    def ignores(argv):
        done = run(argv)
        (host.path / "proc/self/mountinfo").write_text(mounts)
        return done

    monkeypatch.setattr(host, "run", ignores)
    results = [data_disks.run(host, asked, False) for _run in range(2)]
    assert [(result["changed"], result["settings"][0]["status"]) for result in results] == [
        (True, "refused"),  # fstab was written
        (False, "refused"),
    ]


@pytest.mark.parametrize(
    ("name", "known", "missing_ok", "expected"),
    [(None, {}, False, None), ("0", {}, False, 0), ("kafka", {"kafka": 5}, False, 5), ("kafka", {}, True, -1)],
)
def test_ids(name, known, missing_ok: bool, expected) -> None:
    assert disk_options.number(name, "user", known.__getitem__, missing_ok) == expected


@pytest.mark.parametrize("name", ["4294967295", "99999999999999999999999", "\u00b2"])
def test_ids_that_cannot_be(name: str) -> None:
    with pytest.raises(GroundworkError, match="user"):
        disk_options.number(name, "user", {}.__getitem__, False)


def test_broken_lines_are_told_and_stay(host) -> None:
    host.fstab("broken\n")
    result = data_disks.run(host, params("/data/1"), False)
    assert findings.sentences(result["findings"]) == [
        "low: line_ignored: line /etc/fstab:1: found broken; it has fewer than three fields, so mount passes over it; "
        "correct it or take it out; it is left as it is."
    ]
    assert host.fstab().startswith("broken\nUUID=")


def test_the_directory_below_the_mount_is_nobodys_but_roots(host) -> None:
    """Otherwise what writes to it while the disk is missing fills the root disk, and the next mount hides it."""
    below = host.path / "data/1"
    below.mkdir(mode=0o700)
    host.refuse = "mount -t"
    with pytest.raises(GroundworkError, match="could not be mounted"):
        data_disks.run(host, params("/data/1"), False)
    assert below.stat().st_mode & 0o7777 == 0o700
    host.refuse = None
    data_disks.run(host, params("/data/1"), False)
    assert below.stat().st_mode & 0o7777 == 0o755


def test_an_unfinished_mkfs_is_forced_and_no_other(host) -> None:
    host.signatures["/dev/sdb"] = {"TYPE": "xfs", "LABEL": "groundwork", "UUID": "1"}
    with open(host.real("/dev/sdb"), "r+b") as file:
        file.seek(126)
        file.write(b"\1")
    data_disks.run(host, params("/data/1", "/data/2"), False)
    first, second = host.commands[:2]
    assert first.startswith("mkfs.xfs -f -q -L groundwork")
    assert second.startswith("mkfs.xfs -q -L groundwork")
