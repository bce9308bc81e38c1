# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Groups of both protocols on a real broker, whose members are killed, come and go, and do wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Iterator

import pytest
from kafka import KafkaProducer
from kafka.admin import KafkaAdminClient

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import Connection
from spark_validation.core.errors import CouldNotRunError
from spark_validation.delivery.run import Delivered, deliver

RECORDS, PARTITIONS = 3000, 3


@pytest.fixture(scope="module")
def cluster(kraft_servers: str) -> Iterator[Cluster]:
    """A connection to a broker that knows both protocols."""
    with Cluster(Connection(kraft_servers)) as connected:
        yield connected


@pytest.fixture(scope="module")
def topic(cluster: Cluster) -> str:
    """Records over three partitions, the last of which is empty."""
    admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap_servers)
    admin.create_topics({"t": {"num_partitions": PARTITIONS, "replication_factor": 1}}, wait_for_metadata=True)
    admin.close()
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, linger_ms=20)
    for number in range(RECORDS):
        producer.send("t", b"x" * 50, partition=number % 2)
    producer.close()
    return "t"


def counts(delivered: Delivered) -> dict[str, int]:
    return {check: finding.count for check, finding in delivered.found.items() if finding.count}


@pytest.mark.usefixtures("librdkafka")
def test_both_protocols(cluster: Cluster, topic: str) -> None:
    delivered = deliver(cluster, topic, "both", ["classic", "consumer"])
    assert counts(delivered) == {}
    libraries = ("kafka-python", "librdkafka")
    for view, protocol, library in zip(delivered.views, ("classic", "consumer"), libraries, strict=True):
        assert (view.protocol, view.library.split()[0]) == (protocol, library)
        assert (view.delivered, view.killed, view.left, view.members) == (RECORDS, 1, 1, 4)
        # Who was killed had told of a batch and not committed it, so others were given that once more.
        assert RECORDS // 20 <= view.again < RECORDS // 2
        assert view.changes >= 3
    with cluster.asking("list groups") as admin:
        assert [told for told in admin.list_groups() if "-both-" in told["group_id"]] == []


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("Skips", {"group_lost"}),
        pytest.param("Forgets", {"group_duplicated"}, marks=pytest.mark.long),
        pytest.param("GoesBack", {"group_duplicated", "group_reordered"}, marks=pytest.mark.long),
    ],
)
def test_a_group_that_is_given_other_than_the_log_holds(
    cluster: Cluster, topic: str, fault: str, found: set[str]
) -> None:
    delivered = deliver(cluster, topic, fault, ["classic"], ("-m", "tests.spark.delivery.faulty", fault))
    assert {*counts(delivered)} == found
    examples = [one.text for finding in delivered.found.values() for one in finding.examples]
    assert {text.split(":")[0] for text in examples} == {f"groundwork-smoke-{fault}-classic"}


def test_a_member_that_falls_over_ends_the_run_with_a_sentence(cluster: Cluster, topic: str) -> None:
    with pytest.raises(CouldNotRunError) as refused:
        deliver(cluster, topic, "ends", ["classic"], ("-m", "tests.spark.delivery.faulty", "Ends"))
    assert "RuntimeError: marker" in str(refused.value)
    assert "leave out --groups" in str(refused.value)


def test_a_member_that_is_no_program(cluster: Cluster, topic: str) -> None:
    with pytest.raises(CouldNotRunError, match=r"ended by itself .*No module named nowhere"):
        deliver(cluster, topic, "none", ["classic"], ("-m", "nowhere"))


def test_no_member_is_left(cluster: Cluster, topic: str) -> None:
    """Nor when the run is ended as it reads."""
    program = f"""
import sys, threading, os, signal
from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import Connection
from spark_validation.delivery.run import deliver
threading.Timer(2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
with Cluster(Connection({cluster.bootstrap_servers!r})) as one:
    deliver(one, {topic!r}, "interrupted", ["classic"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert "KeyboardInterrupt" in done.stderr
    running = [
        path.parent.name
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if b"spark_validation.delivery.member" in _read(path)
    ]
    assert running == []


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
