# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A node killed, a node whose disks were lost, and what is refused meanwhile."""

import pytest
from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition

from tests.servers.waiting import eventually

TOPIC = "groundwork-test-failures"
FOLDERS = ["/data/kafka-1/log", "/data/kafka-2/log", "/data/metadata/log"]


class Topic:
    """A topic of six partitions with a replica on every node."""

    def __init__(self, operator):
        self.operator = operator
        self.admin = KafkaAdminClient(**operator)
        self.admin.create_topics({TOPIC: {"num_partitions": 6, "replication_factor": 3}})

    def write(self, number):
        producer = KafkaProducer(**self.operator, acks="all", delivery_timeout_ms=60000)
        sent = [producer.send(TOPIC, b"record") for _number in range(number)]
        assert len([future.get(timeout=60) for future in sent]) == number
        producer.close()

    def count(self):
        consumer = KafkaConsumer(**self.operator)
        ends = consumer.end_offsets([TopicPartition(TOPIC, number) for number in range(6)])
        consumer.close()
        return sum(ends.values())

    def in_sync(self):
        (found,) = self.admin.describe_topics([TOPIC])
        return [sorted(partition["isr_nodes"]) for partition in found["partitions"]]


@pytest.fixture(scope="module")
def topic(operator):
    made = Topic(operator)
    yield made
    made.admin.close()
    admin = KafkaAdminClient(**operator)  # the first one may know a broker that was replaced
    admin.delete_topics([TOPIC])
    admin.close()


ALL_IN_SYNC = [[1, 2, 3]] * 6


def test_a_killed_node_comes_back_by_its_unit(machine, topic, quorum, voters):
    topic.write(200)
    host = machine(2)
    before = host.check_output("systemctl show --property MainPID --value kafka")
    host.check_output("systemctl kill --signal KILL kafka")
    topic.write(200)
    eventually(lambda: host.check_output("systemctl is-active kafka"), "active")
    assert host.check_output("systemctl show --property MainPID --value kafka") != before
    eventually(topic.in_sync, ALL_IN_SYNC)
    eventually(lambda: (sorted(quorum()["voters"]), quorum()["behind"] < 100), (voters, True))
    assert topic.count() == 400


@pytest.fixture
def lost(machine, mark):
    """The first controller, stopped, with nothing on its disks any more; what they held, and what they hold."""
    host = machine(1)
    host.check_output("systemctl stop kafka")
    held = mark(host, FOLDERS[2])
    for path in FOLDERS:
        host.check_output("find %s -mindepth 1 -delete", path)
    return host, held, lambda: mark(host, FOLDERS[2])


@pytest.mark.remedy("… to be formatted, and whether there is a cluster already")
def test_the_first_controller_is_replaced_and_joins_its_cluster(lost, play, topic, quorum):
    host, held, mark = lost
    others = {number: directory for number, directory in quorum()["voters"].items() if number != 1}

    code, said = play("kafka", "--limit=groundwork-kraft-kafka1")
    assert code != 0
    assert "groundwork-kraft-kafka1 is to be formatted, and whether there is a cluster already cannot be told" in said
    assert host.file(FOLDERS[2]).listdir() == []

    code, said = play("kafka")
    assert code == 0, said
    holds = mark()
    assert (holds["node.id"], holds["cluster.id"]) == ("1", held["cluster.id"])
    assert holds["directory.id"] != held["directory.id"]
    eventually(lambda: quorum()["voters"], {**others, 1: holds["directory.id"]})
    eventually(topic.in_sync, ALL_IN_SYNC)
    assert topic.count() == 400


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        ({"kafka_cluster_id": "NFrByNf9Sb-ZRSqQKfs2LA"}, "kafka_cluster_id is NFrByNf9Sb-ZRSqQKfs2LA, and"),
        ({"kafka_mode": "zookeeper"}, "kafka_mode is zookeeper"),
        ({"kafka_log_dirs": ["/data/kafka-1/new"]}, "and kafka_log_dirs does not have it any more"),
        (
            {"kafka_metadata_log_dir": "/data/metadata/new"},
            "The metadata of this server lie in /data/metadata/log, and kafka_metadata_log_dir is /data/metadata/new",
        ),
        ({"kafka_controller_port": 9193}, "set kafka_controller_port back to 9093"),
    ],
)
def test_what_would_be_another_cluster_or_none_is_refused(play, extra, sentence):
    code, said = play("preflight", **extra)
    assert code != 0
    assert sentence in said
