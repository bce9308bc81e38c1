# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Who purges the old snapshots and logs of a running ZooKeeper server: its own autopurge, or a job of cron."""

from __future__ import annotations

import os
import re
from typing import Iterator, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils import findings, observation
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.observation import Observation
from ansible_collections.groundwork.kafka.plugins.module_utils.servers import Server
from ansible_collections.groundwork.kafka.plugins.module_utils.settings import CRON, DRIFTED, IN_EFFECT

_FOLDERS = ["/etc/cron.d", "/etc/cron.hourly", "/etc/cron.daily", "/etc/cron.weekly"]
_FOLDERS += ["/var/spool/cron", "/var/spool/cron/crontabs"]
_JOB = re.compile(r"PurgeTxnLog|zkCleanup\.sh")
_WHY = "snapshots and logs pile up until the disk is full; one purge, and not two at once, keeps the newest"
_SOURCE = "ZooKeeper Administrator's Guide: Ongoing Data Directory Cleanup"
_WRONG = {
    "purge_missing": (
        "medium",
        "nothing that was looked at (autopurge, cron) purges",
        "set autopurge.purgeInterval=24, or run PurgeTxnLog from cron",
    ),
    "purge_twice": ("low", "autopurge and cron both purge", "leave it to one of them"),
}


def observe(host: Host, server: Server) -> Observation:
    """The row of *server*, with a finding where nobody purges, or two do."""
    interval = server.properties.get("autopurge.purgeInterval", "0")
    autopurge = interval.isdigit() and int(interval) > 0
    jobs = list(_jobs(host))
    wrong = None if autopurge != bool(jobs) else "purge_twice" if jobs else "purge_missing"
    ways = [f"autopurge every {interval} h"] if autopurge else []
    row = observation.row(
        CRON,
        f"{server.name} purge",
        wanted="autopurge or cron",
        effective=", ".join(ways + [way for way, _at in jobs]) or None,
        persisted_at=jobs[-1][1] if jobs else None,
        status=DRIFTED if wrong else IN_EFFECT,
        note=_WRONG[wrong][1] if wrong else None,
        reason=_WHY,
        source=_SOURCE,
    )
    if wrong is None:
        return Observation(row)
    severity, _words, remedy = _WRONG[wrong]
    return Observation(row, [findings.told(row, wrong, severity, remedy)])


def _jobs(host: Host) -> Iterator[Tuple[str, str]]:
    """("cron", file:line) of each job that purges."""
    files = ["/etc/crontab"] + [f"{folder}/{name}" for folder in _FOLDERS for name in host.names(folder)]
    for path in files:
        if not os.path.isfile(host.real(path)):
            continue
        for number, line in enumerate((host.read(path) or "").split("\n"), 1):
            if _JOB.search(line) and not line.lstrip().startswith("#"):
                yield "cron", f"{path}:{number}"
