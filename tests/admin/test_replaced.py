# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Machines in the place of others, on real clusters: what is refused, and how a controller comes to vote again."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties, releases
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, rollout
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_facts
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import failed_disk
from ansible_collections.groundwork.kafka.plugins.modules import (
    former_servers,
    lost_replicas,
    quorum_votes,
    server_double,
)
from tests.servers.cluster import HOMES, Cluster, running_cluster
from tests.servers.quorum import Quorum, running
from tests.servers.server import free_port, java, unpacked
from tests.servers.typing_in import typed
from tests.servers.versions import KRAFT, KRAFT_FORMER
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

ORDERS = TopicPartition("orders", 0)
SETTINGS = "/etc/kafka/server.properties"
VERSIONS = {KRAFT_FORMER: "GROUNDWORK_OLD_KRAFT_HOME", KRAFT: "GROUNDWORK_KRAFT_HOME"}
#: The controllers 11 to 13, and one that comes in the place of the last.
CONTROLLERS, LAST, NEW = [11, 12, 13], 13, 14


#: What is asked here of a quorum says by such an error that nobody answers.
settles = partial(eventually, away=GroundworkError)


def asked(where: list[str], **more: Any) -> dict[str, Any]:
    return {"bootstrap_servers": where, "client_config": {}, "timeout": 20, **more}


def written(cluster: Cluster, number: int) -> None:
    """So many records of the one partition, acknowledged by those in sync."""
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks="all")
    for one in [producer.send(ORDERS.topic, b"record", partition=ORDERS.partition) for _record in range(number)]:
        one.get(timeout=60)
    producer.close()


def partition(servers: list[str]) -> tuple[int | None, list[int]]:
    """Who leads it, and who is in sync."""
    with connection.connected(servers, {}, 20) as client:
        (found,) = [one for one in cluster_facts.partitions(client) if one["topic"] == ORDERS.topic]
    return found["leader"], sorted(found["isr"])


@pytest.fixture(params=HOMES)
def emptied(request: pytest.FixtureRequest, tmp_path: Path):
    """A cluster whose broker 2 is down and was the last one in sync, and whether its disks are as they were."""
    with running_cluster(request.param, tmp_path, ["controlled.shutdown.enable=false"]) as cluster:
        with connection.connected(cluster.bootstrap_servers, {}, 20) as client:
            configs = {"min.insync.replicas": "1"}
            client.create_topics({ORDERS.topic: {"assignments": {0: [1, 2]}, "configs": configs}})
            client.wait_for_topics([ORDERS.topic])
        written(cluster, 10)
        third = [f"127.0.0.1:{cluster.brokers[3].port}"]
        cluster.brokers[1].kill()
        eventually(lambda: partition(third), (2, [2]))
        written(cluster, 40)
        if request.param == "kraft":  # the quorum can do without one of three
            cluster.brokers[1].start()
        cluster.brokers[2].kill()
        eventually(lambda: partition(third)[0], None)
        yield cluster, third


def test_a_new_machine_does_not_take_the_number_of_the_last_that_was_in_sync(emptied, tmp_path: Path) -> None:
    cluster, third = emptied
    new = str(tmp_path / "new")  # of a host on which no file tells of a broker
    left = failed_disk.empty(Host(), [new], [], has_run=False)
    assert left == {"folders": [new], "held": [], "may_be_new": True}
    given = {**asked(third), **left, "broker": 2, "may_be_new": False, "accept_unavailable": False}
    with pytest.raises(GroundworkError, match=rf"^Broker 2 alone has orders 0, .* is lost without {new}; bring the"):
        lost_replicas.run({**given, "accept": False})
    assert [one["topic"] for one in lost_replicas.run({**given, "accept": True})["lost"]] == [ORDERS.topic]
    assert lost_replicas.run({**given, "broker": 9, "accept": False})["lost"] == []  # one that grows the cluster
    cluster.brokers[2].start_again()
    eventually(lambda: partition(third)[0], 2)
    consumer = KafkaConsumer(bootstrap_servers=third)
    assert consumer.end_offsets([ORDERS]) == {ORDERS: 50}  # the way: its own disk
    consumer.close()


@pytest.mark.remedy("… … still runs, at …, and this host is to be the one with that number")
@pytest.mark.parametrize("mode", HOMES)
def test_the_number_of_a_broker_is_free_once_that_one_is_stopped(mode: str, tmp_path: Path) -> None:
    with running_cluster(mode, tmp_path) as cluster:
        runs = cluster.brokers[3].port
        given = asked(cluster.bootstrap_servers, number=3, roles=["broker"], host="127.0.0.1", directories=[])
        with pytest.raises(GroundworkError, match=rf"^Broker 3 still runs, at 127\.0\.0\.1:{runs}, and this host is"):
            server_double.run({**given, "ports": [free_port()]})
        server_double.run({**given, "ports": [runs]})
        server_double.run({**given, "number": 9, "ports": [free_port()]})
        cluster.brokers[3].stop()
        server_double.run({**given, "ports": [free_port()]})


def joins(version: str) -> bool:
    """Whether a controller comes to vote by itself."""
    return releases.since(version, releases.CONTROLLERS_JOIN)


def votes(cluster: Quorum, version: str, *numbers: int) -> list[dict[str, Any]]:
    """What is told of the controllers *numbers*."""
    given = asked(cluster.bootstrap_servers, controllers={str(one): f"c{one}" for one in numbers})
    return list(quorum_votes.run({**given, "joining": joins(version)})["findings"])


