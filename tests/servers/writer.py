# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A client that writes all the time, and may go over to another listener meanwhile."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Mapping

from kafka import KafkaConsumer, KafkaProducer

PER_SECOND = 2000


class Writer:
    """Writes numbers to *topic*, and remembers those that were acknowledged, and why others failed.

    *client* gives what kafka-python needs to come in at a listener, by its name.
    """

    def __init__(self, topic: str, client: Callable[[str], Mapping[str, Any]], listener: str) -> None:
        self.topic, self._client, self._listener = topic, client, listener
        self.acknowledged: set[int] = set()
        self.failed: list[str] = []
        self._number, self._ended = 0, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def go_over(self, listener: str) -> None:
        """From the next second on, come in there; returns once something was acknowledged that way."""
        self._listener, until = listener, self._number + PER_SECOND
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline and max(self.acknowledged, default=0) <= until:
            time.sleep(0.2)
        assert max(self.acknowledged, default=0) > until, self.failed[-1:]

    def end(self) -> int:
        """How many were written; all of them are acknowledged or have failed by now."""
        self._ended.set()
        self._thread.join(330)
        return self._number

    def _run(self) -> None:
        listener, producer = "", None
        while not self._ended.is_set():
            begun = time.monotonic()
            if listener != self._listener:
                if producer:
                    producer.close()  # after all that it was given to send
                listener = self._listener
                own = dict(self._client(listener))
                producer = KafkaProducer(**own, acks="all", linger_ms=20, delivery_timeout_ms=300000)
            for number in range(self._number, self._number + PER_SECOND):
                self._send(producer, number)
            self._number += PER_SECOND
            time.sleep(max(0.0, begun + 1 - time.monotonic()))
        if producer:
            producer.close()

    def _send(self, producer: KafkaProducer, number: int) -> None:
        sent = producer.send(self.topic, str(number).encode())
        sent.add_callback(lambda _where: self.acknowledged.add(number))
        sent.add_errback(lambda error: self.failed.append(repr(error)))


def read(topic: str, client: Mapping[str, Any]) -> set[int]:
    """All numbers that the topic holds."""
    given = {**client, "auto_offset_reset": "earliest", "consumer_timeout_ms": 15000, "group_id": None}
    consumer = KafkaConsumer(topic, **given)
    found = {int(record.value) for record in consumer}
    consumer.close()
    return found
