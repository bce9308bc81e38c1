# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Every rule with a configuration that has its trap, with the arithmetic worked out by hand, and one that has not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review import judge as reviewing
from ansible_collections.groundwork.kafka.plugins.module_utils.review import rules
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import (
    CONSUMER,
    LIBRDKAFKA,
    PRODUCER,
    Broker,
    Client,
    Disk,
    Facts,
    Group,
    Keeper,
    Load,
    Reviewed,
    Topic,
)

GIB, MIB = 1 << 30, 1 << 20
DAY_MS = 86_400_000
#: 200 megabytes a day, in bytes of a second that fill a segment of 1 GiB in exactly five days.
FIVE_DAYS = GIB / (5 * 86400)
VOID = "org.apache.kafka.common.serialization.VoidSerializer"


def broker(name="k1", version="3.9.2", facts=None, **config) -> Broker:
    """A broker; an underscore stands for a dot of a key."""
    given = {key.replace("_", "."): value for key, value in config.items()}
    return Broker(name, given, version, Facts(**(facts or {})))


def keeps(broker: Broker, **settings) -> Broker:
    """A *broker* for which the cluster keeps *settings*, whatever it has in force."""
    return replace(broker, dynamic={key.replace("_", "."): value for key, value in settings.items()})


def cluster(*brokers, **others) -> Reviewed:
    """What is known of a cluster: of one broker with Kafka's defaults where none are given."""
    return Reviewed(brokers=brokers or (broker(),), **others)


def topics(*given, size=3, **others) -> Reviewed:
    """The same topics on so many brokers, of which one tells its defaults: three replicas, two of them in sync."""
    one = broker(default_replication_factor="3", min_insync_replicas="2")
    return cluster(one, topics=given, broker_count=size, **others)


def topic(partitions=1, replication=3, name="orders", config=None, **others) -> Topic:
    return Topic(name, partitions, replication, config or {}, **others)


def producer(config=None, name="shop", **others) -> Client:
    return Client(name, PRODUCER, config or {}, **others)


def consumer(config=None, name="billing", **others) -> Client:
    return Client(name, CONSUMER, config or {}, **others)


def clients(*given, **config) -> Reviewed:
    """Clients of a broker with these settings; all topics are made by default."""
    return cluster(broker(**config), clients=given, topics=())


def keeper(facts=None, **config) -> Reviewed:
    return Reviewed(keepers=(Keeper("z1", config, Facts(**(facts or {}))),))


def controllers(count, brokers=3, **others) -> Reviewed:
    return Reviewed(controllers=count, broker_count=brokers, **others)


def racks(*of_brokers, replication=3) -> Reviewed:
    by_broker = {f"k{number}": rack for number, rack in enumerate(of_brokers, 1)}
    return Reviewed(racks=by_broker, replication=replication, broker_count=len(of_brokers))


def disks(**devices) -> dict[str, Any]:
    """Facts: the device of each folder, of which / is the one of the root file system."""
    told = {f"/{name}": Disk("/" if device == "/" else f"/{name}", device) for name, device in devices.items()}
    return {"disks": told}


SUBSCRIPTION = topics(
    topic(8, name="large"),
    *(topic(2, name=f"small{number:02}") for number in range(20)),
    groups=(
        Group("g", "range", {f"c{number}": ("large", *(f"small{n:02}" for n in range(20))) for number in (1, 2, 3)}),
    ),
)


def shared_by(assignor) -> Reviewed:
    (group,) = SUBSCRIPTION.groups or ()
    return replace(SUBSCRIPTION, groups=(replace(group, assignor=assignor),))


@dataclass(frozen=True)
class Case:
    """What has the trap of the rule *identity*, what is told of it, and what does not have it."""

    identity: str
    has: Reviewed
    told: tuple[str, ...]
    has_not: Reviewed


YEAR = {"retention.ms": str(365 * DAY_MS), "segment.ms": str(DAY_MS)}
COMPACT = {"cleanup.policy": "compact"}
KEPT_TWICE = {"min.insync.replicas": "2"}

