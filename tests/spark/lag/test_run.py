# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``lag`` against a real broker: groups that the test itself puts where they stand."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Callable, Iterator

import jsonschema
import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import (
    ACL,
    ACLFilter,
    ACLOperation,
    ACLPermissionType,
    ResourcePattern,
    ResourceType,
)
from kafka.net.manager import KafkaConnectionManager

from spark_validation import report
from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import ClientConfig, Connection
from spark_validation.lag import groups
from spark_validation.lag.timestamps import timestamps
from tests.spark import command
from tests.spark.groups import World
from tests.spark.rights import allowed

HOUR = 3600


@pytest.fixture(scope="module")
def world(bootstrap_servers: str) -> Iterator[World]:
    made = World(bootstrap_servers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("spark_validation.lag.run.sleep", made.work)
        yield made
    made.close()


@pytest.fixture
def between(world: World) -> Iterator[list[Callable[[], None]]]:
    """What the test does between the samplings."""
    yield world.meanwhile
    world.meanwhile.clear()


@pytest.fixture(scope="module")
def member(world: World) -> Iterator[str]:
    """A group with a member that has read all."""
    world.topic("lag-along", partitions=2)
    world.write("lag-along", 10, age=2 * HOUR)
    consumer = KafkaConsumer(
        "lag-along", bootstrap_servers=world.servers, group_id="along", auto_offset_reset="earliest"
    )
    read = 0
    while read < 10:
        read += sum(map(len, consumer.poll(timeout_ms=5000).values()))
    consumer.commit()
    yield "along"
    consumer.close()


@pytest.fixture(scope="module")
def looked(world: World, member: str, tmp_path_factory: pytest.TempPathFactory) -> command.Ended:
    """One run over a group of each kind."""
    short, long = {"retention.ms": str(3 * HOUR * 1000)}, {"retention.ms": str(30 * 24 * HOUR * 1000)}
    world.topic("lag-behind", 2, short)
    world.write("lag-behind", 100, 0, 2 * HOUR)
    world.write("lag-behind", 100, 1, 2 * HOUR)
    world.commit("behind", {("lag-behind", 0): 40, ("lag-behind", 1): 100})

    world.topic("lag-moving", 1)
    world.write("lag-moving", 100, age=2 * HOUR)
    world.commit("catching", {("lag-moving", 0): 10})
    world.commit("slow", {("lag-moving", 0): 10})

    world.topic("lag-gone")
    world.write("lag-gone", 50, age=2 * HOUR)
    world.commit("gone", {("lag-gone", 0): 5})
    world.admin.delete_records({TopicPartition("lag-gone", 0): 20})

    world.topic("lag-anew")
    world.write("lag-anew", 10, age=2 * HOUR)
    world.commit("anew", {("lag-anew", 0): 500})

    world.topic("lag-long", 1, long)
    world.write("lag-long", 10, age=2 * HOUR)
    world.commit("expiring", {("lag-long", 0): 10})

    world.topic("lag-compacted", 1, {"cleanup.policy": "compact", **short})
    world.write("lag-compacted", 50, age=2 * HOUR)
    world.commit("compacted", {("lag-compacted", 0): 10})

    world.topic("lag-full", 1, {"retention.bytes": "1000"})
    world.write("lag-full", 100, age=2 * HOUR)
    world.commit("full", {("lag-full", 0): 1})

    def meanwhile() -> None:
        world.commit("catching", {("lag-moving", 0): 90})
        world.write("lag-moving", 30)
        world.commit("slow", {("lag-moving", 0): 15})

    folder = tmp_path_factory.mktemp("lag")
    files = ("--json", folder / "lag.json", "--html", folder / "lag.html")
    names = ("behind", "catching", "slow", "gone", "anew", "expiring", "compacted", "full", member)
    world.meanwhile.append(meanwhile)
    code = world.lag(*(word for name in names for word in ("--group", name)), *files)
    world.meanwhile.clear()
    told = json.loads((folder / "lag.json").read_text())
    return command.Ended(code, (folder / "lag.html").read_text(), "", told)


def row(ended: command.Ended, group: str) -> dict[str, Any]:
    (found,) = [row for row in ended.report["details"]["rows"] if row["group"] == group]
    return dict(found)


def test_what_was_found(looked: command.Ended, bootstrap_servers: str) -> None:
    assert looked.code == 1
    assert looked.counts() == {
        "lost_unread": 15,
        "beyond_end": 1,
        "lost_soon": 2,
        "never_catches_up": 1,
        "no_members": 4,
        "offsets_expire": 2,
    }
    assert looked.report["sentence"] == (
        f"Failed: of 9 groups on {bootstrap_servers}, 15 records were deleted unread, 1 committed offset lay beyond "
        "the end of its log, 2 partitions lose unread records soon, 1 topic is read no faster than it grows, 4 pairs "
        "of group and topic have unread records and no members and in 2 pairs of group and topic records are kept for "
        "longer than the brokers keep the group's offsets."
    )


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("lost_unread", ["group gone, topic lag-gone: 15 records from offset 5 on were deleted unread"]),
        ("beyond_end", ["group anew, topic lag-anew: offset 500 is committed, the log ends at 10"]),
        (
            "no_members",
            [
                "group full, topic lag-full: 99 records unread",
                "group behind, topic lag-behind: 60 records unread",
                "group compacted, topic lag-compacted: 40 records unread",
                "group gone, topic lag-gone: 30 records unread",
            ],
        ),
        (
            "offsets_expire",
            [
                "group compacted, topic lag-compacted: records are kept without end, offsets 7 d after the last "
                "member left",
                "group expiring, topic lag-long: records are kept 30 d, offsets 7 d after the last member left",
            ],
        ),
    ],
)
def test_examples(looked: command.Ended, check: str, said: list[str]) -> None:
    assert [example["text"] for example in looked.check(check)["examples"]] == said


