# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The load that an inventory gives in kafka_load, and what of it each broker has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import load, plan

INPUT = "kafka_load"


def completed(given: object, brokers: int) -> object:
    """*given*, with the *brokers* of the inventory where it says nothing of them; what is no mapping as it is."""
    if not isinstance(given, Mapping) or given.get("brokers") is not None:
        return given
    return {**given, "brokers": brokers}


def holds(given: object, brokers: int) -> dict[str, int]:
    """What the role os_tuning plans each broker for; nothing where no load is *given*. Raises GroundworkError."""
    return plan.os_tuning_plan(_settled(given, brokers)) if given else {}


def writes(given: object, brokers: int) -> int:
    """The bytes that are written to a broker in a second; 0 where no load is *given*. Raises GroundworkError."""
    return plan.write_bytes_per_second(_settled(given, brokers)) if given else 0


def _settled(given: Any, brokers: int) -> load.Load:
    return plan.settle(load.read(completed(given, brokers), INPUT))
