# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Versions of Kafka: one that nobody knows, and what another one does or refuses by default."""

from __future__ import annotations

from typing import Iterator

from ..broker import key_spans, key_table
from ..broker import keys as broker_keys
from . import settings, shown
from .model import Broker, Reviewed, Topic
from .rule import SERVER, TOPIC, NotKnownError, Rule, Trap

_HOUR = 3_600_000
_SMALLEST = 1 << 20
_AFTER = "log.message.timestamp.after.max.ms"


def _version_unknown(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    if not broker.version:
        raise NotKnownError("version of Kafka")
    if not key_spans.judged_by(broker.version):
        yield Trap("not in the table of settings", subject=f"Kafka {broker.version}")


def _timestamps_limited(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    """From 4.0 on records from more than an hour ahead of the broker's clock are refused by default."""
    broker = topic.broker
    if broker is None or not settings.is_since_4(broker):
        return
    limit = settings.number_of_topic(topic, "message.timestamp.after.max.ms")
    is_default = _AFTER not in broker.config or _AFTER in broker.defaults
    if topic.default and limit <= _HOUR and is_default:
        yield Trap(f"{_AFTER} {shown.lasting(limit)}, the default of 4.0 and later (before: none)", "what is meant")


def _segment_too_small(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    """Of an older version as well, as it must be mended before the upgrade."""
    if topic.broker is None:
        return
    size, severity = settings.number_of_topic(topic, "segment.bytes"), ""
    if size < _SMALLEST:
        severity = "" if settings.is_since_4(topic.broker) else "low"
        yield Trap(
            f"segment.bytes {shown.many(size)} < {shown.many(_SMALLEST)}", f"{_SMALLEST} or more", severity=severity
        )


_NOTES = "Apache Kafka documentation, Upgrading to 4.0"
RULES = (
    Rule(
        "version_unknown",
        "medium",
        SERVER,
        _version_unknown,
        why="no key and no value of server.properties could be held against what this version has",
        source=broker_keys.SOURCE,
        remedy=f"install one of {', '.join(key_table.VERSIONS)}, or read the upgrade notes for settings that went",
    ),
    Rule(
        "timestamps_limited",
        "low",
        TOPIC,
        _timestamps_limited,
        why="records of hosts whose clocks are ahead are refused, which versions before 4.0 took",
        source=f"{_NOTES}; KIP-937",
        remedy="have the clocks of all producers kept by NTP, and write the limit that is meant into the configuration",
        needs=("brokers",),
    ),
    Rule(
        "segment_below_minimum",
        "high",
        TOPIC,
        _segment_too_small,
        why="Kafka 4.0 and later refuse a segment below 1 MiB: the broker does not start, the topic cannot be altered",
        source=f"{_NOTES}; KIP-1030",
        remedy="set segment.bytes (log.segment.bytes) to 1048576 or more before the upgrade",
        needs=("brokers",),
    ),
)
