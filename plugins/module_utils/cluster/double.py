# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server that still runs elsewhere under the number that a host of the inventory is to have.

Pure: brokers and quorum are the dictionaries of the utility ``cluster.state``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Collection, List, Mapping, Sequence

from ..broker import uuids
from ..core import endpoint
from . import quorum_gate


@dataclass(frozen=True)
class Own:
    """What the host is to be that has no such server running: its *number*, the *addresses* (HOST:PORT) at which it is
    to listen, and the ids of the *directories* that it has as a controller so far."""

    number: int
    addresses: Collection[str]
    directories: Collection[str] = ()


def broker_elsewhere(own: Own, brokers: Sequence[Mapping[str, Any]]) -> str:
    """Where another broker is registered with that number, as HOST:PORT; empty for nowhere."""
    registered = [broker for broker in brokers if broker["id"] == own.number and not broker["fenced"]]
    addresses = [endpoint.join(broker["host"], broker["port"]) for broker in registered]
    return next((address for address in addresses if not _is_own(own, [address])), "")


def controller_elsewhere(
    own: Own, quorum: Mapping[str, Any] | None, addresses: Mapping[int, Sequence[str]]
) -> List[str]:
    """Where another controller with that number still fetches from the KRaft *quorum*, or leads it; empty for nowhere.

    *addresses* (HOST:PORT) are those that the quorum keeps of its voters. It keeps none of one that only observes.
    """
    if quorum is None or quorum["leader_id"] is None:
        return []
    known = list(addresses.get(own.number, ()))
    at_home = not known or _is_own(own, known)
    for one in [*quorum["voters"], *quorum["observers"]]:
        if one["id"] != own.number or not quorum_gate.follows(one, quorum["leader_id"]):
            continue
        if not at_home or uuids.letters(one["directory_id"] or "") not in own.directories:
            return known or ["an address that the quorum does not know"]
    return []


def _is_own(own: Own, addresses: Sequence[str]) -> bool:
    return bool({address.lower() for address in addresses} & {address.lower() for address in own.addresses})


def refusal(what: str, number: int, where: str) -> str:
    """Why a host does not get the *number* of a server, which is *what*, that still runs *where*."""
    return (
        f"{what} {number} still runs, at {where}, and this host is to be the one with that number: two servers would "
        "go by it, and the cluster would take what one of them lacks for what the other has; stop that one on its host "
        "(systemctl disable --now kafka) and run the playbook again, or give this host another number (kafka_node_id)."
    )
