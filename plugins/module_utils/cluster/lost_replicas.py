# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The replicas that a broker loses with a folder, and where else they are.

Pure: partitions are the dictionaries of the utility ``cluster.state``.
"""

from __future__ import annotations

from typing import Any, Collection, Dict, List, Mapping, Sequence, Tuple

Partition = Mapping[str, Any]


def lost(
    partitions: Sequence[Partition], broker: int, held: Collection[str], live: Collection[int]
) -> List[Dict[str, Any]]:
    """Those of *partitions* that *broker* is to hold and that are not among *held*, which its other folders have.

    Each has, beside its number, the other brokers that are in sync (*still_on*), those of them that do not run and may
    have lost a disk as well (*silent*), as only *live* brokers do, and those that are behind (*behind*).
    """
    there = set(held)
    return [
        {
            "topic": one["topic"],
            "partition": one["partition"],
            "still_on": sorted((set(one["isr"]) & set(live)) - {broker}),
            "silent": sorted(set(one["isr"]) - set(live) - {broker}),
            "behind": sorted(set(one["replicas"]) - set(one["isr"]) - {broker}),
        }
        for one in partitions
        if broker in one["replicas"] and f"{one['topic']}-{one['partition']}" not in there
    ]


def last_copies(found: Sequence[Mapping[str, Any]]) -> List[Mapping[str, Any]]:
    """Those of what is lost that no other broker is known to have whole."""
    return [one for one in found if not one["still_on"]]


def sentences(found: Sequence[Mapping[str, Any]]) -> List[str]:
    """Where they still are: a line for each topic and the brokers that hold it."""
    groups: Dict[Tuple[int, ...], List[Mapping[str, Any]]] = {}
    for one in found:
        groups.setdefault(tuple(one["still_on"]), []).append(one)
    return [
        f"{topic}: " + (f"still on {_brokers(brokers)}" if brokers else "nowhere else in sync, so lost")
        for brokers, ones in sorted(groups.items())
        for topic in _numbered(ones)
    ]


def refusal(broker: int, folders: Sequence[str], last: Sequence[Mapping[str, Any]]) -> str:
    """Why the folders are not left out while they have the *last* copies."""
    silent = sorted({number for one in last for number in one["silent"]})
    behind = sorted({number for one in last for number in one["behind"]})
    start = f"start {_brokers(silent)}, in sync when last heard of; or " if silent else ""
    elect = (
        f", or have {_brokers(behind)} lead with what is there (kafka-leader-election.sh --election-type UNCLEAN)"
        if behind
        else ""
    )
    whole = "; ".join(_numbered(last))
    holders = f"No broker that runs has {whole} in sync" if silent else f"Broker {broker} alone has {whole}"
    return (
        f"{holders}, and what was written there is lost without {' and '.join(folders)}; {start}bring the disk or a "
        f"copy of the folder back{elect}, or accept the loss with kafka_accept_lost_partitions."
    )


def unknown(broker: int, folders: Sequence[str]) -> str:
    """What to do where nobody can be asked what the folders held."""
    return (
        f"Broker {broker} has no data any more in {' and '.join(folders)}, and a broker has to tell what nobody else "
        "has of it; or accept its loss with kafka_accept_lost_partitions, also where it never had any."
    )


def _numbered(found: Sequence[Mapping[str, Any]]) -> List[str]:
    """Each topic, with the numbers of its partitions."""
    topics: Dict[str, List[int]] = {}
    for one in found:
        topics.setdefault(one["topic"], []).append(one["partition"])
    return [f"{topic} {', '.join(map(str, sorted(numbers)))}" for topic, numbers in sorted(topics.items())]


def _brokers(numbers: Sequence[int]) -> str:
    return f"broker{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"
