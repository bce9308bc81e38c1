# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a ZooKeeper server finds its data where the inventory sends it: it does not miss what lies elsewhere.

A server that is started beside another transaction log comes back as it was at its last snapshot, and serves that. So
its folders are changed with the server stopped, by a playbook of its own or by hand.
"""

from __future__ import annotations

import errno
import posixpath
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Mapping, Sequence, Tuple

from ..broker import properties
from ..core.errors import GroundworkError
from ..disks import awaited
from ..host import contents
from ..host.machine import Host, real_path

ZOO_CFG = "/etc/zookeeper/zoo.cfg"
PLAYBOOK = "groundwork.kafka.move_zookeeper_data"
#: Where the move by hand is told, in the collection.
GUIDE = "docs/zookeeper_folders.md"

_LOG = "log."
_DATA = "version-2"


@dataclass(frozen=True)
class _Kind:
    """What lies in one of the folders: the *variable* that names it, *what* it is, and how the files' names begin."""

    variable: str
    what: str
    prefixes: Tuple[str, ...]


_SNAPSHOTS = _Kind("zookeeper_data_dir", "snapshots", ("snapshot.", "currentEpoch", "acceptedEpoch"))
_LOGS = _Kind("zookeeper_data_log_dir", "transaction log", (_LOG,))


def check(
    host: Host, data_dir: str, data_log_dir: str, pid: str | None, disks: Sequence[Mapping[str, Any]] = ()
) -> None:
    """Raise GroundworkError where the server of this host, process *pid* if it runs, has its data in other folders.

    They are those of its zoo.cfg, and the one of the transaction log that the process has open. *disks* are all that
    the host is to have.
    """
    given = properties.parse(host.text(ZOO_CFG))
    opened = open_log(host, pid)
    if not given.get("dataDir"):
        _check_made_elsewhere(host, opened, data_log_dir)
        return
    log = opened or given.get("dataLogDir") or given["dataDir"]
    changes = [(_SNAPSHOTS, given["dataDir"], data_dir), (_LOGS, log, data_log_dir)]
    changed = [change for change in changes if real_path(host, change[1]) != real_path(host, change[2])]
    for kind, former, wanted in changed:
        _check_moved(host, kind, former, wanted, pid)
        if awaited.hides(host, former, disks):
            raise GroundworkError(
                f"{ZOO_CFG} says that ZooKeeper keeps its {kind.what} in {former}, whose disk is not mounted, so "
                f"nobody can tell whether {wanted}, which {kind.variable} names, has all of it; mount that disk, or, "
                "where it was moved from there, remove its line from /etc/fstab."
            )
    if changed and real_path(host, data_dir) != real_path(host, data_log_dir):
        _check_apart(host, _LOGS, data_dir, data_log_dir)
        _check_apart(host, _SNAPSHOTS, data_log_dir, data_dir)


def _check_made_elsewhere(host: Host, log: str | None, wanted: str) -> None:
    """Raise GroundworkError where a server that somebody else has made has its *log* elsewhere than in *wanted*."""
    if log is not None and real_path(host, log) != real_path(host, wanted):
        raise GroundworkError(
            f"A ZooKeeper that somebody else has made runs on this host with its transaction log in {log}, and "
            f"zookeeper_data_log_dir is {wanted}, where it would begin without; set zookeeper_data_log_dir to {log}, "
            "and zookeeper_data_dir to where its snapshots are, or, if its data may be lost, stop it (systemctl "
            "disable --now zookeeper)."
        )


def _check_moved(host: Host, kind: _Kind, former: str, wanted: str, pid: str | None) -> None:
    back = f"or set {kind.variable} back to {former}"
    if pid is not None:
        raise GroundworkError(
            f"ZooKeeper runs on this host with its {kind.what} in {former}, and {kind.variable} is {wanted}, where it "
            "would begin without what it has written since, as if topics, ACLs and users had never been; have them "
            f"moved, one server at a time, by the playbook {PLAYBOOK}, {back}."
        )
    left, there = _files(host, former, kind), _files(host, wanted, kind)
    if not left and not there:
        raise GroundworkError(
            f"{ZOO_CFG} says that ZooKeeper keeps its {kind.what} in {former}, and {kind.variable} is {wanted}, and "
            f"neither holds any; name the folder that does, {back}; where this server has no data, remove {ZOO_CFG}."
        )
    lacking = [name for name in left if there.get(name) != left[name]] or _other_log(host, kind, former, wanted, left)
    if lacking:
        raise GroundworkError(
            f"{former} holds {lacking[0]} of ZooKeeper's {kind.what}, and {wanted}, which {kind.variable} names, does "
            f"not, or not the same: the server would begin without it; have it moved by the playbook "
            f"{PLAYBOOK}, {back}."
        )


def _other_log(host: Host, kind: _Kind, former: str, wanted: str, names: Iterable[str]) -> Sequence[str]:
    """The log that was written last, where the copy has other bytes: its size is the same long before it is full."""
    logs = sorted((name for name in names if kind is _LOGS), key=_zxid)[-1:]
    return [
        name for name in logs if not contents.same(host, *(posixpath.join(at, _DATA, name) for at in (former, wanted)))
    ]


def _check_apart(host: Host, kind: _Kind, folder: str, other: str) -> None:
    """Raise GroundworkError where *folder* holds files of *kind*, which belong into *other*: no server starts so."""
    found = [name for name in _files(host, folder, kind) if name.startswith(kind.prefixes[0])]
    if found:
        raise GroundworkError(
            f"{folder} holds {found[0]} of ZooKeeper's {kind.what}, which is to lie in {other} alone, or the server "
            f"does not start; move it away as {GUIDE} of this collection says."
        )


def _files(host: Host, folder: str, kind: _Kind) -> Dict[str, int]:
    """The size of each file of *kind* in *folder*; none where it cannot be read, as on a disk that has died."""
    try:
        names = [name for name in host.names(posixpath.join(folder, _DATA)) if name.startswith(kind.prefixes)]
        found = {name: host.status(posixpath.join(folder, _DATA, name)) for name in names}
        return {name: status.st_size for name, status in found.items() if status is not None}
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return {}


def _zxid(name: str) -> int:
    number = name[len(_LOG) :]
    return int(number, 16) if number and set(number) <= set("0123456789abcdef") else -1


def open_log(host: Host, pid: str | None) -> str | None:
    """The folder of the transaction log that process *pid* has open: its zoo.cfg may be younger than itself."""
    for name in host.names(f"/proc/{pid}/fd") if pid else []:
        folder, _slash, file = (host.link(f"/proc/{pid}/fd/{name}") or "").rpartition("/")
        if file.startswith(_LOG) and posixpath.basename(folder) == _DATA:
            return posixpath.dirname(folder)
    return None
