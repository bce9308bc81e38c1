# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``lag`` on a group in each state, which real clients put it into on a real broker: one run over all of them."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator

import jsonschema
import pytest
from kafka import KafkaProducer

from spark_validation import report
from spark_validation.lag.columns import tables
from tests.spark.groups import World

HOUR = 3600
Act = Callable[[World], None]
FORGED = "state-line\nPassed: all is well.\x1b[31m"


def _nothing(_world: World) -> None:
    pass


@dataclass(frozen=True)
class State:
    """A group: how it came there, what happens between the samplings, and what is to be found and told of it.

    ``caught_up`` is what is said of that; ``soon`` for any time.
    """

    group: str
    made: Act
    found: set[str]
    total: dict[str, Any] | None
    caught_up: str | None
    meanwhile: Act = _nothing


def ahead(name: str, committed: int) -> Act:
    """500 records made an hour from now, of which a member has committed some."""

    def made(world: World) -> None:
        world.topic(f"t-{name}")
        world.write(f"t-{name}", 500, age=-HOUR)
        world.member(f"state-{name}", f"t-{name}", {(f"t-{name}", 0): committed})

    return made


def by_turns(world: World) -> None:
    world.topic("t-turns", 2)
    for number in (0, 1):
        world.write("t-turns", 1000, number, age=2 * HOUR)
    world.commit("state-turns", {("t-turns", 0): 10, ("t-turns", 1): 10})


def one_turn(world: World) -> None:
    world.commit("state-turns", {("t-turns", 0): 900})
    for number in (0, 1):
        world.write("t-turns", 5, number)


def part_of_it(world: World) -> None:
    world.topic("t-part", 3)
    world.write("t-part", 10, 0)
    world.write("t-part", 20, 1)
    world.member("state-part", "t-part", {("t-part", 0): 10})


def nothing_committed(world: World) -> None:
    world.topic("t-none")
    world.write("t-none", 7)
    world.member("state-none", "t-none", {})


def open_transaction(world: World) -> None:
    """At offset 10 a transaction begins that stays open for all of the test; 20 records follow."""
    world.topic("t-open")
    world.write("t-open", 10, age=2 * HOUR)
    producer = KafkaProducer(bootstrap_servers=world.servers, transactional_id="state-open")
    producer.init_transactions()
    producer.begin_transaction()
    producer.send("t-open", b"x", partition=0, timestamp_ms=int((time.time() - HOUR) * 1000)).get(timeout=30)
    world.members.append(producer)
    world.write("t-open", 20)
    world.member("state-waits", "t-open", {("t-open", 0): 10})
    world.commit("state-beyond", {("t-open", 0): 15})


def within_a_batch(world: World) -> None:
    """One batch of three records, of an hour each."""
    world.topic("t-batch")
    producer = KafkaProducer(bootstrap_servers=world.servers, linger_ms=1000, compression_type="gzip")
    for hours in (3, 2, 1):
        made = int((time.time() - hours * HOUR) * 1000)
        producer.send("t-batch", b"x" * 100, partition=0, timestamp_ms=made)
    producer.close()
    world.commit("state-batch", {("t-batch", 0): 1})


def forged(world: World) -> None:
    world.topic("t-forged")
    world.write("t-forged", 5)
    world.commit(FORGED, {("t-forged", 0): 4})
    world.commit("state-long-" + "g" * 300, {("t-forged", 0): 3})


def first_commit(world: World) -> None:
    world.topic("t-first")
    world.write("t-first", 50, age=2 * HOUR)
    world.member("state-first", "t-first", {})


STATES = [
    State(
        "state-ahead",
        ahead("ahead", 5),
        {"clock_ahead", "never_catches_up"},
        {"lag_records": 505, "lag_seconds": None},
        "never",
        lambda world: world.write("t-ahead", 10, age=-HOUR),
    ),
    State(
        "state-along",
        ahead("along", 500),
        set(),
        {"lag_records": 10, "lag_seconds": 0, "ahead_seconds": None, "loss_seconds": None},
        "now",
        lambda world: world.write("t-along", 10, age=-HOUR),
    ),
    State("state-turns", by_turns, {"no_commit"}, {"lag_records": 105 + 995}, "soon", one_turn),
    State("state-part", part_of_it, {"no_offset"}, {"lag_records": 0}, "now"),
    State("state-none", nothing_committed, {"no_offset"}, None, None),
    State(
        "state-waits",
        open_transaction,
        {"open_transaction"},
        {"lag_records": 21, "open_transaction": True},
        "open transaction",
    ),
    State("state-beyond", _nothing, {"no_members"}, {"lag_records": 16, "open_transaction": False}, "never"),
    State("state-batch", within_a_batch, {"no_members"}, {"lag_records": 2}, "never"),
    State(FORGED, forged, {"no_members"}, {"lag_records": 1}, "never"),
    State("state-long-" + "g" * 300, _nothing, {"no_members"}, {"lag_records": 2}, "never"),
    State(
        "state-first",
        first_commit,
        set(),
        {"lag_records": 0, "consume_rate": 0},
        "now",
        lambda world: world.commit_as(world.members[-1], {("t-first", 0): 50}),
    ),
]
BY_GROUP = {state.group: state for state in STATES}


