# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the metadata of a KRaft server is to move, and by which way nothing is lost.

A voter of the quorum is known by its number and the id of the folder with its metadata (``directory.id``), and replicas
are assigned to the ids of folders as well. So the id of a controller's folder goes along with the metadata, unless the
folder holds partitions: a folder of partitions with another id has lost them for the cluster, and those without another
replica have no leader any more (seen with 4.1.2 and 4.3.1). Such a controller becomes another voter in the new folder.
What a broker alone has is a copy, whose folder's id means nothing.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field, replace
from typing import Any, List, Mapping, Sequence

from ..broker import properties, uuids
from ..core import sizes
from ..core.errors import GroundworkError
from ..host import pending
from ..host.machine import Host, real_path
from . import data, failed_disk, move_record, move_room, storage
from .move_record import Move, Record

SERVICE = "kafka"
SETTINGS = "/etc/kafka/server.properties"
#: The form of the name under which metadata are copied to a folder until they are whole.
STAGE = "groundwork-moving"
#: The ways: a broker's copy, the identity of a voter with it, or a new voter in the place of the former one.
COPY, ALONG, JOIN = "a broker's copy", "a voter's, with its identity", "of a voter that joins anew"

_BROKER, _CONTROLLER = "broker", "controller"
_VOTERS = 3  # below that no majority is left while one of them is none
#: What Kafka leaves in a folder beside partitions and metadata.
_NOBODYS = {"lost+found", "bootstrap.checkpoint", ".lock", ".kafka_cleanshutdown", "remote-log-index-cache"}
_CHECKPOINT = "-checkpoint"
_STRAY = "-stray"


@dataclass(frozen=True)
class Quorum:
    """What the cluster tells of its voters: the *directory_ids* by which it knows them, and its *kraft_version*.

    *joins* tells whether a controller of the version that is installed comes to vote by itself.
    """

    directory_ids: Sequence[str]
    kraft_version: int
    joins: bool


@dataclass(frozen=True)
class Asked:
    """Server *node_id* as its inputs have it, ``kafka_metadata_log_dir`` empty for none, and the host's data *disks*.

    Without a *quorum* nothing is refused for its sake, and without a *node_id*, as before the servers are numbered, the
    metadata may be those of any server.
    """

    node_id: int | None
    log_dirs: Sequence[str]
    metadata_log_dir: str = ""
    disks: Sequence[Mapping[str, Any]] = ()
    quorum: Quorum | None = None

    @property
    def metadata(self) -> str:
        """The folder of the metadata."""
        return self.metadata_log_dir or self.log_dirs[0]


@dataclass(frozen=True)
class Plan:
    """What is to be done: the *move*, and whether an earlier one has *left* something in a folder.

    *log_dirs* and *metadata* are the folders of the server now, *asks* whether the quorum has to be asked first.
    """

    log_dirs: Sequence[str] = ()
    metadata: str = ""
    metadata_log_dir: str = ""
    move: Move | None = None
    left: Sequence[str] = ()
    record: Record | None = None
    runs: bool = False
    summary: Sequence[str] = field(default_factory=list)

    @property
    def due(self) -> List[str]:
        """The new folder, where the server has to be stopped for it, or an earlier run has not seen it back."""
        if self.move:
            return [self.move.target]
        waiting = [] if self.record is None else [one for one in self.record.moves if not self.runs or one.kind == JOIN]
        return [move.target for move in waiting]


