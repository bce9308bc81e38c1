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

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, moves, users, users_admin
from tests.admin.asking import result
from tests.admin.refused_rights import ALL, ALTER, CLERK, MOVED, MOVES, RIGHTS, TOPIC, Right, Rule, on_topic
from tests.admin.tools import asked
from tests.remedies.refusals import sentence
from tests.servers.cluster import Cluster
from tests.servers.waiting import eventually

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
    """Have the user have these *rules* alone."""
    gone = [{**one, "state": "absent"} for one in (ALL, ALTER) if one not in rules]
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


#: What it begins with needs the same right, so it is refused where that is taken in the middle alone.
TAKEN = Right(
    "What limits the replication of … is not told, and",
    "cluster_reassign",
    MOVED,
    "give the user of kafka_admin_config the right to DescribeConfigs on all topics",
    [on_topic("describe_configs")],
    MOVES,
)


@pytest.mark.remedy("What limits the replication of … is not told, and")
def test_a_right_that_is_taken_while_a_plan_is_looked_at(guarded: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = moves.limit

    def without_it(*given: Any) -> Any:
        may(guarded, TAKEN.before)
        deadline = time.monotonic() + LONG
        while time.monotonic() < deadline:  # until the broker that is asked has heard of it
            limit(*given)
            time.sleep(0.2)
        return limit(*given)

    may(guarded, [*TAKEN.before, *TAKEN.granted])
    taken = until(guarded, TAKEN, "")
    assert not taken["failed"], taken
    with monkeypatch.context() as patched:
        patched.setattr(moves, "limit", without_it)
        refused = as_clerk(guarded, TAKEN)
    assert refused["failed"], refused
    assert re.search(sentence(TAKEN.begins), refused["msg"]), refused["msg"]
    assert TAKEN.tells in refused["msg"]
    may(guarded, [*TAKEN.before, *TAKEN.granted])
    taken = until(guarded, TAKEN, "")
    assert not taken["failed"], taken


@pytest.mark.parametrize("case", _CASES)
def test_the_remedy_of_a_right(guarded: Cluster, case: Right) -> None:
    may(guarded, case.before)
    refused = until(guarded, case, sentence(case.begins), case.plans)
    assert refused["failed"], refused
    assert re.search(sentence(case.begins), refused["msg"]), refused["msg"]
    assert case.tells in refused["msg"]
    may(guarded, [*case.before, *case.granted])
    taken = until(guarded, case, "", case.plans)
    assert not taken["failed"], taken
    if not case.plans:  # what it was let do is at its end, and the limit is gone
        eventually(lambda: as_clerk(guarded, case, False).get("left"), 0)
        assert not as_clerk(guarded, case)["changed"]
