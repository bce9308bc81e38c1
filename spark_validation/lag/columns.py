# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``lag`` tells of each group and topic: one table of columns, for a terminal and for the page alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping, Union

from ..core.printable import escaped
from ..core.table import table
from ..core.words import duration, name, shortened

Cell = Union[str, float, None]
Data = Mapping[str, Any]
BOTH = TOPICS, PARTITIONS = ("topics", "partitions")
_NOTE_LETTERS, _PAGE_LETTERS = 400, 250
# What a terminal has less room for.
_SHORTER = {None: "-", "at any moment": "any moment"}


# What is known of a group that has committed nothing.
_NOWHERE = dict.fromkeys(
    (
        *("committed", "lag_records", "lag_seconds", "ahead_seconds", "lead_records", "lead_seconds", "lost_records"),
        *("produce_rate", "consume_rate", "catch_up_seconds", "loss_seconds", "open_transaction"),
    )
)


@dataclass(frozen=True)
class Column:
    """A figure of a group in a topic and, ``where`` it is told, in each partition; null: there is none.

    ``value`` takes the row of the group and topic, and where the group stands: in the whole topic or in the partition.
    ``title`` names it on the page, ``short`` in a terminal, which tells of topics alone; empty: it is not there.
    """

    title: str
    short: str
    value: Callable[[Data, Data], Cell]
    where: tuple[str, ...] = BOTH


def _text(of: str) -> Callable[[Data, Data], Cell]:
    return lambda row, _at: name(row[of], _PAGE_LETTERS)


def _figure(of: str) -> Callable[[Data, Data], Cell]:
    return lambda _row, at: at[of]


def _time(of: str) -> Callable[[Data, Data], Cell]:
    return lambda _row, at: None if at[of] is None else duration(at[of])


def _lag(_row: Data, at: Data) -> Cell:
    """What may be unread beside what is known to be counts at most."""
    known, unknown = at["lag_records"] or 0, at["unknown_records"]
    return f"up to {known + unknown:,}" if unknown else known


def _behind(_row: Data, at: Data) -> Cell:
    if at["ahead_seconds"] is not None:
        return "clock ahead"
    return None if at["lag_seconds"] is None else duration(at["lag_seconds"])


def _caught_up(row: Data, at: Data) -> Cell:
    if at["lag_records"] is None:
        return None
    if at["catch_up_seconds"] is None:
        # The group catches up with the topic, and its turn was not at this partition.
        return "never" if row["total"]["catch_up_seconds"] is None else "no commit"
    if at["catch_up_seconds"]:
        return duration(at["catch_up_seconds"])
    return "open transaction" if at["open_transaction"] else "now"


def _lost(row: Data, at: Data) -> Cell:
    if at["lag_records"] is None:
        return None
    if at["loss_seconds"] == 0:
        return "at any moment"
    if "delete" not in row["retention"]["policy"].split(","):
        return "compacted"
    return "never" if at["loss_seconds"] is None else duration(at["loss_seconds"])


COLUMNS = (
    Column("Group", "group", _text("group")),
    Column("State", "", _text("state"), (TOPICS,)),
    Column("Topic", "topic", _text("topic")),
    Column("Partitions", "partitions", lambda row, _at: len(row["partitions"] + row["uncommitted"]), (TOPICS,)),
    Column("Partition", "", _figure("partition"), (PARTITIONS,)),
    Column("Start", "", _figure("start"), (PARTITIONS,)),
    Column("Committed", "", _figure("committed"), (PARTITIONS,)),
    Column("End", "", _figure("end"), (PARTITIONS,)),
    Column("Lag", "lag", _lag),
    Column("Behind", "behind", _behind),
    Column("Lead", "lead", _figure("lead_records")),
    Column("Lead in time", "", _time("lead_seconds"), (PARTITIONS,)),
    Column("Lost unread", "", _figure("lost_records"), (PARTITIONS,)),
    Column("In a second", "in/s", _figure("produce_rate"), (TOPICS,)),
    Column("Read a second", "read/s", _figure("consume_rate"), (TOPICS,)),
    Column("Caught up", "caught up", _caught_up),
    Column("Lost", "lost", _lost),
)


def lines(details: Data) -> list[str]:
    """A line for each group and topic, in the order of the rows, and what was left out."""
    # The topic stands last: its name may be long.
    columns = sorted((column for column in COLUMNS if column.short), key=lambda column: column.short == "topic")
    rows = [[_in_terminal(column.value(row, _total(row))) for column in columns] for row in details["rows"]]
    notes = [shortened(escaped(note), _NOTE_LETTERS) for note in details["notes"]]
    return [*table([column.short for column in columns], rows), *notes]


def _in_terminal(cell: Cell) -> str:
    return f"{cell:,.0f}" if isinstance(cell, (int, float)) else _SHORTER.get(cell, name(str(cell)))


def _total(row: Data) -> Data:
    unknown = sum(one["end"] - one["start"] for one in row["uncommitted"])
    return {**_NOWHERE, **(row["total"] or {}), "unknown_records": unknown}


def _partitions(row: Data) -> list[Data]:
    """Those where the group stands somewhere, and those where nobody knows, by their numbers."""
    known = [{**at, "unknown_records": 0} for at in row["partitions"]]
    unknown = [{**_NOWHERE, **at, "unknown_records": at["end"] - at["start"]} for at in row["uncommitted"]]
    return sorted([*known, *unknown], key=lambda at: int(at["partition"]))


def tables(details: Data) -> dict[str, dict[str, Any]]:
    """The page's tables by name, each with its ``titles`` and ``rows``."""
    standing = {
        TOPICS: [(row, _total(row)) for row in details["rows"]],
        PARTITIONS: [(row, at) for row in details["rows"] for at in _partitions(row)],
    }
    return {
        where: {
            "titles": [column.title for column in columns],
            "rows": [[column.value(row, at) for column in columns] for row, at in places],
        }
        for where, places in standing.items()
        for columns in [[column for column in COLUMNS if where in column.where]]
    }
