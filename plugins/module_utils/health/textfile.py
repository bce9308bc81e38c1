# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What an audit knows of a host, and a cluster of itself, as text files that Prometheus' node exporter reads.

Their metrics are called groundwork_….
"""

from __future__ import annotations

from typing import Any, List, Mapping, Tuple

from ..core.gauges import gauge, page
from . import of_audit, reading
from .vital import HOST, Vital
from .vitals import BY_ID, VITALS

_PREFIX = "groundwork_"
_AREAS = "map_areas"
_WHEN, _ASKED = "groundwork_audited_seconds", "groundwork_asked_seconds"
_ADMIN, _SERVER = "admin", "server"


def text(host: str, result: Mapping[str, Any], now: float) -> str:
    """The file of *host*, whose audit returned *result* at the moment *now*; a host that was not audited tells that.

    What is not known is left out, so that nobody takes an old value for a new one.
    """
    lines: List[str] = []
    for vital in VITALS:
        if vital.of == HOST and vital.metric.startswith(_PREFIX) and vital.identity != _AREAS:
            values = {
                one.subject[len(host) :].strip(): one.value
                for one in of_audit.readings(host, result, now)
                if one.identity == vital.identity and one.value is not None
            }
            lines += gauge(vital.metric, vital.meaning, values, _SERVER)
    lines += _areas(BY_ID[_AREAS], result)
    return page([*lines, *gauge(_WHEN, "when the host was audited, in seconds since 1970", {"": now})])


def of_cluster(result: Mapping[str, Any], now: float) -> str:
    """The file of the whole cluster, of which cluster_health returned *result* at the moment *now*.

    It has what nothing else exposes: how far groups and the quorum are behind.
    """
    lines: List[str] = []
    told = [reading.given(one) for one in result.get("readings", ())]
    for vital in VITALS:
        if _ADMIN in vital.asked and vital.metric.startswith(_PREFIX):
            label = vital.by[0] if vital.by else ""
            values = {
                one.subject.split(" ", 1)[1] if one.subject != reading.CLUSTER else "": one.value
                for one in told
                if one.identity == vital.identity and one.value is not None
            }
            lines += gauge(vital.metric, vital.meaning, values, label)
    return page([*lines, *gauge(_ASKED, "when the cluster was asked, in seconds since 1970", {"": now})])


def _areas(vital: Vital, result: Mapping[str, Any]) -> List[str]:
    """What servers use of their map areas, and the limit: the rules divide the two."""
    uses: List[Tuple[str, Mapping[str, Any]]] = [
        (str(service["name"]), service["uses"][_AREAS])
        for service in (result.get("record") or {}).get("services", ())
        if service["uses"].get(_AREAS) and service["uses"][_AREAS]["limit"]
    ]
    used, limit = ({name: use[figure] for name, use in uses} for figure in ("used", "limit"))
    return [
        *gauge(vital.metric, "map areas that the server uses", used, _SERVER),
        *gauge(vital.whole, "map areas that a process may have", limit, _SERVER),
    ]
