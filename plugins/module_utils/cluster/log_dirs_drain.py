# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which replicas a broker is to move from some of its folders to others, some at a time, until nothing is left there.

The broker copies a replica while it goes on serving it, and exchanges the two when the copy has caught up. It goes on
with what it was asked for when whoever asked is gone, also after a restart. So nothing has to be remembered: each look
begins with what the broker tells. Pure; folders are those of the utility ``cluster.state``.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import Any, Collection, Dict, List, Mapping, NamedTuple, Sequence, Tuple

from ..core import listing, sizes
from ..core.errors import GroundworkError
from ..reassign import summary
from ..reassign.model import LEFT_FREE

Folder = Mapping[str, Any]
#: A replica: its topic and the number of its partition.
Replica = Tuple[str, int]


class _Held(NamedTuple):
    path: str
    size: int


@dataclass(frozen=True)
class Drain:
    """What is *left* in the folders and *begun* of it, in replicas, what is still to be copied in *bytes_left*, and
    which replicas the broker is to be *asked* to have in another folder.
    """

    left: List[Replica] = field(default_factory=list)
    begun: int = 0
    bytes_left: int = 0
    asked: Dict[Replica, str] = field(default_factory=dict)
    summary: Sequence[str] = ()


def drain(told: Sequence[Folder], drained: Collection[str], into: Mapping[str, str], at_once: int) -> Drain:
    """What the broker that has *told* of its folders is to do next, with *at_once* replicas on their way at most.

    *into* are the folders that stay, each with whatever tells its file system from others. Raises GroundworkError where
    they cannot take what the folders *drained* hold.
    """
    folders = {posixpath.normpath(one["path"]): one for one in told}
    _check(folders, [*drained, *into])
    now, coming = _held(folders, False), _held(folders, True)
    left = sorted(replica for replica, held in now.items() if held.path in drained)
    # Somebody else may have asked for replicas to come into a folder that is to be empty.
    turned = {one: now[one].path for one in coming if coming[one].path in drained and now[one].path not in drained}
    begun = {one: coming[one].path for one in left if one in coming and coming[one].path not in drained}
    targets = _targets(folders, into, left, now, coming, begun)
    waiting = [one for one in targets if one not in begun][: max(0, at_once - len(begun))]
    asked = {one: folders[path]["path"] for one, path in turned.items()}
    asked.update((one, folders[targets[one]]["path"]) for one in waiting)
    copied = sum(min(coming[one].size, now[one].size) for one in begun)
    bytes_left = sum(now[one].size for one in left) - copied
    return Drain([*left, *sorted(turned)], len(begun), bytes_left, asked, _summary(left, now, targets))


def _held(folders: Mapping[str, Folder], coming: bool) -> Dict[Replica, _Held]:
    """Where each replica is, or is *coming* to be, and how large it is there."""
    return {
        (one["topic"], one["partition"]): _Held(path, one["size"])
        for path, folder in folders.items()
        for one in folder["replicas"]
        if one["coming"] == coming
    }


def _check(folders: Mapping[str, Folder], concerned: Sequence[str]) -> None:
    """Raise GroundworkError where the broker does not have a folder, or cannot use it."""
    for path in concerned:
        if path not in folders:
            raise GroundworkError(
                f"The broker that runs does not have {path} among its folders ({', '.join(sorted(folders))}); restart "
                "it with the playbook groundwork.kafka.rolling_restart, and run again."
            )
        if folders[path]["error"]:
            raise GroundworkError(
                f"The broker cannot use {path} any more ({folders[path]['error']}), so nothing can be moved from or "
                "to it; look at its journal and the kernel's log (dmesg), and where the disk has failed, run the "
                "playbook groundwork.kafka.site, which names the replicas that were there."
            )


def _targets(  # noqa: PLR0917 - what is known of the replicas
    folders: Mapping[str, Folder],
    into: Mapping[str, str],
    left: Sequence[Replica],
    now: Mapping[Replica, _Held],
    coming: Mapping[Replica, _Held],
    begun: Mapping[Replica, str],
) -> Dict[Replica, str]:
    """Where each replica that is *left* goes, the largest first: where it fills the least of what is free.

    Raises GroundworkError where there is no room for one.
    """
    room = {into[path]: folders[path]["usable"] - int(folders[path]["total"] * LEFT_FREE) for path in into}
    free, planned = dict(room), dict.fromkeys(room, 0)
    count = {path: len(folders[path]["replicas"]) for path in into}
    targets: Dict[Replica, str] = {}
    for replica in sorted(left, key=lambda one: (one not in begun, -now[one].size, one)):
        size = now[replica].size
        if replica in begun:
            path, size = begun[replica], max(0, size - coming[replica].size)
        else:
            fits = [path for path in into if size <= free[into[path]]]
            if not fits:
                raise GroundworkError(_no_room(replica, now, left, room))
            path = min(fits, key=lambda one: (planned[into[one]] / max(1, room[into[one]]), count[one], one))
            count[path] += 1
        targets[replica] = path
        if path in into:
            free[into[path]] -= size
            planned[into[path]] += size
    return targets


def _no_room(replica: Replica, now: Mapping[Replica, _Held], left: Sequence[Replica], room: Mapping[str, int]) -> str:
    whole = sizes.rounded(sum(now[one].size for one in left))
    return (
        f"{len(left)} partitions of {whole} in all are to be moved, and {_name(replica)} of "
        f"{sizes.rounded(now[replica].size)} finds no room: the file systems of the other folders have "
        f"{' and '.join(sizes.rounded(max(0, free)) for free in room.values())} free for them, with 5% of each left; "
        "add a folder on another disk with the playbook groundwork.kafka.site, or move partitions to other brokers."
    )


def _summary(left: Sequence[Replica], now: Mapping[Replica, _Held], targets: Mapping[Replica, str]) -> List[str]:
    """What goes from which folder to which, a line for each two."""
    ways: Dict[Tuple[str, str], List[Replica]] = {}
    for one in left:
        ways.setdefault((now[one].path, targets[one]), []).append(one)
    size = {way: sizes.rounded(sum(now[one].size for one in ones)) for way, ones in ways.items()}
    return [
        f"{summary.partitions(len(ones))} ({size[source, target]}) from {source} to {target}"
        for (source, target), ones in sorted(ways.items())
    ]


def refusal(broker: int, failed: Mapping[Replica, str], asked: Mapping[Replica, str]) -> str:
    """What to do where the *broker* did not take some of what it was *asked* for, by Kafka's names of the errors."""
    named = [f"{_name(one)} to {asked[one]} ({why})" for one, why in sorted(failed.items())]
    return (
        f"Broker {broker} did not begin to move {listing.some(named)}; look at its journal. What it moved before stays "
        "where it is by now, and the same command goes on from there."
    )


def _name(replica: Replica) -> str:
    return f"{replica[0]}-{replica[1]}"
