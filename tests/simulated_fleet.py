# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Audits of a made-up fleet, with faults put in by a host's number, so that what is to be found follows from counting.

A fleet is made of blocks of a hundred hosts, twenty clusters of five: three brokers and two ZooKeeper servers in three
racks. In each block the hosts with the numbers of :data:`FAULTS` have one fault each, no two in a cluster.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Iterator

BLOCK, CLUSTER = 100, 5
#: Number in its block → what is wrong with the host.
FAULTS = {
    0: "off",  # a setting of a broker is not in effect, and never was
    8: "off_alone",  # the same of one of two ZooKeeper servers, too few to be peers
    11: "drifted",  # not in effect since the last audit
    15: "mended",  # in effect since the last audit
    22: "raised",  # in effect, at a higher value since the last audit
    25: "soon",  # map areas grow by 1,000 a day, and 20,000 are left
    31: "later",  # the same, and 90,000 are left
    35: "restarted",  # grew as fast, and was started again before the last audit
    41: "gone",  # not in the last audit
    45: "unreachable",  # at the last audit
    50: "never",  # at no audit reachable
}
FIRST = int(datetime(2026, 1, 5, 12, tzinfo=timezone.utc).timestamp())
DAY = 86400
_REASON = (
    "a broker maps each index of a segment into memory, and dies with an OutOfMemoryError where the kernel gives it no "
    "more of these areas, long before memory is short"
)
_SOURCE = "Apache Kafka documentation, Hardware and OS: virtual memory"


def moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True)
class Fleet:
    """So many ``hosts``, whole blocks of them, with so many ``settings`` each, of which two tell of map areas and
    descriptors, audited on so many days; ``faulty``: with one of each of :data:`FAULTS` in each block."""

    hosts: int = BLOCK
    settings: int = 80
    audits: int = 2
    faulty: bool = True

    def __post_init__(self) -> None:
        if self.hosts % BLOCK or self.settings < 12 or self.audits < 1:
            raise ValueError("a fleet is whole blocks of hosts, has 12 settings or more, and one audit or more")

    @property
    def blocks(self) -> int:
        """How often each fault is there."""
        return self.hosts // BLOCK

    def write(self, folder: Path, files: int = 1) -> int:
        """Write each audit as so many ``files`` of JSON lines below ``folder``; how many bytes these are."""
        written, each = 0, -(-self.hosts // files)
        for audit in range(self.audits):
            for number in range(files):
                part = range(number * each, min(self.hosts, (number + 1) * each))
                path = folder / f"day{audit}" / f"audit-{number:04}.jsonl"
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("w") as file:
                    written += sum(file.write(line) for line in self.lines(audit, part))
        return written

    def lines(self, audit: int, numbers: range) -> Iterator[str]:
        """The lines of the hosts ``numbers`` in one ``audit``."""
        usual = json.dumps([self._setting(each, None, audit) for each in range(self.settings)])
        for host in numbers:
            fault = FAULTS.get(host % BLOCK) if self.faulty else None
            if fault == "gone" and audit and audit == self.audits - 1:
                continue
            mark = '"settings": []'
            line = json.dumps(self._record(host, fault, audit))
            if fault in ("off", "off_alone", "drifted", "mended", "raised"):
                own = json.dumps([self._setting(each, fault, audit) for each in range(self.settings)])
                line = line.replace(mark, f'"settings": {own}')
            elif '"outcome": "audited"' in line:
                line = line.replace(mark, f'"settings": {usual}')
            yield line + "\n"

    def _record(self, host: int, fault: str | None, audit: int) -> dict[str, Any]:
        place = host % CLUSTER
        reached = fault != "never" and not (fault == "unreachable" and audit and audit == self.audits - 1)
        findings = [self._finding()] * (self._is_off(fault, audit) if reached else 1)
        return {
            "schema": "groundwork.kafka/audit/2",
            "host": f"host{host:06}",
            "time": moment(FIRST + audit * DAY + host % 600),
            "collection": "0.3.0",
            "cluster": f"cluster{host // CLUSTER:05}",
            "rack": f"r{place % 3 + 1}",
            "roles": ["broker" if place < 3 else "zookeeper"],
            "outcome": "audited" if reached else "unreachable",
            "message": None if reached else "no route to host",
            "services": [self._service(place, fault, audit)] if reached else [],
            "settings": [],
            "findings": findings,
            "counts": {"high": len(findings), "medium": 0, "low": 0},
        }

    def _is_off(self, fault: str | None, audit: int) -> int:
        """Whether one setting of the host is not in effect at ``audit``."""
        last = audit == self.audits - 1
        return int(fault in ("off", "off_alone") or (fault == "drifted" and last) or (fault == "mended" and not last))

    def _setting(self, number: int, fault: str | None, audit: int) -> dict[str, Any]:
        off = number == 3 and self._is_off(fault, audit)
        raised = number == 4 and fault == "raised" and audit == self.audits - 1
        left = self.settings - number
        kind, name, wanted = "kernel", f"net.core.setting_{number}", str(100 * number)
        if left <= 2:
            kind, name, wanted = "process", f"kafka {('map areas', 'descriptors')[left - 1]}", "30% left"
        effective = "60" if off else "999999" if raised else wanted
        if left <= 2:
            effective = f"99% left, {300 + audit} of 262144"  # another text on each day
        return {
            "kind": kind,
            "name": name,
            "wanted": wanted,
            "rule": "at_least",
            "persisted": wanted,
            "persisted_at": "/etc/sysctl.d/99-groundwork.conf:7",
            "effective": effective,
            "after_boot": effective,
            "status": "drifted" if off else "in_effect",
            "note": "another value is in force" if off else None,
            "reason": _REASON,
            "source": _SOURCE,
        }

    def _service(self, place: int, fault: str | None, audit: int) -> dict[str, Any]:
        kind = "broker" if place < 3 else "zookeeper"
        used, limit, started = 300, 262_144, FIRST - 30 * DAY
        if fault in ("soon", "later", "restarted"):
            used = 10_000 + 1_000 * audit
            limit = 10_000 + 1_000 * (self.audits - 1) + (20_000 if fault == "soon" else 90_000)
        if fault == "restarted" and audit and audit == self.audits - 1:
            used, started = 400, FIRST + audit * DAY - 3600
        return {
            "name": "kafka" if kind == "broker" else "zookeeper",
            "kind": kind,
            "id": str(place),
            "pid": 4711,
            "unit": "kafka" if kind == "broker" else "zookeeper",
            "user": "kafka",
            "started": moment(started),
            "main_class": "kafka.Kafka",
            "java": "/usr/lib/jvm/java-17/bin/java",
            "java_version": "17.0.19",
            "config": "/etc/kafka/server.properties",
            "directories": ["/data/kafka"],
            "uses": {
                "map_areas": {"used": used, "limit": limit, "headroom_percent": (limit - used) * 100 // limit},
                "descriptors": {"used": 150, "limit": None, "headroom_percent": None},
            },
        }

    def _finding(self) -> dict[str, Any]:
        return {
            "id": "setting_drifted",
            "severity": "high",
            "subject": "kernel net.core.setting_3",
            "wanted": "300",
            "found": "60",
            "why": _REASON,
            "source": _SOURCE,
            "remedy": "run playbooks/tune.yml",
        }
