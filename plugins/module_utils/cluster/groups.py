# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where consumer groups stand, and where they are to stand after a reset. Pure.

:mod:`groups_admin` asks the cluster and does it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Collection, Dict, List, Mapping, NamedTuple, Sequence, Tuple

from ..core import listing
from ..core.errors import GroundworkError
from ..core.printable import escaped
from . import groups_wanted
from .groups_wanted import Group, Part

_WITHOUT_MEMBERS = ("Empty", "Dead")
_SHARE = "share"


class Log(NamedTuple):
    """The first offset that a partition holds, and the one that the next record gets."""

    start: int
    end: int


@dataclass(frozen=True)
class Found:
    """A group of the cluster: its *state* and *kind* in Kafka's words, its members, and where it stands."""

    state: str
    kind: str = ""
    members: Sequence[str] = ()
    positions: Mapping[Part, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Known:
    """The groups by name; the partitions of each topic, by its name; the logs of partitions that have a leader.

    *times* has the offset of the first record from a group's time on, None where there is none.
    """

    groups: Mapping[str, Found]
    partitions: Mapping[str, Collection[int]]
    logs: Mapping[Part, Log]
    times: Mapping[str, Mapping[Part, int | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """The groups to be *deleted*, and the new positions of others."""

    deleted: Sequence[str] = field(default_factory=list)
    reset: Mapping[str, Mapping[Part, int]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.deleted or self.reset)


def parts_of(group: Group, found: Found | None, partitions: Mapping[str, Collection[int]]) -> List[Part]:
    """The partitions that *group* is to be reset in, whether they are there or not."""
    if not group.kind:
        return []
    if group.given:
        return sorted(group.given)
    if not group.topics:
        return sorted(found.positions if found else ())
    return sorted(
        (topic, number) for topic, numbers in group.topics.items() for number in numbers or partitions.get(topic, ())
    )


def plan(wanted: Sequence[Group], known: Known) -> Plan:
    """What is to be done. Raises GroundworkError with a sentence for each thing that cannot be, or never is done."""
    deleted, reset, errors = [], {}, []
    for group in wanted:
        found = known.groups.get(group.name)
        told = _refusals(group, found, known)
        if told:
            errors += told
        elif not group.present and found is not None:
            deleted.append(group.name)
        elif group.kind:
            changed = _changed(group, found, known)
            if changed:
                reset[group.name] = changed
        if not told and found is not None and (group.name in reset or group.name in deleted):
            errors += _busy(group, found)
    if errors:
        raise GroundworkError("\n".join(errors))
    return Plan(deleted, reset)


def _refusals(group: Group, found: Found | None, known: Known) -> List[str]:
    if not group.kind:
        return []
    if found is None and not group.may_be_new:
        return [
            f"There is no group {group.name} in this cluster; give the name as kafka-consumer-groups.sh --list shows "
            "it, or may_be_new: true to give one positions that is still to come."
        ]
    if found is not None and found.kind == _SHARE:
        return [f"The group {group.name} is a share group, which has no positions; leave it out."]
    missing = sorted(set(group.topics) - set(known.partitions))
    if missing:
        return [
            f"The group {group.name} is to be reset in {listing.some(missing)}, which this cluster does not have; "
            "correct the name."
        ]
    parts = parts_of(group, found, known.partitions)
    if not parts:
        return [f"The group {group.name} has no position; name the topics in which it is to have one."]
    return _refused_parts(group, parts, known)


def _refused_parts(group: Group, parts: Sequence[Part], known: Known) -> List[str]:
    absent = [part for part in parts if part[1] not in known.partitions.get(part[0], ())]
    if absent:
        remedy = "name the topics that it is to be reset in" if not (group.topics or group.given) else "leave it out"
        return [
            f"The group {group.name} is to be reset in {_names(absent)}, which this cluster does not have; {remedy}."
        ]
    silent = [part for part in parts if part not in known.logs]
    if silent:
        return [f"{_names(silent)} of the group {group.name} has no leader; start the brokers that hold it first."]
    return _out_of_range(group, parts, known)


def _out_of_range(group: Group, parts: Sequence[Part], known: Known) -> List[str]:
    told = []
    for part in parts:
        asked = group.given.get(part, group.number if group.kind == groups_wanted.OFFSET else None)
        log = known.logs[part]
        if asked is not None and not log.start <= asked <= log.end:
            told.append(
                f"The group {group.name} would stand at {asked} in {_name(part)}, which holds {log.start} to "
                f"{log.end}; give an offset between these."
            )
    return told


def _busy(group: Group, found: Found) -> List[str]:
    if found.state in _WITHOUT_MEMBERS:
        return []
    who = f"has {escaped(listing.some(found.members))} as members" if found.members else f"is {found.state}"
    what = "reset" if group.present else "deleted"
    return [
        f"The group {group.name} {who}, and nothing is {what} beside them; stop its consumers first, and wait until "
        "their session.timeout.ms is over where they were killed."
    ]


def _changed(group: Group, found: Found | None, known: Known) -> Dict[Part, int]:
    """The positions that are not as they are to be."""
    now = found.positions if found else {}
    targets = {part: _target(group, part, now.get(part), known) for part in parts_of(group, found, known.partitions)}
    return {part: offset for part, offset in targets.items() if now.get(part) != offset}


def _target(group: Group, part: Part, position: int | None, known: Known) -> int:
    log = known.logs[part]
    if group.kind == groups_wanted.POSITIONS:
        return group.given[part]
    if group.kind == groups_wanted.OFFSET:
        return group.number
    if group.kind == groups_wanted.EARLIEST:
        return log.start
    if group.kind == groups_wanted.SHIFT:  # from where it would begin to read
        begins = log.end if position is None else position
        return max(log.start, min(log.end, begins + group.number))
    at = known.times[group.name].get(part) if group.kind == groups_wanted.TIME else None
    return log.end if at is None else at


def shown(names: Sequence[str], known: Known) -> List[Dict[str, Any]]:
    """The groups *names* that are there, with each position, the partition's first and next offset, and the lag."""
    return [_shown(name, known.groups[name], known.logs) for name in names if name in known.groups]


def _shown(name: str, found: Found, logs: Mapping[Part, Log]) -> Dict[str, Any]:
    positions = []
    for part, position in sorted(found.positions.items()):
        log = logs.get(part)
        positions.append(
            {
                "topic": part[0],
                "partition": part[1],
                "position": position,
                "start": log.start if log else None,
                "end": log.end if log else None,
                "lag": max(0, log.end - position) if log else None,
            }
        )
    return {
        "name": name,
        "state": found.state,
        "type": found.kind,
        "members": list(found.members),
        "positions": positions,
    }


def texts(planned: Plan, known: Known) -> Tuple[str, str]:
    """What changes, as a person reads it in a diff: before, and afterwards."""
    before, after = [], []
    for name in sorted({*planned.deleted, *planned.reset}):
        found = known.groups.get(name)
        positions = found.positions if found else {}
        changed = planned.reset.get(name, positions)
        if found is not None:
            before += [f"group {escaped(name)}", *(_line(part, positions.get(part), known) for part in sorted(changed))]
        if name in planned.reset:
            after += [f"group {escaped(name)}", *(_line(part, changed[part], known) for part in sorted(changed))]
    return "".join(f"{line}\n" for line in before), "".join(f"{line}\n" for line in after)


def _line(part: Part, position: int | None, known: Known) -> str:
    log = known.logs.get(part)
    if position is None:
        return f"  {_name(part)}: no position"
    return f"  {_name(part)}: {position}" + (f" of {log.start} to {log.end}" if log else "")


def _names(parts: Sequence[Part]) -> str:
    return listing.some([_name(part) for part in parts])


def _name(part: Part) -> str:
    return f"{part[0]}-{part[1]}"
