# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Data disks against a real kernel, real mkfs and real mount: what unit tests can only suppose."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import WITHOUT_DISK, GroundworkError
from ansible_collections.groundwork.kafka.tests.disks.failing import FailingDisk
from ansible_collections.groundwork.kafka.tests.disks.loops import FSTAB, SIZES, run

TABLE = Path("/etc/fstab")


def readings(disks):
    return [(row["status"], row["effective"], row["after_boot"]) for row in disks.rows]


def test_several_disks_are_made_once_and_mounted_by_a_boot_as_foretold(disks) -> None:
    asked = [
        disks.wanted(disks.loop(), "with space/", owner="1", mode="0750"),
        disks.wanted(disks.loop()),
        disks.wanted(disks.loop(SIZES["ext4"]), "ext4", fstype="ext4"),
    ]
    planned = disks.apply(*asked, check=True)
    assert (planned["changed"], TABLE.read_bytes(), (disks.folder / "mnt").exists()) == (True, FSTAB, False)
    assert disks.apply(*asked)["actions"] == planned["actions"]
    expected = [("in_effect", "xfs noatime,largeio", "xfs noatime,largeio")] * 2
    expected += [("in_effect", "ext4 noatime,data=writeback,delalloc", "ext4 noatime,data=writeback,delalloc")]
    assert readings(disks) == expected
    assert TABLE.read_bytes().startswith(FSTAB + b"\nUUID=")
    assert oct((disks.folder / "mnt/with space").stat().st_mode)[-4:] == "0750"

    assert (disks.apply(*asked)["changed"], readings(disks)) == (False, expected)
    disks.boot()
    assert (disks.apply(*asked)["changed"], readings(disks)) == (False, expected)


DOCUMENTED = ["noatime", "data=writeback", "commit=30", "nobh", "delalloc"]


@pytest.mark.parametrize(
    ("fstype", "options", "now", "effective", "after_boot"),
    [
        ("xfs", ["relatime", "largeio"], "in_effect", "relatime,largeio", "relatime,largeio"),
        ("xfs", ["noatime", "nolargeio"], "pending_restart", "noatime,largeio", "noatime,nolargeio"),
        ("xfs", ["noatime", "allocsize=64m"], "pending_restart", "noatime,largeio", "noatime,allocsize=64m,largeio"),
        ("xfs", ["noatime", "inode32", "nosuid"], "in_effect", *["noatime,inode32,nosuid,largeio"] * 2),
        ("xfs", ["noatime", "swalloc"], "pending_restart", "noatime,largeio", "noatime,swalloc,largeio"),
        ("ext4", DOCUMENTED, "in_effect", *["noatime,data=writeback,commit=30,delalloc"] * 2),
        (
            "ext4",
            ["noatime", "data=ordered"],
            "pending_restart",
            "noatime,data=writeback,delalloc",
            "noatime,data=ordered,delalloc",
        ),
        (
            "ext4",
            ["barrier=0", "stripe=4"],
            "in_effect",
            *["barrier=0,stripe=4,noatime,data=writeback,delalloc"] * 2,
        ),
        (
            "ext4",
            ["noatime", "nodelalloc"],
            "pending_restart",
            "noatime,data=writeback",
            "noatime,nodelalloc,data=writeback",
        ),
    ],
)
def test_changed_options_are_in_force_at_once_or_after_a_boot_and_never_drift(  # noqa: PLR0917
    disks, fstype, options, now, effective, after_boot
) -> None:
    device = disks.loop(SIZES[fstype])
    disks.apply(disks.wanted(device, fstype=fstype))
    asked = disks.wanted(device, fstype=fstype, options=options)
    assert disks.apply(asked)["changed"]
    expected = [(now, f"{fstype} {effective}", f"{fstype} {after_boot}")]
    assert readings(disks) == expected
    assert (disks.apply(asked)["changed"], readings(disks)) == (False, expected)
    disks.boot()
    expected = [("in_effect", f"{fstype} {after_boot}", f"{fstype} {after_boot}")]
    assert (disks.apply(asked)["changed"], readings(disks)) == (False, expected)


@pytest.mark.remedy("The mount option … was removed")
@pytest.mark.parametrize("option", ["nobarrier", "delaylog"])
def test_an_option_that_the_kernel_has_no_more_is_refused_and_the_kernel_agrees(disks, option) -> None:
    device = disks.loop()
    with pytest.raises(GroundworkError, match=f"The mount option {option} was removed from XFS in Linux"):
        disks.apply(disks.wanted(device, options=[option]))
    disks.apply(disks.wanted(device))
    point = str(disks.folder / "mnt/data")
    assert subprocess.run(["mount", "-o", f"remount,{option}", device, point], check=False).returncode != 0


