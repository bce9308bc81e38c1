# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What of a ZooKeeper server's data is to move, from the folders of its zoo.cfg to those that the inventory gives."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Set

from ..broker import properties
from ..core import sizes
from ..core.errors import GroundworkError
from ..host import pending
from ..host.machine import Host, real_path
from . import failed_disk, move_record, move_room
from .move_record import Move, Record
from .zookeeper_folders import ZOO_CFG

SERVICE = "zookeeper"
MYID = "myid"
#: The two kinds of data, each in a folder of its own or both in one.
SNAPSHOTS, LOG = "snapshots", "transaction log"
#: The keys of zoo.cfg that name the folders.
KEYS = {SNAPSHOTS: "dataDir", LOG: "dataLogDir"}

_VARIABLES = {SNAPSHOTS: "zookeeper_data_dir", LOG: "zookeeper_data_log_dir"}
_VERSION = "version-2"
_PREFIX = "log."
_NOBODYS = {_VERSION, MYID, "lost+found"}


@dataclass(frozen=True)
class Left:
    """Files *names* of a *kind* in a *folder* that zoo.cfg does not name, or a *stage* there: of an earlier run."""

    kind: str
    folder: str
    names: Sequence[str]
    stage: bool


@dataclass(frozen=True)
class Plan:
    """What is to be done: *moves*, and what earlier ones have *left*. *folders* are the server's by now, by kind."""

    folders: Dict[str, str] = field(default_factory=dict)
    moves: Sequence[Move] = ()
    left: Sequence[Left] = ()
    record: Record | None = None
    runs: bool = False
    summary: Sequence[str] = ()

    @property
    def due(self) -> List[str]:
        """The new folders, where the server has to be stopped for them or an earlier run has not started it again."""
        waiting = self.record.moves if self.record and not self.runs else ()
        return [move.target for move in self.moves or waiting]


def plan(host: Host, wanted: Mapping[str, str], disks: Sequence[Mapping[str, Any]]) -> Plan:
    """What is to be done so that the data lies in the folders *wanted*, by kind, of which some are on *disks*.

    Raises GroundworkError for what is in the way.
    """
    given = properties.parse(host.text(ZOO_CFG))
    if not given.get("dataDir"):
        return Plan()
    data = posixpath.normpath(given["dataDir"])
    folders = {SNAPSHOTS: data, LOG: posixpath.normpath(given.get("dataLogDir") or data)}
    failed_disk.check_zookeeper(host, list(dict.fromkeys(folders.values())), ZOO_CFG)
    pid = pending.main_pid(host, SERVICE)
    _check_open_log(host, pid, folders[LOG])
    record = move_record.remembered(host, SERVICE)
    left = leavings(host, folders, record)
    moves = [
        Move(kind, folders[kind], folder)
        for kind, folder in wanted.items()
        if real_path(host, folders[kind]) != real_path(host, folder)
    ]
    if moves and not any(files(host, folder, kind) for kind, folder in folders.items()):
        raise GroundworkError(
            f"{ZOO_CFG} says that ZooKeeper keeps its data in {' and '.join(dict.fromkeys(folders.values()))}, which "
            f"hold none; let it name the folders that do, or remove it where this server has no data."
        )
    for move in moves:
        _check_target(host, move, folders, left)
    mount_points = {move.target: move_room.disk_of(host, move.target, disks) for move in moves}
    sizes = {move: move_room.size(host, files_at(move.source), files(host, move.source, move.kind)) for move in moves}
    move_room.check_room(host, [(move.target, size) for move, size in sizes.items()])
    summary = [*_of_leavings(left, record)]
    summary += [_of_move(host, move, size, mount_points[move.target]) for move, size in sizes.items()]
    if moves and not any(key.startswith("server.") for key in given):
        summary.append("this is the only ZooKeeper server: until it is back, brokers wait for it")
    return Plan(folders, moves, left, record, pid is not None, summary)


def files(host: Host, folder: str, kind: str) -> List[str]:
    """The names of the files of *kind* in *folder*: transaction logs, or all else."""
    return [name for name in host.names(files_at(folder)) if name.startswith(_PREFIX) is (kind == LOG)]