def test_a_group_that_reads_along(looked: command.Ended) -> None:
    total = row(looked, "along")["total"]
    assert row(looked, "along")["state"] == "Stable"
    assert {name: total[name] for name in ("lag_records", "lag_seconds", "catch_up_seconds", "loss_seconds")} == {
        "lag_records": 0,
        "lag_seconds": None,
        "catch_up_seconds": 0,
        "loss_seconds": None,
    }


def test_a_group_that_is_behind(looked: command.Ended) -> None:
    first, second = row(looked, "behind")["partitions"]
    assert (first["committed"], first["start"], first["end"], first["lag_records"]) == (40, 0, 100, 60)
    assert (first["lead_records"], first["lead_seconds"], first["catch_up_seconds"]) == (40, 0, None)
    assert 2 * HOUR <= first["lag_seconds"] < 2.5 * HOUR
    assert first["lag_seconds"] + first["loss_seconds"] == pytest.approx(3 * HOUR)
    assert (second["lag_records"], second["lag_seconds"], second["loss_seconds"]) == (0, None, None)
    assert row(looked, "behind")["total"]["lag_records"] == 60


def test_rates(looked: command.Ended) -> None:
    catching, slow = row(looked, "catching")["total"], row(looked, "slow")["total"]
    assert catching["consume_rate"] * 30 == pytest.approx(catching["produce_rate"] * 80)
    assert catching["catch_up_seconds"] * (catching["consume_rate"] - catching["produce_rate"]) == pytest.approx(40)
    assert slow["consume_rate"] * 30 == pytest.approx(slow["produce_rate"] * 5)
    assert slow["catch_up_seconds"] is None


def test_compacted_topics_and_full_ones(looked: command.Ended) -> None:
    compacted, full = row(looked, "compacted"), row(looked, "full")
    assert (compacted["retention"]["seconds"], compacted["total"]["loss_seconds"]) == (None, None)
    assert compacted["total"]["lag_records"] == 40
    assert (full["retention"]["bytes"], full["total"]["loss_seconds"]) == (1000, 0)
    soon = [example["text"] for example in looked.check("lost_soon")["examples"]]
    assert soon[0] == "group full, topic lag-full: 99 records unread, the first may go at any moment"


def test_measures(looked: command.Ended) -> None:
    values = {measure["id"]: measure["value"] for measure in looked.report["measures"]}
    assert 2 * HOUR <= values.pop("lag_seconds_max") < 2.5 * HOUR
    assert values == {"lag_records_max": 115, "lead_records_min": 0, "time_to_loss_seconds_min": 0}


def test_the_reports(looked: command.Ended) -> None:
    schema = json.loads((Path(report.__file__).parent / "schema.json").read_text())
    jsonschema.validate(looked.report, schema, jsonschema.Draft202012Validator)
    assert "<h2>Groups</h2>" in looked.stdout
    assert "<td>lag-behind</td>" in looked.stdout


