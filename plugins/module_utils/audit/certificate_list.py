# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""All certificates of servers, one beside the other: those that their processes use, those that they would use after a
restart, and the authorities that they trust.

A line is ``{"schema", "host", "server", "pid", "path", "state", "file", "subject", "names", "issuer", "until",
"days", "fingerprint"}``, where *path* is the way of the server's connections (empty of authorities), *state* one of
STATES, *until* a moment as ISO text with the whole *days* to it, below 0 where it has ended, and *fingerprint* a
SHA-256. docs/schemas/certificate-1.json has it in full.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Sequence, Tuple

from ..core import table, x509
from ..core.moments import moment
from ..core.printable import escaped
from ..core.x509 import Certificate
from ..host.machine import Host
from ..server.running import Server
from . import certificates

SCHEMA = "groundwork.kafka/certificate/1"
USED, STORED, TRUSTED = STATES = ("in use", "in its file", "trusted")
HEADINGS = ("server", "state", "paths", "subject", "names", "issuer", "until", "days")

_TRUSTSTORES = ("truststore.location", "truststore.certificates")
_DAY = 86400

Line = Mapping[str, Any]


def read(host: Host, name: str, server: Server, now: float) -> Tuple[List[Dict[str, Any]], List[str]]:
    """The lines of *server* on the host called *name* at the moment *now*, and what is not known, each as a sentence.

    Raises as certificates.uses does.
    """
    common = {"schema": SCHEMA, "host": name, "server": server.name, "pid": int(server.pid)}
    lines, missing = [], []
    for use in certificates.uses(host, server):
        if use.used is None:
            missing.append(f"{name} {server.name} {use.way.name}: {use.note}")
        file = use.way.store.path or server.config or ""
        seen = [(USED, use.used), (STORED, use.stored)]
        if use.used and use.stored and use.used.fingerprint == use.stored.fingerprint:
            seen.pop()
        path = {"path": use.way.name, "file": file}
        lines += [{**common, **path, "state": state, **_of(one, now)} for state, one in seen if one]
    for file, text in _truststores(host, server):
        found = x509.every(text)
        if not found:
            missing.append(
                f"{name} {server.name}: its truststore {file} holds no certificate in PEM, so it is not read"
            )
        lines += [{**common, "path": "", "file": file, "state": TRUSTED, **_of(one, now)} for one in found]
    return lines, missing


def _truststores(host: Host, server: Server) -> List[Tuple[str, str]]:
    """The file and the text of each truststore that the configuration of *server* names, each once."""
    found: List[Tuple[str, str]] = []
    for key, value in sorted(server.properties.items()):
        if not value or not key.lower().endswith(_TRUSTSTORES):
            continue
        inline = key.endswith("certificates")
        found.append((server.config or "", value) if inline else (value, certificates.text_of(host, value)))
    return list(dict.fromkeys(found))


def _of(one: Certificate, now: float) -> Dict[str, Any]:
    """What a line says of a certificate by itself."""
    return {
        "subject": one.name,
        "names": list(one.names),
        "issuer": one.issuer,
        "until": moment(one.until),
        "days": int((one.until - now) // _DAY),
        "fingerprint": one.fingerprint,
    }


def ordered(lines: Iterable[Line]) -> List[Line]:
    """The *lines*, what ends first before all others."""
    return sorted(lines, key=lambda line: (line["until"], line["host"], line["server"], line["state"], line["path"]))


def text(lines: Sequence[Line], missing: Sequence[str]) -> str:
    """What people read of *lines*: one for each certificate of a server, with all paths that it is used on, and what is
    *missing* below."""
    paths: Dict[Tuple[str, ...], List[str]] = {}
    first: Dict[Tuple[str, ...], Line] = {}
    for line in ordered(lines):
        key = tuple(str(line[name]) for name in ("host", "server", "pid", "state", "file", "fingerprint"))
        paths.setdefault(key, []).append(line["path"])
        first.setdefault(key, line)
    cells = [
        [
            f"{line['host']} {line['server']}",
            line["state"],
            ", ".join(paths[key]) or line["file"],
            line["subject"],
            ", ".join(line["names"]),
            line["issuer"],
            line["until"],
            str(line["days"]),
        ]
        for key, line in first.items()
    ]
    shown = [[escaped(cell) for cell in line] for line in cells]
    told = table.align([HEADINGS, *shown]) if cells else "No certificate was found."
    return "\n".join([told, *(escaped(f"not read: {one}") for one in missing)])


def soon(lines: Iterable[Line]) -> List[str]:
    """Which certificates end within WARN_DAYS, or have ended, each named once."""
    near = [line for line in ordered(lines) if line["days"] < x509.WARN_DAYS]
    return list(
        dict.fromkeys(f"{line['subject']} {line['state']} on {line['host']} until {line['until']}" for line in near)
    )
