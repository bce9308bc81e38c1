# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The limit on what replication may take of the network meanwhile: what is wanted of it, and what is to be changed.

It stands in the cluster, where Kafka's own tool puts it: a rate with each broker, and with each topic the replicas that
it holds for. What stands there and is not wanted goes, whoever has left it: a run that was killed, or that tool.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, NamedTuple, Sequence, Tuple

from .model import Change

#: The settings of a broker, in bytes a second, and of a topic: those that send, and those that receive.
BROKER_KEYS = ("leader.replication.throttled.rate", "follower.replication.throttled.rate")
TOPIC_KEYS = ("leader.replication.throttled.replicas", "follower.replication.throttled.replicas")
BROKER = "broker"
TOPIC = "topic"

#: By kind and name (a broker's number as a text): the settings.
Throttles = Mapping[Tuple[str, str], Mapping[str, str]]


class Edit(NamedTuple):
    """A setting of a broker or topic to be set, or to go (*value* None)."""

    kind: str
    name: str
    key: str
    value: str | None


def wanted(moving: Sequence[Change], brokers: Sequence[int], rate: int | None) -> Throttles:
    """What *moving* changes are limited by: *rate* at each of *brokers*, for what copies and what is copied from.

    Nothing where nothing moves, or *rate* is None.
    """
    copied = [one for one in moving if one.adding]
    if not copied or rate is None:
        return {}
    found: Dict[Tuple[str, str], Mapping[str, str]] = {
        (BROKER, str(number)): dict.fromkeys(BROKER_KEYS, str(rate)) for number in brokers
    }
    topics: Dict[str, Tuple[List[str], List[str]]] = {}
    for one in sorted(copied, key=lambda change: change.key):
        leaders, followers = topics.setdefault(one.topic, ([], []))
        leaders += [f"{one.number}:{number}" for number in one.before]
        followers += [f"{one.number}:{number}" for number in one.adding]
    for topic, lists in topics.items():
        found[TOPIC, topic] = {key: ",".join(listed) for key, listed in zip(TOPIC_KEYS, lists)}
    return found


def edits(found: Throttles, to_be: Throttles) -> List[Edit]:
    """What makes *to_be* of what is *found*: first what is set, then what goes."""
    sets = [
        Edit(kind, name, key, value)
        for (kind, name), settings in sorted(to_be.items())
        for key, value in sorted(settings.items())
        if found.get((kind, name), {}).get(key) != value
    ]
    goes = [
        Edit(kind, name, key, None)
        for (kind, name), settings in sorted(found.items())
        for key in sorted(settings)
        if key not in to_be.get((kind, name), {})
    ]
    return sets + goes
