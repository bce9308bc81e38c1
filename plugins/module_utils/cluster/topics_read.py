# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a cluster tells of its topics, for a plan of module_utils.cluster.topics. *client* is that of the connection."""

from __future__ import annotations

import time
from typing import Any, Collection, Dict, List, Mapping, Sequence, Tuple

from ..core import listing
from ..core.errors import GroundworkError
from ..reassign import checks
from ..reassign.model import Change, broker_of
from . import broker_settings, patient, state
from .topics import Found, Known, Part, Placed, Setting
from .topics_wanted import Topic

DELETION = "delete.topic.enable"
_MIN_ISR = "min.insync.replicas"
_OWN = 1  # DYNAMIC_TOPIC_CONFIG, as the protocol numbers where a setting comes from
_ATTEMPTS = 20
_PAUSE_SECONDS = 0.25


def read(client: Any, wanted: Sequence[Topic]) -> Known:
    """All topics with their partitions, and of those *wanted* the settings that are to be of some value.

    A topic that was made or deleted a moment ago is known to one broker and not to another, so all are asked again.
    """
    brokers = state.brokers_of(client.describe_cluster())
    racks = {one["id"]: one["rack"] or "" for one in brokers if not one["fenced"]}
    moving = _targets(client) if any(topic.replication is not None for topic in wanted) else {}
    unknown: List[str] = []
    for _attempt in range(_ATTEMPTS):
        told = [one for one in client.describe_topics() if one["error_code"] == 0 and one["partitions"]]
        _require_sight(client, {topic.name for topic in wanted if not topic.present} - {one["name"] for one in told})
        asked = {topic.name: _keys(topic) for topic in wanted if topic.present}
        settings = _settings(client, {one["name"]: asked[one["name"]] for one in told if asked.get(one["name"])})
        unknown = [one["name"] for one in told if asked.get(one["name"]) and one["name"] not in settings]
        if not unknown:
            known = {one["name"]: _found(one, settings.get(one["name"], {}), moving) for one in told}
            return Known(known, racks, _known_keys(client, wanted, told))
        time.sleep(_PAUSE_SECONDS)
    raise GroundworkError(
        f"Some brokers know of {listing.some(unknown)}, and others do not; wait until the cluster has settled, or look "
        "at the brokers' journals."
    )


def _require_sight(client: Any, gone: Collection[str]) -> None:
    """Raise GroundworkError for topics that seem to be *gone* because nobody here may look at them."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    denied = errors.TopicAuthorizationFailedError.errno
    found = client.describe_topics(sorted(gone)) if gone else []
    hidden = sorted(one["name"] for one in found if one["error_code"] == denied)
    if hidden:
        raise GroundworkError(
            f"The topic{'' if len(hidden) == 1 else 's'} {listing.some(hidden)} {'is' if len(hidden) == 1 else 'are'} "
            "to be absent, and may not be looked at; give the user the rights to Describe and Delete, and to "
            f"DescribeConfigs on the cluster, which tells {DELETION}."
        )


def _keys(topic: Topic) -> List[str]:
    """The settings that a plan of *topic* needs to know."""
    least = [_MIN_ISR] if topic.replication is not None else []
    return sorted({*topic.configs, *least})


def _found(one: Mapping[str, Any], settings: Mapping[str, Setting], moving: Mapping[Part, Sequence[int]]) -> Found:
    name = one["name"]
    return Found(
        {
            each["partition_index"]: Placed(
                list(moving.get((name, each["partition_index"]), each["replica_nodes"])),
                each["leader_id"] if each["leader_id"] >= 0 else None,
                list(each["isr_nodes"]),
            )
            for each in sorted(one["partitions"], key=lambda each: int(each["partition_index"]))
        },
        bool(one["is_internal"]),
        settings,
    )


def _targets(client: Any) -> Dict[Part, Sequence[int]]:
    """Where the replicas of partitions will be that are moving."""
    return {
        (one["topic"], one["partition"]): [number for number in one["replicas"] if number not in one["removing"]]
        for one in state.reassignments(client)
    }


def _settings(client: Any, keys: Mapping[str, Sequence[str]]) -> Dict[str, Dict[str, Setting]]:
    """The settings *keys* of topics, by name, without topics that the asked broker does not know."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    if not keys:
        return {}
    found, refused = {}, []
    for answer in client.send(patient.settings_of_topics_request(keys), reading=True).results:
        if answer.error_code == 0:
            found[answer.resource_name] = {
                one.name: Setting("" if one.value is None else one.value, one.config_source == _OWN, one.config_type)
                for one in answer.configs
            }
        elif answer.error_code != errors.UnknownTopicOrPartitionError.errno:
            refused.append(f"{answer.resource_name} ({errors.for_code(answer.error_code).__name__})")
    if refused:
        raise GroundworkError(
            f"The settings of {listing.some(refused)} are not told; give the user the right to DescribeConfigs on them."
        )
    return found


