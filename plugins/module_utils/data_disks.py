# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Data disks: read what the host has, carry a plan out, and say what is in force."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import List, Sequence, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils import fstab, mount_options
from ansible_collections.groundwork.kafka.plugins.module_utils.blockdev import LABEL, read_device
from ansible_collections.groundwork.kafka.plugins.module_utils.disk_plan import Disk, State, Step
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host, make_directories, remove_empty
from ansible_collections.groundwork.kafka.plugins.module_utils.settings import (
    DRIFTED,
    IN_EFFECT,
    PENDING_RESTART,
    READ_ONLY,
    REFUSED,
    Row,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.steps import carry_out

_MAKE = {  # the command, and the options that give the new file system's UUID
    "xfs": ("mkfs.xfs -q -L " + LABEL, "-m uuid={}"),
    "ext4": ("mkfs.ext4 -q -L " + LABEL, "-U {}"),
}
INCLUDES = "includes"  # the rule: all that is wanted is there, and the kernel may add options of its own
_WHY = "one XFS mount per drive by UUID, without access times: lower and steadier latency than EXT4"
_SOURCE = "Apache Kafka documentation, Operations: Filesystem Selection"


def read(host: Host, disks: List[Disk]) -> State:
    """Devices, mounts and fstab as they are; GroundworkError when a device is missing."""
    mounts = fstab.mounts(host.read(fstab.MOUNTINFO) or "")
    state = State({d.device: read_device(host, d.device, mounts) for d in disks}, mounts, host.read(fstab.PATH) or "")
    roots = {}
    for disk in disks:
        if state.mounted(disk):
            roots[disk.mount_point] = _root(host.real(disk.mount_point))
    return State(state.devices, mounts, state.table, roots)


def apply(host: Host, steps: List[Step], before: str, after: str) -> None:
    """Carry *steps* out and write fstab (*before* → *after*); GroundworkError when one fails, the others being undone.

    What may be refused comes before what cannot be undone. A new file system is the one thing that stays: it is known
    again by its label. What a kernel refuses to mount does not stay in fstab, where it would stop the next boot.
    """
    carry_out(
        host,
        [
            *(_Remount(step.disk, step.remount, step.before) for step in steps if step.remount),
            *(_Make(step.disk, step.uuid) for step in steps if step.make),
            *([_Table(before, after)] if before != after else []),
            *(_Mount(step.disk) for step in steps if step.mount),
            *(_Own(step.disk) for step in steps if step.own),
        ],
    )


def row(disk: Disk, state: State, applied: bool) -> Row:
    """The setting's row: mount options as wanted, in fstab, and in force. *applied*: the steps were carried out."""
    entry = next((e for e in fstab.entries(state.table) if e.mount_point == disk.mount_point), None)
    mounted = state.mounted(disk)
    status, note = _status(disk, state, entry, applied)
    persisted = f"{entry.fstype} {entry.options}" if entry else None
    return {
        "kind": "disk",
        "name": disk.mount_point,
        "wanted": f"{disk.fstype} {disk.fstab_options}",
        "rule": INCLUDES,
        "persisted": persisted,
        "persisted_at": f"{fstab.PATH}:{entry.line}" if entry else None,
        "effective": f"{mounted.fstype} {','.join(mounted.options)}" if mounted else None,
        "after_boot": persisted,
        "status": status,
        "note": note or None,
        "reason": _WHY,
        "source": _SOURCE,
    }


def _status(disk: Disk, state: State, entry: fstab.Entry | None, applied: bool) -> Tuple[str, str]:
    mounted = state.mounted(disk)
    if mounted is None:
        return DRIFTED, "it is not mounted"
    compared = mount_options.compare(disk.fstype, disk.options, mounted.options)
    if "ro" in mounted.options and "ro" not in disk.options:
        return READ_ONLY, "the kernel may have found an error: see its log before you mount it writable"
    fault = _fstab_fault(disk, state, entry)
    if fault:
        return DRIFTED, fault
    if compared.remount:
        return REFUSED if applied else DRIFTED, f"not in force: {','.join(compared.remount)}"
    if compared.fixed:
        return PENDING_RESTART, f"takes effect when it is mounted at the next boot: {','.join(compared.fixed)}"
    return IN_EFFECT, f"not shown by the kernel: {','.join(compared.unseen)}" if compared.unseen else ""


def _fstab_fault(disk: Disk, state: State, entry: fstab.Entry | None) -> str:
    if entry is None:
        return "fstab has no line for it"
    if (entry.fstype, entry.options) != (disk.fstype, disk.fstab_options):
        return "fstab has other options"
    by_uuid = entry.spec == f"UUID={state.devices[disk.device].signature.get('UUID')}"
    return "" if by_uuid else f"fstab mounts {entry.spec}, a name that may be another disk's after the next boot"


@dataclass(frozen=True)
class _Remount:
    """Change the options in force from *before* to *options*."""

    disk: Disk
    options: List[str]
    before: List[str]

    def do(self, host: Host) -> None:
        self._remount(host, self.options)

    def undo(self, host: Host) -> None:
        self._remount(host, mount_options.remountable(self.disk.fstype, self.before))

    def _remount(self, host: Host, options: Sequence[str]) -> None:
        disk = self.disk
        command = ["mount", "-o", ",".join(["remount", *options]), disk.device, disk.mount_point]
        _run(host, command, f"{disk.mount_point} could not be remounted with {','.join(options)}")


@dataclass(frozen=True)
class _Make:
    """Make the file system *uuid*."""

    disk: Disk
    uuid: str

    def do(self, host: Host) -> None:
        command = " ".join(_MAKE[self.disk.fstype]).format(self.uuid).split()
        _run(host, [*command, self.disk.device], f"{self.disk.device} could not be formatted")

    def undo(self, host: Host) -> None:
        """Nothing was on the device, and the next run takes the file system that is there now."""


@dataclass(frozen=True)
class _Table:
    """Change fstab's text. systemd must hear of it, or its old mount unit unmounts what is mounted there next."""

    before: str
    after: str

    def do(self, host: Host) -> None:
        try:
            self._write(host, self.after)
        except GroundworkError:
            host.write(fstab.PATH, self.before, mode=None)
            raise

    def undo(self, host: Host) -> None:
        self._write(host, self.before)

    def _write(self, host: Host, text: str) -> None:
        host.write(fstab.PATH, text, mode=None)
        if host.exists("/run/systemd/system"):
            _run(host, ["systemctl", "daemon-reload"], "systemd could not read the new fstab")


@dataclass
class _Mount:
    """Mount the disk, and make the mount point where it is missing."""

    disk: Disk
    made: List[str] = field(default_factory=list)

    def do(self, host: Host) -> None:
        disk = self.disk
        options = [option for option in disk.options if option not in ("auto", "noauto", "nofail")]
        given = ["-o", ",".join(options)] if options else []
        try:
            self.made = make_directories(host.real(disk.mount_point))
        except OSError as error:
            raise GroundworkError(
                f"The mount point {disk.mount_point} could not be made ({error.strerror}); choose another one."
            ) from error
        try:
            command = ["mount", "-t", disk.fstype, *given, disk.device, disk.mount_point]
            _run(host, command, f"{disk.device} could not be mounted at {disk.mount_point}")
        except GroundworkError:
            remove_empty(self.made)
            raise

    def undo(self, host: Host) -> None:
        _run(host, ["umount", self.disk.mount_point], f"{self.disk.mount_point} could not be unmounted")
        remove_empty(self.made)


@dataclass
class _Own:
    """Set owner, group and mode of the root directory, which *before* holds as they were."""

    disk: Disk
    before: Tuple[int, int, int] = (-1, -1, -1)

    def do(self, host: Host) -> None:
        path = host.real(self.disk.mount_point)
        try:
            self.before = _root(path)
            os.chown(path, *(-1 if number is None else number for number in (self.disk.uid, self.disk.gid)))
            if self.disk.mode is not None:
                os.chmod(path, self.disk.mode)
        except OSError as error:
            raise GroundworkError(
                f"Owner and mode of {self.disk.mount_point} could not be set ({error.strerror}); run with become, or "
                "look into the kernel's log (dmesg)."
            ) from error

    def undo(self, host: Host) -> None:
        path = host.real(self.disk.mount_point)
        os.chown(path, *self.before[:2])
        os.chmod(path, self.before[2])


def _root(path: str) -> Tuple[int, int, int]:
    """Owner, group and mode of the directory *path* of this machine."""
    status = os.stat(path)
    return status.st_uid, status.st_gid, status.st_mode & 0o7777


def _run(host: Host, command: List[str], failure: str) -> None:
    done = host.run(command)
    if done.rc != 0:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        reason = lines[0].strip().rstrip(".") if lines else f"exit code {done.rc}"
        raise GroundworkError(f"{failure} ({reason}); look into the kernel's log for the cause (dmesg).")
