# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Settings as Kafka takes them: the one that wins where several say the same, else its default."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, List, Mapping

from ..broker import releases
from .model import Broker, Client, Config, Reviewed, Topic
from .rule import NotKnownError

#: The largest number of Java, by which Kafka means never, or any.
NEVER = 2**63 - 1
_HOUR, _MINUTE = 3_600_000, 60_000
_WHOLE = re.compile(r"[+-]?[0-9]{1,40}\Z")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,2})?\Z")

#: Kafka's defaults of what the rules read, as far as they are the same in all of its versions from 3.9 on.
#: Source: kafka.server.KafkaConfig and its parents.
DEFAULTS: Dict[str, str] = {
    "default.replication.factor": "1",
    "log.cleaner.dedupe.buffer.size": "134217728",
    "log.cleaner.enable": "true",
    "log.cleaner.io.buffer.load.factor": "0.9",
    "log.cleaner.threads": "1",
    "log.cleanup.policy": "delete",
    "log.dir": "/tmp/kafka-logs",  # noqa: S108 Kafka's own
    "log.flush.interval.messages": str(NEVER),
    "log.retention.bytes": "-1",
    "log.retention.hours": "168",
    "log.roll.hours": "168",
    "log.segment.bytes": "1073741824",
    "message.max.bytes": "1048588",
    "min.insync.replicas": "1",
    "num.io.threads": "8",
    "num.partitions": "1",
    "num.replica.fetchers": "1",
    "offsets.retention.minutes": "10080",
    "offsets.topic.replication.factor": "3",
    "replica.fetch.max.bytes": "1048576",
    "share.coordinator.state.topic.min.isr": "2",
    "share.coordinator.state.topic.replication.factor": "3",
    "socket.request.max.bytes": "104857600",
    "transaction.state.log.min.isr": "2",
    "transaction.state.log.replication.factor": "3",
    "unclean.leader.election.enable": "false",
}
#: Defaults of 4.0 and later, and those before, of settings that the upgrade notes of 4.0 name.
_CHANGED: Dict[str, Mapping[bool, str]] = {
    "log.message.timestamp.after.max.ms": {False: str(NEVER), True: str(_HOUR)},
}
#: What a topic's own setting is called in a broker's.
OF_TOPICS: Dict[str, str] = {
    "cleanup.policy": "log.cleanup.policy",
    "flush.messages": "log.flush.interval.messages",
    "max.message.bytes": "message.max.bytes",
    "message.timestamp.after.max.ms": "log.message.timestamp.after.max.ms",
    "min.insync.replicas": "min.insync.replicas",
    "retention.bytes": "log.retention.bytes",
    "segment.bytes": "log.segment.bytes",
    "unclean.leader.election.enable": "unclean.leader.election.enable",
}
#: Of a time that a broker may be given in several units, the keys with their milliseconds; the first one wins.
_TIMES = {
    "retention.ms": (("log.retention.ms", 1), ("log.retention.minutes", _MINUTE), ("log.retention.hours", _HOUR)),
    "segment.ms": (("log.roll.ms", 1), ("log.roll.hours", _HOUR)),
}


def is_since_4(broker: Broker) -> bool:
    """Whether *broker* runs Kafka 4.0 or later (RENEWED); without a known version nobody can tell."""
    if not broker.version:
        raise NotKnownError("version of Kafka")
    return releases.since(broker.version, releases.RENEWED)


def cluster(server: Broker) -> str:
    """What is the same in all servers of a cluster: where its metadata lie. Empty where the file does not say."""
    for key in ("zookeeper.connect", "controller.quorum.voters", "controller.quorum.bootstrap.servers"):
        if server.config.get(key, "").strip():
            servers, slash, path = server.config[key].partition("/")
            return ",".join(sorted(words(servers))) + slash + path.strip()
    return ""


def is_broker(server: Broker) -> bool:
    """Whether *server* holds partitions, and is no controller alone."""
    return "broker" in words(server.config.get("process.roles", "broker"))


def called(server: Broker) -> str:
    """What findings call *server*: one that is both is a broker, as it holds partitions."""
    return f"{'broker' if is_broker(server) else 'controller'} {server.name}"


def brokers(found: Reviewed) -> List[Broker]:
    """The servers that hold partitions."""
    return [server for server in found.brokers if is_broker(server)]


