# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The folders of brokers and what lies in them, as they tell it themselves, and how replicas are moved between them.

*client* is what :func:`connection.connected` yields.
"""

from __future__ import annotations

from typing import Any, Collection, Dict, List, Mapping, Tuple

from . import patient


def read(client: Any, broker: int) -> List[Dict[str, Any]]:
    """``{path, error, total, usable, replicas}`` of each folder of *broker*, in bytes; error is empty for none.

    A replica is ``{topic, partition, size, coming}``, the last for one that is being copied there from another folder.
    """
    from kafka import errors  # noqa: PLC0415 there is no client without it

    return [
        {
            "path": disk.log_dir,
            "error": errors.for_code(disk.error_code).__name__ if disk.error_code else "",
            "total": disk.total_bytes,
            "usable": disk.usable_bytes,
            "replicas": [
                {
                    "topic": topic.name,
                    "partition": one.partition_index,
                    "size": one.partition_size,
                    "coming": one.is_future_key,
                }
                for topic in disk.topics
                for one in topic.partitions
            ],
        }
        for disk in _disks(client, broker)
    ]


def move(client: Any, broker: int, asked: Mapping[Tuple[str, int], str]) -> Dict[Tuple[str, int], str]:
    """Have *broker* move replicas to the folders *asked*; the names of the errors of those that it did not take.

    One that is not there any more, because its topic was deleted or it went to another broker, is none of them.
    """
    from kafka import errors  # noqa: PLC0415 there is no client without it

    answered = client.alter_replica_log_dirs({(*replica, broker): path for replica, path in asked.items()})
    gone = (errors.NoError, errors.UnknownTopicOrPartitionError, errors.ReplicaNotAvailableError)
    return {
        (one.topic, one.partition): error.__name__ for one, error in answered.items() if not issubclass(error, gone)
    }


def hidden(client: Any, shown: Collection[str], brokers: Collection[int]) -> List[str]:
    """The topics on the disks of *brokers* that the client may not see, and that are not among those *shown*."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    disks = [disk for broker in sorted(brokers) for disk in _disks(client, broker)]
    missing = {topic.name for disk in disks for topic in disk.topics} - set(shown)
    denied = errors.TopicAuthorizationFailedError.errno  # any other was deleted a moment ago
    found = client.describe_topics(sorted(missing)) if missing else []
    return sorted(topic["name"] for topic in found if topic["error_code"] == denied)


def _disks(client: Any, broker: int) -> List[Any]:
    """What lies in each folder of *broker*; describe_log_dirs asks only for topics that the client may see.

    Raises kafka-python's error where the client may not ask: no folders would be told then, and nothing seemed hidden.
    """
    from kafka import errors  # noqa: PLC0415 there is no client without it

    answer = client.send(patient.log_dirs_request(), broker, reading=True)
    denied = getattr(answer, "error_code", 0) or 0  # which brokers before Kafka 3.1 do not have
    if denied:
        raise errors.for_code(denied)
    return list(answer.results)
