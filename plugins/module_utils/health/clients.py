# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The vital signs of clients: what consumers and producers tell of themselves, and what the cluster tells of groups."""

from __future__ import annotations

from typing import Dict, Tuple

from .vital import CHOSEN, CLIENT, MONITORING, Level, Vital

_FETCHING = "kafka.consumer:type=consumer-fetch-manager-metrics,client-id=*"
_PRODUCER = "kafka.producer:type=producer-metrics,client-id=*"
_NODE = "kafka.producer:type=producer-node-metrics,client-id=*,node-id=*"
_TOPIC = "kafka.producer:type=producer-topic-metrics,client-id=*,topic=*"
_SLOW = "add consumers up to the number of partitions, or make what they do with a record cheaper"
_LOST = "lengthen retention.ms of the topic now, then see why the group is slow"
_LOADED = "as the load is planned to be"
_FOLLOWS = "it says how the producer works; compare it with itself over time"
_NOTHING = "nothing by itself: look where latency or errors have grown"

GROUPS: Tuple[Vital, ...] = (
    Vital(
        "group_lead",
        CLIENT,
        "what a group that is behind still has before the retention reaches it, as a part of the whole partition",
        "near 1; told only where records have been deleted already and the group is behind",
        "at 0 records are deleted before the group has read them",
        _LOST,
        "KIP-223: Add per-topic min lead and per-partition lead metrics to KafkaConsumer" + CHOSEN,
        exposed="groundwork_group_lead",
        unit="share",
        over="min",
        by=("group",),
        warning=Level("<", 0.3, 300),
        alarm=Level("<", 0.1, 60),
        asked=("admin",),
    ),
    Vital(
        "group_lag",
        CLIENT,
        "records that a group has not read yet",
        "below what it reads in its longest pause",
        "what is read later is worked on later",
        _SLOW,
        MONITORING,
        exposed="groundwork_group_lag",
        unit="records",
        over="sum",
        by=("group",),
        asked=("admin",),
    ),
)

CONSUMERS: Tuple[Vital, ...] = (
    Vital(
        "consumer_lag",
        CLIENT,
        "records that a consumer is behind, of its slowest partition",
        "below a threshold of one's own",
        "for a consumer to keep up, its greatest lag has to stay below a threshold",
        _SLOW,
        MONITORING,
        bean=_FETCHING,
        attribute="records-lag-max",
        unit="records",
        by=("client_id",),
    ),
    Vital(
        "consumer_lead",
        CLIENT,
        "records between a consumer and the beginning of the log, of the partition with the fewest",
        "far from 0 where the retention deletes records",
        "at 0 records are deleted before they are read",
        _LOST,
        "KIP-223: Add per-topic min lead and per-partition lead metrics to KafkaConsumer",
        bean=_FETCHING,
        attribute="records-lead-min",
        unit="records",
        over="min",
        by=("client_id",),
    ),
    Vital(
        "consumer_fetches",
        CLIENT,
        "fetches that a consumer makes",
        "above 0",
        "a consumer that fetches nothing does not read, whatever its lag is",
        "look whether it hangs in what it does with a record",
        MONITORING + CHOSEN,
        bean=_FETCHING,
        attribute="fetch-rate",
        unit="a second",
        over="min",
        by=("client_id",),
        warning=Level("<=", 0, 600),
    ),
)

