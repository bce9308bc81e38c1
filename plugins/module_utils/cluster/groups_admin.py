# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Read where a cluster's consumer groups stand over kafka-python's admin client, and carry a plan out."""

from __future__ import annotations

import time
from typing import Any, Collection, Dict, List, Mapping, Sequence

from ..core import listing
from ..core.errors import GroundworkError
from . import groups, groups_wanted
from .groups import Found, Known, Log, Plan
from .groups_wanted import Group, Part

_ANY_STATE = "Dead"
_PAUSE_SECONDS = 0.25
_LOADING_SECONDS = 30  # in which a coordinator has read what it knows of its groups, or is another broker
_DESCRIBE = "DESCRIBE"  # who may do that to the cluster is shown all groups


def run(client: Any, wanted: Sequence[Group], check_mode: bool) -> Dict[str, Any]:
    """The result of making *wanted* so, over kafka-python's *client*; all groups are shown where none is wanted."""
    found = read(client, wanted)
    names = [group.name for group in wanted] or sorted(found.groups)
    planned = groups.plan(wanted, found)
    now = found
    if planned and not check_mode:
        _apply(client, planned)
        now = read(client, wanted)
        _check(wanted, planned, now)
    before, after = groups.texts(planned, found)
    return {
        "changed": bool(planned),
        "deleted": list(planned.deleted),
        "reset": [
            {
                "group": name,
                "topic": part[0],
                "partition": part[1],
                "from": found.groups[name].positions.get(part) if name in found.groups else None,
                "to": offset,
            }
            for name, changed in sorted(planned.reset.items())
            for part, offset in sorted(changed.items())
        ],
        "groups": groups.shown(names, now),
        "diff": {"before": before, "after": after},
    }


def read(client: Any, wanted: Sequence[Group]) -> Known:
    """The groups *wanted*, or all where none is, with all that a plan needs to know; a few requests for each broker."""
    listed = {one["group_id"]: one for one in client.list_groups()}
    _require_sight(client, sorted({group.name for group in wanted} - set(listed)))
    names = [name for name in ([group.name for group in wanted] or sorted(listed)) if name in listed]
    reading = [name for name in names if listed[name].get("group_type") != "share"]
    positions = _positions(client, reading)
    members = _members(client, [name for name in reading if _is_classic(listed[name])])
    found = {
        name: Found(
            listed[name].get("group_state") or _ANY_STATE,
            listed[name].get("group_type") or "",
            members.get(name, ()),
            positions.get(name, {}),
        )
        for name in names
    }
    led_by = leaders(client)
    partitions: Dict[str, List[int]] = {}
    for topic, number in led_by:
        partitions.setdefault(topic, []).append(number)
    parts = {part for one in found.values() for part in one.positions}
    asked = {group.name: groups.parts_of(group, found.get(group.name), partitions) for group in wanted}
    parts.update(part for each in asked.values() for part in each)
    led = [part for part in sorted(parts) if led_by.get(part) is not None]
    times = {
        group.name: _times(client, group.number, [part for part in asked[group.name] if part in led])
        for group in wanted
        if group.kind == groups_wanted.TIME
    }
    return Known(found, partitions, logs(client, led), times)


def _require_sight(client: Any, gone: Sequence[str]) -> None:
    """Raise GroundworkError for groups that seem to be *gone* because nobody here may look at them."""
    if not gone or _DESCRIBE in (client.describe_cluster().get("authorized_operations") or ()):
        return
    hidden = [name for name in gone if _is_hidden(client, name)]
    if hidden:
        many = len(hidden) > 1
        raise GroundworkError(
            f"The group{'s' if many else ''} {listing.some(hidden)} may not be looked at, so nobody can tell whether "
            f"{'they are' if many else 'it is'} there; give the user the right to Describe on "
            f"{'them' if many else 'it'}, or on the cluster."
        )


def _is_hidden(client: Any, name: str) -> bool:
    from kafka import errors  # noqa: PLC0415 there is no client without it

    denied = errors.GroupAuthorizationFailedError
    try:
        told = client.describe_groups([name])[name]
    except denied:  # by the broker that is asked where the group's coordinator is
        return True
    return denied.__name__ in (told.get("error") or "")


def _is_classic(listed: Mapping[str, Any]) -> bool:
    """Whether the older request describes it; the newer consumer groups' members are none of its."""
    return listed.get("group_type") in (None, "", "classic") and listed.get("protocol_type") == "consumer"


