# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a user may not do on a real cluster it may with the rights that the refusal names."""

from __future__ import annotations

import re
import time
from typing import Any, Iterator, Sequence

import pytest
from kafka import KafkaAdminClient
from kafka.admin import NewTopic

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, users, users_admin
from tests.admin.asking import result
from tests.admin.refused_rights import ALL, CLERK, RIGHTS, TOPIC, Right, Rule
from tests.admin.tools import asked
from tests.remedies.refusals import sentence
from tests.servers.cluster import Cluster

LONG = 60
_PASSWORD = "marker-clerk"
_CASES = [pytest.param(one, id=one.begins, marks=pytest.mark.remedy(one.begins)) for one in RIGHTS]


def as_clerk(cluster: Cluster, case: Right, check_mode: bool = True) -> dict[str, Any]:
    """What the module ends with, as the user logs in."""
    login = f'org.apache.kafka.common.security.scram.ScramLoginModule required username="{CLERK}" '
    config = {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.jaas.config": f'{login}password="{_PASSWORD}";',
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(cluster.authority),
    }
    given = {"bootstrap_servers": cluster.secure_servers, "client_config": config, "timeout": 15, **case.given}
    return result(case.module, given, check_mode)


def until(cluster: Cluster, case: Right, said: str, check_mode: bool = True) -> dict[str, Any]:
    """The end that is a success, or that is *said*: one broker hears of users and rules a moment before the others."""
    deadline = time.monotonic() + LONG
    while True:
        ended = as_clerk(cluster, case, check_mode)
        there = re.search(said, ended.get("msg", "")) is not None if said else not ended["failed"]
        if there or time.monotonic() >= deadline:
            return ended
        time.sleep(0.2)


def may(cluster: Cluster, rules: Sequence[Rule]) -> None:
    """Have the user have these *rules* alone; that to do all to the cluster goes by name only."""
    gone = [] if ALL in rules else [{**ALL, "state": "absent"}]
    assert not result("cluster_acls", asked(cluster, acls=[*rules, *gone], mode="principals"))["failed"]


@pytest.fixture(scope="module")
def guarded(cluster: Cluster) -> Iterator[Cluster]:
    """A cluster with a topic, and a user without any right."""
    admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap_servers)
    admin.create_topics([NewTopic(TOPIC, 1, 1, topic_configs={"min.insync.replicas": "1"})])
    with connection.connected(cluster.bootstrap_servers, {}, 15) as client:
        users_admin.apply(client, [users.User(CLERK, _PASSWORD, [])], users.Plan([CLERK], [], [], []))
    yield cluster
    may(cluster, [])
    admin.delete_topics([TOPIC])
    admin.close()
    with connection.connected(cluster.bootstrap_servers, {}, 15) as client:
        users_admin.apply(client, [users.User(CLERK, "", [])], users.Plan([], [CLERK], [], []))


@pytest.mark.parametrize("case", _CASES)
def test_the_remedy_of_a_right(guarded: Cluster, case: Right) -> None:
    may(guarded, case.before)
    refused = until(guarded, case, sentence(case.begins))
    assert refused["failed"], refused
    assert re.search(sentence(case.begins), refused["msg"]), refused["msg"]
    assert case.tells in refused["msg"]
    may(guarded, [*case.before, *case.granted])
    taken = until(guarded, case, "")
    assert not taken["failed"], taken
