# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Folders of a server whose disk has failed: told from whatever else is wrong, and the way to go on without them.

A broker with other folders goes on without one that fails, and Kafka brings back what was there from other replicas.
ZooKeeper has no other folder, but perhaps other servers.
"""

from __future__ import annotations

import posixpath
import re
from typing import Any, Dict, List, Mapping, Sequence

from ..broker import properties
from ..core.errors import FAILED_DISK, REPLACE_DISK, WITHOUT_DISK, GroundworkError
from ..disks import awaited, mount_units
from ..host.machine import Host, real_path
from .storage import MARK, METADATA

_PARTITION = re.compile(r".+-[0-9]+\Z")
_SERVER = re.compile(r"server\.[0-9]+\Z")
_VERSION = "version-2"  # where ZooKeeper keeps its files, in each of its folders
#: What is to be done for a ZooKeeper server that is the only one, in the collection.
GUIDE = "docs/zookeeper_disk.md"
_OF_METADATA = (
    f"the server's KRaft metadata lies there, without which it does not run, so {REPLACE_DISK.format('kafka')}"
)


def why(host: Host, folder: str) -> str:
    """What the kernel says where *folder* cannot be read since its disk fails; empty where it can, or is not there."""
    try:
        host.names(folder)
        host.probe(posixpath.join(folder, MARK))
    except OSError as error:
        return (error.strerror or str(error)) if error.errno in FAILED_DISK else ""
    except GroundworkError:  # what is no file, which those say that read it
        return ""
    return ""


def check(host: Host, folders: Sequence[str], settings: str) -> None:
    """Raise GroundworkError, with the way to go on, where one of the wanted *folders* is on a disk that fails.

    The file *settings* tells where the server that runs keeps KRaft's metadata, without which it cannot go on.
    """
    for folder in folders:
        said = why(host, folder)
        if said:
            raise _failed(folder, said, way(folder, properties.parse(host.text(settings))))


def _failed(folder: str, said: str, remedy: str) -> GroundworkError:
    return GroundworkError(f"{folder} cannot be read ({said}), since its disk fails; {remedy}.")


def way(folder: str, given: Mapping[str, str]) -> str:
    """How a broker or controller with the properties *given* goes on whose *folder* is on a disk that fails."""
    return _OF_METADATA if posixpath.normpath(folder) == metadata(given) else WITHOUT_DISK


def check_zookeeper(host: Host, folders: Sequence[str], settings: str) -> None:
    """Raise GroundworkError, with the way to go on, where one of ZooKeeper's *folders* is on a disk that fails.

    The file *settings* is the zoo.cfg of the server so far, which tells whether there are others.
    """
    failed = [(folder, said) for folder, said in ((one, why_zookeeper(host, one)) for one in folders) if said]
    if failed:
        raise _failed(*failed[0], way_of_zookeeper(host, folders, properties.parse(host.text(settings))))


def why_zookeeper(host: Host, folder: str) -> str:
    """:func:`why`, of a *folder* of ZooKeeper's, which has its files one below."""
    return why(host, folder) or why(host, posixpath.join(folder, _VERSION))


def way_of_zookeeper(host: Host, folders: Sequence[str], given: Mapping[str, str]) -> str:
    """How a ZooKeeper server with the properties *given* goes on that has one of its *folders* on a disk that fails.

    A log without snapshots keeps it from starting, and snapshots without a log bring back an earlier state, with which
    it could outvote what it has acknowledged. So what it still has is taken from it where others have everything.
    """
    if sum(1 for key in given if _SERVER.match(key)) < 2:
        return (
            "it is the only ZooKeeper server, and the topics, ACLs and users that it holds are nowhere else, without "
            f"which brokers cannot use their records; save what can be read, and go on as {GUIDE} of this collection "
            "says"
        )
    left = sorted({posixpath.join(one, _VERSION) for one in folders if not why_zookeeper(host, one)})
    away = (
        f"; before that run, with zookeeper stopped, move {' and '.join(left)} away as well, because a server with a "
        "part of its data does not start, or has forgotten what it acknowledged"
    )
    return f"{REPLACE_DISK.format('zookeeper')}, and the server copies everything from the others{away if left else ''}"


