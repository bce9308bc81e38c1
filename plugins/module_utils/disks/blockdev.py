# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Block devices: what is on one, who uses it, and whether it may be formatted."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager, suppress
from typing import Iterator, List, Mapping, NamedTuple, Sequence

from ..core.errors import WITHOUT_DISK, GroundworkError
from ..host import paths
from ..host.machine import Answer, Host, read_directly, real_path
from ..readers.fstab import Mount
from . import blkid

LABEL = "groundwork"  # on every file system that this collection makes
_XFS_IN_PROGRESS = 126  # offset of sb_inprogress in the superblock, which mkfs.xfs clears when all else is written
_PARTITION = {"PART_ENTRY_UUID": "PARTUUID", "PART_ENTRY_NAME": "PARTLABEL"}  # blkid's names and those of fstab
_FOLDERS = {f"/dev/disk/by-{tag.lower()}/": tag for tag in ("UUID", "LABEL", "PARTUUID", "PARTLABEL")}
#: What a signature means to a person; other types speak for themselves.
_MEANING = {
    "LVM2_member": "a physical volume of LVM (LVM2_member)",
    "LVM1_member": "a physical volume of LVM (LVM1_member)",
    "linux_raid_member": "a member of a RAID array (linux_raid_member)",
    "crypto_LUKS": "an encrypted volume (crypto_LUKS), which is given by its name below /dev/mapper once it is open",
    "swap": "swap space (swap)",
    "zfs_member": "a member of a ZFS pool (zfs_member)",
    "btrfs": "a file system of Btrfs, perhaps one device of several (btrfs)",
}


class Device(NamedTuple):
    """A block device: its path as given and without symbolic links, MAJOR:MINOR, and size in bytes.

    *signature* holds blkid's tags (TYPE, LABEL, UUID, PTTYPE) of what is on it, and is empty when it knows nothing of
    it; *partition* are the names of the partition itself (PARTUUID, PARTLABEL). *uses* says who has the device, in
    words, and is empty when nobody has. *unfinished*: a mkfs of ours was interrupted, so nothing was ever stored.
    """

    path: str
    real: str
    number: str
    size: int
    signature: Mapping[str, str] = {}
    uses: Sequence[str] = ()
    mounted_at: Sequence[str] = ()
    partition: Mapping[str, str] = {}
    unfinished: bool = False

    def is_ours(self, fstype: str) -> bool:
        """Whether it holds a file system *fstype* that this collection made."""
        tags = self.signature
        return (tags.get("LABEL"), tags.get("TYPE")) == (LABEL, fstype) and "UUID" in tags and not self.unfinished


def read_device(host: Host, path: str, mounts: List[Mount], probe: Answer | None = None) -> Device:
    """What *path* is and who uses it; *probe* as for blkid.read. GroundworkError for what is no block device."""
    try:
        number = host.device_number(path)
    except OSError as error:
        raise GroundworkError(
            f"The device {path} is not there; look with lsblk for the device that is meant, or attach it; or, "
            f"{WITHOUT_DISK}."
        ) from error
    if number is None:
        raise GroundworkError(f"{path} is not a block device; give a whole disk or a partition, as lsblk lists them.")
    others = paths.changeable(path, host.root)
    if others is not None:
        raise GroundworkError(
            f"{others} can be changed by others than root, who could put another device in the place of {path}; give "
            "it by a name below /dev."
        )
    sys = f"/sys/dev/block/{number}"
    real = real_path(host, path)
    mounted_at = [mount.mount_point for mount in mounts if mount.number == number]
    size = int(host.read(f"{sys}/size") or 0) * 512
    uses = [f"has the partition {name}" for name in host.names(sys) if host.exists(f"{sys}/{name}/partition")]
    uses += [f"is held by {_holder(host, name)}" for name in host.names(f"{sys}/holders")]
    uses += ["is swap space"] if _is_swap(host, number) else []
    uses += ["is read-only"] if (host.read(f"{sys}/ro") or "0").strip() == "1" else []
    if not uses and not mounted_at and _is_busy(host, path):
        uses.append("is in use by another program or container")
    _check_readable(host, path)
    tags = blkid.read(host, path, probe)
    partition = {name: tags[tag] for tag, name in _PARTITION.items() if tag in tags}
    signature = {tag: value for tag, value in tags.items() if not tag.startswith("PART_ENTRY_")}
    unfinished = signature.get("TYPE") == "xfs" and signature.get("LABEL") == LABEL and _in_progress(host, path)
    return Device(path, real, number, size, signature, uses, mounted_at, partition, unfinished)


