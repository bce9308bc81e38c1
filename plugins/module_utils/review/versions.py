# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Settings held against the version of Kafka that reads them: unknown, gone, mistyped, refused, changed defaults."""

from __future__ import annotations

from typing import Iterator, List, Tuple

from ..broker import key_table
from ..broker import keys as broker_keys
from . import settings, shown
from .model import Broker, Client, Keeper, Reviewed, Topic
from .rule import CLUSTER, SERVER, TOPIC, NotKnownError, Rule, Trap

#: What went before the oldest version that the table has, with what has its place. Source: Upgrading to 3.0.
_GONE_IN_3 = {
    "advertised.host.name": "advertised.listeners",
    "advertised.port": "advertised.listeners",
    "host.name": "listeners",
    "port": "listeners",
    "quota.consumer.default": "a client quota (kafka-configs.sh)",
    "quota.producer.default": "a client quota (kafka-configs.sh)",
}
_HOUR = 3_600_000
_SMALLEST = 1 << 20
_AFTER = "log.message.timestamp.after.max.ms"


def _odd(broker: Broker, *kinds: str) -> Iterator[Tuple[broker_keys.Odd, str]]:
    """What is odd in one of these ways, each with where it stands."""
    if not broker.version:
        raise NotKnownError("version of Kafka")
    for one in broker_keys.examine(broker.config, broker.version):
        if one.what in kinds:
            yield one, f"{one.key} {_place(broker, one.key)}"


def _place(broker: Broker, key: str) -> str:
    """Where *key* stands, as far as anybody wrote it."""
    if broker.file == broker_keys.OWN and key in broker.defaults:
        return f"in {broker_keys.PRODUCTION}"
    return f"in {broker.file}" if broker.file else f"of {settings.called(broker)}"


def _version_unknown(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    if not broker.version:
        raise NotKnownError("version of Kafka")
    if not broker_keys.judged_by(broker.version):
        yield Trap("not in the table of settings", subject=f"Kafka {broker.version}")


def _unknown(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    for one, place in _odd(broker, broker_keys.PLUGIN):
        yield Trap("unknown to Kafka itself", subject=place, words={"plugins": one.words})


def _removed(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    for one, place in _odd(broker, broker_keys.GONE, broker_keys.NEAR, broker_keys.NOWHERE):
        if one.what == broker_keys.GONE:
            yield Trap(f"no setting of Kafka {broker.version}: {one.words.partition(':')[0]}", subject=place)
        elif one.key in _GONE_IN_3:
            instead = _GONE_IN_3[one.key]
            yield Trap(f"no setting of Kafka {broker.version}: {instead} has its place since 3.0", subject=place)


def _mistyped(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    for one, place in _odd(broker, broker_keys.NEAR, broker_keys.NOWHERE):
        if one.key in _GONE_IN_3:
            continue
        near = one.what == broker_keys.NEAR
        told = one.words.partition(":")[0] if near else "no setting is near it"
        yield Trap(f"no setting of Kafka {broker.version}: {told}", subject=place)


def _refused(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    for one, place in _odd(broker, broker_keys.REFUSED):
        if one.key in broker.defaults and broker.complete:
            continue  # Kafka's own, which its definitions would not take from a file
        yield Trap(f"{one.words} by Kafka {broker.version}", subject=place)


def _deprecated(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    for one, place in _odd(broker, broker_keys.DEPRECATED):
        if one.key not in broker.defaults:
            yield Trap(f"deprecated in Kafka {broker.version}", subject=place)


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


def _repeated(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    of_files: List[Broker | Keeper | Client] = [*found.brokers, *found.keepers, *(found.clients or ())]
    for one in of_files:
        for key in one.repeated:
            yield Trap(
                f"given more than once; the last one counts: {one.config.get(key, '')}", subject=f"{key} of {one.name}"
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
        "setting_unknown",
        "medium",
        SERVER,
        _unknown,
        why="the classes in {plugins} may read it; if they do not, nothing does",
        source=broker_keys.SOURCE,
        remedy="make sure that it is theirs, or leave it out",
    ),
    Rule(
        "setting_removed",
        "medium",
        SERVER,
        _removed,
        why="Kafka passes over a key that it does not know without a word: what it says is not so",
        source=broker_keys.SOURCE,
        remedy="leave it out, and give what Kafka's upgrade notes name instead",
    ),
    Rule(
        "setting_mistyped",
        "medium",
        SERVER,
        _mistyped,
        why="Kafka passes over a key that it does not know without a word: what it says is not so",
        source=broker_keys.SOURCE,
        remedy="correct it, or leave it out",
    ),
    Rule(
        "setting_value_refused",
        "high",
        SERVER,
        _refused,
        why="the broker dies at its next start",
        source=broker_keys.SOURCE,
        remedy="correct it before the broker is restarted",
    ),
    Rule(
        "setting_repeated",
        "medium",
        CLUSTER,
        _repeated,
        why="Java takes the last value of a key without a word, and people read the first one",
        source="java.util.Properties",
        remedy="leave the value that is meant, and take the others out",
    ),
    Rule(
        "setting_deprecated",
        "low",
        SERVER,
        _deprecated,
        why="a later version will refuse or ignore it",
        source=broker_keys.SOURCE,
        remedy="read what Kafka's documentation of the key names instead, and leave it out",
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
