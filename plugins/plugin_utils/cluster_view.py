# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What one page shows of an audit: its hosts by rack, what is not in force and where, what is left, what was found.

Pure: from the records of an audit to plain data. What is too much for a page is cut, and how much that is, is told.
"""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.audit.headroom import WANTED
from ansible_collections.groundwork.kafka.plugins.module_utils.audit.record import AUDITED
from ansible_collections.groundwork.kafka.plugins.module_utils.audit.traps import still_open
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import SEVERITIES, Finding
from ansible_collections.groundwork.kafka.plugins.module_utils.core.settings import IN_EFFECT

Record = Mapping[str, Any]
View = dict[str, Any]

#: So many bytes of each kind are on a page, which so stays below 2 MB, whatever there is.
HOSTS_BYTES, SETTINGS_BYTES, RESOURCES_BYTES, FINDINGS_BYTES = 400_000, 500_000, 200_000, 500_000
ACCEPTED_BYTES = 100_000
#: So many hosts are named for one setting or finding, and so long is a text at most, or a name.
MOST_NAMED, MOST_LETTERS, MOST_OF_NAME = 12, 300, 80
#: So many bars and columns can still be told apart in a picture.
MOST_BARS, MOST_COLUMNS = 40, 100
_HIGH, _NO_RACK, _NOTHING = SEVERITIES[0], "no rack is known", "nothing"


def plain(text: object, most: int = MOST_LETTERS) -> str:
    """*text* without what no one can see, such as what turns the direction of writing, and with an end."""
    seen = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(text))
    return seen if len(seen) <= most else seen[: most - 1] + "…"


def fitting(rows: Sequence[View], most: int) -> Sequence[View]:
    """The first of *rows* that are not more than *most* bytes of a page.

    The markup around a row counts as 400, and each of its squares in a picture (``columns``) as 50.
    """
    used = accumulate(
        400 + 50 * len(row.get("columns", ())) + len(html.escape(json.dumps(row, ensure_ascii=False)).encode())
        for row in rows
    )
    return rows[: sum(1 for size in used if size <= most)]


def view(records: Sequence[Record], traps: Sequence[Finding] = (), accepted: Sequence[Finding] = ()) -> View:
    """What the page shows of *records*, each of the schema ``docs/schemas/audit-2.json``, and of the cluster's *traps*.

    The latter are the findings of the schema ``docs/schemas/review-1.json``, of which *accepted* are those that
    somebody lives with: they count nowhere.
    """
    ordered = sorted(records, key=lambda record: (record["rack"] is None, record["rack"] or "", record["host"]))
    counts = {
        word: sum(record["counts"][word] for record in ordered) + sum(one["severity"] == word for one in traps)
        for word in SEVERITIES
    }
    missing = [record for record in ordered if record["outcome"] != AUDITED]
    hosts = fitting([_host(record) for record in ordered], HOSTS_BYTES)
    return {
        "clusters": sorted({plain(record["cluster"], MOST_OF_NAME) for record in ordered if record["cluster"]}),
        "time": max((record["time"] for record in ordered), default=""),
        "status": "failed" if counts[_HIGH] else "warned" if any(counts.values()) else "passed",
        "sentence": _sentence(ordered, counts, len(missing)),
        "hosts": len(ordered),
        "counts": counts,
        "settings": _of_settings(ordered),
        "racks": [{"rack": rack, "hosts": [*of]} for rack, of in groupby(hosts, lambda host: host["rack"])],
        "more_hosts": len(ordered) - len(hosts),
        "off": _off(ordered),
        "resources": _resources(ordered),
        "wanted_percent": WANTED,
        "findings": _findings(ordered, traps),
        "accepted": _accepted(accepted),
        "missing": len(missing),
    }


def _sentence(records: Sequence[Record], counts: Mapping[str, int], missing: int) -> str:
    hosts = f"{len(records):,} host{'' if len(records) == 1 else 's'}"
    said = [f"{counts[word]:,} of severity {word}" for word in SEVERITIES if counts[word]]
    gone = f", of which {missing:,} could not be audited" if missing else ""
    if not said:
        return f"{hosts}: nothing was found that a person should look at."
    return f"{hosts}{gone}; findings: {' and '.join(filter(None, [', '.join(said[:-1]), said[-1]]))}."


def _of_settings(records: Iterable[Record]) -> dict[str, int]:
    rows = [row for record in records for row in record["settings"]]
    return {"all": len(rows), "in_effect": sum(row["status"] == IN_EFFECT for row in rows)}


def _host(record: Record) -> View:
    counts, settings = record["counts"], _of_settings([record])
    lefts = [
        (use["headroom_percent"], _resource(kind))
        for service in record["services"]
        for kind, use in service["uses"].items()
        if use["headroom_percent"] is not None
    ]
    least = min(lefts, default=None)
    return {
        "host": plain(record["host"], MOST_OF_NAME),
        "rack": _NO_RACK if record["rack"] is None else plain(record["rack"], MOST_OF_NAME),
        "status": "failed" if counts[_HIGH] else "warned" if any(counts.values()) else "passed",
        "servers": [_server(service) for service in record["services"]] or [plain(role) for role in record["roles"]],
        "message": None if record["outcome"] == AUDITED else plain(f"{record['outcome']}: {record['message']}"),
        "settings": settings,
        "counts": ", ".join(f"{counts[word]} {word}" for word in SEVERITIES if counts[word]),
        "least": None if least is None else f"{least[0]}% of {least[1]} left",
    }


def _server(service: Mapping[str, Any]) -> str:
    return plain(f"{service['kind']} {service['id'] or service['name']}", MOST_OF_NAME)


def _resource(kind: str) -> str:
    return plain(kind.replace("_", " "), 40)


def _off(records: Sequence[Record]) -> View:
    """The settings that are not in effect somewhere, those of most hosts first, and on which of the *columns*."""
    wanting: dict[tuple[str, str], dict[int, Mapping[str, Any]]] = {}
    having: Counter[tuple[str, str]] = Counter()
    for number, record in enumerate(records):
        for row in record["settings"]:
            key = (row["kind"], row["name"])
            having[key] += 1
            if row["status"] != IN_EFFECT:
                wanting.setdefault(key, {})[number] = row
    ordered = sorted(wanting.items(), key=lambda one: (-len(one[1]), one[0]))
    told = [
        {
            "setting": plain(f"{kind} {name}", 120),
            "wanted": sorted({plain(row["wanted"] or _NOTHING, MOST_OF_NAME) for row in hosts.values()})[:3],
            "off": len(hosts),
            "of": having[kind, name],
            "where": [_where(records[number]["host"], row) for number, row in [*hosts.items()][:MOST_NAMED]],
            "more": max(0, len(hosts) - MOST_NAMED),
            "columns": [number for number in hosts if number < MOST_COLUMNS],
        }
        for (kind, name), hosts in ordered
    ]
    rows = fitting(told, SETTINGS_BYTES)
    shown = records[:MOST_COLUMNS]
    return {
        "rows": rows,
        "more": len(told) - len(rows),
        "columns": [plain(record["host"], 24) for record in shown],
        "breaks": [at for at in range(1, len(shown)) if shown[at]["rack"] != shown[at - 1]["rack"]],
        "audited": [record["outcome"] == AUDITED for record in shown],
        "more_columns": max(0, len(records) - MOST_COLUMNS),
    }


def _where(host: str, row: Mapping[str, Any]) -> str:
    found = plain(row["effective"] or _NOTHING, MOST_OF_NAME)
    return f"{plain(host, MOST_OF_NAME)}: {found} ({row['status'].replace('_', ' ')})"


def _resources(records: Iterable[Record]) -> View:
    """What is left of each resource of each server, the least first; those without a limit last."""
    rows = [
        {
            "host": plain(record["host"], MOST_OF_NAME),
            "server": plain(service["name"], MOST_OF_NAME),
            "resource": _resource(kind),
            "used": use["used"],
            "limit": use["limit"],
            "left": use["headroom_percent"],
        }
        for record in records
        for service in record["services"]
        for kind, use in service["uses"].items()
    ]
    rows.sort(key=lambda row: (row["left"] is None, row["left"], row["host"], row["server"], row["resource"]))
    bars = [row for row in rows if row["left"] is not None][:MOST_BARS]
    shown = fitting(rows, RESOURCES_BYTES)
    return {"bars": bars, "rows": shown, "more": len(rows) - len(shown)}


def _findings(records: Iterable[Record], traps: Iterable[Finding]) -> View:
    """Findings that are the same on several hosts as one, the most severe first, and of these that of most hosts.

    Those of the cluster, the *traps*, are of no host.
    """
    same: dict[tuple[Any, ...], list[str]] = {}
    names = ("severity", "id", "subject", "wanted", "found", "why", "remedy")
    for record in records:
        for one in still_open(record["findings"]):
            same.setdefault(tuple(one[name] for name in names), []).append(plain(record["host"], MOST_OF_NAME))
    for one in traps:
        same.setdefault(tuple(one[name] for name in names), [])
    ordered = sorted(same.items(), key=lambda one: (SEVERITIES.index(one[0][0]), -len(one[1]), one[0][1:3]))
    rows = [
        {
            **{name: None if value is None else plain(value) for name, value in zip(names, values)},
            "hosts": hosts[:MOST_NAMED],
            "more": max(0, len(hosts) - MOST_NAMED),
        }
        for values, hosts in ordered
    ]
    shown = fitting(rows, FINDINGS_BYTES)
    return {"rows": shown, "more": len(rows) - len(shown)}


def _accepted(found: Sequence[Finding]) -> View:
    """Findings that somebody lives with, each with the reason."""
    rows = [{name: plain(one[name] or "") for name in ("subject", "id", "found", "accepted")} for one in found]
    shown = fitting(rows, ACCEPTED_BYTES)
    return {"rows": shown, "more": len(rows) - len(shown)}
