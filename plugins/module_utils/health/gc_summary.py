# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a collector's log comes to: its pauses against what Kafka's documentation tells of busy brokers."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Mapping, Sequence

from .gc_log import GcLog, Pause

SCHEMA = "groundwork.kafka/gc/1"
NORMAL, WARNING, UNKNOWN, SHOWN = "normal", "warning", "unknown", "shown"
#: Apache Kafka documentation, Java: the 90th percentile of LinkedIn's busiest brokers, and how often they collect.
MOST_MS, MOST_A_SECOND = 21.0, 1.0
#: The bound of docs/health.md for gc_share.
MOST_SHARE = 0.05
_MOST_POINTS = 600
_TIMES = "times"
_NO_TIME = "its lines have no time: add time or uptime to -Xlog"
_NONE = "no pause is in it"

Row = Dict[str, Any]


def summary(found: GcLog, subject: str, paths: Sequence[str]) -> Dict[str, Any]:
    """What *found*, the log in the files *paths*, tells of the JVM *subject*."""
    milliseconds = sorted(one.ms for one in found.pauses)
    return {
        "schema": SCHEMA,
        "subject": subject,
        "paths": list(paths),
        "collector": found.collector,
        "version": found.version,
        "lines": found.lines,
        "pauses": len(milliseconds),
        "seconds": None if found.seconds is None else round(found.seconds, 3),
        "dated": found.dated,
        "rows": _rows(found, milliseconds),
        "kinds": _kinds(found.pauses),
        "points": _points(found),
    }


def _rows(found: GcLog, milliseconds: Sequence[float]) -> List[Row]:
    seconds = found.seconds or 0.0
    enough = seconds > 0
    rate = found.collections / seconds if enough else None
    share = sum(milliseconds) / 1000 / seconds if enough else None
    timed = "" if enough else _NO_TIME
    none = "" if milliseconds else _NONE
    return [
        _row("pause, 9 of 10", quantile(milliseconds, 0.9), "ms", none, most=MOST_MS),
        _row("pause, the longest", milliseconds[-1] if milliseconds else None, "ms", none),
        _row("pause, the median", quantile(milliseconds, 0.5), "ms", none),
        _row("collections that pause", rate, "a second", timed, below=MOST_A_SECOND),
        _row("time that the program stood still", share, "share", timed, most=MOST_SHARE),
        _row("whole heap collected", _full(found.pauses), _TIMES, most=0),
        _row("to-space exhausted", found.exhausted, _TIMES, most=0),
        _row("promotion failed", found.promotion_failed, _TIMES, most=0),
        _row("collector too late", found.behind, _TIMES, most=0),
        _row("threads that waited for memory", len(found.stalls), _TIMES, most=0),
    ]


def _row(
    title: str,
    value: float | None,
    unit: str,
    missing: str = "",
    *,
    most: float | None = None,
    below: float | None = None,
) -> Row:
    if value is None:
        verdict = UNKNOWN
    elif most is None and below is None:
        verdict = SHOWN
    else:
        off = (most is not None and value > most) or (below is not None and value >= below)
        verdict = WARNING if off else NORMAL
    up_to = "0" if most == 0 else f"up to {most:g}" if most is not None else ""
    return {
        "title": title,
        "value": None if value is None else round(value, 6),
        "unit": unit,
        "normal": f"below {below:g}" if below is not None else up_to,
        "verdict": verdict,
        "missing": missing if value is None else "",
    }


def quantile(ordered: Sequence[float], part: float) -> float | None:
    """The least of *ordered* that *part* of them do not exceed; None of none."""
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else None


def _full(pauses: Sequence[Pause]) -> int:
    return sum(one.kind.startswith("Pause Full") for one in pauses)


def _kinds(pauses: Sequence[Pause]) -> List[Dict[str, Any]]:
    """How often each kind of pause was, and how long, what takes most first."""
    groups: Dict[str, List[float]] = {}
    for one in pauses:
        groups.setdefault(one.kind, []).append(one.ms)
    found = [
        {"kind": kind, "count": len(times), "longest_ms": max(times), "total_ms": round(sum(times), 3)}
        for kind, times in groups.items()
    ]
    return sorted(found, key=lambda one: (-float(str(one["total_ms"])), str(one["kind"])))


def _points(found: GcLog) -> List[List[float]]:
    """What a chart needs, however long the log is: of each stretch of time its longest pause, as [second, ms]."""
    timed = [one for one in found.pauses if one.at is not None]
    if not timed:
        return [[float(number), one.ms] for number, one in enumerate(found.pauses[-_MOST_POINTS:])]
    begin = min(one.at or 0.0 for one in timed)
    width = max((max(one.at or 0.0 for one in timed) - begin) / _MOST_POINTS, 1e-9)
    longest: Dict[int, Pause] = {}
    for one in timed:
        place = int(((one.at or 0.0) - begin) / width)
        if place not in longest or longest[place].ms < one.ms:
            longest[place] = one
    return [[round((one.at or 0.0), 3), one.ms] for _place, one in sorted(longest.items())]


def unit(row: Mapping[str, Any]) -> str:
    """The unit of a *row*, after its value."""
    return "time" if row["unit"] == _TIMES and row["value"] == 1 else str(row["unit"])
