# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a host stands among others: its cluster, its rack and its roles, by which audits of many hosts are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence

from ..host.machine import Host
from ..server import data, processes
from ..server.running import NONSENSE, Server

Record = Dict[str, Any]


@dataclass(frozen=True)
class Place:
    """The name or id of its *cluster* and its *rack* (None: nobody says), and the *roles* of its servers, sorted."""

    cluster: str | None = None
    rack: str | None = None
    roles: Sequence[str] = ()


NOWHERE = Place()


def told_by(host: Host, servers: Sequence[Server]) -> Place:
    """What the *servers* that run on the *host* tell: the id in their data, the rack they start with, their kinds.

    A broker that keeps the data of two clusters, or whose data cannot be read, tells none: that is a finding elsewhere.
    """
    of_kafka = [server for server in servers if server.kind != processes.ZOOKEEPER and server.refused is None]
    clusters = [cluster for cluster in (_cluster(host, server) for server in of_kafka) if cluster]
    racks = [rack for rack in (server.properties.get("broker.rack", "").strip() for server in of_kafka) if rack]
    return Place(
        clusters[0] if clusters else None, racks[0] if racks else None, sorted({server.kind for server in servers})
    )


def _cluster(host: Host, server: Server) -> str | None:
    try:
        return data.held(host, [path for _key, path in server.directories]).get("cluster.id")
    except NONSENSE:
        return None


def placed(records: Sequence[Record], inventory: Mapping[str, Mapping[str, Any]]) -> List[Record]:
    """*records* with what the *inventory* says of each host's place, by the host's name, as ``{cluster, rack, roles}``.

    A cluster's name in the inventory stands before the id that the host tells; the rack that a broker runs with before
    the inventory's. A host of which neither tells a cluster is of the one that all others of this audit are of.
    """
    found = [_placed(record, inventory.get(record["host"]) or {}) for record in records]
    clusters = {record["cluster"] for record in found} - {None}
    only = next(iter(clusters)) if len(clusters) == 1 else None
    return [dict(record, cluster=record["cluster"] or only) for record in found]


def _placed(record: Record, said: Mapping[str, Any]) -> Record:
    return dict(
        record,
        cluster=said.get("cluster") or record["cluster"],
        rack=record["rack"] or said.get("rack") or None,
        roles=sorted({*record["roles"], *(said.get("roles") or ())}),
    )
