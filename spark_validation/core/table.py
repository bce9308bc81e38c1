# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Rows and columns for a terminal."""

from __future__ import annotations

from typing import Sequence

from .words import escaped


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned lines: the first and the last column to the left, those between, which are figures, to the right.

    What could steer a terminal is written out.
    """
    cells = [[escaped(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    last = len(head) - 1
    return [
        "  ".join(
            f"{cell:>{width}}" if 0 < column < last else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in cells
    ]
