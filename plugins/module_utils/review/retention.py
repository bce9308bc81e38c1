# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How long data stays, and how long a consumer's place in it."""

from __future__ import annotations

from typing import Iterator

from . import settings, shown
from .model import Broker, Reviewed, Topic
from .rule import BROKER, TOPIC, Rule, Trap

_OFFSETS = "offsets.retention.minutes"
_LONGEST = (2**31 - 1) * 60_000  # for which offsets can be kept: nobody can have them for ever
#: From when on a retention that is exceeded by the wait for a segment to be closed is worth a word.
_EXCEEDED = 1.5


def _offsets_expire(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    """A group without members keeps its offsets for so long; what it has not read may stay longer."""
    kept = settings.number(broker, _OFFSETS) * 60_000
    topics = [topic for topic in found.topics or () if not topic.internal] or [settings.default_topic(broker)]
    longer = {topic.name: settings.retention(settings.at(topic, broker)) for topic in topics}
    name, longest = max(longer.items(), key=lambda one: one[1])
    if kept < min(longest, _LONGEST):
        of = f"topic {name}" if name else "topics by default"
        yield Trap(
            f"{_OFFSETS} {shown.lasting(kept)} < retention of {of}, {shown.lasting(longest)}",
            f"{_OFFSETS} of the longest retention or more",
        )


def _data_outlives_retention(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    """A closed segment goes as a whole once its youngest record is old enough: the oldest was there all the while."""
    kept = settings.retention(topic)
    if kept in (0, settings.NEVER):
        return
    rolled = settings.number_of_topic(topic, "segment.ms")
    rate = settings.written(topic)
    filled = settings.number_of_topic(topic, "segment.bytes") / rate * 1000 if rate else settings.NEVER
    open_for = min(rolled, filled)
    enough = (kept + open_for) / kept > _EXCEEDED if rate else open_for > kept
    if enough:
        by_size = rate is not None and filled < rolled
        how = f"{shown.size((rate or 0) * 86400)} a day into segment.bytes" if by_size else "segment.ms"
        yield Trap(
            f"retention {shown.lasting(kept)} + a segment open for {shown.lasting(open_for)} ({how}) = up to "
            f"{shown.lasting(kept + open_for)}",
            f"at most {shown.lasting(kept * _EXCEEDED)}",
        )


def _size_undercuts_time(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    """Whichever limit is met first deletes: one of bytes may leave less than the time promises."""
    size = settings.number_of_topic(topic, "retention.bytes")
    kept = settings.retention(topic)
    if size < 0 or "delete" not in settings.words(settings.of_topic(topic, "cleanup.policy")):
        return
    segment = settings.number_of_topic(topic, "segment.bytes")
    rate = settings.written(topic)
    if size <= segment:
        yield Trap(
            f"retention.bytes {shown.many(size)} <= segment.bytes {shown.many(segment)}",
            "retention.bytes of several segments",
        )
    elif rate and kept != settings.NEVER and size < rate * kept / 1000:
        yield Trap(
            f"retention.bytes {shown.size(size)} < {shown.size(rate)} in a second to a partition x "
            f"{shown.lasting(kept)} = {shown.size(rate * kept / 1000)}: it lasts {shown.lasting(size / rate * 1000)}",
            f"retention.bytes of {shown.size(rate * kept / 1000)} or more, or none",
        )


RULES = (
    Rule(
        "offsets_expire",
        "medium",
        BROKER,
        _offsets_expire,
        why="a consumer group that stands still for longer than its offsets are kept, as over a holiday, begins again "
        "where auto.offset.reset says: it reads all of it twice, or passes over what it has not read",
        source="Apache Kafka documentation, Broker Configs: offsets.retention.minutes",
        remedy="raise offsets.retention.minutes to the longest retention of the topics that groups read",
    ),
    Rule(
        "data_outlives_retention",
        "low",
        TOPIC,
        _data_outlives_retention,
        why="segments are deleted whole, when their youngest record is old enough: records stay longer than the "
        "retention says, on disk and for whoever must not have them any more",
        source="Apache Kafka documentation, Topic Configs: segment.ms, retention.ms",
        remedy="lower segment.ms (log.roll.ms) of the topic to a part of its retention, and count the segments",
    ),
    Rule(
        "size_undercuts_time",
        "medium",
        TOPIC,
        _size_undercuts_time,
        why="retention.bytes is a limit of each partition, and whichever of the two limits comes first deletes",
        source="Apache Kafka documentation, Topic Configs: retention.bytes",
        remedy="raise retention.bytes of the topic above what its retention holds, or take it out",
    ),
)
