# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a ZooKeeper server has one of its two kinds of files and has lost the other.

With snapshots and without the transaction log that belongs to them it would start all the same, as it was at its last
snapshot, which may be that of its first start, and serve that. A server that has never logged anything has no log
either, and has lost none. With a log and without snapshots it does not start.
"""

from __future__ import annotations

import posixpath
from typing import Any, Mapping, Sequence

from ..core.errors import GroundworkError
from ..disks import awaited
from ..host.machine import Host, real_path
from . import failed_disk

_DATA = "version-2"  # where ZooKeeper keeps its files, in each of its folders
_LOG, _SNAPSHOT = "log.", "snapshot."
_TRANSACTIONS = 0xFFFFFFFF  # the bits of a zxid that count them, since the epoch began


def is_lost(host: Host, data_dir: str, data_log_dir: str, disks: Sequence[Mapping[str, Any]] = ()) -> bool:
    """Whether *data_dir* has snapshots, and *data_log_dir* no log of what came after them.

    While one of *disks* is still to be mounted for the log it is not known, and so not said.
    """
    snapshots = [name for name in host.names(posixpath.join(data_dir, _DATA)) if name.startswith(_SNAPSHOT)]
    log = posixpath.join(data_log_dir, _DATA)
    if not snapshots or any(name.startswith(_LOG) for name in host.names(log)):
        return False
    if awaited.hides(host, data_log_dir, disks):
        return False
    if real_path(host, data_dir) == real_path(host, data_log_dir):
        return any(_has_transactions(name) for name in snapshots)
    # When it starts, a server makes the folder of its log, and then takes a snapshot. So one that is younger than all
    # snapshots is on another disk, or something was removed from it.
    made = host.modified(log)
    return made is None or made > max(host.modified(posixpath.join(data_dir, _DATA, name)) or 0 for name in snapshots)


def check_snapshots(host: Host, data_dir: str, data_log_dir: str, disks: Sequence[Mapping[str, Any]] = ()) -> None:
    """Raise GroundworkError, with the way, where *data_log_dir* has a log and *data_dir* no snapshots.

    While one of *disks* is still to be mounted for the snapshots it is not known, and so not said.
    """
    log = posixpath.join(data_log_dir, _DATA)
    logs = [name for name in host.names(log) if name.startswith(_LOG)]
    if not logs or any(name.startswith(_SNAPSHOT) for name in host.names(posixpath.join(data_dir, _DATA))):
        return
    if not awaited.hides(host, data_dir, disks):
        raise GroundworkError(
            f"{data_log_dir} holds {logs[0]} of ZooKeeper's transaction log, and {data_dir} no snapshots, without "
            "which the server does not start; bring the disk of zookeeper_data_dir or a copy of it back. Of an "
            "ensemble whose others have everything, it may begin with nothing, and copies it all: stop zookeeper, and "
            f"move {log} away as well. A server alone goes on as {failed_disk.GUIDE} of this collection says."
        )


def _has_transactions(snapshot: str) -> bool:
    """Whether the last transaction in a snapshot of this name is one, and not the beginning of an epoch."""
    number = snapshot.split(".")[1]
    try:
        return bool(int(number, 16) & _TRANSACTIONS)
    except ValueError:
        return False
