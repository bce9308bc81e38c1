# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One group in one topic, as both samplings saw it, and which of them is worse off."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Iterable, Sequence

from .retention import Retention
from .standing import Observed, Standing, together


@dataclass(frozen=True)
class Uncommitted:
    """A partition that a member reads and of which its group has committed no offset: all of it may be unread."""

    partition: int
    start: int
    end: int

    @property
    def records(self) -> int:
        """Offsets between the start and the end of the log."""
        return self.end - self.start


@dataclass(frozen=True)
class Row:
    """One group in one topic; ``state`` is the broker's word, ``Empty`` for a group without members.

    What is in ``uncommitted`` is in no figure of ``total``: where the group stands there is not known.
    """

    group: str
    state: str
    topic: str
    retention: Retention
    partitions: list[tuple[Observed, Standing]]
    uncommitted: Sequence[Uncommitted] = ()

    @property
    def uncommitted_records(self) -> int:
        """As many records may be unread beside those that are known to be."""
        return sum(one.records for one in self.uncommitted)

    @property
    def total(self) -> Standing:
        """All its partitions together."""
        return together([standing for _observed, standing in self.partitions])

    @property
    def left(self) -> bool:
        """Whether nobody reads for the group: it has no members, and nobody committed between the samplings."""
        return self.state == "Empty" and not self.total.consume_rate

    def as_data(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "group": self.group,
            "state": self.state,
            "topic": self.topic,
            "retention": asdict(self.retention),
            "total": asdict(self.total) if self.partitions else None,
            "partitions": [
                {
                    "partition": observed.partition,
                    "committed": observed.committed,
                    "start": observed.start,
                    "end": observed.end,
                    "stable": observed.stable,
                    **asdict(standing),
                }
                for observed, standing in self.partitions
            ],
            "uncommitted": [asdict(one) for one in self.uncommitted],
        }


def worst_first(rows: Iterable[Row]) -> list[Row]:
    """What is lost comes before what is lost soon, and that before what is only far behind."""
    return sorted(rows, key=_harm)


def _harm(row: Row) -> tuple[Any, ...]:
    """The less, the worse."""
    total = row.total
    return (
        -total.lost_records,
        not total.beyond_end,
        math.inf if total.loss_seconds is None else total.loss_seconds,
        total.catch_up_seconds is not None,
        not total.open_transaction,
        -total.lag_records - row.uncommitted_records,
        row.group,
        row.topic,
    )