def plan(host: Host, asked: Asked) -> Plan:
    """What is to be done to have the metadata where they are *asked* for; GroundworkError for what is in the way."""
    given = properties.parse(host.text(SETTINGS))
    now = failed_disk.metadata(given)
    if not now:
        return Plan()
    log_dirs = failed_disk.log_dirs(given)
    failed_disk.check(host, storage.folders(log_dirs, now), SETTINGS)
    record = move_record.remembered(host, SERVICE)
    left = leavings(host, log_dirs, now, record)
    named = posixpath.normpath(given["metadata.log.dir"]) if given.get("metadata.log.dir") else ""
    pid = pending.main_pid(host, SERVICE)
    _check_settings(host, pid, log_dirs, now)
    summary = [f"metadata: what an earlier run has left in {one} is kept there under another name" for one in left]
    known = Plan(log_dirs, now, named, None, left, record, pid is not None, summary)
    if real_path(host, now) == real_path(host, asked.metadata) or not host.exists(at(now)):
        return known
    roles = [role.strip() for role in given["process.roles"].split(",")]
    move = Move(_way(host, roles, known, asked), now, asked.metadata)
    _check_identity(host, now, asked.node_id)
    _check_log_dirs(host, asked)
    _check_target(host, move, log_dirs, left)
    if move.kind == JOIN and asked.quorum is not None:
        _check_quorum(host, move, asked.quorum)
    mount_point = move_room.disk_of(host, move.target, asked.disks)
    size = move_room.size(host, at(now), host.names(at(now)))
    move_room.check_room(host, [(move.target, size)])
    disk = f"on the disk at {mount_point}, " if mount_point else ""
    free = sizes.rounded(host.room(move.target))
    line = f"metadata, {move.kind}: {sizes.rounded(size)}, from {now} to {move.target} ({disk}{free} free)"
    return replace(known, move=move, summary=[*summary, line])


def at(folder: str) -> str:
    """Where Kafka keeps the metadata in *folder*."""
    return posixpath.join(folder, storage.METADATA)


def kept_at(folder: str, token: str) -> str:
    """Where they are kept in *folder*, out of the server's sight.

    Kafka goes through all folders there. It passes over those of the metadata's own topic, and one of this form is to
    it a replica that the cluster does not know, which it leaves alone.
    """
    return posixpath.join(folder, f"{storage.METADATA}.{token}{_STRAY}")


def leavings(host: Host, log_dirs: Sequence[str], now: str, record: Record | None) -> List[str]:
    """The folders in which the run of *record* has left what keeps the server from starting, or was never whole."""
    found = []
    for move in record.moves if record else ():
        here = real_path(host, now)
        other = {real_path(host, move.source): move.target, real_path(host, move.target): move.source}.get(here)
        if other is None:  # the settings name neither any more, so whoever wrote them knows better
            continue
        folders = (at(other), kept_at(other, STAGE))
        if any(host.exists(folder) for folder in folders) or not identity_fits(host, log_dirs, now, other):
            found.append(other)
    return found


def identity_fits(host: Host, log_dirs: Sequence[str], now: str, folder: str) -> bool:
    """Whether *folder* has an identity of its own where the server looks into it, and none where it does not."""
    own = storage.mark(host, folder)
    if real_path(host, folder) not in {real_path(host, one) for one in log_dirs}:
        return not own
    return bool(own) and own.get("directory.id") != storage.mark(host, now).get("directory.id")


def _way(host: Host, roles: Sequence[str], known: Plan, asked: Asked) -> str:
    if _CONTROLLER not in roles:
        return COPY
    stays = real_path(host, known.metadata) in {real_path(host, one) for one in asked.log_dirs}
    has_id = real_path(host, asked.metadata) in {real_path(host, one) for one in known.log_dirs}
    return JOIN if _BROKER in roles and (stays or has_id) else ALONG


def _check_settings(host: Host, pid: str | None, log_dirs: Sequence[str], now: str) -> None:
    """Raise GroundworkError where server.properties sends the server to another folder than the one that it uses."""
    used = {one for one in log_dirs if host.exists(at(one))} if not host.exists(at(now)) else set()
    for name in host.names(f"/proc/{pid}/fd") if pid else []:
        folder, metadata, _file = (host.link(f"/proc/{pid}/fd/{name}") or "").partition(f"/{storage.METADATA}/")
        if metadata and real_path(host, folder) != real_path(host, now):
            used = {folder}
    if used:
        raise GroundworkError(
            f"The metadata of this server lie in {min(used)}, and {SETTINGS} has it look for them in {now}; let "
            f"metadata.log.dir there be {min(used)}, and run again."
        )


