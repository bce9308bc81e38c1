# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Rows and columns for a terminal."""

from __future__ import annotations

import unicodedata
from typing import Sequence

from .printable import escaped


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned lines: the first and the last column to the left, those between, which are figures, to the right.

    What could steer a terminal is written out.
    """
    cells = [[escaped(cell) for cell in row] for row in (head, *rows)]
    widths = [max(_width(row[column]) for row in cells) for column in range(len(head))]
    last = len(head) - 1
    return [
        "  ".join(
            _blank(cell, width) + cell if 0 < column < last else cell + _blank(cell, width)
            for column, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in cells
    ]


def _blank(cell: str, width: int) -> str:
    return " " * (width - _width(cell))


def _width(text: str) -> int:
    """The columns that ``text`` takes in a terminal: letters of East Asia take two, accents of their own none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)
