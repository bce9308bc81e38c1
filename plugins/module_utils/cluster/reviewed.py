# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a review is told of a running cluster: brokers' and topics' settings in force, groups, quotas, racks.

*client* is what :func:`connection.connected` yields. Everything is read, and nothing changed.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence, Tuple

from ..broker import key_table
from ..core.errors import GroundworkError
from ..review import parts
from ..review.model import Broker, Group, Reviewed, Topic
from . import broker_settings, log_dirs, patient, state

_DEFAULT = "DEFAULT_CONFIG"
_FACTOR = "default.replication.factor"
_CLASSIC = "consumer"


def read(client: Any, now: float) -> Reviewed:
    """All of the cluster that its brokers tell; groups and quotas only where the client may see them."""
    told = state.read(client)
    live = [one for one in told["brokers"] if not one["fenced"]]
    settings = _settings(client, [one["id"] for one in live])
    version = _version(told["features"], settings)
    brokers = tuple(_broker(str(number), found, version) for number, found in sorted(settings.items()))
    racks = {str(one["id"]): one["rack"] or "" for one in live}
    quorum = told["quorum"]
    topics = _topics(client, brokers)
    factors = [topic.replication for topic in topics if not topic.internal]
    voters = [str(voter["id"]) for voter in quorum["voters"]] if quorum else []
    return Reviewed(
        brokers=brokers,
        topics=topics,
        groups=_groups(client),
        quotas=_quotas(client),
        racks=racks,
        replication=max(factors, default=_default_factor(brokers)),
        controllers=len(voters) if quorum else None,
        combined=tuple(sorted(set(voters) & set(racks))) if quorum else None,
        mode=told["mode"],
        broker_count=len(live),
        now=now,
    )


def _settings(client: Any, brokers: List[int]) -> Dict[int, Mapping[str, Any]]:
    """All that each broker tells of its settings, those that its file has beside Kafka's definitions as well."""
    from kafka.admin import ConfigResource  # noqa: PLC0415 only who asks a cluster has it

    resources = [ConfigResource("BROKER", str(number)) for number in brokers]
    answer = client.describe_configs(resources, config_filter="all", include_synonyms=True).get("broker", {})
    broker_settings.check_answered(brokers, answer)
    return {int(number): found for number, found in answer.items()}


def _broker(name: str, found: Mapping[str, Any], version: str) -> Broker:
    """A value that is a secret, or not told, is hidden; one that is not set is left out."""
    config: Dict[str, str] = {}
    for key, one in found.items():
        if one["is_sensitive"]:
            config[key] = parts.HIDDEN
        elif one["value"] is not None:
            config[key] = one["value"]
    given = {key for key in config if found[key]["config_source"] != _DEFAULT}
    return Broker(
        name,
        parts.shown(config),
        version,
        complete=True,
        defaults=frozenset(set(config) - given),
        dynamic=_dynamic(found),
    )


def _dynamic(found: Mapping[str, Any]) -> Dict[str, str]:
    """What the cluster keeps for a broker, by key; of a key's several names, it alone, and no secret."""
    return {
        key: synonym["value"]
        for key, one in found.items()
        if not one["is_sensitive"]
        for synonym in reversed(one["synonyms"])  # the first one wins
        if synonym["name"] == key and synonym["source"] in broker_settings.DYNAMIC and synonym["value"] is not None
    }


def _default_factor(brokers: Sequence[Broker]) -> int:
    return max((int(broker.config.get(_FACTOR, "1")) for broker in brokers), default=1)


def _version(features: Mapping[str, Any], settings: Mapping[int, Mapping[str, Any]]) -> str:
    """The version that supports just these levels of metadata, else the one whose protocol is the default."""
    supported = tuple((features.get("metadata.version") or {}).get("supported") or ())
    alike = [version for version in key_table.VERSIONS if key_table.FEATURES[version]["metadata.version"] == supported]
    for found in settings.values():
        protocol = found.get("inter.broker.protocol.version")
        if not alike and protocol and protocol["config_source"] == _DEFAULT:
            minor = str(protocol["value"]).partition("-")[0]
            alike = [version for version in key_table.VERSIONS if version.startswith(minor + ".")]
    return alike[-1] if alike else ""


def _topics(client: Any, brokers: Sequence[Broker]) -> Tuple[Topic, ...]:
    found = [topic for topic in client.describe_topics() if topic["partitions"]]
    names = [topic["name"] for topic in found]
    settings = _settings_of_topics(client, names)
    sizes = _sizes(client, [int(broker.name) for broker in brokers])
    return tuple(
        Topic(
            topic["name"],
            len(topic["partitions"]),
            min(len(partition["replica_nodes"]) for partition in topic["partitions"]),
            settings.get(topic["name"], {}),
            size=sizes.get(topic["name"]),
        )
        for topic in sorted(found, key=lambda one: str(one["name"]))
    )


def _settings_of_topics(client: Any, names: Sequence[str]) -> Dict[str, Dict[str, str]]:
    """Each topic's own settings; all others it has of its broker, which tells them."""
    if not names:
        return {}
    answers = client.send(patient.topic_settings_request(names, None), reading=True).results
    return {
        answer.resource_name: {
            one.name: one.value for one in answer.configs if one.value is not None and one.config_source == state.OWN
        }
        for answer in answers
        if answer.error_code == 0
    }


def _sizes(client: Any, brokers: Sequence[int]) -> Dict[str, int]:
    """The bytes of the largest partition of each topic; none where the client may not see the folders."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    found: Dict[str, int] = {}
    for broker in brokers:
        try:
            disks = log_dirs.read(client, broker)
        except errors.KafkaError:
            return {}
        for replica in (one for disk in disks for one in disk["replicas"]):
            found[replica["topic"]] = max(found.get(replica["topic"], 0), replica["size"])
    return found


def _groups(client: Any) -> Tuple[Group, ...] | None:
    """The groups with members that share partitions out by themselves; None where nobody may list them."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    try:
        listed = client.list_groups()
        names = [one["group_id"] for one in listed if one.get("protocol_type") == _CLASSIC]
        described = client.describe_groups(names) if names else {}
    except errors.KafkaError:
        return None
    return tuple(group for name, one in sorted(described.items()) for group in _group(name, one))


def _group(name: str, described: Mapping[str, Any]) -> List[Group]:
    members = {
        member["member_id"]: tuple(metadata["topics"])
        for member in described.get("members") or ()
        for metadata in [member.get("member_metadata")]
        if isinstance(metadata, Mapping) and metadata.get("topics")
    }
    assignor = described.get("protocol_data") or ""
    return [Group(name, assignor, members)] if members and assignor else []


def _quotas(client: Any) -> Dict[str, Dict[str, float]] | None:
    """Each entity's quotas; None where the client may not see them, or where brokers are too old to tell."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    try:
        answer = client.send(patient.quotas_request(), reading=True)
    except (errors.KafkaError, GroundworkError):
        return None
    if answer.error_code:
        return None
    return {
        ", ".join(
            f"{'default ' if part.entity_name is None else ''}{part.entity_type} {part.entity_name or ''}".strip()
            for part in entry.entity
        ): {value.key: value.value for value in entry.values}
        for entry in answer.entries or ()
    }
