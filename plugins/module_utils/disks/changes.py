# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Carry out what is planned for data disks: remounts, file systems, fstab, mounts and owners."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import List, Sequence, Tuple

from ..core.errors import GroundworkError
from ..host.machine import Host
from ..host.steps import carry_out
from ..readers import fstab
from . import mount_options
from .blockdev import LABEL
from .plan import Disk, Step
from .state import root_of

_MAKE = {  # the command, and the options that give the new file system's UUID
    "xfs": ("mkfs.xfs -q -L " + LABEL, "-m uuid={}"),
    "ext4": ("mkfs.ext4 -q -L " + LABEL, "-U {}"),
}
_FORCE = "-f"  # for what mkfs.xfs itself left unfinished; without it, it refuses a device that is not blank
_NOBODYS = (os.geteuid(), os.getegid(), 0o755)  # root's, as modules run; owner, group and mode


def apply(host: Host, steps: List[Step], before: str, after: str) -> None:
    """Carry *steps* out and write fstab (*before* → *after*); GroundworkError when one fails, the others being undone.

    What may be refused comes before what cannot be undone. A new file system is the one thing that stays: it is known
    again by its label. What a kernel refuses to mount does not stay in fstab, where it would stop the next boot.
    A run that was killed may have written fstab and told nobody, so systemd is told of it before every mount.
    """
    mounts = [_Mount(step.disk) for step in steps if step.mount]
    carry_out(
        host,
        [
            *(_Remount(step.disk, step.remount, step.before) for step in steps if step.remount),
            *(_Make(step.disk, step.uuid, step.again) for step in steps if step.make),
            *([_Table(before, after)] if mounts or before != after else []),
            *mounts,
            *(_Own(step.disk) for step in steps if step.own),
        ],
    )


@dataclass(frozen=True)
class _Remount:
    """Change the options in force from *before* to *options*."""

    disk: Disk
    options: List[str]
    before: List[str]

    def do(self, host: Host) -> None:
        self._remount(host, self.options)

    def undo(self, host: Host) -> None:
        self._remount(host, mount_options.restoring(self.disk.fstype, self.options, self.before))

    def _remount(self, host: Host, options: Sequence[str]) -> None:
        disk = self.disk
        command = ["mount", "-o", ",".join(["remount", *options]), disk.device, disk.mount_point]
        _run(host, command, f"{disk.mount_point} could not be remounted with {','.join(options)}")


@dataclass(frozen=True)
class _Make:
    """Make the file system *uuid*."""

    disk: Disk
    uuid: str
    again: bool

    def do(self, host: Host) -> None:
        program, *options = " ".join(_MAKE[self.disk.fstype]).format(self.uuid).split()
        command = [program, *([_FORCE] if self.again else []), *options]
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
    """Mount the disk, and make the mount point where it is missing.

    While nothing is mounted there, the mount point is nobody's but root's: what a service or a person would write to
    it by mistake would fill the root disk, and be hidden by the next mount.
    """

    disk: Disk
    made: List[str] = field(default_factory=list)
    before: Tuple[int, int, int] | None = None

    def do(self, host: Host) -> None:
        disk = self.disk
        options = mount_options.for_kernel(disk.options)
        given = ["-o", ",".join(options)] if options else []
        self.made = host.make_directories(disk.mount_point)
        if not self.made:
            self.before = _give(host, disk.mount_point, *_NOBODYS)
        try:
            command = ["mount", "-t", disk.fstype, *given, disk.device, disk.mount_point]
            _run(host, command, f"{disk.device} could not be mounted at {disk.mount_point}")
        except GroundworkError:
            self._put_back(host)
            raise

    def undo(self, host: Host) -> None:
        _run(host, ["umount", self.disk.mount_point], f"{self.disk.mount_point} could not be unmounted")
        self._put_back(host)

    def _put_back(self, host: Host) -> None:
        host.prune(self.made)
        if self.before is not None:
            _give(host, self.disk.mount_point, *self.before)


@dataclass
class _Own:
    """Set owner, group and mode of the root directory, which *before* holds as they were."""

    disk: Disk
    before: Tuple[int, int, int] = (-1, -1, -1)

    def do(self, host: Host) -> None:
        self.before = _give(host, self.disk.mount_point, self.disk.uid, self.disk.gid, self.disk.mode)

    def undo(self, host: Host) -> None:
        _give(host, self.disk.mount_point, *self.before)


def _give(host: Host, path: str, uid: int | None, gid: int | None, mode: int | None) -> Tuple[int, int, int]:
    """Give the directory *path* owner, group and mode, where they are not None; what they were."""
    before = root_of(host, path)
    user, group, bits = (was if given is None else given for given, was in zip((uid, gid, mode), before))
    if (user, group, bits) != before:
        host.folder(path, bits, (user, group))
    return before


def _run(host: Host, command: List[str], failure: str) -> None:
    done = host.run(command)
    if done.rc != 0:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        reason = lines[0].strip().rstrip(".") if lines else f"exit code {done.rc}"
        raise GroundworkError(f"{failure} ({reason}); look into the kernel's log for the cause (dmesg).")
