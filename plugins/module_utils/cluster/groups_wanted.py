# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Consumer groups as somebody wants them: which go, and to which positions others are reset. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Collection, Dict, List, Mapping, Sequence, Tuple

from ..core import listing
from ..core.errors import GroundworkError, each

#: A partition: its topic and its number.
Part = Tuple[str, int]

EARLIEST, LATEST = "earliest", "latest"
TIME, OFFSET, SHIFT, POSITIONS = "time", "offset", "shift", "positions"
_TARGETS = ("to", TIME, OFFSET, SHIFT, POSITIONS)
#: What a group may be given as, beyond which :func:`wanted` judges.
GROUP: Dict[str, Any] = {
    "name": {"type": "str", "required": True},
    "topics": {"type": "list", "elements": "str", "default": []},
    "to": {"type": "str", "choices": [EARLIEST, LATEST]},
    "time": {"type": "str"},
    "offset": {"type": "int"},
    "shift": {"type": "int"},
    "positions": {"type": "dict"},
    "may_be_new": {"type": "bool", "default": False},
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
}
_LATEST = 2**63 - 1  # what the protocol has numbers for
_TOPIC = re.compile(r"(?P<name>[^:]+)(?::(?P<numbers>[0-9]+(?:,[0-9]+)*))?\Z")


@dataclass(frozen=True)
class Group:
    """A group that is shown, deleted where it is not to be *present*, or reset.

    *kind* is empty for one that is not reset, else EARLIEST, LATEST, TIME (*number* is in milliseconds), OFFSET, SHIFT,
    or POSITIONS, which are *given*. *topics* has the numbers of partitions, none for all; empty: where it has a
    position.
    """

    name: str
    kind: str = ""
    number: int = 0
    topics: Mapping[str, Collection[int]] = field(default_factory=dict)
    given: Mapping[Part, int] = field(default_factory=dict)
    may_be_new: bool = False
    present: bool = True


def wanted(given: Sequence[Mapping[str, Any]]) -> List[Group]:
    """The groups of the module's option; GroundworkError, a sentence for each that cannot be."""
    groups, errors = each(given, _group)
    errors += [
        f"The group {name} stands twice in the list; put what is to be done with it into one entry."
        for name in listing.repeated(group.name for group in groups)
    ]
    if errors:
        raise GroundworkError("\n".join(errors))
    return groups


def _group(given: Mapping[str, Any]) -> Group:
    name = str(given["name"])
    if not name:
        raise GroundworkError("A group has an empty name; give it, as kafka-consumer-groups.sh --list shows it.")
    targets = [target for target in _TARGETS if given.get(target) is not None]
    present = given.get("state", "present") == "present"
    topics = given.get("topics") or []
    if not present and (targets or topics):
        raise GroundworkError(
            f"The group {name} is to be absent, with {' and '.join([*targets, *(['topics'] if topics else [])])}; "
            "leave that out."
        )
    if len(targets) > 1:
        raise GroundworkError(f"The group {name} has {' and '.join(targets)}; give one of them.")
    if topics and (not targets or targets == [POSITIONS]):
        raise GroundworkError(
            f"The group {name} has topics, and not where to reset it to; give to, time, offset or shift with them."
        )
    if not targets:
        return Group(name, present=present)
    (target,) = targets
    value = given[target]
    kind = str(value) if target == "to" else target
    if kind == OFFSET and value < 0:
        raise GroundworkError(f"The group {name} has offset: {value}; give 0 or more, or to: latest for the end.")
    return Group(
        name,
        kind,
        _milliseconds(name, str(value)) if kind == TIME else value if kind in (OFFSET, SHIFT) else 0,
        _topics(name, topics),
        _positions(name, value) if kind == POSITIONS else {},
        bool(given.get("may_be_new")),
    )


def _topics(group: str, given: Sequence[str]) -> Dict[str, List[int]]:
    """The partitions of each topic, as kafka-consumer-groups.sh takes them: TOPIC or TOPIC:0,1."""
    found: Dict[str, List[int]] = {}
    for one in given:
        match = _TOPIC.match(one)
        if match is None:
            raise GroundworkError(
                f"The group {group} has {one!r} among its topics; give the name of a topic, or TOPIC:0,1 for some of "
                "its partitions."
            )
        if match.group("name") in found:
            raise GroundworkError(
                f"The group {group} has the topic {match.group('name')} twice; give its partitions in one, as in "
                f"{match.group('name')}:0,1."
            )
        numbers = match.group("numbers")
        found[match.group("name")] = sorted({int(number) for number in numbers.split(",")}) if numbers else []
    return found


def _positions(group: str, given: Mapping[Any, Any]) -> Dict[Part, int]:
    found: Dict[Part, int] = {}
    for topic, numbers in given.items():
        if not isinstance(numbers, Mapping):
            raise GroundworkError(
                f"The group {group} has positions of {topic} that are not by partition; give each partition with its "
                "offset, such as {0: 1234}."
            )
        for number, offset in numbers.items():
            if not (str(number).isdecimal() and str(offset).isdecimal()):
                raise GroundworkError(
                    f"The group {group} has the position {offset!r} for partition {number!r} of {topic}; give whole "
                    "numbers from 0 on."
                )
            found[str(topic), int(str(number))] = int(str(offset))
    if not found:
        raise GroundworkError(f"The group {group} has no positions; give some, or leave positions out.")
    return found


def _milliseconds(group: str, given: str) -> int:
    """The milliseconds since the epoch of *given*, which are such themselves, or a moment with its time zone."""
    text = given.strip()
    if text.isdecimal() and int(text) <= _LATEST:
        return int(text)
    try:
        moment = datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith(("Z", "z")) else text)
    except ValueError:
        moment = None
    # Before 1970 it would be negative, by which Kafka means something else: -1 is the end.
    if moment is None or moment.tzinfo is None or moment.timestamp() < 0:
        raise GroundworkError(
            f"The group {group} has time: {given}; give a moment with its time zone, such as 2026-01-31T23:59:59Z, or "
            "milliseconds since 1970."
        )
    return int(moment.timestamp() * 1000)
