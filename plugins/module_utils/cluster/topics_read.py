# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a cluster tells of its topics, for a plan of module_utils.cluster.topics. *client* is that of the connection."""

from __future__ import annotations

import time
from typing import Any, Collection, Dict, List, Mapping, Sequence

from ..core import listing
from ..core.errors import GroundworkError
from ..reassign.model import Key
from . import broker_settings, patient, state
from .topics import Found, Known, Placed, Setting
from .topics_wanted import Topic

DELETION = "delete.topic.enable"
_ATTEMPTS = 20
_PAUSE_SECONDS = 0.25


def read(client: Any, wanted: Sequence[Topic]) -> Known:
    """All topics with their partitions, and of those *wanted* the settings that are to be of some value.

    A topic that was made or deleted a moment ago is known to one broker and not to another, so all are asked again.
    """
    brokers = state.brokers_of(client.describe_cluster())
    running = state.running(brokers)
    moving = _targets(client) if any(topic.replication is not None for topic in wanted) else {}
    unknown: List[str] = []
    for _attempt in range(_ATTEMPTS):
        told = [one for one in client.describe_topics() if one["error_code"] == 0 and one["partitions"]]
        _require_sight(client, {topic.name for topic in wanted if not topic.present} - {one["name"] for one in told})
        asked = {topic.name: sorted(topic.configs) for topic in wanted if topic.present}
        settings = _settings(client, {one["name"]: asked[one["name"]] for one in told if asked.get(one["name"])})
        unknown = [one["name"] for one in told if asked.get(one["name"]) and one["name"] not in settings]
        if not unknown:
            known = {one["name"]: _found(one, settings.get(one["name"], {}), moving) for one in told}
            return Known(known, running, _known_keys(client, wanted, told), moving.keys())
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


def _found(one: Mapping[str, Any], settings: Mapping[str, Setting], moving: Mapping[Key, Sequence[int]]) -> Found:
    name = one["name"]
    return Found(
        {
            each["partition_index"]: Placed(
                list(moving.get((name, each["partition_index"]), each["replica_nodes"])),
                each["leader_id"] if each["leader_id"] >= 0 else None,
            )
            for each in sorted(one["partitions"], key=lambda each: int(each["partition_index"]))
        },
        bool(one["is_internal"]),
        settings,
    )


def _targets(client: Any) -> Dict[Key, Sequence[int]]:
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
                one.name: Setting(
                    "" if one.value is None else one.value, one.config_source == state.OWN, one.config_type
                )
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


def refuses_deletion(client: Any) -> bool:
    """Whether a broker says that no topic is deleted in this cluster."""
    number = state.running(state.brokers_of(client.describe_cluster()))[0]
    setting = broker_settings.read(client, [number])[number].get(DELETION)
    return setting is not None and setting.value == "false"
