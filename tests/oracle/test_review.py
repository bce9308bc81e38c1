# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the review takes for Kafka's defaults, and for what its assignors do, held against Kafka itself."""

from __future__ import annotations

import os
import random
import subprocess
import tarfile
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review import assignors, settings
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import Broker
from tests.servers.versions import KRAFT, ZOOKEEPER

VERSIONS = (ZOOKEEPER, KRAFT)
CLASSES = {
    "range": "RangeAssignor",
    "roundrobin": "RoundRobinAssignor",
    "sticky": "StickyAssignor",
    "cooperative-sticky": "CooperativeStickyAssignor",
}
MANY = {"t1": 8, **{f"u{number:02}": 2 for number in range(20)}}


def cases() -> list[tuple[str, dict[str, int], dict[str, list[str]]]]:
    """The example of the documentation, and subscriptions by chance, alike and unlike."""
    chance = random.Random(20)  # noqa: S311 the same each time
    found = [(name, MANY, {member: list(MANY) for member in ("c0", "c1", "c2")}) for name in CLASSES]
    for _number in range(150):
        topics = {f"t{number}": chance.randint(1, 9) for number in range(chance.randint(1, 6))}
        names = [f"c{number}" for number in range(chance.randint(1, 5))]
        alike = chance.random() < 0.5
        members = {
            name: list(topics) if alike else chance.sample(list(topics), chance.randint(1, len(topics)))
            for name in names
        }
        found.append((chance.choice(list(CLASSES)), topics, members))
    return found


def line(name, topics, members) -> str:
    return " ".join(
        (
            CLASSES[name],
            ",".join(f"{topic}={count}" for topic, count in topics.items()),
            ",".join(f"{member}:{'+'.join(read)}" for member, read in members.items()),
        )
    )


@pytest.fixture(scope="module", params=VERSIONS)
def answers(request, tmp_path_factory) -> tuple[str, list[str]]:
    """A version, and what Kafka says: its defaults, then the counts of each case."""
    folder = tmp_path_factory.mktemp("kafka")
    name = f"kafka_2.13-{request.param}"
    with tarfile.open(Path(os.environ["GROUNDWORK_CACHE"]) / f"{name}.tgz") as archive:
        archive.extractall(folder, filter="data")
    command = ["java", "-Xmx256m", "-cp", f"{folder / name}/libs/*", str(Path(__file__).with_name("Review.java"))]
    given = "".join(line(*case) + "\n" for case in cases())
    keys = sorted({*settings.DEFAULTS, "log.message.timestamp.after.max.ms"})
    done = subprocess.run([*command, *keys], input=given, capture_output=True, text=True, check=True)
    return request.param, done.stdout.splitlines()


def test_the_defaults_are_kafkas(answers) -> None:
    version, lines = answers
    defaults = {key: value for key, value in (each.split("=", 1) for each in lines if "=" in each) if value != "gone"}
    assert len(defaults) > 20
    broker = Broker("k1", {}, version)
    assert {key: settings.text(broker, key) for key in defaults} == defaults


def test_members_get_as_many_partitions_as_kafka_gives_them(answers) -> None:
    _version, lines = answers
    counts = [each for each in lines if "=" not in each]
    assert len(counts) == len(cases())
    for (name, topics, members), given in zip(cases(), counts):
        mine = assignors.ASSIGNORS[name](topics, members)
        kafka = [int(count) for count in given.split(",")]
        if "sticky" in name:  # which of two alike gets one more is nobody's business
            assert sorted(mine.values()) == sorted(kafka), line(name, topics, members)
        else:
            assert [mine[member] for member in sorted(members)] == kafka, line(name, topics, members)


def test_the_example_of_the_documentation(answers) -> None:
    """3 members, one topic of 8 partitions and twenty of 2."""
    _version, lines = answers
    assert [each for each in lines if "=" not in each][:4] == ["23,23,2", "16,16,16", "16,16,16", "16,16,16"]
