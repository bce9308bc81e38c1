# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whose numbers are on the data of a folder: a disk that outlives its machine keeps those of the machine before."""

from __future__ import annotations

import os
import posixpath
from itertools import islice
from typing import Any, List, Mapping, Sequence

from ..core.errors import GroundworkError
from ..host import paths
from ..host.machine import Host
from . import awaited
from .blockdev import LABEL

_SAMPLE = 200  # entries; a broker has thousands of partitions, and each may cost a seek of a cold disk
_ROOT = 0  # what an administrator made by hand is not another machine's
#: Without replaying the journal, which would write to a disk that is only looked at.
_LOOK = {"xfs": "ro,norecovery", "ext4": "ro,noload"}
_PLACE = "/run"  # there on every host; nobody sees what a namespace of its own has mounted over it
#: Arguments: file system, options, device, folder in it.
_SCRIPT = (
    'mount -n -t "$1" -o "$2" "$3" ' + _PLACE + " && cd -P " + _PLACE + ' && test ! -h "$4" && test -d "$4"'
    ' && { stat -c %u "./$4"; find "./$4" -mindepth 1 -maxdepth 1 ! -name lost+found -printf "%U\\n" | head -n "$5"; }'
)


def foreign(host: Host, folder: str, uid: int | None, disks: Sequence[Mapping[str, Any]] = ()) -> int | None:
    """The number of somebody else than *uid* (None: nobody yet) and root who owns data in *folder*; None without one.

    A folder that holds nothing has no owner that matters. Looked at are the folder and the first entries in it: what
    gives a folder away does so last (``take_over``). Where its disk of *disks* (device, mount_point) has a file system
    of ours and is still to be mounted, it is looked at in a mount namespace that nobody else sees, without a write.
    """
    numbers = _here(host, folder)
    if numbers is None:
        numbers = _on_disk(host, folder, disks)
    return next((number for number in numbers if number not in (uid, _ROOT)), None)


def _here(host: Host, folder: str) -> List[int] | None:
    """The owners of *folder* and what is in it, none where it is empty; None where it is not there."""
    try:
        with paths.spot(folder, host.root) as at, at.directory() as handle:
            with os.scandir(handle) as entries:
                names = [entry.name for entry in islice(entries, _SAMPLE + 1) if entry.name != "lost+found"]
            owners = [_owner(name, handle) for name in names]
            return [os.fstat(handle).st_uid, *(owner for owner in owners if owner is not None)] if names else []
    except (OSError, GroundworkError):
        return None  # whoever is to make it tells why it cannot be


def _owner(name: str, folder: int) -> int | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_uid
    except FileNotFoundError:  # gone meanwhile, as segments of a running broker go
        return None


def _on_disk(host: Host, folder: str, disks: Sequence[Mapping[str, Any]]) -> List[int]:
    """The owners of *folder* and what is in it on the disk that is to be mounted for it; none where nobody can tell."""
    for point, device, tags in awaited.disks_of(host, folder, disks):
        kind = tags.get("TYPE", "")
        if tags.get("LABEL") != LABEL or kind not in _LOOK:
            continue
        inside = posixpath.relpath(folder, point)
        arguments = [kind, _LOOK[kind], device, inside, str(_SAMPLE)]
        done = host.run(["unshare", "--mount", "--propagation", "private", "sh", "-c", _SCRIPT, "sh", *arguments])
        numbers = [int(line) for line in done.stdout.split() if line.isdigit()]
        return numbers if len(numbers) > 1 else []
    return []
