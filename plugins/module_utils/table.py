# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Rows of settings as a table of plain text that is read at a glance."""

from __future__ import annotations

from typing import List, Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils.settings import IN_EFFECT, Row
from ansible_collections.groundwork.kafka.plugins.module_utils.values import AT_LEAST, AT_MOST, EXACT

WIDTH = 120
HEADINGS = ("setting", "wanted", "effective", "after boot", "persisted at", "status")

_SIGNS = {EXACT: "", AT_LEAST: ">= ", AT_MOST: "<= "}
_GAP = "  "
_FLEXIBLE = HEADINGS.index("persisted at")


def render(rows: Sequence[Row], width: int = WIDTH) -> str:
    """The table of *rows*: ASCII, a line for each, and below one that is not in effect its note.

    The place where a setting is persisted is cut on its left, so that the table keeps within *width* where the other
    columns allow it. Without rows only the headings are left.
    """
    cells = [_cells(row) for row in rows]
    widths = [max([len(heading)] + [len(line[column]) for line in cells]) for column, heading in enumerate(HEADINGS)]
    room = width - (sum(widths) - widths[_FLEXIBLE] + len(_GAP) * (len(widths) - 1))
    widths[_FLEXIBLE] = min(widths[_FLEXIBLE], max(room, len(HEADINGS[_FLEXIBLE])))
    lines = [_line(HEADINGS, widths), _line(["-" * size for size in widths], widths)]
    for row, line in zip(rows, cells):
        lines.append(_line(line, widths))
        if row["note"] and row["status"] != IN_EFFECT:
            lines.append("    " + _ascii(row["note"]))
    return "\n".join(lines)


def _cells(row: Row) -> List[str]:
    shown = (
        row["name"],
        _SIGNS[str(row["rule"])] + str(row["wanted"]),
        row["effective"],
        row["after_boot"],
        row["persisted_at"],
        row["status"],
    )
    return [_ascii(cell or "-") for cell in shown]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return _GAP.join(_cut(cell, size).ljust(size) for cell, size in zip(cells, widths)).rstrip()


def _cut(cell: str, size: int) -> str:
    """The end of *cell* when it is too long: a file's name and line say more than its directory."""
    return cell if len(cell) <= size else "..." + cell[len(cell) - size + 3 :]


def _ascii(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode("ascii")
