# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The readings of an audited host: what its record says of its servers, settings and certificates."""

from __future__ import annotations

import calendar
import re
import time
from typing import Any, List, Mapping

from .reading import Reading

_SOURCE = "audit"
_IDENTITIES = ("map_areas", "descriptors")
_IN_EFFECT, _PENDING, _UNAVAILABLE = "in_effect", "pending_restart", "unavailable"
_CERTIFICATE = "certificate"
_JOB, _PURGE = "job", " purge"
_UNTIL = re.compile(r"until (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\Z")
_DAY = 86400
_MISSING = "server_missing"
#: Whose use is told as headroom, and is no setting that somebody made.
_OWN = (_CERTIFICATE, "process")


def readings(host: str, result: Mapping[str, Any], now: float) -> List[Reading]:
    """What the *result* of host_audit on *host* tells at the moment *now*; why it tells nothing where it failed."""
    record = result.get("record")
    if not record:
        lines = str(result.get("msg") or "the host was not audited").strip().splitlines()
        return [Reading("answering", host, _SOURCE, 0), Reading("", host, _SOURCE, missing=lines[0])]
    settings: List[Mapping[str, Any]] = record["settings"]
    others = [row for row in settings if row["kind"] not in _OWN]
    off = [row for row in others if row["status"] not in (_IN_EFFECT, _PENDING, _UNAVAILABLE)]
    counted = {
        "restarts_pending": sum(row["status"] == _PENDING for row in settings),
        "settings_off": len(off),
        "servers_missing": sum(one["id"] == _MISSING for one in record["findings"]),
    }
    found = [Reading("answering", host, _SOURCE, 1)]
    found += [Reading(name, host, _SOURCE, count) for name, count in counted.items()]
    found += [one for service in record["services"] for one in _uses(host, service)]
    found += [_purge(host, row) for row in settings if row["kind"] == _JOB and row["name"].endswith(_PURGE)]
    return found + [_days(host, row, now) for row in settings if row["kind"] == _CERTIFICATE]


def _uses(host: str, service: Mapping[str, Any]) -> List[Reading]:
    subject = f"{host} {service['name']}"
    found = []
    for name in _IDENTITIES:
        use = service["uses"].get(name)
        if use is None:
            found.append(Reading(name, subject, _SOURCE, missing="the host does not tell its limit"))
        elif use["limit"] is None:
            found.append(Reading(name, subject, _SOURCE, 0))
        else:
            found.append(Reading(name, subject, _SOURCE, use["used"] / use["limit"] if use["limit"] else 1))
    return found


def _purge(host: str, row: Mapping[str, Any]) -> Reading:
    """Whether nobody purges the server that *row* is of, or the last purge went wrong."""
    subject = f"{host} {row['name'][: -len(_PURGE)]}"
    if row["status"] == _UNAVAILABLE:
        return Reading("zookeeper_purge_off", subject, _SOURCE, missing=row["note"] or "no purge was seen")
    return Reading("zookeeper_purge_off", subject, _SOURCE, int(row["status"] != _IN_EFFECT))


def _days(host: str, row: Mapping[str, Any], now: float) -> Reading:
    subject = f"{host} {row['name']}"
    match = _UNTIL.match(row["effective"] or "")
    if match is None:
        return Reading("certificate_days", subject, _SOURCE, missing=row["note"] or "the certificate is not known")
    until = calendar.timegm(time.strptime(match.group(1), "%Y-%m-%dT%H:%M:%SZ"))
    return Reading("certificate_days", subject, _SOURCE, round((until - now) / _DAY, 2))
