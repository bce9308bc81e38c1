# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is to be done about data disks, or why it must not be: decided whole before the first write.

A disk is only ever formatted when it is unused and blank, and never unmounted. A file system with our label is known
again without any record on the host, so a lost fstab costs a line in it and no data.
"""

from __future__ import annotations

import os
import re
import stat
from typing import Any, Collection, Dict, List, Mapping, NamedTuple, Tuple

from ..core.errors import GroundworkError
from ..host import paths
from ..host.machine import Host, real_path
from ..readers import fstab
from . import mount_options
from .blockdev import Device, is_named, refuse_to_format

PACKAGES = {"xfs": "xfsprogs", "ext4": "e2fsprogs"}  # where mkfs.FSTYPE is
_CHECK_ORDER = {"xfs": "0", "ext4": "2"}  # XFS is never checked at boot, by its own manual
_SMALLEST = {"xfs": 300 << 20, "ext4": 8 << 20}  # bytes; mkfs refuses less, or has no room for a journal


class Disk(NamedTuple):
    """A disk as it is wanted; owner and group are ids, mode is the mounted root directory's, None leaves them."""

    device: str
    mount_point: str
    fstype: str
    options: List[str]
    uid: int | None = None
    gid: int | None = None
    mode: int | None = None
    blank: bool = False  # somebody has said so


class State(NamedTuple):
    """What the host has: devices by path as given, mounts, fstab's text, and root directories (uid, gid, mode).

    *release* is the running kernel's.
    """

    devices: Mapping[str, Device]
    mounts: List[fstab.Mount]
    table: str
    release: str
    roots: Mapping[str, Tuple[int, int, int]] = {}

    def mounted(self, disk: Disk) -> fstab.Mount | None:
        """What is mounted at the disk's mount point now."""
        return next((m for m in reversed(self.mounts) if m.mount_point == disk.mount_point), None)

    def entry(self, disk: Disk) -> fstab.Entry | None:
        """What fstab mounts at the disk's mount point."""
        return next((e for e in fstab.entries(self.table) if e.mount_point == disk.mount_point), None)


class Step(NamedTuple):
    """What is to be done for one disk, with all the options of fstab.

    *uuid* is its file system's, also when that is still to be made; *again* when an interrupted run left it unfinished.
    *remount* are the options to remount with, *before* those in force before.
    """

    disk: Disk
    uuid: str
    make: bool
    again: bool
    mount: bool
    remount: List[str]
    before: List[str]
    own: bool

    @property
    def sentences(self) -> List[str]:
        """The actions in words."""
        disk = self.disk
        return [
            sentence
            for needed, sentence in (
                (
                    self.make,
                    f"format {disk.device} with {disk.fstype}"
                    + (", which an interrupted run left unfinished" if self.again else ""),
                ),
                (self.mount, f"mount {disk.device} at {disk.mount_point}"),
                (bool(self.remount), f"remount {disk.mount_point} with {','.join(self.remount)}"),
                (self.own, f"set owner, group and mode of {disk.mount_point}"),
            )
            if needed
        ]


def kernel_release(host: Host) -> str:
    """The running kernel's release, such as 6.1.0-13-amd64."""
    return (host.read("/proc/sys/kernel/osrelease") or "").strip()


def _new_uuid() -> str:
    import uuid  # noqa: PLC0415 Ansible has not imported it yet, and most runs make no file system

    return str(uuid.uuid4())


