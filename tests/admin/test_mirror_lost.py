# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The source of a mirror dies under a writer: what came over is told, groups go on, and clients come back later."""

from __future__ import annotations

import subprocess
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any, Iterator

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from tests.admin.mirroring import compared, mirror, so_far
from tests.servers.meanwhile import meanwhile
from tests.servers.mirror_maker import MirrorMaker, Node
from tests.servers.mirrored import PARTITIONS, QUICKLY, at, ends, made, read_on, written
from tests.servers.server import FIRST_COMPILER, java
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long
#: What the writers of each time write.
BEFORE, UNDER_IT, AFTER = range(300), range(1000, 100000), range(100000, 100500)
MOST = 3000
FLOW = {"topics": ["orders"], **QUICKLY}


@contextmanager
def writing(node: Node) -> Iterator[set[int]]:
    """Numbers are written meanwhile, of which those are found here that were acknowledged."""
    acknowledged: set[int] = set()
    # What nobody has taken by then is not sent to a broker that is there again. Were it idempotent, it would wait for a
    # number of a producer, which a dead cluster does not give, and nothing would ever be too late.
    producer = KafkaProducer(
        bootstrap_servers=node.plain,
        acks="all",
        enable_idempotence=False,
        linger_ms=5,
        request_timeout_ms=3000,
        delivery_timeout_ms=5000,
    )

    def write(ended: Event) -> None:
        for number in UNDER_IT:
            if ended.wait(0.0005):
                return
            sent = producer.send("orders", key=b"%d" % (number % 50), value=b"%d " % number)
            sent.add_callback(lambda _where, number=number: acknowledged.add(number))

    with closing(producer), meanwhile(write):
        yield acknowledged


def held(node: Node, topic: str) -> dict[int, list[int]]:
    """The numbers that each partition has, of what is committed."""
    consumer = KafkaConsumer(
        bootstrap_servers=node.plain,
        auto_offset_reset="earliest",
        isolation_level="read_committed",
        consumer_timeout_ms=5000,
    )
    consumer.assign([TopicPartition(topic, number) for number in range(PARTITIONS)])
    found: dict[int, list[int]] = {number: [] for number in range(PARTITIONS)}
    for record in consumer:
        found[record.partition].append(int(record.value.split()[0]))
    consumer.close()
    return found


def numbers(found: dict[int, list[int]]) -> Counter[int]:
    """How often each is there."""
    return Counter(number for part in found.values() for number in part)


def died(mirroring: MirrorMaker) -> tuple[dict[int, int], set[int]]:
    """What the flow's source had that was copied, by partition, and what its group billing has read there.

    The source is dead then, and the mirror stopped, as the playbook does it.
    """
    source = mirroring.nodes[mirroring.flows[0]["source"]]
    so_far(mirroring, "copied")
    with writing(source) as acknowledged:
        eventually(lambda: len(acknowledged) > MOST, True)
        read = {*BEFORE, *read_on(source, "billing", "orders", most=MOST // 2)}
        so_far(mirroring, "running")
        source.server.kill()
    refused = mirroring.status("copied")
    assert "No broker accepts connections" in refused["msg"]
    mirroring.stop()
    told = mirroring.status(source_bootstrap_servers=[])
    return {one["partition"]: one["copied"] for one in told["positions"]}, read


def saved(node: Node, partition: int, offset: int) -> list[int]:
    """What Kafka's own consumer reads of what nobody copied, as docs/mirroring.md has it."""
    words = ["--bootstrap-server", node.plain[0], "--topic", "orders", "--timeout-ms", "10000"]
    words += ["--partition", str(partition), "--offset", str(offset), "--isolation-level", "read_committed"]
    main = "org.apache.kafka.tools.consumer.ConsoleConsumer"
    quiet = (*FIRST_COMPILER, "-Dlog4j2.level=OFF")  # with Kafka's script, what it logs goes to stderr
    done = subprocess.run(
        java(node.server.home, main, *words, heap="96m", options=quiet),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return [int(line.split()[0]) for line in done.stdout.splitlines()]


def turned(nodes: tuple[Node, Node], **more: Any) -> dict[str, Any]:
    """The inputs of a flow from the second to the first."""
    return {"flows": [{**FLOW, "source": nodes[1].alias, "target": nodes[0].alias}], **more}


def test_what_came_over_is_told_and_groups_go_on_there_and_back(nodes, tmp_path: Path) -> None:
    berlin, potsdam = nodes
    made(berlin, "orders")
    written(berlin, "orders", BEFORE)
    at(berlin, "billing", ends(berlin, "orders"))
    with mirror(tmp_path, nodes) as mirroring:
        copied, read = died(mirroring)
    copy = held(potsdam, "berlin.orders")
    assert copied == {number: len(found) for number, found in copy.items()}
    assert set(numbers(copy).values()) == {1}
    made(potsdam, "orders")
    written(potsdam, "orders", AFTER)
    assert {*numbers(copy), *AFTER} <= {*read, *read_on(potsdam, "billing", "berlin.orders", "orders")}

    berlin.server.start()
    with mirror(tmp_path / "back", nodes, **turned(nodes)) as back:
        so_far(back, "copied")
        back.stop()
    assert numbers(held(berlin, "potsdam.orders")) == Counter(AFTER)
    there = held(berlin, "orders")
    assert {number: found[: copied[number]] for number, found in there.items()} == copy
    came = read_on(berlin, "billing", "orders", "potsdam.orders")
    assert set(numbers(there)) <= {*read, *came}, "what nobody copied is read once it is there again"
    assert not set(came) & set(AFTER)

    with mirror(tmp_path, nodes) as mirroring:
        so_far(mirroring, "copied")
        compared(berlin, "orders", potsdam, "berlin.orders", tmp_path)


def test_with_the_same_names_what_nobody_copied_is_saved_and_clients_come_back(nodes, tmp_path: Path) -> None:
    berlin, potsdam = nodes
    identity = {"replication_policy": "identity"}
    made(berlin, "orders")
    written(berlin, "orders", BEFORE)
    at(berlin, "billing", ends(berlin, "orders"))
    with mirror(tmp_path, nodes, **identity) as mirroring:
        copied, read = died(mirroring)
    copy = held(potsdam, "orders")
    assert copied == {number: len(found) for number, found in copy.items()}
    written(potsdam, "orders", AFTER)
    assert {*numbers(copy), *AFTER} <= {*read, *read_on(potsdam, "billing", "orders")}

    berlin.server.start()
    there = held(berlin, "orders")
    for number, found in there.items():
        assert saved(berlin, number, copied[number]) == found[copied[number] :]

    berlin.asked("cluster_topics", topics=[{"name": "orders", "state": "absent"}])
    with mirror(tmp_path / "back", nodes, **turned(nodes, **identity)) as back:
        so_far(back, "copied")
        back.stop()
    compared(potsdam, "orders", berlin, "orders", tmp_path)
    assert read_on(berlin, "billing", "orders") == []

    # Once more, for the next time: what is known of the former topics is forgotten.
    written(berlin, "orders", range(200000, 200400))
    known = ("orders", "mm2-offsets.berlin.internal", "mm2-offset-syncs.berlin.internal", "berlin.checkpoints.internal")
    potsdam.asked("cluster_topics", topics=[{"name": name, "state": "absent"} for name in known])
    with mirror(tmp_path, nodes, **identity) as mirroring:
        so_far(mirroring, "copied")
        compared(berlin, "orders", potsdam, "orders", tmp_path)
        assert sorted(read_on(potsdam, "billing", "orders")) == list(range(200000, 200400))
