# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``lag`` on groups of the kinds that came with Kafka 4, which real clients make on a real broker."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any, Iterator

import pytest

from spark_validation.cli import main
from tests.servers.server import java, unpacked
from tests.spark.groups import World

_JOINING_SECONDS = 60


@pytest.fixture(scope="module")
def world(kraft_servers: str) -> Iterator[World]:
    made = World(kraft_servers)
    made.topic("t-newer", 3)
    made.write("t-newer", 10, 0)
    made.write("t-newer", 20, 1)
    yield made
    made.close()


@pytest.fixture(scope="module")
def newer(world: World, request: pytest.FixtureRequest) -> Iterator[str]:
    """A member that is to read all three partitions, and has committed one of them alone."""
    request.getfixturevalue("librdkafka")
    from confluent_kafka import Consumer, TopicPartition

    given = {"bootstrap.servers": world.servers, "group.id": "newer", "group.protocol": "consumer"}
    consumer = Consumer({**given, "enable.auto.commit": False, "auto.offset.reset": "earliest"})
    consumer.subscribe(["t-newer"])
    deadline = time.monotonic() + _JOINING_SECONDS
    while len(consumer.assignment()) < 3:
        consumer.poll(0.2)
        assert time.monotonic() < deadline, "nobody was given the partitions"
    consumer.commit(offsets=[TopicPartition("t-newer", 0, 10)], asynchronous=False)
    yield "newer"
    consumer.close()


@pytest.fixture(scope="module")
def share(world: World) -> Iterator[str]:
    """A share group, by Kafka's own tool."""
    main = "org.apache.kafka.tools.consumer.ConsoleShareConsumer"
    arguments = ("--bootstrap-server", world.servers, "--topic", "t-newer", "--group", "share")
    command = java(unpacked("GROUNDWORK_KRAFT_HOME"), main, *arguments, heap="128m")
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + _JOINING_SECONDS
        while "share" not in {group["group_id"] for group in world.admin.list_groups()}:
            assert time.monotonic() < deadline, "there is no share group"
            time.sleep(0.5)
        yield "share"
    finally:
        process.kill()
        process.wait()


def seen(world: World, report: Path, *options: str) -> dict[str, Any]:
    main(["lag", "--bootstrap-servers", world.servers, "--interval", "1", *options, "--json", str(report)])
    return dict(json.loads(report.read_text()))


def test_a_member_of_the_newer_protocol(world: World, newer: str, tmp_path: Path) -> None:
    told = seen(world, tmp_path / "r.json", "--group", newer)
    (row,) = told["details"]["rows"]
    assert [(at["partition"], at["end"]) for at in row["uncommitted"]] == [(1, 20), (2, 0)]
    assert row["total"]["lag_records"] == 0
    found = {check["id"]: check["count"] for check in told["checks"] if check["count"]}
    assert (found, told["details"]["notes"]) == ({"no_offset": 1}, [])


def test_a_share_group_is_named(
    world: World, newer: str, share: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = seen(world, tmp_path / "r.json")
    left_out = "left out, share groups, which acknowledge each record by itself and stand at no offset: share"
    assert left_out in told["details"]["notes"]
    assert newer in {row["group"] for row in told["details"]["rows"]}
    capsys.readouterr()
    assert main(["lag", "--bootstrap-servers", world.servers, "--group", share]) == 3
    assert "group share on " in capsys.readouterr().err
