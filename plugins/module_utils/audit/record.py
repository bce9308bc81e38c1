# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The audit of a host: everything read, nothing written, told in one record.

A record is of the schema that docs/schemas/audit-2.json holds; what reads records goes by its name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from ..core.findings import SEVERITIES, Finding, finding, ordered
from ..core.moments import moment
from ..core.observation import Observation
from ..core.values import Value
from ..core.version import VERSION
from ..host.machine import Host
from ..review.model import Reviewed
from ..server import mode as server_mode
from ..server import processes
from ..server import reviewed as server_reviewed
from ..server import running as running_servers
from ..server.running import Elsewhere, Server
from ..tuning import profile, wishes
from . import certificates as audit_certificates
from . import counters as audit_counters
from . import disks as audit_disks
from . import place as audit_place
from . import purge as audit_purge
from . import servers as audit_servers
from .headroom import Use
from .place import NOWHERE, Place
from .servers import Seen, Wanted

SCHEMA = "groundwork.kafka/audit/2"
AUDITED, UNREACHABLE, FAILED = "audited", "unreachable", "failed"
_PROCESSES = "this host's processes"

Record = Dict[str, Any]


def audit(host: Host, given: Mapping[str, Any], now: float) -> Record:
    """The record of *host*, as :func:`examined` has it."""
    return examined(host, given, now)[0]


def examined(host: Host, given: Mapping[str, Any], now: float) -> Tuple[Record, Reviewed]:
    """The record of *host*, and what a review over all hosts is to know of its servers.

    *given* are the parameters of the module host_audit, *now* seconds since the epoch. Raises GroundworkError, or
    PermissionError for a file that the host does not show; writes nothing.
    """
    found, elsewhere = running_servers.find(host)
    wished = wishes.asked(host, dict(given, **_found_as_well(given, found)))
    tuned = profile.compared(host, wished)
    wants = wanted(given, wished.nofile)
    try:
        seen, observations, noticed = _inspect_found(host, found, wants, now)
    except running_servers.NONSENSE:  # of one of them, which hides none of the others
        found = [_apart(host, server, wants, now) for server in found]
        seen, observations, noticed = _inspect_found(host, found, wants, now)
    told = tuned.findings + [each for one in observations for each in one.findings] + noticed
    told += [_refused(server) for server in found if server.refused is not None]
    told += _missing(found, given["expected"]) + [_in_container(one) for one in elsewhere]
    made = record(
        given["name"],
        now,
        AUDITED,
        place=audit_place.told_by(host, found),
        services=[_service(one) for one in seen],
        settings=tuned.rows + [one.row for one in observations],
        findings=told,
        counters=audit_counters.read(host, found, now),
    )
    return made, server_reviewed.of_servers(host, given["name"], found)


def _inspect_found(
    host: Host, found: Sequence[Server], wants: Mapping[str, Wanted], now: float
) -> Tuple[List[Seen], List[Observation], List[Finding]]:
    """What is seen of the servers *found*, with the findings that have no row."""
    seen = audit_servers.inspect_servers(host, found, wants)
    observations: List[Observation] = [one for each in seen for one in each.observations]
    known = [server for server in found if server.refused is None]
    observations += [one for server in known for one in audit_certificates.observe(host, server, now)]
    observations += audit_disks.inspect_disks(host, known)
    observations += [audit_purge.observe(host, server, now) for server in known if server.kind == processes.ZOOKEEPER]
    return seen, observations, audit_disks.ignored(host, known) + server_mode.running(known)


def _apart(host: Host, server: Server, wants: Mapping[str, Wanted], now: float) -> Server:
    """*server*, without what it says of itself where that can't be looked at."""
    try:
        _inspect_found(host, [server], wants, now)
    except running_servers.NONSENSE as error:
        silent = server.command._replace(options=[], class_path=[], arguments=[])
        refused = running_servers.said(server.pid, error)
        return replace(server, command=silent, config=None, properties={}, refused=refused)
    return server


