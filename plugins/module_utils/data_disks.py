# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Data disks: read what the host has, carry a plan out, and say what is in force."""

from __future__ import annotations

import os
from typing import List, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils import fstab, mount_options
from ansible_collections.groundwork.kafka.plugins.module_utils.blockdev import LABEL, read_device
from ansible_collections.groundwork.kafka.plugins.module_utils.disk_plan import Disk, State, Step
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.settings import (
    DRIFTED,
    IN_EFFECT,
    PENDING_RESTART,
    READ_ONLY,
    REFUSED,
    Row,
)

_MAKE = {  # the command, and the options that give the new file system's UUID
    "xfs": ("mkfs.xfs -q -L " + LABEL, "-m uuid={}"),
    "ext4": ("mkfs.ext4 -q -L " + LABEL, "-U {}"),
}
_WHY = "one XFS mount per drive by UUID, without access times: lower and steadier latency than EXT4"
_SOURCE = "Apache Kafka documentation, Operations: Filesystem Selection"


def read(host: Host, disks: List[Disk]) -> State:
    """Devices, mounts and fstab as they are; GroundworkError when a device is missing."""
    mounts = fstab.mounts(host.read(fstab.MOUNTINFO) or "")
    state = State({d.device: read_device(host, d.device, mounts) for d in disks}, mounts, host.read(fstab.PATH) or "")
    roots = {}
    for disk in disks:
        if state.mounted(disk):
            status = os.stat(host.real(disk.mount_point))
            roots[disk.mount_point] = (status.st_uid, status.st_gid, status.st_mode & 0o7777)
    return State(state.devices, mounts, state.table, roots)


def apply(host: Host, steps: List[Step], before: str, after: str) -> None:
    """Carry *steps* out and write fstab (*before* → *after*); GroundworkError when a command fails.

    What a kernel refuses to mount does not stay in fstab, where it would stop the next boot.
    """
    for step in steps:
        disk = step.disk
        if step.make:
            command = " ".join(_MAKE[disk.fstype]).format(step.uuid).split()
            _run(host, [*command, disk.device], f"{disk.device} could not be formatted")
        if step.remount:
            command = ["mount", "-o", ",".join(["remount", *step.remount]), disk.device, disk.mount_point]
            _run(host, command, f"{disk.mount_point} could not be remounted with {','.join(step.remount)}")
    _write_fstab(host, before, after)
    try:
        for step in steps:
            if step.mount:
                _mount(host, step.disk)
    except GroundworkError:
        _write_fstab(host, before=after, after=before)
        raise
    for step in steps:
        if step.own:
            _own(host, step.disk)


def row(disk: Disk, state: State, applied: bool) -> Row:
    """The setting's row: mount options as wanted, in fstab, and in force. *applied*: the steps were carried out."""
    entry = next((e for e in fstab.entries(state.table) if e.mount_point == disk.mount_point), None)
    mounted = state.mounted(disk)
    status, note = _status(disk, entry, mounted, applied)
    persisted = f"{entry.fstype} {entry.options}" if entry else None
    return {
        "kind": "disk",
        "name": disk.mount_point,
        "wanted": f"{disk.fstype} {','.join(disk.options)}",
        "rule": "at_least",
        "persisted": persisted,
        "persisted_at": f"{fstab.PATH}:{entry.line}" if entry else None,
        "effective": f"{mounted.fstype} {','.join(mounted.options)}" if mounted else None,
        "after_boot": persisted,
        "status": status,
        "note": note or None,
        "reason": _WHY,
        "source": _SOURCE,
    }


def _status(disk: Disk, entry: fstab.Entry | None, mounted: fstab.Mount | None, applied: bool) -> Tuple[str, str]:
    if mounted is None:
        return DRIFTED, "it is not mounted"
    compared = mount_options.compare(disk.fstype, disk.options, mounted.options)
    if "ro" in mounted.options and "ro" not in disk.options:
        return READ_ONLY, "the kernel may have found an error: see its log before you mount it writable"
    if entry is None or (entry.fstype, entry.options) != (disk.fstype, ",".join(disk.options)):
        return DRIFTED, "fstab has no line for it" if entry is None else "fstab has other options"
    if compared.remount:
        return REFUSED if applied else DRIFTED, f"not in force: {','.join(compared.remount)}"
    if compared.fixed:
        return PENDING_RESTART, f"takes effect when it is mounted at the next boot: {','.join(compared.fixed)}"
    return IN_EFFECT, f"not shown by the kernel: {','.join(compared.unseen)}" if compared.unseen else ""


def _write_fstab(host: Host, before: str, after: str) -> None:
    """Write fstab; systemd must hear of it, or its old mount unit unmounts what is mounted there next."""
    if before != after:
        host.write(fstab.PATH, after)
        if host.exists("/run/systemd/system"):
            _run(host, ["systemctl", "daemon-reload"], "systemd could not read the new fstab")


def _mount(host: Host, disk: Disk) -> None:
    os.makedirs(host.real(disk.mount_point), mode=0o755, exist_ok=True)
    options = [option for option in disk.options if option not in ("auto", "noauto", "nofail")]
    command = [
        "mount",
        "-t",
        disk.fstype,
        *(["-o", ",".join(options)] if options else []),
        disk.device,
        disk.mount_point,
    ]
    _run(host, command, f"{disk.device} could not be mounted at {disk.mount_point}")


def _own(host: Host, disk: Disk) -> None:
    path = host.real(disk.mount_point)
    os.chown(path, -1 if disk.uid is None else disk.uid, -1 if disk.gid is None else disk.gid)
    if disk.mode is not None:
        os.chmod(path, disk.mode)


def _run(host: Host, command: List[str], failure: str) -> None:
    done = host.run(command)
    if done.rc != 0:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        reason = lines[0].strip().rstrip(".") if lines else f"exit code {done.rc}"
        raise GroundworkError(f"{failure} ({reason}); look into the kernel's log for the cause (dmesg).")
