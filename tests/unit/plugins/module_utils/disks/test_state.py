# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blockdev
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import state as disk_state
from ansible_collections.groundwork.kafka.plugins.module_utils.disks.blockdev import Device
from ansible_collections.groundwork.kafka.plugins.module_utils.disks.plan import Disk, State
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import fstab
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import FakeDisks

DISK = Disk("/dev/sdb", "/data", "xfs", ["noatime", "largeio", "nofail"])
NOW = "6.1.0-13-amd64"
LINE = "# a comment\nUUID=1 /data xfs noatime,largeio,nofail 0 0\n"


def state(table, *options, fstype="xfs"):
    mounts = [fstab.Mount("7:1", "/data", fstype, list(options))] if options else []
    return State({"/dev/sdb": Device("/dev/sdb", "/dev/sdb", "7:1", 0, {"UUID": "1"})}, mounts, table, NOW)


@pytest.mark.parametrize(
    ("given", "applied", "status", "note"),
    [
        pytest.param(state(LINE, "rw", "noatime", "largeio"), True, "in_effect", None, id="in effect"),
        pytest.param(
            state(LINE, "rw", "noatime"),
            True,
            "pending_restart",
            "takes effect when it is mounted at the next boot: largeio",
            id="what a remount does not change",
        ),
        pytest.param(
            state(LINE, "rw", "relatime", "largeio"), True, "refused", "not in force: noatime", id="no effect"
        ),
        pytest.param(
            state(LINE, "rw", "relatime", "largeio"), False, "drifted", "not in force: noatime", id="in check mode"
        ),
        pytest.param(state(LINE), False, "drifted", "it is not mounted", id="not mounted"),
        pytest.param(state("", "rw", "noatime", "largeio"), False, "drifted", "fstab has no line for it", id="no line"),
        pytest.param(
            state("UUID=1 /data xfs defaults\n", "rw", "noatime", "largeio"),
            False,
            "drifted",
            "fstab has other options",
            id="other options",
        ),
        pytest.param(
            state(LINE.replace("UUID=1", "/dev/sdb"), "rw", "noatime", "largeio"),
            True,
            "drifted",
            "fstab mounts /dev/sdb, a name that may be another disk's after the next boot",
            id="not by UUID",
        ),
        pytest.param(
            state(LINE, "ro", "noatime", "largeio"),
            True,
            "read_only",
            "the kernel may have found an error: see its log before you mount it writable",
            id="read-only",
        ),
    ],
)
def test_status(given, applied: bool, status: str, note) -> None:
    row = disk_state.row(DISK, given, applied)
    assert (row["status"], row["note"]) == (status, note)


def test_a_whole_row() -> None:
    row = disk_state.row(DISK, state(LINE, "rw", "noatime", "largeio", "inode64"), True)
    assert {key: row[key] for key in row if key not in ("reason", "source")} == {
        "kind": "disk",
        "name": "/data",
        "wanted": "xfs noatime,largeio,nofail",
        "rule": "includes",
        "persisted": "xfs noatime,largeio,nofail",
        "persisted_at": "/etc/fstab:2",
        "effective": "xfs noatime,largeio",
        "after_boot": "xfs noatime,largeio",
        "status": "in_effect",
        "note": None,
    }


EXT4_LINE = "UUID=1 /data ext4 nobh,delalloc,data=writeback,commit=30,nofail 0 2\n"


def test_options_without_effect_are_noted_and_no_drift() -> None:
    disk = Disk("/dev/sdb", "/data", "ext4", ["nobh", "bogus", "delalloc", "nofail"])
    given = state(EXT4_LINE.replace("nobh", "nobh,bogus"), "rw", "data=writeback", "commit=30", fstype="ext4")
    row = disk_state.row(disk, given, True)
    assert (row["status"], row["note"]) == (
        "in_effect",
        "not shown by the kernel: bogus; without effect on this kernel: nobh",
    )
    assert (row["effective"], row["after_boot"]) == ("ext4 delalloc,data=writeback,commit=30",) * 2


