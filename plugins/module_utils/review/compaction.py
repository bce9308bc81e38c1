# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Compacted topics, and the cleaner that they need."""

from __future__ import annotations

from typing import Iterator, List

from ..core import listing
from ..core.sizes import show_size
from . import settings, shown
from .model import PRODUCER, Broker, Client, Reviewed, Topic
from .rule import BROKER, CLIENT, Rule, Trap

_BUFFER, _THREADS = "log.cleaner.dedupe.buffer.size", "log.cleaner.threads"
_LOAD = "log.cleaner.io.buffer.load.factor"
_ENTRY = 24  # bytes of a key in the map: its MD5 and an offset (SkimpyOffsetMap)
_LITTLE = 128 << 20
#: What metric.reporters has by default since 4.0: without a port of JMX or an agent nobody sees what it reports.
_JMX = "org.apache.kafka.common.metrics.JmxReporter"
_VOID = "org.apache.kafka.common.serialization.VoidSerializer"


def _compacted(found: Reviewed, broker: Broker) -> List[str]:
    """The topics of which the newest record of each key stays, but Kafka's own."""
    topics = [settings.at(topic, broker) for topic in found.topics or () if not topic.internal]
    return sorted(topic.name for topic in topics if settings.is_compacted(topic))


def _default_compacts(broker: Broker) -> bool:
    return settings.is_compacted(settings.default_topic(broker))


def _null_keys(found: Reviewed, client: Client) -> Iterator[Trap]:
    void = client.config.get("key.serializer", "").strip() == _VOID
    if client.kind != PRODUCER or (client.keyed is not False and not void):
        return
    topics: List[Topic] = [topic for topic in settings.written_by(found, client) if settings.is_compacted(topic)]
    for topic in topics:
        named = f"topic {topic.name}" if topic.name else "topics by default"
        yield Trap("cleanup.policy=compact, records without keys", "a key in each record", subject=named)


def _cleaner_off(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    if not settings.flag(settings.text(broker, "log.cleaner.enable")):
        topics = _compacted(found, broker)
        yield Trap(f"log.cleaner.enable=false, {listing.some([*topics, '__consumer_offsets'])} compacted", "true")


def _buffer_small(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    """A pass takes as many keys as fit into the map of one thread."""
    topics = _compacted(found, broker)
    if not topics and not _default_compacts(broker):
        return
    size, threads = settings.number(broker, _BUFFER), max(1, settings.number(broker, _THREADS))
    each = size // threads
    keys = int(each * settings.decimal(settings.text(broker, _LOAD), _LOAD) / _ENTRY)
    if each <= _LITTLE:
        yield Trap(
            f"{_BUFFER} {show_size(size)} / {threads} thread{'' if threads == 1 else 's'} = {shown.many(keys)} keys in "
            f"a pass, for {listing.some(topics or ['topics by default'])}",
            f"{_BUFFER}=536870912, where the heap carries it",
        )


def _unwatched(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    topics = _compacted(found, broker)
    reported = [name for name in settings.words(broker.config.get("metric.reporters", "")) if name != _JMX]
    if (topics or _default_compacts(broker)) and not broker.facts.watched and not reported:
        yield Trap(
            f"{listing.some(topics or ['topics by default'])} compacted; no JMX port, no agent, no metric.reporters",
            "somebody who sees kafka.log:type=LogCleanerManager",
        )


_CLEANER = "Apache Kafka documentation, Design: Log Compaction"
RULES = (
    Rule(
        "compaction_null_keys",
        "high",
        CLIENT,
        _null_keys,
        why="compaction keeps the newest record of each key, and the broker refuses a record that has none",
        source=_CLEANER,
        remedy="give each record a key, or set cleanup.policy=delete",
        needs=("clients", "topics"),
    ),
    Rule(
        "compaction_cleaner_off",
        "high",
        BROKER,
        _cleaner_off,
        why="nothing compacted is ever cleaned, and the offsets of all groups are: their topic grows until the disk is "
        "full",
        source="Apache Kafka documentation, Broker Configs: log.cleaner.enable",
        remedy="take log.cleaner.enable out, whose default is true, one broker at a time, with room on its disks for "
        "the first pass",
    ),
    Rule(
        "compaction_buffer_small",
        "low",
        BROKER,
        _buffer_small,
        why="a partition with more keys is read and written again in several passes, and the cleaner falls behind",
        source="Apache Kafka documentation, Broker Configs: log.cleaner.dedupe.buffer.size",
        remedy="raise log.cleaner.dedupe.buffer.size, which is taken from the heap: at most a quarter of it",
        needs=("topics",),
    ),
    Rule(
        "compaction_unwatched",
        "medium",
        BROKER,
        _unwatched,
        why="the cleaner's thread may die while the broker goes on, and the disk fills without a word",
        source="Apache Kafka documentation, Monitoring: log cleaner",
        remedy="have uncleanable-partitions-count and time-since-last-run-ms watched, by JMX or an agent, and the "
        "cleaner's log",
        needs=("facts.watched", "topics"),
    ),
)
