# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Quotas and access rules of real clusters, made and deleted by the modules; Kafka's own tools tell what is there."""

from __future__ import annotations

import re

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import cluster_acls, cluster_quotas
from tests.admin.tools import asked, said

NOBODY = {"user": None, "client_id": None, "ip": None, "limits": {}, "state": "present"}
TOPIC = {"resource": "topic", "name": "r-orders", "pattern": "literal", "permission": "allow", "hosts": ["*"]}


def quotas(cluster, *wanted, check_mode=False):
    return cluster_quotas.run(asked(cluster, quotas=[{**NOBODY, **one} for one in wanted]), check_mode)


def configured(cluster, *entity):
    """The quotas of an entity, as kafka-configs.sh tells them."""
    told = said(cluster, "kafka-configs.sh", "--describe", *entity)
    return {key: float(value) for key, value in re.findall(r"(\w+)=([\d.E]+)", told)}


def test_quotas_become_those_given_and_others_stay(cluster) -> None:
    user = {"user": "r-alice", "limits": {"producer_byte_rate": 1048576, "request_percentage": 12.5}}
    both = {"user": "r-alice", "client_id": "r-app", "limits": {"consumer_byte_rate": 5000}}
    others = {"client_id": "<default>", "limits": {"controller_mutation_rate": 1000}}
    address = {"ip": "10.9.8.7", "limits": {"connection_creation_rate": 50}}
    wanted = (user, both, others, address)
    try:
        assert quotas(cluster, *wanted, check_mode=True)["changed"]
        done = quotas(cluster, *wanted)
        assert done["set"]["user r-alice"] == user["limits"]
        one = (
            "--entity-type",
            "users",
            "--entity-name",
            "r-alice",
            "--entity-type",
            "clients",
            "--entity-name",
            "r-app",
        )
        assert configured(cluster, *one) == both["limits"]
        assert configured(cluster, "--entity-type", "clients", "--entity-default") == others["limits"]
        assert configured(cluster, "--entity-type", "ips", "--entity-name", "10.9.8.7") == address["limits"]
        assert not quotas(cluster, *wanted)["changed"]
        done = quotas(cluster, {"user": "r-alice", "limits": {"producer_byte_rate": 7}})
        assert done["removed"] == {"user r-alice": ["request_percentage"]}
        assert configured(cluster, "--entity-type", "users", "--entity-name", "r-alice") == {"producer_byte_rate": 7.0}
        assert not quotas(cluster, both)["changed"]
    finally:
        gone = quotas(cluster, *({**one, "limits": {}, "state": "absent"} for one in wanted))
    assert len(gone["removed"]) == 4


def test_what_the_brokers_refuse_is_told_before_anything_is_written(cluster) -> None:
    nowhere = {"ip": "r-no-host.invalid", "limits": {"connection_creation_rate": 5}}
    with pytest.raises(GroundworkError, match=r"refuses to give ip r-no-host\.invalid the quotas"):
        quotas(cluster, {"user": "r-bob", "limits": {"producer_byte_rate": 5}}, nowhere)
    assert not quotas(cluster, {"user": "r-bob", "state": "absent"})["changed"]


def rules(cluster, *wanted, mode="additive", check_mode=False):
    given = [{**TOPIC, "state": "present", **one} for one in wanted]
    return cluster_acls.run(asked(cluster, acls=given, mode=mode), check_mode)


def allowed(cluster):
    """Who may do what with the topic, as kafka-acls.sh tells it."""
    told = said(cluster, "kafka-acls.sh", "--list", "--topic", "r-orders")
    return sorted(re.findall(r"principal=([^,]+), host=\*, operation=(\w+), permissionType=ALLOW", told))


def test_rules_are_added_and_made_exact(cluster) -> None:
    both = {"principals": ["User:r-alice", "User:CN=r-bob"], "operations": ["read", "describe"]}
    everybody = [("User:CN=r-bob", "DESCRIBE"), ("User:CN=r-bob", "READ")]
    try:
        assert len(rules(cluster, both, check_mode=True)["made"]) == 4
        rules(cluster, both)
        assert allowed(cluster) == [*everybody, ("User:r-alice", "DESCRIBE"), ("User:r-alice", "READ")]
        assert not rules(cluster, both)["changed"]
        writes = {"principals": ["User:r-alice"], "operations": ["write"]}
        done = rules(cluster, writes, mode="principals")
        assert len(done["deleted"]) == 2
        assert allowed(cluster) == [*everybody, ("User:r-alice", "WRITE")]
        done = rules(cluster, writes, mode="resources")
        assert (len(done["made"]), len(done["deleted"]), allowed(cluster)) == (0, 2, [("User:r-alice", "WRITE")])
        assert not rules(cluster, writes, mode="resources")["changed"]
        assert rules(cluster, {**writes, "state": "absent"})["deleted"] == [
            "User:r-alice allow write on topic r-orders from *"
        ]
    finally:
        rules(cluster, {**both, "state": "absent"})


def test_a_rule_that_is_newer_than_kafka_python_hides_no_others_and_goes(cluster) -> None:
    if cluster.mode == "zookeeper":
        pytest.skip("Kafka 3.9 does not have the operation")
    payments = ("--transactional-id", "r-payments")
    given = ("--add", "--allow-principal", "User:r-alice", "--operation", "TwoPhaseCommit", *payments)
    said(cluster, "kafka-acls.sh", *given)
    rule = {"principals": ["User:r-alice"], "operations": ["read"]}
    try:
        done = rules(cluster, rule, mode="principals")
        assert done["deleted"] == ["User:r-alice allow two_phase_commit on transactional_id r-payments from *"]
        assert "TWO_PHASE_COMMIT" not in said(cluster, "kafka-acls.sh", "--list", *payments)
    finally:
        rules(cluster, {**rule, "state": "absent"}, mode="principals")


@pytest.mark.remedy("The rules that are not in acls would go,")
def test_what_servers_need_goes_by_name_alone(cluster) -> None:
    server = {"resource": "cluster", "name": None, "principals": ["User:CN=r-k1"], "operations": ["cluster_action"]}
    other = {**server, "operations": ["describe"]}
    try:
        rules(cluster, server, other)
        with pytest.raises(
            GroundworkError, match=r"User:CN=r-k1 allow cluster_action .* with state: absent where they"
        ):
            rules(cluster, other, mode="principals")
        done = rules(cluster, {**server, "state": "absent"}, other, mode="principals")
        assert done["deleted"] == ["User:CN=r-k1 allow cluster_action on cluster kafka-cluster from *"]
    finally:
        rules(cluster, {**server, "state": "absent"}, {**other, "state": "absent"})
