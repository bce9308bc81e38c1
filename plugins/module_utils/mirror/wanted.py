# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Clusters and flows as the inputs give them, each complete, and what of that MirrorMaker would never do. Pure."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Sequence

from ..core import host_port, listing

_CLUSTERS, _FLOWS = "mirror_maker_clusters", "mirror_maker_flows"
#: It is part of topics' names, and in these the part before the first dot tells where a topic comes from.
_ALIAS = re.compile(r"[A-Za-z0-9_-]+\Z")
_LONGEST_ALIAS = 100
#: Words that keys of the same file begin with, such as config.providers: an alias would take these for its own.
_WORDS = frozenset(
    (
        *("admin", "clusters", "config", "consumer", "dedicated", "emit", "header", "key", "listeners", "name"),
        *("offset", "producer", "replication", "rest", "sasl", "security", "source", "ssl", "status", "target"),
        *("task", "topics", "value", "worker"),
    )
)
#: What Kafka leaves out unless it is told what to leave out, and is left out beside that here.
_TOPICS_EXCLUDE = ("mm2.*\\.internal", ".*\\.replica", "__.*")
_GROUPS_EXCLUDE = ("console-consumer-.*", "connect-.*", "__.*")
_DAY = 86400
_MOST_TASKS = 1000
#: What a regular expression is told from a name by: a dot alone is more likely a part of a name.
_NAME = re.compile(r"[A-Za-z0-9._-]+\Z")
#: Formats of a key that Java does not read.
_LEGACY_KEY = re.compile("-----BEGIN (RSA|EC|DSA) PRIVATE KEY-----")
SOURCE, TARGET = "source", "target"


class Cluster(NamedTuple):
    """A cluster by the *alias* that the flows know it by."""

    alias: str
    bootstrap_servers: Sequence[str]
    client_config: Mapping[str, Any]


class Flow(NamedTuple):
    """What is copied from one cluster to another; *topics* and *groups* are names or regular expressions of Java.

    *offset_syncs* is the cluster with the topic by which offsets are translated.
    """

    source: str
    target: str
    topics: Sequence[str]
    topics_exclude: Sequence[str] = _TOPICS_EXCLUDE
    groups: Sequence[str] = (".*",)
    groups_exclude: Sequence[str] = _GROUPS_EXCLUDE
    replication_factor: int = 3
    sync_group_offsets: bool = True
    sync_topic_configs: bool = True
    offset_syncs: str = TARGET
    refresh_seconds: int = 60
    sync_seconds: int = 60
    tasks_max: int = 4

    @property
    def name(self) -> str:
        """As MirrorMaker writes it."""
        return f"{self.source}->{self.target}"


#: How Ansible takes yes, in an inventory in the format of INI as well.
_TRUE = ("true", "yes", "on", "1", "y", "t")
_SWITCHES = ("sync_group_offsets", "sync_topic_configs")
_LISTS = ("topics", "topics_exclude", "groups", "groups_exclude")
_NUMBERS = {
    "replication_factor": (1, 32767),
    "refresh_seconds": (1, _DAY),
    "sync_seconds": (1, _DAY),
    "tasks_max": (1, _MOST_TASKS),
}


def clusters(given: Sequence[Mapping[str, Any]]) -> List[Cluster]:
    """The clusters of the input, in its order; what is wrong with them is for :func:`refused_clusters`."""
    return [
        Cluster(
            str(one.get("alias") or ""),
            items(one.get("bootstrap_servers")),
            {key: value for key, value in (one.get("client_config") or {}).items() if value is not None},
        )
        for one in given
    ]


def flows(given: Sequence[Mapping[str, Any]]) -> List[Flow]:
    """The flows of the input, in its order; what is wrong with them is for :func:`refused_flows`."""
    found = []
    for one in given:
        known: Dict[str, Any] = {name: value for name, value in one.items() if value is not None}
        known.update({name: items(known.get(name, Flow._field_defaults.get(name))) for name in _LISTS})
        for name, always in (("topics_exclude", _TOPICS_EXCLUDE), ("groups_exclude", _GROUPS_EXCLUDE)):
            known[name] = [*always, *(text for text in known[name] if text not in always)]
        known.update({name: int(known[name]) for name in _NUMBERS if name in known})
        known.update({name: str(known[name]).lower() in _TRUE for name in _SWITCHES if name in known})
        found.append(Flow(**known))
    return found


def items(given: object) -> List[str]:
    """A list, which may have been written as a text with commas, as Kafka writes it."""
    parts: Iterable[Any] = given.split(",") if isinstance(given, str) else given or ()  # type: ignore[assignment]
    return [text for text in (str(part).strip() for part in parts) if text]


