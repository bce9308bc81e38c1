# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Settings and findings as tables of plain text that are read at a glance."""

from __future__ import annotations

from typing import Dict, List, Sequence

from .findings import Finding, sentences
from .settings import IN_EFFECT, Row
from .values import SIGNS

HEADINGS = ("setting", "wanted", "effective", "after boot", "persisted at", "status")
SAME = "same"  # after boot as it is in effect now
CELL = 34  # a longer cell is cut, so that usual tables keep within 120 columns
NAME = 48  # that of the column which tells rows apart

_GAP = "  "


def render(rows: Sequence[Row]) -> str:
    """The table of *rows*: ASCII, a line for each, and below one that is not in effect its note.

    Files are numbered, ``[1]:5`` is the fifth line of the first, and listed below the table. Without rows only the
    headings are left.
    """
    files: Dict[str, int] = {}
    cells = [_cells(row, files) for row in rows]
    aligned = align([HEADINGS, *cells]).split("\n")
    lines, said = aligned[:2], None
    for row, line in zip(rows, aligned[2:]):
        lines.append(line)
        note = row["note"] if row["status"] != IN_EFFECT else None
        if note and note != said:
            lines.append("    " + _ascii(note))
        said = note
    return "\n".join(lines + [f"[{number}] {_ascii(file)}" for file, number in files.items()])


def title(host: str) -> str:
    """The line above what is told of *host*."""
    return f"== {host} =="


def findings(found: Sequence[Finding]) -> str:
    """A line for each finding, the worst first, or that there is none."""
    return "\n".join(map(_ascii, sentences(found))) or "No findings."


def align(lines: Sequence[Sequence[str | None]], whole: bool = False) -> str:
    """Columns of plain text: the first of *lines* are the headings, below which comes a rule; the first may be wide.

    Cells that are too long are cut, unless they are to be *whole*, as where a person copies from them.
    """
    texts = [[_ascii(cell or "-") for cell in line] for line in lines]
    cells = texts if whole else [[_cut(cell, CELL if at else NAME) for at, cell in enumerate(line)] for line in texts]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return "\n".join(_line(line, widths) for line in [cells[0], ["-" * size for size in widths], *cells[1:]])


def _cells(row: Row, files: Dict[str, int]) -> List[str | None]:
    return [
        row["name"],
        SIGNS.get(str(row["rule"]), "") + (row["wanted"] or "-"),
        row["effective"],
        SAME if row["after_boot"] == row["effective"] and row["after_boot"] else row["after_boot"],
        _place(row["persisted_at"], files),
        row["status"],
    ]


def _place(origin: str | None, files: Dict[str, int]) -> str | None:
    """``[number]:line`` for the file:line *origin*, ``[number]`` for a whole file; one that is not among *files* yet
    gets the next number."""
    if origin is None:
        return None
    file, _colon, line = origin.rpartition(":")
    if not line.isdigit():
        return f"[{files.setdefault(origin, len(files) + 1)}]"
    return f"[{files.setdefault(file, len(files) + 1)}]:{line}"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return _GAP.join(cell.ljust(size) for cell, size in zip(cells, widths)).rstrip()


def _cut(cell: str, size: int) -> str:
    return cell if len(cell) <= size else cell[: size - 3] + "..."


def _ascii(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode("ascii")
