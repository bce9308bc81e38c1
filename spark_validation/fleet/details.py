# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The fleet as the report tells it: findings, figures, and details as plain data."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence

from ..core import moments, words
from ..core.verdict import MOST_EXAMPLES, Example, Finding
from ..core.words import duration, of
from .gather import Fleet, Kind
from .hosts import WORSE
from .reviews import COUNTS

_MOST_LETTERS = 60
_TIMES = ("audited_at", "before_at", "seen_at", "full_at", "reviewed_at")
#: The columns of each kind of rows, in the order in which they are told.
_COUNTS = ("hosts", "audited", "settings", "in_effect", "percent", "high", "medium", "low")
_OF = ("cluster", "host", "rack")
COLUMNS: Mapping[str, Sequence[str]] = {
    "clusters": ("cluster", *_COUNTS),
    "racks": ("cluster", "rack", *_COUNTS),
    "roles": ("roles", *_COUNTS),
    "settings": ("setting", "hosts", "in_effect", "percent"),
    "missing": (*_OF, "roles", "audited_at", "seen_at", "outcome"),
    "reviews": ("cluster", "reviewed_at", *COUNTS),
    "traps": ("trap", "severity", "clusters", "accepted_in"),
    "headroom": (
        *(*_OF, "service", "resource", "used", "limit", "headroom_percent"),
        *("per_day", "days", "full_at", "audited_at", "audits"),
    ),
    "drift": (*_OF, "roles", "setting", "change", "wanted", "before", "now", "before_at", "audited_at"),
    "outliers": (*_OF, "roles", "setting", "wanted", "found", "usual", "usual_peers", "peers", "in_effect"),
}
_ROUNDED = {"percent": 2, "per_day": 3, "days": 2}


def name(text: object) -> str:
    """A host, a cluster or a value as a terminal can show it, not too long; what is not known as such."""
    return words.name(str(text), _MOST_LETTERS) if text not in (None, "") else "(none)"


def host(row: Mapping[str, Any]) -> str:
    """A host with its cluster."""
    return f"{name(row['host'])} of cluster {name(row['cluster'])}"


def moment(seconds: int | None) -> str | None:
    """UTC, such as 2026-01-31T12:00:00Z; null for what never was, or lies beyond the calendar."""
    try:
        return moments.moment(seconds)
    except (OverflowError, ValueError, OSError):
        return None


def findings(fleet: Fleet) -> dict[str, Finding]:
    """What was found for each check, with examples of the worst."""
    worse = [row for row in fleet.drift.rows if row["change"] == WORSE]
    short = [row for row in fleet.headroom.rows if row["days"] is not None][: fleet.running_out]
    off = [row for row in fleet.settings.rows if row["in_effect"] < row["hosts"]]
    files, total = fleet.files, fleet.total
    broken = {path: files.broken.get(path, 0) + files.foreign.get(path, 0) for path in (*files.broken, *files.foreign)}
    return {
        "missing": Finding(fleet.missing.count, "", _examples(fleet.missing.rows, _missing)),
        "high_findings": Finding(total["high"], "", _high(fleet.clusters)),
        "high_traps": Finding(fleet.total_traps["high"], "", _high(fleet.reviews)),
        "not_in_effect": Finding(
            total["settings"] - total["in_effect"],
            "",
            _examples(
                off,
                lambda row: f"{name(row['setting'])}: on {row['hosts'] - row['in_effect']:,} of {row['hosts']:,} hosts",
            ),
        ),
        "drifted": Finding(fleet.drifts[WORSE], _others(fleet), _examples(worse, _drifted)),
        "outliers": Finding(fleet.outliers.count, "", _examples(fleet.outliers.rows, _unlike)),
        "runs_out": Finding(fleet.running_out, "", _examples(short, _runs_out)),
        "broken_files": Finding(
            len(broken),
            f"{of(sum(files.broken.values()), 'line is', 'lines are')} no JSON, "
            f"{of(sum(files.foreign.values()), 'is', 'are')} of something else"
            if broken
            else "",
            _examples(
                [{"path": path, "lines": count} for path, count in broken.items()],
                lambda row: f"{_path(row['path'])}: {of(row['lines'], 'line', 'lines')}",
            ),
        ),
        "unread_files": _files(files.unread),
        "lone_reviews": _files(files.alone),
    }


