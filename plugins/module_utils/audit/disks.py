# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the data of running servers lies: file system, mount options, and whose disk it is."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Dict, Iterator, List, Sequence, Tuple

from ..core import findings, observation
from ..core.observation import Observation
from ..core.settings import DISK, DRIFTED, IN_EFFECT, READ_ONLY
from ..disks import mount_options
from ..disks.state import INCLUDES, broken_lines
from ..host import process
from ..host.machine import Host, real_path
from ..readers import fstab
from ..readers.fstab import Mount
from ..server import failed_disk
from ..server.processes import BROKER, ZOOKEEPER
from ..server.running import Server

_WANTED = "xfs noatime"
_LOCK, _LOCKED = ".lock", ("log.dirs", "log.dir")
_WHY = "XFS, a disk of its own and no access times: lower and steadier latency, and a full log that stops nothing else"
_SOURCE = "Apache Kafka documentation, Operations: Disks and Filesystem"

# Severity, what is wrong, what to do ({0}: without the disk); EXT4 is the documented alternative to XFS.
_FAULTS: Dict[str, Tuple[str, str, str]] = {
    "disk_failed": (
        "high",
        "it cannot be read ({3}), so the disk fails",
        "{0}",
    ),
    "folder_offline": (
        "high",
        "the broker has given it up after an error of its disk, and runs without it",
        "look into the broker's log and the kernel's (dmesg); {0}",
    ),
    "disk_missing": (
        "high",
        "the disk that fstab mounts at {0} is not mounted, so the data goes to another disk",
        "stop the server while others have in sync what it has, move what lies below the mount point to another place "
        "and keep it, mount the disk, and start the server, which copies from the others what it lacks; what no other "
        "has is in what was kept alone",
    ),
    "disk_read_only": (
        "high",
        "{0} is mounted read-only; the kernel may have found an error",
        "look into the kernel's log (dmesg) before it is mounted writable",
    ),
    "disk_of_the_system": (
        "medium",
        "it lies on the root file system, whose load and room it shares",
        "move the directory to a disk of its own, with the server stopped",
    ),
    "disk_file_system": (
        "medium",
        "{1} is neither XFS nor EXT4",
        "move the directory to a disk with XFS, with the server stopped",
    ),
    "disk_mount_options": (
        "low",
        "{0} is mounted without noatime",
        "add noatime to the mount's options; a remount puts it in force without a stop",
    ),
    "disk_shared": (
        "low",
        "{2} lies on the same disk",
        "have each log directory, and ZooKeeper's dataLogDir, on a disk of its own; move what is there with the "
        "server stopped",
    ),
}


@dataclass(frozen=True)
class _Place:
    """A directory of *server*, where it really is, and the mount that holds it; *busy*: it is written all the time.

    *failed* is what the kernel says where it cannot be read, *offline* whether the server has given it up, and *way*
    how it goes on then.
    """

    server: Server
    path: str
    real: str
    mount: Mount
    busy: bool
    failed: str = ""
    offline: bool = False
    way: str = ""


def inspect_disks(host: Host, found: Sequence[Server]) -> List[Observation]:
    """A row with its findings for each directory that holds data of the servers *found*."""
    mounts = fstab.mounts(host.read(fstab.MOUNTINFO) or "")
    table = fstab.entries(host.read(fstab.PATH) or "")
    places = [place for server in found for place in _places(host, server, mounts)]
    return [_observe(place, places, table) for place in places]


def ignored(host: Host, found: Sequence[Server]) -> List[findings.Finding]:
    """The lines of fstab that mount(8) leaves out; those for data of the servers *found* matter most."""
    data = [real_path(host, path) for server in found for _key, path in server.directories]
    above = {str(parent) for path in data for parent in (PurePosixPath(path), *PurePosixPath(path).parents)}
    return broken_lines(host.read(fstab.PATH) or "", above - {"/"})


