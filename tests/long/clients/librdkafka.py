# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A visit by librdkafka, as a process that has it: ``python -m tests.long.clients.librdkafka``."""

from __future__ import annotations

import time
from typing import Any

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer

from tests.long.clients.way import RECORDS, SECONDS, Visit, Way, answer, records

#: After which it would try again and again, though nothing changes.
_FINAL = (KafkaError._AUTHENTICATION, KafkaError._SSL)


def options(way: Way) -> dict[str, Any]:
    """What librdkafka is given."""
    found: dict[str, Any] = {
        "bootstrap.servers": way.servers,
        "security.protocol": way.protocol,
        "ssl.ca.location": way.authority,
    }
    if way.certificate:
        found.update({"ssl.certificate.location": way.certificate, "ssl.key.location": way.certificate})
    if way.mechanism:
        found["sasl.mechanism"] = way.mechanism
    if way.mechanism == "OAUTHBEARER":
        found.update(
            {
                "sasl.oauthbearer.method": "oidc",
                "sasl.oauthbearer.client.id": way.name,
                "sasl.oauthbearer.client.secret": way.secret,
                "sasl.oauthbearer.token.endpoint.url": way.tokens,
                "https.ca.location": way.tokens_authority,
            }
        )
    elif way.mechanism:
        found.update({"sasl.username": way.name, "sasl.password": way.secret})
    return found


def visit(way: Way, topic: str) -> Visit:
    """What came of it, with the errors that the client was told of where it failed."""
    errors: list[KafkaError] = []
    given = {**options(way), "error_cb": errors.append}
    try:
        brokers = _write(given, way, topic, errors)
        read = _read(given, topic)
    except KafkaException as error:
        return Visit(wrong="\n".join(map(str, [error, *errors])))
    return Visit(brokers, read)


def _write(given: dict[str, Any], way: Way, topic: str, errors: list[KafkaError]) -> list[str]:
    """Write the records; the brokers that the client is told of meanwhile."""
    sent: list[KafkaError | None] = []
    producer = Producer({**given, "message.timeout.ms": way.patience * 1000})
    for one in records(topic):
        producer.produce(topic, one.value, one.key, on_delivery=lambda error, _message: sent.append(error))
    deadline = time.monotonic() + way.patience + 5
    while producer.flush(0.2) and time.monotonic() < deadline:
        if any(one.code() in _FINAL for one in errors):
            producer.purge()
    failed = [one for one in sent if one is not None]
    if failed or len(sent) < RECORDS:
        raise KafkaException(failed[0] if failed else KafkaError(KafkaError._TIMED_OUT))
    return [f"{one.host}:{one.port}" for one in producer.list_topics(timeout=SECONDS).brokers.values()]


def _read(given: dict[str, Any], topic: str) -> list[str]:
    read: list[str] = []
    consumer = Consumer({**given, "group.id": topic, "auto.offset.reset": "earliest"})
    consumer.subscribe([topic])
    deadline = time.monotonic() + SECONDS
    while len(read) < RECORDS and time.monotonic() < deadline:
        message = consumer.poll(1)
        if message is not None and message.error() is None:
            read.append(message.value().decode())
    consumer.close()
    return read


if __name__ == "__main__":
    answer(visit)
