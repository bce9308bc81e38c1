# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from fractions import Fraction

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import load
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.capacity import loads


def test_what_is_not_given_has_a_default():
    found = load.read(loads.of(), "kafka_load")
    assert (found.brokers, found.racks, found.disks, found.connections) == (3, 1, 1, 0)
    assert (found.heap, found.largest_partition, found.rebuild_hours) == (6442450944, 25_000_000_000, 24)
    assert (found.disk_bytes, found.memory_bytes, found.network, found.max_map_count, found.nofile) == (None,) * 5
    (one,) = found.topics
    assert (one.topics, one.replicas, one.segment_bytes, one.roll_hours) == (1, 3, 1073741824, 168)
    assert (one.write, one.read, one.record_bytes) == (1_000_000, 1_000_000, 100)
    assert (one.producer, one.consumer, one.partitions, one.retention_bytes) == (None,) * 4


def test_with_fewer_brokers_there_are_fewer_replicas_unless_given():
    assert load.read({**loads.of(), "brokers": 2}, "kafka_load").topics[0].replicas == 2


@pytest.mark.parametrize(
    ("given", "write", "record"),
    [
        ({"write_bytes_per_second": "300 MB", "records_per_second": 800_000, "record_bytes": None}, 300_000_000, 375),
        ({"write_bytes_per_second": None, "records_per_second": 1000, "record_bytes": 375}, 375_000, 375),
        ({"records_per_second": 10_000}, 1_000_000, 100),
    ],
)
def test_two_of_three_tell_how_much_is_written(given, write, record):
    (one,) = load.read(loads.of([given]), "kafka_load").topics
    assert (one.write, one.record_bytes) == (write, record)


@pytest.mark.parametrize(
    ("cluster", "sentence"),
    [
        ({"brokers": 0}, "kafka_load.brokers: 0 cannot be; give a whole number from 1 to 100000."),
        ({"brokers": None}, "kafka_load.brokers is missing; give a whole number from 1 to 100000."),
        ({"brokers": -3}, "kafka_load.brokers: -3 cannot be; give a whole number from 1 to 100000."),
        ({"brokers": 2.5}, "kafka_load.brokers: a whole number is needed, not 2.5; write it without a fraction."),
        (
            {"racks": 4},
            "kafka_load.racks: 4 is more than the 3 of kafka_load.brokers; give the racks that have a broker.",
        ),
        ({"disks": 0}, "kafka_load.disks: 0 cannot be; give a whole number from 1 to 10000."),
        ({"connections": -1}, "kafka_load.connections: -1 cannot be; give a whole number from 0 to 2147483647."),
        ({"growth_percent": -5}, "kafka_load.growth_percent: -5 cannot be; give a number from 0 to 1000."),
        (
            {"rebuild_hours": 0},
            "kafka_load.rebuild_hours: 0 cannot be; give hours, as a decimal fraction where it is a part of one.",
        ),
        ({"topics": []}, "kafka_load.topics is missing; give the classes of topics, at least one."),
        ({"topics": "events"}, "kafka_load.topics is missing; give the classes of topics, at least one."),
        ({"broker": 3}, "kafka_load.broker is not known; give one of brokers, racks, "),
    ],
)
def test_a_cluster_that_cannot_be_is_refused(cluster, sentence):
    with pytest.raises(GroundworkError) as caught:
        load.read({**loads.of(), **cluster}, "kafka_load")
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("given", [None, "", {}, []])
def test_nothing_is_no_load(given):
    with pytest.raises(GroundworkError, match=r"^kafka_load has nothing in it; give brokers and"):
        load.read(given, "kafka_load")


