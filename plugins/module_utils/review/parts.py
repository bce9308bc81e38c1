# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is reviewed as plain dictionaries, in which hosts and clusters hand it over, and back.

Secrets are left behind: a value that may be one is HIDDEN, which no rule reads and which no version of Kafka refuses.
"""

from __future__ import annotations

import re
from dataclasses import asdict, fields, replace
from typing import Any, Dict, List, Mapping, Sequence, Tuple, Type, TypeVar

from ..broker import odd_keys, properties
from ..core import redaction, values
from ..core.errors import GroundworkError
from . import client_keys, settings, zookeeper, zookeeper_keys
from .model import Broker, Client, Disk, Facts, Group, Keeper, Load, Reviewed, Topic

_QUORUM = "controller.quorum.voters"
HIDDEN = "${hidden}"
_TELLING = ("listeners", "log.dirs")
_One = TypeVar("_One")


#: What a key looks like. Any user may run what looks like a server, with any file for its configuration: whatever in
#: it does not look so stays on its host.
_KEY = re.compile(r"[a-z][a-z0-9_-]*(?:\.[A-Za-z0-9_-]+)+\Z")
#: The last of them are librdkafka's and, before 3.0, a broker's.
_UNDOTTED = frozenset(key for key in client_keys.KNOWN | zookeeper_keys.KNOWN if "." not in key) | {
    *("listeners", "partitioner", "port")
}


def shown(config: Mapping[str, str]) -> Dict[str, str]:
    """*config* with HIDDEN for each value that is or may be a secret, and without what is no setting by its looks.

    A mistyped key without a dot is a setting by its looks where it is near to one, and its value may be anything.
    """
    told = {}
    for key, value in config.items():
        if _KEY.match(key) or key in _UNDOTTED:
            told[key] = value if redaction.line(f"{key}={value}") == f"{key}={value}" else HIDDEN
        elif odd_keys.nearest(key, _UNDOTTED):
            told[key] = HIDDEN
    return told


def of_text(text: str) -> Tuple[Dict[str, str], Tuple[str, ...]]:
    """The settings of a properties file without its secrets, and the keys that it has with different values."""
    found: Dict[str, List[str]] = {}
    for key, value in properties.pairs(text):
        found.setdefault(key, []).append(value)
    config = shown({key: given[-1] for key, given in found.items()})
    return config, tuple(key for key, given in found.items() if len(set(given)) > 1 and key in config)


def plain(found: Reviewed) -> Dict[str, Any]:
    """*found* as a dictionary that JSON holds."""
    told = asdict(found)
    for broker in told["brokers"]:
        broker["defaults"] = sorted(broker["defaults"])
    for server in (*told["brokers"], *told["keepers"]):
        disks = server["facts"]["disks"]
        server["facts"]["disks"] = disks and {path: list(disk) for path, disk in disks.items()}
    for topic in told["topics"] or ():
        topic["broker"] = None
    return told


def reviewed(given: Mapping[str, Any]) -> Reviewed:
    """The other way round; what is left out is not known. Raises GroundworkError for what has no such part."""
    known = dict(_known(Reviewed, given))
    for name, kind in (("topics", Topic), ("clients", Client), ("groups", Group)):
        if known.get(name) is not None:
            known[name] = tuple(_made(kind, one) for one in known[name])
    for name, server in (("brokers", Broker), ("keepers", Keeper)):
        if name in known:
            known[name] = tuple(_server(server, one) for one in known[name] or ())
    if known.get("combined") is not None:
        known["combined"] = tuple(known["combined"])
    known["load"] = _load(known.get("load") or {})
    return Reviewed(**known)


def _load(given: Mapping[str, Any]) -> Load:
    """The load that is *given*. Raises GroundworkError for a rate that cannot be."""
    checked = {
        name: _integer(f"load.{name}", given[name], least)
        for name, least in (("written", 0), ("producer", 1), ("consumer", 1))
        if given.get(name) is not None
    }
    return _made(Load, {**given, **checked})


def _server(kind: Type[_One], given: Mapping[str, Any]) -> _One:
    facts = dict(given.get("facts") or {})
    if facts.get("disks") is not None:
        facts["disks"] = {path: Disk(*disk) for path, disk in facts["disks"].items()}
    return _made(kind, {**given, "facts": _made(Facts, facts)})


def _made(kind: Type[_One], given: Mapping[str, Any]) -> _One:
    known = _known(kind, given)
    for name in ("topics", "other_heaps", "shares", "repeated"):
        if isinstance(known.get(name), list):
            known[name] = tuple(known[name])
    if "defaults" in known:
        known["defaults"] = frozenset(known["defaults"])
    if kind is Group:
        known["members"] = {name: tuple(topics) for name, topics in known["members"].items()}
    return kind(**known)


def _known(kind: type, given: Mapping[str, Any]) -> Dict[str, Any]:
    """What is *given* by the names that *kind* has."""
    names = [field.name for field in fields(kind)]
    for name in given:
        if name not in names:
            raise GroundworkError(
                f"{name} is no part of a {kind.__name__.lower()} that is reviewed; give one of {', '.join(names)}."
            )
    return dict(given)


def together(cluster: Reviewed, hosts: Sequence[Reviewed]) -> Reviewed:
    """What a *cluster* tells, with what its *hosts* tell of the servers on them.

    A broker's settings are those in force, which the cluster tells; its name, facts and version are its host's, also
    where nobody has asked the cluster.
    """
    by_number = {broker.name: broker for broker in cluster.brokers}
    brokers = []
    for one in [one for host in hosts for one in host.brokers]:
        asked = by_number.get(_number(one))
        if asked is not None and _is_same(one, asked):
            del by_number[_number(one)]
            brokers.append(_joined(one, asked))
        else:
            brokers.append(one)
    keepers = tuple(keeper for host in hosts for keeper in host.keepers)
    clients = [client for host in hosts for client in host.clients or ()]
    return replace(
        cluster,
        brokers=(*brokers, *by_number.values()),
        keepers=keepers,
        clients=(*(cluster.clients or ()), *clients) if clients else cluster.clients,
    )


#: What people tell of a topic that its cluster does not.
_TOLD_OF_TOPICS = ("written", "planned", "keyed")


def with_topics(found: Reviewed, told: Mapping[str, Any]) -> Reviewed:
    """*found* with what is *told* of its topics, by name.

    Raises GroundworkError for a topic that is not there, and for what cannot be of one.
    """
    names = {topic.name for topic in found.topics or ()}
    for name in told:
        if name not in names:
            raise GroundworkError(f"topics has {name}, and the cluster has no such topic; correct the name.")
    checked = {name: _told_of_topic(name, more or {}) for name, more in told.items()}
    return replace(
        found,
        topics=found.topics and tuple(replace(topic, **checked.get(topic.name, {})) for topic in found.topics),
    )


def _told_of_topic(name: str, more: object) -> Dict[str, Any]:
    if not isinstance(more, Mapping):
        raise GroundworkError(f"topics.{name}: {more!r} has no keys; give one of {', '.join(_TOLD_OF_TOPICS)}.")
    wrong = sorted(str(key) for key in more if key not in _TOLD_OF_TOPICS)
    if wrong:
        raise GroundworkError(f"topics has {wrong[0]} of {name}; give one of {', '.join(_TOLD_OF_TOPICS)}.")
    told = {key: value for key, value in more.items() if value is not None}
    for key, least in (("written", 0), ("planned", 1)):
        if key in told:
            told[key] = _integer(f"topics.{name}.{key}", told[key], least)
    if not isinstance(told.get("keyed", True), bool):
        raise GroundworkError(f"topics.{name}.keyed: {told['keyed']!r} is neither true nor false; give one of them.")
    return told


def _integer(name: str, given: object, least: int) -> int:
    """What is *given* for *name* as a number of Java's, so that rules can count with it."""
    return values.integer(name, given, least, settings.NEVER)