def is_named(host: Host, device: Device, spec: str, identity: str) -> bool:
    """Whether fstab's *spec* names *device*, whose file system is *identity*: by path, link, UUID, label or number."""
    folder = next((folder for folder in _FOLDERS if spec.startswith(folder)), None)
    tag, equals, value = spec.partition("=")
    if folder:
        tag, value = _FOLDERS[folder], spec[len(folder) :]
    elif spec.startswith("/"):
        return _is_number(host, spec, device.number)
    elif not equals:
        return False
    value = value.strip('"')
    if tag == "ID":
        return _is_number(host, f"/dev/disk/by-id/{value}", device.number)
    names = {**device.signature, **device.partition, "UUID": identity}
    name = names.get(tag) if tag in _FOLDERS.values() else None
    return name is not None and (name.lower() == value.lower() if tag.endswith("UUID") else name == value)


def refuse_to_format(host: Host, device: Device, fstype: str, named_blank: bool = False) -> None:
    """Raise GroundworkError unless *device* is unused and blank; nothing that somebody else made is ever formatted.

    With *named_blank* somebody has said that nobody needs what has no signature.
    """
    why = ""
    if device.signature.get("LABEL") == LABEL and device.signature.get("TYPE") != fstype:
        why = f"already holds {device.signature.get('TYPE')} for Kafka, and {fstype} is asked for"
    elif device.mounted_at:
        why = f"is mounted at {device.mounted_at[-1]}"
    elif device.uses:
        why = device.uses[0]
    elif device.unfinished:
        return
    elif device.signature:
        why = f"holds {_contents(device.signature)}"
    elif not named_blank:
        found = _first_data(host, device)
        if found is not None:
            why = (
                f"holds data without a known signature at byte {found} of {device.size}, as an interrupted mkfs leaves "
                "it, too"
            )
    if why:
        raise GroundworkError(
            f"{device.path} {why}, so it is not formatted; choose another device, or, if nobody needs what is on this "
            f"one, free it, take its signatures away (wipefs --all {device.path}), and say blank: true for it in "
            "data_disks_devices for one run."
        )


def _contents(signature: Mapping[str, str]) -> str:
    """What a *signature* says, in words."""
    kind, table, label = (signature.get(tag) for tag in ("TYPE", "PTTYPE", "LABEL"))
    if kind is None and table is not None:
        return f"a partition table ({table})"
    return _MEANING.get(kind or "", kind or "several signatures") + (f" with the label {label}" if label else "")


def _holder(host: Host, name: str) -> str:
    """The kernel's *name* of a device, and the one that a person gave it, as LVM, LUKS and MD know it."""
    given = (host.read(f"/sys/block/{name}/dm/name") or "").strip()
    return f"{given} ({name})" if given else name


def _in_progress(host: Host, path: str) -> bool:
    """Whether mkfs.xfs did not come to its end, so that no kernel ever mounted what is there."""
    with _reading(path), open(host.real(path), "rb") as file:
        return file.read(_XFS_IN_PROGRESS + 1)[_XFS_IN_PROGRESS:] == b"\1"


def _is_number(host: Host, path: str, number: str) -> bool:
    try:
        return host.device_number(path) == number
    except OSError:
        return False


def _is_swap(host: Host, number: str) -> bool:
    lines = (host.read("/proc/swaps") or "").splitlines()[1:]
    return any(_is_number(host, line.split()[0], number) for line in lines if line.strip())


def _is_busy(host: Host, path: str) -> bool:
    """Whether the kernel refuses an exclusive open: mounted in whatever namespace, or claimed by another program."""
    try:
        os.close(os.open(host.real(path), os.O_RDONLY | os.O_EXCL))
    except OSError as error:
        if error.errno == errno.EBUSY:
            return True
        raise GroundworkError(f"{path} cannot be opened ({error.strerror}); run with become.") from error
    return False


def _first_data(host: Host, device: Device) -> int | None:
    # Imported only when a device is about to be formatted: a host compiles what it imports at every run.
    from . import blank  # noqa: PLC0415

    try:
        with _reading(device.path):
            return blank.first_data(host.real(device.path), device.size)
    except blank.SlowError as error:
        raise GroundworkError(
            f"{device.path} was read at {error} places in {blank.PATIENCE:.0f} seconds, too few to tell whether it is "
            "blank; look for the disk's errors in the kernel's log."
        ) from error


def _check_readable(host: Host, path: str) -> None:
    """Raise GroundworkError where the disk itself gives nothing, whatever the kernel remembers of it.

    blkid says of a disk that cannot be read that it is empty.
    """
    # Without the right to read it, blkid says so.
    with _reading(path), suppress(PermissionError), open(host.real(path), "rb", buffering=0) as file:
        read_directly(file.fileno())


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """An error of the disk *path* becomes a GroundworkError with the way to go on."""
    try:
        yield
    except OSError as error:
        raise GroundworkError(
            f"{path} cannot be read ({error.strerror}), so the disk fails; {WITHOUT_DISK}."
        ) from error
