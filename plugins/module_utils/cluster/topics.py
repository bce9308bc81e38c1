# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is to be done so that a cluster's topics are as they are wanted, and what may not be done. Pure.

:mod:`topics_admin` asks the cluster and does it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Collection, Dict, List, Mapping, NamedTuple, Sequence

from ..core import sizes
from ..core.errors import GroundworkError
from ..reassign.model import Change, Key
from . import topics_wanted
from .topics_wanted import Topic

_MIN_ISR = "min.insync.replicas"
# How the protocol numbers the types of settings.
_BOOLEAN, _WHOLE, _DOUBLE, _LIST = 1, (3, 4, 5), 6, 7


class Setting(NamedTuple):
    """A topic's setting: its *value* in force, whether that is its *own*, and Kafka's number of its *type*."""

    value: str
    own: bool
    type: int


class Placed(NamedTuple):
    """Where a partition's replicas are, or will be once they have moved, and who leads."""

    replicas: Sequence[int]
    leader: int | None


@dataclass(frozen=True)
class Found:
    """A topic of the cluster, with those of its settings that were asked for."""

    partitions: Mapping[int, Placed]
    internal: bool = False
    settings: Mapping[str, Setting] = field(default_factory=dict)


@dataclass(frozen=True)
class Known:
    """What the cluster tells: all its topics, the brokers that run, the settings that topics have, and what moves."""

    topics: Mapping[str, Found]
    brokers: Sequence[int]
    keys: Collection[str] = ()
    moving: Collection[Key] = ()


@dataclass(frozen=True)
class Plan:
    """Topics to be *created* and *deleted*; how many partitions others are *raised* to; settings to be set, or taken
    away where they are None; how many replicas topics are *resized* to that have another number of them.
    """

    created: Sequence[Topic] = field(default_factory=list)
    deleted: Sequence[str] = field(default_factory=list)
    raised: Mapping[str, int] = field(default_factory=dict)
    configs: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    resized: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.created or self.deleted or self.raised or self.configs or self.resized)

    @property
    def concerned(self) -> List[str]:
        """The names of the topics that change."""
        made = [topic.name for topic in self.created]
        return sorted({*made, *self.deleted, *self.raised, *self.configs, *self.resized})


def plan(wanted: Sequence[Topic], known: Known) -> Plan:
    """What is to be done. Raises GroundworkError with a sentence for each thing that cannot be, or never is done."""
    named = topics_wanted.by_metric(known.topics)
    errors = [sentence for topic in wanted for sentence in _refusals(topic, known, named)]
    if errors:
        raise GroundworkError("\n".join(errors))
    there = [(topic, known.topics[topic.name]) for topic in wanted if topic.name in known.topics]
    present = [(topic, found) for topic, found in there if topic.present]
    configs = {topic.name: _changes(topic, found) for topic, found in present}
    return Plan(
        created=[topic for topic in wanted if topic.present and topic.name not in known.topics],
        deleted=sorted(topic.name for topic, _found in there if not topic.present),
        raised={
            topic.name: topic.partitions
            for topic, found in present
            if topic.partitions is not None and topic.partitions > len(found.partitions)
        },
        configs={name: changes for name, changes in configs.items() if changes},
        resized={
            topic.name: topic.replication
            for topic, found in present
            if topic.replication is not None
            and any(len(one.replicas) != topic.replication for one in found.partitions.values())
        },
    )


def _refusals(topic: Topic, known: Known, named: Mapping[str, List[str]]) -> List[str]:
    found = known.topics.get(topic.name)
    if found is not None and found.internal:
        return [topics_wanted.internal(topic.name)]
    if not topic.present:
        return []
    told = topics_wanted.unknown_keys(topic, known.keys)
    if found is None:
        told += [_collision(topic.name, other) for other in topics_wanted.alike(topic.name, named)]
    elif topic.partitions is not None and topic.partitions < len(found.partitions):
        told.append(
            f"The topic {topic.name} has {len(found.partitions)} partitions and is to have {topic.partitions}: Kafka "
            f"takes none away; give {len(found.partitions)}, or make another topic and copy the records."
        )
    if topic.replication is not None and topic.replication > len(known.brokers):
        told.append(
            f"The topic {topic.name} is to have {_replicas(topic.replication)}, and {_brokers(sorted(known.brokers))} "
            f"alone {'runs' if len(known.brokers) == 1 else 'run'}; give {len(known.brokers)} at most, or start more."
        )
    elif found is not None and topic.replication is None:
        told += _too_few(topic, found)
    return told


