# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Servers that the inventory has no more and the cluster still has: what no run would restart, upgrade or secure.

Pure: brokers, partitions and quorum are the dictionaries of the utility ``cluster.state``; *former* has the names of
those servers by number.
"""

from __future__ import annotations

from typing import Any, List, Mapping, Sequence

from ..broker import uuids
from ..core import kafka_commands, listing
from ..core.findings import Finding, finding
from . import state

Partition = Mapping[str, Any]
_SOURCE = "Apache Kafka documentation, Operations: Expanding your cluster; KRaft, Remove Controller"
_REASSIGN = "kafka-reassign-partitions.sh"
_LEAST = 3  # voters of which one can be stopped
#: Has a KRaft cluster forget a broker that is gone for good, its number as the last word.
UNREGISTER = f"kafka-cluster.sh unregister --bootstrap-server HOST:PORT {kafka_commands.CLIENT_OF_CLUSTER} --id"


def refusals(
    former: Mapping[int, str], brokers: Sequence[Mapping[str, Any]], partitions: Sequence[Partition]
) -> List[str]:
    """A sentence for each broker of *former* that runs and holds partitions."""
    running = state.running(brokers)
    return [
        f"Broker {number} ({name}) is not in the inventory any more, and it runs and holds "
        f"{_counted(_held(partitions, number))}, so nothing would restart, upgrade or secure it from now on; put it "
        f"back, move them to brokers that stay ({_REASSIGN}), and then take it out."
        for number, name in sorted(former.items())
        if number in running and _held(partitions, number)
    ]


def findings(
    former: Mapping[int, str],
    brokers: Sequence[Mapping[str, Any]],
    partitions: Sequence[Partition],
    quorum: Mapping[str, Any] | None,
) -> List[Finding]:
    """What is left to do about those of *former* that are gone, or that nothing depends on."""
    found: List[Finding] = []
    running = state.running(brokers)
    for number, name in sorted(former.items()):
        held, runs = _held(partitions, number), number in running
        if held and not runs:
            found.append(_replicas(number, name, held))
        if runs and not held:
            found.append(_running(number, name))
        if not held and not runs and any(broker["id"] == number for broker in brokers):
            found.append(_registered(number, name))
        voters = (quorum or {}).get("voters", ())
        found += [
            _voting(number, name, voter["directory_id"], len(voters)) for voter in voters if voter["id"] == number
        ]
    return found


def unknown(former: Mapping[int, str], why: str) -> Finding:
    """That nobody can tell what the cluster still has of *former*, and *why*."""
    gone = listing.some([f"{name} ({number})" for number, name in sorted(former.items())])
    return finding(
        "former_servers_unknown",
        "medium",
        f"{gone}, not in the inventory any more",
        wanted="nothing left of them in the cluster",
        found="a cluster that does not answer",
        why="one that still runs and holds partitions would be restarted, upgraded and secured by nobody",
        source=_SOURCE,
        remedy=f"mend what keeps the brokers from answering, and run the playbook again: {why}",
    )


def _held(partitions: Sequence[Partition], number: int) -> List[str]:
    return [f"{one['topic']}-{one['partition']}" for one in partitions if number in one["replicas"]]


def _counted(held: Sequence[str]) -> str:
    return f"{len(held)} partition{'' if len(held) == 1 else 's'} ({listing.some(held)})"


def _replicas(number: int, name: str, held: Sequence[str]) -> Finding:
    return finding(
        "former_broker_replicas",
        "medium",
        f"broker {number} ({name}), which is not in the inventory any more",
        wanted="no partition that counts on it",
        found=_counted(held),
        why="these have a replica fewer than they were given, and none comes back by itself",
        source=_SOURCE,
        remedy=f"give them replicas on brokers that are there ({_REASSIGN}), or the number to another host "
        "(kafka_node_id), which copies them",
    )


def _running(number: int, name: str) -> Finding:
    return finding(
        "former_broker_runs",
        "medium",
        f"broker {number} ({name}), which is not in the inventory any more",
        wanted="stopped",
        found="it runs, without partitions",
        why="new topics are given to it as well, and nothing restarts, upgrades or secures it any more",
        source=_SOURCE,
        remedy="stop it on its host (systemctl disable --now kafka)",
    )


def _registered(number: int, name: str) -> Finding:
    return finding(
        "former_broker_registered",
        "medium",
        f"broker {number} ({name}), which is not in the inventory any more",
        wanted="unknown to the cluster",
        found="registered, and stopped",
        why="it counts as a broker that is down, and no feature is raised beyond the version that it ran last",
        source="Apache Kafka documentation, KRaft: Unregister Broker; kafka-features.sh",
        remedy=f"have the cluster forget it ({UNREGISTER} {number})",
    )


def _voting(number: int, name: str, directory: str | None, voters: int) -> Finding:
    # What is left has to be a majority of those that vote until it is taken out.
    first = "add a controller first, since the others are no majority without it; then " if voters < _LEAST else ""
    return finding(
        "former_controller_votes",
        "medium",
        f"controller {number} ({name}), which is not in the inventory any more",
        wanted="no voter of the KRaft quorum",
        found="a voter",
        why="the quorum counts it, also when it is gone, and survives the loss of fewer others",
        source=_SOURCE,
        remedy=f"{first}stop it on its host (systemctl disable --now kafka), then kafka-metadata-quorum.sh "
        f"--bootstrap-server HOST:PORT {kafka_commands.CLIENT} remove-controller --controller-id {number} "
        f"--controller-directory-id {uuids.letters(directory or '') or 'ITS-DIRECTORY-ID'}",
    )
