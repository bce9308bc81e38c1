# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import blockdev, fstab
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
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


@pytest.mark.parametrize(
    ("tags", "change", "why"),
    [
        pytest.param({"TYPE": "ext4", "UUID": "2"}, None, "holds ext4,", id="file system"),
        pytest.param({"TYPE": "xfs", "LABEL": "photos"}, None, "holds xfs with the label photos", id="labelled"),
        pytest.param({"PTTYPE": "gpt"}, None, "holds gpt", id="partition table"),
        pytest.param({"TYPE": "LVM2_member"}, None, "holds LVM2_member", id="LVM"),
        pytest.param({"TYPE": "bcache"}, None, "holds bcache", id="bcache"),
        pytest.param({"TYPE": "zfs_member", "LABEL": "tank"}, None, "holds zfs_member with the label tank", id="ZFS"),
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
        pytest.param({}, lambda h: h.sys(1, "holders/dm-0"), "is held by dm-0", id="device mapper"),
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


def test_data_in_the_middle_alone_is_left_to_mkfs(host) -> None:
    host.disk("sdb", 1)
    dirty(200 << 20)(host)
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
