# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What collectors have done as people read it: as one HTML page with a chart for each log, and as text."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core import table
from ansible_collections.groundwork.kafka.plugins.module_utils.core.printable import escaped
from ansible_collections.groundwork.kafka.plugins.module_utils.health import gc_summary
from ansible_collections.groundwork.kafka.plugins.plugin_utils.page import Chart, drawing, element, number, render

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 900, 260, 84, 30, 14
_LONG = 21.0  # ms, above which a pause is drawn as one that is too long
_STEPS = (0.1, 0.2, 0.5)
Log = Mapping[str, Any]


def off(logs: Sequence[Log]) -> list[str]:
    """A sentence on each log in which something is not normal."""
    return [sentence(log) for log in logs if _worst(log) == gc_summary.WARNING]


def text(logs: Sequence[Log], missing: Sequence[str]) -> str:
    """A table for each log, and what could not be read, for a terminal."""
    parts = []
    for log in logs:
        told = f"{log['collector'] or 'collector not told'}, Java {log['version'] or 'not told'}"
        rows = [[row["title"], _value(row), row["normal"], row["verdict"]] for row in log["rows"]]
        parts.append(
            f"{table.title(log['subject'])}\n{told}: {', '.join(log['paths'])}\n"
            + table.align([["measure", "value", "normal", "verdict"], *rows])
        )
    parts += ["\n".join(f"not read: {one}" for one in missing)] if missing else []
    lines = ("\n\n".join(parts) or "No log of a collector was found.").split("\n")
    return "\n".join(map(escaped, lines))


def page(logs: Sequence[Log], missing: Sequence[str], moment: str) -> str:
    """The page."""
    shown = [
        {
            **log,
            "rows": [{**row, "unit": gc_summary.unit(row)} for row in log["rows"]],
            "chart": _chart(place, log),
            "status": _status(log),
        }
        for place, log in enumerate(logs)
    ]
    status = "warned" if any(log["status"] == "warned" for log in shown) or missing or not logs else "passed"
    said = [sentence(log) for log in logs] or ["No log of a collector was found"]
    return render("gc.html.j2", logs=shown, missing=missing, moment=moment, status=status, said=said)


def _status(log: Log) -> str:
    return "warned" if _worst(log) == gc_summary.WARNING else "passed"


def _worst(log: Log) -> str:
    return gc_summary.WARNING if any(row["verdict"] == gc_summary.WARNING for row in log["rows"]) else ""


def _value(row: Mapping[str, Any]) -> str:
    return row["missing"] or "-" if row["value"] is None else _measured(row)


def _measured(row: Mapping[str, Any]) -> str:
    """The value of a *row* with its unit."""
    return f"{number(row['value'])} {gc_summary.unit(row)}"


def sentence(log: Log) -> str:
    """What to know of a log, in one line."""
    found = [row for row in log["rows"] if row["verdict"] == gc_summary.WARNING]
    if not log["pauses"]:
        return f"{log['subject']}: no pause is in {', '.join(log['paths'])}"
    counted = f"{log['pauses']} pause{'' if log['pauses'] == 1 else 's'}"
    if not found:
        return f"{log['subject']}: {counted}, as short and as seldom as they are to be"
    said = ", ".join(f"{row['title']} {_measured(row)} ({row['normal']})" for row in found)
    return f"{log['subject']}: {counted}; {said}"


def _chart(place: int, log: Log) -> Chart:
    """Pauses over time, the longest of each stretch, with the line of what is documented of busy brokers."""
    points: Sequence[Sequence[float]] = log["points"]
    title = "Pauses over time"
    name = f"gc{place}"
    top = _ceiling(max([_LONG * 1.2, *(ms for _at, ms in points)]))
    begin = min((at for at, _ms in points), default=0.0)
    width = max(max((at for at, _ms in points), default=0.0) - begin, 1e-9)
    right, bottom = _WIDTH - 12, _HEIGHT - _BOTTOM

    def down(ms: float) -> float:
        return round(bottom - ms / top * (bottom - _TOP), 2)

    parts = []
    for part in range(5):
        value = top * part / 4
        at = down(value)
        parts.append(element("path", d=f"M{_LEFT} {at}H{right}", stroke="currentColor", stroke_opacity="0.2"))
        parts.append(element("text", f"{value:g} ms", x=_LEFT - 8, y=at + 4, text_anchor="end"))
    for at, ms in points:
        left = round(_LEFT + (at - begin) / width * (right - _LEFT), 2)
        colour = "var(--vermillion, #d55e00)" if ms > _LONG else "var(--blue, #0072b2)"
        parts.append(element("path", d=f"M{left} {bottom}V{down(ms)}", stroke=colour, stroke_width="1.6"))
    line = down(_LONG)
    parts.append(
        element("path", d=f"M{_LEFT} {line}H{right}", stroke="currentColor", stroke_dasharray="4 3", fill="none")
    )
    parts.append(element("text", f"{_LONG:g} ms", x=right, y=line - 5, text_anchor="end"))
    for left, anchor, at in ((_LEFT, "start", begin), (right, "end", begin + width)):
        parts.append(element("text", _when(at, log["dated"]), x=left, y=_HEIGHT - 8, text_anchor=anchor))
    longest = max((ms for _at, ms in points), default=0.0)
    described = f"{log['pauses']} pauses, the longest of {number(longest)} ms"
    rows = [[one["kind"], one["count"], one["longest_ms"], one["total_ms"]] for one in log["kinds"]]
    columns = ("Pause", "Times", "Longest, ms", "Together, ms")
    return Chart(title, columns, rows, drawing(name, title, described, (_WIDTH, _HEIGHT), parts))


def _ceiling(value: float) -> float:
    """The next round number."""
    power = 1.0
    while power < value:
        power *= 10
    return next((power * step for step in _STEPS if power * step >= value), power)


def _when(at: float, dated: bool) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(at)) if dated else f"{at:.0f} s"