def first_broker(found: Reviewed) -> Broker | None:
    """The broker whose settings stand for those of all; None where none is known."""
    return next((server for server in found.brokers if is_broker(server)), None)


def words(text: str) -> List[str]:
    """The items of a list, as Kafka parts it."""
    return [word.strip() for word in text.split(",") if word.strip()]


def text(broker: Broker, key: str) -> str:
    """The setting *key* of *broker*, or Kafka's default."""
    if key in broker.config:
        return broker.config[key].strip()
    if key in _CHANGED:
        return _CHANGED[key][is_since_4(broker)]
    return DEFAULTS.get(key, "")


def number(broker: Broker, key: str) -> int:
    """:func:`text` as a whole number; raises NotKnownError where it is none, as of a configuration provider."""
    return whole(text(broker, key), key)


def whole(value: str, key: str) -> int:
    """*value* of the setting *key* as a whole number, which Python would find in more texts than Java does."""
    if not _WHOLE.match(value):
        raise NotKnownError(key)
    return int(value)


def decimal(value: str, key: str) -> float:
    """*value* of the setting *key* as a number that can be counted with, as NaN cannot."""
    if not _DECIMAL.match(value):
        raise NotKnownError(key)
    return float(value)


def flag(value: str) -> bool:
    """Whether *value* is true, as Kafka reads it."""
    return value.strip().lower() == "true"


def log_dirs(broker: Broker) -> List[str]:
    """The folders of the partitions."""
    return words(broker.config.get("log.dirs") or text(broker, "log.dir"))


def default_topic(broker: Broker) -> Topic:
    """What a topic gets that is made without a word on partitions and replicas."""
    return Topic(
        "",
        number(broker, "num.partitions"),
        number(broker, "default.replication.factor"),
        broker=broker,
        default=True,
    )


def of_topic(topic: Topic, key: str) -> str:
    """The setting *key* of *topic*: its own, else its broker's, else Kafka's default; empty for none."""
    if key in topic.config:
        return topic.config[key].strip()
    broker = topic.broker or Broker("", {})
    for name, milliseconds in _TIMES.get(key, ()):
        if name in broker.config and broker.config[name].strip():
            return str(_scaled(whole(broker.config[name].strip(), name), milliseconds))
    if key in _TIMES:
        name, milliseconds = _TIMES[key][-1]
        return str(int(DEFAULTS[name]) * milliseconds)
    return text(broker, OF_TOPICS.get(key, key))


def _scaled(value: int, milliseconds: int) -> int:
    """*value* in milliseconds; -1 means for ever in each unit."""
    return value if value < 0 else value * milliseconds


def number_of_topic(topic: Topic, key: str) -> int:
    """:func:`of_topic` as a whole number."""
    return whole(of_topic(topic, key), key)


def retention(topic: Topic) -> int:
    """For how many milliseconds *topic* keeps its records; NEVER where it deletes none by their age."""
    if "delete" not in words(of_topic(topic, "cleanup.policy")):
        return NEVER
    kept = number_of_topic(topic, "retention.ms")
    return NEVER if kept < 0 else kept


def is_compacted(topic: Topic) -> bool:
    """Whether the newest record of each key stays."""
    return "compact" in words(of_topic(topic, "cleanup.policy"))


def written(topic: Topic) -> float | None:
    """The bytes that come to one partition of *topic* in a second; None where nobody knows."""
    return None if topic.written is None else topic.written / max(1, topic.partitions)


def of_client(config: Config, key: str, default: str) -> str:
    """The setting *key* of a client."""
    return config.get(key, default).strip()


def at(topic: Topic, broker: Broker | None) -> Topic:
    """*topic* with the defaults of *broker* where it has none yet."""
    return topic if topic.broker else replace(topic, broker=broker)


def written_by(found: Reviewed, client: Client) -> List[Topic]:
    """The topics that *client* is known to write or read; where none is, what topics get by default.

    Raises NotKnownError where nobody has told of either.
    """
    broker = first_broker(found)
    named = [at(topic, broker) for topic in found.topics or () if topic.name in client.topics]
    if named:
        return named
    if broker is None:
        raise NotKnownError("topics")
    return [default_topic(broker)]
