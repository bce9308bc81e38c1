# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The document as one HTML page that needs nothing but itself."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Mapping

import jinja2


def page(told: Mapping[str, Any]) -> str:
    """Render ``told``, a document as :func:`spark_validation.report.document.document` gives it."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["thousands"] = lambda value: f"{value:,}"
    return environment.get_template("page.html.j2").render(
        run=told,
        details=told["details"],
        bars=_bars(told["details"].get("partitions", [])),
        timeline=_timeline(told["details"]["soak"]) if "soak" in told["details"] else None,
    )


def _timeline(soak: dict[str, Any]) -> dict[str, Any]:
    """The soak over time, as positions in percent from the left and from below.

    Records are drawn against the busiest moment, latencies on a scale of powers of ten from a millisecond up.
    """
    width, moments = soak["moment_seconds"], soak["moments"]
    seconds = max(1, width * len(moments))
    busiest = max([1, *(moment["records"] for moment in moments)])
    decades = max(1, math.ceil(math.log10(max([0.01, *(moment["worst_latency"] or 0 for moment in moments)]) * 1000)))
    return {
        "seconds": seconds,
        "busiest": round(busiest / width),
        "decades": [{"at": 100 * power / decades, "name": _duration(10**power)} for power in range(decades + 1)],
        "moments": [
            {
                **moment,
                "left": 100 * moment["second"] / seconds,
                "width": 100 * width / seconds,
                "height": 100 * moment["records"] / busiest,
                "latency_height": 100 * math.log10(max(1.0, 1000 * (moment["worst_latency"] or 0))) / decades,
            }
            for moment in moments
        ],
        "stalls": [
            {**stall, "left": 100 * stall["began"] / seconds, "width": 100 * stall["seconds"] / seconds}
            for stall in soak["probe"]["stalls"]
        ],
    }


def _duration(milliseconds: int) -> str:
    return f"{milliseconds} ms" if milliseconds < 1000 else f"{milliseconds // 1000} s"


def _bars(rows: list[dict[str, int]]) -> list[dict[str, Any]]:
    """Height of each partition's bars in percent of the tallest."""
    tallest = max([1, *(max(row["planned"], row["read"]) for row in rows)])
    return [
        {**row, "planned_height": 100 * row["planned"] / tallest, "read_height": 100 * row["read"] / tallest}
        for row in rows
    ]
