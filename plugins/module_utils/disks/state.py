# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Data disks: read what the host has, and say what is in force."""

from __future__ import annotations

import os
from typing import Collection, List, Mapping, Sequence, Tuple

from ..core import findings
from ..core.errors import GroundworkError
from ..core.settings import DRIFTED, IN_EFFECT, PENDING_RESTART, READ_ONLY, REFUSED, Row
from ..host.machine import Answer, Host
from ..readers import fstab
from . import mount_options
from .blockdev import read_device
from .plan import Disk, State, kernel_release

INCLUDES = "includes"  # the rule: all that is wanted is there, and the kernel may add options of its own
_WHY = {
    "xfs": "one XFS mount per drive by UUID, without access times: lower and steadier latency than EXT4",
    "ext4": "one mount per drive by UUID, without access times; XFS has lower and steadier latency",
}
#: Severity and remedy of each status but in_effect.
_TELLING = {
    DRIFTED: ("high", "run the role groundwork.kafka.data_disks, and find out who changed it"),
    REFUSED: ("high", "look into the kernel's log (dmesg) for why it did not take the option, and leave that out"),
    READ_ONLY: ("high", "look into the kernel's log (dmesg) for errors of the disk before it is mounted writable"),
    PENDING_RESTART: ("medium", "stop the service and reboot the host, one host at a time, or mount the disk anew"),
}
_SOURCE = "Apache Kafka documentation, Operations: Filesystem Selection"


def read(host: Host, disks: List[Disk], probes: Mapping[str, Answer] | None = None) -> State:
    """Devices, mounts and fstab as they are; *probes* are of blkid.start. GroundworkError when a device is missing."""
    probes = probes or {}
    mounts = fstab.mounts(host.read(fstab.MOUNTINFO) or "")
    devices = {disk.device: read_device(host, disk.device, mounts, probes.get(disk.device)) for disk in disks}
    mounts = [_with_all_options(host, mount) if mount.fstype == "ext4" else mount for mount in mounts]
    state = State(devices, mounts, host.read(fstab.PATH) or "", kernel_release(host))
    roots = {disk.mount_point: root_of(host, disk.mount_point) for disk in disks if state.mounted(disk)}
    return state._replace(roots=roots)


def _with_all_options(host: Host, mount: fstab.Mount) -> fstab.Mount:
    """*mount* of EXT4 with the options that the kernel tells of in a file of its own, defaults among them."""
    name = os.path.basename(host.link(f"/sys/dev/block/{mount.number}") or mount.number)
    told = (host.read(f"/proc/fs/ext4/{name}/options") or "").split()
    return mount._replace(defaults=[option for option in told if option not in mount.options])


def row(disk: Disk, state: State, applied: bool) -> Row:
    """The setting's row: mount options as wanted, in fstab, and in force. *applied*: the steps were carried out.

    In force and after the next boot are told in the same terms: the options that are wanted or in fstab, as far as the
    kernel tells of them, or what stands in their place; so the two texts are the same when a boot changes nothing.
    """
    entry, mounted = state.entry(disk), state.mounted(disk)
    given = entry.options.split(",") if entry else []
    shown = mounted.in_force if mounted else []
    asked = disk.options + mount_options.added(disk.fstype, disk.options, given, state.release)
    status, note = _status(disk, state, entry, applied)
    effective = mount_options.in_force(disk.fstype, asked, shown)
    after_boot = mount_options.after_mounting(disk.fstype, asked, given, shown)
    return {
        "kind": "disk",
        "name": disk.mount_point,
        "wanted": _text(disk.fstype, disk.options),
        "rule": INCLUDES,
        "persisted": _text(entry.fstype, given) if entry else None,
        "persisted_at": f"{fstab.PATH}:{entry.line}" if entry else None,
        "effective": _text(mounted.fstype, effective) if mounted else None,
        "after_boot": _text(entry.fstype, after_boot) if entry and "noauto" not in given else None,
        "status": status,
        "note": note or None,
        "reason": _WHY[disk.fstype],
        "source": _SOURCE,
    }


def found(row_of_disk: Row) -> List[findings.Finding]:
    """What a person should look at in a row of a disk; nothing when it is in effect."""
    telling = _TELLING.get(str(row_of_disk["status"]))
    return [findings.from_row(row_of_disk, f"disk_{row_of_disk['status']}", *telling)] if telling else []


def broken_lines(table: str, mount_points: Collection[str] = ()) -> List[findings.Finding]:
    """A finding for each line of fstab's text *table* that mount(8) leaves out; for *mount_points* they matter most."""
    return [
        findings.ignored(
            f"{fstab.PATH}:{line.line}",
            " ".join(line.fields[:3]),  # options may hold a password
            f"{line.why}, so mount passes over it",
            "fstab(5)",
            any(fstab.normal(field) in mount_points for field in line.fields[:2]),
        )
        for line in fstab.broken(table)
    ]


def _text(fstype: str, options: Sequence[str]) -> str:
    return f"{fstype} {','.join(options)}".rstrip()


def _status(disk: Disk, state: State, entry: fstab.Entry | None, applied: bool) -> Tuple[str, str]:
    mounted = state.mounted(disk)
    if mounted is None:
        return DRIFTED, "it is not mounted"
    compared = mount_options.compare(disk.fstype, disk.options, mounted.in_force, state.release)
    if "ro" in mounted.options and "ro" not in disk.options:
        return READ_ONLY, "the kernel may have found an error: see its log before you mount it writable"
    fault = _fstab_fault(disk, state, entry)
    if fault:
        return DRIFTED, fault
    if compared.remount:
        return REFUSED if applied else DRIFTED, f"not in force: {','.join(compared.remount)}"
    if compared.fixed:
        return PENDING_RESTART, f"takes effect when it is mounted at the next boot: {','.join(compared.fixed)}"
    notes = (("not shown by the kernel", compared.unseen), ("without effect on this kernel", compared.ignored))
    return IN_EFFECT, "; ".join(f"{what}: {','.join(options)}" for what, options in notes if options)


def _fstab_fault(disk: Disk, state: State, entry: fstab.Entry | None) -> str:
    if entry is None:
        return "fstab has no line for it"
    given = entry.options.split(",")
    if entry.fstype != disk.fstype or mount_options.merged(disk.fstype, disk.options, given, state.release) != given:
        return "fstab has other options"
    if entry.spec != f"UUID={state.devices[disk.device].signature.get('UUID')}":
        return f"fstab mounts {entry.spec}, a name that may be another disk's after the next boot"
    kept = next((option for option in ("noauto", "ro") if option in given and option not in disk.options), None)
    return f"somebody added {kept} to its line in fstab; take it out, or add it to the wanted options" if kept else ""


def root_of(host: Host, path: str) -> Tuple[int, int, int]:
    """Owner, group and mode of the directory *path*. Raises GroundworkError when it is not there."""
    status = host.status(path)
    if status is None:
        raise GroundworkError(f"{path} is not there any more; run again.")
    return status.st_uid, status.st_gid, status.st_mode & 0o7777
