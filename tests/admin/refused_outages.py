# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: what modules refuse while a broker is down, and do once it is started, as they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

#: The broker that is down, and topics: one that it has alone, one that it shares with a broker that has more than its
#: share, and one that it is to take.
DOWN = 1
LONE, SHARED, OTHER, GROUP = "w-lone", "w-shared", "w-other", "w-absentees"
PLACED: Mapping[str, Mapping[int, list[int]]] = {
    LONE: {0: [DOWN]},
    SHARED: {number: [DOWN, 2] for number in range(6)},
    OTHER: {0: [2]},
}


@dataclass(frozen=True)
class Outage:
    """While a broker is down the *module* refuses what is *given*, by a sentence that *begins* so.

    It *tells* to start that broker, in words of its own.
    """

    begins: str
    module: str
    given: Mapping[str, Any]
    tells: str


def _plan(topic: str, replicas: list[int]) -> Mapping[str, Any]:
    return {"plan": {"partitions": [{"topic": topic, "partition": 0, "replicas": replicas}]}}


OUTAGES = (
    Outage(
        "… of the group … has no leader; start the",
        "consumer_groups",
        {"groups": [{"name": GROUP, "to": "earliest", "topics": [LONE]}]},
        f"{LONE}-0 of the group {GROUP} has no leader; start the brokers that hold it first",
    ),
    Outage(
        "… has no leader, so nobody can copy it, or",
        "cluster_reassign",
        {"replication": {LONE: 2}, "balance": False},
        f"{LONE}-0 has no leader, so nobody can copy it, or give a replica up; start the brokers that have it in sync "
        "first",
    ),
    Outage(
        "… … not in sync on all brokers; start those",
        "cluster_reassign",
        {"balance": True},
        "not in sync on all brokers; start those that are down, or wait until they have caught up, and run again",
    ),
    Outage(
        "Nobody leads …, so nobody can copy …; start the",
        "cluster_reassign",
        _plan(LONE, [2]),
        f"Nobody leads {LONE}-0, so nobody can copy it; start the brokers that have them in sync, and run again",
    ),
    Outage(
        "Broker … is to take …, and it does not",
        "cluster_reassign",
        _plan(OTHER, [2, DOWN]),
        f"Broker {DOWN} is to take {OTHER}-0, and it does not run or has no folder that it can use; start it, look at "
        "its journal, and run again",
    ),
    Outage(
        "… would lose all replicas that are in sync, and",
        "cluster_reassign",
        _plan(SHARED, [DOWN]),
        f"{SHARED}-0 would lose all replicas that are in sync, and with them what was written; wait until one that "
        "stays is in sync",
    ),
)
