# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Partitions and their segments: how many there are, and what they take of a host."""

from __future__ import annotations

import math
from typing import Dict, Iterator, List, NamedTuple

from ..capacity.load import LARGEST_PARTITION
from ..capacity.map_areas import JVM_MAPS, MAPS_PER_SEGMENT, map_areas
from ..core.moments import moment
from . import settings, shown
from .model import Broker, Reviewed, Topic
from .rule import BROKER, CLUSTER, TOPIC, NotKnownError, Rule, Trap

_MONTH_SECONDS = 30.44 * 86400
#: Within how many months a limit that growth meets is worth a word.
_MONTHS = 12
_MOST_OF_BROKER, _MOST_OF_CLUSTER = 4000, 200_000
#: Dust: so many segments of a partition, each of less than so much.
_DUST_COUNT, _DUST_BYTES = 100, 10 << 20
_COUNTED_DUST = 1000  # segments of a partition, where nobody knows their size


def of_partition(topic: Topic) -> int:
    """The segments that a partition of *topic* comes to: by its size, and by time where it is written all the while."""
    by_size = 1
    if topic.size is not None:
        by_size = max(1, math.ceil(topic.size / settings.number_of_topic(topic, "segment.bytes")))
        if not topic.size:
            return 1
    kept, rolled = settings.retention(topic), settings.number_of_topic(topic, "segment.ms")
    if kept == settings.NEVER or rolled <= 0:
        if topic.size is None:
            raise NotKnownError(f"size of topic {topic.name}")
        return by_size
    return max(by_size, math.ceil(kept / rolled))


def replicas(found: Reviewed) -> int:
    """How many replicas of partitions the cluster has."""
    return sum(topic.partitions * topic.replication for topic in found.topics or ())


def _segments_of_broker(found: Reviewed, broker: Broker) -> int:
    """The segments that a broker of a balanced cluster comes to."""
    counts: Dict[str, int] = {
        topic.name: of_partition(settings.at(topic, broker)) * topic.partitions * topic.replication
        for topic in found.topics or ()
    }
    return math.ceil(sum(counts.values()) / max(1, found.size))


