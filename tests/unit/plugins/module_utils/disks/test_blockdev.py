# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blank, blockdev
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import fstab
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import (
    SIZE,
    UUID_OF_OURS,
    FakeDisks,
)


@pytest.fixture
def host(tmp_path, monkeypatch):
    return FakeDisks(tmp_path, monkeypatch, blockdev)


def read(host, path="/dev/sdb"):
    return blockdev.read_device(host, path, fstab.mounts(host.read("/proc/self/mountinfo")))


def test_a_blank_device_may_be_formatted(host) -> None:
    device = read(host.disk("sdb", 1))
    assert (device.real, device.number, device.size, device.signature, device.uses) == ("/dev/sdb", "7:1", SIZE, {}, [])
    blockdev.refuse_to_format(host, device, "xfs")


def test_a_blank_partition_may_be_formatted(host) -> None:
    """blkid tells of a partition where it lies, though nothing is on it."""
    host.disk("sdb", 1, PART_ENTRY_SCHEME="gpt", PART_ENTRY_NUMBER="1", PART_ENTRY_DISK="8:16")
    assert read(host).signature == {}
    blockdev.refuse_to_format(host, read(host), "xfs")


def test_links_are_followed(host) -> None:
    host.disk("sdb", 1)
    (host.path / "dev/by-id").symlink_to("sdb")
    assert (read(host, "/dev/by-id").path, read(host, "/dev/by-id").real) == ("/dev/by-id", "/dev/sdb")


def dirty(at):
    def write(host):
        with open(host.real("/dev/sdb"), "r+b") as file:
            file.seek(at)
            file.write(b"x")

    return write


def held_by_device_mapper(host):
    name = host.path / "sys/block/dm-0/dm/name"
    name.parent.mkdir(parents=True)
    name.write_text("vg-data\n")
    host.sys(1, "holders/dm-0")


@pytest.mark.parametrize(
    ("tags", "change", "why"),
    [
        pytest.param({"TYPE": "ext4", "UUID": "2"}, None, "holds ext4,", id="file system"),
        pytest.param({"TYPE": "xfs", "LABEL": "photos"}, None, "holds xfs with the label photos", id="labelled"),
        pytest.param({"PTTYPE": "gpt"}, None, "holds a partition table (gpt), so", id="partition table"),
        pytest.param({"TYPE": "LVM2_member"}, None, "holds a physical volume of LVM (LVM2_member), so", id="LVM"),
        pytest.param({"TYPE": "linux_raid_member"}, None, "holds a member of a RAID array (linux_raid_", id="MD"),
        pytest.param({"TYPE": "crypto_LUKS"}, None, "holds an encrypted volume (crypto_LUKS), which", id="LUKS"),
        pytest.param({"TYPE": "swap"}, None, "holds swap space (swap), so", id="swap that is off"),
        pytest.param({"TYPE": "btrfs"}, None, "holds a file system of Btrfs, perhaps one device of", id="Btrfs"),
        pytest.param({"TYPE": "bcache"}, None, "holds bcache", id="bcache"),
        pytest.param(
            {"TYPE": "zfs_member", "LABEL": "tank"},
            None,
            "a member of a ZFS pool (zfs_member) with the label tank",
            id="ZFS",
        ),
        pytest.param({"TYPE": "xfs", "LABEL": "groundwork"}, None, "holds xfs with the label", id="ours, without UUID"),
        pytest.param({"AMBIVALENT": "yes"}, None, "holds several signatures", id="several"),
        pytest.param(
            {"TYPE": "ext4", "LABEL": "groundwork"},
            None,
            "already holds ext4 for Kafka, and xfs",
            id="ours, other type",
        ),
        pytest.param({}, dirty(0), "holds data without a known signature", id="first byte"),
        pytest.param({}, dirty(1 << 20), "holds data without", id="where a first partition begins"),
        pytest.param({}, dirty((16 << 20) - 1), "holds data without", id="end of the first 16 MiB"),
        pytest.param({}, dirty(SIZE - (16 << 20)), "holds data without", id="begin of the last 16 MiB"),
        pytest.param({}, dirty(SIZE - 1), "holds data without", id="last byte"),
        pytest.param({}, lambda h: h.sys(1, "sdb1/partition", "1"), "has the partition sdb1", id="partition"),
        pytest.param({}, lambda h: h.sys(1, "holders/md0"), "is held by md0, so", id="held"),
        pytest.param({}, held_by_device_mapper, "is held by vg-data (dm-0), so", id="device mapper"),
        pytest.param({}, lambda h: h.sys(1, "ro", "1\n"), "is read-only", id="read-only"),
        pytest.param({}, lambda h: h.mounted("sdb", "/srv"), "is mounted at /srv", id="mounted"),
        pytest.param({}, lambda h: h.busy.add("/dev/sdb"), "is in use by another program", id="busy"),
        pytest.param(
            {},
            lambda h: (h.path / "proc/swaps").write_text("Filename Type\n/gone file\n/dev/sdb partition 1 0 -2\n"),
            "is swap space",
            id="swap",
        ),
    ],
)
def test_what_is_not_ours_is_never_formatted(host, tags, change, why: str) -> None:
    host.disk("sdb", 1, **tags)
    if change:
        change(host)
    with pytest.raises(GroundworkError) as raised:
        blockdev.refuse_to_format(host, read(host), "xfs")
    assert why in str(raised.value)
    assert str(raised.value).startswith("/dev/sdb ")


