# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a refusal of a module tells people to write is taken by a real cluster, and nothing is written before."""

from __future__ import annotations

import re
from typing import Any, Iterator

import pytest
from kafka import KafkaAdminClient, KafkaProducer
from kafka.admin import (
    ACLFilter,
    ACLOperation,
    ACLPermissionType,
    ACLResourcePatternType,
    NewTopic,
    ResourcePatternFilter,
    ResourceType,
)

from tests.admin.asking import result
from tests.admin.refused_requests import DOTTED, GROUP, PLACED, RECORDS, REQUESTS, TOPIC, WIDE, Request
from tests.admin.tools import asked, said
from tests.remedies.refusals import sentence
from tests.servers.cluster import Cluster

#: What remedies make.
_LIMITED = ({"user": "w-user"}, {"client_id": "w-app"}, {"client_id": "<default>"}, {"ip": "10.9.8.7"})
_RULED = ("w-user", "orders")
_MADE = ("w-new", "w-new.1", "w-new-1", "w-two", "w-three")
_EVERY_RULE = ACLFilter(
    None,
    None,
    ACLOperation.ANY,
    ACLPermissionType.ANY,
    ResourcePatternFilter(ResourceType.ANY, None, ACLResourcePatternType.ANY),
)
_CASES = [pytest.param(one, id=one.id, marks=pytest.mark.remedy(one.begins)) for one in REQUESTS]


def held(cluster: Cluster) -> dict[str, Any]:
    """Topics, positions, rules and quotas of the cluster, asked in other ways than the modules'."""
    admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap_servers)
    try:
        return {
            "topics": sorted((one["name"], len(one["partitions"])) for one in admin.describe_topics()),
            "placed": {name: _placed(admin, name) for name in PLACED},
            "positions": admin.list_group_offsets([GROUP]),
            "rules": sorted(map(str, admin.describe_acls(_EVERY_RULE)[0])),
            "quotas": said(cluster, "kafka-configs.sh", "--describe", "--entity-type", "users"),
        }
    finally:
        admin.close()


def _placed(admin: KafkaAdminClient, topic: str) -> list[list[int]]:
    (found,) = admin.describe_topics([topic])
    return [one["replica_nodes"] for one in sorted(found["partitions"], key=lambda one: one["partition_index"])]


def carried_out(module: str, cluster: Cluster, **given: Any) -> None:
    """Have the *module* do what is *given*."""
    ended = result(module, asked(cluster, **given))
    assert not ended["failed"], ended


def stand(cluster: Cluster) -> None:
    """Have the group stand where it stood at first: at the end of what there is."""
    carried_out(
        "consumer_groups", cluster, groups=[{"name": GROUP, "to": "latest", "topics": [TOPIC], "may_be_new": True}]
    )


def forget(cluster: Cluster) -> None:
    """Take away what remedies have made."""
    for module, given in (
        ("consumer_groups", {"groups": [{"name": name, "state": "absent"} for name in (GROUP, "w-new")]}),
        ("cluster_topics", {"topics": [{"name": name, "state": "absent"} for name in (*PLACED, *_MADE)]}),
        ("cluster_quotas", {"quotas": [{**whom, "state": "absent"} for whom in _LIMITED]}),
        ("cluster_users", {"users": [{"name": name, "state": "absent"} for name in _RULED], "client_servers": []}),
    ):
        carried_out(module, cluster, **given)


@pytest.fixture(scope="module")
def stocked(cluster: Cluster) -> Iterator[Cluster]:
    """A cluster with topics, records, and a group that has read them."""
    admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap_servers)
    least = {TOPIC: "1", DOTTED: "1", WIDE: "2"}
    admin.create_topics(
        [
            NewTopic(name, -1, -1, replica_assignments=placed, topic_configs={"min.insync.replicas": least[name]})
            for name, placed in PLACED.items()
        ]
    )
    admin.close()
    producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks="all")
    for number in range(RECORDS):
        producer.send(TOPIC, b"%d" % number, partition=number % 2)
    producer.flush()
    producer.close()
    stand(cluster)
    yield cluster
    forget(cluster)


@pytest.fixture(scope="module")
def refused(stocked: Cluster) -> dict[str, dict[str, Any]]:
    """What each request ends with, by its id, before any remedy is carried out; nothing was written by any."""
    before = held(stocked)
    ended = {one.id: result(one.module, asked(stocked, **one.given)) for one in REQUESTS}
    assert held(stocked) == before
    return ended


@pytest.mark.parametrize("case", _CASES)
def test_the_remedy_of_a_request(stocked: Cluster, refused: dict[str, dict[str, Any]], case: Request) -> None:
    ended = refused[case.id]
    assert ended["failed"], ended
    assert re.search(sentence(case.begins), ended["msg"]), ended["msg"]
    assert case.tells in ended["msg"]
    done = result(case.module, asked(stocked, **case.then), case.plans)
    assert not done["failed"], done
    if not case.plans:
        assert not result(case.module, asked(stocked, **case.then))["changed"]
    if case.module == "consumer_groups":
        stand(stocked)
