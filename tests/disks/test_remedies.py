# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What refusals and findings about disks tell people to do, done word by word: they are gone, and no file is lost."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import disks as audit_disks
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import files as server_files
from ansible_collections.groundwork.kafka.plugins.module_utils.server import java_command, move_room
from ansible_collections.groundwork.kafka.plugins.module_utils.server.running import BROKER, Server
from ansible_collections.groundwork.kafka.tests.disks.loops import SIZES, run

TABLE = Path("/etc/fstab")
KEPT = "what somebody has written"


def refused(disks, *asked) -> str:
    """What is said of the disks; nothing has been done."""
    before = TABLE.read_bytes()
    with pytest.raises(GroundworkError) as raised:
        disks.apply(*asked)
    assert TABLE.read_bytes() == before
    return str(raised.value)


def taken(disks, *asked) -> None:
    """The disks are as they were asked for, and stay so."""
    disks.apply(*asked)
    assert [row["status"] for row in disks.rows] == ["in_effect"] * len(asked)
    assert not disks.apply(*asked)["changed"]


def point(asked) -> Path:
    return Path(asked["mount_point"])


@contextmanager
def mounted(device, at):
    """A file system of *device* that somebody else has mounted at *at*, with a file in it."""
    run("mkfs.ext4", "-q", device)
    at.mkdir(parents=True)
    run("mount", device, str(at))
    (at / "kept").write_text(KEPT)
    try:
        yield
    finally:
        subprocess.run(["umount", str(at)], check=False, capture_output=True)


def within(device, folder) -> str:
    """What is in the file that somebody has on *device*."""
    place = folder / "looked-into"
    place.mkdir()
    run("mount", device, str(place))
    try:
        return (place / "kept").read_text()
    finally:
        run("umount", str(place))
        place.rmdir()


@pytest.mark.remedy("The mount point … has files in it")
def test_files_below_a_mount_point_are_moved_away(disks) -> None:
    asked = disks.wanted(disks.loop())
    point(asked).mkdir(parents=True)
    (point(asked) / "kept").write_text(KEPT)
    said = refused(disks, asked)
    assert said.endswith("(kept) that a mount would hide; stop what uses them, and move them away first.")
    away = disks.folder / "away"
    away.mkdir(exist_ok=True)
    (point(asked) / "kept").rename(away / "kept")
    taken(disks, asked)
    assert (away / "kept").read_text() == KEPT


@pytest.mark.remedy("… is the mount point of another device")
@pytest.mark.parametrize("way", ["choose another mount point", "unmount that one first"])
def test_a_mount_point_of_another_device(disks, way) -> None:
    other, asked = disks.loop(SIZES["ext4"]), disks.wanted(disks.loop())
    with mounted(other, point(asked)):
        assert way in refused(disks, asked)
        if way.startswith("choose"):
            taken(disks, disks.wanted(asked["device"], "another"))
        else:
            run("umount", asked["mount_point"])
            taken(disks, asked)
    assert within(other, disks.folder) == KEPT


@pytest.mark.remedy("… …, so it is not mounted at …; free it")
def test_a_device_that_is_mounted_elsewhere_is_freed(disks) -> None:
    asked = disks.wanted(disks.loop())
    disks.apply(asked)
    (point(asked) / "kept").write_text(KEPT)
    disks.unmount()
    TABLE.write_text("")
    elsewhere = disks.folder / "mnt" / "elsewhere"
    elsewhere.mkdir(parents=True)
    run("mount", asked["device"], str(elsewhere))
    assert re.search("is mounted at .*elsewhere, so it is not mounted at .*; free it, then run", refused(disks, asked))
    run("umount", str(elsewhere))
    taken(disks, asked)
    assert (point(asked) / "kept").read_text() == KEPT


@pytest.mark.remedy("…:… mounts … at …, which is wanted for")
@pytest.mark.parametrize("way", ["remove that line", "choose another mount point"])
def test_a_line_of_fstab_for_another_device_at_the_mount_point(disks, way) -> None:
    asked = disks.wanted(disks.loop())
    _give_a_line(f"/dev/groundwork-none {asked['mount_point']} xfs noauto 0 0")
    said = refused(disks, asked)
    assert way in said
    if way.startswith("choose"):
        taken(disks, disks.wanted(asked["device"], "another"))
    else:
        _take_line_out(said)
        taken(disks, asked)


