# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The one exception that utilities raise, and how a module ends with it."""

from __future__ import annotations

import errno
from typing import Any, Callable, Iterable, List, Mapping, Set, Tuple, TypeVar

_BECOME = "run with become, or look for a denial by SELinux or AppArmor in the audit log"
_ROOM = "free some room on that file system and run again"
_REMEDIES = {
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.EROFS: "its file system is mounted read-only, so remount it writable and run again",
    errno.EACCES: _BECOME,
    errno.EPERM: "run with become, or take its immutable attribute away (lsattr tells of it, chattr -i takes it)",
    errno.ELOOP: "its symbolic links lead round in circles, so remove them and run again",
    errno.ENAMETOOLONG: "no file has such a long name, so give another path",
    errno.EBUSY: "something is mounted there, so change it where it comes from, or unmount it and run again",
}
#: The folders whose files the kernel makes up: nobody else can put anything into them, and no disk has a part in them.
KERNEL = ("/proc/", "/sys/")
#: What the kernel says where a disk, or the file system on it, has failed.
FAILED_DISK = frozenset(
    (errno.EIO, errno.ENXIO, errno.ENODEV, errno.ENODATA, errno.EUCLEAN, errno.EBADMSG, errno.EREMOTEIO)
)
#: What the kernel says of a path that can lead to nothing.
NOWHERE = frozenset((errno.ELOOP, errno.ENAMETOOLONG))
#: How the disk of a server, which is to be named, is replaced; what is mounted is never unmounted by a playbook.
REPLACE_DISK = (
    "put an empty disk in its place: stop {0} on the host, unmount the old disk, remove its line from /etc/fstab (or "
    "its mount unit), give the new one in data_disks_devices, and run the playbook groundwork.kafka.site for all hosts"
)
#: What to do about it; data on other disks, and other replicas, are still there.
WITHOUT_DISK = (
    "where the disk holds one of several folders of kafka_log_dirs, take that folder out of there and the disk out of "
    "data_disks_devices, and run the playbook groundwork.kafka.site, which names the replicas that were there and has "
    "them copied from the brokers that still have them; or "
) + REPLACE_DISK.format("the server that keeps its data there")


#: Of the settings by which a client connects, which are kept secret as a whole, what they are chosen from.
_KNOWN_TO_ALL = frozenset(("SSL", "SASL_SSL", "SASL_PLAINTEXT", "PLAINTEXT", "PEM", "JKS", "PKCS12", "PLAIN"))


_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


class GroundworkError(Exception):
    """What is wrong, where, and what to do, in one sentence that a person can act on."""


def each(given: Iterable[_Given], make: Callable[[_Given], _Made]) -> Tuple[List[_Made], List[str]]:
    """What *make* makes of those that are *given*, and its sentences on those of which it makes nothing."""
    made, told = [], []
    for one in given:
        try:
            made.append(make(one))
        except GroundworkError as error:
            told.append(str(error))
    return made, told


def not_known(what: str, name: str) -> GroundworkError:
    """The host has no user or group (*what*) of this *name*."""
    return GroundworkError(f"The {what} {name} is not known on the host; make it first, or correct the name.")


def of_file(path: str, what: str, error: OSError) -> GroundworkError:
    """The sentence for the *error* that kept the file *path* from being what the participle *what* says."""
    remedy = _REMEDIES.get(error.errno or 0, "check the path and its permissions")
    if error.errno in FAILED_DISK and path.startswith(KERNEL):
        remedy = "the kernel gives it to nobody here, so look into its log (dmesg), or for what a container may not see"
    elif error.errno in FAILED_DISK:
        remedy = f"its disk fails, as the kernel's log (dmesg) tells; {WITHOUT_DISK}"
    return GroundworkError(f"{path} could not be {what} ({error.strerror}); {remedy}.")


def end(module: Any, work: Callable[[], Mapping[str, Any]]) -> None:
    """End the AnsibleModule *module* with the result of *work*, or fail it with the sentence of a GroundworkError.

    A file that the host refuses to show, as SELinux does to root as well, that lies on a disk that fails, or whose path
    leads nowhere, is told in such a sentence too. A diff is given only where it is asked for: with ``--diff`` Ansible
    shows whatever diff comes back, also from a task that says ``diff: false``. What an option keeps secret is asterisks
    wherever it is said, but for words that everybody knows, and the paths of files.
    """
    module.no_log_values -= _KNOWN_TO_ALL | _paths(module.params.get("client_config"))
    try:
        result = work()
    except GroundworkError as error:
        module.fail_json(msg=str(error))
    except OSError as error:
        refused = isinstance(error, PermissionError)
        if error.filename is None or not (refused or error.errno in FAILED_DISK | NOWHERE):  # none could tell what
            raise
        module.fail_json(msg=str(of_file(error.filename, "opened" if refused else "read", error)))
    else:
        module.exit_json(**{name: value for name, value in result.items() if name != "diff" or module._diff})


def _paths(client_config: Any) -> Set[str]:
    """The files that these settings of a client name; what is in them is secret, and where they are is not."""
    return {str(value) for key, value in (client_config or {}).items() if str(key).endswith(".location")}