def files_at(folder: str) -> str:
    """Where ZooKeeper keeps its files in *folder*."""
    return posixpath.join(folder, _VERSION)


def leavings(host: Host, folders: Mapping[str, str], record: Record | None) -> List[Left]:
    """What the run of *record* has left, where zoo.cfg does not look by now: it names *folders*, by kind."""
    found = []
    for move in record.moves if record else ():
        here = real_path(host, folders[move.kind])
        other = {real_path(host, move.source): move.target, real_path(host, move.target): move.source}.get(here)
        if other is None:  # zoo.cfg names neither any more, so whoever wrote it knows better
            continue
        names, stage = files(host, other, move.kind), host.exists(move_record.stage(other, move.kind))
        if names or stage:
            found.append(Left(move.kind, other, names, stage))
    return found


def _check_target(host: Host, move: Move, folders: Mapping[str, str], left: Sequence[Left]) -> None:
    """Raise GroundworkError where the folder that data is to go to holds anything that an earlier run has not left."""
    variable, target = _VARIABLES[move.kind], move.target
    for outer, inner in ((move.source, target), (target, move.source)):
        if (real_path(host, inner) + "/").startswith(real_path(host, files_at(outer)) + "/"):
            raise GroundworkError(f"{inner} lies among the files of {outer}; give {variable} another folder.")
    strange = _strangers(host, move, {real_path(host, folder) for folder in folders.values()}, left)
    if strange:
        raise GroundworkError(
            f"{target} holds {strange[0]}, which no move of this server's data has put there; give {variable} a folder "
            "that holds nothing, or move that away."
        )
    number, own = (host.text(posixpath.join(folder, MYID)).strip() for folder in (target, folders[SNAPSHOTS]))
    if number and own and number != own:
        raise GroundworkError(
            f"{target} is the folder of ZooKeeper server {number[:20]}, and this one is {own}; give {variable} a "
            "folder of its own."
        )


def _strangers(host: Host, move: Move, used: Set[str], left: Sequence[Left]) -> List[str]:
    """What is in the way in the folder that data is to go to; the server's own *used* ones hold other data as well."""
    target = real_path(host, move.target)
    known = {name for one in left if real_path(host, one.folder) == target for name in one.names}
    if target in used:
        return [name for name in files(host, move.target, move.kind) if name not in known]
    beside = [name for name in host.names(move.target) if name not in _NOBODYS and not move_record.is_own(name)]
    away = [name for name in beside if not any((one + "/").startswith(f"{target}/{name}/") for one in used)]
    return [*(name for name in host.names(files_at(move.target)) if name not in known), *away]


def _check_open_log(host: Host, pid: str | None, folder: str) -> None:
    """Raise GroundworkError where process *pid* writes another log than that of zoo.cfg: it has not read that file."""
    for name in host.names(f"/proc/{pid}/fd") if pid else []:
        at, _slash, file = (host.link(f"/proc/{pid}/fd/{name}") or "").rpartition("/")
        if not file.startswith(_PREFIX) or posixpath.basename(at) != _VERSION:
            continue
        used = posixpath.dirname(at)
        if real_path(host, used) != real_path(host, folder):
            raise GroundworkError(
                f"ZooKeeper runs on this host with its transaction log in {used}, and {ZOO_CFG} says {folder}; let "
                f"dataLogDir there be {used} again, and run again."
            )


def _of_move(host: Host, move: Move, size: int, mount_point: str) -> str:
    count = len(files(host, move.source, move.kind))
    disk = f"on the disk at {mount_point}, " if mount_point else ""
    return (
        f"{move.kind}: {count} files, {sizes.rounded(size)}, from {move.source} to {move.target} "
        f"({disk}{sizes.rounded(host.room(move.target))} free)"
    )


def _of_leavings(left: Sequence[Left], record: Record | None) -> Iterator[str]:
    for one in left:
        if one.names and record:
            away = posixpath.join(one.folder, record.aside)
            yield f"{one.kind}: {len(one.names)} files that an earlier run has left in {one.folder} are kept in {away}"
        if one.stage:
            yield f"{one.kind}: what an earlier run has begun to copy to {one.folder} is given up"