@pytest.mark.remedy("…:… mounts … at …, which is wanted at")
@pytest.mark.parametrize("way", ["remove that line", "choose another device"])
def test_a_line_of_fstab_for_the_device_at_another_mount_point(disks, way) -> None:
    asked = disks.wanted(disks.loop())
    _give_a_line(f"{asked['device']} /groundwork-elsewhere xfs noauto 0 0")
    said = refused(disks, asked)
    assert way in said
    if way.startswith("choose"):
        taken(disks, disks.wanted(disks.loop()))
    else:
        _take_line_out(said)
        taken(disks, asked)


@pytest.mark.remedy("…:… is about …, but …, so mount leaves it out")
@pytest.mark.parametrize("way", ["correct", "remove"])
def test_a_broken_line_of_fstab(disks, way) -> None:
    asked = disks.wanted(disks.loop())
    disks.apply(asked)
    (point(asked) / "kept").write_text(KEPT)
    whole = TABLE.read_text("latin-1")
    TABLE.write_text(whole.replace(" 0 0", " zero 0"), "latin-1")
    said = refused(disks, asked)
    assert said.endswith("so mount leaves it out; correct or remove it.")
    if way == "correct":
        TABLE.write_text(whole, "latin-1")
    else:
        _take_line_out(said)
    taken(disks, asked)
    assert (point(asked) / "kept").read_text() == KEPT


def _give_a_line(line) -> None:
    TABLE.write_bytes(TABLE.read_bytes().rstrip(b"\n") + f"\n{line}\n".encode())


def _take_line_out(said) -> None:
    """Remove the line that the sentence names."""
    number = int(re.match(r"/etc/fstab:(\d+) ", said).group(1))
    lines = TABLE.read_bytes().split(b"\n")
    TABLE.write_bytes(b"\n".join(lines[: number - 1] + lines[number:]))


@pytest.mark.remedy("The mount point … leads over a symbolic link")
def test_a_mount_point_that_is_a_link_is_given_by_its_real_path(disks) -> None:
    asked = disks.wanted(disks.loop(), "link/data")
    (disks.folder / "mnt/real").mkdir(parents=True)
    (disks.folder / "mnt/link").symlink_to("real")
    real = re.search("give its real path, (.*)\\.$", refused(disks, asked)).group(1)
    taken(disks, {**asked, "mount_point": real})


@pytest.mark.remedy("… can be changed by others than root, who could lead")
def test_a_mount_point_below_a_folder_of_others_is_given_to_root(disks) -> None:
    asked, above = disks.wanted(disks.loop(), "open/data"), disks.folder / "mnt/open"
    above.mkdir(parents=True)
    above.chmod(0o777)
    assert "choose a mount point whose folders above are root's" in refused(disks, asked)
    taken(disks, disks.wanted(asked["device"], "closed/data"))


@pytest.mark.remedy(
    "… and … …; give each mount point a device", "… has … MiB, and … needs", "The mount points … and … are the same"
)
def test_each_mount_point_gets_a_device_of_its_own_that_is_large_enough(disks) -> None:
    device, small = disks.loop(), disks.loop(8 << 20)
    assert "give each mount point a device of its own" in refused(
        disks, disks.wanted(device), disks.wanted(device, "other")
    )
    assert "choose a larger device" in refused(disks, disks.wanted(device), disks.wanted(small, "other"))
    larger = disks.loop()
    assert "give each disk its own" in refused(disks, disks.wanted(device), disks.wanted(larger, "data/inner"))
    taken(disks, disks.wanted(device), disks.wanted(larger, "other"))


@pytest.mark.remedy("The device … is not there; look with")
@pytest.mark.parametrize("way", ["look with lsblk for the device that is meant", "or attach it"])
def test_a_device_that_is_missing(disks, way) -> None:
    device, missing = disks.loop(), "/dev/groundwork-missing"
    said = refused(disks, disks.wanted(missing))
    assert said.startswith(f"The device {missing} is not there; ")
    assert way in said
    if way == "or attach it":  # udev would give it its name
        number = os.stat(device).st_rdev
        os.mknod(missing, 0o600 | stat.S_IFBLK, number)
    try:
        assert device in run("lsblk", "--noheadings", "--paths", "--output", "NAME").split()
        taken(disks, disks.wanted(missing if way == "or attach it" else device))
    finally:
        Path(missing).unlink(missing_ok=True)


