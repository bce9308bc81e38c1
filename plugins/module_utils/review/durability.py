# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is lost, and what stops, when a broker goes."""

from __future__ import annotations

from typing import Iterator, Tuple

from . import settings
from .model import PRODUCER, Broker, Client, Reviewed, Topic
from .rule import BROKER, CLIENT, TOPIC, NotKnownError, Rule, Trap
from .settings import NEVER

_MIN_ISR, _UNCLEAN = "min.insync.replicas", "unclean.leader.election.enable"
_DESIGN = "Apache Kafka documentation, Design: Availability and Durability Guarantees"
#: Of each internal topic: its name, its broker's settings of replicas, and of those that must be in sync.
_INTERNAL = (
    ("__consumer_offsets", "offsets.topic.replication.factor", ""),
    ("__transaction_state", "transaction.state.log.replication.factor", "transaction.state.log.min.isr"),
    (
        "__share_group_state",
        "share.coordinator.state.topic.replication.factor",
        "share.coordinator.state.topic.min.isr",
    ),
)
_THREE = 3
#: What a file says of the brokers around its own: topics are made with so many replicas, or written to with so many.
_TELLS_BROKERS = ("default.replication.factor", _MIN_ISR)
_FLUSHES = {"log.flush.interval.messages": "messages", "log.flush.interval.ms": "ms"}
_OF_TOPIC = {"flush.messages": "messages", "flush.ms": "ms"}


