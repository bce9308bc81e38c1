# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Real brokers reassign replicas while they serve; a run is killed at each of its phases, and the next one ends it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Iterator

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType, KafkaAdminClient, NewTopic

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kraft_roles
from ansible_collections.groundwork.kafka.plugins.modules import broker_removal, cluster_reassign
from tests.servers import kafka_verify
from tests.servers import quorum as quorums
from tests.servers.cluster import Cluster, running_cluster
from tests.servers.server import unpacked
from tests.servers.waiting import eventually

_VALUE = b"x" * 20000
_THROTTLED = ("leader.replication.throttled", "follower.replication.throttled")


def params(running: Cluster, **named: Any) -> dict[str, Any]:
    return params_of(running.bootstrap_servers, **named)


def params_of(bootstrap_servers: list[str], **named: Any) -> dict[str, Any]:
    return {
        "bootstrap_servers": bootstrap_servers,
        "client_config": {},
        "timeout": 20,
        "state": "reassigned",
        "plan": None,
        "leaving": [],
        "brokers": [],
        "replication": {},
        "balance": True,
        "tolerance": 10,
        "throttle": "50m",
        "at_once": 5,
        "accept_shared_racks": False,
        "wait": 60,
        "resume": False,
        **named,
    }


def followed(given: dict[str, Any], looks: int = 300) -> dict[str, Any]:
    """The first look of a run that goes on until nothing is left, as the action plugin has it do."""
    first = found = cluster_reassign.run(given, False)
    rest = {**given, "plan": first["plan"], "resume": True, "leaving": [], "replication": {}}
    while found["left"] and looks:
        time.sleep(0.3)
        found, looks = cluster_reassign.run(rest, False), looks - 1
    assert not found["left"], found
    return first


def replicas(running: Cluster, topic: str) -> list[list[int]]:
    admin = KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)
    (described,) = admin.describe_topics([topic])
    admin.close()
    return [one["replica_nodes"] for one in sorted(described["partitions"], key=lambda one: one["partition_index"])]


def throttles(running: Cluster) -> list[str]:
    """What limits replication anywhere in the cluster, asked in another way than the module's."""
    admin = KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)
    topics = [ConfigResource(ConfigResourceType.TOPIC, one["name"]) for one in admin.describe_topics()]
    brokers = [ConfigResource(ConfigResourceType.BROKER, str(number)) for number in running.brokers]
    found = admin.describe_configs([*topics, *brokers], config_filter="all")
    admin.close()
    return [
        f"{name} {key}"
        for of_kind in found.values()
        for name, settings in of_kind.items()
        for key, one in settings.items()
        if key.startswith(_THROTTLED) and one["value"]
    ]


def make_topic(running: Cluster, name: str, assigned: dict[int, list[int]], records: int = 0) -> None:
    admin = KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)
    least = {"min.insync.replicas": "1"}
    admin.create_topics([NewTopic(name, -1, -1, replica_assignments=assigned, topic_configs=least)])
    admin.close()
    producer = KafkaProducer(bootstrap_servers=running.bootstrap_servers, acks="all")
    sent = [
        producer.send(name, b"%d " % number + _VALUE, partition=number % len(assigned)) for number in range(records)
    ]
    for one in sent:
        one.get(timeout=90)
    producer.close()


def delete_topic(running: Cluster, name: str) -> None:
    admin = KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)
    admin.delete_topics([name])
    admin.close()


def numbers(running: Cluster, topic: str, partitions: int, expected: int) -> list[int]:
    """The records of a topic, by the numbers that they begin with."""
    consumer = KafkaConsumer(bootstrap_servers=running.bootstrap_servers, group_id=None)
    consumer.assign([TopicPartition(topic, number) for number in range(partitions)])
    consumer.seek_to_beginning()
    found: list[int] = []
    deadline = time.monotonic() + 60
    while len(found) < expected and time.monotonic() < deadline:
        found += [int(one.value.split()[0]) for some in consumer.poll(500).values() for one in some]
    consumer.close()
    return sorted(found)


