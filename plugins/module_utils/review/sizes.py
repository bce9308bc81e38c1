# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Records that are too large for somebody on their way."""

from __future__ import annotations

from typing import Iterator

from ..core.version import Release, numbers
from . import settings, shown
from .model import CONSUMER, LIBRDKAFKA, PRODUCER, Broker, Client, Reviewed, Topic
from .rule import CLIENT, TOPIC, Rule, Trap

_LARGEST, _REQUEST, _REPLICA = "max.message.bytes", "socket.request.max.bytes", "replica.fetch.max.bytes"
#: What a batch takes beside its records, which Kafka's own default of message.max.bytes adds to a MiB.
_OVERHEAD = 12
#: Since when a fetch brings the first batch whatever its size (KIP-74), so that nobody stands still before it.
_FIRST_BATCH: Release = (0, 10, 1)
#: What consumers fetch, by library: the keys of a partition and of a whole fetch, with their defaults.
_FETCHES = {
    LIBRDKAFKA: (("max.partition.fetch.bytes", "1048576"), ("fetch.max.bytes", "52428800")),
    "": (("max.partition.fetch.bytes", "1048576"), ("fetch.max.bytes", "52428800")),
}


def _over_request(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    largest, most = settings.number_of_topic(topic, _LARGEST), settings.number(_broker(topic), _REQUEST)
    if largest > most:
        yield Trap(
            f"{_LARGEST} {shown.many(largest)} > {_REQUEST} {shown.many(most)}",
            f"{_REQUEST} above {shown.many(largest)}",
        )


def _over_replica_fetch(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    largest, most = settings.number_of_topic(topic, _LARGEST), settings.number(_broker(topic), _REPLICA)
    if largest - _OVERHEAD > most and topic.replication > 1:
        yield Trap(
            f"{_LARGEST} {shown.many(largest)} > {_REPLICA} {shown.many(most)}",
            f"{_REPLICA} {shown.many(largest)} or more",
        )


def _over_consumer_fetch(found: Reviewed, client: Client) -> Iterator[Trap]:
    if client.kind != CONSUMER:
        return
    topics = settings.written_by(found, client)
    largest = max((settings.number_of_topic(topic, _LARGEST) for topic in topics), default=0)
    stops = bool(client.version) and numbers(client.version) < _FIRST_BATCH
    for key, default in _FETCHES.get(client.library, _FETCHES[""]):
        most = settings.whole(settings.of_client(client.config, key, default), key)
        if largest - _OVERHEAD > most:
            yield Trap(
                f"{_LARGEST} {shown.many(largest)} > {key} {shown.many(most)}",
                f"{key} {shown.many(largest)} or more",
                severity="high" if stops else "",
                words={"key": key},
            )


def _producer_over_broker(found: Reviewed, client: Client) -> Iterator[Trap]:
    key = "message.max.bytes" if client.library == LIBRDKAFKA else "max.request.size"
    default = "1000000" if client.library == LIBRDKAFKA else "1048576"
    if client.kind != PRODUCER:
        return
    asked = settings.whole(settings.of_client(client.config, key, default), key)
    taken = min((settings.number_of_topic(topic, _LARGEST) for topic in settings.written_by(found, client)), default=0)
    if taken and asked > taken:
        yield Trap(
            f"{key} {shown.many(asked)} > {_LARGEST} {shown.many(taken)}",
            f"{key} of at most {shown.many(taken)}",
            words={"key": key},
        )


def _broker(topic: Topic) -> Broker:
    return topic.broker or Broker("", {})


RULES = (
    Rule(
        "message_over_request",
        "high",
        TOPIC,
        _over_request,
        why="the broker closes the connection of whoever sends a request as large as the records that it is to take",
        source="Apache Kafka documentation, Broker Configs: socket.request.max.bytes",
        remedy="raise socket.request.max.bytes above the largest record, or lower message.max.bytes (of a topic: "
        "max.message.bytes)",
        needs=("brokers",),
    ),
    Rule(
        "message_over_replica_fetch",
        "low",
        TOPIC,
        _over_replica_fetch,
        why="followers get such a batch alone, one in a fetch, and fall behind where there are many",
        source="Apache Kafka documentation, Broker Configs: replica.fetch.max.bytes",
        remedy="raise replica.fetch.max.bytes to the largest record",
        needs=("brokers",),
    ),
    Rule(
        "message_over_consumer_fetch",
        "low",
        CLIENT,
        _over_consumer_fetch,
        why="the consumer gets such a batch alone, one in a fetch; one that is older than 0.10.1 stands still before "
        "it for ever",
        source="KIP-74; Apache Kafka documentation, Consumer Configs: max.partition.fetch.bytes",
        remedy="raise {key} of the consumer to the largest record of its topics",
        needs=("clients",),
    ),
    Rule(
        "request_over_message",
        "low",
        CLIENT,
        _producer_over_broker,
        why="the producer takes records that the broker then refuses (RecordTooLargeException)",
        source="Apache Kafka documentation, Producer Configs: max.request.size",
        remedy="lower {key} of the producer to what its topics take, so that it refuses them itself, or raise that",
        needs=("clients",),
    ),
)