def _positions(client: Any, names: Sequence[str]) -> Dict[str, Dict[Part, int]]:
    if not names:
        return {}
    told = client.list_group_offsets(dict.fromkeys(names))
    return {
        name: {(part.topic, part.partition): at.offset for part, at in parts.items() if at.offset >= 0}
        for name, parts in told.items()
    }


def _members(client: Any, names: Sequence[str]) -> Dict[str, List[str]]:
    """The members of each group, by client and host."""
    if not names:
        return {}
    return {
        name: sorted(f"{one['client_id']} ({one['client_host'].lstrip('/')})" for one in told.get("members") or ())
        for name, told in client.describe_groups(list(names)).items()
    }


def leaders(client: Any) -> Dict[Part, int | None]:
    """The leader of each partition of the cluster; None where it has none."""
    return {
        (topic["name"], one["partition_index"]): one["leader_id"] if one["leader_id"] >= 0 else None
        for topic in client.describe_topics()
        for one in topic["partitions"]
    }


def logs(client: Any, parts: Collection[Part]) -> Dict[Part, Log]:
    """The logs of these *parts*, which have leaders."""
    from kafka.admin import OffsetSpec  # noqa: PLC0415 there is no client without it

    if not parts:
        return {}
    first, end = (
        client.list_partition_offsets(_asked(parts, spec)) for spec in (OffsetSpec.EARLIEST, OffsetSpec.LATEST)
    )
    return {(part.topic, part.partition): Log(first[part].offset, end[part].offset) for part in first}


def _times(client: Any, milliseconds: int, parts: Collection[Part]) -> Dict[Part, int | None]:
    """The offset of the first record from a moment on; None where there is none."""
    from kafka.admin import OffsetTimestamp  # noqa: PLC0415 there is no client without it

    if not parts:
        return {}
    told = client.list_partition_offsets(_asked(parts, OffsetTimestamp(milliseconds)))
    return {(part.topic, part.partition): at.offset if at.offset >= 0 else None for part, at in told.items()}


def _asked(parts: Collection[Part], spec: Any) -> Dict[Any, Any]:
    from kafka import TopicPartition  # noqa: PLC0415 there is no client without it

    return {TopicPartition(*part): spec for part in parts}


def _reset(client: Any, name: str, asked: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """What the group's coordinator answers, once it has begun its work; each partition is refused alike until then."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    early = {
        errors.CoordinatorLoadInProgressError,
        errors.CoordinatorNotAvailableError,
        errors.NotCoordinatorError,
    }
    deadline = time.monotonic() + _LOADING_SECONDS
    while True:
        answer: Mapping[Any, Any] = client.alter_group_offsets(name, asked)
        if time.monotonic() > deadline or not early.intersection(answer.values()):
            return answer
        time.sleep(_PAUSE_SECONDS)


def _apply(client: Any, planned: Plan) -> None:
    from kafka import TopicPartition  # noqa: PLC0415 there is no client without it
    from kafka.structs import OffsetAndMetadata  # noqa: PLC0415

    told = []
    for name, changed in sorted(planned.reset.items()):
        asked = {TopicPartition(*part): OffsetAndMetadata(offset, "", None) for part, offset in changed.items()}
        answer = _reset(client, name, asked)
        failed = [
            f"{part.topic}-{part.partition} ({why.__name__})" for part, why in sorted(answer.items()) if why.errno
        ]
        if failed:
            told.append(
                f"The cluster did not reset the group {name} in {listing.some(failed)}; see that it has no members."
            )
    if planned.deleted:
        answers = client.delete_groups(list(planned.deleted))
        told += [
            f"The cluster did not delete the group {name} ({why}); see that it has no members."
            for name, why in sorted(answers.items())
            if why != "OK"
        ]
    if told:
        raise GroundworkError("\n".join(told))


def _check(wanted: Sequence[Group], planned: Plan, now: Known) -> None:
    """Raise GroundworkError where a group does not stand where it was put, as when a consumer came meanwhile."""
    other = [
        f"{name} ({part[0]}-{part[1]})"
        for name, changed in sorted(planned.reset.items())
        for part, offset in sorted(changed.items())
        if name not in now.groups or now.groups[name].positions.get(part) != offset
    ]
    other += [name for name in planned.deleted if name in now.groups]
    if other:
        raise GroundworkError(
            f"Of {len(wanted)} groups, {listing.some(other)} are not as they were put a moment ago; see that no "
            "consumer of theirs runs, and run it again."
        )