def refused_clusters(found: Sequence[Cluster]) -> List[str]:
    """What is wrong with these clusters, a sentence each."""
    told = [sentence for one in found for sentence in _refused_cluster(one)]
    told += [
        f"{_CLUSTERS} has the alias {alias} twice; give each cluster its own."
        for alias in listing.repeated(one.alias for one in found)
    ]
    owners: Dict[str, str] = {}
    for one in found:
        for server in one.bootstrap_servers:
            other = owners.setdefault(server, one.alias)
            if other != one.alias:
                told.append(
                    f"{other} and {one.alias} of {_CLUSTERS} both have {server}, so a cluster would be mirrored into "
                    "itself; give each cluster its own brokers."
                )
    return told


def _refused_cluster(one: Cluster) -> List[str]:
    """The first thing that is wrong with a cluster."""
    alias, servers = one.alias, one.bootstrap_servers
    no_address = [server for server in servers if host_port.split(server) is None]
    told = (
        (
            not _ALIAS.match(alias) or len(alias) > _LONGEST_ALIAS,
            f"{alias!r} of {_CLUSTERS} is no alias: it is to be part of topics' names, and a dot ends it there; give "
            f"letters, digits, _ and -, {_LONGEST_ALIAS} at most.",
        ),
        (
            alias in _WORDS,
            f"{alias} of {_CLUSTERS} is a word that MirrorMaker's own settings begin with, and it would take them for "
            "that cluster's; give another alias.",
        ),
        (not servers, f"{alias} of {_CLUSTERS} has no brokers; give bootstrap_servers, each as HOST:PORT."),
        (
            no_address,
            f"{alias} of {_CLUSTERS} has {''.join(no_address[:1])!r} in bootstrap_servers; give each broker as "
            "HOST:PORT.",
        ),
        (
            "bootstrap.servers" in one.client_config,
            f"{alias} of {_CLUSTERS} has bootstrap.servers in client_config; leave it out there, as bootstrap_servers "
            "says it.",
        ),
        (
            _LEGACY_KEY.search(str(one.client_config.get("ssl.keystore.key", ""))),
            f"The key of {alias} of {_CLUSTERS} is no PKCS#8, which is all that Java reads of PEM; make one of it with "
            "openssl pkcs8 -topk8 -nodes -in KEY.",
        ),
    )
    return [sentence for wrong, sentence in told if wrong][:1]


def refused_flows(found: Sequence[Flow], aliases: Sequence[str]) -> List[str]:
    """What is wrong with these flows between clusters of these *aliases*, a sentence each."""
    told = [sentence for flow in found for sentence in _refused_flow(flow, aliases)]
    told += [
        f"{_FLOWS} has {name} twice; put the topics and groups of both into one of them."
        for name in listing.repeated(flow.name for flow in found)
    ]
    return told


def _refused_flow(flow: Flow, aliases: Sequence[str]) -> List[str]:
    unknown = [alias for alias in (flow.source, flow.target) if alias not in aliases]
    if unknown:
        return [
            f"{flow.name} of {_FLOWS} has {unknown[0] or 'no cluster'} at one end, which is no alias of {_CLUSTERS} "
            f"({', '.join(aliases) or 'which has none'}); name one of these."
        ]
    if flow.source == flow.target:
        return [f"{flow.name} of {_FLOWS} would mirror a cluster into itself; give another target."]
    if not flow.topics:
        return [f"{flow.name} of {_FLOWS} has no topics; name them, or give '.*' for all."]
    told = []
    for name, (least, most) in _NUMBERS.items():
        value = getattr(flow, name)
        if not least <= value <= most:
            told.append(f"{name} of {flow.name} is {value}; give a whole number from {least} to {most}.")
    for name in _LISTS:
        told += [sentence for text in getattr(flow, name) for sentence in _refused_pattern(flow, name, text)]
    return told


def _refused_pattern(flow: Flow, name: str, text: str) -> List[str]:
    """A comma ends a pattern, and one that Java cannot read ends the flow. Backslashes mean more there than here."""
    if "," in text:
        return [f"{name} of {flow.name} has {text!r}, and MirrorMaker parts its lists at commas; write it without one."]
    try:
        if "\\" not in text:
            re.compile(text)
    except re.error as error:
        return [
            f"{name} of {flow.name} has {text!r}, which is no regular expression ({error}); give names or such as "
            "'.*' for all."
        ]
    return []


def named(patterns: Iterable[str]) -> List[str]:
    """Those of the *patterns* that are names, as far as can be told."""
    return [text for text in patterns if _NAME.match(text)]
