# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The audits of a cluster's hosts: the lines of their files, and those from before and after a run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

from ..core.errors import UsageError
from ..fleet.schema import AUDITED, KNOWN

#: Clocks of hosts and of this machine may differ by so many seconds.
CLOCKS_APART = 2.0
_FILES = "*.jsonl"
_BROKER = "broker"
_GIVE = "give it as the playbook groundwork.kafka.audit wrote it"


@dataclass(frozen=True)
class Server:
    """A broker's process by its ``pid`` and when it was ``started``, and what it ``uses`` of each resource."""

    name: str
    pid: int
    started: str
    uses: Mapping[str, int]


@dataclass(frozen=True)
class Audited:
    """What one audit of a host with brokers says, taken ``seconds`` after the epoch.

    Bytes were ``received`` and ``sent`` since the host was booted, and lie in its ``log``; null: not counted.
    """

    host: str
    cluster: str | None
    seconds: float
    servers: Sequence[Server]
    received: int | None = None
    sent: int | None = None
    log: int | None = None

    @property
    def month(self) -> str:
        """The month in which it was taken, in UTC."""
        return datetime.fromtimestamp(self.seconds, timezone.utc).strftime("%Y-%m")


By = Mapping[str, Audited]


def files(paths: Iterable[Path]) -> list[Path]:
    """The files that ``paths`` name: a folder stands for those in it, a file that is to come is left out.

    Raises :class:`UsageError` for one that cannot come, as its folder is missing.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists() and not path.absolute().parent.is_dir():
            raise UsageError(f"the audit {path} is not there, nor is a folder that it could come to: name another one")
        found += sorted(path.glob(_FILES)) if path.is_dir() else [path] if path.exists() else []
    return found


def awaited(paths: Iterable[Path]) -> bool:
    """Whether more may come to ``paths``: one is a folder, or is not there yet."""
    return any(path.is_dir() or not path.exists() for path in paths)


def read(paths: Iterable[Path]) -> list[Audited]:
    """The audits of hosts with brokers in ``paths``; :class:`UsageError` for what is no record of an audit."""
    told = [record for file in files(paths) for record in _records(file)]
    return [audited for record in told for audited in [_audited(record)] if audited.servers]


def before(found: Iterable[Audited], moment: float) -> dict[str, Audited]:
    """The last audit of each host up to ``moment``, seconds since the epoch."""
    early = [one for one in found if one.seconds <= moment + CLOCKS_APART]
    return {one.host: one for one in sorted(early, key=lambda one: one.seconds)}


def after(found: Iterable[Audited], moment: float) -> dict[str, Audited]:
    """The first audit of each host from ``moment`` on."""
    late = [one for one in found if one.seconds >= moment - CLOCKS_APART]
    return {one.host: one for one in sorted(late, key=lambda one: -one.seconds)}


def _records(file: Path) -> list[dict[str, Any]]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"the audit {file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise UsageError(f"the audit {file} is no text ({error}): {_GIVE}") from error
    return [_record(line, f"line {number} of the audit {file}") for number, line in enumerate(lines, start=1)]


def _record(line: str, where: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where} is not JSON: {_GIVE}") from error
    kind = told.get("schema") if isinstance(told, dict) else None
    if kind not in KNOWN:
        said = f"follows {kind}" if isinstance(kind, str) else "is no record of an audit"
        raise UsageError(f"{where} {said}, this version reads {' and '.join(KNOWN)}: {_GIVE}")
    try:
        _audited(told)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{where} is damaged: {_GIVE}") from error
    return dict(told)


def _audited(record: Mapping[str, Any]) -> Audited:
    services = record["services"] if record["outcome"] == AUDITED else []
    counted = record.get("counters") or {}
    at = datetime.strptime(record["time"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc).timestamp()
    return Audited(
        host=str(record["host"]),
        cluster=record.get("cluster"),
        seconds=float(counted.get("seconds", at)),
        servers=[_server(one) for one in services if one["kind"] == _BROKER],
        received=_count(counted.get("received_bytes")),
        sent=_count(counted.get("sent_bytes")),
        log=_count(counted.get("log_bytes")),
    )


def _server(service: Mapping[str, Any]) -> Server:
    uses = {str(name): int(use["used"]) for name, use in service["uses"].items()}
    return Server(str(service["name"]), int(service["pid"]), str(service["started"]), uses)


def _count(value: Any) -> int | None:
    return None if value is None else int(value)
