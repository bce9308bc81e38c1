# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``lag`` prints below its checks: one line for each group and topic."""

from __future__ import annotations

from typing import Any, Mapping

from ..core.table import table
from ..core.words import duration

_HEAD = ("group", "partitions", "lag", "behind", "lead", "in/s", "read/s", "caught up", "lost", "topic")


def lines(details: Mapping[str, Any]) -> list[str]:
    """A row of figures for each group and topic, and what was left out."""
    return [*table(_HEAD, [_cells(row) for row in details["rows"]]), *details["notes"]]


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The row of one group and topic, as a person reads it; in the order of ``_HEAD``."""
    total = row["total"]
    return (
        row["group"],
        str(len(row["partitions"])),
        f"{total['lag_records']:,}",
        _time(total["lag_seconds"], "-"),
        f"{total['lead_records']:,}",
        f"{total['produce_rate']:,.0f}",
        f"{total['consume_rate']:,.0f}",
        "now" if total["catch_up_seconds"] == 0 else _time(total["catch_up_seconds"], "never"),
        _lost(row),
        row["topic"],
    )


def _lost(row: Mapping[str, Any]) -> str:
    if row["total"]["loss_seconds"] == 0:
        return "any moment"
    if "delete" not in row["retention"]["policy"].split(","):
        return "compacted"
    return _time(row["total"]["loss_seconds"], "never")


def _time(seconds: float | None, otherwise: str) -> str:
    return otherwise if seconds is None else duration(seconds)
