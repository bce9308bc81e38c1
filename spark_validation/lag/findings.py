# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""From where the groups stand to what is found of them, and to the figures that thresholds can name."""

from __future__ import annotations

import math
from typing import Callable, Sequence

from ..core.verdict import MOST_EXAMPLES, Example, Finding
from ..core.words import duration, name, of
from .rows import Row
from .standing import Observed, Standing


def findings(rows: Sequence[Row], loss_within: float, offsets_seconds: float | None) -> dict[str, Finding]:
    """What was found, by the id of its check, the worst first; losses count as soon within ``loss_within`` seconds.

    ``offsets_seconds`` is how long brokers keep the offsets of a group that was left, null where that is unknown.
    """
    return {
        "lost_unread": _in_partitions(
            rows,
            lambda _observed, at: at.lost_records,
            lambda observed, at: f"{at.lost_records:,} records from offset {observed.committed} on were deleted unread",
        ),
        "beyond_end": _in_partitions(
            rows,
            lambda _observed, at: int(at.beyond_end),
            lambda observed, _at: f"offset {observed.committed} is committed, the log ends at {observed.end}",
        ),
        "lost_soon": _in_partitions(
            rows,
            lambda _observed, at: int(at.loss_seconds is not None and at.loss_seconds <= loss_within),
            lambda _observed, at: f"{at.lag_records:,} records unread, the first may go {_within(at.loss_seconds)}",
            lambda at: math.inf if at.loss_seconds is None else at.loss_seconds,
        ),
        "never_catches_up": _in_topics(
            [row for row in rows if not row.left and row.partitions and row.total.catch_up_seconds is None],
            _pace,
        ),
        "no_commit": _in_partitions(
            [row for row in rows if row.total.consume_rate],
            lambda observed, at: int(at.catch_up_seconds is None and observed.committed == observed.committed_before),
            lambda observed, at: (
                f"{at.lag_records:,} records unread, and nothing committed for {observed.seconds:.0f} s"
            ),
            lambda at: -at.lag_records,
        ),
        "open_transaction": _in_partitions(
            rows,
            lambda _observed, at: int(at.open_transaction),
            lambda observed, at: (
                f"all is read up to offset {observed.committed}, from where a transaction is open"
                f"{'' if at.lag_seconds is None else f', begun {duration(at.lag_seconds)} ago'}: "
                f"{of(at.lag_records, 'offset lies', 'offsets lie')} behind it"
            ),
            lambda at: -(at.lag_seconds or 0.0),
        ),
        "clock_ahead": _in_partitions(
            rows,
            lambda _observed, at: int(at.ahead_seconds is not None),
            lambda _observed, at: (
                f"{at.lag_records:,} records unread, the oldest is of a time that comes in "
                f"{duration(at.ahead_seconds or 0.0)}: set this machine's clock, or that of who makes or stores them"
            ),
            lambda at: -(at.ahead_seconds or 0.0),
        ),
        "no_offset": _without_offset(rows),
        "no_members": _in_topics(
            [row for row in rows if row.left and row.total.lag_records],
            lambda row: f"{row.total.lag_records:,} records unread",
        ),
        "offsets_expire": _expiring(rows, offsets_seconds),
    }


def _in_partitions(
    rows: Sequence[Row],
    count: Callable[[Observed, Standing], int],
    text: Callable[[Observed, Standing], str],
    harm: Callable[[Standing], float] = lambda at: -at.lost_records,
) -> Finding:
    """Those that count, the ones with the least of ``harm`` first; all else stays as the rows are."""
    found = [(row, observed, at) for row in rows for observed, at in row.partitions if count(observed, at)]
    examples = [
        Example(f"{_of(row)}: {text(observed, at)}", observed.partition, observed.committed)
        for row, observed, at in sorted(found, key=lambda one: harm(one[2]))[:MOST_EXAMPLES]
    ]
    return Finding(sum(count(observed, at) for _row, observed, at in found), examples=examples)


def _without_offset(rows: Sequence[Row]) -> Finding:
    found = [(row, one) for row in rows for one in row.uncommitted if one.records]
    examples = [
        Example(f"{_of(row)}: {of(one.records, 'record', 'records')}, and no offset is committed", one.partition)
        for row, one in sorted(found, key=lambda place: -place[1].records)[:MOST_EXAMPLES]
    ]
    return Finding(len(found), examples=examples)


def _in_topics(rows: Sequence[Row], text: Callable[[Row], str]) -> Finding:
    """The ones with most unread first."""
    worst = sorted(rows, key=lambda row: -row.total.lag_records)[:MOST_EXAMPLES]
    examples = [Example(f"{_of(row)}: {text(row)}") for row in worst]
    return Finding(len(rows), examples=examples)


def _expiring(rows: Sequence[Row], offsets_seconds: float | None) -> Finding:
    if offsets_seconds is None:
        return Finding(0, "not looked at: offsets.retention.minutes needs DESCRIBE_CONFIGS on the brokers")
    found = [
        row for row in rows if row.left and (row.retention.seconds is None or row.retention.seconds > offsets_seconds)
    ]
    kept = {
        row.topic: "without end" if row.retention.seconds is None else duration(row.retention.seconds) for row in found
    }
    examples = [
        Example(
            f"{_of(row)}: records are kept {kept[row.topic]}, offsets {duration(offsets_seconds)} after the last "
            "member left"
        )
        for row in found[:MOST_EXAMPLES]
    ]
    return Finding(len(found), examples=examples)


def measured(rows: Sequence[Row]) -> dict[str, float | None]:
    """The worst of all groups and partitions, by the id of the measure; what does not apply is not named.

    Where nothing is unread no lead is short, and where nothing is lost there is no time until it: such a figure left
    empty would count as one that nobody managed to measure. That is what becomes of the greatest age where one cannot
    be told, and of both where no offset is committed at all.
    """
    places = [at for row in rows for _observed, at in row.partitions]
    leads = [at.lead_records for at in places if at.lag_records]
    losses = [at.loss_seconds for at in places if at.loss_seconds is not None]
    unknown = any(at.ahead_seconds is not None for at in places)
    return {
        "lag_records_max": max((at.lag_records for at in places), default=None),
        "lag_seconds_max": None if unknown else max((at.lag_seconds or 0.0 for at in places), default=None),
        **({"lead_records_min": min(leads)} if leads else {}),
        **({"time_to_loss_seconds_min": min(losses)} if losses else {}),
    }


def _of(row: Row) -> str:
    return f"group {name(row.group)}, topic {name(row.topic)}"


def _pace(row: Row) -> str:
    """The rates that tell it: of the topic, or of the partition with most unread that grows faster than it is read."""
    total = row.total
    if total.consume_rate <= total.produce_rate:
        return _rates(total)
    outrun = [(observed, at) for observed, at in row.partitions if at.outrun]
    observed, at = max(outrun, key=lambda one: one[1].lag_records)
    return f"of partition {observed.partition} it {_rates(at)}"


def _rates(at: Standing) -> str:
    return f"reads {at.consume_rate:,.0f} records/s, {at.produce_rate:,.0f} records/s come in"


def _within(seconds: float | None) -> str:
    return f"in {duration(seconds)}" if seconds else "at any moment"
