# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The document as one HTML page that needs nothing but itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2


def page(told: dict[str, Any]) -> str:
    """Render ``told``, a document as :func:`spark_validation.report.document.document` gives it."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["thousands"] = lambda value: f"{value:,}"
    return environment.get_template("page.html.j2").render(run=told, bars=_bars(told["partitions"]))


def _bars(rows: list[dict[str, int]]) -> list[dict[str, Any]]:
    """Height of each partition's bars in percent of the tallest."""
    tallest = max([1, *(max(row["planned"], row["read"]) for row in rows)])
    return [
        {**row, "planned_height": 100 * row["planned"] / tallest, "read_height": 100 * row["read"] / tallest}
        for row in rows
    ]