def held_up(cluster: Quorum, *controllers: int) -> list[str]:
    """Why no rollout of these servers begins now."""
    given = asked(cluster.bootstrap_servers, phase="start", brokers=[1], controllers=list(controllers))
    rest = {"accept_unavailable": True, "starting": [], "mended": [], "absent": []}
    with rollout.opened({**given, **rest}) as gate:
        return gate.reasons_to_wait()


def follow(cluster: Quorum, number: int, remedy: str) -> None:
    """Type on a controller's host what *remedy* says; each program only starts this class."""
    for line in remedy.replace(f"on c{number}, as root: ", "").split("; "):
        told = re.search(r"kafka-metadata-quorum\.sh (.*)$", line).group(1)
        words = shlex.split(typed(told, cluster.bootstrap_servers[0]))
        settings = str(cluster.servers[number].settings)
        words = [settings if word == SETTINGS else word for word in words]
        command = java(cluster.home, "org.apache.kafka.tools.MetadataQuorumCommand", *words, heap="96m")
        done = subprocess.run(command, cwd=cluster.folder, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, line + done.stdout + done.stderr


def made_anew(cluster: Quorum, number: int) -> str:
    """Format the folder of a controller that holds nothing, as site does, and start it; the id of the folder."""
    server, (folder,) = cluster.servers[number], cluster.log_dirs(number)
    shutil.rmtree(folder, ignore_errors=True)
    cluster.format_to_join(number)
    server.start()
    return properties.parse((Path(folder) / "meta.properties").read_text())["directory.id"]


@pytest.mark.remedy("controller_does_not_vote")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_controller_with_an_empty_disk_votes_again(tmp_path: Path, version: str) -> None:
    with running(unpacked(VERSIONS[version]), tmp_path, CONTROLLERS, [1]) as cluster:
        former = cluster.voters()[LAST]
        settles(lambda: votes(cluster, version, *CONTROLLERS), [])
        cluster.servers[LAST].kill()
        made_anew(cluster, LAST)
        if not joins(version):
            settles(lambda: len(votes(cluster, version, *CONTROLLERS)), 1)
            (told,) = votes(cluster, version, *CONTROLLERS)
            assert told["found"] == "an observer, and the quorum counts the folder that it had before"
            behind = [f"controller {LAST} has not caught up with the quorum's leader"]
            settles(lambda: held_up(cluster, *CONTROLLERS), behind)
            follow(cluster, LAST, told["remedy"])
        settles(lambda: sorted(cluster.voters()), CONTROLLERS)
        settles(lambda: cluster.voters()[LAST] != former, True)
        settles(lambda: votes(cluster, version, *CONTROLLERS), [])
        for number in (12, LAST):  # which both count, so that each of the others can be missed
            cluster.servers[11 if number == 12 else 12].stop()
            with connection.connected(cluster.bootstrap_servers, {}, 120) as client:
                client.create_topics({f"with-{number}": {"assignments": {0: [1]}}})
            cluster.start(11 if number == 12 else 12)
            settles(lambda: sorted(cluster.voters()), CONTROLLERS)


@pytest.mark.parametrize("version", VERSIONS)
def test_another_controller_comes_in_the_place_of_one(tmp_path: Path, version: str) -> None:
    with running(unpacked(VERSIONS[version]), tmp_path, CONTROLLERS, [1]) as cluster:
        cluster.servers[LAST].kill()
        cluster.add_controller(NEW)
        made_anew(cluster, NEW)
        if not joins(version):
            settles(lambda: len(votes(cluster, version, 11, 12, NEW)), 1)
            (told,) = votes(cluster, version, 11, 12, NEW)
            assert (told["subject"], told["found"]) == (f"controller {NEW} (c{NEW})", "an observer")
            settles(lambda: held_up(cluster, 11, 12, NEW), [f"controller {NEW} is no voter of the KRaft quorum"])
            follow(cluster, NEW, told["remedy"])
        settles(lambda: sorted(cluster.voters()), [11, 12, NEW])
        given = asked(cluster.bootstrap_servers, servers={str(LAST): "c13"})
        (left,) = former_servers.run(given)["findings"]
        assert left["id"] == "former_controller_votes"
        follow(cluster, NEW, left["remedy"].partition(", then ")[2])
        settles(lambda: former_servers.run(given)["findings"], [])
        settles(lambda: held_up(cluster, 11, 12, NEW), [])
        settles(lambda: votes(cluster, version, 11, 12, NEW), [])


@pytest.mark.parametrize("version", VERSIONS)
def test_the_number_of_a_controller_is_free_once_that_one_is_stopped(tmp_path: Path, version: str) -> None:
    with running(unpacked(VERSIONS[version]), tmp_path, CONTROLLERS, [1]) as cluster:
        where = f"127.0.0.1:{cluster.controller_ports[LAST]}"
        given = asked(cluster.bootstrap_servers, number=LAST, roles=["controller"], host="127.0.0.1", directories=[])
        (folder,) = cluster.log_dirs(LAST)
        own = properties.parse((Path(folder) / "meta.properties").read_text())["directory.id"]
        at_home = {"ports": [cluster.controller_ports[LAST]]}
        for elsewhere in ({"ports": [free_port()]}, at_home, {"ports": [free_port()], "directories": [own]}):
            with pytest.raises(GroundworkError, match=rf"^Controller {LAST} still runs, at {where}, and this host is"):
                server_double.run({**given, **elsewhere})
        server_double.run({**given, **at_home, "directories": [own]})
        with suppress(subprocess.TimeoutExpired):
            cluster.servers[LAST].stop()
        server_double.run({**given, "ports": [free_port()]})
