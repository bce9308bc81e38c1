# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A member of the protocol of Kafka 4.0, by librdkafka: kafka-python does not speak it."""

from __future__ import annotations

import time
from typing import Any, Mapping

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition, libversion

from .librdkafka import options
from .orders import Orders, Places, Watcher

LIBRARY = f"librdkafka {libversion()[0]}"
_POLL_SECONDS = 0.5
#: What no patience changes; everything else librdkafka tries again by itself.
_FINAL = {
    KafkaError._AUTHENTICATION,
    KafkaError._SSL,
    KafkaError.GROUP_AUTHORIZATION_FAILED,
    KafkaError.TOPIC_AUTHORIZATION_FAILED,
    KafkaError.UNSUPPORTED_VERSION,
    KafkaError._UNSUPPORTED_FEATURE,
}


class Client:
    """Joins when it is first asked to read."""

    def __init__(self, orders: Orders, watcher: Watcher) -> None:
        self._topic, self._most, self._watcher = orders.topic, orders.most, watcher
        self._errors: list[KafkaError] = []
        connection = orders.connection
        given = {
            **options(connection.client.properties),
            "bootstrap.servers": connection.bootstrap_servers,
            "group.id": orders.group,
            "group.protocol": "consumer",
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
            "check.crcs": True,
            "error_cb": self._errors.append,
        }
        self._consumer = Consumer(given)
        self._consumer.subscribe(
            [self._topic], on_assign=self._on_assign, on_revoke=self._on_revoke, on_lost=self._on_revoke
        )

    def _on_assign(self, _consumer: Any, parts: list[TopicPartition]) -> None:
        self._watcher.assigned([part.partition for part in parts])

    def _on_revoke(self, _consumer: Any, _parts: list[TopicPartition]) -> None:
        """Within a poll: what was read until here is told and committed while it is still this member's to do so."""
        self._watcher.revoked()

    def read(self) -> Places:
        """Partition and offset of each record that comes within a moment, in the order in which they came."""
        deadline = time.monotonic() + _POLL_SECONDS
        for _one in range(self._most):
            message = self._consumer.poll(max(0.0, deadline - time.monotonic()))
            self._require_well(message)
            if message is None:
                return
            if message.error() is None:
                yield message.partition(), message.offset()

    def _require_well(self, message: Any) -> None:
        told = [message.error()] if message is not None and message.error() is not None else []
        for error in (*told, *self._errors):
            if error.fatal() or error.code() in _FINAL:
                raise KafkaException(error)

    def commit(self, offsets: Mapping[int, int]) -> str:
        """Have the group done with all below ``offsets``; the name of the error where its coordinator refuses."""
        try:
            done = self._consumer.commit(
                offsets=[TopicPartition(self._topic, part, offset) for part, offset in offsets.items()],
                asynchronous=False,
            )
        except KafkaException as error:
            return str(error.args[0].name())
        return next((str(part.error.name()) for part in done if part.error is not None), "")

    def close(self) -> None:
        """Leave the group."""
        self._consumer.close()