def _places(host: Host, server: Server, mounts: Sequence[Mount]) -> Iterator[_Place]:
    keys = [key for key, _path in server.directories]
    # A broker keeps a file of each folder open that it closes when it gives the folder up.
    locked = process.open_paths(host, server.pid, _LOCK) if server.kind == BROKER else set()
    for key, path in server.directories:
        real = real_path(host, path)
        holding = [mount for mount in mounts if _below(real, mount.mount_point)]
        if holding:
            # Of the longest mount point the last one mounted; snapshots are few where the log has its own directory.
            mount = max(enumerate(holding), key=lambda item: (len(item[1].mount_point), item[0]))[1]
            busy = key != "dataDir" or "dataLogDir" not in keys
            offline = key in _LOCKED and bool(locked) and posixpath.join(real, _LOCK) not in locked
            failed = (failed_disk.why_zookeeper if server.kind == ZOOKEEPER else failed_disk.why)(host, path)
            way = _way(host, server, path) if failed or offline else ""
            yield _Place(server, path, real, mount, busy, failed, offline, way)


def _way(host: Host, server: Server, path: str) -> str:
    if server.kind == ZOOKEEPER:
        return failed_disk.way_of_zookeeper(host, [folder for _key, folder in server.directories], server.properties)
    return failed_disk.way(path, server.properties)


def _observe(place: _Place, places: Sequence[_Place], table: Sequence[fstab.Entry]) -> Observation:
    mount = place.mount
    entry = next((entry for entry in table if entry.mount_point == mount.mount_point), None)
    faults = _faults(place, places, table)
    row = observation.row(
        DISK,
        f"{place.server.name} {place.path}",
        wanted=_WANTED if place.busy else None,
        rule=INCLUDES,
        effective=f"{mount.fstype} {','.join(mount.options)}",
        persisted=f"{entry.fstype} {entry.options}" if entry else None,
        persisted_at=f"{fstab.PATH}:{entry.line}" if entry else None,
        status=READ_ONLY if "ro" in mount.options else DRIFTED if faults else IN_EFFECT,
        note="; ".join(faults.values()) or None,
        reason=_WHY,
        source=_SOURCE,
    )
    return Observation(
        row,
        [
            dict(
                findings.from_row(row, identity, _FAULTS[identity][0], _FAULTS[identity][2].format(place.way)),
                why=f"{_WHY}; {words}",
            )
            for identity, words in faults.items()
        ],
    )


def _faults(place: _Place, places: Sequence[_Place], table: Sequence[fstab.Entry]) -> Dict[str, str]:
    """What is wrong with *place*, in words, by the id of the finding."""
    mount = place.mount
    missing = [
        entry.mount_point
        for entry in table
        if _below(place.real, entry.mount_point)
        and len(entry.mount_point) > len(mount.mount_point)
        and "noauto" not in entry.options.split(",")
    ]
    neighbours = [
        other.path for other in places if other.busy and other.path != place.path and other.mount.number == mount.number
    ]
    system = mount.mount_point == "/"
    wrong = {
        "disk_failed": bool(place.failed),
        "folder_offline": place.offline and not place.failed,
        "disk_missing": bool(missing),
        "disk_read_only": "ro" in mount.options,
        "disk_of_the_system": place.busy and system and not missing,
        "disk_file_system": place.busy and mount.fstype not in mount_options.DEFAULTS,
        "disk_mount_options": place.busy and "noatime" not in mount.options,
        "disk_shared": place.busy and bool(neighbours) and not system,
    }
    where = missing[-1] if missing else mount.mount_point
    return {
        identity: _FAULTS[identity][1].format(where, mount.fstype, ", ".join(neighbours), place.failed)
        for identity, is_wrong in wrong.items()
        if is_wrong
    }


def _below(path: str, mount_point: str) -> bool:
    return (path + "/").startswith(mount_point.rstrip("/") + "/")
