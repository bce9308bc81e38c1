# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The order of the records of a key, which holds within a partition alone."""

from __future__ import annotations

import math
import re
from typing import Dict, Iterator, List, Tuple

from . import settings
from .model import CONSUMER, JAVA, LIBRDKAFKA, PRODUCER, Client, Reviewed, Topic
from .rule import CLIENT, CLUSTER, TOPIC, Rule, Trap

_MURMUR2, _CRC32 = "murmur2", "CRC32"
#: How each library hashes a key, by its setting ``partitioner``; the first is its default.
_HASHES: Dict[str, Dict[str, str]] = {
    LIBRDKAFKA: {
        "consistent_random": _CRC32,
        "consistent": _CRC32,
        "murmur2": _MURMUR2,
        "murmur2_random": _MURMUR2,
        "fnv1a": "FNV-1a",
        "fnv1a_random": "FNV-1a",
        "random": "chance",
    },
}
_PRACTICE = "notes of operators on five years of production clusters, up to Kafka 2.6: topics are versions"
_VERSIONED = re.compile(r"(.+)-([0-9]+)\Z")


def hash_of(client: Client) -> str:
    """By what *client* chooses the partition of a key; its class, where that is one's own."""
    if client.library in _HASHES:
        hashes = _HASHES[client.library]
        given = settings.of_client(client.config, "partitioner", next(iter(hashes)))
        return hashes.get(given, given)
    given = settings.of_client(client.config, "partitioner.class", "")
    own = given and not given.startswith("org.apache.kafka.clients.producer.internals.Default")
    return given if own else _MURMUR2 if client.library == JAVA else client.library


def _keys_move(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    if topic.planned is None or topic.planned <= topic.partitions or topic.keyed is False:
        return
    # Of a hash h, h mod P is h mod Q for as many as P of lcm(P, Q) numbers in a row.
    staying = math.gcd(topic.partitions, topic.planned) / topic.planned
    yield Trap(
        f"{topic.partitions} partitions are to be {topic.planned}: of the keys about {100 * (1 - staying):.0f}% go to "
        "another one",
        f"{topic.partitions} partitions, for as long as the topic lives",
    )


def _partitioners_mixed(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    by_topic: Dict[str, List[Tuple[str, str]]] = {}
    for client in found.clients or ():
        if client.kind == PRODUCER and client.keyed is not False:
            for topic in client.topics:
                by_topic.setdefault(topic, []).append((hash_of(client), client.name))
    for topic, producers in sorted(by_topic.items()):
        if len({how for how, _name in producers}) > 1:
            told = [f"{name}: {how}" for how, name in sorted(producers, key=lambda one: one[1])]
            yield Trap(", ".join(told), "one partitioner", subject=f"topic {topic}")


def _keys_missing(found: Reviewed, client: Client) -> Iterator[Trap]:
    if client.kind != PRODUCER or client.keyed is not False:
        return
    for topic in settings.written_by(found, client):
        if topic.keyed:
            yield Trap("records without keys, where the order of a key matters", "a key", subject=f"topic {topic.name}")


def _in_place(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    clients = found.clients or ()
    reads = {(client.name, topic) for client in clients if client.kind == CONSUMER for topic in client.topics}
    writes = {(client.name, topic) for client in clients if client.kind == PRODUCER for topic in client.topics}
    for name, topic in sorted(reads & writes):
        yield Trap(f"{name} reads it and writes to it", "another topic to write to", subject=f"topic {topic}")


def _versions_differ(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    """``name-2`` that is to replace ``name-1`` must keep what that kept: keys, replicas, time."""
    topics = {topic.name: topic for topic in found.topics or ()}
    for name, topic in sorted(topics.items()):
        match = _VERSIONED.match(name)
        former = topics.get(f"{match.group(1)}-{int(match.group(2)) - 1}") if match else None
        if former is None:
            continue
        broker = settings.first_broker(found)
        before, after = settings.at(former, broker), settings.at(topic, broker)
        told = [
            f"{former.partitions} and {topic.partitions} partitions" * (former.partitions != topic.partitions),
            f"{former.replication} and {topic.replication} replicas" * (former.replication > topic.replication),
            "a shorter retention" * (settings.retention(before) > settings.retention(after)),
        ]
        if any(told):
            yield Trap(
                ", ".join(part for part in told if part),
                f"what {former.name} has",
                subject=f"topic {name}",
                words={"former": former.name},
            )


RULES = (
    Rule(
        "keys_move",
        "high",
        TOPIC,
        _keys_move,
        why="a key's records from then on are in another partition than those before, and nothing orders the two",
        source="Apache Kafka documentation, Operations: Modifying topics",
        remedy="write a new topic with so many partitions from the old one, and switch to it when both are complete",
        needs=("topics",),
    ),
    Rule(
        "partitioners_mixed",
        "high",
        CLUSTER,
        _partitioners_mixed,
        why="they put one key on two partitions, so that its records have no order any more",
        source="librdkafka, CONFIGURATION: partitioner; Apache Kafka, Producer Configs: partitioner.class",
        remedy="have all of them use Java's: partitioner=murmur2_random in clients on librdkafka",
        needs=("clients",),
    ),
    Rule(
        "keys_missing",
        "high",
        CLIENT,
        _keys_missing,
        why="records without a key go to any partition, one batch after the other, and have no order at all",
        source="Apache Kafka documentation, Producer Configs: partitioner.class",
        remedy="give each record the key whose order matters",
        needs=("clients", "topics"),
    ),
    Rule(
        "topic_repaired_in_place",
        "medium",
        CLUSTER,
        _in_place,
        why="who reads sees each record twice, broken and mended, and a second attempt mends what is mended",
        source=_PRACTICE,
        remedy="write NAME-2 from NAME-1, compare the two, and switch consumers and producers when both are complete",
        needs=("clients",),
    ),
    Rule(
        "topic_versions_differ",
        "medium",
        CLUSTER,
        _versions_differ,
        why="it is to replace {former} and does not keep what that keeps; another number of partitions moves keys",
        source=_PRACTICE,
        remedy="make the new version with the partitions, the replicas and the retention of {former}, or accept the "
        "finding where it was made for other ones",
        needs=("topics",),
    ),
)
