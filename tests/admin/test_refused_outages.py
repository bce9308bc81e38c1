# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What modules refuse of a real cluster while one of its brokers is down they do once it is started, as they say."""

from __future__ import annotations

import re
from typing import Any, Iterator

import pytest
from kafka import KafkaAdminClient
from kafka.admin import NewTopic

from tests.admin.asking import result
from tests.admin.refused_outages import DOWN, GROUP, LONE, OTHER, OUTAGES, PLACED, SHARED, Outage
from tests.admin.tools import asked
from tests.remedies.refusals import sentence
from tests.servers.cluster import Cluster, running_cluster
from tests.servers.server import START_SECONDS
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # a broker of a cluster of its own is stopped and started again

_CASES = [pytest.param(one, id=one.begins, marks=pytest.mark.remedy(one.begins)) for one in OUTAGES]


def state(cluster: Cluster) -> dict[str, set[tuple[int, tuple[int, ...]]]]:
    """Who leads the partitions of each topic, and who of those that run is in sync, as these tell it."""
    others = [f"127.0.0.1:{broker.port}" for number, broker in cluster.brokers.items() if number != DOWN]
    admin = KafkaAdminClient(bootstrap_servers=others)
    try:
        return {
            topic["name"]: {(one["leader_id"], tuple(sorted(one["isr_nodes"]))) for one in topic["partitions"]}
            for topic in admin.describe_topics(list(PLACED))
        }
    finally:
        admin.close()


def in_sync_again(cluster: Cluster) -> bool:
    """Whether the broker leads and follows what it did."""
    found = state(cluster)
    return found[LONE] == {(DOWN, (DOWN,))} and all(isr == (DOWN, 2) for _leader, isr in found[SHARED])


@pytest.fixture(scope="module")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster with the topics, and a group that has a position in each."""
    with running_cluster("kraft", tmp_path_factory.mktemp("outages")) as cluster:
        admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap_servers)
        least = {"min.insync.replicas": "1"}
        admin.create_topics(
            [NewTopic(name, -1, -1, replica_assignments=one, topic_configs=least) for name, one in PLACED.items()]
        )
        admin.close()
        group = {"name": GROUP, "to": "latest", "topics": list(PLACED), "may_be_new": True}
        stood = result("consumer_groups", asked(cluster, groups=[group]))
        assert not stood["failed"], stood
        yield cluster


@pytest.fixture(scope="module")
def ended(stocked: Cluster) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """How each case ended while the broker was down, and how once it was started; by its beginning."""
    broker = stocked.brokers[DOWN]
    broker.stop()
    eventually(lambda: state(stocked), {LONE: {(-1, ())}, SHARED: {(2, (2,))}, OTHER: {(2, (2,))}}, START_SECONDS)
    refused = {one.begins: result(one.module, asked(stocked, **one.given)) for one in OUTAGES}
    broker.start()
    eventually(lambda: in_sync_again(stocked), True, START_SECONDS)
    return {one.begins: (refused[one.begins], _once_more(stocked, one)) for one in OUTAGES}


def _once_more(cluster: Cluster, case: Outage) -> dict[str, Any]:
    """The same again, as a plan alone: what one case moves the next would find elsewhere."""
    return result(case.module, asked(cluster, **case.given), check_mode=True)


@pytest.mark.parametrize("case", _CASES)
def test_the_remedy_of_an_outage(ended: dict[str, tuple[dict[str, Any], dict[str, Any]]], case: Outage) -> None:
    refused, taken = ended[case.begins]
    assert refused["failed"], refused
    assert re.search(sentence(case.begins), refused["msg"]), refused["msg"]
    assert case.tells in refused["msg"]
    assert not taken["failed"], taken
