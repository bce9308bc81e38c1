# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The gate of a rollout of brokers: what would be lost if some stopped, and whether those that were started are back.

Pure: partitions are the dictionaries of the utility ``cluster.state``, brokers their numbers, and *absent* says of each
broker that cannot be counted on why not. A reason is half a sentence to act on; without one the gate is open.
"""

from __future__ import annotations

from typing import Any, Collection, Dict, List, Mapping, Sequence

from ..core import listing

Partition = Mapping[str, Any]
#: Of a broker that did not answer when the rollout began, and that the cluster counts on all the same.
NOT_THERE = (
    "{} did not answer when the rollout began, but the cluster counts on it still; where it serves nobody, accept that "
    "with rolling_restart_accept_unavailable"
)


def endangered(
    partitions: Sequence[Partition],
    stopping: Collection[int],
    absent: Collection[int] = (),
    accept_unavailable: bool = False,
) -> List[Dict[str, Any]]:
    """Those of *partitions* that fewer in-sync replicas would be left of than are needed.

    Replicas of *absent* brokers do not count, whatever the metadata says. Where *accept_unavailable*, a partition that
    can never have enough needs no more than all of its other replicas.
    """
    found = []
    for partition in held(partitions, stopping):
        others = set(partition["replicas"]) - set(stopping)
        left = (others & set(partition["isr"])) - set(absent)
        needed = min(partition["min_isr"], len(others)) if accept_unavailable else partition["min_isr"]
        if len(left) < needed:
            found.append(dict(partition))
    return found


def hopeless(partitions: Sequence[Partition], stopping: Collection[int]) -> List[Partition]:
    """Those of *partitions* that are below min ISR while *stopping* are down, however healthy the others are."""
    return [
        partition
        for partition in held(partitions, stopping)
        if len(set(partition["replicas"]) - set(stopping)) < partition["min_isr"]
    ]


def under_replicated(partitions: Sequence[Partition], brokers: Collection[int]) -> List[Partition]:
    """Those of *partitions* that one of *brokers* holds a replica of and that have a replica out of sync."""
    return [one for one in held(partitions, brokers) if set(one["replicas"]) - set(one["isr"])]


def before_stop(
    partitions: Sequence[Partition],
    stopping: Collection[int],
    absent: Mapping[int, str],
    accept_unavailable: bool = False,
) -> List[str]:
    """Why *stopping* must not be stopped now."""
    lost = endangered(partitions, stopping, absent, accept_unavailable)
    if not lost:
        return []
    concerned = {broker for partition in lost for broker in partition["replicas"]} - set(stopping)
    why = f"stopping {numbered('broker', stopping)} would leave {counted(lost)} below min ISR: {named(lost)}"
    return [why, *(reason for broker, reason in sorted(absent.items()) if broker in concerned)]


def in_use(partitions: Sequence[Partition], stopping: Collection[int], gone: Collection[int]) -> List[Dict[str, Any]]:
    """Those of *partitions* that one of *stopping* has an in-sync replica of that somebody may still read or write.

    Those *gone*, not registered or fenced, serve nobody: KRaft leaves the last replica in sync in the ISR.
    """
    return [dict(one) for one in partitions if set(one["isr"]) & (set(stopping) - set(gone))]


def judged_without(partitions: Sequence[Partition], later: Collection[int]) -> List[Partition]:
    """*partitions* as they are to be judged while *later* are not there and have their turn after this one.

    Their replicas are not waited for, nor is what only they have in sync, which others copy when they are back.
    """
    return [
        dict(one, replicas=[broker for broker in one["replicas"] if broker not in later])
        for one in partitions
        if not (set(one["replicas"]) & set(later) and set(one["isr"]) <= set(later))
    ]


def after_start(partitions: Sequence[Partition], started: Collection[int], absent: Mapping[int, str]) -> List[str]:
    """Why *started* are not back yet."""
    why = [reason for broker, reason in sorted(absent.items()) if broker in started]
    behind = under_replicated(partitions, started)
    if behind:
        are = "is" if len(behind) == 1 else "are"
        why.append(f"{counted(behind)} of {numbered('broker', started)} {are} under-replicated: {named(behind)}")
    stranded = [one for one in behind if not one["isr"] and set(one["replicas"]) <= set(started)]
    if stranded and not absent:
        why.append(
            f"{counted(stranded)} cannot come back from another broker: {named(stranded)}; where it was lost with its "
            "disk, it begins empty after kafka-leader-election.sh --election-type UNCLEAN"
        )
    return why


def moving(reassignments: Sequence[Partition], brokers: Collection[int]) -> List[str]:
    """That *reassignments* of what one of *brokers* holds are running: new replicas are out of sync meanwhile."""
    found = [_moved(one) for one in held(reassignments, brokers)]
    if not found:
        return []
    is_being, it = ("partition is", "it is") if len(found) == 1 else ("partitions are", "they are")
    return [
        f"{len(found)} {is_being} being reassigned: {listing.some(found)}; wait until {it} "
        "(kafka-reassign-partitions.sh --list shows what is left), or take it back with its --cancel"
    ]


def unseen(topics: Sequence[str]) -> List[str]:
    """That nobody can tell what becomes of *topics*."""
    if not topics:
        return []
    return [
        f"the topics {listing.some(topics)} may not be seen, so nobody can tell what stopping a broker does to them; "
        "give the user of kafka_admin_config the rights to Describe and DescribeConfigs on every topic"
    ]


def holders(partitions: Sequence[Partition]) -> List[int]:
    """The brokers that are to hold replicas, there or not."""
    return sorted({broker for partition in partitions for broker in partition["replicas"]})


def held(partitions: Sequence[Partition], brokers: Collection[int]) -> List[Partition]:
    """Those of *partitions* that one of *brokers* is to hold a replica of."""
    return [partition for partition in partitions if set(partition["replicas"]) & set(brokers)]


def counted(partitions: Sequence[Partition]) -> str:
    """How many they are."""
    return f"{len(partitions)} partition{'' if len(partitions) == 1 else 's'}"


def named(partitions: Sequence[Partition]) -> str:
    """The first few, each with what is in sync of it, and how many more there are."""
    return listing.some([_name(partition) for partition in partitions])


def numbered(noun: str, numbers: Collection[int]) -> str:
    """``broker 1`` or ``brokers 1, 2``."""
    return f"{noun}{'' if len(numbers) == 1 else 's'} {', '.join(map(str, sorted(numbers)))}"


def _moved(one: Partition) -> str:
    steps = [f"{word} {numbered('broker', one[word])}" for word in ("adding", "removing") if one[word]]
    return f"{one['topic']}-{one['partition']} ({', '.join(steps) or 'changing their order'})"


def _name(partition: Partition) -> str:
    in_sync = f"{len(partition['isr'])} of {len(partition['replicas'])} in sync, min ISR {partition['min_isr']}"
    return f"{partition['topic']}-{partition['partition']} ({in_sync})"
