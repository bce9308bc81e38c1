# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Timestamps of records at given offsets; where a batch's header tells, nothing is decompressed."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Iterable, Iterator, Mapping, NamedTuple, Tuple

from kafka import TopicPartition
from kafka.errors import TopicAuthorizationFailedError

from ..cluster.admin import Cluster
from ..cluster.fetch import Wanted, fetched
from ..core.errors import CouldNotRunError
from .batches import made, parted
from .groups import Log

_FIRST_BYTES = 64 * 1024
_MOST_SECONDS = 60

Place = Tuple[TopicPartition, int]


class Timestamps(NamedTuple):
    """When the first record at or after each place was made (or stored), in seconds since 1970; null: it does not say.

    A place after which the log has no record is not among ``at``. Some of those in batches of the codecs ``spread`` are
    estimates, as nothing here can open them.
    """

    at: Mapping[Place, "float | None"]
    spread: set[str]


def timestamps(cluster: Cluster, places: Iterable[Place], logs: Mapping[TopicPartition, Log]) -> Timestamps:
    """Ask for the timestamps of ``places``.

    Each leader is asked for all of its partitions at once, and again only for those whose batch did not fit or that
    have places further on.
    """
    searches: dict[TopicPartition, _Search] = {}
    for part, offset in sorted(set(places)):
        if offset < logs[part].end:
            searches.setdefault(part, _Search(offset, logs[part].end, [])).offsets.append(offset)
    found: dict[Place, float | None] = {}
    spread: set[str] = set()
    deadline = time.monotonic() + _MOST_SECONDS
    with cluster.asking("read the timestamps of the groups' records") as admin:
        while searches:
            if time.monotonic() > deadline:
                raise CouldNotRunError(
                    f"the records of {min(searches).topic} were not read within {_MOST_SECONDS} seconds: "
                    "see whether its leaders are well, or narrow with --topic"
                )
            for leader in sorted({logs[part].leader for part in searches}):
                mine = {part: search for part, search in searches.items() if logs[part].leader == leader}
                try:
                    for part, answer in fetched(
                        admin, leader, {part: Wanted(one.position, one.limit) for part, one in mine.items()}
                    ):
                        found.update({(part, offset): when for offset, when in mine[part].learn(answer.records or b"")})
                        spread |= mine[part].spread
                except TopicAuthorizationFailedError as error:
                    raise CouldNotRunError(
                        f"the records may not be read ({error.args[0]}), and only they tell how old a lag is: grant "
                        "READ on the topic to whoever this is, or name another one with --topic"
                    ) from error
            # Whoever got nothing comes first next time: the first partition of a request always gets a whole batch.
            left = [(part, search) for part, search in searches.items() if search.offsets]
            searches = dict(sorted(left, key=lambda one: -one[1].limit))
    return Timestamps(found, spread)


@dataclass
class _Search:
    """The ``offsets`` still looked for in one partition, ascending; where to read on, and how many bytes at once."""

    position: int
    end: int
    offsets: list[int]
    limit: int = _FIRST_BYTES
    spread: set[str] = field(default_factory=set)

    def learn(self, records: bytes) -> Iterator[tuple[int, float | None]]:
        """Offsets of which ``records`` tell the timestamp, in seconds or null for none.

        It goes on behind the last batch of them.
        """
        batches = list(parted(records))
        if not batches:
            self.limit *= 4
        for batch, raw in batches:
            told, codec = made(batch, raw, self.offsets)
            self.spread |= {codec} - {""}
            for offset, timestamp in told:
                while self.offsets and self.offsets[0] <= offset:
                    yield self.offsets.pop(0), None if timestamp is None or timestamp < 0 else timestamp / 1000
            self.position = max(self.position, batch.next_offset if batch.magic > 1 else told[-1][0] + 1)
        if self.position >= self.end:
            self.offsets = []
        elif self.offsets:
            self.position = max(self.position, self.offsets[0])