@pytest.mark.remedy("… can be changed by others than root, who could put another device")
def test_a_device_that_others_could_exchange_is_given_by_its_name_below_dev(disks) -> None:
    device, folder = disks.loop(), disks.folder / "of-others"
    folder.mkdir()
    folder.chmod(0o777)
    os.mknod(folder / "disk", 0o600 | stat.S_IFBLK, os.stat(device).st_rdev)
    assert refused(disks, disks.wanted(str(folder / "disk"))).endswith("; give it by a name below /dev.")
    taken(disks, disks.wanted(device))


@contextmanager
def somebody():
    """Without the rights of root."""
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.remedy("… cannot be opened (…); run with become.")
def test_root_opens_what_nobody_else_can(disks) -> None:
    asked = disks.wanted(disks.loop())
    with somebody():
        assert refused(disks, asked) == f"{asked['device']} cannot be opened (Permission denied); run with become."
    taken(disks, asked)


@pytest.mark.parametrize(
    ("given", "sentence", "then"),
    [
        pytest.param(
            {"mount_point": "/"},
            "'/' is no mount point for data; give an absolute path below /.",
            {},
            marks=pytest.mark.remedy("… is no mount point for data;"),
        ),
        pytest.param(
            {"mount_point": "data/1"},
            "'data/1' is no mount point for data; give an absolute path below /.",
            {},
            marks=pytest.mark.remedy("… is no mount point for data;"),
        ),
        pytest.param(
            {"device": "loop0"},
            "'loop0' is no device; give its path, such as /dev/sdb or /dev/disk/by-id/....",
            {},
            marks=pytest.mark.remedy("… is no device; give its path"),
        ),
        pytest.param(
            {"options": ["noatime,nodiratime"]},
            "'noatime,nodiratime' is not a mount option; give one option in each item of the list.",
            {"options": ["noatime", "nodiratime"]},
            marks=pytest.mark.remedy("… is not a mount option; give one"),
        ),
        pytest.param(
            {"owner": "somebody"},
            "The user somebody is not known on the host; make it first, or correct the name.",
            {"owner": "daemon"},
            marks=pytest.mark.remedy("The … … is not known on the host"),
        ),
        pytest.param(
            {"mode": "488"},  # 0750 without quotes
            "is not octal; write it in quotes, such as '0750'.",
            {"mode": "0750"},
            marks=pytest.mark.remedy("The mode … of … is not octal;"),
        ),
    ],
)
def test_what_cannot_be_asked_for_is_written_as_the_sentence_says(disks, given, sentence, then) -> None:
    asked = disks.wanted(disks.loop())
    assert refused(disks, {**asked, **given}).endswith(sentence)
    taken(disks, {**asked, **then})


@pytest.mark.remedy("… is not a block device")
def test_a_file_is_no_disk_and_its_device_is(disks) -> None:
    device = disks.loop()
    assert "give a whole disk or a partition, as lsblk lists them" in refused(
        disks, disks.wanted(str(disks.folder / "disk-0.img"))
    )
    assert device in run("lsblk", "--noheadings", "--paths", "--output", "NAME").split()
    taken(disks, disks.wanted(device))


def of_disk(result) -> list[dict]:
    """The findings of a result that are about a disk, and not about somebody's line of fstab."""
    return [finding for finding in result["findings"] if finding["id"].startswith("disk_")]


def ids(disks, asked) -> list[str]:
    return [finding["id"] for finding in of_disk(disks.apply(asked, check=True))]


@pytest.mark.remedy("disk_pending_restart")
def test_an_option_that_waits_for_a_mount_anew(disks) -> None:
    device = disks.loop()
    disks.apply(disks.wanted(device))
    asked = disks.wanted(device, options=["noatime", "nolargeio"])
    (finding,) = of_disk(disks.apply(asked))
    assert (finding["id"], finding["remedy"]) == (
        "disk_pending_restart",
        "stop the service and reboot the host, one host at a time, or mount the disk anew",
    )
    (point(asked) / "kept").write_text(KEPT)
    run("umount", asked["mount_point"])
    run("mount", asked["mount_point"])
    assert ids(disks, asked) == []
    assert (point(asked) / "kept").read_text() == KEPT