def test_what_somebody_set_by_hand_survives_a_remount_and_a_boot(disks) -> None:
    device = disks.loop()
    disks.apply(disks.wanted(device))
    TABLE.write_text(
        TABLE.read_text("latin-1").replace("nofail", "nofail,nodev,x-systemd.device-timeout=9s"), "latin-1"
    )
    run("mount", "-o", "remount,noatime,nosuid", device, str(disks.folder / "mnt/data"))
    disks.apply(disks.wanted(device, options=["relatime", "largeio"]))
    options = run("findmnt", "--noheadings", "--output", "VFS-OPTIONS", str(disks.folder / "mnt/data"))
    assert {"relatime", "nosuid", "nodev"} <= set(options.split(","))
    assert TABLE.read_bytes().endswith(b" xfs relatime,largeio,nofail,nodev,x-systemd.device-timeout=9s 0 0\n")


def test_a_mount_that_the_kernel_refuses_leaves_nothing_but_the_file_system(disks) -> None:
    asked = disks.wanted(disks.loop(), options=["bogus"])
    with pytest.raises(GroundworkError, match="could not be mounted"):
        disks.apply(asked)
    assert (TABLE.read_bytes(), (disks.folder / "mnt").exists()) == (FSTAB, False)
    assert disks.apply(disks.wanted(asked["device"]))["actions"][0].startswith("mount ")


@pytest.mark.remedy("… cannot be written, because … is read-only")
@pytest.mark.parametrize("room", [True, False])
def test_an_etc_that_takes_nothing_is_told_and_keeps_its_fstab(disks, room) -> None:
    asked = disks.wanted(disks.loop())
    if room:
        run("mount", "-o", "remount,bind,ro", "/etc")
        sentence, actions = "/etc/fstab cannot be written, because /etc is read-only", ["format", "mount", "write"]
    else:
        sentence, actions = "/etc/fstab could not be written.*free some room", ["mount", "write"]
        subprocess.run(["dd", "if=/dev/zero", "of=/etc/full"], check=False, capture_output=True)
    try:
        with pytest.raises(GroundworkError, match=sentence):
            disks.apply(asked)
    finally:
        run("mount", "-o", "remount,bind,rw", "/etc")
        Path("/etc/full").unlink(missing_ok=True)
    assert (TABLE.read_bytes(), (disks.folder / "mnt").exists()) == (FSTAB, False)
    assert [action.split()[0] for action in disks.apply(asked)["actions"]] == actions


def write(device, *pieces):
    with open(device, "r+b") as file:
        for offset, data in pieces:
            file.seek(offset)
            file.write(data)


def lvm(device):
    body = struct.pack("<I8s32s", 32, b"LVM2 001", b"0" * 32).ljust(492, b"\0")
    checksum = zlib.crc32(body, 0xF597A6CF ^ 0xFFFFFFFF) ^ 0xFFFFFFFF
    write(device, (512, struct.pack("<8sQI", b"LABELONE", 1, checksum) + body))


def raid(device):
    write(device, (4096, struct.pack("<II", 0xA92B4EFC, 1)), (4096 + 144, struct.pack("<Q", 8)))


def luks(device):
    write(device, (0, b"LUKS\xba\xbe\x00\x01"), (168, b"11111111-1111-1111-1111-111111111111\0"))


def partitions(device):
    entry = struct.pack("<B3sB3sII", 0, b"\0\2\0", 0x83, b"\0\4\0", 2048, 20480)
    write(device, (446, entry), (510, b"\x55\xaa"))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        pytest.param(lvm, "holds a physical volume of LVM", id="LVM"),
        pytest.param(raid, "holds a member of a RAID array", id="RAID"),
        pytest.param(luks, "holds an encrypted volume", id="LUKS"),
        pytest.param(partitions, r"holds a partition table \(dos\), so", id="partitions"),
        pytest.param(lambda device: run("mkswap", device), "holds swap space", id="swap"),
        pytest.param(lambda device: run("mkfs.ext4", "-q", "-L", "photos", device), "holds ext4 with the label photos"),
        pytest.param(lambda device: run("mkfs.xfs", "-q", device), "holds xfs, so", id="XFS"),
        pytest.param(lambda device: write(device, (5 << 20, b"x")), "holds data without a known signature", id="data"),
        pytest.param(
            lambda device: write(device, (200 << 20, b"x" * (1 << 20))),
            r"holds data without a known signature at byte 2[01]\d{7} of 419430400",
            id="data in the middle",
        ),
    ],
)
def test_what_holds_anything_is_refused_and_stays(disks, spoil, why) -> None:
    device = disks.loop()
    spoil(device)
    before = run("sha256sum", device)
    with pytest.raises(GroundworkError, match=why):
        disks.apply(disks.wanted(device))
    assert (run("sha256sum", device), TABLE.read_bytes()) == (before, FSTAB)


