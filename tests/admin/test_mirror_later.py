# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What becomes of a mirror that runs: inputs change, it has run for long, clusters hang, are old, or are made anew."""

from __future__ import annotations

import json
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Iterator

import pytest
from kafka import KafkaProducer

from tests.admin.mirroring import compared, mirror, so_far
from tests.admin.test_mirror import SOURCE_RULES, TARGET_RULES, allowed
from tests.servers.mirror_maker import MirrorMaker, Node, running_node
from tests.servers.mirrored import PARTITIONS, QUICKLY, at, ends, made, read_on, written

FLOW = {"source": "berlin", "target": "potsdam", "topics": ["orders"], **QUICKLY}
#: With `offset_syncs: source` the translations stand there.
SYNC_RULES = [
    {
        "resource": "topic",
        "name": "mm2-offset-syncs.potsdam.internal",
        "operations": ["create", "read", "write", "describe"],
    }
]


def test_many_offsets_that_no_cleaner_has_seen_are_read_in_a_short_time_each(nodes, tmp_path) -> None:
    berlin, potsdam = nodes
    made(berlin, "orders")
    potsdam.asked(
        "cluster_topics", topics=[{"name": "mm2-offsets.berlin.internal", "partitions": 2, "replication_factor": 1}]
    )
    producer = KafkaProducer(bootstrap_servers=potsdam.plain, linger_ms=20, batch_size=1 << 18)
    for number in range(200000):
        key = ["MirrorSourceConnector", {"cluster": "berlin", "partition": number % PARTITIONS, "topic": "orders"}]
        told = json.dumps({"offset": number}).encode()
        producer.send("mm2-offsets.berlin.internal", key=json.dumps(key).encode(), value=told)
    producer.flush()
    producer.close()
    mirroring = MirrorMaker(tmp_path, nodes, flows=[FLOW])
    found = mirroring.status(timeout=1, source_bootstrap_servers=[])
    assert not found["failed"], found
    assert sorted(one["copied"] for one in found["positions"]) == [199998, 199999, 200000]


@pytest.mark.parametrize("hangs", ["berlin", "potsdam"])
def test_a_cluster_that_hangs_ends_the_wait_in_a_sentence(nodes, tmp_path, hangs) -> None:
    made(nodes[0], "orders")
    written(nodes[0], "orders", range(10))
    mirroring = MirrorMaker(tmp_path, nodes, flows=[FLOW])  # which nobody starts, so that nothing is copied
    server = mirroring.nodes[hangs].server
    found: list[dict[str, Any]] = []
    waiting = threading.Thread(target=lambda: found.append(mirroring.status("copied", 600, timeout=3)), daemon=True)
    waiting.start()
    time.sleep(6)
    server.pause()
    try:
        waiting.join(60)
        assert found, "it still waits"
        began = time.monotonic()
        found.append(mirroring.status("copied", 600, timeout=3))
        assert time.monotonic() - began < 30
    finally:
        server.resume()
    assert all(one["failed"] and one["msg"].endswith(".") for one in found)
    assert "accept connections but did not answer" in found[1]["msg"]


@pytest.fixture
def keepers(tmp_path: Path) -> Iterator[tuple[Node, Node]]:
    """Two clusters with ZooKeeper."""
    with ExitStack() as stack:
        found = []
        for name in ("berlin", "potsdam"):
            (tmp_path / name).mkdir()
            found.append(stack.enter_context(running_node(name, tmp_path / name, mode="zookeeper")))
        yield found[0], found[1]


