# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The rows of the report under their titles: a few for a terminal, more of them for the page."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from ..core.table import table
from ..core.words import duration, name, of

Data = Mapping[str, Any]
MOST_LINES = 10
#: The columns whose title is more than their name.
_TITLES = {
    "audited": "Audited",
    "in_effect": "In effect",
    "percent": "%",
    "audited_at": "Last audited",
    "seen_at": "Last record",
    "before_at": "Audit before",
    "headroom_percent": "% left",
    "per_day": "Growth a day",
    "days": "Full in",
    "full_at": "Full at",
    "usual": "Usual",
    "usual_peers": "Peers with it",
}
#: What is told on the page of each kind, in this order.
KINDS = ("clusters", "racks", "roles", "settings", "reviews", "traps", "headroom", "drift", "outliers", "missing")
#: What a page has no room for, and the JSON has.
_LEFT_OUT = {"headroom": ("audited_at", "audits"), "drift": ("rack", "before_at", "audited_at"), "outliers": ("rack",)}
_LETTERS = 40


def lines(details: Data) -> list[str]:
    """What was read, the clusters with the least in effect, and the worst traps."""
    files, total = details["files"], details["total"]
    head = ("cluster", "hosts", "in effect", "high", "medium", "low")
    rows = [
        (
            _short(row["cluster"]),
            f"{row['hosts']:,}",
            _percent(row["percent"]),
            *(f"{row[word]:,}" for word in ("high", "medium", "low")),
        )
        for row in details["clusters"][:MOST_LINES]
    ]
    told = [
        f"read {of(files['records'], 'record', 'records')} of {of(total['hosts'], 'host', 'hosts')} in "
        f"{of(files['read'], 'file', 'files')} of {files['listed']:,} listed, from {details['first']} to "
        f"{details['last']}"
    ]
    told += table(head, rows) + _more(details, "clusters", "cluster")
    traps = [
        (_short(row["trap"]), f"{row['clusters']:,}", f"{row['accepted_in']:,}", row["severity"])
        for row in details["traps"][:MOST_LINES]
    ]
    if traps:
        told += table(("trap", "clusters", "accepted in", "severity"), traps) + _more(details, "traps", "trap")
    if details["parquet"]:
        told.append(f"tables: {_short(details['parquet'], 200)}")
    return told


def _more(details: Data, kind: str, one: str) -> list[str]:
    more = details["counts"][kind] - len(details[kind][:MOST_LINES])
    return [f"and {of(more, f'more {one}', f'more {one}s')}"] if more > 0 else []


def tables(details: Data) -> dict[str, dict[str, Any]]:
    """The page's tables by name, each with its ``titles`` and ``rows``."""
    told = {kind: _table(details[kind], _LEFT_OUT.get(kind, ())) for kind in KINDS if details[kind]}
    files = details["files"]
    named = [(one["file"], "no JSON", one["lines"]) for one in files["broken"]]
    named += [(one["file"], "no record or review of an audit", one["lines"]) for one in files["foreign"]]
    named += [(file, "no line", None) for file in files["unread"]]
    named += [(file, "no audit beside it", None) for file in files["alone"]]
    rows = [[_short(file, 200), what, lines] for file, what, lines in named]
    return {**told, "files": {"titles": ["File", "What", "Lines"], "rows": rows}}


def _table(rows: Sequence[Data], left_out: Sequence[str]) -> dict[str, Any]:
    columns = [column for column in rows[0] if column not in left_out]
    return {
        "titles": [_TITLES.get(column, column.replace("_", " ").capitalize()) for column in columns],
        "rows": [[_cell(column, row[column]) for column in columns] for row in rows],
    }


def _cell(column: str, value: Any) -> Any:
    if column == "days" and value is not None:
        return duration(value * 86400) if value else "now"
    if column in ("cluster", "rack", "roles") and value == "":
        return "(none)"
    return _short(value, 200) if isinstance(value, str) else value


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f} %"


def _short(text: str, most: int = _LETTERS) -> str:
    return name(text, most) or "(none)"