def _known_keys(client: Any, wanted: Sequence[Topic], told: Sequence[Mapping[str, Any]]) -> List[str]:
    """All settings that the brokers know of a topic, as one of the cluster has them; none where it has no topic."""
    if not told or not any(topic.configs for topic in wanted):
        return []
    name = told[0]["name"]
    answers = client.send(patient.topic_settings_request([name], None), reading=True).results
    return [one.name for answer in answers if answer.error_code == 0 for one in answer.configs]


def written(client: Any, raised: Mapping[str, Found]) -> List[str]:
    """Those of the topics *raised* that hold a record, or may, as a partition without a leader does not tell."""
    from kafka import TopicPartition  # noqa: PLC0415 there is no client without it
    from kafka.admin import OffsetSpec  # noqa: PLC0415

    led = {
        TopicPartition(name, number): one.leader
        for name, found in raised.items()
        for number, one in found.partitions.items()
    }
    silent = {part.topic for part, leader in led.items() if leader is None}
    parts = [part for part in led if part.topic not in silent]
    if not parts:
        return sorted(silent)
    first = client.list_partition_offsets(dict.fromkeys(parts, OffsetSpec.EARLIEST))
    end = client.list_partition_offsets(dict.fromkeys(parts, OffsetSpec.LATEST))
    return sorted(silent | {part.topic for part in parts if end[part].offset > first[part].offset})


def partition_sizes(client: Any, brokers: Collection[int]) -> Dict[Part, int]:
    """The bytes of each partition, of its largest replica; none where the client may not see the folders."""
    return _sizes(_folders(client, brokers))


def no_room(client: Any, moves: Mapping[Part, Tuple[Sequence[int], Sequence[int]]]) -> List[str]:
    """Sentences on disks without room for replicas that are to come; none where the client may not see the folders."""
    described = [one for one in state.brokers_of(client.describe_cluster()) if not one["fenced"]]
    folders = _folders(client, [one["id"] for one in described])
    sizes = _sizes(folders)
    changes = [
        Change(*part, tuple(before), tuple(after), sizes.get(part, 0)) for part, (before, after) in moves.items()
    ]
    return checks.no_room([broker_of(one, folders[one["id"]]) for one in described if one["id"] in folders], changes)


def _folders(client: Any, brokers: Collection[int]) -> Dict[int, List[Dict[str, Any]]]:
    from kafka import errors  # noqa: PLC0415 there is no client without it

    try:
        return {broker: state.log_dirs(client, broker) for broker in brokers}
    except errors.KafkaError:
        return {}


def _sizes(folders: Mapping[int, Sequence[Mapping[str, Any]]]) -> Dict[Part, int]:
    found: Dict[Part, int] = {}
    for one in (one for disks in folders.values() for disk in disks for one in disk["replicas"]):
        part = (one["topic"], one["partition"])
        found[part] = max(found.get(part, 0), one["size"])
    return found


def moving(client: Any, wanted: Sequence[Topic]) -> Tuple[int, int]:
    """How many partitions of the topics *wanted* are moving, and what is still to be copied of them, in bytes."""
    names = {topic.name for topic in wanted if topic.replication is not None}
    coming = {
        (one["topic"], one["partition"]): one["adding"]
        for one in (state.reassignments(client) if names else ())
        if one["topic"] in names
    }
    if not coming:
        return 0, 0
    brokers = [one["id"] for one in state.brokers_of(client.describe_cluster()) if not one["fenced"]]
    held = {
        (broker, one["topic"], one["partition"]): one["size"]
        for broker in brokers
        for disk in state.log_dirs(client, broker)
        for one in disk["replicas"]
    }
    left = 0
    for part, adding in coming.items():
        whole = max((held.get((broker, *part), 0) for broker in brokers), default=0)
        left += sum(whole - held.get((broker, *part), 0) for broker in adding)
    return len(coming), left


def refuses_deletion(client: Any) -> bool:
    """Whether a broker says that no topic is deleted in this cluster."""
    number = next(one["id"] for one in state.brokers_of(client.describe_cluster()) if not one["fenced"])
    setting = broker_settings.read(client, [number])[number].get(DELETION)
    return setting is not None and setting.value == "false"
