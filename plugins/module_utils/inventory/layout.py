# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The layout of a cluster over hosts and racks: what cannot work is an error, what works badly is a finding."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

from ..core import values
from ..core.errors import GroundworkError
from ..core.findings import Finding, finding
from ..server import zookeeper_folders

_RACKS = "Apache Kafka documentation, Operations: Balancing Replicas Across Racks"
_ZOOKEEPER = "Apache Kafka documentation, Operations: ZooKeeper"
_MOST_VOTERS = 7


def check(brokers: Sequence[Mapping[str, Any]], voters: int, replication_factor: int) -> List[Finding]:
    """Findings about a layout. Raises GroundworkError, which names the hosts, for one that cannot work.

    *brokers* are ``{host, rack}`` (rack None or empty: none), *voters* is the number of ZooKeeper servers. A finding
    has id, severity (low or medium), subject, wanted, found, why, source and remedy.
    """
    replication_factor = values.integer("replication_factor", replication_factor, 1, 2**15 - 1)
    racks: Dict[str, List[str]] = {}
    for broker in brokers:
        racks.setdefault(_rack(broker), []).append(str(broker["host"]))
    if "" in racks and len(racks) > 1:
        raise GroundworkError(
            f"{_listed(racks[''])} without a rack among brokers with one: Kafka refuses to spread replicas over racks "
            "then; give every broker a rack, or none."
        )
    found = [_no_racks(racks, replication_factor), _uneven_racks(racks), _few_racks(racks, replication_factor)]
    return [finding for finding in [*found, *_ensemble(voters)] if finding]


def _rack(broker: Mapping[str, Any]) -> str:
    rack = broker.get("rack")
    return "" if rack is None else str(rack).strip()


def _no_racks(racks: Mapping[str, List[str]], replication_factor: int) -> Finding | None:
    if set(racks) != {""} or replication_factor < 2:
        return None
    return finding(
        "racks_unknown",
        "low",
        "cluster",
        wanted="a rack for every broker",
        found="no broker has a rack",
        why="replicas of a partition may all be in one rack, and be lost with it",
        source=_RACKS,
        remedy="set kafka_rack for every broker, if they do not all share one rack",
    )


def _uneven_racks(racks: Mapping[str, List[str]]) -> Finding | None:
    sizes = {rack: len(hosts) for rack, hosts in racks.items()}
    if len(set(sizes.values())) < 2:
        return None
    return finding(
        "racks_uneven",
        "medium",
        "cluster",
        wanted="the same number of brokers in every rack",
        found=", ".join(f"{rack}: {size}" for rack, size in sorted(sizes.items())),
        why="every rack gets the same share of replicas, so brokers in small racks carry more",
        source=_RACKS,
        remedy="add brokers to the small racks, or move some there",
    )


def _few_racks(racks: Mapping[str, List[str]], replication_factor: int) -> Finding | None:
    if set(racks) <= {""} or len(racks) >= replication_factor:
        return None
    return finding(
        "racks_fewer_than_replicas",
        "medium",
        "cluster",
        wanted=f"at least {replication_factor} racks for {replication_factor} replicas",
        found=f"{len(racks)}: {', '.join(sorted(racks))}",
        why="one rack then holds several replicas of a partition, and takes them all down with it",
        source=_RACKS,
        remedy="spread the brokers over more racks, or count on losing more than one replica with a rack",
    )


def shared_device(host: str) -> Finding:
    """The finding about a ZooKeeper server on *host* that has one device for snapshots and transaction log."""
    return finding(
        "zookeeper_one_device",
        "medium",
        f"ZooKeeper on {host}",
        wanted="a disk of its own for the transaction log (zookeeper_data_log_dir)",
        found="snapshots and transaction log on one device",
        why="every write waits for the transaction log, and a snapshot on the same disk makes it wait longer",
        source="ZooKeeper Administrator's Guide: Things to Avoid, Incorrect placement of transaction log",
        remedy="give a folder on a disk of its own in zookeeper_data_log_dir, and have the log moved there by the "
        f"playbook {zookeeper_folders.PLAYBOOK}",
    )


def zookeepers_gone(
    members: Sequence[int], ids: Mapping[str, int], remembered: Mapping[str, int], staying: Sequence[str]
) -> List[Finding]:
    """Findings about ZooKeeper servers that the inventory has no more.

    *members* are those that the files of the others have still, *ids* the numbers of the inventory, *remembered* those
    of all hosts, *staying* hosts without a part in the ensemble where one runs.
    """
    names = {number: host for host, number in remembered.items()}
    left = {number: names.get(number, "") for number in members if number not in ids.values()}
    leaving = [host or f"number {number}" for number, host in sorted(left.items()) if host not in staying]
    return [
        _zookeeper_gone(host, "taken out of the ensemble, and its service runs until it is stopped", _ONCE_RESTARTED)
        for host in leaving
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


def _ensemble(voters: int) -> List[Finding]:
    common = {"subject": "ZooKeeper ensemble", "found": f"{voters} servers", "source": _ZOOKEEPER}
    found: List[Finding] = []
    if voters and voters % 2 == 0:
        found.append(
            finding(
                "zookeeper_even",
                "medium",
                wanted="an odd number of servers",
                why=f"{voters} servers survive the loss of {(voters - 1) // 2}, no more than {voters - 1} do",
                remedy="add a server, or take one away",
                **common,
            )
        )
    if voters > _MOST_VOTERS:
        found.append(
            finding(
                "zookeeper_many_voters",
                "medium",
                wanted=f"at most {_MOST_VOTERS} voting servers",
                why="every write waits for a majority of the voters, so more of them make it slower",
                remedy=f"keep {_MOST_VOTERS} or fewer, or make the others observers",
                **common,
            )
        )
    return found


def _listed(hosts: Sequence[str]) -> str:
    return f"{', '.join(hosts)} {'is a broker' if len(hosts) == 1 else 'are brokers'}"
