# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which KRaft cluster the hosts of an inventory are, and how each that holds nothing yet becomes a member of it.

A cluster is begun once, by formatting its first controller as the first voter. Done a second time, as after the loss of
that controller's disk, it would begin another cluster; so it is done only where no host holds anything of one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Callable, Dict, Sequence

from ..broker import uuids
from ..core.errors import GroundworkError
from ..server.storage import INITIAL, JOIN, STANDALONE
from . import server_numbers

_ID = re.compile(r"[A-Za-z0-9_-]{22}\Z")


@dataclass(frozen=True)
class Member:
    """A host of the cluster, with what its storage holds (see storage.Storage); *address* is its controller's."""

    host: str
    node_id: int
    controller: bool
    address: str
    cluster_id: str
    unformatted: bool
    founded: bool
    used: bool


@dataclass(frozen=True)
class Identity:
    """The cluster's id, whether it is yet to begin, and the way (storage.WAYS) for each host that is to be formatted.

    *controllers* are the voters that a new quorum begins with: the first alone where the others join by themselves.
    """

    cluster_id: str
    new: bool
    ways: Dict[str, str]
    controllers: str = ""


def decide(
    members: Sequence[Member],
    given: str = "",
    unread: Sequence[str] = (),
    auto_join: bool = True,
    random_id: Callable[[], str] | None = None,
) -> Identity:
    """The identity of the cluster of *members*, in the order of the inventory; *unread* are its other hosts.

    *given* is the id that the inventory gives, if any. *auto_join*: controllers join the quorum by themselves, as from
    Kafka 4.2 on. Raises GroundworkError, which names the hosts, for two ids, for data whose metadata is gone, and where
    too few hosts were read to tell whether there is a cluster.
    """
    _check_given(given)
    cluster_id = _agreed(members, given)
    controllers = [member for member in members if member.controller]
    founders = [member.host for member in controllers if member.founded]
    users = [member.host for member in members if member.used]
    wanting = [member for member in members if member.unformatted]
    if users and not founders and not unread:
        raise GroundworkError(_metadata_lost(cluster_id, users))
    if not users and not founders:
        check_seen([member.host for member in wanting], unread)
    new = not founders and not users
    cluster_id = cluster_id or given or (random_id or uuids.new)()
    if not auto_join and not users and not unread:
        ways = {member.host: INITIAL if member.controller else JOIN for member in wanting}
        return Identity(cluster_id, new, ways, _voters(cluster_id, controllers))
    ways = {member.host: JOIN for member in wanting}
    if not new or unread:
        return Identity(cluster_id, new, ways)
    first = _first(controllers)
    ways[first.host] = STANDALONE
    return Identity(cluster_id, new, ways, _voters(cluster_id, [first]))


def check_seen(wanting: Sequence[str], unread: Sequence[str]) -> None:
    """Raise GroundworkError where the hosts *wanting*, and all others but those *unread*, hold nothing."""
    if wanting and unread:
        raise GroundworkError(
            f"{_names(wanting)} to be formatted, and whether there is a cluster already cannot be told without "
            f"{', '.join(unread)}; run for all hosts of the cluster together, without --limit or serial."
        )


def _first(controllers: Sequence[Member]) -> Member:
    """The controller that begins the cluster: the first that holds nothing at all."""
    for member in controllers:
        if not member.cluster_id:
            return member
    raise GroundworkError(
        f"{_names([member.host for member in controllers])} formatted to join a quorum that nobody has begun; empty "
        f"the folders of {controllers[0].host}, which hold nothing yet, and run again."
        if controllers
        else "The cluster has no controller; put at least one host into the inventory's group kafka_controllers."
    )


def _voters(cluster_id: str, controllers: Sequence[Member]) -> str:
    """The controllers as ``--initial-controllers`` takes them."""
    return ",".join(
        f"{member.node_id}@{member.address}:{directory_id(cluster_id, member.node_id)}" for member in controllers
    )


def directory_id(cluster_id: str, node_id: int) -> str:
    """The id of a first controller's folder where all must be known before any is formatted: the same at each run."""
    attempt = 0
    while True:
        digest = hashlib.sha256(f"{cluster_id}/{node_id}/{attempt}".encode()).digest()
        text = uuids.text(digest[:16])
        if not text.startswith("-"):
            return text
        attempt += 1


def _check_given(given: str) -> None:
    if not given:
        return
    try:
        valid = bool(_ID.match(given)) and len(base64.urlsafe_b64decode(given + "==")) == 16
    except binascii.Error:
        valid = False
    if not valid or given.startswith("-"):
        raise GroundworkError(
            f"kafka_cluster_id is {given!r}; give 22 letters as `kafka-storage.sh random-uuid` prints them, or leave "
            "it out, and one is made."
        )


def _agreed(members: Sequence[Member], given: str) -> str:
    held, holder = server_numbers.only_cluster({member.host: member.cluster_id for member in members})
    if given and held and given != held:
        raise GroundworkError(
            f"kafka_cluster_id is {given}, and {holder} holds the data of cluster {held}; leave "
            "kafka_cluster_id out or set it back: the id of a cluster never changes."
        )
    return held


def _metadata_lost(cluster_id: str, users: Sequence[str]) -> str:
    return (
        f"No controller holds the metadata of cluster {cluster_id}, to which the data on {', '.join(users)} belongs; "
        "with new metadata the brokers would delete their partitions: bring the disk of a controller back, or, if the "
        "data may be lost, empty the folders of all hosts yourself."
    )


def _names(hosts: Sequence[str]) -> str:
    return f"{', '.join(hosts)} {'is' if len(hosts) == 1 else 'are'}"
