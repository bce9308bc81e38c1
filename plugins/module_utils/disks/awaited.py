# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Disks with a file system that are still to be mounted: until then nobody sees what a folder on one of them holds."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Mapping, NamedTuple, Sequence

from ..host.machine import Host
from ..readers import fstab
from . import blkid


class Awaited(NamedTuple):
    """The block *device* for *mount_point*, where nothing is mounted yet, and blkid's *tags* of it."""

    mount_point: str
    device: str
    tags: Dict[str, str]


def disks_of(host: Host, folder: str, disks: Sequence[Mapping[str, Any]]) -> Iterator[Awaited]:
    """Those of *disks* (device, mount_point) that *folder* will lie on."""
    mounted = _mounted(host)
    for disk in disks:
        point, device = fstab.normal(str(disk.get("mount_point"))), str(disk.get("device"))
        if point not in mounted and _is_below(folder, point) and _is_block(host, device):
            yield Awaited(point, device, blkid.read(host, device))


def hides(host: Host, folder: str, disks: Sequence[Mapping[str, Any]]) -> bool:
    """Whether what *folder* holds is yet to be mounted: from one of *disks* with a file system, or as fstab says."""
    mounted = _mounted(host)
    points = [entry.mount_point for entry in fstab.entries(host.text(fstab.PATH))]
    return any(point not in mounted and _is_below(folder, point) for point in points) or any(
        "TYPE" in disk.tags for disk in disks_of(host, folder, disks)
    )


def _mounted(host: Host) -> frozenset[str]:
    return frozenset(mount.mount_point for mount in fstab.mounts(host.read(fstab.MOUNTINFO) or ""))


def _is_below(folder: str, mount_point: str) -> bool:
    return (folder + "/").startswith(mount_point.rstrip("/") + "/") and mount_point.startswith("/")


def _is_block(host: Host, device: str) -> bool:
    try:
        return host.device_number(device) is not None
    except OSError:
        return False