def by_hand(topic: str, *wanted: list[int]) -> dict[str, Any]:
    return {
        "version": 1,
        "partitions": [{"topic": topic, "partition": number, "replicas": one} for number, one in enumerate(wanted)],
    }


def test_a_plan_by_hand_is_followed_and_its_limit_goes(cluster: Cluster) -> None:
    make_topic(cluster, "by-hand", {0: [1, 2], 1: [2, 1]}, 20)
    wanted = by_hand("by-hand", [3, 1], [2, 1])
    try:
        planned = cluster_reassign.run(params(cluster, plan=wanted), True)
        assert (planned["left"], planned["changed"], replicas(cluster, "by-hand")) == (1, True, [[1, 2], [2, 1]])
        assert "by-hand-0: 1, 2" in planned["diff"]["before"]
        assert "by-hand-0: 3, 1" in planned["diff"]["after"]
        assert throttles(cluster) == []
        followed(params(cluster, plan=wanted))
        assert (replicas(cluster, "by-hand"), throttles(cluster)) == ([[3, 1], [2, 1]], [])
        assert cluster_reassign.run(params(cluster, plan=wanted), False)["changed"] is False
    finally:
        delete_topic(cluster, "by-hand")


@pytest.fixture(scope="module")
def refusing(cluster: Cluster) -> Iterator[Cluster]:
    """With a topic that nothing is done to; with ZooKeeper its name is taken for a while after it is deleted."""
    make_topic(cluster, "refused", {0: [1, 2]})
    yield cluster
    delete_topic(cluster, "refused")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"plan": by_hand("refused", [1, 9])}, "places refused-0 on broker 9, which the cluster does not have"),
        ({"plan": by_hand("refused", [])}, "gives refused-0 no replicas"),
        ({"plan": by_hand("refused", [1, 2], [1])}, "names refused-1, which the cluster does not have"),
        ({"replication": {"refused": 4}}, "refused is to have 4 replicas, and 3 brokers can hold one each"),
        ({"leaving": [1, 2, 3]}, "All brokers that run are to leave"),
        ({"throttle": "0"}, "throttle: '0' is not a size"),
        ({"at_once": 0}, "at_once"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(refusing: Cluster, given: dict[str, Any], said: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        cluster_reassign.run(params(refusing, **given), False)
    assert said in str(raised.value)
    assert (replicas(refusing, "refused"), throttles(refusing)) == ([[1, 2]], [])


@pytest.mark.remedy("The plan places … in … of broker …, which")
def test_a_folder_that_a_broker_does_not_have_is_refused_and_the_one_that_it_has_is_taken(refusing: Cluster) -> None:
    def placed(path: str) -> dict[str, Any]:
        return {"partitions": [{"topic": "refused", "partition": 0, "replicas": [3, 2], "log_dirs": [path, "any"]}]}

    with pytest.raises(GroundworkError) as raised:
        cluster_reassign.run(params(refusing, plan=placed("/nowhere")), False)
    says = r"The plan places refused-0 in /nowhere of broker 3, which does not have that folder; it has (\S+)\."
    told = re.fullmatch(says, str(raised.value))
    assert told, raised.value
    planned = cluster_reassign.run(params(refusing, plan=placed(told.group(1))), True)
    assert planned["plan"]["partitions"] == placed(told.group(1))["partitions"]
    assert (replicas(refusing, "refused"), throttles(refusing)) == ([[1, 2]], [])


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Cluster]:
    """Three brokers; the first has a second folder."""
    with running_cluster("kraft", tmp_path, second={1: tmp_path / "second"}) as made:
        yield made


#: Runs the module in a process of its own, which ends as by kill -9 at the first call of a function.
_KILLED = """
import json, os, signal, sys
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import reassignments, throttles
from ansible_collections.groundwork.kafka.plugins.modules import cluster_reassign
params, name, after = json.loads(sys.argv[1])
where = {"limit": throttles, "begin": reassignments}[name]
asked = getattr(where, name)
def die(*given):
    if after:
        asked(*given)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(where, name, die)
cluster_reassign.run(params, False)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("phase", "after"),
    [
        pytest.param("limit", False, id="before the limit is set"),
        pytest.param("begin", False, id="with the limit set and nothing begun"),
        pytest.param("begin", True, id="with some on their way"),
    ],
)
def test_the_next_run_ends_what_a_killed_one_began(own: Cluster, tmp_path: Path, phase: str, after: bool) -> None:
    parts = 8
    make_topic(own, "moved", {number: [1, 2] for number in range(parts)}, 400)
    given = params(own, throttle="300k", at_once=2)
    command = [sys.executable, "-c", _KILLED, json.dumps([given, phase, after])]
    ended = subprocess.run(command, env=os.environ, check=False, capture_output=True, text=True)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    assert bool(throttles(own)) == (phase == "begin")
    first = followed({**given, "throttle": "50m"})
    assert first["changed"]
    assert throttles(own) == []
    held = [number for one in replicas(own, "moved") for number in one]
    assert all(abs(held.count(number) - 2 * parts / 3) <= 1 for number in (1, 2, 3))
    home = unpacked("GROUNDWORK_KRAFT_HOME")
    lines = kafka_verify.verify(home, tmp_path, own.bootstrap_servers[0], first["plan"])
    assert all(line.endswith(("is completed.", "completed successfully.")) for line in lines), lines
    assert numbers(own, "moved", parts, 400) == list(range(400))
    again = cluster_reassign.run(given, False)
    assert (again["changed"], again["left"]) == (False, 0)


@pytest.mark.long
@pytest.mark.remedy("All brokers that run are to leave; name fewer")
def test_a_broker_is_emptied_and_what_is_under_way_can_be_cancelled(own: Cluster) -> None:
    parts = 6
    make_topic(own, "emptied", {number: [1 + number % 3, 1 + (number + 1) % 3] for number in range(parts)}, 300)
    before = replicas(own, "emptied")
    given = params(own, leaving=[3], balance=False, replication={"emptied": 2}, throttle="100k", at_once=1)
    with pytest.raises(GroundworkError, match="name fewer, as the others take what they hold"):
        cluster_reassign.run({**given, "leaving": [1, 2, 3]}, False)
    first = cluster_reassign.run(given, False)
    assert (first["left"] > 0, bool(throttles(own))) == (True, True)
    cancelled = cluster_reassign.run(params(own, state="cancelled"), False)
    assert cancelled["changed"]
    wanted = {one["partition"]: one["replicas"] for one in first["plan"]["partitions"]}
    now = replicas(own, "emptied")  # a small one may have ended before
    assert all(one in (before[number], wanted.get(number)) for number, one in enumerate(now))
    assert now != [wanted.get(number, one) for number, one in enumerate(before)]
    with connection.connected(own.bootstrap_servers, {}, 20) as client:
        assert state.reassignments(client) == []
    assert throttles(own) == []
    followed({**given, "throttle": "unlimited", "at_once": 5})
    assert all(3 not in one for one in replicas(own, "emptied"))
    assert numbers(own, "emptied", parts, 300) == list(range(300))


@pytest.mark.long
@pytest.mark.remedy("This host is a broker with … (…), as …")
def test_a_broker_that_kafkas_own_tool_has_emptied_may_become_a_controller_alone(own: Cluster, tmp_path: Path) -> None:
    make_topic(own, "left", {0: [3, 1], 1: [2, 3], 2: [1, 2]}, 30)
    settings, server, home = str(own.brokers[3].settings), own.bootstrap_servers[0], unpacked("GROUNDWORK_KRAFT_HOME")
    with pytest.raises(GroundworkError) as raised:
        kraft_roles.check(Host(), settings, ["controller"])
    assert "This host is a broker with 2 partitions (left-0, left-1), as" in str(raised.value)
    assert (
        "put it back into the group kafka, move them to other brokers (kafka-reassign-partitions.sh), and then take "
        "it out." in str(raised.value)
    )
    kraft_roles.check(Host(), settings, ["broker", "controller"])
    plan = kafka_verify.generate(home, tmp_path, server, ["left"], [1, 2])
    kafka_verify.execute(home, tmp_path, server, plan)

    def moved() -> bool:
        lines = kafka_verify.verify(home, tmp_path, server, plan)
        return all(line.endswith(("is completed.", "completed successfully.")) for line in lines)

    eventually(moved, True)
    eventually(lambda: kraft_roles.check(Host(), settings, ["controller"]), None, away=GroundworkError)
    assert numbers(own, "left", 3, 30) == list(range(30))


@pytest.mark.long
def test_it_moves_less_than_kafkas_own_proposal_and_uses_both_folders(own: Cluster, tmp_path: Path) -> None:
    parts = 9
    make_topic(own, "large", {number: [2 + number % 2] for number in range(parts)}, 300)
    planned = cluster_reassign.run(params(own), True)["plan"]["partitions"]
    home = unpacked("GROUNDWORK_KRAFT_HOME")
    proposed = kafka_verify.generate(home, tmp_path, own.bootstrap_servers[0], ["large"], [1, 2, 3])["partitions"]
    now = replicas(own, "large")

    def moved(plan: list[dict[str, Any]]) -> int:
        return sum(len(set(one["replicas"]) - set(now[one["partition"]])) for one in plan if one["topic"] == "large")

    assert 0 < moved(planned) <= moved(proposed)
    followed(params(own))
    spread = [number for one in replicas(own, "large") for number in one]
    assert max(map(spread.count, (1, 2, 3))) - min(map(spread.count, (1, 2, 3))) <= 2
    assert numbers(own, "large", parts, 300) == list(range(300))


@pytest.mark.long
@pytest.mark.remedy("Broker … holds … partition… (…); have them", "Broker … runs, and would register again;")
def test_a_broker_that_was_emptied_and_stopped_is_forgotten_with_its_settings(tmp_path: Path) -> None:
    with quorums.running(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path, [11], [1, 2, 3]) as quorum:
        given = {"bootstrap_servers": quorum.bootstrap_servers, "client_config": {}, "timeout": 20, "wait": 60}
        admin = KafkaAdminClient(bootstrap_servers=quorum.bootstrap_servers)
        admin.create_topics([NewTopic("t", -1, -1, replica_assignments={0: [3, 1], 1: [1, 2]})])
        setting = ConfigResource(ConfigResourceType.BROKER, "3", configs={"log.cleaner.threads": "2"})
        admin.alter_configs([setting], raise_on_unknown=False)
        admin.close()
        removal = {**given, "broker": 3}
        with pytest.raises(GroundworkError, match="Broker 3 holds 1 partition"):
            broker_removal.run({**removal, "state": "released"}, False)
        followed(params_of(quorum.bootstrap_servers, leaving=[3], balance=False))
        assert broker_removal.run({**removal, "state": "released"}, False)["removed"] == [
            "log.cleaner.threads of broker 3"
        ]
        with pytest.raises(GroundworkError, match="Broker 3 runs, and would register again"):
            broker_removal.run({**removal, "state": "absent", "wait": 1}, False)
        quorum.servers[3].stop()
        removal["bootstrap_servers"] = quorum.bootstrap_servers[:2]

        def left_over() -> list[str]:
            return [one[:23] for one in broker_removal.run({**removal, "state": "released"}, False)["told"]]

        eventually(left_over, ["Broker 3 does not run, "])
        found = broker_removal.run({**removal, "state": "absent"}, False)
        assert found["removed"] == ["the registration of broker 3"]
        with connection.connected(quorum.bootstrap_servers[:2], {}, 20) as client:
            assert [one["id"] for one in state.read(client)["brokers"]] == [1, 2]
        assert broker_removal.run({**removal, "state": "absent"}, False)["changed"] is False
        assert left_over() == []