def _collision(name: str, other: str) -> str:
    return (
        f"The topic {name} collides with {other}, which is there: Kafka takes . and _ for the same in the names of "
        "metrics; give it another name."
    )


def _too_few(topic: Topic, found: Found) -> List[str]:
    """A sentence on a min ISR that is raised above the replicas that there are."""
    least = min(len(one.replicas) for one in found.partitions.values())
    asked = _changes(topic, found).get(_MIN_ISR) or ""
    if not asked.isdecimal() or int(asked) <= least:
        return []
    return [
        f"The topic {topic.name} has {_replicas(least)}, and {_MIN_ISR} is to be {asked}: nobody could write to it "
        f"with acks=all; give {_MIN_ISR} {least} at most, or a larger replication_factor beside it."
    ]


def _changes(topic: Topic, found: Found) -> Dict[str, str | None]:
    """The settings that are not as they are wanted: the topic's own, also where that is the default."""
    changes: Dict[str, str | None] = {}
    for key, value in topic.configs.items():
        now = found.settings.get(key)
        if value is None:
            if now is not None and now.own:
                changes[key] = None
        elif now is None or not now.own or as_read(value, now.type) != as_read(now.value, now.type):
            changes[key] = value
    return changes


def as_read(value: str, kind: int) -> str:
    """*value* as Kafka reads one of this *kind*; what it would refuse is left, for the cluster to say."""
    text = value.strip()
    if kind == _BOOLEAN:
        return text.lower()
    if kind == _LIST:
        return ",".join(sorted(part.strip() for part in text.split(",")))
    try:
        if kind in _WHOLE:
            return str(int(text))
        return repr(float(text)) if kind == _DOUBLE else text
    except ValueError:
        return text


def keys_would_move(planned: Plan, known: Known, wanted: Sequence[Topic], written: Collection[str]) -> List[str]:
    """Sentences on topics with records, those *written*, whose keys would go to other partitions, unless accepted."""
    accepted = {topic.name for topic in wanted if topic.keys_may_move}
    return [
        f"The topic {name} has records, and with {count} partitions instead of {len(known.topics[name].partitions)} "
        "the records of a key go to another one than before, out of their order; give it keys_may_move: true where "
        "that does not matter, or make another topic."
        for name, count in sorted(planned.raised.items())
        if name in written and name not in accepted
    ]


def min_isr(wanted: Sequence[Topic]) -> Dict[str, int]:
    """The min ISR that topics are to have, by name, as far as one is given."""
    given = {topic.name: topic.configs.get(_MIN_ISR) or "" for topic in wanted}
    return {name: int(text) for name, text in given.items() if text.isdecimal()}


def not_asked_for(resized: Mapping[str, int], changes: Sequence[Change]) -> List[str]:
    """Sentences on topics whose replicas would have to be moved by these *changes*."""
    told = []
    for name, factor in sorted(resized.items()):
        own = [one for one in changes if one.topic == name]
        before = sorted({len(one.before) for one in own})
        to = sorted({number for one in own for number in one.adding})
        away = sorted({number for one in own for number in one.removing})
        ways = [
            *([f"{sizes.rounded(sum(one.bytes for one in own))} would be copied to {_brokers(to)}"] if to else []),
            *([f"replicas of {_brokers(away)} would be deleted"] if away else []),
        ]
        told.append(
            f"The topic {name} has {' or '.join(map(_replicas, before))} and is to have "
            f"{factor}: for {len(own)} partition{'' if len(own) == 1 else 's'} {' and '.join(ways)}; give "
            "reassign: true to have that done, or leave replication_factor as it is."
        )
    return told


def _brokers(numbers: Sequence[int]) -> str:
    return f"broker{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"


def _replicas(count: int) -> str:
    return "1 replica" if count == 1 else f"{count} replicas"
