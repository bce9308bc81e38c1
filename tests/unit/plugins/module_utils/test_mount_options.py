# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import mount_options
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError

NOW = "6.1.0-13-amd64"


@pytest.mark.parametrize(
    ("fstype", "given", "release", "expected"),
    [
        ("xfs", None, NOW, ["noatime", "largeio", "nofail"]),
        ("ext4", None, NOW, ["noatime", "data=writeback", "delalloc", "nofail"]),
        ("xfs", ["noatime"], NOW, ["noatime"]),
        ("xfs", [], NOW, []),
        ("xfs", ["nobarrier"], "4.18.0-553.el8", ["nobarrier"]),
        ("ext4", ["nobarrier"], NOW, ["nobarrier"]),
        ("xfs", ["attr2"], "6.17.0", ["attr2"]),
    ],
)
def test_options_to_mount_with(fstype: str, given, release: str, expected) -> None:
    assert mount_options.choose(fstype, given, release) == expected


@pytest.mark.parametrize(
    ("option", "release", "why"),
    [
        ("nobarrier", "4.19.0", r"nobarrier was removed from XFS in Linux 4\.19 and this host runs 4\.19\.0"),
        ("nobarrier", NOW, "would fail at the next boot"),
        ("attr2", "6.18.1", r"removed from XFS in Linux 6\.18"),
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


@pytest.mark.parametrize(
    ("fstype", "wanted", "effective", "expected"),
    [
        pytest.param("xfs", ["noatime", "largeio", "nofail"], XFS, ([], [], []), id="in force"),
        pytest.param("xfs", ["noatime", "largeio"], ["rw", "relatime"], (["noatime"], ["largeio"], []), id="neither"),
        pytest.param("xfs", ["relatime"], XFS, (["relatime"], [], []), id="relatime against noatime"),
        pytest.param("xfs", ["atime"], XFS, (["atime"], [], []), id="the opposite is shown"),
        pytest.param("xfs", ["defaults", "_netdev", "x-systemd.automount"], XFS, ([], [], []), id="not the kernel's"),
        pytest.param("xfs", ["allocsize=64m"], ["allocsize=65536k"], ([], [], []), id="the same size"),
        pytest.param("xfs", ["allocsize=64m"], ["allocsize=65537k"], ([], ["allocsize=64m"], []), id="another size"),
        pytest.param("xfs", ["bogus"], XFS, ([], [], ["bogus"]), id="nothing is known of it"),
        pytest.param("ext4", ["nobh", "delalloc"], EXT4, ([], [], ["nobh", "delalloc"]), id="never shown"),
        pytest.param("ext4", ["delalloc"], ["nodelalloc"], (["delalloc"], [], []), id="default turned off"),
        pytest.param("ext4", ["data=ordered"], ["rw"], ([], [], ["data=ordered"]), id="a hidden default"),
        pytest.param("ext4", ["data=ordered"], EXT4, ([], ["data=ordered"], []), id="a default that is not in force"),
        pytest.param("xfs", ["nolargeio"], XFS, ([], ["nolargeio"], []), id="the opposite of what a remount leaves"),
        pytest.param("ext4", ["inode_readahead_blks=32"], ["rw"], ([], [], ["inode_readahead_blks=32"]), id="hidden"),
        pytest.param("ext4", ["commit=30"], ["commit=60"], (["commit=30"], [], []), id="another number"),
        pytest.param("ext4", ["commit=30"], ["rw"], (["commit=30"], [], []), id="not shown, so not in force"),
    ],
)
def test_compare(fstype: str, wanted, effective, expected) -> None:
    assert mount_options.compare(fstype, wanted, effective) == mount_options.Comparison(*expected)


@pytest.mark.parametrize(
    ("fstype", "wanted", "expected"),
    [
        ("xfs", ["noatime", "largeio", "nofail"], ["noatime", "largeio"]),
        ("ext4", ["noatime", "data=writeback", "commit=30", "x-a=b"], ["noatime", "commit=30"]),
    ],
)
def test_options_to_remount_with(fstype: str, wanted, expected) -> None:
    assert mount_options.remountable(fstype, wanted) == expected


@pytest.mark.parametrize(
    ("release", "version"), [("6.1.0-13-amd64", (6, 1)), ("4.19", (4, 19)), ("5.14.0-1.el9", (5, 14)), ("", (0, 0))]
)
def test_kernel_version(release: str, version) -> None:
    assert mount_options.kernel_version(release) == version
