# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import mount_options

NOW = "6.1.0-13-amd64"


@pytest.mark.parametrize(
    ("fstype", "given", "release", "expected"),
    [
        ("xfs", None, NOW, ["noatime", "largeio", "nofail"]),
        ("ext4", None, NOW, ["noatime", "data=writeback", "delalloc", "nofail"]),
        ("xfs", ["noatime"], NOW, ["noatime", "nofail"]),
        ("xfs", [], NOW, ["nofail"]),
        ("xfs", ["nofail", "noatime"], NOW, ["noatime", "nofail"]),
        ("xfs", ["nobarrier"], "4.18.0-553.el8", ["nobarrier", "nofail"]),
        ("ext4", ["nobarrier"], NOW, ["nobarrier", "nofail"]),
        ("xfs", ["attr2"], "6.18.1", ["attr2", "nofail"]),
    ],
)
def test_options_to_mount_with(fstype: str, given, release: str, expected) -> None:
    assert mount_options.choose(fstype, given, release) == expected


@pytest.mark.parametrize(
    ("option", "release", "why"),
    [
        ("nobarrier", "4.19.0", r"nobarrier was removed from XFS in Linux 4\.19 and this host runs 4\.19\.0"),
        ("nobarrier", NOW, "would fail at the next boot"),
        ("delaylog", "4.0.0", r"removed from XFS in Linux 4\.0"),
        ("noatime,largeio", NOW, "give one option in each item"),
        ("a b", NOW, "is not a mount option"),
        ("", NOW, "'' is not a mount option"),
    ],
)
def test_options_that_are_refused(option: str, release: str, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        mount_options.choose("xfs", [option], release)


XFS = ["rw", "noatime", "largeio", "inode64", "logbufs=8", "logbsize=32k", "noquota"]
EXT4 = ["rw", "noatime", "data=writeback"]
NEW = "6.18.44"


@pytest.mark.parametrize(
    ("fstype", "wanted", "effective", "expected"),
    [
        pytest.param("xfs", ["noatime", "largeio", "nofail"], XFS, ([], [], [], []), id="in force"),
        pytest.param("xfs", ["noatime", "largeio"], ["rw", "relatime"], (["noatime"], ["largeio"], [], []), id="not"),
        pytest.param("xfs", ["relatime"], XFS, (["relatime"], [], [], []), id="relatime against noatime"),
        pytest.param("xfs", ["strictatime"], ["rw"], ([], [], [], []), id="no word of access times is strictatime"),
        pytest.param("xfs", ["atime"], XFS, (["atime"], [], [], []), id="the opposite is shown"),
        pytest.param("xfs", ["atime"], ["rw", "relatime"], ([], [], [], []), id="atime is relatime to a kernel"),
        pytest.param("xfs", ["defaults", "_netdev", "x-systemd.a=b"], XFS, ([], [], [], []), id="not the kernel's"),
        pytest.param("xfs", ["allocsize=64m"], ["allocsize=65536k"], ([], [], [], []), id="the same size"),
        pytest.param("xfs", ["allocsize=64m"], ["allocsize=65537k"], ([], ["allocsize=64m"], [], []), id="another"),
        pytest.param("xfs", ["allocsize=64m"], XFS, ([], ["allocsize=64m"], [], []), id="no size"),
        pytest.param("xfs", ["inode32"], XFS, (["inode32"], [], [], []), id="inode32 by remount"),
        pytest.param("xfs", ["discard", "swalloc"], XFS, ([], ["discard", "swalloc"], [], []), id="mounting only"),
        pytest.param("xfs", ["nodiscard", "suid", "rw", "async"], XFS, ([], [], [], []), id="silent opposites"),
        pytest.param("xfs", ["suid"], ["rw", "nosuid"], (["suid"], [], [], []), id="suid against nosuid"),
        pytest.param("xfs", ["bogus"], XFS, ([], [], ["bogus"], []), id="nothing is known of it"),
        pytest.param("xfs", ["attr2", "noikeep"], XFS, ([], [], [], ["attr2", "noikeep"]), id="ignored by XFS"),
        pytest.param("ext4", ["nobh", "delalloc"], EXT4, ([], [], [], ["nobh"]), id="ignored, and a silent default"),
        pytest.param("ext4", ["delalloc"], ["nodelalloc"], ([], ["delalloc"], [], []), id="default turned off"),
        pytest.param("ext4", ["data=ordered"], ["rw"], ([], [], [], []), id="a silent default"),
        pytest.param("ext4", ["data=ordered"], EXT4, ([], ["data=ordered"], [], []), id="default not in force"),
        pytest.param("ext4", ["data=writeback"], ["rw"], ([], ["data=writeback"], [], []), id="the default is"),
        pytest.param("xfs", ["nolargeio"], XFS, ([], ["nolargeio"], [], []), id="what a remount leaves"),
        pytest.param("ext4", ["commit=30"], ["commit=60"], (["commit=30"], [], [], []), id="another number"),
        pytest.param("ext4", ["commit=30"], ["rw"], (["commit=30"], [], [], []), id="the default's number"),
        pytest.param("ext4", ["commit=0"], ["rw"], ([], [], [], []), id="0 means 5"),
        pytest.param("ext4", ["barrier=0"], ["nobarrier"], ([], [], [], []), id="two names"),
        pytest.param("ext4", ["stripe=4"], ["rw"], (["stripe=4"], [], [], []), id="stripe by remount"),
    ],
)
def test_compare(fstype: str, wanted, effective, expected) -> None:
    assert mount_options.compare(fstype, wanted, effective, NEW) == mount_options.Comparison(*expected)


def test_what_an_older_kernel_still_heeds_is_compared() -> None:
    assert mount_options.compare("xfs", ["attr2"], XFS, NOW).unseen == ["attr2"]
    assert mount_options.compare("xfs", ["attr2"], [*XFS, "attr2"], NOW) == mount_options.Comparison([], [], [], [])


PROC = ["delalloc", "barrier", "nodiscard", "commit=5", "data=writeback", "errors=remount-ro"]


@pytest.mark.parametrize(
    ("fstype", "asked", "effective", "expected"),
    [
        pytest.param("xfs", ["noatime", "largeio", "nofail"], XFS, ["noatime", "largeio"], id="in force"),
        pytest.param("xfs", ["largeio", "noatime"], ["rw", "relatime"], ["relatime"], id="rivals, and nothing"),
        pytest.param("xfs", ["allocsize=64m", "bogus"], ["allocsize=65536k"], ["allocsize=64m"], id="in their words"),
        pytest.param("ext4", ["data=writeback", "commit=30", "delalloc"], [], ["data=ordered", "commit=5", "delalloc"]),
        pytest.param("ext4", ["nobh", "errors=continue", "discard"], PROC, ["errors=remount-ro"], id="all are told"),
    ],
)
def test_options_in_force(fstype: str, asked, effective, expected) -> None:
    assert mount_options.in_force(fstype, asked, effective) == expected


@pytest.mark.parametrize(
    ("fstype", "asked", "given", "effective", "expected"),
    [
        pytest.param("xfs", ["noatime", "largeio"], ["noatime", "largeio"], XFS, ["noatime", "largeio"], id="as given"),
        pytest.param("xfs", ["noatime"], ["defaults"], XFS, ["relatime"], id="a kernel's own choice"),
        pytest.param("xfs", ["noatime"], ["noatime", "relatime"], XFS, ["relatime"], id="the last one counts"),
        pytest.param("xfs", ["noatime", "largeio"], ["atime", "nolargeio"], XFS, ["relatime"], id="as it will show"),
        pytest.param("xfs", ["attr2", "noatime"], ["attr2", "noatime"], XFS, ["noatime"], id="what is never told"),
        pytest.param("ext4", ["nobh", "commit=0"], ["nobh", "commit=0"], PROC, ["commit=0"], id="in their words"),
        pytest.param("ext4", ["data=writeback"], [], PROC, ["data=ordered"], id="the default after all"),
    ],
)
def test_options_after_mounting(fstype: str, asked, given, effective, expected) -> None:
    assert mount_options.after_mounting(fstype, asked, given, effective) == expected


@pytest.mark.parametrize(
    ("wanted", "found", "expected"),
    [
        pytest.param(["noatime", "nofail"], [], ["noatime", "nofail"], id="none yet"),
        pytest.param(["noatime", "nofail"], ["defaults"], ["noatime", "nofail"], id="defaults say nothing"),
        pytest.param(["noatime", "nofail"], ["nofail", "noatime"], ["nofail", "noatime"], id="in another order"),
        pytest.param(
            ["noatime", "nofail"],
            ["relatime", "nodev", "x-systemd.device-timeout=30s", "comment=mine"],
            ["noatime", "nofail", "nodev", "x-systemd.device-timeout=30s", "comment=mine"],
            id="what others added is kept, what contradicts goes",
        ),
        pytest.param(["dev", "nofail"], ["nodev"], ["dev", "nofail"], id="the way to take it back"),
        pytest.param(["noatime", "nofail"], ["nobarrier", "discard"], ["noatime", "nofail", "discard"], id="removed"),
        pytest.param(["noatime", "nofail"], ["ro", "noauto"], ["noatime", "nofail", "ro", "noauto"], id="reported"),
        pytest.param(["x-systemd.a=1"], ["x-systemd.a=2", "x-systemd.b"], ["x-systemd.a=1", "x-systemd.b"], id="x-"),
    ],
)
def test_options_for_fstab(wanted, found, expected) -> None:
    assert mount_options.merged("xfs", wanted, found, NOW) == expected


@pytest.mark.parametrize(
    ("fstype", "wanted", "effective", "expected"),
    [
        ("xfs", ["noatime", "largeio", "nofail"], [], ["noatime", "largeio"]),
        ("xfs", ["noatime", "dev"], ["rw", "nodev", "nosuid", "inode64"], ["noatime", "dev", "nosuid"]),
        ("ext4", ["noatime", "data=writeback", "commit=30", "delalloc", "x-a=b"], [], ["noatime", "commit=30"]),
    ],
)
def test_options_to_remount_with(fstype: str, wanted, effective, expected) -> None:
    assert mount_options.remountable(fstype, wanted, effective) == expected


@pytest.mark.parametrize(
    ("fstype", "changed", "effective", "expected"),
    [
        ("xfs", ["noatime", "largeio", "nofail"], ["rw", "relatime"], ["noatime"]),
        ("ext4", ["nobh", "commit=9", "data=writeback"], ["rw"], ["commit=9", "data=ordered"]),
    ],
)
def test_options_after_a_remount(fstype: str, changed, effective, expected) -> None:
    assert mount_options.after_remount(fstype, changed, effective) == expected


@pytest.mark.parametrize(
    ("fstype", "changed", "effective", "expected"),
    [
        ("xfs", ["noatime", "largeio", "nosuid"], ["rw", "relatime", "nodev"], ["relatime", "nodev"]),
        ("ext4", ["noatime", "commit=30", "discard"], ["rw", "noatime"], ["noatime", "commit=5", "nodiscard"]),
        ("ext4", ["nobarrier"], ["nobarrier"], ["nobarrier"]),
    ],
)
def test_options_to_go_back(fstype: str, changed, effective, expected) -> None:
    assert mount_options.restoring(fstype, changed, effective) == expected
