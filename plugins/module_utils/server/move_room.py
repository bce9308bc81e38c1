# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether data that is to be moved has room where it goes, on the disk that is to be there."""

from __future__ import annotations

import os
import posixpath
from contextlib import suppress
from typing import Any, Dict, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError
from ..core.sizes import rounded
from ..disks import mount_units
from ..host.machine import Host
from ..readers import fstab

#: What a server needs beside its data to begin its next files: ZooKeeper's logs have 64 MiB, Kafka's indexes 10.
RESERVE = 128 << 20


def size(host: Host, folder: str, names: Sequence[str]) -> int:
    """The bytes that the files *names* take in *folder*. Raises GroundworkError for what is no file."""
    found = 0
    for name in names:
        with suppress(FileNotFoundError), host.opened(posixpath.join(folder, name)) as file:  # it may be purged
            found += os.fstat(file.fileno()).st_blocks * 512  # a log has holes, which are copied as such
    return found


def check_room(host: Host, wanted: Sequence[Tuple[str, int]]) -> None:
    """Raise GroundworkError where the file systems of some folders have no room for the bytes that come to each."""
    needs: Dict[int, Tuple[str, int]] = {}
    for folder, count in wanted:
        at, before = needs.get(host.device(folder), (folder, 0))
        needs[host.device(folder)] = (at, before + count)
    for folder, count in needs.values():
        free = host.room(folder)
        if free < count + RESERVE:
            raise GroundworkError(
                f"{folder} is to get {rounded(count)}, and its file system has {rounded(free)} free, of which "
                f"{rounded(RESERVE)} are to be left; free some room there, or give a folder on another disk."
            )


def disk_of(host: Host, folder: str, disks: Sequence[Mapping[str, Any]]) -> str:
    """The mount point of *disks* that *folder* lies on, empty for none; GroundworkError where none is mounted yet."""
    points = mount_units.mount_points([folder], disks)
    mounted = {mount.mount_point for mount in fstab.mounts(host.read(fstab.MOUNTINFO) or "")}
    for point in points:
        if point not in mounted:
            raise GroundworkError(
                f"{folder} is to lie on the disk at {point}, where none is mounted; have it mounted first, by the "
                "playbook groundwork.kafka.tune."
            )
    return max(points, key=len, default="")