@pytest.mark.remedy("… …, so it is not formatted")
def test_what_a_refusal_advises_is_enough(disks) -> None:
    """A file system whose signature is taken away leaves its data; the sentence is followed word by word."""
    device = disks.loop()
    run("mkfs.ext4", "-q", device)
    for signature, why in ((True, "holds ext4, so"), (False, "holds data without a known signature at byte")):
        with pytest.raises(GroundworkError, match=why) as raised:
            disks.apply(disks.wanted(device))
        advised = re.search(r"\((wipefs [^)]+)\), and say blank: true", str(raised.value))
        if signature:
            with pytest.raises(GroundworkError, match=why):
                disks.apply(disks.wanted(device, blank=True))
            run(*advised.group(1).split())
    disks.apply(disks.wanted(device, blank=True))
    assert readings(disks)[0][0] == "in_effect"


def test_a_disk_that_is_mounted_in_another_namespace_is_refused(disks) -> None:
    device, point = disks.loop(), disks.folder / "elsewhere"
    disks.apply(disks.wanted(device))
    disks.unmount()
    point.mkdir()
    script = 'mount "$0" "$1" && echo mounted && read -r _line'
    other = subprocess.Popen(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, device, str(point)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert other.stdout.readline() == b"mounted\n"
        with pytest.raises(GroundworkError, match="is in use by another program or container, so it is not mounted"):
            disks.apply(disks.wanted(device))
    finally:
        other.communicate()
        point.rmdir()


def test_one_disk_by_two_names_and_a_clone_are_refused(disks) -> None:
    device, other, link = disks.loop(), disks.loop(), disks.folder / "link"
    link.symlink_to(device)
    with pytest.raises(GroundworkError, match="are the same device"):
        disks.apply(disks.wanted(device), disks.wanted(str(link), "other"))
    link.unlink()
    disks.apply(disks.wanted(device))
    disks.unmount()
    shutil.copyfile(disks.folder / "disk-0.img", disks.folder / "copy")
    run("dd", f"if={disks.folder / 'copy'}", f"of={other}", "conv=sparse", "bs=1M", "status=none")
    with pytest.raises(GroundworkError, match="hold the same file system"):
        disks.apply(disks.wanted(device), disks.wanted(other, "other"))


def test_a_mkfs_that_was_killed_is_done_again_or_told(disks) -> None:
    """A killed mkfs.xfs leaves its mark in the superblock (byte 126), a killed mkfs.ext4 data without a signature."""
    device, other = disks.loop(), disks.loop(SIZES["ext4"])
    run("mkfs.xfs", "-q", "-L", "groundwork", device)
    write(device, (126, b"\1"))
    assert subprocess.run(["mount", device, "/mnt"], check=False, capture_output=True).returncode != 0
    assert disks.apply(disks.wanted(device))["actions"][0].endswith("which an interrupted run left unfinished")
    assert readings(disks)[0][0] == "in_effect"

    run("mkfs.ext4", "-q", "-L", "groundwork", other)
    write(other, (1024, bytes(1024)))
    with pytest.raises(GroundworkError, match="as an interrupted mkfs leaves it, too, so it is not formatted; choose"):
        disks.apply(disks.wanted(other, "other", fstype="ext4"))


@pytest.fixture
def failing(folder):
    made = FailingDisk(Path(tempfile.mkdtemp(dir=folder)), SIZES["xfs"])
    yield made
    made.remove()


@pytest.mark.parametrize("mounted", [True, False])
def test_a_disk_that_fails_is_told_in_a_sentence(failing, disks, mounted):
    disk = disks.wanted(failing.device)
    if mounted:
        disks.apply(disk)
        assert disks.apply(disk, check=True)["changed"] is False
    failing.fail()
    with pytest.raises(GroundworkError) as raised:
        disks.apply(disk)
    assert str(raised.value) == (
        f"{failing.device} cannot be read (Input/output error), so the disk fails; {WITHOUT_DISK}."
    )


@pytest.mark.remedy("… cannot be read (…), so the disk fails;")
def test_without_the_disk_that_fails_the_others_stay(failing, disks):
    both = [disks.wanted(failing.device, "failing"), disks.wanted(disks.loop(), "good")]
    disks.apply(*both)
    failing.fail()
    with pytest.raises(GroundworkError, match=r"so the disk fails; .* and the disk out of data_disks_devices"):
        disks.apply(*both)
    assert disks.apply(both[1])["changed"] is False
    assert [row["status"] for row in disks.rows] == ["in_effect"]
