# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a cluster tells of its replicas and of those on their way, for the utilities of ``reassign``, and asks for them.

*client* is what :func:`connection.connected` yields. Nothing here is kept: each call asks again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, Dict, Iterable, List, Mapping, Sequence, Set, Tuple

from ..core import listing
from ..core.errors import GroundworkError
from ..reassign.model import Broker, Change, Folder, Key, Partition, broker_of
from ..reassign.steps import Moving
from . import log_dirs, state

_ATTEMPTS = 5
_HEARD_SECONDS = 0.5


@dataclass(frozen=True)
class Reading:
    """Brokers; partitions as they were before what is under way; and that."""

    brokers: Sequence[Broker]
    partitions: Sequence[Partition]
    moving: Moving

    @property
    def numbers(self) -> Set[int]:
        """The brokers that the cluster knows, and those that are to hold something whether or not it does."""
        return {one.number for one in self.brokers}.union(*(one.replicas for one in self.partitions))

    @property
    def arrived(self) -> List[Partition]:
        """The partitions as they will be once what is under way has ended."""
        targets = self.moving.targets
        return [replace(one, replicas=targets.get(one.key, one.replicas)) for one in self.partitions]

    def with_what_is_under_way(self, changes: Sequence[Change]) -> List[Change]:
        """The *changes* of what will be, together with what leads there, as changes of what was.

        One that leads back there, while replicas are on their way elsewhere, is among them: it turns these round.
        """
        known = {one.key: one for one in changes}
        found = []
        for one in self.partitions:
            change = known.get(one.key)
            target = self.moving.targets.get(one.key, one.replicas)
            after = change.after if change else target
            log_dirs = dict(change.log_dirs) if change else {}
            log_dirs.update(
                {
                    number: path
                    for (key, number), path in self.moving.folders.items()
                    if key == one.key and number in after and number not in log_dirs
                }
            )
            if one.replicas != after or target != after or log_dirs:
                found.append(Change(one.topic, one.number, one.replicas, after, one.size, log_dirs))
        return found


class _Replicas:
    """The replicas in the folders of all brokers, by partition and broker."""

    def __init__(self, folders: Mapping[int, Sequence[state.Broker] | None]) -> None:
        self.sizes: Dict[Tuple[Key, int], int] = {}
        self.paths: Dict[Tuple[Key, int], str] = {}
        #: Those that a broker copies to another folder of its own.
        self.coming_sizes: Dict[Tuple[Key, int], int] = {}
        self.coming_paths: Dict[Tuple[Key, int], str] = {}
        for number, disks in folders.items():
            for disk in disks or ():
                for one in disk["replicas"]:
                    found = ((one["topic"], one["partition"]), number)
                    sizes = self.coming_sizes if one["coming"] else self.sizes
                    paths = self.coming_paths if one["coming"] else self.paths
                    sizes[found], paths[found] = one["size"], disk["path"]


def read(client: Any) -> Reading:
    """What there is, and what moves."""
    described = state.brokers_of(client.describe_cluster())
    folders = {one["id"]: None if one["fenced"] else log_dirs.read(client, one["id"]) for one in described}
    under_way, told = _settled(client)
    replicas = _Replicas(folders)
    partitions = [_partition(one, under_way, replicas) for one in told]
    adding = {(key, number) for key, one in under_way.items() for number in one["adding"]}
    moving = Moving(
        {
            key: tuple(number for number in one["replicas"] if number not in one["removing"])
            for key, one in under_way.items()
        },
        {**{found: replicas.sizes.get(found, 0) for found in adding}, **replicas.coming_sizes},
        replicas.coming_paths,
    )
    brokers = [broker_of(one, folders[one["id"]]) for one in described]
    return Reading([_with_room_for(one, partitions, moving, replicas) for one in brokers], partitions, moving)


def _settled(client: Any) -> Tuple[Dict[Key, Mapping[str, Any]], List[Dict[str, Any]]]:
    """What is under way, and the partitions as of then: asked again where something ended in between.

    Of what has ended a broker hears a moment after the controller, and until then tells of the replicas that went and
    of those that came together, as if the partition had so many: so it has to tell the same twice.
    """
    under_way: Dict[Key, Mapping[str, Any]] = {}
    told: List[Dict[str, Any]] = []
    replicas: List[Any] = []
    after = state.reassignments(client)
    for _attempt in range(_ATTEMPTS):
        before, earlier, told = after, replicas, state.partitions(client)
        after = state.reassignments(client)
        under_way = {(one["topic"], one["partition"]): one for one in after}
        replicas = [(one["topic"], one["partition"], one["replicas"]) for one in told]
        if before == after and earlier == replicas:
            break
        time.sleep(_HEARD_SECONDS)
    return under_way, told