def _examples(rows: Sequence[Mapping[str, Any]], text: Callable[[Mapping[str, Any]], str]) -> list[Example]:
    return [Example(text(row)) for row in rows[:MOST_EXAMPLES]]


def _high(kind: Kind) -> list[Example]:
    bad = [row for row in kind.rows if row["high"]]
    return _examples(bad, lambda row: f"cluster {name(row['cluster'])}: {row['high']:,}")


def _files(paths: Sequence[str]) -> Finding:
    return Finding(len(paths), "", _examples([{"path": path} for path in paths], lambda row: _path(row["path"])))


def _path(path: str) -> str:
    return words.name(path, 2 * _MOST_LETTERS)


def _missing(row: Mapping[str, Any]) -> str:
    since = moment(row["audited_at"])
    why = f"{row['outcome']} at {moment(row['seen_at'])}" if row["outcome"] != "audited" else "not in the last audit"
    return f"{host(row)}: {why}, {f'last audited {since}' if since else 'never audited'}"


def _drifted(row: Mapping[str, Any]) -> str:
    return f"{host(row)}: {name(row['setting'])}: {name(row['before'])} became {name(row['now'])}"


def _unlike(row: Mapping[str, Any]) -> str:
    return (
        f"{host(row)}: {name(row['setting'])} is {name(row['found'])}, {name(row['usual'])} on "
        f"{row['usual_peers']:,} of {of(row['peers'], 'host', 'hosts')} of its kind"
    )


def _runs_out(row: Mapping[str, Any]) -> str:
    left = f"in {duration(row['days'] * 86400)}" if row["days"] else "now"
    return (
        f"{host(row)}: {name(row['service'])} {name(row['resource'])}: {row['used']:,} of {row['limit']:,}, full {left}"
    )


def _others(fleet: Fleet) -> str:
    """What has changed and is no drift."""
    better, changed = fleet.drifts["better"], fleet.drifts["changed"]
    said = [f"{better:,} came into effect"] * bool(better) + [f"{changed:,} changed their value"] * bool(changed)
    return f"beside these {' and '.join(said)}" if said else ""


def measured(fleet: Fleet) -> dict[str, float | None]:
    """The figures by their measures' ids; null where there is none to tell."""
    percents = [row["percent"] for row in fleet.clusters.rows if row["percent"] is not None]
    return {
        "in_effect_percent": fleet.total["percent"],
        "cluster_in_effect_percent_min": min(percents, default=None),
        "headroom_percent_min": fleet.least_headroom,
        "days_left_min": fleet.least_days,
    }


def subjects(fleet: Fleet) -> dict[str, str]:
    """What the verdict's sentence is about."""
    hosts = of(fleet.total["hosts"], "host", "hosts")
    where = f"{hosts} of {of(fleet.clusters.count, 'cluster', 'clusters')}"
    return {"passed": f"no finding of severity high is open on {where}", "failed": f"of {where}"}


def details(fleet: Fleet) -> dict[str, Any]:
    """The document's details, with the worst rows of each kind and how many there are."""
    kinds: dict[str, Kind] = {kind: getattr(fleet, kind) for kind in COLUMNS}
    files = fleet.files
    return {
        "first": moment(files.first),
        "last": moment(files.last),
        "total": {column: _value(column, fleet.total[column]) for column in _COUNTS},
        "files": {
            "listed": files.listed,
            "read": files.read,
            "lines": files.lines,
            "records": files.records,
            "reviews": files.reviews,
            **{
                kind: [{"file": path, "lines": count} for path, count in list(named.items())[:MOST_FILES]]
                for kind, named in (("broken", files.broken), ("foreign", files.foreign))
            },
            "unread": list(files.unread[:MOST_FILES]),
            "alone": list(files.alone[:MOST_FILES]),
        },
        "total_traps": dict(fleet.total_traps),
        "running_out": fleet.running_out,
        "changes": dict(fleet.drifts),
        "counts": {kind: found.count for kind, found in kinds.items()},
        **{kind: [_row(row, COLUMNS[kind]) for row in found.rows] for kind, found in kinds.items()},
    }


#: So many names of files are told.
MOST_FILES = 200


def _row(row: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    return {column: _value(column, row[column]) for column in columns}


def _value(column: str, value: Any) -> Any:
    if column in _TIMES:
        return moment(value)
    return round(value, _ROUNDED[column]) if column in _ROUNDED and value is not None else value
