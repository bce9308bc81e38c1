# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a systemd unit says so that its service never runs without its data disks.

``RequiresMountsFor=`` has systemd mount what fstab has for the service's folders, and wait for it. It says nothing of a
folder that no line of fstab is about, so each mount point is asserted as well: without its mount the service does not
start, and never writes to the root disk.
"""

from __future__ import annotations

import re
from typing import Any, List, Mapping, Sequence

from ..host.machine import Host
from ..readers.fstab import MOUNTINFO, mounts, normal


def mount_points(folders: Sequence[str], disks: Sequence[Mapping[str, Any]]) -> List[str]:
    """The mount points of *disks* (a mount_point in each) that *folders* lie on, in the order of the disks."""
    below = [normal(folder) + "/" for folder in folders]
    points = dict.fromkeys(normal(disk["mount_point"]) for disk in disks)
    return [point for point in points if any(folder.startswith(point + "/") for folder in below)]


def lines(folders: Sequence[str], disks: Sequence[Mapping[str, Any]]) -> str:
    """The lines of the unit's section ``[Unit]`` for a service that keeps its data in *folders*."""
    required = " ".join(_quoted(normal(folder)) for folder in folders)
    asserted = [f"AssertPathIsMountPoint={_literal(point)}" for point in mount_points(folders, disks)]
    return "\n".join([f"RequiresMountsFor={required}", *asserted])


def unmounted(host: Host, service: str) -> List[str]:
    """The mount points that the unit of *service*, as :func:`lines` wrote it, asserts and where nothing is mounted."""
    text = host.text(f"/etc/systemd/system/{service}.service")
    asserted = [found.replace("%%", "%") for found in re.findall(r"^AssertPathIsMountPoint=(.+)$", text, re.MULTILINE)]
    mounted = {mount.mount_point for mount in mounts(host.read(MOUNTINFO) or "")} if asserted else set()
    return [point for point in asserted if point not in mounted]


def _literal(path: str) -> str:
    """*path* without the meaning that a percent sign has in units."""
    return path.replace("%", "%%")


def _quoted(path: str) -> str:
    """*path* as one word of a list in a unit."""
    if not any(sign in path for sign in " \t\"'\\"):
        return _literal(path)
    escaped = _literal(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
