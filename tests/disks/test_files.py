# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the kernel keeps a file from being written for, and who else changes the host: mended as the sentence says."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.tests.disks.failing import FailingDisk
from ansible_collections.groundwork.kafka.tests.disks.loops import SIZES, run

TEXT = "what is to be written\n"


@pytest.fixture
def place(disks) -> Path:
    """A folder on a file system of its own."""
    asked = disks.wanted(disks.loop(SIZES["ext4"]), fstype="ext4")
    disks.apply(asked)
    return Path(asked["mount_point"])


def refused(file: Path) -> str:
    """Why *file* cannot be written; nothing is left beside it."""
    before = sorted(os.listdir(file.parent))
    with pytest.raises(GroundworkError) as raised:
        Host().write(str(file), TEXT)
    assert sorted(os.listdir(file.parent)) == before
    return str(raised.value)


def taken(file: Path) -> None:
    assert Host().write(str(file), TEXT)
    assert file.read_text() == TEXT


@pytest.mark.remedy("… could not be … (…); free some room on that file system")
def test_room_is_freed(place) -> None:
    subprocess.run(["dd", "if=/dev/zero", f"of={place}/full"], check=False, capture_output=True)
    file = place / "file"
    assert refused(file).endswith(
        "written (No space left on device); free some room on that file system and run again."
    )
    (place / "full").unlink()
    taken(file)


@pytest.mark.remedy("… could not be … (…); its file system is mounted read-only")
def test_it_is_mounted_writable_again(place) -> None:
    run("mount", "-o", "remount,ro", str(place))
    assert "its file system is mounted read-only, so remount it writable and run again" in refused(place / "file")
    run("mount", "-o", "remount,rw", str(place))
    taken(place / "file")


@pytest.mark.remedy("… could not be … (…); run with become, or take its immutable attribute")
def test_the_immutable_attribute_is_taken_away(place) -> None:
    file = place / "file"
    file.write_text("before\n")
    run("chattr", "+i", str(file))
    said = refused(file)
    assert "or take its immutable attribute away (lsattr tells of it, chattr -i takes it)" in said
    assert run("lsattr", str(file)).split()[0].count("i") == 1
    run("chattr", "-i", str(file))
    taken(file)


@pytest.mark.remedy("… could not be … (…); run with become, or look for a denial")
@pytest.mark.usefixtures("folder")
def test_root_may() -> None:
    file = Path("/run/of-root/file")  # nobody else comes to the folder of these tests
    file.parent.mkdir()
    os.seteuid(65534)
    try:
        assert "(Permission denied); run with become, or look for a denial by SELinux or" in refused(file)
    finally:
        os.seteuid(0)
    taken(file)


@pytest.mark.remedy("… could not be … (…); something is mounted there")
def test_what_is_mounted_there_is_unmounted(place) -> None:
    file, other = place / "file", place / "other"
    file.write_text("before\n")
    other.write_text("another's\n")
    run("mount", "--bind", str(other), str(file))
    try:
        said = refused(file)
        assert said.endswith(
            "something is mounted there, so change it where it comes from, or unmount it and run again."
        )
    finally:
        run("umount", str(file))
    taken(file)
    assert other.read_text() == "another's\n"


@pytest.fixture
def failing(folder) -> Iterator[FailingDisk]:
    made = FailingDisk(Path(tempfile.mkdtemp(dir=folder)), SIZES["xfs"])
    yield made
    made.remove()


@pytest.mark.remedy("… could not be … (…); its disk fails, as the kernel's log")
def test_another_disk_is_put_in_the_place_of_one_that_fails(disks, failing) -> None:
    asked = disks.wanted(failing.device)
    disks.apply(asked)
    file = Path(asked["mount_point"], "file")
    failing.fail()
    with pytest.raises(GroundworkError) as raised:
        Host().write(str(file), TEXT)
    for step in (
        "put an empty disk in its place",
        "unmount the old disk",
        "remove its line from /etc/fstab",
        "give the new",
    ):
        assert step in str(raised.value)
    run("umount", asked["mount_point"])
    table = Path("/etc/fstab")
    lines = table.read_bytes().splitlines(keepends=True)
    table.write_bytes(b"".join(line for line in lines if asked["mount_point"].encode() not in line))
    disks.apply(disks.wanted(disks.loop()))
    taken(file)


_HOLDER = """
import sys
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
with lock.held(Host(), "host_profile"):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.remedy("This host is being changed by …; wait until")
@pytest.mark.usefixtures("folder")
def test_the_run_that_changes_the_host_has_ended() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", _HOLDER], text=True, **pipes) as other:
        assert other.stdout.readline() == "held\n"
        sentence = (
            rf"being changed by host_profile \(process {other.pid}, user .*; wait until it has ended and run again"
        )
        with pytest.raises(GroundworkError, match=sentence), lock.held(Host(), "data_disks"):
            pass
        other.stdin.close()
        assert other.wait(20) == 0
    with lock.held(Host(), "data_disks"):
        assert "data_disks" in Path(lock.PATH).read_text()


@pytest.mark.remedy("… could not be opened (…), so two runs at once")
@pytest.mark.usefixtures("folder")
def test_what_is_in_the_place_of_the_lock_is_moved_away() -> None:
    file = Path(lock.PATH)
    file.unlink(missing_ok=True)
    file.mkdir()
    sentence = "so two runs at once could not be told; move it away and run again"
    with pytest.raises(GroundworkError, match=sentence), lock.held(Host(), "data_disks"):
        pass
    os.rename(file, file.with_name("moved-away"))
    with lock.held(Host(), "data_disks"):
        assert file.is_file()
