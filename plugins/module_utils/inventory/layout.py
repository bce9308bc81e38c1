# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The layout of a cluster over hosts and racks: what cannot work is an error, what works badly is a finding."""

from __future__ import annotations

from typing import Any, List, Mapping, Sequence

from ..core import values
from ..core.errors import GroundworkError
from ..core.findings import Finding, finding
from ..review import judge as reviewing
from ..review import racks, rules
from ..review.model import Disk, Facts, Keeper, Reviewed

_ZOOKEEPER = "Apache Kafka documentation, Operations: ZooKeeper"
_RULES = rules.of(
    "racks_unknown", "racks_uneven", "racks_fewer_than_replicas", "zookeeper_even", "zookeeper_many_voters"
)


def check(brokers: Sequence[Mapping[str, Any]], voters: int, replication_factor: int) -> List[Finding]:
    """Findings about a layout. Raises GroundworkError, which names the hosts, for one that cannot work.

    *brokers* are ``{host, rack}`` (rack None or empty: none), *voters* is the number of ZooKeeper servers. A finding
    has id, severity (low or medium), subject, wanted, found, why, source and remedy.
    """
    replication_factor = values.integer("replication_factor", replication_factor, 1, 2**15 - 1)
    by_broker = {str(broker["host"]): _rack(broker) for broker in brokers}
    found = racks.by_rack(by_broker)
    if "" in found and len(found) > 1:
        raise GroundworkError(
            f"{_listed(found[''])} without a rack among brokers with one: Kafka refuses to spread replicas over racks "
            "then; give every broker a rack, or none."
        )
    given = Reviewed(racks=by_broker, replication=replication_factor, voters=voters, broker_count=len(brokers))
    return reviewing.judge(given, _RULES).findings


def _rack(broker: Mapping[str, Any]) -> str:
    rack = broker.get("rack")
    return "" if rack is None else str(rack).strip()


def shared_device(host: str) -> Finding:
    """The finding about a ZooKeeper server on *host* that has one device for snapshots and transaction log."""
    one = Disk("", "the same")
    keeper = Keeper(host, {"dataDir": "data", "dataLogDir": "log"}, Facts(disks={"data": one, "log": one}))
    (found,) = reviewing.judge(Reviewed(keepers=(keeper,)), rules.of("zookeeper_one_device")).findings
    return found


def zookeepers_leaving(members: Sequence[int], ids: Mapping[str, int], remembered: Mapping[str, int]) -> List[str]:
    """What to call the ZooKeeper servers that the inventory has no more: their hosts, as far as they are known.

    *members* are the numbers that the files of the others have still, *ids* those of the inventory, *remembered* those
    of all hosts.
    """
    names = {number: host for host, number in remembered.items()}
    return [names.get(number, f"number {number}") for number in sorted(members) if number not in ids.values()]


def zookeepers_gone(leaving: Sequence[str], staying: Sequence[str]) -> List[Finding]:
    """Findings about ZooKeeper servers that the inventory has no more: those *leaving*, which the files of the others
    have still, and those of the hosts *staying*, where one runs without a part in the ensemble.
    """
    return [
        _zookeeper_gone(one, "taken out of the ensemble, and its service runs until it is stopped", _ONCE_RESTARTED)
        for one in leaving
        if one not in staying
    ] + [_zookeeper_gone(host, "it runs", "") for host in staying]


_ONCE_RESTARTED = "once this run has restarted the other servers, "


def _zookeeper_gone(host: str, found: str, when: str) -> Finding:
    return finding(
        "former_zookeeper_runs",
        "medium",
        f"ZooKeeper server {host}, which is not in the inventory's group zookeeper any more",
        wanted="stopped",
        found=found,
        why="it may take part in elections with what it knows, and serves clients that have it in their files",
        source=_ZOOKEEPER,
        remedy=f"{when}stop it on its host (systemctl disable --now zookeeper)",
    )


def _listed(hosts: Sequence[str]) -> str:
    return f"{', '.join(hosts)} {'is a broker' if len(hosts) == 1 else 'are brokers'}"
