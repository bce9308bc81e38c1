# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A member of the classic protocol, by kafka-python."""

from __future__ import annotations

from typing import Any, Mapping

from kafka import ConsumerRebalanceListener, KafkaConsumer, TopicPartition, __version__
from kafka.errors import KafkaError
from kafka.structs import OffsetAndMetadata

from .orders import SESSION_MS, Orders, Places, Watcher

LIBRARY = f"kafka-python {__version__}"
_POLL_MS = 500
_CLOSE_MS = 5000


class Client:
    """Joins when it is first asked to read."""

    def __init__(self, orders: Orders, watcher: Watcher) -> None:
        self._topic = orders.topic
        self._consumer = KafkaConsumer(
            **orders.connection.for_python(),
            group_id=orders.group,
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            session_timeout_ms=SESSION_MS,
            heartbeat_interval_ms=SESSION_MS // 4,
            max_poll_interval_ms=300_000,
            max_poll_records=orders.most,
        )
        self._consumer.subscribe([orders.topic], listener=_Listener(watcher))

    def read(self) -> Places:
        """Partition and offset of each record that comes within a moment, in the order in which they came."""
        polled = self._consumer.poll(timeout_ms=_POLL_MS)
        return [(part.partition, record.offset) for part, records in polled.items() for record in records]

    def commit(self, offsets: Mapping[int, int]) -> str:
        """Have the group done with all below ``offsets``; the name of the error where its coordinator refuses."""
        wanted = {
            TopicPartition(self._topic, part): OffsetAndMetadata(offset, "", -1) for part, offset in offsets.items()
        }
        try:
            self._consumer.commit(wanted)
        except KafkaError as error:
            return type(error).__name__
        return ""

    def close(self) -> None:
        """Leave the group."""
        self._consumer.close(autocommit=False, timeout_ms=_CLOSE_MS)


class _Listener(ConsumerRebalanceListener):  # type: ignore[misc] # it has no type hints
    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    def on_partitions_revoked(self, revoked: Any) -> None:
        """Partitions go to others: nothing is under way, as each batch is told and committed before the next."""
        if revoked:
            self._watcher.revoked()

    def on_partitions_assigned(self, assigned: Any) -> None:
        """Partitions that are new."""
        self._watcher.assigned([part.partition for part in assigned])
