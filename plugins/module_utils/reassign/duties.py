# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What has to move whatever the balance: from brokers that leave, for other numbers of replicas, and to other racks.

To these only what is moved anyway goes, where no balance is wished for.
"""

from __future__ import annotations

from typing import List, Mapping, Sequence

from ..core import listing, sizes
from ..core.errors import GroundworkError
from .board import Board
from .model import Wish

#: A share of nothing is no divisor.
_LEAST = 1e-9


def place(board: Board, wish: Wish, shares: Mapping[str, Mapping[int, float]]) -> None:
    """Do it on the *board*, the largest first, each to where it is missing the most of the *shares*.

    Those are of ``count`` and ``bytes``. Raises GroundworkError where something finds no broker.
    """
    largest = sorted(range(len(board.partitions)), key=lambda index: (-board.partitions[index].size, index))
    for index in largest:
        one = board.partitions[index]
        if one.leader is not None:
            _lower(board, index, wish, shares)
            _leave(board, index, wish, shares)
            _raise(board, index, wish, shares)
            if wish.balance or board.replicas[index] != list(one.replicas):
                _respread(board, index, shares)
        elif wish.leaving & set(one.replicas) or len(one.replicas) != _wanted(board, index, wish):
            raise GroundworkError(
                f"{one.name} has no leader, so nobody can copy it, or give a replica up; start the brokers that have "
                "it in sync first."
            )


def _wanted(board: Board, index: int, wish: Wish) -> int:
    one = board.partitions[index]
    return wish.replication.get(one.topic, len(one.replicas))


def _lower(board: Board, index: int, wish: Wish, shares: Mapping[str, Mapping[int, float]]) -> None:
    """Take replicas away: from brokers that leave, out of sync, doubled in a rack, and where most is held, first."""
    one = board.partitions[index]
    while len(board.replicas[index]) > _wanted(board, index, wish):

        def worth(number: int) -> tuple[int, int, int, float]:
            others = [other for other in board.replicas[index] if other != number]
            spread = len(set(board.racks_of(others)))
            return number not in wish.leaving, number in one.isr, -spread, -_filling(board, number, shares)

        board.remove(index, min(board.replicas[index], key=worth))


def _leave(board: Board, index: int, wish: Wish, shares: Mapping[str, Mapping[int, float]]) -> None:
    for number in [one for one in board.replicas[index] if one in wish.leaving]:
        board.move(index, number, _target(board, index, number, shares))


def _raise(board: Board, index: int, wish: Wish, shares: Mapping[str, Mapping[int, float]]) -> None:
    while len(board.replicas[index]) < _wanted(board, index, wish):
        board.add(index, _target(board, index, None, shares))


def _respread(board: Board, index: int, shares: Mapping[str, Mapping[int, float]]) -> None:
    """Move those that share a rack to one that has none of it, as long as there is room there."""
    while board.spread(index) < board.needed(len(board.replicas[index])):
        racks = board.on_racks[index]
        doubled = [number for number in board.replicas[index] if racks.count(board.racks[number]) > 1]
        fits = [number for number in board.allowed if board.racks[number] not in racks and board.fits(index, number)]
        if not fits:
            return
        source = max(doubled, key=lambda number: (_filling(board, number, shares), number))
        board.move(index, source, min(fits, key=lambda number: (_filling(board, number, shares), number)))


def _spread_by(board: Board, index: int, source: int | None, target: int) -> int:
    """On how many racks it is then."""
    others = [one for one in board.replicas[index] if one != source]
    return len(set(board.racks_of([*others, target])))


def _target(board: Board, index: int, source: int | None, shares: Mapping[str, Mapping[int, float]]) -> int:
    """The broker that takes it: on as many racks as can be, and where the most is missing."""
    fits = [number for number in board.allowed if board.may(index, source, number)]
    if not fits:  # a rack that goes as a whole takes the spread with it
        others = [number for number in board.allowed if number not in board.replicas[index]]
        fits = [number for number in others if board.fits(index, number)]
        if not fits:
            raise GroundworkError(_nowhere(board, index, others))
    return min(
        fits,
        key=lambda number: (-_spread_by(board, index, source, number), _filling(board, number, shares), number),
    )


def _filling(board: Board, number: int, shares: Mapping[str, Mapping[int, float]]) -> float:
    """How much of its share the broker has, the fuller of both."""
    if number not in shares["count"]:
        return float("inf")
    count = board.count[number] / max(_LEAST, shares["count"][number])
    size = board.size[number] / max(_LEAST, shares["bytes"][number]) if any(shares["bytes"].values()) else 0.0
    return max(count, size)


def _nowhere(board: Board, index: int, others: Sequence[int]) -> str:
    one = board.partitions[index]
    size = sizes.rounded(one.size)
    if not others:
        having = [str(number) for number in sorted(board.allowed)]
        return (
            f"{one.name} has {len(one.replicas)} replicas, and no other broker to take one: "
            f"{f'broker {having[0]} has' if len(having) == 1 else f'brokers {listing.some(having)} have'} it already; "
            f"add a broker, or lower the replication of {one.topic} first."
        )
    rooms: List[str] = []
    for number in sorted(others):
        room = max(board.room[number].values(), default=0)
        rooms.append(f"{sizes.rounded(max(0, room))} at most on broker {number}")
    return (
        f"A replica of {one.name} of {size} finds no room: with 5% of each file system left, there is "
        f"{listing.some(rooms, 5)}; add a disk or a broker, or shorten the retention of what is large."
    )
