# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is refused while a broker is down is done once that was started, as the refusal says."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any, Iterator, Mapping

import pytest
from kafka import KafkaAdminClient, KafkaProducer
from kafka.admin import NewTopic

from tests.admin.asking import result
from tests.admin.tools import asked
from tests.remedies.refusals import sentence
from tests.servers.cluster import Cluster

LONG = 60
#: By the brokers that have them; the third is the one that is down.
ALONE, SHARED, ELSEWHERE = "d-alone", "d-shared", "d-elsewhere"
PLACED = {ALONE: [3], SHARED: [1, 3], ELSEWHERE: [1]}
RECORDS = 5


@dataclass(frozen=True)
class Down:
    """While the broker is down the *module* refuses what is *given*; it *begins* so and *tells* what to do."""

    begins: str
    module: str
    given: Mapping[str, Any]
    tells: str


def _plan(topic: str, *replicas: int) -> Mapping[str, Any]:
    return {"plan": {"version": 1, "partitions": [{"topic": topic, "partition": 0, "replicas": list(replicas)}]}}


def _replicas(topic: str, number: int) -> Mapping[str, Any]:
    return {"replication": {topic: number}, "balance": False}


CASES = (
    Down(
        "Nobody leads …, so nobody can copy …; start",
        "cluster_reassign",
        _plan(ALONE, 1),
        "start the brokers that have them in sync, and run again",
    ),
    Down(
        "Broker … is to take …, and it does not",
        "cluster_reassign",
        _plan(ELSEWHERE, 3),
        "start it, look at its journal, and run again",
    ),
    Down(
        "… would lose all replicas that are in sync, and",
        "cluster_reassign",
        _plan(SHARED, 3),
        "wait until one that stays is in sync, or have others stay",
    ),
    Down(
        "… … not in sync on all brokers; start those",
        "cluster_reassign",
        _replicas(SHARED, 3),
        "start those that are down, or wait until they have caught up, and run again",
    ),
    Down(
        "… has no leader, so nobody can copy it, or",
        "cluster_reassign",
        _replicas(ALONE, 2),
        "start the brokers that have it in sync first",
    ),
    Down(
        "… of the group … has no leader; start the",
        "consumer_groups",
        {"groups": [{"name": "d-group", "to": "earliest", "topics": [ALONE], "may_be_new": True}]},
        "start the brokers that hold it first",
    ),
)
_GIVEN = [pytest.param(one, id=one.begins, marks=pytest.mark.remedy(one.begins)) for one in CASES]


def _until(cluster: Cluster, case: Down, refused: bool) -> dict[str, Any]:
    """What the module ends with in check mode, once that is what is waited for: brokers hear of one another in turn."""
    deadline = time.monotonic() + LONG
    while True:
        ended = result(case.module, asked(cluster, **case.given), check_mode=True)
        told = ended["failed"] and re.search(sentence(case.begins), ended["msg"]) is not None
        if (told if refused else not ended["failed"]) or time.monotonic() >= deadline:
            return ended
        time.sleep(0.3)


@pytest.fixture(scope="module")
def refused(cluster: Cluster) -> Iterator[dict[str, dict[str, Any]]]:
    """What each case ended with while the third broker was down; it was started again since."""
    admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap_servers)
    least = {"min.insync.replicas": "1"}
    admin.create_topics(
        [NewTopic(name, -1, -1, replica_assignments={0: on}, topic_configs=least) for name, on in PLACED.items()]
    )
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks="all")
    for name in PLACED:
        for number in range(RECORDS):
            producer.send(name, b"%d" % number, partition=0)
    producer.close(LONG)
    cluster.brokers[3].kill()
    try:
        found = {one.begins: _until(cluster, one, refused=True) for one in CASES}
    finally:
        cluster.brokers[3].start_again()
    yield found
    admin.delete_topics(list(PLACED))
    admin.close()


@pytest.mark.parametrize("case", _GIVEN)
def test_the_remedy_of_what_a_broker_that_is_down_prevents(
    cluster: Cluster, refused: dict[str, dict[str, Any]], case: Down
) -> None:
    ended = refused[case.begins]
    assert ended["failed"], ended
    assert re.search(sentence(case.begins), ended["msg"]), ended["msg"]
    assert case.tells in ended["msg"]
    taken = _until(cluster, case, refused=False)
    assert not taken["failed"], taken
    assert taken["changed"]
