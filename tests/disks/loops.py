# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Real disks of a machine's own kernel: loop devices, mounted where nobody else sees it (see the script run)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.modules import data_disks

SIZES = {"xfs": 400 << 20, "ext4": 64 << 20}  # bytes
#: An fstab in which others have written, each in a way of their own.
FSTAB = (
    b"# a remark\r\n\r\nbroken\nnone\t/groundwork-none  tmpfs noauto,x-mine=\xe9 0 0 # odd\n/dev/none /none xfs noauto"
)


def run(*argv):
    """What a command prints; it must succeed."""
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout.strip()


class Disks:
    """Loop devices and the module's calls; every row is of the last call."""

    def __init__(self, folder):
        self.folder, self.loops, self.rows = folder, [], []

    def loop(self, size=SIZES["xfs"]):
        """A new blank disk of *size* bytes."""
        image = self.folder / f"disk-{len(self.loops)}.img"
        image.unlink(missing_ok=True)
        with image.open("wb") as file:
            file.truncate(size)
        self.loops.append(run("losetup", "--find", "--show", "--nooverlap", str(image)))
        return self.loops[-1]

    def wanted(self, device, name="data", **others):
        base = {"fstype": "xfs", "options": None, "owner": None, "group": None, "mode": None}
        return {**base, "device": device, "mount_point": str(self.folder / "mnt" / name), **others}

    def apply(self, *disks, check=False):
        """The module's result for *disks*."""
        result = data_disks.run(Host(), {"disks": list(disks)}, check)
        self.rows = result["settings"]
        return result

    def boot(self):
        """Unmount everything and mount what fstab says, as the next boot would."""
        self.unmount()
        subprocess.run(["mount", "--all"], check=False, capture_output=True)

    def unmount(self):
        for line in Path("/proc/self/mounts").read_text().splitlines():
            point = line.split()[1].encode().decode("unicode_escape")
            if point.startswith(str(self.folder / "mnt")):
                run("umount", point)

    def tidy(self):
        self.unmount()
        for loop in self.loops:
            run("losetup", "--detach", loop)
        shutil.rmtree(self.folder / "mnt", ignore_errors=True)