def wanted(host: Host, disks: List[Dict[str, Any]]) -> List[Disk]:
    """The disks of the module's arguments, with default options; GroundworkError for what contradicts itself.

    Each has device, mount_point, fstype, options (None: the defaults), uid, gid, mode (octal text) and blank.
    """
    release = kernel_release(host)
    result = []
    for given in disks:
        mount_point = fstab.normal(given["mount_point"])
        if not mount_point.startswith("/") or mount_point == "/":
            raise GroundworkError(
                f"{given['mount_point']!r} is no mount point for data; give an absolute path below /."
            )
        if not given["device"].startswith("/"):
            raise GroundworkError(
                f"{given['device']!r} is no device; give its path, such as /dev/sdb or /dev/disk/by-id/...."
            )
        options = mount_options.choose(given["fstype"], given.get("options"), release)
        mode = _mode(given.get("mode"), mount_point)
        owner = (given.get("uid"), given.get("gid"))
        result.append(
            Disk(given["device"], mount_point, given["fstype"], options, *owner, mode, bool(given.get("blank")))
        )
    points = [disk.mount_point for disk in result]
    for number, point in enumerate(points):
        for other in points[:number]:
            if (point + "/").startswith(other + "/") or (other + "/").startswith(point + "/"):
                raise GroundworkError(
                    f"The mount points {other} and {point} are the same or one in the other; give each disk its own."
                )
    return result


def plan(host: Host, disks: List[Disk], state: State) -> Tuple[List[Step], str]:
    """The steps, and fstab's text after them; GroundworkError, before anything is done, when a disk is refused."""
    _refuse_twins(disks, state)
    steps, text = [], state.table
    for disk in disks:
        device, mounted = state.devices[disk.device], state.mounted(disk)
        ours = device.is_ours(disk.fstype)
        _refuse_mount_point(host, disk, device, mounted)
        if not ours:
            refuse_to_format(host, device, disk.fstype, disk.blank)
            _refuse_tools(host, disk, device)
        elif not mounted and (device.mounted_at or device.uses):
            why = f"is mounted at {device.mounted_at[-1]}" if device.mounted_at else device.uses[0]
            raise GroundworkError(
                f"{disk.device} {why}, so it is not mounted at {disk.mount_point}; free it, then run again."
            )
        identity = device.signature["UUID"] if ours else _new_uuid()
        elsewhere = {other.mount_point for other in disks} - {disk.mount_point}
        before, (text, options) = (
            text,
            _fstab_after(host, text, _Place(disk, device, identity, elsewhere), state.release),
        )
        remount = []
        if mounted and "ro" not in mounted.options:  # an error may have made it so: a person has to look first
            differs = mount_options.compare(disk.fstype, disk.options, mounted.in_force, state.release).remount
            if differs or text != before:
                remount = mount_options.remountable(disk.fstype, options, mounted.options)
        in_force = mounted.in_force if mounted else []
        own = "ro" not in in_force and _is_other(disk, state.roots.get(disk.mount_point))
        whole = disk._replace(options=options)
        steps.append(Step(whole, identity, not ours, device.unfinished, not mounted, remount, in_force, own))
    if text != state.table and not host.writable(os.path.dirname(fstab.PATH)):
        raise GroundworkError(
            f"{fstab.PATH} cannot be written, because {os.path.dirname(fstab.PATH)} is read-only; remount it writable, "
            "or run with become."
        )
    return steps, text


def _refuse_twins(disks: List[Disk], state: State) -> None:
    """Two disks that are one device, and two devices that hold one file system (a clone), are refused."""
    seen: Dict[str, str] = {}
    for disk in disks:
        device = state.devices[disk.device]
        for key in filter(None, (device.number, device.signature.get("UUID"))):
            if key in seen:
                what = "are the same device" if key == device.number else "hold the same file system (one is a clone)"
                raise GroundworkError(
                    f"{seen[key]} and {disk.device} {what}; give each mount point a device of its own."
                )
            seen[key] = disk.device


def _refuse_mount_point(host: Host, disk: Disk, device: Device, mounted: fstab.Mount | None) -> None:
    real = real_path(host, disk.mount_point)
    if real != disk.mount_point:
        raise GroundworkError(
            f"The mount point {disk.mount_point} leads over a symbolic link; give its real path, {real}."
        )
    if mounted and mounted.number != device.number:
        raise GroundworkError(
            f"{disk.mount_point} is the mount point of another device ({mounted.number}, {mounted.fstype}) than "
            f"{disk.device}; choose another mount point, or unmount that one first."
        )
    if not mounted:
        found = host.status(disk.mount_point)
        if found is not None and not stat.S_ISDIR(found.st_mode):
            paths.refuse(disk.mount_point, disk.mount_point, found.st_mode, "a folder")
        others = paths.changeable(disk.mount_point, host.root)
        if others is not None:
            raise GroundworkError(
                f"{others} can be changed by others than root, who could lead the mount at {disk.mount_point} "
                "elsewhere; choose a mount point whose folders above are root's."
            )
        names = host.names(disk.mount_point)
        if names:
            raise GroundworkError(
                f"The mount point {disk.mount_point} has files in it ({', '.join(names[:3])}) that a mount would "
                "hide; stop what uses them, and move them away first."
            )