@dataclass(frozen=True)
class Printed:
    """What the run printed, its document, and its page."""

    console: list[str]
    document: dict[str, Any]
    page: str

    def row(self, group: str) -> dict[str, Any]:
        (found,) = [row for row in self.document["details"]["rows"] if row["group"] == group]
        return dict(found)


@pytest.fixture(scope="module")
def seen(bootstrap_servers: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Printed]:
    """One run over all of them."""
    folder = tmp_path_factory.mktemp("states")
    world = World(bootstrap_servers)
    printed: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("spark_validation.lag.run.sleep", world.work)
        patch.setattr("spark_validation.commands.ending.to_stdout", printed.append)
        for state in STATES:
            state.made(world)
            world.meanwhile.append(lambda state=state: state.meanwhile(world))  # type: ignore[misc]
        names = [word for group in BY_GROUP for word in ("--group", group)]
        world.lag(*names, "--json", folder / "r.json", "--html", folder / "r.html")
    document = json.loads((folder / "r.json").read_text())
    yield Printed("".join(printed).splitlines(), document, (folder / "r.html").read_text())
    world.close()


@pytest.mark.parametrize("group", BY_GROUP, ids=[state.group[:12] for state in STATES])
def test_what_is_found_of_a_group(seen: Printed, group: str) -> None:
    start = f"group {group}"[:18].split("\n", maxsplit=1)[0]
    found = {
        check["id"]
        for check in seen.document["checks"]
        for example in check["examples"]
        if example["text"].startswith(start)
    }
    assert found == BY_GROUP[group].found


@pytest.mark.parametrize("group", BY_GROUP, ids=[state.group[:12] for state in STATES])
def test_where_a_group_stands(seen: Printed, group: str) -> None:
    total, expected = seen.row(group)["total"], BY_GROUP[group].total
    assert (total is None) == (expected is None)
    assert {name: total[name] for name in expected or {}} == (expected or {})


@pytest.mark.parametrize("group", BY_GROUP, ids=[state.group[:12] for state in STATES])
def test_when_a_group_has_read_all(seen: Printed, group: str) -> None:
    topics = tables(seen.document["details"])["topics"]
    names = [row["group"] for row in seen.document["details"]["rows"]]
    said = dict(zip(topics["titles"], topics["rows"][names.index(group)]))["Caught up"]
    expected = BY_GROUP[group].caught_up
    assert said == expected or (expected == "soon" and str(said).endswith(("s", "min")))


def test_a_group_that_catches_up_is_not_said_never_to(seen: Printed) -> None:
    row = seen.row("state-turns")
    total = row["total"]
    assert total["catch_up_seconds"] == pytest.approx(1100 / (total["consume_rate"] - total["produce_rate"]))
    assert [at["catch_up_seconds"] is None for at in row["partitions"]] == [False, True]


def test_ages(seen: Printed) -> None:
    assert HOUR - 300 < seen.row("state-ahead")["total"]["ahead_seconds"] <= HOUR
    assert HOUR <= seen.row("state-waits")["total"]["lag_seconds"] < HOUR + 300
    assert 2 * HOUR <= seen.row("state-batch")["total"]["lag_seconds"] < 2 * HOUR + 300


def test_partitions_without_a_commit(seen: Printed) -> None:
    assert seen.row("state-part")["uncommitted"] == [
        {"partition": 1, "start": 0, "end": 20},
        {"partition": 2, "start": 0, "end": 0},
    ]
    assert seen.row("state-none")["uncommitted"] == [{"partition": 0, "start": 0, "end": 7}]


def test_a_terminal_shows_no_raw_name_and_no_endless_one(seen: Printed) -> None:
    assert not any("\x1b" in line for line in seen.console)
    assert [line for line in seen.console if line.startswith("Passed")] == [seen.document["sentence"]]
    assert any(line.startswith("state-line\\x0aPassed: all …well.\\x1b[31m  ") for line in seen.console)
    assert max(len(line) for line in seen.console if line != seen.document["sentence"]) < 250


def test_the_worst_stands_first(seen: Printed) -> None:
    order = [row["group"] for row in seen.document["details"]["rows"]]
    assert order[0] == "state-turns"  # of which something is lost first, in a week
    assert order.index("state-ahead") < order.index("state-part") < order.index("state-along")
    assert order[-1] == "state-first"


def test_the_reports(seen: Printed) -> None:
    schema = json.loads((Path(report.__file__).parent / "schema.json").read_text())
    jsonschema.validate(seen.document, schema, jsonschema.Draft202012Validator)
    assert "up to 20" in seen.page
    assert "open transaction" in seen.page
