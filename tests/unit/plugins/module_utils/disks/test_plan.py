# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blockdev
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import plan as disk_plan
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import state as disk_state
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import UUID_OF_OURS, FakeDisks

OURS = {"TYPE": "xfs", "LABEL": "groundwork", "UUID": UUID_OF_OURS}
LINE = f"UUID={UUID_OF_OURS} /data/1 xfs noatime,largeio,nofail 0 0\n"


@pytest.fixture
def host(tmp_path, monkeypatch):
    return FakeDisks(tmp_path, monkeypatch, blockdev)


def disk(device="/dev/sdb", mount_point="/data/1", **others):
    return {"device": device, "mount_point": mount_point, "fstype": "xfs", "options": None, **others}


def plan(host, *disks):
    """The actions in words, and fstab after them."""
    wanted = disk_plan.wanted(host, list(disks))
    steps, table = disk_plan.plan(host, wanted, disk_state.read(host, wanted))
    return [sentence for step in steps for sentence in step.sentences], table


def test_a_blank_disk_is_formatted_mounted_and_owned(host) -> None:
    host.disk("sdb", 1)
    actions, table = plan(host, disk(uid=5, mode="0750"))
    assert actions == [
        "format /dev/sdb with xfs",
        "mount /dev/sdb at /data/1",
        "set owner, group and mode of /data/1",
    ]
    first, second = table.splitlines()
    assert first == "/dev/sda1 / ext4 defaults 0 1"
    assert second.split(" ", 1)[1] == "/data/1 xfs noatime,largeio,nofail 0 0"


@pytest.mark.parametrize(
    ("fstab", "mounted", "options", "actions", "line"),
    [
        pytest.param(LINE, "rw,noatime", None, [], LINE, id="nothing to do"),
        pytest.param("", None, None, ["mount /dev/sdb at /data/1"], LINE, id="lost fstab, not mounted"),
        pytest.param(LINE, None, None, ["mount /dev/sdb at /data/1"], LINE, id="not mounted"),
        pytest.param(
            "", "rw,noatime", None, ["remount /data/1 with noatime,largeio"], LINE, id="lost fstab: options are tried"
        ),
        pytest.param(LINE, "rw,relatime", None, ["remount /data/1 with noatime,largeio"], LINE, id="live drift"),
        pytest.param(LINE, "ro,noatime", None, [], LINE, id="read-only is left to a person"),
        pytest.param(
            LINE,
            "rw,noatime",
            ["noatime", "nosuid"],
            ["remount /data/1 with noatime,nosuid,largeio"],
            f"UUID={UUID_OF_OURS} /data/1 xfs noatime,nosuid,nofail,largeio 0 0\n",
            id="other options, and one that stays",
        ),
        pytest.param(
            "/dev/sdb /data/1/ xfs defaults 0 0\n" + LINE,
            "rw,noatime",
            None,
            ["remount /data/1 with noatime,largeio"],
            LINE.replace("/data/1", "/data/1/"),
            id="two lines become one",
        ),
        pytest.param(
            "# first\r\nno entry\nLABEL=groundwork\t/data/1 xfs nofail,x-a=b 1 2 # mine\n",
            "rw,noatime",
            None,
            ["remount /data/1 with noatime,largeio"],
            f"# first\r\nno entry\nUUID={UUID_OF_OURS}\t/data/1 xfs noatime,largeio,nofail,x-a=b 1 2 # mine\n",
            id="by label, with what somebody added",
        ),
        pytest.param(
            LINE.replace("largeio,", "").replace("noatime", "noatime,largeio,noauto"),
            "rw,noatime",
            None,
            [],
            LINE.replace("largeio,", "").replace("noatime", "noatime,largeio,noauto"),
            id="what somebody added is reported, not undone",
        ),
        pytest.param(
            LINE,
            "rw,nodev,noatime",
            ["noatime", "nosuid", "largeio"],
            ["remount /data/1 with noatime,nosuid,largeio,nodev"],
            LINE.replace("noatime", "noatime,nosuid"),
            id="a flag in force is given again",
        ),
    ],
)
def test_a_disk_of_ours_is_never_formatted_again(host, fstab, mounted, options, actions, line) -> None:  # noqa: PLR0917
    host.disk("sdb", 1, **OURS).fstab(fstab)
    if mounted:
        host.mounted("sdb", "/data/1", mounted)
    assert plan(host, disk(options=options)) == (actions, line)


