# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What one MirrorMaker is on its host, from the inputs of its role: its settings, its secrets, its files. Pure.

Secrets stand in a file of their own, to which the settings refer. MirrorMaker keeps its settings in topics of the
target as well, and resolves a reference where it connects: so no password comes there.
"""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, NamedTuple, Sequence

from ..core import endpoint, host_port, version
from . import circles, wanted
from .wanted import Cluster, Flow

SERVICE = "kafka-mirror-maker"
FOLDER = f"/etc/{SERVICE}"
SETTINGS, SECRETS, LOG = (f"{FOLDER}/{name}" for name in ("mm2.properties", "secrets.properties", "log4j2.properties"))
_UNIT = f"/etc/systemd/system/{SERVICE}.service"
#: Before it what MirrorMaker logs went nowhere: it took settings of another library for its log.
_OLDEST = (4, 0)
DEFAULT, IDENTITY = "default", "identity"
POLICIES = {
    name: f"org.apache.kafka.connect.mirror.{name.capitalize()}ReplicationPolicy" for name in (DEFAULT, IDENTITY)
}
_SECRET = re.compile(r"password|secret|jaas|credential|[.]key$")
HERE = "127.0.0.1"
#: How long the tasks of a host that is gone are left to it, and nothing of them is copied: longer than a restart takes.
_AWAY_MS = 30000
#: Each transaction writes how far it is, and who starts or asks reads all of that: the cleaner leaves an open segment
#: alone, and what ends a transaction for so many milliseconds.
_OFTEN_CLEANED = {"segment.bytes": 1 << 20, "delete.retention.ms": 3600000}


class Given(NamedTuple):
    """The role's inputs, by their names without ``mirror_maker_``; *hosts* are so many as share the work."""

    hosts: int
    host: str
    port: int
    clusters: Sequence[Mapping[str, Any]]
    flows: Sequence[Mapping[str, Any]]
    replication_policy: str
    exactly_once: str
    state: str
    version: str


def describe(given: Given) -> Dict[str, Any]:
    """What it is:

    - ``settings``: its own, by key; ``secrets``: what they refer to, by key;
    - ``files``, as place.with_texts takes them, and ``reads``: what its process reads when it starts;
    - ``clusters``: those that a flow begins or ends at; ``flows``: each complete, with its ``name``;
    - ``answers_at``: the host and port where it answers once it runs, and ``worker``, as host:port, where it says so
      to others in its group;
    - ``refusals``: what is wrong with the inputs beyond their types, a sentence each.
    """
    clusters, flows = wanted.clusters(given.clusters), wanted.flows(given.flows)
    refused = refusals(given, clusters, flows)
    own = {} if refused else _settings(given, clusters, flows)
    used = {alias for flow in flows for alias in (flow.source, flow.target)}
    return {
        "settings": {key: _reference(key) if _SECRET.search(key) else value for key, value in own.items()},
        "secrets": {key: value for key, value in own.items() if _SECRET.search(key)},
        "files": [
            {"name": "settings", "path": SETTINGS},
            {"name": "secrets", "path": SECRETS, "secret": True},
            {"name": "log", "path": LOG},
            {"name": "unit", "path": _UNIT, "group": "root", "mode": "0644"},
        ],
        "reads": [SETTINGS, SECRETS, LOG, _UNIT],
        "clusters": [one._asdict() for one in clusters if one.alias in used],
        "flows": [{**flow._asdict(), "name": flow.name} for flow in flows],
        "answers_at": _place(given),
        "worker": "" if refused else endpoint.join(given.host, given.port),
        "refusals": refused,
    }


def refusals(given: Given, clusters: Sequence[Cluster], flows: Sequence[Flow]) -> List[str]:
    """What is wrong with the inputs."""
    release = version.numbers(given.version)
    told = []
    if release and release < _OLDEST:
        told.append(
            f"mirror_maker_version is {given.version}, and nothing of what that logs would come into the journal; give "
            "4.0 or newer, which copies between brokers of 2.1 or newer."
        )
    if host_port.split(f"[{given.host}]:1" if ":" in given.host else f"{given.host}:1") is None:
        told.append(
            f"mirror_maker_host is {given.host!r}, where nobody could look for it; give a name or an address alone, an "
            "IPv6 address without brackets, such as 2001:db8::1."
        )
    told += wanted.refused_clusters(clusters)
    told += wanted.refused_flows(flows, [one.alias for one in clusters])
    if given.state == "started" and not flows:
        told.append(
            "mirror_maker_flows is empty, and MirrorMaker does not run without a flow; give one, or "
            "mirror_maker_state: stopped."
        )
    if not told and given.replication_policy == IDENTITY:
        told += circles.refusals(flows)
    return told