CASES = [
    Case(
        "offsets_expire",
        topics(topic(config={"retention.ms": str(30 * DAY_MS)})),
        ("offsets.retention.minutes 7 d < retention of topic orders, 30 d",),
        topics(topic(config={"retention.ms": str(7 * DAY_MS)})),
    ),
    Case(
        "offsets_expire",
        cluster(broker(offsets_retention_minutes="1440")),
        ("offsets.retention.minutes 1 d < retention of topics by default, 7 d",),
        cluster(broker(offsets_retention_minutes="10080", log_retention_hours="168")),
    ),
    Case(
        # Data that stay for ever: offsets can be kept for so many minutes and no longer.
        "offsets_expire",
        topics(topic(config={"retention.ms": "-1"})),
        ("offsets.retention.minutes 7 d < retention of topic orders, for ever",),
        cluster(broker(offsets_retention_minutes="2147483647"), topics=(topic(config={"retention.ms": "-1"}),)),
    ),
    Case(
        # 1 GiB at 1 GiB / 5 d is closed after 5 days: 7 + 5 = 12.
        "data_outlives_retention",
        topics(topic(written=FIVE_DAYS)),
        ("retention 7 d + a segment open for 5 d (204.8 MiB a day into segment.bytes) = up to 12 d",),
        # Ten times as much closes it in half a day.
        topics(topic(written=10 * FIVE_DAYS)),
    ),
    Case(
        "data_outlives_retention",
        topics(topic(config={"retention.ms": str(DAY_MS)})),
        ("retention 1 d + a segment open for 7 d (segment.ms) = up to 8 d",),
        topics(topic(config={"retention.ms": str(DAY_MS), "segment.ms": str(DAY_MS // 24)})),
    ),
    Case(
        "size_undercuts_time",
        topics(topic(config={"retention.bytes": "1073741824"})),
        ("retention.bytes 1,073,741,824 <= segment.bytes 1,073,741,824",),
        topics(topic(config={"retention.bytes": str(10 * GIB)})),
    ),
    Case(
        # 1 MiB/s for 7 d = 604800 MiB = 590.6 GiB; 59 GiB last 60416 s of 604800.
        "size_undercuts_time",
        topics(topic(2, config={"retention.bytes": str(59 * GIB)}, written=2 * MIB)),
        ("retention.bytes 59.0 GiB < 1.0 MiB in a second to a partition x 7 d = 590.6 GiB: it lasts 60416 s",),
        topics(topic(2, config={"retention.bytes": str(600 * GIB)}, written=2 * MIB)),
    ),
    Case(
        "unclean_election",
        topics(topic(config={"unclean.leader.election.enable": "true"})),
        ("unclean.leader.election.enable=true, 3 replicas: any of 2 that lag may lead",),
        topics(topic(config={"unclean.leader.election.enable": "false"})),
    ),
    Case(
        "replication_single",
        topics(topic(replication=1)),
        ("1 replica on 3 brokers, unclean.leader.election.enable=false",),
        topics(topic(replication=1), size=1),
    ),
    Case(
        "min_isr_all",
        topics(topic(config={"min.insync.replicas": "3"})),
        ("min.insync.replicas 3 = 3 replicas: 0 may be missing",),
        topics(topic()),
    ),
    Case(
        "min_isr_over",
        topics(topic(replication=2, config={"min.insync.replicas": "3"})),
        ("min.insync.replicas 3 > 2 replicas",),
        topics(topic(replication=2, config={"min.insync.replicas": "1"})),
    ),
    Case(
        "min_isr_one",
        topics(topic(config={"min.insync.replicas": "1"})),
        ("min.insync.replicas 1 of 3 replicas: 2 may lack what is acknowledged",),
        topics(topic(replication=1, config={"min.insync.replicas": "1"}), topic(name="kept twice")),
    ),
    Case(
        "acks_without_min_isr",
        topics(topic(config=KEPT_TWICE), clients=(producer({"acks": "1"}, topics=("orders",)),)),
        ("acks=1, min.insync.replicas 2 of topic orders: 1 of 2 is waited for",),
        topics(topic(config=KEPT_TWICE), clients=(producer({"acks": "-1"}, topics=("orders",)), consumer())),
    ),
    Case(
        "internal_replication",
        cluster(broker(offsets_topic_replication_factor="1"), broker_count=3),
        ("offsets.topic.replication.factor 1, 3 brokers",),
        cluster(broker(offsets_topic_replication_factor="1"), broker_count=1),
    ),
    Case(
        # A single file: topics of three replicas need three brokers, whoever reads them.
        "internal_replication",
        cluster(broker(offsets_topic_replication_factor="1", default_replication_factor="3")),
        ("offsets.topic.replication.factor 1, default.replication.factor 3",),
        cluster(broker(offsets_topic_replication_factor="1")),
    ),
    Case(
        "internal_replication",
        cluster(broker(transaction_state_log_replication_factor="1", min_insync_replicas="2")),
        ("transaction.state.log.replication.factor 1, min.insync.replicas 2",),
        # One broker, as somebody has counted: other topics are not made at all.
        cluster(broker(offsets_topic_replication_factor="1", default_replication_factor="3"), broker_count=1),
    ),
    Case(
        # What a provider fills in tells nothing, and the other setting does.
        "internal_replication",
        cluster(
            broker(
                offsets_topic_replication_factor="1",
                default_replication_factor="${env:REPLICAS}",
                min_insync_replicas="2",
            )
        ),
        ("offsets.topic.replication.factor 1, min.insync.replicas 2",),
        cluster(broker(offsets_topic_replication_factor="1", default_replication_factor="${env:REPLICAS}")),
    ),
    Case(
        "internal_replication",
        topics(topic(50, 1, "__consumer_offsets")),
        ("1 replica(s), 3 brokers",),
        topics(topic(50, 3, "__consumer_offsets")),
    ),
    Case(
        "internal_min_isr_all",
        cluster(broker(transaction_state_log_min_isr="3"), broker_count=3),
        ("transaction.state.log.min.isr 3, transaction.state.log.replication.factor 3: 0 may be missing",),
        cluster(broker(transaction_state_log_min_isr="1", transaction_state_log_replication_factor="1")),
    ),
    Case(
        "internal_min_isr_all",
        topics(topic(50, 3, "__transaction_state", {"min.insync.replicas": "3"})),
        ("min.insync.replicas 3, 3 replicas: 0 may be missing",),
        topics(topic(50, 3, "__transaction_state", {"min.insync.replicas": "2"}), topic(50, 3, "__consumer_offsets")),
    ),
    Case(
        "flush_forced",
        cluster(broker(log_flush_interval_messages="20000", log_flush_interval_ms="10000")),
        ("log.flush.interval.messages=20000, log.flush.interval.ms=10000",),
        cluster(broker(log_flush_interval_messages="9223372036854775807")),
    ),
    Case(
        "topic_flush_forced",
        topics(topic(config={"flush.ms": "1000"})),
        ("flush.ms=1000",),
        topics(topic(config={"flush.ms": "9223372036854775807"})),
    ),
    Case(
        "message_over_request",
        cluster(broker(message_max_bytes="209715200")),
        ("max.message.bytes 209,715,200 > socket.request.max.bytes 104,857,600",),
        cluster(broker(message_max_bytes="104857600")),
    ),
    Case(
        "message_over_replica_fetch",
        topics(topic(config={"max.message.bytes": "5242880"})),
        ("max.message.bytes 5,242,880 > replica.fetch.max.bytes 1,048,576",),
        # Kafka's own defaults differ by the 12 bytes around a batch.
        topics(topic(config={"max.message.bytes": "1048588"})),
    ),
    Case(
        "message_over_consumer_fetch",
        topics(
            topic(config={"max.message.bytes": "5242880"}),
            clients=(consumer({"fetch.max.bytes": "2097152"}, topics=("orders",)),),
        ),
        (
            "max.message.bytes 5,242,880 > max.partition.fetch.bytes 1,048,576",
            "max.message.bytes 5,242,880 > fetch.max.bytes 2,097,152",
        ),
        topics(
            topic(config={"max.message.bytes": "5242880"}),
            clients=(consumer({"max.partition.fetch.bytes": "5242880"}, topics=("orders",)), producer()),
        ),
    ),
    Case(
        "request_over_message",
        clients(producer(), message_max_bytes="1000000"),
        ("max.request.size 1,048,576 > max.message.bytes 1,000,000",),
        clients(producer()),
    ),
    Case(
        # The document's example: 365 x 2 x 1000 = 730,000; 2^20 carries them and what the JVM maps.
        "map_areas_short",
        cluster(broker(facts={"max_map_count": 65536}), topics=(topic(1000, 1, config=YEAR),), broker_count=1),
        ("365,000 segments x 2 + 500 of the JVM = 730,500 > vm.max_map_count 65,536",),
        cluster(broker(facts={"max_map_count": 1 << 20}), topics=(topic(1000, 1, config=YEAR),), broker_count=1),
    ),
    Case(
        # (1048576 - 500) / 730000 = 1.4357; ln 1.4357 / ln 1.1 = 3.795 months = 115.5 days from 2026-01-01.
        "map_areas_short",
        cluster(
            broker(facts={"max_map_count": 1 << 20}),
            topics=(topic(1000, 1, config=YEAR),),
            load=Load(growth=10),
            now=1767225600,
        ),
        (
            "365,000 segments x 2 + 500 of the JVM = 730,500; at 10% a month it meets vm.max_map_count 1,048,576 in "
            "3.8 months (2026-04-26)",
        ),
        cluster(broker(facts={"max_map_count": 1 << 20}), topics=(topic(1000, 1, config=YEAR),), load=Load(growth=2)),
    ),
    Case(
        # 100 GiB / 1 GiB = 100 segments of a partition, 300 partitions x 3 replicas / 3 brokers.
        "descriptors_short",
        cluster(
            broker(facts={"nofile": 20000}, log_roll_hours="168"),
            topics=(topic(300, 3, config={"retention.ms": "-1"}, size=100 * GIB),),
            broker_count=3,
        ),
        ("30,000 segments + connections = 30,000 and more > nofile 20,000",),
        cluster(
            broker(facts={"nofile": 100000}),
            topics=(topic(300, 3, config={"retention.ms": "-1"}, size=100 * GIB),),
            broker_count=3,
        ),
    ),
    Case(
        # A week of minutes: 7 x 24 x 60.
        "segments_dust",
        topics(topic(config={"segment.ms": "60000"})),
        ("retention 7 d / segment.ms 1 min = 10,080 segments in a partition",),
        topics(topic(config={"segment.ms": str(DAY_MS)})),
    ),
    Case(
        # 1000 bytes/s for an hour are 3.6 MB of 10 MiB; a week has 168 hours.
        "segments_dust",
        topics(topic(config={"segment.ms": "3600000"}, written=1000)),
        ("retention 7 d / segment.ms 1 h = 168 segments of 3.4 MiB in a partition",),
        topics(topic(config={"segment.ms": "3600000"}, written=1000000)),
    ),
    Case(
        # The document's example: 1 GB/s / 50 MB/s = 20.
        "partitions_few",
        topics(topic(8, written=10**9), load=Load(producer=10**8, consumer=5 * 10**7)),
        ("953.7 MiB / 47.7 MiB a consumer = 20 > 8 partitions",),
        topics(topic(20, written=10**9), load=Load(producer=10**8, consumer=5 * 10**7)),
    ),
    Case(
        "partition_large",
        topics(topic(4, size=60 * 10**9)),
        ("60.0 GB in a partition > 25 GB",),
        topics(topic(4, size=25 * 10**9)),
    ),
    Case(
        # One byte more than 25 GB is more in what is told as well.
        "partition_large",
        topics(topic(4, size=25 * 10**9 + 1)),
        ("25.1 GB in a partition > 25 GB",),
        topics(topic(4, size=25 * 10**9)),
    ),
    Case(
        # 5000 x 3 / 3 = 5000
        "partitions_many",
        topics(topic(5000, 3)),
        ("15,000 replicas / 3 brokers = 5,000 > 4000",),
        topics(topic(4000, 3)),
    ),
    Case(
        # 8 = 3 + 3 + 2, and twenty times 2 = 1 + 1 + 0; evenly 48 / 3 = 16.
        "assignor_uneven",
        SUBSCRIPTION,
        ("range gives 23, 23, 2 of 48 partitions in 21 topics",),
        shared_by("cooperative-sticky"),
    ),
    Case(
        "batching_small",
        clients(producer({"linger.ms": "0"}, records=50000)),
        ("linger.ms=0, batch.size=16384 at 50,000 records in a second",),
        clients(producer({"linger.ms": "0"}, records=100), producer({"linger.ms": "20"}, records=50000)),
    ),
    Case(
        # 100000 + 30000
        "linger_over_timeout",
        clients(producer({"linger.ms": "100000", "delivery.timeout.ms": "120000"})),
        ("delivery.timeout.ms 120000 < linger.ms 100000 + request.timeout.ms 30000 = 130000",),
        # A delivery.timeout.ms that nobody has given is raised to 130000 by the producer itself.
        clients(
            producer({"linger.ms": "20", "delivery.timeout.ms": "30020"}),
            producer({"request.timeout.ms": "130000"}),
            consumer(),
        ),
    ),
    Case(
        "linger_over_timeout",
        clients(producer({"linger.ms": "400000"})),
        ("linger.ms 400000 > request.timeout.ms 30000",),
        clients(producer({"linger.ms": "400000", "request.timeout.ms": "500000"})),
    ),
    Case(
        "linger_over_timeout",
        clients(producer({"linger.ms": "400000"}, library=LIBRDKAFKA)),
        ("linger.ms 400000 > delivery.timeout.ms 300000",),
        clients(producer({"linger.ms": "400"}, library=LIBRDKAFKA)),
    ),
    Case(
        "client_too_old",
        clients(producer(version="2.0.1"), version="4.3.1"),
        ("client 2.0.1, broker 4.3.1",),
        clients(producer(version="2.0.1"), version="3.9.2"),
    ),
    Case(
        # h mod 8 = h mod 12 for 8 of 24: 33% stay.
        "keys_move",
        topics(topic(8, planned=12)),
        ("8 partitions are to be 12: of the keys about 67% go to another one",),
        topics(topic(8, planned=8), topic(8, name="no keys", planned=12, keyed=False)),
    ),
    Case(
        "partitioners_mixed",
        clients(producer(name="java", topics=("orders",)), producer(name="go", library=LIBRDKAFKA, topics=("orders",))),
        ("go: CRC32, java: murmur2",),
        clients(
            producer(name="java", topics=("orders",)),
            producer({"partitioner": "murmur2_random"}, "go", library=LIBRDKAFKA, topics=("orders",)),
            producer(name="python", library=LIBRDKAFKA, topics=("others",)),
        ),
    ),
    Case(
        "keys_missing",
        topics(topic(keyed=True), clients=(producer(keyed=False, topics=("orders",)),)),
        ("records without keys, where the order of a key matters",),
        topics(topic(keyed=True), clients=(producer(keyed=True, topics=("orders",)),)),
    ),
    Case(
        "topic_repaired_in_place",
        clients(producer(name="mend", topics=("orders-1",)), consumer(name="mend", topics=("orders-1",))),
        ("mend reads it and writes to it",),
        clients(producer(name="mend", topics=("orders-2",)), consumer(name="mend", topics=("orders-1",))),
    ),
    Case(
        "topic_versions_differ",
        topics(topic(8, name="orders-1"), topic(12, 2, "orders-2", {"retention.ms": "1000"})),
        ("8 and 12 partitions, 3 and 2 replicas, a shorter retention",),
        topics(topic(8, name="orders-1"), topic(8, name="orders-2"), topic(1, 1, "orders-9")),
    ),
    Case(
        "compaction_null_keys",
        topics(topic(config=COMPACT), clients=(producer({"key.serializer": VOID}, topics=("orders",)),)),
        ("cleanup.policy=compact, records without keys",),
        topics(topic(config=COMPACT), clients=(producer(topics=("orders",)), consumer(keyed=False))),
    ),
    Case(
        "compaction_cleaner_off",
        cluster(broker(log_cleaner_enable="false"), topics=(topic(config=COMPACT),)),
        ("log.cleaner.enable=false, orders, __consumer_offsets compacted",),
        cluster(broker(log_cleaner_enable="true"), topics=(topic(config=COMPACT),)),
    ),
    Case(
        # 134217728 x 0.9 / 24 = 5033164.8
        "compaction_buffer_small",
        cluster(topics=(topic(config=COMPACT),)),
        ("log.cleaner.dedupe.buffer.size 128m / 1 thread = 5,033,164 keys in a pass, for orders",),
        cluster(topics=(topic(),)),
    ),
    Case(
        "compaction_buffer_small",
        # 402653184 / 4 threads = 96 MiB, of which 3774873 keys.
        cluster(
            broker(log_cleaner_dedupe_buffer_size="402653184", log_cleaner_threads="4", log_cleanup_policy="compact"),
            topics=(),
        ),
        ("log.cleaner.dedupe.buffer.size 384m / 4 threads = 3,774,873 keys in a pass, for topics by default",),
        cluster(broker(log_cleaner_dedupe_buffer_size="536870912"), topics=(topic(config=COMPACT),)),
    ),
    Case(
        "compaction_unwatched",
        cluster(broker(facts={"watched": False}), topics=(topic(config=COMPACT),)),
        ("orders compacted; no JMX port, no agent, no metric.reporters",),
        cluster(broker(facts={"watched": True}), topics=(topic(config=COMPACT),)),
    ),
    Case(
        "topic_name_long",
        topics(topic(name="a" * 250)),
        ("250 characters > 249",),
        topics(topic(name="a" * 249)),
    ),
    Case(
        "topic_names_mixed",
        topics(topic(name="a.b"), topic(name="a_b")),
        ("a.b and a_b are one name in metrics", "with dots: a.b; with underscores: a_b"),
        topics(topic(name="a.b"), topic(name="a.c"), topic(name="__consumer_offsets")),
    ),
    Case(
        "broker_ids_same",
        cluster(broker(broker_id="1"), broker("k2", broker_id="2"), broker("k3", node_id="1")),
        ("number 1 of k1, k3",),
        cluster(
            broker(broker_id="-1"),
            broker("k2", broker_id="-1"),
            broker("k3"),
            broker("a1", broker_id="1", zookeeper_connect="z:2181/a"),
            broker("b1", broker_id="1", zookeeper_connect="z:2181/b"),
        ),
    ),
    Case(
        "racks_partial",
        racks("a", "b", ""),
        ("k3 without a rack",),
        racks("", "", ""),
    ),
    Case(
        "racks_unknown",
        racks("", "", ""),
        ("no broker has a rack",),
        racks("", "", "", replication=1),
    ),
    Case(
        "racks_uneven",
        racks("a", "a", "b"),
        ("a: 2, b: 1",),
        racks("a", "b", "c"),
    ),
    Case(
        "racks_fewer_than_replicas",
        racks("a", "b"),
        ("2: a, b",),
        racks("a", "b", "c"),
    ),
    Case(
        "cluster_stretched",
        replace(racks("eu-west-1a", "eu-west-1b", "us-east-1a"), brokers=(broker(),)),
        ("brokers in eu-west-1, us-east-1",),
        replace(racks("eu-west-1a", "eu-west-1b", "eu-west-1c"), brokers=(broker(),)),
    ),
    Case(
        "cluster_stretched",
        cluster(broker(facts={"site": "Bonn"}), broker("k2", facts={"site": "Oslo"})),
        ("brokers in Bonn, Oslo",),
        replace(racks("r1", "r2", "r3"), brokers=(broker(),)),
    ),
    Case(
        # Zones of Google's cloud; racks of one data center are none, however they are numbered.
        "cluster_stretched",
        replace(racks("europe-west1-b", "europe-west4-a", "dc-rack-1a"), brokers=(broker(),)),
        ("brokers in europe-west1, europe-west4",),
        replace(racks("dc-rack-1a", "dc-rack-2a", "us-row-3b", "room-east-1a"), brokers=(broker(),)),
    ),
    Case(
        "cluster_stretched",
        replace(racks("us-gov-west-1a", "us-gov-east-1a"), brokers=(broker(),)),
        ("brokers in us-gov-east-1, us-gov-west-1",),
        replace(racks("northamerica-northeast1-a", "northamerica-northeast1-b"), brokers=(broker(),)),
    ),
    Case("zookeeper_even", Reviewed(voters=4), ("4 servers",), Reviewed(voters=3)),
    Case("zookeeper_many_voters", Reviewed(voters=9), ("9 servers",), Reviewed(voters=7)),
    Case(
        "zookeeper_one_device",
        keeper(disks(z="8:1"), dataDir="/z"),
        ("snapshots and transaction log on one device",),
        keeper(disks(z="8:1", log="8:16"), dataDir="/z", dataLogDir="/log"),
    ),
    Case(
        "purge_missing",
        keeper({"purge_job": False}, dataDir="/z"),
        ("autopurge.purgeInterval=0, and no job",),
        keeper({"purge_job": True}, dataDir="/z"),
    ),
    Case(
        "purge_twice",
        keeper({"purge_job": True}, **{"autopurge.purgeInterval": "24"}),
        ("autopurge.purgeInterval=24, and a job",),
        keeper({"purge_job": False}, **{"autopurge.purgeInterval": "24"}),
    ),
    Case(
        # (4 + 2.5) / 8 GiB = 81.25%
        "zookeeper_heap_large",
        keeper({"heap": 4 * GIB, "memory": 8 * GIB, "other_heaps": (5 * GIB // 2,)}),
        ("heap 4g + 2560m of others = 81% of 8192m",),
        keeper({"heap": 4 * GIB, "memory": 8 * GIB}),
    ),
    Case(
        "zookeeper_shares_host",
        keeper({"shares": ("broker kafka",)}),
        ("beside broker kafka",),
        keeper({"shares": ()}),
    ),
    Case(
        "zookeeper_mode",
        cluster(broker(zookeeper_connect="z1:2181")),
        ("ZooKeeper",),
        # While it is moved, a controller and a broker of KRaft have the key as well.
        cluster(
            broker("c1", zookeeper_connect="z1:2181", process_roles="controller"),
            broker(zookeeper_connect="z1:2181", process_roles="broker"),
        ),
    ),
    Case("controllers_even", controllers(4), ("4 controllers",), controllers(3)),
    Case("controllers_single", controllers(1), ("1 controller",), controllers(1, brokers=1)),
    Case(
        "controllers_combined",
        controllers(3, combined=("k1", "k2")),
        ("k1, k2: broker and controller in one process",),
        controllers(3, combined=()),
    ),
    Case(
        "metadata_disk_shared",
        cluster(broker(facts=disks(a="8:1", b="8:16"), process_roles="broker,controller", log_dirs="/a,/b")),
        ("the disk of /a",),
        cluster(
            broker(
                facts=disks(a="8:1", m="8:32"),
                process_roles="broker,controller",
                log_dirs="/a",
                metadata_log_dir="/m",
            ),
        ),
    ),
    Case(
        # 100 MiB/s x 3 replicas / 3 brokers x 30 s = 3000 MiB; 8192 - 6144 - 512 = 1536.
        "page_cache_small",
        cluster(
            broker(facts={"memory": 8 * GIB, "heap": 6 * GIB}, default_replication_factor="3"),
            load=Load(written=100 * MIB),
            broker_count=3,
        ),
        ("8.0 GiB - heaps 6.0 GiB - JVMs = 1.5 GiB < 100.0 MiB in a second x 30 = 2.9 GiB",),
        cluster(
            broker(facts={"memory": 16 * GIB, "heap": 6 * GIB}, default_replication_factor="3"),
            load=Load(written=100 * MIB),
            broker_count=3,
        ),
    ),
    Case(
        # (60 x 2 + the other 40 x (3 x 1 + 1 x 5) / 4 partitions) MiB/s / 4 brokers x 30 s; 8192 - 6656 - 512 = 1024.
        "page_cache_small",
        cluster(
            broker(facts={"memory": 8 * GIB, "heap": 13 * GIB // 2}),
            topics=(
                topic(replication=2, written=60 * MIB),
                topic(3, 1, "logs"),
                topic(1, 5, "bills"),
                topic(50, 3, "__consumer_offsets"),
            ),
            load=Load(written=100 * MIB),
            broker_count=4,
        ),
        ("8.0 GiB - heaps 6.5 GiB - JVMs = 1.0 GiB < 50.0 MiB in a second x 30 = 1.5 GiB",),
        # 100 x 1 / 4 x 30 = 750, where by default it were three times as much.
        cluster(
            broker(facts={"memory": 8 * GIB, "heap": 13 * GIB // 2}, default_replication_factor="3"),
            topics=(topic(replication=1),),
            load=Load(written=100 * MIB),
            broker_count=4,
        ),
    ),
    Case(
        "dedupe_buffer_over_heap",
        cluster(broker(facts={"heap": 512 * MIB}, log_cleaner_dedupe_buffer_size="536870912")),
        ("log.cleaner.dedupe.buffer.size 512m = 100% of the heap of 512m",),
        cluster(broker(facts={"heap": GIB})),
    ),
    Case(
        "io_threads_few",
        cluster(broker(num_io_threads="2", log_dirs="/a,/b,/c")),
        ("num.io.threads 2 < 3 log.dirs",),
        cluster(broker(log_dirs="/a,/b,/c")),
    ),
    Case(
        # 6000 x (2 - 1) / 6 brokers
        "fetchers_single",
        topics(topic(6000, 2), size=6),
        ("num.replica.fetchers 1: 1,000 replicas to follow by 5 threads, one for each other broker",),
        topics(topic(60, 2), size=6),
    ),
    Case(
        "disk_of_the_system",
        cluster(broker(facts=disks(a="/", b="8:16"), log_dirs="/a,/b")),
        ("/a on the root file system",),
        cluster(broker(facts=disks(a="8:1", b="8:16"), log_dirs="/a,/b")),
    ),
    Case(
        "dynamic_not_taken",
        cluster(
            keeps(
                broker(num_replica_fetchers="1", min_insync_replicas="1", num_io_threads="8"),
                num_replica_fetchers="4",
                min_insync_replicas="2",
                num_io_threads="8",
            )
        ),
        ("min.insync.replicas 1, num.replica.fetchers 1",),
        cluster(
            keeps(
                broker(log_cleanup_policy="compact,delete", auto_create_topics_enable="true", a="0.50"),
                log_cleanup_policy="compact, delete",
                auto_create_topics_enable="TRUE",
                a="0.5",
                not_known_to_it="1",
            )
        ),
    ),
    Case(
        "quotas_none",
        Reviewed(quotas={}),
        ("no quota for anybody",),
        Reviewed(quotas={"default client": {"producer_byte_rate": 1e8}}),
    ),
    Case(
        "quota_default_small",
        Reviewed(quotas={"default client": {"producer_byte_rate": 10485760.0}}),
        ("producer_byte_rate 10,485,760",),
        Reviewed(quotas={"client batch": {"producer_byte_rate": 10485760.0}}),
    ),
    Case(
        "version_unknown",
        cluster(broker(version="2.8.0")),
        ("not in the table of settings",),
        cluster(broker(version="4.3.2")),
    ),
    Case(
        "setting_unknown",
        cluster(broker(version="4.3.1", metric_reporters="com.example.Reporter", example_interval="1")),
        ("unknown to Kafka itself",),
        cluster(broker(version="4.3.1", metric_reporters="com.example.Reporter")),
    ),
    Case(
        "setting_removed",
        cluster(broker(version="4.3.1", zookeeper_connect="z1:2181")),
        ("no setting of Kafka 4.3.1: it was removed in 4.0",),
        cluster(broker(version="3.9.2", zookeeper_connect="z1:2181")),
    ),
    Case(
        "setting_removed",
        cluster(broker(port="9092", quota_producer_default="10485760")),
        (
            "no setting of Kafka 3.9.2: listeners has its place since 3.0",
            "no setting of Kafka 3.9.2: a client quota (kafka-configs.sh) has its place since 3.0",
        ),
        cluster(broker(listeners="PLAINTEXT://:9092")),
    ),
    Case(
        "setting_mistyped",
        cluster(broker(version="4.3.1", num_io_thread="9", quux="1")),
        (
            "no setting of Kafka 4.3.1: the nearest that is one is num.io.threads",
            "no setting of Kafka 4.3.1: no setting is near it",
        ),
        cluster(broker(version="4.3.1", num_io_threads="9")),
    ),
    Case(
        "setting_mistyped",
        Reviewed(keepers=(Keeper("z1", {"dataDirs": "/z", "server.1": "a"}),)),
        ("no setting of ZooKeeper: the nearest that is one is dataDir",),
        Reviewed(keepers=(Keeper("z1", {"dataDir": "/z", "server.1": "a"}),)),
    ),
    Case(
        "setting_mistyped",
        Reviewed(clients=(producer({"linger.m": "5"}, version="4.3.1"), consumer({"max.poll.record": "5"}))),
        (
            "no setting of a producer of Kafka 4.3.1: the nearest that is one is linger.ms",
            "no setting of any consumer known here: the nearest that is one is max.poll.records",
        ),
        Reviewed(clients=(producer({"linger.ms": "5", "schema.registry.url": "http://s", "max.poll.records": "5"}),)),
    ),
    Case(
        "setting_removed",
        Reviewed(clients=(consumer({"auto.include.jmx.reporter": "true"}, version="4.3.1"),)),
        ("no setting of a consumer of Kafka 4.3.1: it was removed in 4.0",),
        Reviewed(clients=(consumer({"auto.include.jmx.reporter": "true"}, version="3.9.2"),)),
    ),
    Case(
        "setting_value_refused",
        Reviewed(clients=(producer({"retries": "-1"}), consumer({"group.protocol": "new"}, version="4.3.1"))),
        (
            "is 'new' where one of CONSUMER, CLASSIC is wanted by a consumer of Kafka 4.3.1",
            "is '-1' where a whole number from 0 to 2147483647 is wanted by any producer known here",
        ),
        Reviewed(clients=(producer({"retries": "0"}), consumer({"group.protocol": "consumer"}, version="4.3.1"))),
    ),
    Case(
        "setting_deprecated",
        Reviewed(clients=(producer({"auto.include.jmx.reporter": "true"}, version="3.9.2"),)),
        ("deprecated in a producer of Kafka 3.9.2",),
        Reviewed(clients=(producer({"acks": "all"}),)),
    ),
    Case(
        "setting_value_refused",
        cluster(broker(num_io_threads="0")),
        ("is '0' where a whole number of at least 1 is wanted by Kafka 3.9.2",),
        # A cluster tells of its own defaults, some of which a file may not have.
        cluster(
            replace(
                broker(version="4.3.1", controller_quorum_bootstrap_servers="", num_io_threads="1"),
                complete=True,
                defaults=frozenset({"controller.quorum.bootstrap.servers"}),
            )
        ),
    ),
    Case(
        "setting_repeated",
        cluster(replace(broker(num_io_threads="9"), repeated=("num.io.threads",))),
        ("given more than once; the last one counts: 9",),
        cluster(broker(num_io_threads="9")),
    ),
    Case(
        "setting_deprecated",
        cluster(broker(version="4.3.1", log_cleaner_enable="true")),
        ("deprecated in Kafka 4.3.1",),
        cluster(
            replace(broker(version="4.3.1", log_cleaner_enable="true"), defaults=frozenset({"log.cleaner.enable"}))
        ),
    ),
    Case(
        "timestamps_limited",
        cluster(broker(version="4.3.1")),
        ("log.message.timestamp.after.max.ms 1 h, the default of 4.0 and later (before: none)",),
        cluster(broker(version="4.3.1", log_message_timestamp_after_max_ms="3600000")),
    ),
    Case(
        "segment_below_minimum",
        cluster(broker(version="4.3.1"), topics=(topic(config={"segment.bytes": "16384"}),)),
        ("segment.bytes 16,384 < 1,048,576",),
        cluster(broker(version="3.9.2"), topics=(topic(config={"segment.bytes": "1048576"}),)),
    ),
]


@pytest.mark.parametrize(("version", "severity"), [("3.9.2", "low"), ("4.3.1", "high")])
def test_a_segment_that_later_versions_refuse_is_told_before_the_upgrade_as_well(version, severity) -> None:
    found = cluster(broker(version=version), topics=(topic(config={"segment.bytes": "16384"}),))
    (told,) = by_rule(found, "segment_below_minimum").findings
    assert (told["severity"], told["subject"]) == (severity, "topic orders")


def test_what_kafka_reports_to_by_itself_is_nobody_who_watches() -> None:
    reporter = {"metric_reporters": "org.apache.kafka.common.metrics.JmxReporter"}
    found = cluster(broker(facts={"watched": False}, **reporter), topics=(topic(config=COMPACT),))
    assert [one["id"] for one in by_rule(found, "compaction_unwatched").findings] == ["compaction_unwatched"]


def test_a_controller_that_holds_no_partitions_is_judged_by_its_keys_alone() -> None:
    """As an audit of a cluster with controllers of their own has them, which comes to the controllers first."""
    facts = {"memory": 2 * GIB, "heap": GIB, "nofile": 4096, "max_map_count": 65530, "watched": False}
    facts |= disks(metadata="/")
    controller = broker("c1", "4.3.1", facts, process_roles="controller", log_dirs="/metadata", num_io_thread="9")
    large = {"memory": 200 * GIB, "heap": 6 * GIB, "nofile": 10**6, "max_map_count": 1 << 21, "watched": True}
    own = {"default_replication_factor": "3", "min_insync_replicas": "2", "offsets_retention_minutes": "99999"}
    own |= {"log_cleaner_dedupe_buffer_size": "536870912", "num_replica_fetchers": "4"}
    one = broker("k1", "4.3.1", large, process_roles="broker", log_dirs="/data", **own)
    month = {"cleanup.policy": "compact,delete", "retention.ms": str(30 * DAY_MS), "segment.ms": str(DAY_MS)}
    given = (topic(6000, config=month), topic(50, 1, "__consumer_offsets", {"min.insync.replicas": "1"}))
    found = cluster(controller, one, topics=given, load=Load(written=10**9), broker_count=6)
    told = [(each["id"], each["subject"]) for each in reviewing.judge(found, rules.RULES).findings]
    assert told == [
        ("internal_replication", "topic __consumer_offsets"),
        ("setting_mistyped", "num.io.thread of controller c1"),
        ("timestamps_limited", "topic defaults of k1"),
    ]


@pytest.mark.parametrize(
    ("identity", "client"),
    [
        ("acks_without_min_isr", producer({"acks": "1"})),
        ("message_over_consumer_fetch", consumer({"fetch.max.bytes": "1"})),
        ("request_over_message", producer({"max.request.size": "2000000"}, topics=("orders",))),
    ],
)
def test_nothing_is_said_of_a_client_whose_topics_nobody_knows(identity, client) -> None:
    judgement = by_rule(Reviewed(clients=(client,)), identity)
    assert (judgement.findings, judgement.asked, judgement.not_asked) == ([], [], {identity: "topics"})


def test_topics_that_have_no_name_yet_are_called_what_they_are() -> None:
    (found,) = by_rule(clients(producer(keyed=False), log_cleanup_policy="compact"), "compaction_null_keys").findings
    assert found["subject"] == "topics by default"


@pytest.mark.parametrize("version", ["", "newest"])
@pytest.mark.parametrize("identity", ["client_too_old", "batching_small"])
def test_a_client_of_a_version_that_nobody_knows_is_not_judged_by_it(version, identity) -> None:
    judgement = by_rule(clients(producer(version=version, records=50000), version="4.3.1"), identity)
    assert (judgement.findings, judgement.not_asked) == ([], {identity: "version of the client"})


_SUM = ", or raise delivery.timeout.ms to linger.ms + request.timeout.ms or more"


@pytest.mark.parametrize(
    ("client", "remedy"),
    [
        (producer({"linger.ms": "95000", "delivery.timeout.ms": "120000"}), f"lower linger.ms{_SUM}"),
        (producer({"linger.ms": "20", "delivery.timeout.ms": "10000"}), f"lower request.timeout.ms{_SUM}"),
        (producer({"linger.ms": "40000"}), "lower linger.ms"),
        (
            producer({"linger.ms": "400000", "message.timeout.ms": "300000"}, library=LIBRDKAFKA),
            "lower linger.ms, or raise message.timeout.ms above it",
        ),
    ],
)
def test_what_is_lowered_is_what_can_be(client, remedy) -> None:
    (found,) = by_rule(clients(client), "linger_over_timeout").findings
    assert found["remedy"] == remedy


@pytest.mark.parametrize(
    ("given", "severity", "said"),
    [
        (cluster(broker(zookeeper_connect="z:2181")), "high", "no topic can be made"),
        (Reviewed(mode="zookeeper"), "high", "no topic can be made"),
        (Reviewed(mode="kraft"), "medium", "a rack of their own"),
        (cluster(broker(process_roles="broker")), "medium", "a rack of their own"),
    ],
)
def test_brokers_without_a_rack_are_refused_by_zookeepers_controller_alone(given, severity, said) -> None:
    (found,) = by_rule(replace(racks("a", ""), brokers=given.brokers, mode=given.mode), "racks_partial").findings
    assert (found["severity"], found["found"]) == (severity, "k2 without a rack")
    assert said in found["why"]


@pytest.mark.parametrize(
    ("running", "kept", "severity", "settings"),
    [
        ({"num_replica_fetchers": "1", "min_insync_replicas": "1"}, ("4", "2"), "high", "num.replica.fetchers=4"),
        ({"num_io_threads": "8", "queue": "1"}, ("3", "2"), "medium", "num.io.threads=3"),
        ({"num_io_threads": "8", "queue": "1"}, ("16", "2"), "medium", "num.io.threads=16, queue=2"),
        ({"num_io_threads": "many"}, ("8",), "medium", "num.io.threads=8"),
    ],
    ids=["twice and more", "less than half", "nobody knows which", "no number"],
)
def test_what_a_broker_cannot_take_is_for_its_file(running, kept, severity, settings) -> None:
    one = keeps(broker(**running), **dict(zip(running, kept)))
    (found,) = by_rule(cluster(one), "dynamic_not_taken").findings
    assert (found["severity"], found["remedy"].partition(" in the ")[0]) == (severity, f"set {settings}")


def by_rule(found: Reviewed, identity: str) -> reviewing.Judgement:
    return reviewing.judge(found, rules.of(identity))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.identity}: {case.told[0][:40]}")
def test_a_rule_finds_its_trap_with_the_numbers_and_nothing_where_there_is_none(case) -> None:
    found = by_rule(case.has, case.identity).findings
    assert [(one["id"], one["found"]) for one in found] == [(case.identity, told) for told in case.told]
    assert all("{" not in str(one[part]) for one in found for part in ("why", "remedy", "found"))
    judgement = by_rule(case.has_not, case.identity)
    assert judgement.findings == []
    assert judgement.not_asked == {}, "the rule lacks what it needs to say that nothing is wrong"


def test_every_rule_has_both() -> None:
    """A rule without a case, and so without a configuration on either side, ends this test."""
    assert {case.identity for case in CASES} == set(rules.BY_ID)


def test_an_id_is_the_name_of_one_rule() -> None:
    assert len(rules.BY_ID) == len(rules.RULES)


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.identity)
def test_a_rule_is_silent_without_what_it_needs(rule) -> None:
    has = next(case.has for case in CASES if case.identity == rule.identity)
    for need in rule.needs:
        assert by_rule(lacking(has, need), rule.identity).findings == []


def lacking(found: Reviewed, need: str) -> Reviewed:
    """What was found, but for what is needed."""
    first, _dot, second = need.partition(".")
    if first == "facts":
        servers = {
            kind: tuple(replace(one, facts=replace(one.facts, **{second: None})) for one in getattr(found, kind))
            for kind in ("brokers", "keepers")
        }
        return replace(found, **servers)
    if first == "load":
        return replace(found, load=replace(found.load, **{second: None})) if second else replace(found, load=None)
    if first == "dynamic":
        return replace(found, brokers=tuple(replace(one, dynamic=None) for one in found.brokers))
    return replace(found, **{first: () if first == "brokers" else None})