@pytest.mark.remedy("disk_drifted")
@pytest.mark.parametrize("how", ["remounted", "unmounted", "line taken out"])
def test_what_somebody_changed_is_brought_back_by_the_role(disks, how) -> None:
    asked = disks.wanted(disks.loop())
    disks.apply(asked)
    (point(asked) / "kept").write_text(KEPT)
    if how == "remounted":
        run("mount", "-o", "remount,relatime", asked["device"], asked["mount_point"])  # without fstab's options
    elif how == "unmounted":
        run("umount", asked["mount_point"])
    else:
        TABLE.write_bytes(b"")
    assert ids(disks, asked) == ["disk_drifted"]
    disks.apply(asked)
    assert ids(disks, asked) == []
    assert (point(asked) / "kept").read_text() == KEPT


@pytest.mark.remedy("No disk is mounted at …, and the service would", "… is to lie on the disk at …, where none is")
def test_what_waits_for_a_disk_goes_on_once_the_role_has_mounted_it(disks) -> None:
    asked = disks.wanted(disks.loop())
    folder = f"{asked['mount_point']}/log"
    with pytest.raises(GroundworkError, match="run the role data_disks first"):
        server_files.check_disks(Host(), [asked["mount_point"]])
    with pytest.raises(GroundworkError, match="have it mounted first, by the playbook"):
        move_room.disk_of(Host(), folder, [asked])
    disks.apply(asked)
    server_files.check_disks(Host(), [asked["mount_point"]])
    assert move_room.disk_of(Host(), folder, [asked]) == asked["mount_point"]


def audited(*folders) -> list[str]:
    """What an audit finds of a broker with these folders."""
    given = {"log.dirs": ",".join(map(str, folders))}
    server = Server(BROKER, "42", java_command.parse(["java", "kafka.Kafka"]), unit="kafka", properties=given)
    return sorted(
        str(finding["id"]) for seen in audit_disks.inspect_disks(Host(), [server]) for finding in seen.findings
    )


@pytest.mark.remedy("disk_read_only")
def test_a_disk_that_was_mounted_read_only(disks) -> None:
    asked = disks.wanted(disks.loop())
    disks.apply(asked)
    run("mount", "-o", "remount,ro", asked["mount_point"])
    assert ids(disks, asked) == ["disk_read_only"]
    assert audited(point(asked)) == ["disk_read_only"]
    run("mount", "-o", "remount,rw", asked["mount_point"])  # the kernel's log was looked into: nothing
    assert ids(disks, asked) == audited(point(asked)) == []


@pytest.mark.remedy("disk_mount_options")
def test_noatime_comes_into_force_by_a_remount(disks) -> None:
    device, at = disks.loop(), disks.folder / "mnt/data"
    run("mkfs.xfs", "-q", device)
    at.mkdir(parents=True)
    _give_a_line(f"{device} {at} xfs defaults 0 0")
    run("mount", str(at))
    (at / "kept").write_text(KEPT)
    assert audited(at) == ["disk_mount_options"]
    TABLE.write_bytes(TABLE.read_bytes().replace(b"xfs defaults 0 0", b"xfs defaults,noatime 0 0"))
    with (at / "kept").open() as held:  # without a stop
        run("mount", "-o", "remount", str(at))
        assert held.read() == KEPT
    assert audited(at) == []
    disks.boot()
    assert audited(at) == []


@pytest.mark.remedy("line_ignored")
@pytest.mark.parametrize("way", ["correct it", "take it out"])
def test_a_line_that_mount_leaves_out(disks, way) -> None:
    asked = disks.wanted(disks.loop())
    disks.apply(asked)
    given = {"log.dirs": asked["mount_point"]}
    server = Server(BROKER, "42", java_command.parse(["java", "kafka.Kafka"]), unit="kafka", properties=given)
    (one,) = [one for one in audit_disks.ignored(Host(), [server]) if one["found"] == "broken"]
    number = int(str(one["subject"]).rsplit(":", maxsplit=1)[1])
    lines = TABLE.read_bytes().split(b"\n")
    lines[number - 1 : number] = [b"none /groundwork-broken tmpfs noauto 0 0"] if way == "correct it" else []
    TABLE.write_bytes(b"\n".join(lines))
    assert audit_disks.ignored(Host(), [server]) == []
    assert not disks.apply(asked)["changed"]
