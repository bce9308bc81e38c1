# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The readings of a cluster, by what its brokers tell over the admin API: partitions, quorum, disks and groups."""

from __future__ import annotations

from collections import Counter
from typing import Any, Collection, Iterable, List, Mapping, NamedTuple, Sequence, Tuple

from ..core import listing
from .reading import CLUSTER, Reading

ADMIN = "admin"
Part = Tuple[str, int]
_NO_SPACE = "this version does not tell the size of its disks"


class Log(NamedTuple):
    """Where the log of a partition begins, and where it ends."""

    start: int
    end: int


def of_partitions(found: Sequence[Mapping[str, Any]], brokers: Iterable[int]) -> List[Reading]:
    """What the *found* partitions, as state.partitions has them, tell; *brokers* are those that take part."""
    short = [one for one in found if len(one["isr"]) < len(one["replicas"])]
    least = {id(one): min(one["min_isr"], len(one["replicas"])) for one in found}
    held, led = Counter(dict.fromkeys(brokers, 0)), Counter(dict.fromkeys(brokers, 0))
    for one in found:
        held.update(one["replicas"])
        led.update([one["leader"]] if one["leader"] is not None else [])
    counted = {
        "under_replicated": len(short),
        "under_min_isr": sum(len(one["isr"]) < least[id(one)] for one in found),
        "at_min_isr": sum(len(one["isr"]) == least[id(one)] for one in short),
        "offline_partitions": sum(one["leader"] is None for one in found),
        "not_preferred": sum(one["leader"] not in (None, one["replicas"][0]) for one in found),
        "partitions_spread": _spread(held),
        "leaders_spread": _spread(led),
    }
    return [Reading(name, CLUSTER, ADMIN, value) for name, value in counted.items()]


def _spread(counts: Mapping[int, int]) -> float:
    total = sum(counts.values())
    return max(counts.values()) * len(counts) / total if total else 1


def of_brokers(brokers: Sequence[Mapping[str, Any]], controller: int | None) -> List[Reading]:
    """What is known of the *brokers*, as state.brokers_of has them, and of who leads."""
    fenced = sum(bool(one["fenced"]) for one in brokers)
    return [
        Reading("active_controllers", CLUSTER, ADMIN, int(controller is not None)),
        Reading("fenced_brokers", CLUSTER, ADMIN, fenced),
        Reading("active_brokers", CLUSTER, ADMIN, len(brokers) - fenced),
    ]


def of_quorum(quorum: Mapping[str, Any] | None, why: str = "") -> List[Reading]:
    """What is known of the *quorum*, as state.quorum has it; *why* it is not where it does not answer."""
    names = ("quorum_voters_behind", "quorum_observers_behind")
    if quorum is None:
        missing = [Reading(name, CLUSTER, ADMIN, missing=why) for name in names]
        return [Reading("quorum_leader", CLUSTER, ADMIN, -1), *missing]
    leader = -1 if quorum["leader_id"] is None else quorum["leader_id"]
    found = [Reading("quorum_leader", CLUSTER, ADMIN, leader)]
    for name, members in zip(names, (quorum["voters"], quorum["observers"])):
        seconds = [one["seconds_behind"] for one in members if one["id"] != leader]
        unknown = [str(one["id"]) for one in members if one["id"] != leader and one["seconds_behind"] is None]
        if unknown:
            why = f"the leader of the quorum does not tell it of {', '.join(unknown)}"
            found.append(Reading(name, CLUSTER, ADMIN, missing=why))
        else:
            found.append(Reading(name, CLUSTER, ADMIN, max(seconds, default=0)))
    return found


def of_disks(broker: int, disks: Sequence[Mapping[str, Any]]) -> List[Reading]:
    """What the *disks* of a *broker*, as log_dirs.read has them, tell: it has answered."""
    subject = f"broker {broker}"
    failed = [disk for disk in disks if disk["error"]]
    found = [
        Reading("answering", subject, ADMIN, 1),
        Reading("offline_log_dirs", subject, ADMIN, len(failed)),
    ]
    for disk in disks:
        if disk not in failed:
            known = (disk["total"] or -1) > 0 and disk["usable"] is not None and disk["usable"] >= 0
            value = disk["usable"] / disk["total"] if known else None
            named = f"{subject} {disk['path']}"
            found.append(Reading("log_dir_free", named, ADMIN, value, "" if known else _NO_SPACE))
    return found


def silent(broker: int, why: str) -> List[Reading]:
    """The readings of a *broker* that does not answer."""
    subject = f"broker {broker}"
    missing = [Reading(name, subject, ADMIN, missing=why) for name in ("offline_log_dirs", "log_dir_free")]
    return [Reading("answering", subject, ADMIN, 0), *missing]


def of_groups(
    committed: Mapping[str, Mapping[Part, int]], logs: Mapping[Part, Log], leaderless: Collection[Part] = ()
) -> List[Reading]:
    """How far groups are behind, and what is left of that; *committed* is by group and partition.

    Of a group that stands in one that is *leaderless* nobody can tell that it is well.
    """
    lags: List[Reading] = []
    leads: List[Reading] = []
    for group, offsets in sorted(committed.items()):
        known = [(offset, logs[part]) for part, offset in offsets.items() if part in logs]
        subject = f"group {group}"
        silent = sorted(f"{topic}-{number}" for topic, number in set(offsets) & set(leaderless))
        if silent:
            why = f"nobody leads {listing.some(silent)}"
            lags.append(Reading("group_lag", subject, ADMIN, missing=why))
            leads.append(Reading("group_lead", subject, ADMIN, missing=why))
            continue
        if not known:
            continue
        lags.append(Reading("group_lag", subject, ADMIN, sum(max(0, log.end - offset) for offset, log in known)))
        parts = [
            max(0, offset - log.start) / (log.end - log.start)
            for offset, log in known
            if log.start > 0 and offset < log.end and log.end > log.start
        ]
        leads += [Reading("group_lead", subject, ADMIN, min(parts))] if parts else []
    # Where nothing was deleted, and where nobody is behind, nothing is about to be lost.
    return [
        *(lags or [Reading("group_lag", CLUSTER, ADMIN, 0)]),
        *(leads or [Reading("group_lead", CLUSTER, ADMIN, 1)]),
    ]