@pytest.mark.long  # Spark compares
def test_between_clusters_with_zookeeper_with_translations_in_the_source(keepers, tmp_path) -> None:
    berlin, potsdam = keepers
    allowed(berlin, [*SOURCE_RULES, *SYNC_RULES])
    allowed(
        potsdam, [{**rule, "name": "berlin.orders"} if rule.get("name") == "orders" else rule for rule in TARGET_RULES]
    )
    made(berlin, "orders")
    written(berlin, "orders", range(3000))
    at(berlin, "billing", ends(berlin, "orders"))
    with mirror(tmp_path, keepers, secured=True, flows=[{**FLOW, "offset_syncs": "source"}]) as mirroring:
        so_far(mirroring, "copied")
        mirroring.kill()
        written(berlin, "orders", range(3000, 6000))
        mirroring.start()
        at(berlin, "billing", ends(berlin, "orders"))
        so_far(mirroring, "copied")
        compared(berlin, "orders", potsdam, "berlin.orders", tmp_path)
        assert read_on(potsdam, "billing", "berlin.orders") == []


@pytest.mark.long
def test_what_changes_while_two_hosts_run_is_taken_when_one_after_the_other_is_restarted(nodes, tmp_path) -> None:
    berlin, potsdam = nodes
    for name in ("orders", "invoices"):
        made(berlin, name)
        written(berlin, name, range(500))
    with mirror(tmp_path, nodes, hosts=2, exactly_once="disabled") as mirroring:
        so_far(mirroring, "copied")
        for once in ("preparing", "enabled"):
            mirroring.write(exactly_once=once)
            restarted(mirroring)
        mirroring.write(flows=[{**FLOW, "topics": ["orders", "invoices"]}])
        restarted(mirroring)
        assert {one["topic"] for one in so_far(mirroring, "copied")["positions"]} == {"orders", "invoices"}
        written(berlin, "orders", range(500, 5000))
        so_far(mirroring, "copied")
        mirroring.hosts[1].kill()
        mirroring.hosts[1].start()
        written(berlin, "orders", range(5000, 6000))
        so_far(mirroring, "copied")
        for name in ("orders", "invoices"):
            compared(berlin, name, potsdam, f"berlin.{name}", tmp_path)
        stays, leaves = mirroring.workers
        told = mirroring.status("running", hosts=1, workers=[stays])["msg"]
        assert f"{leaves} from 127.0.0.1 is in its group, which is to have 1 host: on those" in told
        mirroring.hosts[0].stop()
        told = mirroring.status("running", 60, hosts=1, workers=[stays])["msg"]
        assert f"{stays} is not in its group; {leaves} from 127.0.0.1 is in its group" in told


def restarted(mirroring: MirrorMaker) -> None:
    """As its role does it."""
    for server in mirroring.hosts:
        server.stop()
        server.start()
    so_far(mirroring, "running")


@contextmanager
def copied(nodes: tuple[Node, Node], folder: Path, count: int) -> Iterator[MirrorMaker]:
    """One whose flow has copied so many orders."""
    made(nodes[0], "orders")
    written(nodes[0], "orders", range(count))
    with mirror(folder, nodes) as mirroring:
        so_far(mirroring, "copied")
        yield mirroring


@pytest.mark.long
def test_a_topic_that_was_made_anew_is_not_told_to_be_copied(nodes, tmp_path) -> None:
    berlin, potsdam = nodes
    with copied(nodes, tmp_path, 900) as mirroring:
        mirroring.stop()
        berlin.asked("cluster_topics", topics=[{"name": "orders", "state": "absent"}])
        made(berlin, "orders")
        written(berlin, "orders", range(900, 1000))
        assert sum(one["missing"] for one in mirroring.status()["behind"]) == 100
        mirroring.start()
        so_far(mirroring, "copied")
    assert set(read_on(potsdam, "all", "berlin.orders")) == set(range(1000))


@pytest.mark.long
def test_it_goes_on_by_itself_once_a_source_is_there_again(nodes, tmp_path) -> None:
    berlin, _potsdam = nodes
    with copied(nodes, tmp_path, 300) as mirroring:
        berlin.server.kill()
        time.sleep(20)
        berlin.server.start()
        written(berlin, "orders", range(300, 600))
        so_far(mirroring, "copied")
        mirroring.stop()
        berlin.server.kill()
        mirroring.start()
        time.sleep(20)
        berlin.server.start()
        written(berlin, "orders", range(600, 900))
        so_far(mirroring, "copied", 180)
