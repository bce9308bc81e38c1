# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""JVM flags in force, read off the command line of a running server, against those wanted.

Nothing is attached to the JVM: that can harm a confined broker. What it gets from JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS
or an ``@file`` is therefore not seen, and a flag that is missing may have come that way.
"""

from __future__ import annotations

import re
from typing import Dict, List, Sequence

from ..core import findings, observation
from ..core.errors import GroundworkError
from ..core.observation import Observation
from ..core.settings import DRIFTED, IN_EFFECT, JVM, PENDING_RESTART, Row
from ..core.sizes import parse_size
from ..server import collector, java_command
from ..server.running import Server

_SOURCE = "Apache Kafka documentation, Operations: Java Version"
_WHY_FLAGS = "the documented flags keep 90% of pauses near 20 ms; those of our own end or explain a JVM without memory"
_WHY_HEAP = "a heap that grows pauses the broker, and takes memory from the page cache when it is needed most"
_FLAG = re.compile(r"-XX:([+-]?)([^=]+)(?:=(.*))?\Z", re.DOTALL)
_HEAP = re.compile(r"-(Xm[sx])(.+)\Z")
_HEAP_FLAGS = {"InitialHeapSize": "Xms", "MaxHeapSize": "Xmx"}
_GC_LOG = re.compile(r"-Xlog(?::gc[^:]*:(?P<output>.+)|gc:(?P<file>.+))")
_EXPORTER = re.compile(r"-javaagent:[^=]*/jmx_prometheus_javaagent[^/=]*\.jar=((?:[\w.-]+:|\[[^\]]+\]:)?\d+:/[^=]+)\Z")
_ARGV = re.compile(r"argv\[\]=(.*?) ;(?: |\Z)")


def parse(options: Sequence[str]) -> Dict[str, str]:
    """Name → value of each flag in *options*, of one given twice the last: {"UseG1GC": "true", "Xmx": "6g"}.

    A log of the collector is "gc log": "file" wherever it lies. Properties (-D) and agents are left out: they are the
    program's business, and may hold a password. The JMX exporter's agent, which has none there, is "JMX exporter", with
    where it listens and its configuration.
    """
    found: Dict[str, str] = {}
    for option in options:
        flag, heap, log = _FLAG.match(option), _HEAP.match(option), _GC_LOG.match(option)
        exporter = _EXPORTER.match(option)
        if flag:
            sign, name, value = flag.groups()
            found[_HEAP_FLAGS.get(name, name)] = {"+": "true", "-": "false"}.get(sign, value or "")
        elif heap:
            found[heap.group(1)] = heap.group(2)
        elif log and not (log.group("output") or "").startswith(("stdout", "stderr", ":")):
            found["gc log"] = "file"
        elif exporter:
            found["JMX exporter"] = exporter.group(1)
    return found


def observe(
    server: Server,
    options: Sequence[str],
    heap: str | None,
    configured: Dict[str, str] | None,
    *,
    at: str | None = None,
    running: str | None = None,
) -> List[Observation]:
    """The rows of *server*: its heap, and each flag of *options*; with one finding for all that differ.

    *configured* are the flags that its unit gives, where that starts java itself, and *at* their file:line; a restart
    brings those. *running* is the flag of the collector that it has, None where that is not known: a collector is
    judged by what runs, whoever chose it.
    """
    inside = parse(server.command.options)
    observed = [_heap(server, inside, heap)]
    for name, value in parse(options).items():
        found, next_start = inside.get(name), (configured or {}).get(name)
        note = "not on the command line, so it is the JVM's default" if found is None else None
        if running is not None and collector.FLAG.match(name):
            found, note = "true" if name == running else running, _of_collector(name, running, inside)
        status = IN_EFFECT
        if not _same(value, found):
            status = PENDING_RESTART if _same(value, next_start) else DRIFTED
        row = observation.row(
            JVM,
            f"{server.name} {name}",
            wanted=value,
            effective=found,
            persisted=next_start,
            persisted_at=at if next_start is not None else None,
            status=status,
            note=note,
            reason=_WHY_FLAGS,
            source=_SOURCE,
        )
        observed.append(Observation(row))
    differing = [seen.row for seen in observed if seen.row["status"] != IN_EFFECT]
    if differing:
        observed[0] = observed[0]._replace(findings=[_flags_differ(server, differing, bool(configured))])
    return observed


def _of_collector(name: str, running: str, inside: Dict[str, str]) -> str | None:
    """What there is to say of the collector's flag *name* where the JVM, started with *inside*, has *running*."""
    if inside.get(running) == "true":
        return None if name == running else f"the JVM runs with {running}, as its command line says"
    small = " where it has fewer than two CPUs or less than 1792 MB" if running == "UseSerialGC" else ""
    return (
        f"the JVM runs with {running}, which its command line does not name: its own choice{small}, or an environment "
        "variable's"
    )


def configured(exec_start: str) -> Dict[str, str] | None:
    """The flags in systemd's property ExecStart; None where it starts something else than java."""
    found = _ARGV.search(exec_start)
    command = java_command.parse(found.group(1).split()) if found else None
    return parse(command.options) if command else None


def _heap(server: Server, inside: Dict[str, str], heap: str | None) -> Observation:
    smallest, largest = inside.get("Xms"), inside.get("Xmx")
    fine = largest is not None and _same(largest, smallest) and (heap is None or _same(heap, largest))
    row = observation.row(
        JVM,
        f"{server.name} heap",
        wanted=f"{heap} from the start" if heap else "Xms = Xmx",
        effective=f"Xms {smallest or 'default'}, Xmx {largest or 'default'}",
        status=IN_EFFECT if fine else DRIFTED,
        reason=_WHY_HEAP,
        source=_SOURCE,
    )
    return Observation(row)


def _flags_differ(server: Server, rows: Sequence[Row], known: bool) -> findings.Finding:
    """One finding for all flags of a server, since they are mended together."""
    names = [str(row["name"])[len(server.name) + 1 :] for row in rows]
    pending = all(row["status"] == PENDING_RESTART for row in rows)
    if pending:
        remedy = "restart the service, one host at a time"
    elif known:
        remedy = "correct the command line in the unit, run systemctl daemon-reload, and restart, one host at a time"
    else:
        remedy = (
            "set KAFKA_HEAP_OPTS and KAFKA_JVM_PERFORMANCE_OPTS where the service is started, run systemctl "
            "daemon-reload where that is a unit, and restart"
        )
    return findings.finding(
        "jvm_flags_differ",
        "medium",
        f"{JVM} {server.name}",
        wanted=_joined(names, rows, "wanted"),
        found=_joined(names, rows, "effective"),
        why="; ".join(dict.fromkeys(str(row["reason"]) for row in rows)),
        source=_SOURCE,
        remedy=remedy,
    )


def _joined(names: Sequence[str], rows: Sequence[Row], column: str) -> str:
    return ", ".join(f"{name}: {row[column] or 'not given'}" for name, row in zip(names, rows))


def _same(wanted: str, found: str | None) -> bool:
    """Whether two values are the same, also when one says 16M and the other 16777216."""
    size = _bytes(wanted)
    return found is not None and (wanted == found or (size is not None and size == _bytes(found)))


def _bytes(text: str) -> int | None:
    try:
        return parse_size(text, "flag")
    except GroundworkError:
        return None
