# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What speaks against changes, before the first is asked for: brokers, disks, replicas in sync, racks."""

from __future__ import annotations

from typing import Collection, Dict, List, Mapping, Sequence, Tuple

from ..core import listing, sizes
from ..core.errors import GroundworkError
from .model import Broker, Change, Key, Partition


def check(
    brokers: Sequence[Broker],
    partitions: Sequence[Partition],
    changes: Sequence[Change],
    accept_shared_racks: bool = False,
    leaving: Collection[int] = (),
) -> None:
    """Raise GroundworkError, in one sentence that names the first few, for *changes* that are not to be begun.

    No replica could be on the rack of brokers that are *leaving* alone.
    """
    known = {one.key: one for one in partitions}
    for reasons in (
        _offline(known, changes),
        _silent(brokers, changes),
        _min_isr(known, changes),
        no_room(brokers, changes),
        [] if accept_shared_racks else _racks(brokers, changes, leaving),
    ):
        if reasons:
            raise GroundworkError(reasons[0])


def missing(brokers: Sequence[Broker], wanted: Collection[int], leaving: Collection[int]) -> List[str]:
    """Those of the brokers *wanted* that no plan would count on although they are not *leaving*, a sentence each."""
    live = {one.number for one in brokers if one.live}
    return [
        f"Broker {number} is to have its share, and it does not run or has no folder that it can use; start it, look "
        "at its journal, and run again, or let it leave."
        for number in sorted({*wanted} - {*leaving} - live)
    ]


def startable(partitions: Sequence[Partition], changes: Sequence[Change]) -> List[Change]:
    """Those of *changes* that can be begun now, of a plan that is under way: the others wait for the next look.

    A broker may also have heard of a move's end later than the controller, and tell of replicas that are gone.
    """
    known = {one.key: one for one in partitions}
    return [one for one in changes if not _offline(known, [one]) and not _min_isr(known, [one])]


def in_sync(partitions: Sequence[Partition], changes: Sequence[Change], leaving: Collection[int]) -> None:
    """Raise GroundworkError where replicas of what changes are out of sync on brokers that are not *leaving*: what is
    behind is copied first, and a plan that was worked out can wait for it.
    """
    known = {one.key: one for one in partitions}
    behind = [
        one.name
        for one in changes
        if one.adding and set(known[one.key].replicas) - set(known[one.key].isr) - set(leaving)
    ]
    if behind:
        raise GroundworkError(
            f"{listing.some(behind)} {'is' if len(behind) == 1 else 'are'} not in sync on all brokers; start those "
            "that are down, or wait until they have caught up, and run again. Replicas of one that is gone for good go "
            "with leaving."
        )


def _offline(known: Mapping[Key, Partition], changes: Sequence[Change]) -> List[str]:
    names = [one.name for one in changes if known[one.key].leader is None]
    return (
        [
            f"Nobody leads {listing.some(names)}, so nobody can copy {'it' if len(names) == 1 else 'them'}; start the "
            "brokers that have them in sync, and run again."
        ]
        if names
        else []
    )


def _silent(brokers: Sequence[Broker], changes: Sequence[Change]) -> List[str]:
    """Brokers that are to take something and do not run, or have no folder that they can use."""
    live = {one.number for one in brokers if one.live}
    names: Dict[int, List[str]] = {}
    for one in changes:
        for number in {*one.adding, *one.within} - live:
            names.setdefault(number, []).append(one.name)
    return [
        f"Broker {number} is to take {listing.some(found)}, and it does not run or has no folder that it can use; "
        "start it, look at its journal, and run again."
        for number, found in sorted(names.items())
    ]


def _min_isr(known: Mapping[Key, Partition], changes: Sequence[Change]) -> List[str]:
    """Those with fewer in sync afterwards than have to be; on the way there are more, as replicas go last."""
    lost, few, bare = [], [], []
    for one in changes:
        now = known[one.key]
        then = len({*one.after} & {*now.isr}) + len(one.adding)
        if then == 0:
            lost.append(one.name)
        elif one.adding or one.removing:
            if then < min(now.min_isr, len(one.before)):  # with fewer replicas than that nobody can ever write so
                few.append(f"{one.name} ({then} of {now.min_isr})")
            elif 1 < len(one.after) <= now.min_isr < len(one.before):  # of one replica nothing else can be
                bare.append(f"{one.name} ({len(one.after)} of {now.min_isr})")
    found = []
    if lost:
        found.append(
            f"{listing.some(lost)} would lose all replicas that are in sync, and with them what was written; wait "
            "until one that stays is in sync, or have others stay."
        )
    if few:
        found.append(
            f"Fewer replicas of {listing.some(few)} would be in sync than min.insync.replicas asks for, so that nobody "
            "writes with acks=all; wait until those that stay are in sync, or give more replicas."
        )
    if bare:
        found.append(
            f"No more replicas of {listing.some(bare)} would be left than min.insync.replicas asks for, so that nobody "
            "writes with acks=all while one of their brokers is down; give more replicas, or the topic a lower "
            "min.insync.replicas first."
        )
    return found


def no_room(brokers: Sequence[Broker], changes: Sequence[Change]) -> List[str]:
    """Sentences on disks that do not have room for what comes, while what goes is still there."""
    found = []
    for broker in brokers:
        disks = {folder.path: folder.disk or folder.path for folder in broker.folders}
        room = {folder.disk or folder.path: folder.room for folder in broker.folders}
        coming = dict.fromkeys(room, 0)
        anywhere = 0
        for one in changes:
            if broker.number in one.log_dirs:
                coming[disks[one.log_dirs[broker.number]]] += one.size
            elif broker.number in one.adding:
                anywhere += one.size
        full = [disk for disk, size in coming.items() if size > room[disk]]
        left = sum(max(0, room[disk] - size) for disk, size in coming.items())
        if full or anywhere > left:
            paths = [path for path, disk in disks.items() if disk in full] or sorted(disks)
            wanted = sum(coming[disk] for disk in full) if full else sum(coming.values()) + anywhere
            free = sum(room[disk] for disk in full) if full else sum(room.values())
            found.append(
                f"{sizes.rounded(wanted)} are to come to {' and '.join(paths)} of broker {broker.number}, which has "
                f"{sizes.rounded(free)} free for them, with 5% of its file system left; add a disk or a broker, or "
                "shorten the retention of what is large."
            )
    return found


def _racks(brokers: Sequence[Broker], changes: Sequence[Change], leaving: Collection[int]) -> List[str]:
    """Those whose replicas would share racks more than they do today."""
    racks = {one.number: one.rack or f"\0{one.number}" for one in brokers}
    named = len({one.rack for one in brokers if one.rack and one.live and one.number not in leaving})

    def faults(replicas: Tuple[int, ...]) -> int:
        return max(0, min(named, len(replicas)) - len({racks.get(number, f"\0{number}") for number in replicas}))

    names = [one.name for one in changes if faults(one.after) > faults(one.before)]
    return (
        [
            f"Replicas of {listing.some(names)} would share a rack that need not, and one rack's end would take more "
            "than one of them; place them on brokers of other racks, or accept it with accept_shared_racks."
        ]
        if names
        else []
    )