def _unclean_election(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    if topic.replication > 1 and settings.flag(settings.of_topic(topic, _UNCLEAN)):
        behind = topic.replication - 1
        yield Trap(f"{_UNCLEAN}=true, {topic.replication} replicas: any of {behind} that lag may lead", "false")


def _replication_single(found: Reviewed, topic: Topic) -> Iterator[Trap]:
    if topic.replication == 1 and found.size > 1:
        yield Trap(
            f"1 replica on {found.size} brokers, {_UNCLEAN}={settings.of_topic(topic, _UNCLEAN) or 'false'}",
            f"{min(_THREE, found.size)} replicas",
            words={"replicas": str(min(_THREE, found.size))},
        )


def _min_isr_all(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    least = settings.number_of_topic(topic, _MIN_ISR)
    if least == topic.replication > 1:
        yield Trap(
            f"{_MIN_ISR} {least} = {topic.replication} replicas: 0 may be missing",
            f"{_MIN_ISR} {topic.replication - 1}",
            words={"least": str(topic.replication - 1)},
        )


def _min_isr_over(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    least = settings.number_of_topic(topic, _MIN_ISR)
    if least > topic.replication:
        yield Trap(
            f"{_MIN_ISR} {least} > {topic.replication} replica{'' if topic.replication == 1 else 's'}",
            f"{_MIN_ISR} of at most {max(1, topic.replication - 1)}",
            words={"least": str(max(1, topic.replication - 1))},
        )


def _min_isr_one(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    least = settings.number_of_topic(topic, _MIN_ISR)
    if least == 1 and topic.replication > _THREE - 1:
        yield Trap(
            f"{_MIN_ISR} 1 of {topic.replication} replicas: {topic.replication - 1} may lack what is acknowledged",
            f"{_MIN_ISR} {topic.replication - 1}",
            words={"least": str(topic.replication - 1)},
        )


def _acks_without_min_isr(found: Reviewed, client: Client) -> Iterator[Trap]:
    acks = settings.of_client(client.config, "acks", settings.of_client(client.config, "request.required.acks", "all"))
    if client.kind != PRODUCER or acks not in ("0", "1"):
        return
    for topic in settings.written_by(found, client):
        least = settings.number_of_topic(topic, _MIN_ISR)
        if least > 1:
            of = f"topic {topic.name}" if topic.name else "topics by default"
            yield Trap(f"acks={acks}, {_MIN_ISR} {least} of {of}: {acks} of {least} is waited for", "acks=all")
            return


def _least_brokers(found: Reviewed, broker: Broker) -> Tuple[int, str]:
    """So many brokers there are at least, and what says so.

    Where nobody has counted them, as for a single file, those that are read may not be all, and their settings tell.
    """
    most, why = found.size, f"{found.size} brokers"
    if found.broker_count is not None:
        return most, why
    for key in _TELLS_BROKERS:
        try:
            told = settings.number(broker, key)
        except NotKnownError:
            continue  # the other one may still tell
        if told > most:
            most, why = told, f"{key} {told}"
    return most, why


def _internal_replication(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    least, because = _least_brokers(found, broker)
    wanted = min(_THREE, least)
    topics = {topic.name: topic for topic in found.topics or ()}
    for name, key, _least in _INTERNAL:
        if name in topics:
            continue  # it is there already, and judged itself
        if key.startswith("share.") and key not in broker.config:
            continue
        factor = settings.number(broker, key)
        if factor < wanted:
            yield Trap(f"{key} {factor}, {because}", f"{wanted}", words={"topic": name})
    if broker is not settings.first_broker(found):
        return
    for name, _key, _least in _INTERNAL:
        if name in topics and topics[name].replication < wanted:
            yield Trap(
                f"{topics[name].replication} replica(s), {because}",
                f"{wanted}",
                subject=f"topic {name}",
                words={"topic": name},
            )


def _internal_min_isr_all(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    """A topic that is there already has what it was made with."""
    topics = {topic.name: topic for topic in found.topics or ()}
    for name, key, minimum in _INTERNAL:
        if name in topics and broker is settings.first_broker(found):
            replicas = topics[name].replication
            least = settings.number_of_topic(settings.at(topics[name], broker), _MIN_ISR)
            if least >= replicas > 1 or least > replicas:
                yield Trap(
                    f"{_MIN_ISR} {least}, {replicas} replicas: {max(0, replicas - least)} may be missing",
                    f"{_MIN_ISR} {max(1, replicas - 1)}",
                    subject=f"topic {name}",
                    words={"key": f"{_MIN_ISR} of {name}", "least": str(max(1, replicas - 1))},
                )
        if (
            name in topics
            or not minimum
            or (key.startswith("share.") and key not in broker.config and minimum not in broker.config)
        ):
            continue
        factor, least = settings.number(broker, key), settings.number(broker, minimum)
        if least >= factor > 1 or least > factor:
            yield Trap(
                f"{minimum} {least}, {key} {factor}: {max(0, factor - least)} may be missing",
                f"{minimum} {max(1, factor - 1)}",
                words={"key": minimum, "least": str(max(1, factor - 1))},
            )


def _flush_forced(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    told = {key: broker.config[key].strip() for key in _FLUSHES if broker.config.get(key, "").strip()}
    forced = {key: value for key, value in told.items() if settings.whole(value, key) < NEVER}
    if forced:
        yield Trap(", ".join(f"{key}={value}" for key, value in sorted(forced.items())), "not set")


def _flush_forced_by_topic(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    forced = {
        key: topic.config[key].strip()
        for key in _OF_TOPIC
        if topic.config.get(key, "").strip() and settings.whole(topic.config[key].strip(), key) < NEVER
    }
    if forced:
        yield Trap(", ".join(f"{key}={value}" for key, value in sorted(forced.items())), "not set")


_FLUSH_WHY = (
    "records are forced to disk one lot after the other, which costs throughput and latency; what is lost with "
)
_FLUSH_WHY += "one host is with the other replicas anyhow, and the kernel writes in the background"

RULES = (
    Rule(
        "unclean_election",
        "high",
        TOPIC,
        _unclean_election,
        why="a replica that lacks records which were acknowledged becomes the leader, and they are gone for everybody; "
        "without it the partition waits for a replica that has them",
        source=_DESIGN,
        remedy="set unclean.leader.election.enable=false, unless the topic's newest records matter more than all of "
        "them",
    ),
    Rule(
        "replication_single",
        "medium",
        TOPIC,
        _replication_single,
        why="the partition is away for as long as its one broker is, and gone with that broker's disk; no setting of "
        "elections changes that",
        source=_DESIGN,
        remedy="give the topic {replicas} replicas (kafka-reassign-partitions.sh), and new ones by "
        "default.replication.factor={replicas}",
    ),
    Rule(
        "min_isr_all",
        "high",
        TOPIC,
        _min_isr_all,
        why="one broker that is down, as at each restart, stops every write with acks=all",
        source=_DESIGN,
        remedy="set min.insync.replicas={least}, or add a replica",
    ),
    Rule(
        "min_isr_over",
        "high",
        TOPIC,
        _min_isr_over,
        why="so many replicas are never in sync: no write with acks=all is ever taken",
        source=_DESIGN,
        remedy="set min.insync.replicas={least}, or add replicas",
    ),
    Rule(
        "min_isr_one",
        "medium",
        TOPIC,
        _min_isr_one,
        why="the leader alone answers acks=all when no other is in sync, and what it acknowledged is lost with it",
        source=_DESIGN,
        remedy="set min.insync.replicas={least}",
    ),
    Rule(
        "acks_without_min_isr",
        "high",
        CLIENT,
        _acks_without_min_isr,
        why="min.insync.replicas holds for acks=all alone; with less, records are acknowledged that no other replica "
        "has",
        source="Apache Kafka documentation, Producer Configs: acks",
        remedy="set acks=all in the producer",
        needs=("clients",),
    ),
    Rule(
        "internal_replication",
        "high",
        BROKER,
        _internal_replication,
        why="every group or transaction needs {topic}, and with one broker a part of it is away or lost",
        source="Apache Kafka documentation, Broker Configs: offsets.topic.replication.factor",
        remedy="set the factor before {topic} is made; where it is there, add replicas (kafka-reassign-partitions.sh)",
        needs=("brokers",),
    ),
    Rule(
        "internal_min_isr_all",
        "high",
        BROKER,
        _internal_min_isr_all,
        why="one broker that is down, as at each restart, stops every transaction that needs the topic",
        source="Apache Kafka documentation, Broker Configs: transaction.state.log.min.isr",
        remedy="set {key}={least}",
    ),
    Rule(
        "flush_forced",
        "medium",
        BROKER,
        _flush_forced,
        why=_FLUSH_WHY,
        source="Apache Kafka documentation, Operations: Application vs. OS Flush Management",
        remedy="take it out, and have replicas for what must not be lost",
    ),
    Rule(
        "topic_flush_forced",
        "medium",
        TOPIC,
        _flush_forced_by_topic,
        why=_FLUSH_WHY,
        source="Apache Kafka documentation, Topic Configs: flush.messages",
        remedy="take it out of the topic, and have replicas for what must not be lost",
    ),
)
