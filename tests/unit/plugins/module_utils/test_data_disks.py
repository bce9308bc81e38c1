# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import data_disks, fstab
from ansible_collections.groundwork.kafka.plugins.module_utils.blockdev import Device
from ansible_collections.groundwork.kafka.plugins.module_utils.disk_plan import Disk, State

DISK = Disk("/dev/sdb", "/data", "xfs", ["noatime", "largeio", "nofail"])
LINE = "# a comment\nUUID=1 /data xfs noatime,largeio,nofail 0 0\n"


def state(table, *options):
    mounts = [fstab.Mount("7:1", "/data", "xfs", list(options))] if options else []
    return State({"/dev/sdb": Device("/dev/sdb", "/dev/sdb", "7:1", 0, {"UUID": "1"})}, mounts, table)


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
    row = data_disks.row(DISK, given, applied)
    assert (row["status"], row["note"]) == (status, note)


def test_a_whole_row() -> None:
    row = data_disks.row(DISK, state(LINE, "rw", "noatime", "largeio", "inode64"), True)
    assert {key: row[key] for key in row if key not in ("reason", "source")} == {
        "kind": "disk",
        "name": "/data",
        "wanted": "xfs noatime,largeio,nofail",
        "rule": "includes",
        "persisted": "xfs noatime,largeio,nofail",
        "persisted_at": "/etc/fstab:2",
        "effective": "xfs rw,noatime,largeio,inode64",
        "after_boot": "xfs noatime,largeio,nofail",
        "status": "in_effect",
        "note": None,
    }


def test_an_option_that_the_kernel_does_not_show_is_noted_and_no_drift() -> None:
    disk = Disk("/dev/sdb", "/data", "ext4", ["delalloc", "nofail"])
    row = data_disks.row(disk, state("UUID=1 /data ext4 delalloc,nofail 0 2\n", "rw"), True)
    assert (row["status"], row["note"]) == ("in_effect", "not shown by the kernel: delalloc")


def test_no_options_are_the_defaults_of_fstab() -> None:
    row = data_disks.row(Disk("/dev/sdb", "/data", "xfs", []), state("UUID=1 /data xfs defaults 0 0\n", "rw"), True)
    assert (row["status"], row["wanted"]) == ("in_effect", "xfs defaults")