def _maps_short(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    segments, limit = _segments_of_broker(found, broker), broker.facts.max_map_count or 0
    needed = map_areas(segments)
    arithmetic = f"{shown.many(segments)} segments x {MAPS_PER_SEGMENT} + {JVM_MAPS} of the JVM = {shown.many(needed)}"
    yield from _short(found, arithmetic, _Need("vm.max_map_count", limit, needed, MAPS_PER_SEGMENT * segments))


def _descriptors_short(found: Reviewed, broker: Broker) -> Iterator[Trap]:
    segments, limit = _segments_of_broker(found, broker), broker.facts.nofile or 0
    arithmetic = f"{shown.many(segments)} segments + connections = {shown.many(segments)} and more"
    yield from _short(found, arithmetic, _Need("nofile", limit, segments, segments))


class _Need(NamedTuple):
    """What is *needed* of the *limit* of that *name*, of which *growing* grows with the data."""

    name: str
    limit: int
    needed: int
    growing: int


def _short(found: Reviewed, arithmetic: str, need: _Need) -> Iterator[Trap]:
    name, limit, needed, growing = need
    if needed > limit:
        yield Trap(f"{arithmetic} > {name} {shown.many(limit)}", f"{name} of {_power(needed)} or more")
        return
    growth = found.load.growth
    if not growth or growth <= 0 or not growing:
        return
    months = math.log((limit - (needed - growing)) / growing) / math.log(1 + growth / 100)
    if months < _MONTHS:
        when = f" ({(moment(found.now + months * _MONTH_SECONDS) or '')[:10]})" if found.now is not None else ""
        yield Trap(
            f"{arithmetic}; at {growth:g}% a month it meets {name} {shown.many(limit)} in {months:.1f} months{when}",
            f"{name} of {_power(needed * 2)} or more",
            severity="medium",
        )


def _power(number: int) -> str:
    """The next power of two."""
    return str(1 << (number - 1).bit_length())


def _dust(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    kept, rolled = settings.retention(topic), settings.number_of_topic(topic, "segment.ms")
    if kept == settings.NEVER or rolled <= 0:
        return
    count, rate = math.ceil(kept / rolled), settings.written(topic)
    times = f"retention {shown.lasting(kept)} / segment.ms {shown.lasting(rolled)} = {shown.many(count)} segments"
    if rate is not None:
        each = rate * rolled / 1000
        if count >= _DUST_COUNT and each < min(_DUST_BYTES, settings.number_of_topic(topic, "segment.bytes")):
            yield Trap(
                f"{times} of {shown.size(each)} in a partition", f"segments of {shown.size(_DUST_BYTES)} or more"
            )
    elif count >= _COUNTED_DUST:
        yield Trap(f"{times} in a partition", f"fewer than {shown.many(_COUNTED_DUST)}")


def _too_few(found: Reviewed, topic: Topic) -> Iterator[Trap]:
    """max(T / P, T / C) partitions carry the throughput T, where one takes P of a producer and gives a consumer C."""
    total = topic.written
    if total is None and topic.default:
        return
    if total is None:
        raise NotKnownError(f"throughput of topic {topic.name}")
    parts = {"producer": found.load.producer, "consumer": found.load.consumer}
    counts = {name: math.ceil(total / each) for name, each in parts.items() if each}
    slowest = max(counts, key=lambda name: counts[name], default="")
    if slowest and counts[slowest] > topic.partitions:
        yield Trap(
            f"{shown.size(total)} / {shown.size(parts[slowest] or 1)} a {slowest} = {counts[slowest]} > "
            f"{topic.partitions} partition{'' if topic.partitions == 1 else 's'}",
            f"{counts[slowest]} partitions or more",
        )


def _too_large(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    if topic.size is None:
        if topic.default:
            return
        raise NotKnownError(f"size of topic {topic.name}")
    if topic.size > LARGEST_PARTITION:
        wanted = math.ceil(topic.size * topic.partitions / LARGEST_PARTITION)
        yield Trap(
            f"{math.ceil(topic.size / 10**8) / 10:.1f} GB in a partition > {LARGEST_PARTITION // 10**9} GB",
            f"{wanted} partitions instead of {topic.partitions}, or a shorter retention",
        )


def _too_many(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    total = replicas(found)
    of_broker = math.ceil(total / max(1, found.size))
    parts: List[str] = []
    if of_broker > _MOST_OF_BROKER:
        parts.append(
            f"{shown.many(total)} replicas / {found.size} brokers = {shown.many(of_broker)} > {_MOST_OF_BROKER}"
        )
    if total > _MOST_OF_CLUSTER:
        parts.append(f"{shown.many(total)} replicas > {shown.many(_MOST_OF_CLUSTER)}")
    if parts:
        yield Trap("; ".join(parts), f"at most {shown.many(_MOST_OF_BROKER)} replicas of a broker")


_OS = "Apache Kafka documentation, Operations: OS"
RULES = (
    Rule(
        "map_areas_short",
        "high",
        BROKER,
        _maps_short,
        why="a broker that has no map area left dies (Map failed), and those of a balanced cluster die together",
        source=_OS,
        remedy="review segment size, retention and roll time, which decide how many segments there are; only "
        "then raise vm.max_map_count",
        needs=("facts.max_map_count", "topics"),
    ),
    Rule(
        "descriptors_short",
        "high",
        BROKER,
        _descriptors_short,
        why="a broker that has no descriptor left takes no connection and opens no segment",
        source=_OS,
        remedy="review segment size, retention and roll time, which decide how many segments there are; only "
        "then raise LimitNOFILE of the service",
        needs=("facts.nofile", "topics"),
    ),
    Rule(
        "segments_dust",
        "medium",
        TOPIC,
        _dust,
        why="many small segments cost map areas, descriptors, and time at each start and at compaction",
        source=_OS,
        remedy="raise segment.ms of the topic (log.roll.ms), so that its segments grow",
    ),
    Rule(
        "partitions_few",
        "medium",
        TOPIC,
        _too_few,
        why="no more consumers of a group than partitions work, and no partition takes more than its leader does",
        source="Jun Rao, How to choose the number of topics/partitions in a Kafka cluster: max(T/P, T/C)",
        remedy="give the topic so many partitions before it holds keys whose order matters; else write it anew with "
        "them",
        needs=("load", "topics"),
    ),
    Rule(
        "partition_large",
        "medium",
        TOPIC,
        _too_large,
        why="a large partition takes long to copy to another broker, and cannot be shared out",
        source="N. Narkhede, G. Shapira, T. Palino, Kafka: The Definitive Guide: at most 25 GB each",
        remedy="write the topic anew with more partitions, or keep its data for less time",
        needs=("topics",),
    ),
    Rule(
        "partitions_many",
        "medium",
        CLUSTER,
        _too_many,
        why="each costs descriptors, memory, time to elect a leader, and latency from end to end",
        source="Apache Kafka blog, Apache Kafka Supports 200K Partitions Per Cluster",
        remedy="write topics anew with fewer partitions, since none can be taken away, or give the cluster more "
        "brokers and move partitions to them (kafka-reassign-partitions.sh)",
        needs=("topics",),
    ),
)