#: Of what a producer tells of itself: the attribute, the unit, what it means, and what is normal where that is known.
_OF_PRODUCER: Tuple[Tuple[str, str, str, str], ...] = (
    ("waiting-threads", "threads", "threads that wait for memory to put their records into", "0"),
    ("buffer-total-bytes", "bytes", "memory that the producer may use (buffer.memory)", "as it is set"),
    ("buffer-available-bytes", "bytes", "memory that is not in use", "above 0"),
    ("bufferpool-wait-ratio", "share", "part of the time that threads wait for memory", "0"),
    ("batch-size-avg", "bytes", "mean bytes of a partition in a request", ""),
    ("batch-size-max", "bytes", "most bytes of a partition in a request", "up to batch.size"),
    ("compression-rate-avg", "share", "size of compressed batches against what went in", "below 1 where it compresses"),
    ("record-queue-time-avg", "ms", "mean time that a batch waits in the producer", "about linger.ms"),
    ("record-queue-time-max", "ms", "longest time that a batch waits in the producer", "below delivery.timeout.ms"),
    ("request-latency-avg", "ms", "mean time of a request", ""),
    ("request-latency-max", "ms", "longest time of a request", "below request.timeout.ms"),
    ("record-send-rate", "records/s", "records that are sent", _LOADED),
    ("records-per-request-avg", "records", "mean records of a request", ""),
    ("record-retry-rate", "records/s", "records that are sent again", "0, but when leaders change"),
    ("record-error-rate", "records/s", "records that were given up", "0"),
    ("record-size-max", "bytes", "size of the largest record", "below max.request.size"),
    ("record-size-avg", "bytes", "mean size of a record", _LOADED),
    ("requests-in-flight", "requests", "requests that wait for their answer", ""),
    ("metadata-age", "s", "age of what the producer knows of the cluster", "below metadata.max.age.ms"),
    ("connection-close-rate", "a second", "connections that are closed", "near 0"),
    ("connection-creation-rate", "a second", "connections that are made", "near 0"),
    ("network-io-rate", "a second", "reads and writes on all connections", ""),
    ("outgoing-byte-rate", "bytes/s", "bytes that are sent to all servers", _LOADED),
    ("request-rate", "a second", "requests that are sent", ""),
    ("request-size-avg", "bytes", "mean size of a request", ""),
    ("request-size-max", "bytes", "size of the largest request", "below max.request.size"),
    ("incoming-byte-rate", "bytes/s", "bytes that are read", ""),
    ("response-rate", "a second", "answers that are received", "as many as requests, but with acks=0"),
    ("select-rate", "a second", "how often the sender looks for work", ""),
    ("io-wait-time-ns-avg", "ns", "mean time that the sender waits for a socket", ""),
    ("io-wait-ratio", "share", "part of the time that the sender waits", "far from 0: at 0 it has no time left"),
    ("io-time-ns-avg", "ns", "mean time that the sender reads and writes", ""),
    ("io-ratio", "share", "part of the time that the sender reads and writes", "far from 1"),
    ("connection-count", "connections", "connections that are open", "one for each broker, and one more"),
)
_OF_NODE: Tuple[Tuple[str, str, str, str], ...] = (
    ("outgoing-byte-rate", "bytes/s", "bytes that are sent to a broker", "alike for brokers that lead alike"),
    ("request-rate", "a second", "requests that are sent to a broker", "alike for brokers that lead alike"),
    ("request-size-avg", "bytes", "mean size of a request to a broker", ""),
    ("request-size-max", "bytes", "size of the largest request to a broker", "below max.request.size"),
    ("incoming-byte-rate", "bytes/s", "bytes that are read from a broker", ""),
    ("request-latency-avg", "ms", "mean time of a request to a broker", "alike for all: one that is slow stands out"),
    ("request-latency-max", "ms", "longest time of a request to a broker", "below request.timeout.ms"),
    ("response-rate", "a second", "answers that are received from a broker", ""),
)
_OF_TOPIC: Tuple[Tuple[str, str, str, str], ...] = (
    ("record-send-rate", "records/s", "records that are sent to a topic", _LOADED),
    ("byte-rate", "bytes/s", "bytes that are sent to a topic", _LOADED),
    ("compression-rate", "share", "size of compressed batches of a topic against what went in", "below 1"),
    ("record-retry-rate", "records/s", "records of a topic that are sent again", "0, but when leaders change"),
    ("record-error-rate", "records/s", "records of a topic that were given up", "0"),
)
#: Throttling was a topic's, and is the producer's.
_THROTTLED: Tuple[Tuple[str, str, str, str], ...] = (
    ("produce-throttle-time-max", "ms", "longest time that a broker held a request back", "0"),
    ("produce-throttle-time-avg", "ms", "mean time that a broker holds a request back", "0"),
)
_WARNINGS: Dict[Tuple[str, str], Level] = {
    (_PRODUCER, "waiting-threads"): Level(">", 0, 300),
    (_PRODUCER, "buffer-available-bytes"): Level("<=", 0, 300),
    (_PRODUCER, "bufferpool-wait-ratio"): Level(">", 0.1, 300),
    (_PRODUCER, "record-retry-rate"): Level(">", 0, 900),
    (_PRODUCER, "record-error-rate"): Level(">", 0, 60),
    (_PRODUCER, "produce-throttle-time-avg"): Level(">", 0, 900),
    (_TOPIC, "record-error-rate"): Level(">", 0, 60),
}
_FIRST: Dict[str, str] = {
    "record-error-rate": "read the producer's log for the error: these records are in no topic",
    "record-retry-rate": "look at the brokers' elections and at the time that requests take",
    "produce-throttle-time-avg": "ask whether the client or its quota is wrong",
    "waiting-threads": "see why requests are slow, then raise buffer.memory",
    "buffer-available-bytes": "see why requests are slow, then raise buffer.memory",
    "bufferpool-wait-ratio": "see why requests are slow, then raise buffer.memory",
}


def _of(kind: str, bean: str, rows: Tuple[Tuple[str, str, str, str], ...]) -> Tuple[Vital, ...]:
    labels = tuple(label for label in ("client_id", "node_id", "topic") if label.replace("_", "-") in bean)
    return tuple(
        Vital(
            f"{kind}_{attribute.replace('-', '_')}",
            CLIENT,
            meaning,
            normal or _FOLLOWS,
            _FOLLOWS if (bean, attribute) not in _WARNINGS else "what is written arrives late, or not at all",
            _FIRST.get(attribute, _NOTHING),
            MONITORING + (CHOSEN if (bean, attribute) in _WARNINGS else ""),
            bean=bean,
            attribute=attribute,
            unit=unit,
            by=labels,
            warning=_WARNINGS.get((bean, attribute)),
        )
        for attribute, unit, meaning, normal in rows
    )


PRODUCERS: Tuple[Vital, ...] = (
    *_of("producer", _PRODUCER, (*_OF_PRODUCER, *_THROTTLED)),
    *_of("producer_node", _NODE, _OF_NODE),
    *_of("producer_topic", _TOPIC, _OF_TOPIC),
)

VITALS: Tuple[Vital, ...] = (*GROUPS, *CONSUMERS, *PRODUCERS)