@pytest.mark.parametrize(
    ("line", "shown", "effective", "after_boot", "status"),
    [
        pytest.param(LINE, ["rw", "noatime", "largeio"], "noatime,largeio", "noatime,largeio", "in_effect", id="same"),
        pytest.param(LINE, ["rw", "noatime"], "noatime", "noatime,largeio", "pending_restart", id="pending"),
        pytest.param(LINE, ["rw", "relatime", "largeio"], "relatime,largeio", "noatime,largeio", "refused", id="rival"),
        pytest.param(
            LINE.replace("nofail", "nofail,nodev,x-systemd.requires=a.service"),
            ["rw", "noatime", "nodev", "largeio"],
            "noatime,largeio,nodev",
            "noatime,largeio,nodev",
            "in_effect",
            id="added by somebody, too",
        ),
        pytest.param(
            LINE.replace("nofail", "nofail,noauto"),
            ["rw", "noatime", "largeio"],
            "noatime,largeio",
            None,
            "drifted",
            id="no boot mounts it",
        ),
        pytest.param(
            LINE.replace("nofail", "nofail,ro"),
            ["rw", "noatime", "largeio"],
            "noatime,largeio,rw",
            "noatime,largeio,ro",
            "drifted",
            id="a boot mounts it read-only",
        ),
        pytest.param("", ["rw", "noatime", "largeio"], "noatime,largeio", None, "drifted", id="no line"),
    ],
)
def test_in_force_and_after_boot_speak_in_the_same_terms(line, shown, effective, after_boot, status) -> None:
    row = disk_state.row(DISK, state(line, *shown), True)
    assert row["effective"] == f"xfs {effective}"
    assert row["after_boot"] == (f"xfs {after_boot}" if after_boot else None)
    assert row["status"] == status


def test_each_broken_line_is_told_by_its_number() -> None:
    found = disk_state.broken_lines("# x\nbroken\n" + LINE + "a /data/ c password=marker e f\n", ["/data"])
    assert [(finding["subject"], finding["severity"], finding["found"]) for finding in found] == [
        ("line /etc/fstab:2", "low", "broken"),
        ("line /etc/fstab:5", "high", "a /data/ c"),  # and nothing of its options, where a password may stand
    ]
    assert [finding["why"] for finding in found] == [
        "it has fewer than three fields, so mount passes over it",
        "its fifth and sixth fields are not numbers, so mount passes over it",
    ]


def test_ext4_tells_its_defaults_elsewhere(tmp_path, monkeypatch) -> None:
    host = FakeDisks(tmp_path, monkeypatch, blockdev).disk("sdb", 1, TYPE="ext4", LABEL="groundwork", UUID="1")
    host.mounted("sdb", "/data", "rw,noatime", "rw,commit=30", "ext4").fstab(EXT4_LINE)
    told = tmp_path / "proc/fs/ext4/7:1/options"
    told.parent.mkdir(parents=True)
    told.write_text("rw\ndelalloc\ncommit=30\ndata=writeback\nerrors=remount-ro\n")
    disk = Disk("/dev/sdb", "/data", "ext4", ["errors=panic", "data=writeback", "nofail"])
    row = disk_state.row(disk, disk_state.read(host, [disk]), False)
    assert row["effective"] == "ext4 errors=remount-ro,data=writeback,delalloc,commit=30"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (state(LINE, "rw", "noatime", "largeio"), []),
        (state(LINE, "rw", "noatime"), [("disk_pending_restart", "medium", "stop the service and reboot the host")]),
        (
            state(LINE, "rw", "relatime", "largeio"),
            [("disk_refused", "high", "look into the kernel's log (dmesg) for why")],
        ),
        (
            state(LINE, "ro", "noatime", "largeio"),
            [("disk_read_only", "high", "look into the kernel's log (dmesg) for err")],
        ),
        (state(LINE), [("disk_drifted", "high", "run the role groundwork.kafka.data_disks")]),
    ],
)
def test_findings_say_what_to_do_about_a_disk(given, expected) -> None:
    told = disk_state.found(disk_state.row(DISK, given, True))
    assert [
        (one["id"], one["severity"], one["remedy"][: len(remedy)]) for one, (_i, _s, remedy) in zip(told, expected)
    ] == expected
    assert len(told) == len(expected)