@pytest.mark.core
def test_a_clean_run(
    world: World, member: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Counter[str] = Counter()
    own: list[Any] = []  # the connections of the command alone: the group's member sends heartbeats meanwhile
    begin, send = KafkaConnectionManager.__init__, KafkaConnectionManager.send

    def begun(self: Any, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        own.append(self)

    def counted(self: Any, request: Any, *given: Any, **named: Any) -> Any:
        if self in own:
            asked[type(request).__name__] += 1
        return send(self, request, *given, **named)

    monkeypatch.setattr(KafkaConnectionManager, "__init__", begun)
    monkeypatch.setattr(KafkaConnectionManager, "send", counted)
    assert world.lag("--group", member, "--topic", "lag-along", "--threshold", "lag_records_max=0:5") == 0
    few = dict(asked)
    said = capsys.readouterr()
    assert f"Passed: no record was deleted before 1 group on {world.servers} had read it." in said.out
    (line,) = [line for line in said.out.splitlines() if line.startswith("along ")]
    assert line.split() == ["along", "2", "0", "-", "0", "0", "0", "now", "never", "lag-along"]
    assert "measuring the rates of 1 group for 10 s" in said.err

    world.topic("lag-wide", partitions=12)
    for partition in range(12):
        world.write("lag-wide", 3, partition)
    world.commit("wide", {("lag-wide", partition): 1 for partition in range(12)})
    asked.clear()
    assert world.lag("--group", "wide") == 0
    assert {name: count for name, count in asked.items() if count > few.get(name, 0)} == {}


def test_held_against_limits_and_an_earlier_run(
    world: World, member: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, limits = (tmp_path / name for name in ("1", "2", "limits"))
    assert world.lag("--group", member, "--json", one) == 0
    limits.write_text('{"lag_records_max": {"fail": -1}}')
    assert world.lag("--group", member, "--compare-with", one, "--thresholds", limits, "--json", two) == 1
    told = json.loads(two.read_text())
    (measure,) = [measure for measure in told["measures"] if measure["id"] == "lag_records_max"]
    assert (measure["status"], measure["warn"], measure["fail"]) == ("failed", None, -1)
    assert (told["compared"]["file"], told["compared"]["status"]) == (str(one), "passed")
    (row,) = [row for row in told["compared"]["rows"] if row["id"] == "lag_records_max"]
    assert (row["before"], row["now"], row["change"]) == (0, 0, "same")
    one.write_text(one.read_text().replace("validation/3", "validation/2"))
    capsys.readouterr()
    assert world.lag("--group", member, "--compare-with", one) == 2
    assert capsys.readouterr().err == (
        f"spark_validation: the earlier run {one} follows groundwork.kafka/validation/2, this version "
        "groundwork.kafka/validation/3: make it anew\n"
    )


def test_timestamps(world: World) -> None:
    """Of single records, compressed batches, markers of transactions, batches too large to come together."""
    world.topic("lag-times", partitions=4)
    world.topic("lag-appended", settings={"message.timestamp.type": "LogAppendTime"})
    first, second = (TopicPartition("lag-times", partition) for partition in (0, 1))
    for named in ({"compression_type": "gzip"}, {"transactional_id": "lag-times"}):
        producer = KafkaProducer(bootstrap_servers=world.servers, linger_ms=500, **named)
        if "transactional_id" in named:
            producer.init_transactions()
            producer.begin_transaction()
        for made in (1_000_000, 2_000_000, 3_000_000):
            producer.send("lag-times", value=b"x" * 500, partition=0, timestamp_ms=made)
        if "transactional_id" in named:
            producer.commit_transaction()
        producer.close()
    for partition in (1, 2, 3):
        world.producer.send("lag-times", value=b"x" * 200_000, partition=partition, timestamp_ms=1000 * partition)
    world.producer.send("lag-appended", value=b"x", partition=0, timestamp_ms=1000)
    world.producer.flush()
    rest = [TopicPartition("lag-times", 2), TopicPartition("lag-times", 3), TopicPartition("lag-appended", 0)]
    with Cluster(Connection(world.servers, ClientConfig())) as cluster:
        logs = groups.logs(cluster, [first, second, *rest])
        places = [*((first, offset) for offset in (0, 2, 3, 4, 6, 7)), *((part, 0) for part in (second, *rest))]
        told = timestamps(cluster, places, logs)
    found = dict(told.at)
    assert logs[first].end == 7
    assert found.pop((rest[2], 0)) > 1_700_000_000
    assert found == {
        (first, 0): 1000,
        (first, 2): 3000,  # within a compressed batch
        (first, 3): 1000,
        (first, 4): 2000,
        (second, 0): 1,
        (rest[0], 0): 2,
        (rest[1], 0): 3,
    }


@pytest.mark.usefixtures("looked")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--group", "nobody"), "there is no group nobody on {}: look for its exact name"),
        (("--topic", "lag-nothing"), "topic lag-nothing does not exist on {}"),
        (("--group", "gone", "--topic", "lag-long"), "group gone has committed no offsets of topic lag-long on {}, "),
    ],
)
def test_nothing_to_look_at(
    world: World, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.lag(*arguments) == 3
    assert said.format(world.servers) in capsys.readouterr().err


def test_topics_deleted_meanwhile(
    world: World, between: list[Callable[[], None]], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("lag-fades", "lag-stays"):
        world.topic(name)
        world.write(name, 5)
    world.commit("reader", {("lag-fades", 0): 5, ("lag-stays", 0): 5})
    between.append(lambda: world.admin.delete_topics(["lag-fades"]))
    assert world.lag("--group", "reader") == 0
    assert (
        "left out, partitions that were deleted, have no leader or may not be described: lag-fades-0"
        in capsys.readouterr().out
    )
    between[:] = [lambda: world.admin.delete_topics(["lag-stays"])]
    assert world.lag("--group", "reader") == 3
    assert "no topic is left" in capsys.readouterr().err


def test_a_topic_that_may_not_be_looked_at(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("lag-hidden", "lag-seen"):
        world.topic(name)
        world.write(name, 1)
    world.commit("hidden", {("lag-hidden", 0): 1})
    world.commit("seen", {("lag-seen", 0): 1})
    with allowed(world.admin, "lag-hidden", "User:somebody-else", ACLOperation.READ):
        assert world.lag("--topic", "lag-hidden") == 3
        may_not = f"topic lag-hidden on {world.servers} may not be looked at: its ACLs must allow Describe"
        assert may_not in capsys.readouterr().err
        assert world.lag() in {0, 1}
        left_out = "left out, groups that have committed no offsets, or only of topics that may not be described: "
        assert re.search(f"{left_out}.*hidden", capsys.readouterr().out)
    assert world.lag("--topic", "lag-seen") == 0
    assert "left out, groups that have committed no offsets of topic lag-seen: " in capsys.readouterr().out


DESCRIBE, READ, CONFIGS = ACLOperation.DESCRIBE, ACLOperation.READ, ACLOperation.DESCRIBE_CONFIGS
# Where something is forbidden, only what is allowed there by name is left.
GONE, BROKERS = (ResourceType.TOPIC, "lag-gone"), (ResourceType.CLUSTER, "kafka-cluster")
FORBIDDEN = [
    ((ResourceType.GROUP, "gone"), DESCRIBE, (), 3, "group gone may not be described on"),
    (GONE, DESCRIBE, (), 3, "group gone has committed no offsets on"),
    (GONE, READ, (DESCRIBE, CONFIGS), 3, "the records may not be read (partition 0 of lag-gone), and only they tell"),
    (GONE, CONFIGS, (READ,), 3, "the settings of topic lag-gone may not be read"),
    (BROKERS, CONFIGS, (ACLOperation.ALTER,), 1, "not looked at: offsets.retention.minutes needs DESCRIBE_CONFIGS"),
    (BROKERS, DESCRIBE, (ACLOperation.ALTER,), 1, "the sizes of logs need DESCRIBE on the cluster: lag-full"),
]


@pytest.mark.usefixtures("looked")
@pytest.mark.parametrize("case", FORBIDDEN, ids=[case[4] for case in FORBIDDEN])
def test_without_a_right(
    world: World,
    case: tuple[tuple[ResourceType, str], Any, tuple[Any, ...], int, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    where, denied, allowed, code, said = case
    resource = ResourcePattern(*where)
    rules = [
        ACL("User:ANONYMOUS", "*", denied, ACLPermissionType.DENY, resource),
        *(ACL("User:ANONYMOUS", "*", one, ACLPermissionType.ALLOW, resource) for one in allowed),
    ]
    world.admin.create_acls(rules)
    try:
        assert world.lag("--group", "gone", "--group", "full") == code
    finally:
        world.admin.delete_acls(rules)
    told = capsys.readouterr()
    assert said in told.out + told.err
    assert world.admin.describe_acls(ACLFilter(None, None, ACLOperation.ANY, ACLPermissionType.ANY, resource))[0] == []
