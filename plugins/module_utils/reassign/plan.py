# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole plan: from brokers, partitions and a wish to the changes of replicas, and what each broker has by them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Collection, Dict, List, Mapping, Sequence, Tuple

from ..core import listing
from ..core.errors import GroundworkError
from . import duties, folders, leading
from .board import Board, capacities
from .model import Broker, Change, Partition, Wish
from .search import Ranges, Search
from .shares import Range, parted, shares, whole

_ROUNDING = 1e-6


@dataclass(frozen=True)
class Load:
    """What brokers hold: replicas, bytes, and how many they are to lead; and how many replicas share a rack that
    need not.
    """

    count: Mapping[int, int]
    bytes: Mapping[int, int]
    leaders: Mapping[int, int]
    rack_faults: int


@dataclass(frozen=True)
class Plan:
    """The *changes*, what is held *before* and *after* them, and the *ranges* of a broker's share, by name."""

    changes: Sequence[Change]
    before: Load
    after: Load
    ranges: Mapping[str, Mapping[int, Range]] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """What goes over the network."""
        return sum(one.bytes for one in self.changes)

    def unbalanced(self) -> List[Tuple[int, str]]:
        """Brokers outside their range after it, each with what of."""
        held: Mapping[str, Mapping[int, int]] = {
            "count": self.after.count,
            "bytes": self.after.bytes,
            "leaders": self.after.leaders,
        }
        return sorted(
            (number, what)
            for what, ranges in self.ranges.items()
            for number, one in ranges.items()
            if one.off(held[what].get(number, 0)) > _ROUNDING * one.high
        )


def make(brokers: Sequence[Broker], partitions: Sequence[Partition], wish: Wish) -> Plan:
    """The plan that fulfils the *wish*. Raises GroundworkError, in one sentence, for one that nothing can fulfil."""
    check(brokers, partitions, wish)
    staying = [one for one in brokers if one.live and one.number not in wish.leaving]
    ranges, targets = _ranges(staying, partitions, wish)
    board = Board(brokers, partitions, {one.number for one in staying})
    before = _load(brokers, [one.replicas for one in partitions], partitions)
    duties.place(board, wish, targets)
    Search(board, Ranges(ranges["count"], ranges["bytes"]), wish.balance).run()
    moved = [wish.balance or list(one.replicas) != held for one, held in zip(partitions, board.replicas)]
    movable = [one.leader is not None and moves for one, moves in zip(partitions, moved)]
    leading.balance(board.replicas, movable, ranges["leaders"])
    within = folders.balance(board, staying, wish.tolerance) if wish.balance else {}
    changes = [_change(board, index, within.get(index, {})) for index in range(len(partitions))]
    changed = [one for one in changes if one.before != one.after or one.log_dirs]
    return Plan(changed, before, _load(brokers, [one.after for one in changes], partitions, wish.leaving), ranges)


def of_changes(
    brokers: Sequence[Broker],
    partitions: Sequence[Partition],
    changes: Sequence[Change],
    ranges: Mapping[str, Mapping[int, Range]] | None = None,
    leaving: Collection[int] = (),
) -> Plan:
    """A plan of these *changes*, with what is held before and after them, when brokers that are *leaving* have left."""
    after = {one.key: one.after for one in changes}
    return Plan(
        changes,
        _load(brokers, [one.replicas for one in partitions], partitions),
        _load(brokers, [after.get(one.key, one.replicas) for one in partitions], partitions, leaving),
        ranges or {},
    )


def check(brokers: Sequence[Broker], partitions: Sequence[Partition], wish: Wish) -> None:
    """Raise GroundworkError for a wish that names what there is not, or that no cluster of this size can fulfil."""
    known, topics = {one.number for one in brokers}, {one.topic for one in partitions}
    held = {number for one in partitions for number in one.replicas}
    foreign = sorted(wish.leaving - known - held)
    if foreign:
        raise GroundworkError(
            f"There is no broker {listing.some([str(one) for one in foreign])}, which is to leave; the cluster has "
            f"{', '.join(map(str, sorted(known)))}."
        )
    staying = [one for one in brokers if one.live and one.number not in wish.leaving]
    if not staying:
        raise GroundworkError("All brokers that run are to leave; name fewer, as the others take what they hold.")
    for topic, factor in sorted(wish.replication.items()):
        if topic not in topics:
            raise GroundworkError(f"There is no topic {topic}, which is to have {factor} replicas; correct its name.")
        most = len(staying)
        if not 1 <= factor <= most:
            raise GroundworkError(
                f"{topic} is to have {factor} replicas, and {most} broker{'s' if most > 1 else ''} can hold one each; "
                f"give {f'a number from 1 to {most}' if most > 1 else '1'}, or add brokers first."
            )


def _ranges(
    staying: Sequence[Broker], partitions: Sequence[Partition], wish: Wish
) -> Tuple[Dict[str, Mapping[int, Range]], Dict[str, Mapping[int, float]]]:
    """The ranges and the shares of ``count``, ``bytes`` and ``leaders``, of the brokers that stay."""
    usable = {one.number for one in staying}
    silent = {number for one in partitions for number in one.replicas} - usable - wish.leaving
    factors = [
        max(0, wish.replication.get(one.topic, len(one.replicas)) - len(silent & set(one.replicas)))
        for one in partitions
    ]
    alike = dict.fromkeys(usable, 1.0)
    count = shares(staying, alike, [(factor, 1) for factor in factors])
    size = shares(staying, capacities(staying), [(factor, one.size) for factor, one in zip(factors, partitions)])
    leaders = len(partitions) / len(staying)
    found: Dict[str, Mapping[int, Range]] = {
        "count": {number: whole(share, wish.tolerance) for number, share in count.items()},
        "bytes": {number: parted(share, wish.tolerance) for number, share in size.items()},
        "leaders": dict.fromkeys(usable, whole(leaders, wish.tolerance)),
    }
    return found, {"count": count, "bytes": size}


def _change(board: Board, index: int, within: Mapping[int, str]) -> Change:
    one, after = board.partitions[index], tuple(board.replicas[index])
    log_dirs = {
        number: board.folders[index, number]
        for number in after
        if (index, number) in board.folders and len(board.disks[number]) > 1
    }
    return Change(one.topic, one.number, one.replicas, after, one.size, {**log_dirs, **within})


def _load(
    brokers: Sequence[Broker],
    replicas: Sequence[Sequence[int]],
    partitions: Sequence[Partition],
    left: Collection[int] = (),
) -> Load:
    numbers = {one.number for one in brokers} - set(left)
    board = Board(brokers, [_at(one, held) for one, held in zip(partitions, replicas)], numbers)
    leaders = dict.fromkeys(board.count, 0)
    for held in replicas:
        leaders[held[0]] += 1
    return Load(board.count, board.size, leaders, board.faults())


def _at(one: Partition, replicas: Sequence[int]) -> Partition:
    return Partition(one.topic, one.number, tuple(replicas), one.size)
