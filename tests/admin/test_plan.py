# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The formula of a plan against a real broker: map areas and descriptors of many small segments, read off its /proc."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterator

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.modules import capacity_plan
from tests.servers.cluster import Cluster
from tests.servers.server import Server
from tests.servers.waiting import eventually

TOPIC, PARTITIONS = "planned", 5
SEGMENT_BYTES = 16384  # how a topic gets segments that small: 4.x refuses them in the words of 3.9
SMALL = {"zookeeper": "segment.bytes", "kraft": "internal.segment.bytes"}
#: A batch of one record: 61 bytes of its own, 9 of the record's lengths and differences, and the value.
VALUE, STORED = bytes(450), 520
RECORDS = 3100  # of each partition; 31 fill a segment
LOAD = {
    "brokers": 1,
    "topics": [
        {
            "name": TOPIC,
            "partitions": PARTITIONS,
            "write_bytes_per_second": RECORDS * STORED * PARTITIONS,
            "record_bytes": STORED,
            "retention_bytes": RECORDS * STORED,
            "segment_bytes": SEGMENT_BYTES,
        }
    ],
}
#: The JVM lets go of a file that it has mapped once more, as 3.9 does when a segment is closed, when it next collects.
COLLECTING = ("-XX:+UseG1GC", "-XX:G1PeriodicGCInterval=500")


@pytest.fixture
def broker(cluster: Cluster) -> Iterator[Server]:
    """The second broker, just started, and collecting all the time."""
    one = cluster.brokers[2]
    before = one.options
    one.stop()
    one.options = (*before, *COLLECTING)
    one.start_again()
    yield one
    one.stop()
    one.options = before
    one.start_again()


@pytest.mark.parametrize("cluster", [pytest.param("zookeeper", marks=pytest.mark.long), "kraft"], indirect=True)
def test_areas_and_descriptors_are_as_many_as_planned(cluster: Cluster, broker: Server) -> None:
    numbers = {one["id"]: one["value"] for one in planned()["numbers"]}
    expected = numbers["map_areas"] - 500, numbers["descriptors"]  # what the JVM has itself is measured
    assert expected == (1000, 500)
    areas, descriptors = areas_of(broker), descriptors_of(broker)
    fill(cluster)
    segments = len(list(folder_of(broker).glob(f"{TOPIC}-*/*.log")))
    assert segments == pytest.approx(500, rel=0.05)
    # Segments that were rolled in this process have both indexes open.
    eventually(lambda: abs(areas_of(broker) - areas - expected[0]) <= 0.05 * expected[0], True)
    assert descriptors_of(broker) - descriptors == pytest.approx(expected[1], rel=0.05)
    assert indexes(broker) == pytest.approx(expected[0], rel=0.05)

    # After a restart indexes are opened when they are needed: both of the segment that is written, one of each other by
    # the first look of retention, and the other one by a reader.
    broker.stop()
    broker.start_again()
    assert 2 * PARTITIONS <= indexes(broker) <= segments + 2 * PARTITIONS
    eventually(lambda: logs(broker), segments)  # of these each is open from the start on
    read(cluster)
    assert 0.95 * segments <= indexes(broker) <= expected[0]


def planned() -> dict[str, Any]:
    plan: dict[str, Any] = capacity_plan.run({"load": LOAD, "start": "2026-01", "variable": "load"})["plan"]
    return plan


def folder_of(broker: Server) -> Path:
    """Where it has its partitions."""
    return broker.folder / "data2"


def proc(broker: Server) -> Path:
    """What the kernel shows of its process."""
    assert broker.process is not None
    return Path(f"/proc/{broker.process.pid}")


def areas_of(broker: Server) -> int:
    """Its memory map areas."""
    return len((proc(broker) / "maps").read_text().splitlines())


def open_files(broker: Server) -> list[str]:
    """The paths, and other names, of what it has open."""
    found = []
    for number in (proc(broker) / "fd").iterdir():
        try:
            found.append(os.readlink(number))
        except FileNotFoundError:  # closed meanwhile
            continue
    return found


def descriptors_of(broker: Server) -> int:
    """How many it has open."""
    return len(open_files(broker))


def logs(broker: Server) -> int:
    """Segments of the topic that it has open."""
    return sum(f"/{TOPIC}-" in path and path.endswith(".log") for path in open_files(broker))


def indexes(broker: Server) -> int:
    """Map areas that are indexes of the topic's segments."""
    lines = (proc(broker) / "maps").read_text().splitlines()
    return sum(f"/{TOPIC}-" in line and line.endswith("index") for line in lines)


def fill(cluster: Cluster) -> None:
    """Make the topic, all of whose partitions the second broker has, and write each record as a batch of its own."""
    places = {partition: [2] for partition in range(PARTITIONS)}
    settings = {"assignments": places, "configs": {SMALL[cluster.mode]: SEGMENT_BYTES, "min.insync.replicas": 1}}
    with connection.connected(cluster.bootstrap_servers, {}, 30) as client:
        client.create_topics({TOPIC: settings})
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, linger_ms=0, batch_size=0)
    for _number in range(RECORDS):
        for partition in places:
            producer.send(TOPIC, VALUE, partition=partition)
    producer.close()


def read(cluster: Cluster) -> None:
    """Read all of it."""
    consumer = KafkaConsumer(bootstrap_servers=cluster.bootstrap_servers, consumer_timeout_ms=10000)
    consumer.assign([TopicPartition(TOPIC, partition) for partition in range(PARTITIONS)])
    consumer.seek_to_beginning()
    assert sum(1 for _record in consumer) == RECORDS * PARTITIONS
    consumer.close()
