# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An earlier run of the same command, and what got better or worse since."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UsageError
from .verdict import is_number

# Figures of two healthy runs differ by as much: less is not told as a change.
NOISE = 0.05


@dataclass(frozen=True)
class Change:
    """A count or figure before and now; ``change`` is ``better``, ``worse``, ``same``, or ``unknown`` without both."""

    id: str
    title: str
    unit: str
    before: float | None
    now: float | None
    change: str


def load(path: Path, command: str, schema: str) -> dict[str, Any]:
    """The document at ``path``; :class:`UsageError` unless it is of ``command`` and ``schema`` and can be compared."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the earlier run {path} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise UsageError(f"the earlier run {path} is not JSON: {error}") from error
    if not isinstance(told, dict) or "schema" not in told:
        raise UsageError(f"the earlier run {path} is not a report of this program: give it one that --json wrote")
    if told["schema"] != schema:
        raise UsageError(f"the earlier run {path} follows {told['schema']}, this version {schema}: make it anew")
    wrong = _damage(told)
    if wrong:
        raise UsageError(f"the earlier run {path} is damaged, {wrong}: give it a file as --json wrote it")
    if told["command"] != command:
        raise UsageError(f"the earlier run {path} is one of {told['command']}: give {command} one of its own")
    return told


def _damage(told: dict[str, Any]) -> str:
    """What of the parts that are compared is not as ``schema.json`` says; empty if they are."""
    for name in ("command", "started", "status"):
        if not isinstance(told.get(name), str):
            return f"its {name!r} is missing or no text"
    for kind, value, null in (("checks", "count", False), ("measures", "value", True)):
        rows = told.get(kind)
        if not isinstance(rows, list):
            return f"its {kind!r} are missing or no list"
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, dict) or not isinstance(row.get("id"), str):
                return f"number {number} of its {kind!r} has no 'id'"
            if value not in row or not (is_number(row[value]) or (null and row[value] is None)):
                return f"the {value!r} of {row['id']!r} among its {kind!r} is missing or no number"
    return ""


def changes(before: dict[str, Any], now: dict[str, Any]) -> list[Change]:
    """What became of each check and measure that both documents have, in the order of ``now``."""
    found = []
    for kind, value, exact in (("checks", "count", True), ("measures", "value", False)):
        earlier = {asked["id"]: asked[value] for asked in before[kind]}
        for asked in now[kind]:
            if asked["id"] in earlier:
                pair = earlier[asked["id"]], asked[value]
                change = _change(*pair, asked.get("better", "lower"), exact)
                found.append(Change(asked["id"], asked["title"], asked.get("unit", ""), *pair, change))
    return found


def _change(before: float | None, now: float | None, better: str, exact: bool) -> str:
    if before is None or now is None:
        return "unknown"
    if before == now or (not exact and abs(now - before) <= NOISE * abs(before)):
        return "same"
    return "better" if (now < before) == (better == "lower") else "worse"
