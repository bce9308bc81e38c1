# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a terminal shows of a run beside its plan."""

from __future__ import annotations

from typing import Any, Mapping

from ..core.table import table
from ..core.words import amount, percent

_HEAD = ("beside the plan", "planned", "at this scale", "measured", "difference", "")


def lines(told: Mapping[str, Any] | None) -> list[str]:
    """The scale, what was not taken as planned, and a table whose notes stand below it; none without a plan."""
    if not told:
        return []
    parts = [part["what"] for part in told["scale_parts"]] or ["as large as planned"]
    notes = list(dict.fromkeys(row["note"] for row in told["rows"] if row["note"]))
    rows = [
        (
            row["title"],
            *(amount(row[name], row["unit"]) for name in ("planned", "scaled", "measured")),
            percent(row["difference_percent"]),
            f"[{notes.index(row['note']) + 1}]" if row["note"] else "",
        )
        for row in told["rows"]
    ]
    return [
        f"plan      {told['file']}, class {told['class']}, scale {told['scale']:.3g}: {', '.join(parts)}",
        *(f"taken     {_taken(one)}" for one in told["taken"] if one["used"] != one["planned"]),
        *table(_HEAD, rows),
        *(f"[{number}] {note}" for number, note in enumerate(notes, start=1)),
    ]


def _taken(one: Mapping[str, Any]) -> str:
    used = f"{one['used']:,}" if one["used"] is not None else "no limit"
    return f"{one['what'].replace('_', ' ')} {used} by {one['by']}, {one['planned']:,} planned"