@pytest.mark.parametrize(
    ("disks", "why"),
    [
        ([disk(mount_point="data")], "'data' is no mount point for data"),
        ([disk(mount_point="/")], "'/' is no mount point"),
        ([disk(mount_point="/data/..")], "'/data/..' is no mount point"),
        ([disk(device="sdb")], "'sdb' is no device; give its path"),
        ([disk(options=["nobarrier"])], "nobarrier was removed from XFS"),
        ([disk(mode="0o750")], "The mode '0o750' of /data/1 is not octal"),
        ([disk(mode="488")], "is not octal"),
        ([disk(), disk("/dev/sdc")], "The mount points /data/1 and /data/1 are the same"),
        ([disk(), disk("/dev/sdc", "/data/1/2/")], "/data/1 and /data/1/2 are the same or one in the other"),
        ([disk(), disk(mount_point="/data/2")], "/dev/sdb and /dev/sdb are the same device"),
        ([disk(), disk("/dev/link", "/data/2")], "/dev/sdb and /dev/link are the same device"),
        ([disk("/dev/clone1"), disk("/dev/clone2", "/data/2")], "hold the same file system"),
        ([disk("/dev/none")], "The device /dev/none is not there"),
        ([disk("/dev/small")], "/dev/small has 100 MiB, and XFS needs 300"),
        ([disk(mount_point="/full")], r"/full has files in it \(lost\) that a mount would hide"),
        ([disk(mount_point="/file")], "/file is a file, and a folder is to be there; move it away"),
        ([disk(mount_point="/file/a/b")], "/file is a file, and a folder is to be there; move it away"),
        ([disk("/dev/nothing", fstype="ext4")], "/dev/nothing has 0 MiB, and EXT4 needs 8; choose a larger device"),
        ([disk(mount_point="/link/1")], "/link/1 leads over a symbolic link; give its real path, /data/1"),
        ([disk(mount_point="/other")], "/other is the mount point of another device"),
        ([disk("/dev/elsewhere")], "/dev/elsewhere is mounted at /other, so it is not mounted at /data/1"),
        ([disk("/dev/busy")], "/dev/busy is in use by another program or container, so it is not mounted"),
        ([disk(mount_point="/taken")], "/etc/fstab:1 mounts LABEL=x at /taken, which is wanted for /dev/sdb"),
        ([disk("/dev/wanted")], "/etc/fstab:2 mounts /dev/wanted at /old, which is wanted at /data/1"),
        ([disk(), disk("/dev/foreign", "/data/2")], "/dev/foreign holds ext4"),
        (
            [disk(mount_point="/torn")],
            "/etc/fstab:3 is about /torn, but it has fewer than three fields",
        ),
        ([disk("/dev/torn")], "/etc/fstab:4 is about /dev/torn, but its fifth and sixth fields are not numbers"),
        ([disk("/dev/named")], "/etc/fstab:5 mounts /dev/named at /by-part, which is wanted at /data/1"),
    ],
)
def test_what_is_refused_is_refused_before_anything_is_done(host, disks, why: str) -> None:
    host.disk("sdb", 1).disk("sdc", 2).disk("small", 3, 100 << 20).disk("foreign", 4, TYPE="ext4", UUID="4")
    host.disk("clone1", 5, **OURS).disk("clone2", 6, **OURS)
    host.disk("elsewhere", 7, **dict(OURS, UUID="7")).mounted("elsewhere", "/other")
    host.disk("busy", 8, **dict(OURS, UUID="8")).busy.add("/dev/busy")
    host.disk("wanted", 9, **dict(OURS, UUID="9"))
    host.disk("nothing", 10, 0)
    host.disk("torn", 11, **dict(OURS, UUID="11")).disk("named", 12, **dict(OURS, UUID="12", PART_ENTRY_UUID="ab"))
    host.fstab(
        "LABEL=x /taken xfs\n/dev/wanted /old xfs defaults\nUUID=11111 /torn/\nUUID=11 /else xfs rw 0 1st\n"
        "PARTUUID=AB /by-part xfs defaults\n"
    )
    (host.path / "dev/link").symlink_to("sdb")
    (host.path / "full").mkdir()
    for name in ("full/lost", "file"):
        (host.path / name).touch()
    (host.path / "link").symlink_to("data")
    with pytest.raises(GroundworkError, match=why):
        plan(host, *disks)
    assert host.commands == []


@pytest.mark.parametrize(("fstype", "package"), [("xfs", "xfsprogs"), ("ext4", "e2fsprogs")])
def test_a_missing_mkfs_names_its_package(host, fstype: str, package: str) -> None:
    host.disk("sdb", 1).missing = f"mkfs.{fstype}"
    with pytest.raises(GroundworkError, match=f"The host lacks mkfs.{fstype}; install the package {package}"):
        plan(host, disk(fstype=fstype))


def test_the_owner_of_a_disk_that_became_read_only_is_left_to_a_person(host) -> None:
    host.disk("sdb", 1, **OURS).fstab(LINE)
    host.mounted("sdb", "/data/1", "ro,noatime")
    assert plan(host, disk(uid=5))[0] == []


def test_one_label_of_two_disks_means_the_one_of_its_mount_point(host) -> None:
    host.disk("sdb", 1, **OURS).disk("sdc", 2, **dict(OURS, UUID="2"))
    host.fstab("LABEL=groundwork /data/1 xfs defaults\nLABEL=groundwork /data/2 xfs defaults\n")
    assert plan(host, disk(), disk("/dev/sdc", "/data/2"))[1] == (
        f"UUID={UUID_OF_OURS} /data/1 xfs noatime,largeio,nofail\nUUID=2 /data/2 xfs noatime,largeio,nofail\n"
    )


def test_a_broken_line_of_somebody_else_is_kept_and_not_fatal(host) -> None:
    host.disk("sdb", 1, **OURS).fstab("broken\nUUID=9 /else xfs rw x y\n")
    assert plan(host, disk())[1] == "broken\nUUID=9 /else xfs rw x y\n" + LINE


def test_a_read_only_etc_is_told_before_anything_is_formatted(host, monkeypatch) -> None:
    host.disk("sdb", 1)
    monkeypatch.setattr(host, "writable", lambda path: path != "/etc")
    with pytest.raises(GroundworkError, match="/etc/fstab cannot be written, because /etc is read-only; remount it"):
        plan(host, disk())


def test_an_unfinished_file_system_is_made_again(host) -> None:
    host.disk("sdb", 1, **OURS)
    with open(host.real("/dev/sdb"), "r+b") as file:
        file.seek(126)
        file.write(b"\1")
    assert plan(host, disk())[0] == [
        "format /dev/sdb with xfs, which an interrupted run left unfinished",
        "mount /dev/sdb at /data/1",
    ]
