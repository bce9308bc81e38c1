# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Disks that machines are given: loop devices of this one, which a container sees under a name as udev gives it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import TracebackType

from ansible_collections.groundwork.kafka.tests.disks.failing import FailingDisk
from tests.changes.hosts import Hosts

DEVICE, MOUNT_POINT = "/dev/disk/by-id/lab-data", "/data/disk"
_SIZE = 400 << 20  # bytes, of a sparse file
#: A container that runs does not hear of new devices, as it has no udev.
_PLUG = "mkdir -p {folder} && {{ [ -e {disk} ] || mknod {disk} b 7 {number}; }} && ln -sfn {disk} {name}"


class Disks:
    """One disk for each host that is given one, any of which can be made to fail."""

    def __init__(self) -> None:
        # Not in pytest's own folder, which another run of it may tidy up before the kernel has let go of the disks.
        self._folder = tempfile.TemporaryDirectory(prefix="groundwork-day-")
        self._made: list[FailingDisk] = []
        self._of: dict[str, FailingDisk] = {}

    def plug(self, hosts: Hosts, host: str) -> None:
        """Give *host* a blank disk, in the place of the one that it had."""
        folder = Path(self._folder.name) / str(len(self._made))
        folder.mkdir()
        disk = FailingDisk(folder, _SIZE)
        self._made.append(disk)
        self._of[host] = disk
        number = disk.device.removeprefix("/dev/loop")
        folder_of_names = str(Path(DEVICE).parent)
        hosts.on(host, _PLUG.format(folder=folder_of_names, disk=disk.device, number=number, name=DEVICE))

    def fail(self, host: str) -> None:
        """Have each read and write of the disk of *host* fail from now on."""
        self._of[host].fail()

    def __enter__(self) -> Disks:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove all of them; nothing of them may be mounted any more."""
        for disk in self._made:
            disk.remove()
        self._folder.cleanup()