def left_behind(
    host: Host, wanted: Sequence[str], settings: str, disks: Sequence[Mapping[str, Any]] = ()
) -> Dict[str, Any]:
    """The *folders* of the old *settings* whose data is gone: those that are not *wanted* any more and whose disk fails
    or that are empty, and those that have got an empty disk. *disks* are all that the host is to have.

    *held* are the partitions that the others hold; none where nothing is left behind. *may_be_new* tells that no folder
    has a sign that the server ever ran. Raises GroundworkError where KRaft's metadata is among what is left behind.
    """
    given = properties.parse(host.text(settings))
    former = [path for path in dict.fromkeys([*log_dirs(given), metadata(given)]) if path]
    kept = {real_path(host, path) for path in wanted}
    left = [path for path in former if real_path(host, path) not in kept]
    points = mount_units.unmounted(host, "kafka")
    failed = [path for path in left if why(host, path) or any((path + "/").startswith(point + "/") for point in points)]
    emptied = _emptied(host, wanted, former, [path for path in left if path not in failed])
    moved = any(host.exists(posixpath.join(path, METADATA)) for path in [*wanted, *emptied])
    if metadata(given) in failed or (metadata(given) in emptied and not moved):
        raise GroundworkError(f"{metadata(given)} cannot be left out of kafka_log_dirs: {_OF_METADATA}.")
    renewed = _renewed(host, wanted, [path for path in former if path not in left], disks)
    folders = [path for path in log_dirs(given) if path in {*failed, *emptied, *renewed}]
    ran = bool(failed) or any(host.exists(posixpath.join(path, MARK)) for path in [*wanted, *left])
    return {
        "folders": folders,
        "held": _held(host, wanted) if folders else [],
        "may_be_new": bool(folders) and not ran,
    }


def empty(host: Host, wanted: Sequence[str], disks: Sequence[Mapping[str, Any]], has_run: bool) -> Dict[str, Any]:
    """What :func:`left_behind` returns of a server of which no file tells what it had in its folders *wanted*.

    Where nothing there tells that it *has_run* it may be a new one, or the host takes over the number of another one.
    """
    if has_run:
        folders = _renewed(host, wanted, wanted, disks)
    else:  # also those that were formatted since
        folders = [] if any(awaited.hides(host, path, disks) for path in wanted) else list(wanted)
    held = _held(host, wanted) if folders else []
    return {"folders": folders, "held": held, "may_be_new": bool(folders) and not has_run}


def _renewed(host: Host, wanted: Sequence[str], kept: Sequence[str], disks: Sequence[Mapping[str, Any]]) -> List[str]:
    """Those of the folders *kept* without partitions, and without what a server writes into each before it uses it.

    While a disk is still to be mounted for one of the *wanted*, which may have what is missed, it is none: they are
    looked at again then.
    """
    renewed = [path for path in kept if not host.exists(posixpath.join(path, MARK)) and not _held(host, [path])]
    return [] if renewed and any(awaited.hides(host, path, disks) for path in wanted) else renewed


def _emptied(host: Host, wanted: Sequence[str], former: Sequence[str], left: Sequence[str]) -> List[str]:
    """Those of the *former* folders *left* out that hold no data of a server that has some, so they had it as well.

    A disk that is not mounted any more leaves such a folder, or none at all. What was moved to another of the *wanted*
    folders is there: a new one holds none.
    """
    known = {real_path(host, path) for path in former}
    marked = [path for path in [*wanted, *left] if host.exists(posixpath.join(path, MARK))]
    emptied = [path for path in left if path not in marked] if marked else []
    moved = [path for path in marked if real_path(host, path) not in known]
    return emptied if len(moved) < len(emptied) else []


def metadata(given: Mapping[str, str]) -> str:
    """The folder of KRaft's metadata, by a server's properties; empty with ZooKeeper."""
    if not given.get("process.roles"):
        return ""
    named = given.get("metadata.log.dir", "").strip()
    return posixpath.normpath(named) if named else next(iter(log_dirs(given)), "")


def log_dirs(given: Mapping[str, str]) -> List[str]:
    """The folders of partitions, by a server's properties."""
    named = given.get("log.dirs") or given.get("log.dir", "")
    return [posixpath.normpath(path.strip()) for path in named.split(",") if path.strip().startswith("/")]


def _held(host: Host, folders: Sequence[str]) -> List[str]:
    return sorted(
        {name for folder in folders for name in host.names(folder) if _PARTITION.match(name) and name != METADATA}
    )
