# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Traps in a cluster that holds data, taken away by the words of their remedies: gone afterwards, and nothing lost.

What a topic or the cluster keeps is changed while all servers run; what stands in their files, by one restart of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from kafka import KafkaConsumer, TopicPartition
from kafka.structs import OffsetAndMetadata

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from tests.admin.by_hand import ByHand, started
from tests.admin.reviewing import (
    RECORDS,
    alter,
    create,
    fill,
    ids,
    in_sync,
    records,
    review,
    review_files,
    text,
    type_in,
)
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

DAY_MS = 86_400_000
GROUP = "reader"
ALL = [1, 2, 3]
#: In the files of all servers; their folders are two.
IN_FILES = (
    "num.replica.fetcher=4",
    "zookeeper.connect=127.0.0.1:1",
    "log.flush.interval.messages=1000",
    "offsets.topic.replication.factor=1",
    "transaction.state.log.min.isr=3",
    "num.io.threads=1",
    "num.network.threads=3",
    "num.network.threads=4",
)
#: What is put in their places, as the remedies say; an empty text takes the line out.
MENDED = {
    "num.replica.fetcher=4": "num.replica.fetchers=4",
    "zookeeper.connect=127.0.0.1:1": "",
    "log.flush.interval.messages=1000": "",
    "offsets.topic.replication.factor=1": "offsets.topic.replication.factor=3",
    "transaction.state.log.min.isr=3": "transaction.state.log.min.isr=2",
    "num.io.threads=1": "num.io.threads=2",
    "num.network.threads=3": "",
}
#: What they had by default, and are given.
GIVEN = (
    "offsets.retention.minutes=43200",  # 30 days, as the longest retention is
    "replica.fetch.max.bytes=5242880",
    "log.message.timestamp.after.max.ms=3600000",
    "default.replication.factor=3",
    "min.insync.replicas=2",
)
#: Topics with a trap each: their replicas, and their settings.
TOPICS: Mapping[str, tuple[list[int], dict[str, str]]] = {
    "all": (ALL, {"min.insync.replicas": "3"}),
    "over": ([1, 2], {"min.insync.replicas": "3"}),
    "one": (ALL, {"min.insync.replicas": "1"}),
    "unclean": (ALL, {"min.insync.replicas": "2", "unclean.leader.election.enable": "true"}),
    "single": ([2], {"min.insync.replicas": "1"}),
    "month": (ALL, {"min.insync.replicas": "2", "retention.ms": str(30 * DAY_MS)}),
    "undercut": (ALL, {"min.insync.replicas": "2", "retention.bytes": str(1 << 30)}),
    "flushed": (ALL, {"min.insync.replicas": "2", "flush.ms": "1000"}),
    "huge": (ALL, {"min.insync.replicas": "2", "max.message.bytes": "209715200"}),
    "large": (ALL, {"min.insync.replicas": "2", "max.message.bytes": "5242880"}),
    "dust": (ALL, {"min.insync.replicas": "2", "segment.ms": "60000"}),
    "day": (ALL, {"min.insync.replicas": "2", "retention.ms": str(DAY_MS)}),
}
#: The findings of each topic that say by themselves what is to be set.
SET = {
    "all": ("min_isr_all", "set min.insync.replicas=2, or add a replica"),
    "over": ("min_isr_over", "set min.insync.replicas=1, or add replicas"),
    "one": ("min_isr_one", "set min.insync.replicas=2"),
    "unclean": ("unclean_election", "set unclean.leader.election.enable=false, unless the topic's newest records"),
}
#: Those that leave the value to people, the value, and how the remedy begins.
CHOSEN: Mapping[str, tuple[str, str, str, str | None]] = {
    "undercut": ("size_undercuts_time", "raise retention.bytes of the topic", "retention.bytes", None),
    "flushed": ("topic_flush_forced", "take it out of the topic", "flush.ms", None),
    "huge": ("message_over_request", "raise socket.request.max.bytes above", "max.message.bytes", "1048588"),
    "dust": ("segments_dust", "raise segment.ms of the topic", "segment.ms", str(DAY_MS)),
    "day": ("data_outlives_retention", "lower segment.ms (log.roll.ms) of the topic", "segment.ms", str(DAY_MS // 8)),
}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ByHand]:
    """Three servers with traps in their files, of which the first alone has a rack, and the topics with records."""
    folder = tmp_path_factory.mktemp("traps")
    with started(folder, IN_FILES, {1: ["broker.rack=a"]}, ("data{}", "other{}")) as made:
        create(made, {name: {"assignments": {0: on}, "configs": config} for name, (on, config) in TOPICS.items()})
        fill(made, TOPICS)
        with group(made) as consumer:
            place = {TopicPartition(name, 0): OffsetAndMetadata(number, "", -1) for number, name in enumerate(TOPICS)}
            consumer.commit(place)
        yield made


def group(made: ByHand) -> KafkaConsumer:
    return KafkaConsumer(bootstrap_servers=made.addresses, group_id=GROUP, enable_auto_commit=False)


def of_one_replica(found: Mapping[tuple[str, str], str]) -> list[str]:
    """What is said of the topic with one replica, whose finding new topics share."""
    return [
        remedy
        for (identity, subject), remedy in found.items()
        if identity == "replication_single" and "single" in subject
    ]


def reassign(made: ByHand, topic: str) -> None:
    """Give a topic its three replicas, as kafka-reassign-partitions.sh does, and wait until they are in sync."""
    with connection.connected(made.addresses, {}, 30) as client:
        count = len(client.describe_topics([topic])[0]["partitions"])
        client.alter_partition_reassignments(
            {TopicPartition(topic, number): [1 + (number + one) % 3 for one in range(3)] for number in range(count)}
        )
    in_sync(made, [topic])


def mend(path: Path, more: list[str]) -> None:
    lines = [MENDED.get(line, line) for line in path.read_text().splitlines()]
    path.write_text("\n".join([*(line for line in lines if line), *more]) + "\n")


@pytest.mark.remedy("min_isr_all", "min_isr_over", "min_isr_one", "unclean_election")
def test_what_a_topic_is_to_have_is_set_by_the_words_of_the_finding(cluster: ByHand) -> None:
    found = review(cluster)
    for topic, (identity, remedy) in SET.items():
        told = found[identity, f"topic {topic}"]
        assert told.startswith(remedy)
        key, value = re.match(r"set ([a-z.]+)=(\w+)", told).groups()  # type: ignore[union-attr]
        alter(cluster, topic, key, value)
    eventually(lambda: ids(review(cluster)) & {identity for identity, _remedy in SET.values()}, set(), 30)


@pytest.mark.remedy(
    "size_undercuts_time", "topic_flush_forced", "message_over_request", "segments_dust", "data_outlives_retention"
)
def test_what_is_left_to_people_is_set_as_the_finding_says(cluster: ByHand) -> None:
    found = review(cluster)
    for topic, (identity, remedy, key, value) in CHOSEN.items():
        assert found[identity, f"topic {topic}"].startswith(remedy)
        alter(cluster, topic, key, value)
    wanted = {(identity, f"topic {topic}") for topic, (identity, *_rest) in CHOSEN.items()}
    eventually(lambda: set(review(cluster)) & wanted, set(), 30)


@pytest.mark.remedy("quotas_none", "quota_default_small")
def test_a_default_quota_is_set_and_raised(cluster: ByHand) -> None:
    (remedy,) = (told for (identity, _subject), told in review(cluster).items() if identity == "quotas_none")
    command = re.search(r"\((kafka-configs\.sh .*?)\)", remedy).group(1)  # type: ignore[union-attr]
    type_in(cluster, command.replace("BYTES", str(10 << 20)))
    eventually(lambda: ids(review(cluster)) & {"quotas_none", "quota_default_small"}, {"quota_default_small"}, 30)
    type_in(cluster, command.replace("BYTES", str(1 << 30)))
    eventually(lambda: ids(review(cluster)) & {"quotas_none", "quota_default_small"}, set(), 30)


@pytest.mark.remedy("replication_single", "internal_replication")
def test_topics_of_one_replica_get_three(cluster: ByHand) -> None:
    with connection.connected(cluster.addresses, {}, 30) as client:
        # One broker has a rack and the others none: ZooKeeper's controller would make no topic, that of KRaft does.
        client.create_topics({"anywhere": {"num_partitions": 1, "replication_factor": 3}})
    found = review(cluster)
    (told,) = of_one_replica(found)
    assert told.startswith("give the topic 3 replicas (kafka-reassign-partitions.sh)")
    assert found["internal_replication", "topic __consumer_offsets"].endswith(
        "where it is there, add replicas (kafka-reassign-partitions.sh)"
    )
    for topic in ("single", "__consumer_offsets"):
        reassign(cluster, topic)
    after = review(cluster)
    assert of_one_replica(after) == []
    assert ("internal_replication", "topic __consumer_offsets") not in after


@pytest.mark.remedy("setting_value_refused", "setting_repeated")
def test_a_file_is_corrected_before_its_server_is_restarted(cluster: ByHand) -> None:
    path = cluster.files[0]
    right = path.read_text()
    path.write_text(right.replace("num.io.threads=1", "num.io.threads=0"))
    found = review_files(cluster.files, cluster.version)
    assert found["setting_value_refused"] == "correct it before the broker is restarted"
    assert found["setting_repeated"] == "leave the value that is meant, and take the others out"
    path.write_text(right)
    assert "setting_value_refused" not in review_files(cluster.files, cluster.version)
    for one in cluster.files:
        one.write_text(one.read_text().replace("num.network.threads=3\n", ""))
    assert "setting_repeated" not in review_files(cluster.files, cluster.version)


@pytest.mark.remedy(
    "setting_mistyped",
    "setting_removed",
    "flush_forced",
    "internal_min_isr_all",
    "io_threads_few",
    "offsets_expire",
    "message_over_replica_fetch",
    "timestamps_limited",
    "racks_partial",
)
def test_what_stands_in_files_is_gone_after_one_restart_of_each_server(cluster: ByHand) -> None:
    in_files = {
        "setting_mistyped": "correct it, or leave it out",
        "setting_removed": "leave it out, and give what Kafka's upgrade notes name instead",
        "flush_forced": "take it out, and have replicas",
        "internal_min_isr_all": "set transaction.state.log.min.isr=2",
        "io_threads_few": "raise num.io.threads to the number of disks, or more",
        "offsets_expire": "raise offsets.retention.minutes to the longest retention",
        "message_over_replica_fetch": "raise replica.fetch.max.bytes to the largest record",
        "timestamps_limited": "have the clocks of all producers kept by NTP, and write the limit that is meant",
        "racks_partial": "set broker.rack of every broker, or of none",
        "replication_single": "give the topic 3 replicas (kafka-reassign-partitions.sh), and new ones by default.repl",
    }
    told = {identity: remedy for (identity, _subject), remedy in review(cluster).items()}
    assert {identity: told.get(identity, "")[: len(remedy)] for identity, remedy in in_files.items()} == in_files
    for number, server in cluster.servers.items():
        server.stop()
        mend(server.settings, [*GIVEN, *([f"broker.rack={'abc'[number - 1]}"] if number > 1 else [])])
        server.start()
        in_sync(cluster)
    eventually(lambda: ids(review(cluster)) & set(in_files), set(), 30)


def test_nothing_was_lost_on_the_way(cluster: ByHand) -> None:
    """Read by itself: each record of each topic in its order, and where the group stands."""
    with group(cluster) as consumer:
        for place, name in enumerate(TOPICS):
            assert consumer.committed(TopicPartition(name, 0)) == place
    for name in TOPICS:
        assert records(cluster, name) == [(None, text(name, number)) for number in range(RECORDS)]
