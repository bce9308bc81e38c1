# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Topics as somebody wants them of a cluster, and what of that Kafka would never take. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Collection, Dict, Iterable, List, Mapping, Sequence

from ..broker import config as broker_config
from ..core import listing
from ..core.errors import GroundworkError, each
from ..review import model

_NAME = re.compile(r"[a-zA-Z0-9._-]+\Z")
_LONGEST = 249
_MOST = 2**31 - 1  # partitions that the protocol has numbers for
_MIN_ISR = "min.insync.replicas"
#: What Kafka makes and changes itself. Source: org.apache.kafka.common.internals.Topic, and that of
#: TopicBasedRemoteLogMetadataManager.
INTERNAL = frozenset((*model.INTERNAL, "__remote_log_metadata"))
#: What a topic may be given as, beyond which :func:`wanted` judges.
TOPIC: Dict[str, Any] = {
    "name": {"type": "str", "required": True},
    "partitions": {"type": "int"},
    "replication_factor": {"type": "int"},
    "configs": {"type": "dict", "default": {}},
    "keys_may_move": {"type": "bool", "default": False},
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
}


@dataclass(frozen=True)
class Topic:
    """A topic that is to be, or not. What is None is left as it is, or to the cluster's default when it is made.

    Of *configs*, one that is None is to be the cluster's own default again.
    """

    name: str
    partitions: int | None = None
    replication: int | None = None
    configs: Mapping[str, str | None] = field(default_factory=dict)
    keys_may_move: bool = False
    present: bool = True


def wanted(given: Sequence[Mapping[str, Any]]) -> List[Topic]:
    """The topics of the module's option; GroundworkError, a sentence for each that cannot be."""
    topics, errors = each(given, _topic)
    errors += [
        f"The topic {name} stands twice in the list; put what it is to be into one entry."
        for name in listing.repeated(topic.name for topic in topics)
    ]
    present = by_metric(topic.name for topic in topics if topic.present)
    errors += [
        f"The topic {topic.name} collides with {other}: Kafka takes . and _ for the same in the names of metrics, and "
        "refuses the second of the two; give it another name."
        for topic in topics
        for other in (alike(topic.name, present) if topic.present else ())
        if topic.name > other
    ]
    if errors:
        raise GroundworkError("\n".join(errors))
    return topics


def by_metric(names: Iterable[str]) -> Dict[str, List[str]]:
    """The *names* of topics, sorted, by what they are called in metrics, where Kafka takes . and _ for the same."""
    found: Dict[str, List[str]] = {}
    for name in sorted(set(names)):
        found.setdefault(_metric(name), []).append(name)
    return found


def alike(name: str, others: Mapping[str, List[str]]) -> List[str]:
    """Those of the *others*, of :func:`by_metric`, from which Kafka could not tell the topic *name* in its metrics."""
    return [other for other in others.get(_metric(name), ()) if other != name]


def _metric(name: str) -> str:
    return name.replace(".", "_")


def refused_name(name: str) -> str:
    """What is wrong with the *name* of a topic, as a sentence; empty where it may be one."""
    if not name or len(name) > _LONGEST or name in {".", ".."} or not _NAME.match(name):
        shown = repr(name if len(name) <= _LONGEST else name[:20] + "...")
        return (
            f"Kafka refuses the topic {shown}; give 1 to {_LONGEST} letters (a to z), digits, dots, underscores and "
            "hyphens, and more than dots."
        )
    if name in INTERNAL:
        return internal(name)
    return ""


def internal(name: str) -> str:
    """The sentence on a topic that is Kafka's own."""
    return f"{name} is an internal topic, which Kafka makes and changes itself; leave it out."


def unknown_keys(topic: Topic, known: Collection[str]) -> List[str]:
    """Sentences on settings of the *topic* that are not among those *known* to the cluster, where it tells any."""
    import difflib  # noqa: PLC0415 few need it

    found = []
    for key in sorted(set(topic.configs) - set(known) if known else ()):
        near = difflib.get_close_matches(key, list(known), 1, 0.6)
        remedy = f"the nearest that is one is {near[0]}: give that, or leave it out" if near else "leave it out"
        found.append(f"The topic {topic.name} has {key}, which is not a setting of topics in this cluster; {remedy}.")
    return found


def _topic(given: Mapping[str, Any]) -> Topic:
    name = str(given["name"])
    refused = refused_name(name)
    if refused:
        raise GroundworkError(refused)
    present = given.get("state", "present") == "present"
    partitions, replication = given.get("partitions"), given.get("replication_factor")
    configs = {
        str(key): None if value is None else broker_config.render(value, str(key))
        for key, value in (given.get("configs") or {}).items()
    }
    if not present and (partitions is not None or replication is not None or configs):
        raise GroundworkError(
            f"The topic {name} is to be absent, with partitions, replication_factor or configs; leave these out."
        )
    for option, value in (("partitions", partitions), ("replication_factor", replication)):
        if value is not None and value < 1:
            raise GroundworkError(f"The topic {name} has {option}: {value}; give 1 or more, or leave it out.")
    if partitions is not None and partitions > _MOST:
        raise GroundworkError(f"The topic {name} has partitions: {partitions}; give fewer: Kafka has {_MOST} at most.")
    least = configs.get(_MIN_ISR)
    if replication is not None and least is not None and least.isdecimal() and int(least) > replication:
        raise GroundworkError(
            f"The topic {name} has {_MIN_ISR} {least} and replication_factor {replication}: nobody could write to it "
            f"with acks=all; give {_MIN_ISR} {replication} at most."
        )
    return Topic(name, partitions, replication, configs, bool(given.get("keys_may_move")), present)