@pytest.mark.parametrize(
    ("topics", "sentence"),
    [
        (
            {"replication_factor": 4},
            "kafka_load.topics[0].replication_factor: 4 is more than there are brokers, 3, each of which holds one "
            "replica of a partition at most; give more brokers, or fewer replicas.",
        ),
        ({"write_bytes_per_second": -1}, "kafka_load.topics[0].write_bytes_per_second: -1 is no size"),
        ({"write_bytes_per_second": 0}, "kafka_load.topics[0].write_bytes_per_second: 0 cannot be"),
        ({"read_bytes_per_second": "-1 MB"}, "kafka_load.topics[0].read_bytes_per_second: '-1 MB' is no size"),
        ({"consumer_bytes_per_second": 0}, "kafka_load.topics[0].consumer_bytes_per_second: 0 cannot be"),
        (
            {"records_per_second": -1},
            "kafka_load.topics[0].records_per_second: -1 cannot be; give a whole number from 1 to",
        ),
        (
            {"record_bytes": None},
            "kafka_load.topics[0].record_bytes is missing; give two of write_bytes_per_second, record_bytes and",
        ),
        (
            {"write_bytes_per_second": None},
            "kafka_load.topics[0].write_bytes_per_second is missing; give two of write_bytes_per_second, record_bytes",
        ),
        (
            {"records_per_second": 7},
            "kafka_load.topics[0].write_bytes_per_second: 1000000 is not records_per_second times record_bytes, 700;",
        ),
        ({"name": " "}, "kafka_load.topics[0].name is missing; give the class of topics a name, such as events."),
        ({"retention_hours": None}, "kafka_load.topics[0].retention_hours is missing; give it, or retention_bytes"),
        ({"retention_hours": -1}, "kafka_load.topics[0].retention_hours: -1 cannot be; give a number from 0 to"),
        ({"segment_bytes": 13}, "kafka_load.topics[0].segment_bytes: 13 cannot be; give whole bytes, from 14 to"),
        (
            {"segment_bytes": "2 GiB"},
            "kafka_load.topics[0].segment_bytes: 2 GiB cannot be; give whole bytes, from 14 to 2147483647.",
        ),
        (
            {"record_bytes": "2 MiB", "segment_bytes": "1 MiB"},
            "kafka_load.topics[0].record_bytes: a record of 2 MiB is larger than its segment of 1 MiB, so that Kafka "
            "refuses it; give smaller records, or larger segments.",
        ),
        (
            {"write_bytes_per_second": "3 GB", "record_bytes": None, "records_per_second": 1},
            "kafka_load.topics[0].record_bytes: a record of 3 GB is larger than its segment of 1 GiB, so that Kafka",
        ),
        ({"roll_hours": 0}, "kafka_load.topics[0].roll_hours: 0 cannot be; give hours"),
        ({"partitions": 0}, "kafka_load.topics[0].partitions: 0 cannot be; give a whole number from 1 to 10000000."),
        ({"retention": 5}, "kafka_load.topics[0].retention is not known; give one of name, topics, "),
    ],
)
def test_topics_that_cannot_be_are_refused(topics, sentence):
    with pytest.raises(GroundworkError) as caught:
        load.read(loads.of([topics]), "kafka_load")
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).count("\n") == 0


def test_a_segment_is_as_large_as_kafka_takes_it_and_may_be_one_record():
    (one,) = load.read(loads.of([{"segment_bytes": 2**31 - 1, "record_bytes": 2**31 - 1}]), "kafka_load").topics
    assert (one.segment_bytes, one.record_bytes) == (2147483647, 2147483647)


def test_two_classes_have_two_names():
    with pytest.raises(GroundworkError, match=r"^kafka_load.topics has events twice; give each class"):
        load.read(loads.of([{}, {}]), "kafka_load")


def test_a_load_grows_by_what_a_month_adds_to_what_there_was_before():
    given = load.read(loads.of([{"partitions": 10}], growth_percent=10, partition_growth_percent="5"), "kafka_load")
    (later,) = load.grown(given, 2).topics
    assert later.write == Fraction(1_210_000)
    assert later.read == Fraction(1_210_000)
    assert later.partitions == 12  # 11.025, and a part of one is one
    assert load.grown(given, 0) == given