def test_data_in_the_middle_alone_is_found(host) -> None:
    host.disk("sdb", 1)
    with open(host.real("/dev/sdb"), "r+b") as file:
        file.seek(200 << 20)
        file.write(b"x" * (1 << 20))
    with pytest.raises(GroundworkError, match=r"/dev/sdb holds data without a known signature at byte 2[01]\d{7} of"):
        blockdev.refuse_to_format(host, read(host), "xfs")
    blockdev.refuse_to_format(host, read(host), "xfs", named_blank=True)


def test_a_device_that_is_named_blank_is_refused_where_it_has_a_signature(host) -> None:
    host.disk("sdb", 1, TYPE="ext4", UUID="2")
    with pytest.raises(GroundworkError, match="holds ext4"):
        blockdev.refuse_to_format(host, read(host), "xfs", named_blank=True)


def test_a_disk_that_cannot_be_read_in_between_is_refused(host, monkeypatch) -> None:
    host.disk("sdb", 1)
    real = os.pread

    def failing(handle, count, at):
        if at > 100 << 20 and count == 4096:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(handle, count, at)

    monkeypatch.setattr(os, "pread", failing)
    with pytest.raises(GroundworkError, match=r"/dev/sdb cannot be read \(Input/output error\), so the disk fails"):
        blockdev.refuse_to_format(host, read(host), "xfs")


def test_a_disk_that_is_too_slow_to_be_looked_at_is_refused(host, monkeypatch) -> None:
    host.disk("sdb", 1)
    seconds = iter(range(0, 10**6, 7))
    monkeypatch.setattr(blank.first_data, "__defaults__", (lambda: next(seconds),))
    with pytest.raises(GroundworkError, match="/dev/sdb was read at 3 places in 20 seconds, too few to tell whether"):
        blockdev.refuse_to_format(host, read(host), "xfs")


@pytest.mark.parametrize(
    ("path", "why"), [("/dev/none", "The device /dev/none is not there"), ("/etc/fstab", "is not a block device")]
)
def test_what_is_no_device(host, path: str, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        read(host, path)


def test_a_probe_that_fails_is_an_error(host) -> None:
    host.disk("sdb", 1).missing = "blkid"
    with pytest.raises(GroundworkError, match="blkid cannot look at /dev/sdb"):
        read(host)


@pytest.mark.parametrize(
    ("tags", "ours"),
    [
        ({"TYPE": "xfs", "LABEL": "groundwork", "UUID": UUID_OF_OURS}, True),
        ({"TYPE": "ext4", "LABEL": "groundwork"}, False),
        ({"TYPE": "xfs", "LABEL": "other"}, False),
        ({"TYPE": "xfs", "LABEL": "groundwork"}, False),
        ({}, False),
    ],
)
def test_ours_is_known_by_label_and_type(host, tags, ours: bool) -> None:
    assert read(host.disk("sdb", 1, **tags)).is_ours("xfs") is ours


def test_what_mkfs_left_unfinished_may_be_formatted_again(host) -> None:
    """The byte that mkfs.xfs clears last of all, so that no kernel ever mounted this."""
    host.disk("sdb", 1, TYPE="xfs", LABEL="groundwork", UUID=UUID_OF_OURS)
    with open(host.real("/dev/sdb"), "r+b") as file:
        file.seek(126)
        file.write(b"\1")
    assert (read(host).unfinished, read(host).is_ours("xfs")) == (True, False)
    blockdev.refuse_to_format(host, read(host), "xfs")
    host.signatures["/dev/sdb"]["LABEL"] = "somebody"
    with pytest.raises(GroundworkError, match="holds xfs with the label somebody"):
        blockdev.refuse_to_format(host, read(host), "xfs")


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        ("UUID=11111111-aaaa-1111-1111-111111111111", True),
        ("UUID=11111111-AAAA-1111-1111-111111111111", True),
        ('UUID="11111111-aaaa-1111-1111-111111111111"', True),
        ("UUID=2", False),
        ("LABEL=groundwork", True),
        ("LABEL=Groundwork", False),
        ("PARTUUID=ABCD-1", True),
        ("PARTUUID=abcd-2", False),
        ("PARTLABEL=kafka data", True),
        ("PARTLABEL=", False),
        ("ID=wwn-1", True),
        ("ID=wwn-2", False),
        ("/dev/sdb", True),
        ("/dev//sdb", True),
        ("/dev/disk/by-id/wwn-1", True),
        ("/dev/mapper/other-node-of-it", True),
        ("/dev/disk/by-uuid/11111111-aaaa-1111-1111-111111111111", True),
        ("/dev/disk/by-partuuid/abcd-1", True),
        ("/dev/disk/by-uuid/2", False),
        ("/dev/sdc", False),
        ("/dev/none", False),
        ("/etc/fstab", False),
        ("tmpfs", False),
        ("nas:/export=1", False),
        ("TYPE=xfs", False),
    ],
)
def test_names_of_a_device(host, spec: str, named: bool) -> None:
    identity = "11111111-aaaa-1111-1111-111111111111"
    part = {"PART_ENTRY_UUID": "abcd-1", "PART_ENTRY_NAME": "kafka data"}
    host.disk("sdb", 1, TYPE="xfs", LABEL="groundwork", UUID=identity, **part).disk("sdc", 2)
    for folder in ("disk/by-id", "mapper"):
        (host.path / "dev" / folder).mkdir(parents=True)
    (host.path / "dev/disk/by-id/wwn-1").symlink_to("../../sdb")
    (host.path / "dev/mapper/other-node-of-it").touch()
    host.numbers["/dev/mapper/other-node-of-it"] = "7:1"
    device = read(host)
    assert device.partition == {"PARTUUID": "abcd-1", "PARTLABEL": "kafka data"}
    assert blockdev.is_named(host, device, spec, identity) is named
