# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The numbers of a cluster's servers, given in the inventory or assigned over it, and the same ever after.

Every host remembers the numbers of all hosts, also of those that are gone. So a host that lost its disks gets its own
number back from the others, and no new host gets that of a dead one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError


@dataclass(frozen=True)
class Numbering:
    """What is numbered: *what* (as in "broker id"), the *variable* that gives a number, and the numbers that can be."""

    what: str
    variable: str
    smallest: int
    largest: int


NODES = Numbering("broker id", "kafka_node_id", 0, 2**31 - 1)
ZOOKEEPERS = Numbering("ZooKeeper id", "zookeeper_id", 1, 255)


@dataclass(frozen=True)
class Claim:
    """What is known of a host's number.

    *given* is the inventory's, None where it has none; *held* that of its data; *remembered* every number that the
    host remembers, by host. *read* tells whether the host was looked at.
    """

    host: str
    given: object = None
    held: int | None = None
    remembered: Mapping[str, int] = field(default_factory=dict)
    read: bool = True


@dataclass(frozen=True)
class Numbers:
    """The number of each host of the inventory, and *remembered*: those, and the ones of hosts that are gone.

    *unused* are the hosts whose number none of them had so far, as far as all were asked.
    """

    ids: Dict[str, int]
    remembered: Dict[str, int]
    unused: List[str] = field(default_factory=list)


def assign(numbering: Numbering, claims: Sequence[Claim]) -> Numbers:
    """A number for each host, in the order of *claims*: given, that of its data, remembered, or the next one.

    Raises GroundworkError for a number that cannot be, for one of two hosts, for data with another number, and where a
    host that was not looked at may hold the number that would come next.
    """
    memory = _memory(claims)
    ids: Dict[str, int] = {}
    missing: List[Claim] = []
    for claim in claims:
        number = _given(numbering, claim)
        known = [number, claim.held, claim.remembered.get(claim.host), memory.get(claim.host)]
        found = next((one for one in known if one is not None), None)
        if number is None:
            _check_remembered(numbering, claim, memory.get(claim.host))
        if found is None:
            missing.append(claim)
        else:
            ids[claim.host] = found
    _check_distinct(numbering, ids)
    for claim in claims:
        _check_given(numbering, claim, ids.get(claim.host))
    _check_seen(numbering, claims, missing)
    taken = {*ids.values(), *(number for claim in claims for number in claim.remembered.values())}
    for claim in missing:
        ids[claim.host] = _next(numbering, taken)
        taken.add(ids[claim.host])
    ordered = {claim.host: ids[claim.host] for claim in claims}
    return Numbers(ordered, dict(sorted({**memory, **ordered}.items())), _unused(claims, ordered))


def _unused(claims: Sequence[Claim], ids: Mapping[str, int]) -> List[str]:
    """The hosts whose number among *ids* is nobody's so far: none holds data of it, or remembers it.

    A host that was not looked at may know of it, and so may one with data and without a memory.
    """
    if not all(claim.read and (claim.held is None or claim.remembered) for claim in claims):
        return []
    used = {number for claim in claims for number in [claim.held, *claim.remembered.values()]}
    return [host for host, number in ids.items() if number not in used]


def only_cluster(held: Mapping[str, str | None]) -> Tuple[str, str]:
    """The id of the cluster whose data hosts hold, and the first of them; both empty where none holds any.

    *held* has the cluster id by host, if any. Raises GroundworkError when they are of two clusters.
    """
    owners: Dict[str, str] = {}
    for host, cluster in held.items():
        if cluster:
            owners.setdefault(cluster, host)
    if len(owners) > 1:
        (first, one), (second, other) = list(owners.items())[:2]
        raise GroundworkError(
            f"{one} holds data of the cluster {first}, and {other} that of the cluster {second}; take "
            "the host that does not belong to this cluster out of the inventory, or, if its data may be lost, empty "
            "its folders yourself."
        )
    return next(iter(owners.items()), ("", ""))


def check_cluster_ids(held: Mapping[str, str | None], given: str = "") -> None:
    """Raise GroundworkError when the data of hosts, *held* by host, is of two clusters, or not of the one *given*."""
    cluster, owner = only_cluster(held)
    if given and given != cluster:
        known = f"{owner} holds data of the cluster {cluster}" if owner else "Kafka makes that of a new one by itself"
        raise GroundworkError(
            f"kafka_cluster_id is {given}, and {known}; leave kafka_cluster_id out: with ZooKeeper nobody can set it."
        )


def _memory(claims: Sequence[Claim]) -> Dict[str, int]:
    """What the hosts remember together; of a host, its own word counts more than that of others."""
    memory: Dict[str, int] = {}
    for claim in claims:
        memory.update({host: number for host, number in claim.remembered.items() if host not in memory})
    memory.update({c.host: c.remembered[c.host] for c in claims if c.host in c.remembered})
    return memory


def _given(numbering: Numbering, claim: Claim) -> int | None:
    if claim.given is None:
        return None
    text = str(claim.given).strip()
    is_number = text.isascii() and text.isdigit() and not isinstance(claim.given, (bool, float))
    if not is_number or not numbering.smallest <= int(text) <= numbering.largest:
        raise GroundworkError(
            f"{claim.host} has the {numbering.what} {claim.given!r}; give a whole number from {numbering.smallest} to "
            f"{numbering.largest} ({numbering.variable} in the inventory), or leave it out."
        )
    return int(text)


def _check_remembered(numbering: Numbering, claim: Claim, number: int | None) -> None:
    """Raise GroundworkError when a host without a given number holds data of another than it is remembered with."""
    if None not in (claim.held, number) and claim.held != number:
        raise GroundworkError(
            f"{claim.host} holds data with the {numbering.what} {claim.held}, and the hosts of the cluster remember it "
            f"with {number}; bring its own data back, or, if this is its own, say so with {numbering.variable}: "
            f"{claim.held} in the inventory."
        )


def _check_given(numbering: Numbering, claim: Claim, number: int | None) -> None:
    """Raise GroundworkError when a host holds data with another number than it has."""
    if claim.held not in (None, number):
        raise GroundworkError(
            f"{claim.host} holds data with the {numbering.what} {claim.held}, and {numbering.variable} is {number}; "
            f"set {numbering.variable} back to {claim.held}, or, if its data may be lost, empty its folders yourself."
        )


def _check_distinct(numbering: Numbering, ids: Mapping[str, int]) -> None:
    owners: Dict[int, str] = {}
    for host, number in ids.items():
        if number in owners:
            raise GroundworkError(
                f"{owners[number]} and {host} both have the {numbering.what} {number}; give each host its own "
                f"({numbering.variable} in the inventory)."
            )
        owners[number] = host


def _check_seen(numbering: Numbering, claims: Sequence[Claim], missing: Sequence[Claim]) -> None:
    unseen = [claim.host for claim in claims if not claim.read and claim.given is None]
    if missing and unseen:
        first = next((claim for claim in missing if claim.read), missing[0])
        raise GroundworkError(
            f"No {numbering.what} of {first.host} is known, and which ones are free cannot be told without "
            f"looking at {', '.join(unseen)}; run for all hosts together, without --limit or serial, or set "
            f"{numbering.variable}."
        )


def _next(numbering: Numbering, taken: set[int]) -> int:
    """One above the greatest: a gap below may be the number of a host that nobody remembers."""
    number = max(taken, default=0) + 1
    if number > numbering.largest:
        number = next((n for n in range(1, numbering.largest + 1) if n not in taken), 0)
    if not number:
        raise GroundworkError(f"No {numbering.what} up to {numbering.largest} is free; set {numbering.variable}.")
    return number
