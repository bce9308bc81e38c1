# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is to be seen of each running server: its headroom, its JVM's flags, its limits, and whether it is older than
its files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import List, Mapping, Sequence

from ..core import findings, observation
from ..core.moments import moment
from ..core.observation import Observation
from ..core.settings import DRIFTED, IN_EFFECT, PENDING_RESTART, PROCESS
from ..core.values import Value, satisfies
from ..host import pending, process, systemd
from ..host.machine import Host
from ..readers import unit_files
from ..server import collector
from ..server.running import Server
from ..tuning.catalogue import NOFILE
from . import headroom, jvm_flags
from .headroom import Use

PROPERTIES = "Names,EnvironmentFiles,ExecStart,LimitNOFILE,NeedDaemonReload"

_WHY_PENDING = "a process reads its files when it starts, so what was changed since is not in force"
_SOURCE = "this host: the process and the times of its files"
_LOG_SETTINGS = re.compile(r"-Dlog4j2?\.configuration(?:File)?=(?:file:(?://)?)?(/.+)\Z")


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a running server: soft and hard *nofile*, JVM *options*, and the *heap* (None: any)."""

    nofile: Value | None = None
    options: Sequence[str] = ()
    heap: str | None = None


@dataclass(frozen=True)
class Seen:
    """All that was seen of *server*."""

    server: Server
    uses: Mapping[str, Use]
    observations: List[Observation] = field(default_factory=list)


def inspect_servers(host: Host, found: Sequence[Server], wanted: Mapping[str, Wanted]) -> List[Seen]:
    """Look at each server of *found*; *wanted* is by kind of server. Systemd is asked once for all of them."""
    names = [server.unit for server in found if server.unit]
    shown = (systemd.show(host, list(dict.fromkeys(names)), PROPERTIES) if names else None) or {}
    return [
        _inspect_server(host, server, wanted.get(server.kind, Wanted()), shown.get(server.unit or "", {}))
        for server in found
    ]


def _inspect_server(host: Host, server: Server, wanted: Wanted, properties: systemd.Properties) -> Seen:
    uses = headroom.read(host, server)
    unit_files = _unit_files(host, server, properties)
    then = headroom.later(host, server, properties)
    observed = [headroom.observe(server, kind, use, then.get(kind)) for kind, use in uses.items()]
    if wanted.nofile is not None and (server.unit is None or server.shared):
        observed.append(_open_files(host, server, wanted.nofile))
    if wanted.options or wanted.heap:
        configured = jvm_flags.configured(properties.get("ExecStart", ""))
        at = _line(host, unit_files) if configured is not None else None
        has = collector.read(host, server.pid, jvm_flags.parse(server.command.options))
        observed += jvm_flags.observe(server, wanted.options, wanted.heap, configured, at=at, running=has)
    observed.append(_age(host, server, properties, [*unit_files, *_files(host, server, properties)]))
    return Seen(server, uses, observed)


def _open_files(host: Host, server: Server, nofile: Value) -> Observation:
    """Limits of a server that has no system service of its own, so that no row of a service tells them."""
    found = process.open_files(host, server.pid)
    fine = satisfies(NOFILE.rule, nofile, found)
    row = observation.row(
        PROCESS,
        f"{server.name} nofile",
        wanted=":".join(nofile),
        rule=NOFILE.rule,
        effective=":".join(found) if found else None,
        status=IN_EFFECT if fine else DRIFTED,
        reason=NOFILE.reason,
        source=NOFILE.source,
    )
    remedy = (
        "run the server as a systemd service of its own with LimitNOFILE, or raise the limit where it is started, and "
        "restart it"
    )
    return Observation(row, [] if fine else [findings.from_row(row, "setting_drifted", "high", remedy)])


def _age(host: Host, server: Server, unit: systemd.Properties, files: Sequence[str]) -> Observation:
    """Whether *server* is older than its *files*, or systemd than those of its *unit*, by which it was started then."""
    newer = pending.outdated(host, server.pid, list(dict.fromkeys(files)))
    stale = unit.get("NeedDaemonReload") == "yes"
    notes = [f"changed since: {', '.join(newer)}"] if newer else []
    notes += ["systemd has not read what its unit has by now"] if stale else []
    row = observation.row(
        PROCESS,
        f"{server.name} start",
        wanted="after its files were changed",
        effective=moment(server.started),
        status=PENDING_RESTART if notes else IN_EFFECT,
        note="; ".join(notes) or None,
        reason=_WHY_PENDING,
        source=_SOURCE,
    )
    remedy = "run systemctl daemon-reload, and " * stale + "restart the service, one host at a time"
    return Observation(row, [findings.from_row(row, "pending_restart", "medium", remedy)] if notes else [])


def _unit_files(host: Host, server: Server, properties: systemd.Properties) -> List[str]:
    """The files that make the server's unit, also those that systemd has not read yet, in systemd's order."""
    if server.unit is None:
        return []
    return unit_files.files(host, properties.get("Names", "").split() or [server.unit + ".service"])


def _files(host: Host, server: Server, properties: systemd.Properties) -> List[str]:
    """What the server reads when it starts: its settings and its log's, its environment, the links to its jars."""
    logs = (_LOG_SETTINGS.match(option) for option in server.command.options)
    paths = [server.config] if server.config else []
    paths += [match.group(1) for match in logs if match]
    links = []
    for entry in server.command.class_path:
        parts = entry.split("/")
        links += ["/".join(parts[:depth]) for depth in range(2, len(parts) + 1) if entry.startswith("/")]
    paths += [line.partition(" (")[0] for line in properties.get("EnvironmentFiles", "").splitlines()]
    return paths + [path for path in dict.fromkeys(links) if host.link(path) is not None]


def _line(host: Host, files: Sequence[str]) -> str | None:
    """file:line of the last ExecStart in *files*."""
    found = None
    for path in files:
        for assignment in unit_files.assignments(host.read(path) or "", path):
            if (assignment.section, assignment.key) == ("Service", "ExecStart") and assignment.value:
                found = assignment.origin
    return found
