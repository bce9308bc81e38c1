# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The search for the fewest bytes that bring every broker into its range of replicas and of bytes."""

from __future__ import annotations

from bisect import bisect_left
from typing import Callable, Dict, Iterator, List, Mapping, NamedTuple, Sequence, Tuple

from .board import Board, Sorted
from .shares import Range

_SCANNED = 400  # replicas next to the size that is looked for
_SAMPLES = 16  # of a broker's replicas, for an exchange
_LEAST_GAIN = 1e-9
#: Of what a move of so many bytes could bring at best, it has to bring this much, unless it puts numbers right.
_WORTH = 0.2
#: What a move costs in itself, in parts of a mean replica: of two ways alike, the one with fewer moves.
_EACH = 0.05


class Ranges(NamedTuple):
    """What each broker may hold."""

    replicas: Mapping[int, Range]
    size: Mapping[int, Range]


class _Move(NamedTuple):
    ratio: float
    steps: Tuple[Tuple[int, int, int], ...]


#: Between two brokers, from the first to the second.
_Moves = Callable[[int, int], Iterator[_Move]]


class Search:
    """Moves on a *board* that bring brokers nearer to their *ranges*; with *paid* such that cost bytes too."""

    def __init__(self, board: Board, ranges: Ranges, paid: bool) -> None:
        self.board, self.ranges, self.paid = board, ranges, paid
        numbers = list(ranges.replicas)
        self.mean_count = max(1.0, sum(board.count.values()) / len(numbers))
        self.mean_bytes = max(1.0, sum(board.size.values()) / len(numbers))
        self.each = max(1.0, _EACH * self.mean_bytes / self.mean_count)
        #: How often each broker's replicas have changed, and the best move between two as of then.
        self.changes = dict.fromkeys(numbers, 0)
        self.known: Dict[str, Dict[Tuple[int, int], Tuple[Tuple[int, int], _Move | None]]] = {}
        groups: Dict[str, List[int]] = {}
        for number in numbers:
            named = bool(board.brokers[number].rack)
            groups.setdefault(board.racks[number] if named else "", []).append(number)
        self.groups = list(groups.values())

    def run(self) -> None:
        """Go on until nothing helps any more, then take back what turned out not to be needed."""
        while True:
            best = self._best(self._one, self._likely()) or self._best(self._one, self._every())
            if best is None and self.paid:
                best = self._best(self._exchanged, self._every())
            if best is None:
                break
            for index, source, target in best.steps:
                self.board.move(index, source, target)
                self.changes[source] += 1
                self.changes[target] += 1
        self._take_back()

    def _off(self, number: int, count: int, size: int) -> float:
        """How far a broker with so much is outside its ranges, in parts of the means."""
        return (
            self.ranges.replicas[number].off(self.board.count[number] + count) / self.mean_count
            + self.ranges.size[number].off(self.board.size[number] + size) / self.mean_bytes
        )

    def _gain(self, source: int, target: int, count: int, size: int) -> float:
        """How much nearer both come when so many replicas and bytes go from *source* to *target*."""
        before = self._off(source, 0, 0) + self._off(target, 0, 0)
        return before - self._off(source, -count, -size) - self._off(target, count, size)

    def _ratio(self, source: int, target: int, count: int, size: int, cost: int) -> float:
        """The gain for each byte; 0 where it is not worth it."""
        gain = self._gain(source, target, count, size)
        if gain <= _LEAST_GAIN or (cost > 0 and not self.paid):
            return 0.0
        if cost > 0 and gain * self.mean_bytes < _WORTH * cost and not self._counts(source, target, count):
            return 0.0
        return gain / (max(0, cost) + self.each)

    def _counts(self, source: int, target: int, count: int) -> bool:
        """Whether numbers come nearer to their ranges."""
        now = {number: self.ranges.replicas[number].off(self.board.count[number]) for number in (source, target)}
        then = self.ranges.replicas[source].off(self.board.count[source] - count)
        return then + self.ranges.replicas[target].off(self.board.count[target] + count) < sum(now.values())

    def _likely(self) -> Iterator[Tuple[int, int]]:
        """The fullest brokers of each rack with the emptiest, by replicas and by bytes."""
        seen = set()
        for ranges, held in ((self.ranges.replicas, self.board.count), (self.ranges.size, self.board.size)):
            full = [max(one, key=lambda number: held[number] - ranges[number].high) for one in self.groups]
            empty = [min(one, key=lambda number: held[number] - ranges[number].low) for one in self.groups]
            for pair in self._worthwhile(full, empty):
                if pair not in seen:
                    seen.add(pair)
                    yield pair

    def _every(self) -> Iterator[Tuple[int, int]]:
        numbers = list(self.ranges.replicas)
        return self._worthwhile(numbers, numbers)

    def _worthwhile(self, sources: Sequence[int], targets: Sequence[int]) -> Iterator[Tuple[int, int]]:
        """Pairs of which one has too much, or the other too little."""
        off = {number: self._off(number, 0, 0) for number in {*sources, *targets}}
        for source in sources:
            for target in targets:
                if source != target and (off[source] or off[target]):
                    yield source, target

    def _best(self, moves: _Moves, pairs: Iterator[Tuple[int, int]]) -> _Move | None:
        """The best of the *moves* between two of *pairs*; what is known of two that nothing has changed stays known."""
        best = None
        known = self.known.setdefault(moves.__name__, {})
        for pair in pairs:
            now = (self.changes[pair[0]], self.changes[pair[1]])
            found = known.get(pair)
            if found is None or found[0] != now or not self._possible(found[1]):
                move = max(moves(*pair), key=lambda one: one.ratio, default=None)
                found = known[pair] = (now, move)
            if found[1] is not None and (best is None or found[1].ratio > best.ratio):
                best = found[1]
        return best

    def _possible(self, move: _Move | None) -> bool:
        """Whether a partition is still where it was when a move of it was thought of."""
        return move is None or all(
            source in self.board.replicas[index] and self.board.may(index, source, target)
            for index, source, target in move.steps
        )

    def _one(self, source: int, target: int) -> Iterator[_Move]:
        """A replica that goes from *source* to *target*."""
        for index in self._candidates(source, target):
            size = self.board.partitions[index].size
            ratio = self._ratio(source, target, 1, size, self.board.cost(index, source, target))
            if ratio:
                yield _Move(ratio, ((index, source, target),))

    def _candidates(self, source: int, target: int) -> Iterator[int]:
        """Replicas of about the sizes that would help."""
        if not any(self.board.keeps_racks(racks, source, target) for racks in self.board.patterns[source]):
            return
        for held in (self.board.arrived[source], *((self.board.staying[source],) if self.paid else ())):
            if held:
                for aim in self._aims(source, target):
                    yield from self._near(held, aim, source, target)

    def _aims(self, source: int, target: int) -> List[float]:
        """The bytes that are too many or too few, the same in parts where replicas are so too, and none."""
        size, count = self.ranges.size, self.ranges.replicas
        bytes_off = max(self.board.size[source] - size[source].high, size[target].low - self.board.size[target])
        count_off = max(self.board.count[source] - count[source].high, count[target].low - self.board.count[target])
        aims = [0.0]
        if bytes_off > 0:
            aims += [bytes_off, bytes_off / count_off] if count_off > 1 else [bytes_off]
        return aims

    def _near(self, held: Sorted, aim: float, source: int, target: int) -> Iterator[int]:
        """The next smaller and the next larger one that may go."""
        place = bisect_left(held, (aim, -1))
        replicas, may = self.board.replicas, self.board.may
        for way in (
            range(place - 1, max(-1, place - 1 - _SCANNED), -1),
            range(place, min(len(held), place + _SCANNED)),
        ):
            for position in way:
                index = held[position][1]
                if target not in replicas[index] and may(index, source, target):
                    yield index
                    break

    def _exchanged(self, source: int, target: int) -> Iterator[_Move]:
        """A larger one for a smaller one, where numbers are right and bytes are not."""
        bytes_off = max(self._aims(source, target))
        if not bytes_off:
            return
        for back in self._sample(source=target, target=source):
            returned = self.board.partitions[back].size
            returning = self.board.cost(back, source=target, target=source)
            for held in (self.board.arrived[source], self.board.staying[source]):
                for index in self._near(held, bytes_off + returned, source, target) if held else ():
                    size = self.board.partitions[index].size - returned
                    cost = self.board.cost(index, source, target) + returning
                    ratio = self._ratio(source, target, 0, size, cost)
                    if ratio:
                        yield _Move(ratio, ((index, source, target), (back, target, source)))

    def _sample(self, source: int, target: int) -> Iterator[int]:
        """Some of all sizes that may go, the smallest ones first."""
        for held in (self.board.arrived[source], self.board.staying[source]):
            step = max(1, len(held) // _SAMPLES)
            for place in range(0, len(held), step):
                index = held[place][1]
                if self.board.may(index, source, target):
                    yield index

    def _take_back(self) -> None:
        """Have replicas stay whose going made nothing better, the largest first."""
        board = self.board
        came = [(size, index, number) for number, held in board.arrived.items() for size, index in held]
        for size, index, number in sorted(came, reverse=True):
            for former in sorted(board.home[index] - set(board.replicas[index])):
                if (
                    number in self.ranges.replicas
                    and former in self.ranges.replicas
                    and board.may(index, number, former)
                    and self._gain(number, former, 1, size) >= -_LEAST_GAIN
                ):
                    board.move(index, number, former)
                    break
