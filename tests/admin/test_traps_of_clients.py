# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Traps of producers, consumers and groups of Kafka's own, taken away by the words of their remedies.

Each client runs with the trap and with what is advised, on topics whose records before are all there afterwards.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from tests.admin.by_hand import ByHand, started
from tests.admin.client_traps import TRAPS, ClientTrap, State
from tests.admin.reviewing import (
    RECORDS,
    alter,
    create,
    fill,
    findings,
    records,
    review,
    text,
    tool,
    type_in,
    typed,
)
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, and a JVM for each client and each command

#: Of a topic for which nothing else is said.
_TOPIC = {"num_partitions": 2, "replication_factor": 3, "configs": {"min.insync.replicas": "2"}}
_BATCHES = "batches"
_GROUP, _UNEVEN = "uneven", [f"uneven-{number}" for number in range(4)]
_STRATEGY = "partition.assignment.strategy"
_RANGE = "org.apache.kafka.clients.consumer.RangeAssignor"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ByHand]:
    """Three servers with a topic for each trap, which holds records already."""
    with started(tmp_path_factory.mktemp("clients"), ["min.insync.replicas=2"]) as made:
        names = [trap.id for trap in TRAPS]
        one = {"num_partitions": 1, "replication_factor": 3}
        create(made, {**dict.fromkeys([*names, _BATCHES], _TOPIC), **dict.fromkeys(_UNEVEN, one)})
        fill(made, [*names, *_UNEVEN], keyed=True)
        yield made


def finding(made: ByHand, trap: ClientTrap, state: State) -> str:
    """The remedy that is told of a client in that *state*; empty where none is."""
    client = {"name": "app", "kind": trap.kind, "config": dict(state.config), "library": "java", "version": ""}
    client = {**client, "topics": [trap.id], "keyed": None, "records": None, **state.given}
    told = findings(made.addresses, clients=[client], topics={trap.id: dict(trap.of_topic)})
    return next((str(one["remedy"]) for one in told if one["id"] == trap.name), "")


def put_in(made: ByHand, trap: ClientTrap, state: State) -> None:
    """Have its topic, and the file of its client, as in that *state*."""
    for key, value in state.topic.items():
        alter(made, trap.id, key, value)
    lines = [f"{key}={value}" for key, value in state.config.items()]
    file(made).write_text("\n".join([*lines, ""]))


def file(made: ByHand) -> Path:
    return made.files[0].with_name("client.properties")


def produce(made: ByHand, trap: ClientTrap, state: State) -> subprocess.CompletedProcess[str]:
    """Have Kafka's own producer send the lines with its file, and wait for each."""
    keyed = "--reader-property parse.key=true" if "\t" in state.lines[0] else ""
    line = f"kafka-console-producer.sh --topic {trap.id} --sync --command-config {file(made)} {keyed}"
    return typed(made, line, "".join(f"{one}\n" for one in state.lines))


def consume(made: ByHand, trap: ClientTrap, count: int) -> subprocess.CompletedProcess[str]:
    """Have Kafka's own consumer read so many records with its file."""
    line = f"kafka-console-consumer.sh --topic {trap.id} --from-beginning --max-messages {count} --timeout-ms 30000"
    return typed(made, f"{line} --command-config {file(made)}")


def work(made: ByHand, trap: ClientTrap, state: State) -> list[str]:
    """Let the client do what it is for, which is refused as the *state* says; the values that are in its topic then."""
    if trap.kind == "producer":
        done = produce(made, trap, state)
        assert state.refused in done.stdout + done.stderr
        assert (done.returncode == 0) == (not state.refused), done.stdout + done.stderr
        return [] if state.refused else [line.rpartition("\t")[2] for line in state.lines]
    values = [value.decode() for _key, value in records(made, trap.id)]
    done = consume(made, trap, len(values))
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == sorted(values)
    return []


def given() -> Iterator[Any]:
    for trap in TRAPS:
        yield pytest.param(trap, id=trap.id, marks=pytest.mark.remedy(trap.name))


