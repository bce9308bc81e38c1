# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A plan as Kafka's own tool reads and writes it.

That is ``{"version": 1, "partitions": [{"topic", "partition", "replicas"}]}``; ``log_dirs`` beside the replicas has a
folder for each, or ``any``.
"""

from __future__ import annotations

from typing import Any, Collection, Dict, List, Mapping, Sequence

from ..core import listing
from ..core.errors import GroundworkError
from .model import Broker, Change, Key, Partition

_ANY = "any"
_VERSION = 1


def written(changes: Sequence[Change]) -> Dict[str, Any]:
    """The *changes* as a document."""
    return {
        "version": _VERSION,
        "partitions": [
            {
                "topic": one.topic,
                "partition": one.number,
                "replicas": list(one.after),
                "log_dirs": [one.log_dirs.get(number, _ANY) for number in one.after],
            }
            for one in changes
        ],
    }


def passed_over(document: Mapping[str, Any], known: Collection[Key]) -> Dict[str, Any]:
    """The *document* but for partitions that are not *known* any more."""
    entries = [one for one in document["partitions"] if (one["topic"], one["partition"]) in known]
    return {**document, "partitions": entries}


def read(document: Any, brokers: Sequence[Broker], partitions: Sequence[Partition]) -> List[Change]:
    """The changes that a document asks for, without what is so already.

    Raises GroundworkError, in one sentence, for one that Kafka's tool does not take or that names what there is not.
    """
    known = {one.key: one for one in partitions}
    numbers = {one.number: one for one in brokers}
    changes: Dict[Key, Change] = {}
    for entry in _entries(document):
        name, replicas, log_dirs = _entry(entry)
        key = (entry["topic"], entry["partition"])
        if key not in known:
            raise GroundworkError(f"The plan names {name}, which the cluster does not have; take it out of the plan.")
        if key in changes:
            raise GroundworkError(f"The plan names {name} twice; take one of the two out of the plan.")
        missing = sorted({number for number in replicas if number not in numbers})
        if missing:
            raise GroundworkError(
                f"The plan places {name} on broker {', '.join(map(str, missing))}, which the cluster does not have; it "
                f"has {', '.join(map(str, sorted(numbers)))}."
            )
        folders = {number: path for number, path in zip(replicas, log_dirs) if path != _ANY}
        _check_folders(name, folders, numbers)
        one = known[key]
        wanted = {number: path for number, path in folders.items() if one.folders.get(number) != path}
        changes[key] = Change(one.topic, one.number, one.replicas, tuple(replicas), one.size, wanted)
    return [one for one in changes.values() if one.before != one.after or one.log_dirs]


def _entries(document: Any) -> List[Mapping[str, Any]]:
    if not isinstance(document, Mapping) or not isinstance(document.get("partitions"), list):
        raise GroundworkError(
            'The plan is no list of partitions; give it as kafka-reassign-partitions.sh writes it: {"version": 1, '
            '"partitions": [{"topic": "orders", "partition": 0, "replicas": [1, 2, 3]}]}.'
        )
    if document.get("version", _VERSION) != _VERSION:
        raise GroundworkError(f"The plan is of version {document['version']!r}; there is version 1 alone.")
    return list(document["partitions"])


def _entry(entry: Any) -> tuple[str, List[int], List[str]]:
    """Its partition's name, the replicas and their folders."""
    fits = (
        isinstance(entry, Mapping)
        and isinstance(entry.get("topic"), str)
        and _is_number(entry.get("partition"))
        and isinstance(entry.get("replicas"), list)
        and all(map(_is_number, entry["replicas"]))
        and isinstance(entry.get("log_dirs") or [], list)
    )
    if not fits:
        raise GroundworkError(
            f'The plan has the entry {entry!r}; give each as {{"topic": "orders", "partition": 0, "replicas": [1, 2]}}.'
        )
    name, replicas = f"{entry['topic']}-{entry['partition']}", list(entry["replicas"])
    if not replicas:
        raise GroundworkError(f"The plan gives {name} no replicas, and what it holds would be lost; name its brokers.")
    doubled = listing.repeated(map(str, replicas))
    if doubled:
        raise GroundworkError(
            f"The plan places {name} on broker {listing.some(doubled)} twice; a broker has one replica of a partition."
        )
    log_dirs = list(entry.get("log_dirs") or [_ANY] * len(replicas))
    if len(log_dirs) != len(replicas):
        raise GroundworkError(
            f"The plan has {len(replicas)} replicas of {name} and {len(log_dirs)} log_dirs; give a folder or any for "
            "each replica, in their order."
        )
    return name, replicas, [str(path) for path in log_dirs]


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _check_folders(name: str, folders: Mapping[int, str], brokers: Mapping[int, Broker]) -> None:
    for number, path in sorted(folders.items()):
        paths = [folder.path for folder in brokers[number].folders]
        if path not in paths:
            raise GroundworkError(
                f"The plan places {name} in {path} of broker {number}, which does not have that folder; it has "
                f"{', '.join(sorted(paths)) or 'none that can be used'}."
            )