def beyond_brokers(flows: Sequence[Mapping[str, Any]], brokers: Mapping[str, int]) -> List[str]:
    """A sentence for each of the *flows* that wants more replicas than a cluster has *brokers*, by alias.

    It makes topics in its target, and one in its source where that has the offsets' translations.
    """
    return [
        f"replication_factor of {flow['name']} is {flow['replication_factor']}, and {alias} has {brokers[alias]} "
        f"broker{'s' if brokers[alias] > 1 else ''}; give that many at most."
        for flow in flows
        for alias in dict.fromkeys((flow["target"], flow[flow["offset_syncs"]]))
        if int(flow["replication_factor"]) > brokers.get(alias, int(flow["replication_factor"]))
    ]


def _reference(key: str) -> str:
    return f"${{file:{SECRETS}:{key}}}"


def _place(given: Given) -> Dict[str, Any]:
    """Where it answers: for others where there are others, else for its own host alone."""
    return {"host": given.host if given.hosts > 1 else HERE, "port": given.port}


def _settings(given: Given, clusters: Sequence[Cluster], flows: Sequence[Flow]) -> Dict[str, Any]:
    """All of its settings, those that are secret among them."""
    place = _place(given)
    found: Dict[str, Any] = {
        "clusters": [one.alias for one in clusters],
        "replication.policy.class": POLICIES[given.replication_policy],
        # A heartbeat is written to the source, by a flow of its own that leads there.
        "emit.heartbeats.enabled": False,
        "config.providers": "file",
        "config.providers.file.class": "org.apache.kafka.common.config.provider.FileConfigProvider",
        "config.providers.file.param.allowed.paths": FOLDER,
        # How hosts tell one another of tasks, each request signed with a key that only they can read in the target.
        "dedicated.mode.enable.internal.rest": True,
        "listeners": f"http://{'' if given.hosts > 1 else HERE}:{place['port']}",
        # Where nobody else reaches it too: it tells who is in the group. Of an address Kafka would hide the colons.
        "rest.advertised.host.name": endpoint.join(given.host, given.port).rpartition(":")[0],
        "rest.advertised.port": place["port"],
    }
    for cluster in clusters:
        found.update(_of_cluster(cluster, flows, given.exactly_once))
    for flow in flows:
        found.update(_of_flow(flow))
    return found


def _of_cluster(cluster: Cluster, flows: Sequence[Flow], exactly_once: str) -> Dict[str, Any]:
    found: Dict[str, Any] = {"bootstrap.servers": cluster.bootstrap_servers, **cluster.client_config}
    if any(flow.source == cluster.alias for flow in flows):
        found["consumer.isolation.level"] = "read_committed"  # what its writer took back is not to be copied
    replicas = [int(flow.replication_factor) for flow in flows if flow.target == cluster.alias]
    if replicas:
        found["exactly.once.source.support"] = exactly_once
        for what in ("offset", "config", "status"):
            found[f"{what}.storage.replication.factor"] = max(replicas)
        found.update({f"offset.storage.{key}": value for key, value in _OFTEN_CLEANED.items()})
        found["scheduled.rebalance.max.delay.ms"] = _AWAY_MS
    return {f"{cluster.alias}.{key}": value for key, value in found.items()}


def _of_flow(flow: Flow) -> Dict[str, Any]:
    found: Dict[str, Any] = {
        "enabled": True,
        "topics": flow.topics,
        "topics.exclude": flow.topics_exclude,
        "groups": flow.groups,
        "groups.exclude": flow.groups_exclude,
        "tasks.max": flow.tasks_max,
        "sync.group.offsets.enabled": flow.sync_group_offsets,
        "sync.topic.configs.enabled": flow.sync_topic_configs,
        "sync.topic.acls.enabled": False,  # rights are given by lists of them, to who is known in that cluster
        "offset-syncs.topic.location": flow.offset_syncs,
        "refresh.topics.interval.seconds": flow.refresh_seconds,
        "refresh.groups.interval.seconds": flow.refresh_seconds,
        "sync.topic.configs.interval.seconds": flow.refresh_seconds,
        "emit.checkpoints.interval.seconds": flow.sync_seconds,
        "sync.group.offsets.interval.seconds": flow.sync_seconds,
        "replication.factor": flow.replication_factor,
        **{
            f"{what}.topic.replication.factor": flow.replication_factor
            for what in ("offset-syncs", "checkpoints", "heartbeats")
        },
    }
    return {f"{flow.name}.{key}": value for key, value in found.items()}