def _partition(one: Mapping[str, Any], under_way: Mapping[Key, Mapping[str, Any]], replicas: _Replicas) -> Partition:
    key = (one["topic"], one["partition"])
    adding = under_way[key]["adding"] if key in under_way else ()
    numbers = tuple(number for number in one["replicas"] if number not in adding)
    sizes = {number: replicas.sizes.get((key, number), 0) for number in one["replicas"]}
    return Partition(
        one["topic"],
        one["partition"],
        numbers,
        sizes.get(one["leader"], max(sizes.values(), default=0)),
        tuple(one["isr"]),
        one["min_isr"],
        one["leader"],
        {number: replicas.paths[key, number] for number in one["replicas"] if (key, number) in replicas.paths},
    )


def _with_room_for(broker: Broker, partitions: Iterable[Partition], moving: Moving, replicas: _Replicas) -> Broker:
    """The broker, with less room by what is on its way to it and has not come yet."""
    sizes = {one.key: one.size for one in partitions}
    less: Dict[str, int] = {}
    for (key, number), copied in moving.copied.items():
        path = replicas.coming_paths.get((key, number), replicas.paths.get((key, number)))
        if number == broker.number and path is not None:
            less[path] = less.get(path, 0) + max(0, sizes.get(key, 0) - copied)
    disks = {folder.path: folder.disk or folder.path for folder in broker.folders}
    by_disk: Dict[str, int] = {}
    for path, size in less.items():
        if path in disks:
            by_disk[disks[path]] = by_disk.get(disks[path], 0) + size
    folders: Tuple[Folder, ...] = tuple(
        replace(folder, room=max(0, folder.room - by_disk.get(disks[folder.path], 0))) for folder in broker.folders
    )
    return replace(broker, folders=folders)


def begin(client: Any, changes: Sequence[Change]) -> None:
    """Have the cluster begin with *changes*; first each broker is told the folder of what it is to copy.

    Raises GroundworkError with the cluster's reasons for what it does not take. What is gone since is passed over.
    """
    asked: Dict[int, Dict[Key, str]] = {}
    for one in changes:
        for number, path in one.log_dirs.items():
            asked.setdefault(number, {})[one.key] = path
    failed = [
        f"{topic}-{number} to {asked[broker][topic, number]} of broker {broker} ({why})"
        for broker, paths in sorted(asked.items())
        for (topic, number), why in sorted(log_dirs.move(client, broker, paths).items())
    ]
    if failed:
        raise GroundworkError(
            f"Brokers did not take {listing.some(failed)}; look at their journals. What has begun goes on, and the "
            "same command goes on from there."
        )
    # What goes between folders alone is no reassignment; what stays where it was, and does not, turns one round.
    _alter(client, {one.key: list(one.after) for one in changes if one.before != one.after or not one.within})


def cancel(client: Any, reading: Reading) -> None:
    """Have what is under way end where it began."""
    moving = reading.moving
    _alter(client, dict.fromkeys(moving.targets))
    back: Dict[int, Dict[Key, str]] = {}
    paths = {one.key: one.folders for one in reading.partitions}
    for key, number in moving.folders:
        if number in paths.get(key, {}):
            back.setdefault(number, {})[key] = paths[key][number]
    for number, asked in sorted(back.items()):
        log_dirs.move(client, number, asked)


def _alter(client: Any, wanted: Mapping[Key, List[int] | None]) -> None:
    import kafka  # noqa: PLC0415 there is no client without it

    if not wanted:
        return
    gone = (kafka.errors.UnknownTopicOrPartitionError, kafka.errors.NoReassignmentInProgressError)
    answered = client.alter_partition_reassignments(
        {kafka.TopicPartition(*key): replicas for key, replicas in wanted.items()}
    )
    failed = [
        f"{one.topic}-{one.partition} ({error.__name__})"
        for one, error in sorted(answered.items())
        if error is not None and not issubclass(error, gone)
    ]
    if failed:
        raise GroundworkError(
            f"The cluster did not begin to reassign {listing.some(failed)}; look at the active controller's journal. "
            "What has begun goes on, and the same command goes on from there."
        )
