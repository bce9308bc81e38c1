# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A small disk that can be filled, and that can break down."""

from __future__ import annotations

import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

_SIZE = 400 << 20


class Disk:
    """A disk with ext4, mounted at *mount_point*, which becomes read-only at its first error, as those of Debian do."""

    def __init__(self, folder: Path) -> None:
        self._image, self.mount_point = folder / "disk.img", folder / "disk"
        self.mount_point.mkdir()
        with self._image.open("wb") as file:
            file.truncate(_SIZE)
        subprocess.run(["mkfs.ext4", "-q", self._image], check=True)
        self.mount()

    def mount(self) -> None:
        subprocess.run(["mount", "-o", "loop,errors=remount-ro", self._image, self.mount_point], check=True)

    def break_down(self) -> None:
        """Have the kernel find an error in its file system."""
        words = ["findmnt", "--noheadings", "--output=SOURCE", str(self.mount_point)]
        device = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
        Path("/sys/fs/ext4", Path(device).name, "trigger_fs_error").write_text("by a test")

    @contextmanager
    def filled(self) -> Iterator[None]:
        """But for a twentieth of it, for as long as this goes on."""
        file, status = self.mount_point / "filler", os.statvfs(self.mount_point)
        with file.open("wb") as handle:
            os.posix_fallocate(handle.fileno(), 0, int((status.f_bavail - status.f_blocks * 0.05) * status.f_frsize))
        try:
            yield
        finally:
            file.unlink()

    def repair(self) -> None:
        """Nobody may use it meanwhile."""
        subprocess.run(["umount", self.mount_point], check=True)
        subprocess.run(["e2fsck", "-fy", self._image], check=False, capture_output=True)  # 1 once it has repaired it
        self.mount()


@contextmanager
def made_disk() -> Iterator[Disk]:
    # Not in pytest's own folder, which another run of it may tidy up before the kernel has let go of the disk.
    with tempfile.TemporaryDirectory(prefix="groundwork-disk-") as folder:
        disk = Disk(Path(folder))
        try:
            yield disk
        finally:
            subprocess.run(["umount", disk.mount_point], check=False)
