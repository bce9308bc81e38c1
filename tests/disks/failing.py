# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A disk that fails when it is told to: from then on each read and write of the device gives EIO.

It is a loop device on a file in a file system that is shut down, as the kernel does it when a device is gone. What is
mounted of the disk then fails by itself, as on a real one.
"""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
from pathlib import Path

_XFS_IOC_GOINGDOWN, _NOLOGFLUSH = 0x8004587D, 2
_ROOM = 2 << 30  # bytes, of a sparse file


class FailingDisk:
    """The block device *device* of *size* bytes; what it needs lies in *folder*."""

    def __init__(self, folder: Path, size: int) -> None:
        self._outer = folder / "outer"
        self._outer.mkdir()
        _sparse(folder / "outer.img", _ROOM)
        _run("mkfs.xfs", "-q", str(folder / "outer.img"))
        self.device = ""
        _run("mount", "-o", "loop", str(folder / "outer.img"), str(self._outer))
        try:
            _sparse(self._outer / "disk.img", size)
            self.device = _run("losetup", "--find", "--show", "--nooverlap", str(self._outer / "disk.img"))
            self.prepare()
        except BaseException:
            self.remove()
            raise

    def prepare(self) -> None:
        """What else is to be made, and taken away again by :meth:`remove` also where that fails."""

    def fail(self) -> None:
        handle = os.open(self._outer, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, _XFS_IOC_GOINGDOWN, struct.pack("I", _NOLOGFLUSH))
        finally:
            os.close(handle)

    def remove(self) -> None:
        """Nothing of it may be mounted any more."""
        if self.device:
            subprocess.run(["losetup", "--detach", self.device], check=False)
        subprocess.run(["umount", "--lazy", str(self._outer)], check=False)  # the loop device may need a moment longer


def _sparse(path: Path, size: int) -> None:
    with path.open("wb") as file:
        file.truncate(size)


def _run(*argv: str) -> str:
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout.strip()