def _check_identity(host: Host, folder: str, node_id: int | None) -> None:
    found = storage.mark(host, folder)
    number = found.get("node.id")
    fits = bool(number) if node_id is None else number == str(node_id)
    if not fits or not found.get("directory.id"):
        whose = "a server" if node_id is None else f"server {node_id}"
        raise GroundworkError(
            f"{folder}/{storage.MARK} does not say that the metadata there are those of {whose}, so they are "
            "not moved; bring back the file that belongs to them, or set kafka_node_id back."
        )


def _check_log_dirs(host: Host, asked: Asked) -> None:
    data.check_removed(host, SETTINGS, asked.log_dirs)
    new = [one for one in asked.log_dirs if one != asked.metadata and not storage.mark(host, one)]
    if new:
        raise GroundworkError(
            f"{new[0]} is new in kafka_log_dirs, and metadata are moved without anything else; take it out until they "
            "are moved, and let the playbook groundwork.kafka.site add it then."
        )


def _check_target(host: Host, move: Move, log_dirs: Sequence[str], left: Sequence[str]) -> None:
    """Raise GroundworkError where the folder that they are to go to holds anything that an earlier run has not left."""
    target = move.target
    others = {real_path(host, one) for one in (*log_dirs, move.source)} - {real_path(host, target)}
    for one in others:
        outer, inner = sorted((one, real_path(host, target)), key=len)
        if inner.startswith(outer.rstrip("/") + "/"):
            raise GroundworkError(f"{inner} lies in {outer}; give folders beside one another.")
    used = real_path(host, target) in {real_path(host, one) for one in log_dirs}
    known = [storage.METADATA, storage.MARK] if target in left else []
    marks = [{**storage.mark(host, folder), "directory.id": ""} for folder in (target, move.source)]
    known += [storage.MARK] if marks[0] == marks[1] else []  # a folder that it had before
    names = [name for name in host.names(target) if name not in known]
    strange = [name for name in names if (name == storage.METADATA if used else not _is_harmless(name))]
    if strange:
        raise GroundworkError(
            f"{target} holds {strange[0]}, which no move of this server's metadata has put there; give a folder that "
            "holds nothing, or move that away."
        )


def _is_harmless(name: str) -> bool:
    own = move_record.is_own(name) or name.startswith((f"{storage.METADATA}.", f"{storage.MARK}."))
    return own or name in _NOBODYS or name.endswith(_CHECKPOINT)


def _check_quorum(host: Host, move: Move, quorum: Quorum) -> None:
    """Raise GroundworkError unless the others keep the quorum while this server is no voter, until it is one again."""
    why = ""
    if not quorum.joins:
        why = "controllers of this version don't come to vote by themselves, as from Kafka 4.2 on; upgrade first"
    elif quorum.kraft_version < 1:
        why = "the voters of this cluster are fixed in its settings (kraft.version 0)"
    elif len(quorum.directory_ids) < _VOTERS:
        why = (
            f"it would have to leave the quorum of {len(quorum.directory_ids)} for a moment, which takes {_VOTERS} "
            "voters; add controllers first"
        )
    if why:
        raise GroundworkError(
            f"{move.source} and {move.target} are, one as a folder of partitions and the other for the metadata, known "
            f"to the cluster by their ids, so this controller has to become another voter, and {why}; or leave the "
            "metadata where they are, or have them on hosts that are controllers alone."
        )
    own = uuids.as_hex(storage.mark(host, move.target).get("directory.id", ""))
    if own and own in quorum.directory_ids and not former(host, move.target):
        raise GroundworkError(
            f"{move.target} has the id of a voter, and not what that has promised; wait until the quorum knows this "
            "controller by its new folder (kafka-metadata-quorum.sh describe --replication), and run again."
        )


def former(host: Host, folder: str) -> str:
    """Where *folder* keeps what was taken out of the server's sight there last; empty for none.

    With the id that the folder still has, the server may be a voter, who must not forget what it promised.
    """
    begin = f"{storage.METADATA}.{move_record.ASIDE}"
    tokens = [name[: -len(_STRAY)] for name in host.names(folder) if name.startswith(begin) and name.endswith(_STRAY)]
    held = [posixpath.join(folder, token + _STRAY) for token in sorted(tokens)]
    filled = [one for one in held if host.names(one)]
    return filled[-1] if filled and storage.mark(host, folder) else ""