def record(
    host: str,
    now: float,
    outcome: str,
    *,
    place: Place = NOWHERE,
    services: Sequence[Mapping[str, Any]] = (),
    settings: Sequence[Mapping[str, Any]] = (),
    findings: Sequence[Finding] = (),
    counters: Mapping[str, Any] | None = None,
    message: str | None = None,
) -> Record:
    """A line of an audit: *outcome* is audited, unreachable or failed, and *message* says why it is not audited."""
    if outcome != AUDITED:
        findings = [_not_audited(host, outcome, message)]
    return {
        "schema": SCHEMA,
        "host": host,
        "time": moment(now),
        "collection": VERSION,
        "cluster": place.cluster,
        "rack": place.rack,
        "roles": list(place.roles),
        "outcome": outcome,
        "message": message,
        "services": list(services),
        "settings": list(settings),
        "counters": None if counters is None else dict(counters),
        "findings": ordered(findings),
        "counts": {word: sum(one["severity"] == word for one in findings) for word in SEVERITIES},
    }


def wanted(given: Mapping[str, Any], nofile: Value | None) -> Dict[str, Wanted]:
    """What is wanted of running servers, by kind; soft and hard *nofile* are the same for all."""
    jvm = {kind: given[f"{kind}_jvm"] or {} for kind in (processes.BROKER, processes.ZOOKEEPER)}
    jvm[processes.CONTROLLER] = dict(jvm[processes.BROKER], heap=None)
    return {kind: Wanted(nofile, options.get("options") or (), options.get("heap")) for kind, options in jvm.items()}


def _found_as_well(given: Mapping[str, Any], found: Sequence[Server]) -> Dict[str, List[str]]:
    """The services and users asked for, and those of the servers *found*, whose names nobody needs to know before."""
    if not found or (given["nofile"] is None and given["plan"] is None):
        return {}
    users = [server.user for server in found if server.user and not server.user.isdigit()]
    units = [server.unit for server in found if server.unit]
    return {"services": [*(given["services"] or ()), *units], "limits_users": [*(given["limits_users"] or ()), *users]}


def _service(seen: Seen) -> Record:
    server = seen.server
    return {
        "name": server.name,
        "kind": server.kind,
        "id": server.properties.get("node.id", server.properties.get("broker.id")),
        "pid": int(server.pid),
        "unit": server.unit,
        "user": server.user,
        "started": moment(server.started),
        "main_class": server.command.main_class,
        "java": server.java,
        "java_version": server.java_version,
        "config": server.config,
        "directories": [path for _key, path in server.directories] if server.refused is None else [],
        "uses": {kind: _use(use) for kind, use in seen.uses.items()},
    }


def _use(use: Use) -> Record:
    return {"used": use.used, "limit": use.limit, "headroom_percent": use.headroom}


def _missing(found: Sequence[Server], expected: Sequence[str]) -> List[Finding]:
    running_kinds = {server.kind for server in found}
    return [
        finding(
            "server_missing",
            "high",
            f"process {kind}",
            wanted="running",
            found="none",
            why=f"no {kind} runs here, where one is expected",
            source=_PROCESSES,
            remedy="look at the log of its service, and start it",
        )
        for kind in expected
        if kind not in running_kinds
    ]


def _refused(server: Server) -> Finding:
    return finding(
        "configuration_refused",
        "high",
        f"process {server.name}",
        wanted=None,
        found=server.refused,
        why="its configuration was not read, so its folders, its disks and its purge were not looked at",
        source=_PROCESSES,
        remedy="let root read it: a file, in the place that the server is started with, and no link in a folder that "
        "others than root can change",
    )


def _in_container(one: Elsewhere) -> Finding:
    return finding(
        "server_in_container",
        "low",
        f"process {one.kind} {one.pid}",
        wanted=None,
        found="in a container",
        why=f"a {one.kind} runs in a container of this host, whose files are not the host's, so it was not looked into",
        source=_PROCESSES,
        remedy="audit the container as a host of its own",
    )


def _not_audited(host: str, outcome: str, message: str | None) -> Finding:
    return finding(
        "not_audited",
        "high",
        f"host {host}",
        wanted=None,
        found=outcome,
        why=message or "nothing is known of it",
        source="this audit",
        remedy="make it reachable, and audit it again",
    )