def _refuse_tools(host: Host, disk: Disk, device: Device) -> None:
    if host.run([f"mkfs.{disk.fstype}", "-V"]).rc == 127:
        raise GroundworkError(f"The host lacks mkfs.{disk.fstype}; install the package {PACKAGES[disk.fstype]}.")
    smallest = _SMALLEST[disk.fstype]
    if device.size < smallest:
        raise GroundworkError(
            f"{disk.device} has {device.size >> 20} MiB, and {disk.fstype.upper()} needs {smallest >> 20}; choose a "
            "larger device."
        )


class _Place(NamedTuple):
    """A disk and its device, whose file system is *identity*; *elsewhere* are the mount points of the other disks."""

    disk: Disk
    device: Device
    identity: str
    elsewhere: Collection[str]


def _fstab_after(host: Host, text: str, place: _Place, release: str) -> Tuple[str, List[str]]:
    """fstab's *text* with the one line for the disk, and the options on it.

    GroundworkError when a line gives its mount point or its device away, or is broken.
    """
    _refuse_broken(host, text, place)
    disk, device, identity = place.disk, place.device, place.identity
    lines, found = [], []
    for entry in fstab.entries(text):
        # All our file systems have one label, so that LABEL= at the mount point of another disk means that one.
        same = is_named(host, device, entry.spec, identity) and entry.mount_point not in place.elsewhere
        if entry.mount_point == disk.mount_point and not same:
            raise GroundworkError(
                f"{fstab.PATH}:{entry.line} mounts {entry.spec} at {disk.mount_point}, which is wanted for "
                f"{disk.device}; remove that line, or choose another mount point."
            )
        if same and entry.mount_point != disk.mount_point:
            raise GroundworkError(
                f"{fstab.PATH}:{entry.line} mounts {disk.device} at {entry.mount_point}, which is wanted at "
                f"{disk.mount_point}; remove that line, or choose another device."
            )
        if same:
            lines.append(entry.line)
            found += entry.options.split(",")
    options = mount_options.merged(disk.fstype, disk.options, found, release)
    check = _CHECK_ORDER[disk.fstype]
    entry = fstab.Entry(f"UUID={identity}", disk.mount_point, disk.fstype, ",".join(options), check)
    return fstab.put(text, entry, lines), options


def _refuse_broken(host: Host, text: str, place: _Place) -> None:
    """A line that nobody can read is somebody else's business, unless it is about this disk."""
    for line in fstab.broken(text):
        at_ours = place.disk.mount_point in map(fstab.normal, line.fields)
        if at_ours or is_named(host, place.device, line.fields[0], place.identity):
            what = place.disk.mount_point if at_ours else place.disk.device
            raise GroundworkError(
                f"{fstab.PATH}:{line.line} is about {what}, but {line.why}, so mount leaves it out; correct or remove "
                "it."
            )


def _is_other(disk: Disk, root: Tuple[int, int, int] | None) -> bool:
    asked = (disk.uid, disk.gid, disk.mode)
    return any(want is not None and (root is None or want != found) for want, found in zip(asked, root or asked))


def _mode(text: str | None, mount_point: str) -> int | None:
    if text is None:
        return None
    if not re.match(r"0?[0-7]{3,4}\Z", text):
        raise GroundworkError(f"The mode {text!r} of {mount_point} is not octal; write it in quotes, such as '0750'.")
    return int(text, 8)