@pytest.mark.parametrize("trap", list(given()))
def test_the_remedy_of_a_client(cluster: ByHand, trap: ClientTrap) -> None:
    expected = [text(trap.id, number).decode() for number in range(RECORDS)]
    if trap.kind == "consumer":
        produce_long = State(lines=trap.before.lines)
        put_in(cluster, trap, produce_long)
        assert produce(cluster, trap, produce_long).returncode == 0
        expected += trap.before.lines
    put_in(cluster, trap, trap.before)
    eventually(lambda: finding(cluster, trap, trap.before), trap.words, 30)
    expected += work(cluster, trap, trap.before)
    put_in(cluster, trap, trap.after)
    eventually(lambda: finding(cluster, trap, trap.after), "", 30)
    expected += work(cluster, trap, trap.after)
    assert sorted(value.decode() for _key, value in records(cluster, trap.id)) == sorted(expected)


@pytest.mark.remedy("batching_small")
def test_batches_wait_and_grow_which_is_measured(cluster: ByHand) -> None:
    """By the words of the remedy: the batches that were sent, in bytes on the average."""
    before = {"linger.ms": "0", "batch.size": "16384"}
    client = {"name": "app", "kind": "producer", "library": "java", "version": "", "topics": [_BATCHES], "keyed": None}
    told = findings(cluster.addresses, clients=[{**client, "config": before, "records": 50000}])
    (remedy,) = [str(one["remedy"]) for one in told if one["id"] == "batching_small"]
    assert remedy == "let batches wait and grow: linger.ms=20, batch.size=131072, and measure"
    after = dict(re.findall(r"([a-z.]+)=(\d+)", remedy))
    told = findings(cluster.addresses, clients=[{**client, "config": after, "records": 50000}])
    assert "batching_small" not in [one["id"] for one in told]
    small, grown = (_batch_size(cluster, config) for config in (before, after))
    assert grown > 2 * small
    assert len(records(cluster, _BATCHES)) == 2 * 20000


def _batch_size(made: ByHand, config: dict[str, str]) -> float:
    """The bytes of a batch on the average, as Kafka's own producer tells them of records that it sends."""
    file(made).write_text("".join(f"{key}={value}\n" for key, value in config.items()))
    line = f"kafka-producer-perf-test.sh --topic {_BATCHES} --num-records 20000 --record-size 100 --throughput -1"
    said = type_in(made, f"{line} --print-metrics --command-config {file(made)}")
    (found,) = re.findall(r"producer-metrics:batch-size-avg:.*: ([0-9.]+)", said)
    return float(found)


class Member:
    """A consumer of Kafka's own, in the group, with a strategy that a restart can change."""

    def __init__(self, made: ByHand) -> None:
        self.made = made
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, strategy: str) -> None:
        """Start it, or end it as its service would and start it again."""
        self.stop()
        words = ("--include", "uneven-.*", "--group", _GROUP, "--from-beginning")
        given = ("--command-property", f"{_STRATEGY}={strategy}")
        command = tool(self.made, "kafka-console-consumer.sh", *words, *given)
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)


def count(made: ByHand) -> int:
    """How many members the group has."""
    with connection.connected(made.addresses, {}, 30) as client:
        return len(client.describe_groups([_GROUP])[_GROUP]["members"])


@pytest.mark.remedy("assignor_uneven")
def test_members_are_moved_to_another_assignor_by_two_rolling_restarts(cluster: ByHand) -> None:
    """Two members and four topics of one partition: Range gives the first all of them."""

    def uneven() -> str:
        return next((remedy for (one, _of), remedy in review(cluster).items() if one == "assignor_uneven"), "")

    with ExitStack() as stack:
        members = [Member(cluster) for _number in range(2)]
        for one in members:
            stack.callback(one.stop)
            one.start(_RANGE)
        remedy = (
            f"set {_STRATEGY}=org.apache.kafka.clients.consumer.CooperativeStickyAssignor in all members, by two "
            "rolling restarts: first beside the one that they have, then alone"
        )
        eventually(uneven, remedy)
        named = remedy.partition("=")[2].partition(" ")[0]
        for strategy in (f"{named},{_RANGE}", named):
            for one in members:
                one.start(strategy)
                eventually(lambda: count(cluster), 2)
        eventually(uneven, "")
    for name in _UNEVEN:
        assert sorted(value for _key, value in records(cluster, name)) == sorted(
            text(name, number) for number in range(RECORDS)
        )
