# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``lag`` on what only Kafka's own clients make: members of the newer protocol, share groups, batches of each codec."""

from __future__ import annotations

import json
import subprocess
import time
from contextlib import ExitStack, suppress
from typing import Iterator

import pytest
from kafka import KafkaProducer, TopicPartition
from kafka.admin import KafkaAdminClient
from kafka.errors import CoordinatorLoadInProgressError

from spark_validation.cli import main
from spark_validation.cluster.admin import Cluster as Asked
from spark_validation.cluster.connection import Connection
from spark_validation.cluster.fetch import Wanted, fetched
from spark_validation.lag import groups
from spark_validation.lag.batches import parted, plain
from tests.servers.server import QUICK, java

CONSUMER, SHARES = ("org.apache.kafka.tools.consumer." + name for name in ("ConsoleConsumer", "ConsoleShareConsumer"))
PRODUCER = "org.apache.kafka.tools.ConsoleProducer"
READS = 20
# One of ZooKeeper's knows neither the protocol nor share groups.
pytestmark = pytest.mark.parametrize("cluster", ["kraft"], indirect=True)


@pytest.fixture
def servers(cluster) -> str:
    """The cluster's addresses."""
    return ",".join(cluster.bootstrap_servers)


@pytest.fixture
def admin(servers) -> Iterator[KafkaAdminClient]:
    client = KafkaAdminClient(bootstrap_servers=servers)
    yield client
    client.close()


def reader(cluster, servers, main_class, *words):
    """A client of Kafka's own that reads for a group, under way."""
    command = java(
        cluster.brokers[1].home, main_class, "--bootstrap-server", servers, *words, heap="96m", options=QUICK
    )
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def listed(admin, *names):
    """The groups once each has members."""
    found = {}
    for _look in range(600):
        with suppress(CoordinatorLoadInProgressError):  # the first members make the topics of the groups
            found = {group["group_id"]: group for group in admin.list_groups()}
        if all(name in found and found[name]["group_state"] == "Stable" for name in names):
            return found
        time.sleep(0.1)
    raise AssertionError(found)


def test_members_of_the_newer_protocol_and_share_groups(cluster, servers, admin, tmp_path, capsys) -> None:
    admin.create_topics({"lag-newer": {"num_partitions": 3, "replication_factor": 3}}, wait_for_metadata=True)
    producer = KafkaProducer(bootstrap_servers=servers)
    for number in range(7):
        producer.send("lag-newer", b"%d" % number, partition=number % 2)
    producer.close()
    newer = ("--topic", "lag-newer", "--group", "newer", "--consumer-property", "group.protocol=consumer")
    with ExitStack() as stack:
        for main_class, words in (
            (CONSUMER, (*newer, "--consumer-property", "enable.auto.commit=false")),
            (SHARES, ("--topic", "lag-newer", "--group", "sharing")),
        ):
            process = reader(cluster, servers, main_class, *words)
            stack.callback(process.wait)
            stack.callback(process.kill)
        listed(admin, "newer", "sharing")
        code = main(["lag", "--bootstrap-servers", servers, "--interval", "1", "--json", str(tmp_path / "r.json")])
        told = json.loads((tmp_path / "r.json").read_text())
        assert main(["lag", "--bootstrap-servers", servers, "--group", "sharing"]) == 3
    said = capsys.readouterr()
    assert code == 0, said
    (row,) = [row for row in told["details"]["rows"] if row["group"] == "newer"]
    assert (row["state"], row["total"], row["partitions"]) == ("Stable", None, [])
    assert row["uncommitted"] == [{"partition": number, "start": 0, "end": end} for number, end in enumerate((4, 3, 0))]
    assert "left out, share groups, which acknowledge each record by itself and stand at no offset: sharing" in said.out
    assert "No offset: partition 0: group newer, topic lag-newer: 4 records, and no offset is committed" in said.out
    assert "group sharing on " in said.err
    assert "is a share group: it has no offset to stand at" in said.err


@pytest.mark.parametrize("codec", ["gzip", "snappy", "lz4", "zstd"])
def test_batches_that_java_compressed_are_opened(cluster, servers, admin, codec) -> None:
    topic = f"lag-{codec}"
    admin.create_topics({topic: {"num_partitions": 1, "replication_factor": 3}}, wait_for_metadata=True)
    words = ("--bootstrap-server", servers, "--topic", topic, "--compression-codec", codec, "--timeout", "1000")
    command = java(cluster.brokers[1].home, PRODUCER, *words, heap="96m", options=QUICK)
    text = "".join(f"{number} {'x' * 400}\n" for number in range(READS))
    subprocess.run(command, input=text, text=True, check=True, capture_output=True, timeout=60)
    part = TopicPartition(topic, 0)
    with Asked(Connection(servers)) as asked:
        (log,) = groups.logs(asked, [part]).values()
        with asked.asking("read") as client:
            ((_part, answer),) = fetched(client, log.leader, {part: Wanted(0, 1 << 20)})
    values = []
    for batch, raw in parted(answer.records):
        assert batch.compression_type
        ((opened, _same),) = parted(plain(raw))
        values += [(record.offset, record.value.decode().split()[0]) for record in opened]
    assert (log.end, values) == (READS, [(number, str(number)) for number in range(READS)])
