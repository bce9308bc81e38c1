# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""All readings of one look, from the results of the modules that took them."""

from __future__ import annotations

from typing import Any, List, Mapping

from . import judge, of_audit, reading
from .reading import Reading

_ADMIN, _SERVER, _EXPORTER = "admin", "mntr", "exporter"
Results = Mapping[str, Mapping[str, Any]]


def judged(cluster: Mapping[str, Any], servers: Results, audits: Results, now: float) -> List[judge.Judged]:
    """What cluster_health, server_health and host_audit returned, the latter two by host, judged at *now*."""
    readings = [reading.given(one) for one in cluster.get("readings", ())]
    if cluster and "readings" not in cluster:
        why = str(cluster.get("msg") or "the cluster was not asked").splitlines()[0]
        readings += [
            Reading("answering", reading.CLUSTER, _ADMIN, 0),
            Reading("", reading.CLUSTER, _ADMIN, missing=why),
        ]
    for host, result in servers.items():
        if "readings" in result:
            readings += [reading.given(one) for one in result["readings"]]
        else:
            why = str(result.get("msg") or "the host was not asked").strip().splitlines()[0]
            # One that was read all the same was reached: its exporters are what could not be asked.
            sources = [_SERVER, *([_EXPORTER] if audits.get(host, {}).get("record") else [])]
            readings += [Reading("", host, source, missing=why) for source in sources]
    for host, result in audits.items():
        readings += of_audit.readings(host, result, now)
    exporters = any("://" in one.source for one in readings)
    return judge.judge(readings, str(cluster.get("mode") or ""), now, exporters)
