# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The records of an audit as a person reads them, as JSON lines, and as the one sentence that a failure is."""

from __future__ import annotations

import json
import re
from typing import Any, List, Mapping, Sequence

from ..core import table
from ..core.findings import SEVERITIES
from ..core.settings import IN_EFFECT
from . import place
from . import record as audit_record
from . import traps as audit_traps
from .record import AUDITED, FAILED, UNREACHABLE, Record

NONE = "none"
FAIL_ON = (*SEVERITIES, NONE)
_CONFIGURATION = "configuration"
_WRAPPED = re.compile(r"\A(?:Task failed: |Action failed: |Module failed: )+")  # what Ansible says before the cause


def records(
    results: Mapping[str, Mapping[str, Any]], now: float, places: Mapping[str, Mapping[str, Any]] | None = None
) -> List[Record]:
    """A record for each host of *results*: what the module host_audit gave, or why it gave nothing.

    *places* is where the inventory says that each host stands, as :func:`place.placed` takes it.
    """
    return place.placed([_record(host, result, now) for host, result in results.items()], places or {})


def _record(host: str, result: Mapping[str, Any], now: float) -> Record:
    if "record" in result:
        return dict(result["record"])
    outcome = UNREACHABLE if result.get("unreachable") else FAILED
    lines = str(result.get("msg") or "the audit did not come to this host").strip().splitlines()
    return audit_record.record(host, now, outcome, message=_WRAPPED.sub("", lines[0]))


def json_lines(found: Sequence[Record]) -> str:
    """A line for each record."""
    return "".join(json.dumps(record, sort_keys=True) + "\n" for record in found)


def judged(found: Sequence[Record], traps: Mapping[str, Any]) -> List[Record]:
    """The records *found* as they are told everywhere: findings that somebody accepts say why, and count nowhere."""
    told = [{**record, "findings": audit_traps.with_reasons(record["findings"], traps)} for record in found]
    return [{**record, "counts": audit_traps.counts(audit_traps.still_open(record["findings"]))} for record in told]


def text(found: Sequence[Record], show_in_effect: bool, traps: Mapping[str, Any] | None = None) -> str:
    """What to print: of each host its servers, settings and findings, all that is to be done, one line for each host.

    *traps* are what audit.traps found over all hosts, by which *found* are judged; without them that part is left out.
    """
    parts = [_host(record, show_in_effect) + "\n" for record in found]
    if traps is not None:
        told = {record["host"]: record["findings"] for record in found}
        parts.append(f"{table.title('the most important first')}\n{audit_traps.text(traps, told)}\n")
    return "\n".join([*parts, _summary(_counted(found, traps))])


def sentence(found: Sequence[Record], fail_on: str, traps: Mapping[str, Any] | None = None) -> str | None:
    """Why the audit fails, with hosts and counts; None where nothing is as severe as *fail_on*."""
    if fail_on == NONE:
        return None
    severe = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    counted = _counted(found, traps)
    hosts = [name for name in (_severe(record, severe) for record in counted[: len(found)]) if name]
    others = [name for name in (_severe(record, severe) for record in counted[len(found) :]) if name]
    if not hosts and not others:
        return None
    above = "" if len(severe) == 1 else " or above"
    who = f"{len(hosts)} of {len(found)} hosts" + " and what they are configured with" * bool(others)
    return (
        f"{who} have findings of severity {fail_on}{above}: {', '.join(hosts + others)}; each says "
        "what to do, and audit_fail_on decides which severity fails."
    )


def _severe(record: Mapping[str, Any], severe: Sequence[str]) -> str:
    """Whose *record* it is, with the number of its *severe* findings; empty for none."""
    counts = [f"{record['counts'][word]} {word}" for word in severe if record["counts"][word]]
    return f"{record['host']} ({', '.join(counts)})" if counts else ""


def _counted(found: Sequence[Record], traps: Mapping[str, Any] | None) -> List[Record]:
    """The records, and one of what the configurations of all of them have, where there is something."""
    if not traps or not (traps["findings"] or traps["accepted"]):
        return list(found)
    return [*found, {"host": _CONFIGURATION, "outcome": AUDITED, "counts": audit_traps.counts(traps["findings"])}]


def _host(record: Record, show_in_effect: bool) -> str:
    title = table.title(record["host"])
    if record["outcome"] != AUDITED:
        return f"{title}\n{record['outcome']}: {record['message']}"
    rows = record["settings"]
    others = [row for row in rows if row["status"] != IN_EFFECT]
    parts = [title, _servers(record["services"]), ""]
    shown = rows if show_in_effect else others
    if shown:
        parts += [table.render(shown), ""]
    if not show_in_effect:
        parts += [f"{len(rows) - len(others)} of {len(rows)} settings are in effect and not shown.", ""]
    parts.append(table.findings(record["findings"]))
    return "\n".join(parts)


def _servers(services: Sequence[Mapping[str, Any]]) -> str:
    if not services:
        return "No broker and no ZooKeeper server runs here."
    lines = [["server", "id", "process", "user", "started", "Java", "configuration"]]
    for service in services:
        name = service["name"] if service["unit"] is None else "{kind} {unit}.service".format(**service)
        lines.append(
            [
                name,
                service["id"],
                str(service["pid"]),
                service["user"],
                service["started"],
                service["java_version"],
                service["config"],
            ]
        )
    return table.align(lines)


def _summary(found: Sequence[Record]) -> str:
    lines = [["host", "outcome", *SEVERITIES]]
    lines += [[r["host"], r["outcome"], *(str(r["counts"][word]) for word in SEVERITIES)] for r in found]
    return table.align(lines)