def completed(found: Reviewed) -> Reviewed:
    """*found* with what the files of its servers say of the whole: how many vote in the ensemble, and in the quorum."""
    voters = max((zookeeper.voters(keeper) for keeper in found.keepers), default=None)
    listed = [settings.words(broker.config.get(_QUORUM, "")) for broker in found.brokers]
    return replace(
        found,
        voters=voters if found.voters is None else found.voters,
        controllers=max(map(len, listed), default=0) or None if found.controllers is None else found.controllers,
    )


def _is_same(of_host: Broker, asked: Broker) -> bool:
    """Whether they are one: another cluster may have a broker of that number, and lies or listens elsewhere."""
    both = [key for key in _TELLING if key in of_host.config and key in asked.config]
    return all(settings.words(of_host.config[key]) == settings.words(asked.config[key]) for key in both)


def _joined(of_host: Broker, asked: Broker) -> Broker:
    return replace(
        asked,
        name=of_host.name,
        version=of_host.version or asked.version,
        facts=of_host.facts,
        repeated=of_host.repeated,
        config={**_only(of_host, "zookeeper.connect", "process.roles", "metadata.log.dir"), **asked.config},
    )


def _number(broker: Broker) -> str:
    return broker.config.get("node.id", broker.config.get("broker.id", "")).strip()


def _only(broker: Broker, *keys: str) -> Dict[str, str]:
    return {key: broker.config[key] for key in keys if key in broker.config}
