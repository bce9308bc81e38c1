# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Members of consumer groups, by a real client."""

from __future__ import annotations

import time
from typing import Any

from kafka import KafkaConsumer

_JOINING_SECONDS = 20


def member(topic: str, **options: Any) -> KafkaConsumer:
    """One that has partitions of ``topic``; a client that is given none for long is not always given any later."""
    for _attempt in range(3):
        consumer = KafkaConsumer(topic, enable_auto_commit=False, **options)
        deadline = time.monotonic() + _JOINING_SECONDS
        while time.monotonic() < deadline:
            consumer.poll(timeout_ms=100)
            if consumer.assignment():
                return consumer
        consumer.close()
    raise AssertionError(f"nobody was given partitions of {topic} as a member of {options['group_id']}")
