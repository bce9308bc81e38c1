# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of a made-up cluster, and what its answers come to; tests/admin asks real ones."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from kafka.errors import ClusterAuthorizationFailedError, InvalidRequestError, NoError, SecurityDisabledError

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import acls_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.acls import Acl, Wanted
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

READS = Acl("User:alice", "topic", "orders", "prefixed", "read", "allow", "10.0.0.1")
WRITES = Acl("User:alice", "topic", "orders", "literal", "write", "deny", "*")


FILTERED = (
    "resource_type_filter",
    "resource_name_filter",
    "pattern_type_filter",
    "principal_filter",
    "host_filter",
    "operation",
    "permission_type",
)


def numbered(acl):
    """kafka-python's *acl* in the protocol's numbers, in the order of FILTERED."""
    pattern = acl.resource_pattern
    about = (int(pattern.resource_type), pattern.resource_name, int(pattern.pattern_type))
    return (*about, acl.principal, acl.host, int(acl.operation), int(acl.permission_type))


class Made:
    """Of kafka-python's client what access rules need."""

    def __init__(self):
        self.rules, self.wrote, self.refusal, self.deaf, self.late = [], [], NoError, False, 0

    def send(self, request, reading=False):
        """The rules, or those gone that the request's filters name; in the numbers of Kafka's protocol."""
        if reading:
            return self.described()
        self.wrote.append(("delete", len(request.filters)))
        gone = [tuple(getattr(one, name) for name in FILTERED) for one in request.filters]
        self.late -= 1
        self.rules = [rule for rule in self.rules if self.late >= 0 or rule not in gone]
        results = [SimpleNamespace(error_code=self.refusal.errno, matching_acls=[]) for _one in gone]
        return SimpleNamespace(filter_results=results)

    def described(self):
        resources = [
            SimpleNamespace(
                resource_type=kind,
                resource_name=name,
                pattern_type=pattern,
                acls=[SimpleNamespace(principal=who, host=host, operation=operation, permission_type=permission)],
            )
            for kind, name, pattern, who, host, operation, permission in self.rules
        ]
        return SimpleNamespace(error_code=0, error_message=None, resources=resources)

    def create_acls(self, made):
        self.wrote.append(("make", len(made)))
        self.rules += [] if self.deaf else [numbered(acl) for acl in made]
        return {"succeeded": [], "failed": [] if self.refusal is NoError else [self.refusal, self.refusal]}


def test_rules_are_made_and_then_others_deleted_once():
    made = Made()
    done = acls_admin.run(made, Wanted([READS, WRITES]), "additive", 5, False)
    assert (done["changed"], done["made"], done["deleted"]) == (True, [str(WRITES), str(READS)], [])
    assert sorted(acls_admin.read(made)) == [WRITES, READS]
    assert not acls_admin.run(made, Wanted([READS, WRITES]), "principals", 5, False)["changed"]
    planned = acls_admin.run(made, Wanted([READS]), "principals", 5, True)
    assert (planned["deleted"], made.wrote) == ([str(WRITES)], [("make", 2)])
    assert acls_admin.run(made, Wanted([READS]), "principals", 5, False) == planned
    assert (acls_admin.read(made), made.wrote[1:]) == ([READS], [("delete", 1)])


@pytest.mark.parametrize(
    ("asked", "refusal", "sentence"),
    [
        (
            Wanted([READS]),
            ClusterAuthorizationFailedError,
            "The cluster did not make rules (ClusterAuthorizationFailedError); look at its journals.",
        ),
        (
            Wanted([], [WRITES]),
            InvalidRequestError,
            "The cluster did not delete a rule (InvalidRequestError); look at its journals.",
        ),
    ],
)
def test_what_the_cluster_refuses_is_told(asked, refusal, sentence):
    made = Made()
    acls_admin.run(made, Wanted([WRITES]), "additive", 5, False)
    made.refusal = refusal
    with pytest.raises(GroundworkError) as error:
        acls_admin.run(made, asked, "additive", 5, False)
    assert str(error.value) == sentence


def test_a_cluster_without_an_authorizer_is_told(monkeypatch):
    made = Made()
    refused = SimpleNamespace(error_code=SecurityDisabledError.errno, error_message="No Authorizer is configured.")
    monkeypatch.setattr(made, "described", lambda: refused)
    with pytest.raises(GroundworkError, match=r"rules \(SecurityDisabledError\); it has no authorizer unless"):
        acls_admin.run(made, Wanted([READS]), "additive", 5, False)


@pytest.mark.parametrize(("number", "name"), [(15, "two_phase_commit"), (99, "operation_99")])
def test_a_rule_of_an_operation_that_kafka_python_does_not_know_hides_no_others_and_can_go(number, name):
    """Kafka 4.1's TWO_PHASE_COMMIT is 15, by org.apache.kafka.common.acl.AclOperation."""
    made = Made()
    acls_admin.run(made, Wanted([READS]), "additive", 5, False)
    made.rules.append((5, "payments", 3, "User:alice", "*", number, 3))
    newer = Acl("User:alice", "transactional_id", "payments", "literal", name, "allow", "*")
    assert sorted(acls_admin.read(made)) == sorted([READS, newer])
    done = acls_admin.run(made, Wanted([READS]), "principals", 5, False)
    assert (done["deleted"], acls_admin.read(made)) == ([str(newer)], [READS])


def test_a_broker_that_has_not_heard_of_a_rule_is_asked_again_to_delete_it():
    made = Made()
    acls_admin.run(made, Wanted([READS, WRITES]), "additive", 5, False)
    made.late = 2
    assert acls_admin.run(made, Wanted([], [WRITES]), "additive", 5, False)["deleted"] == [str(WRITES)]
    assert (acls_admin.read(made), made.wrote[1:]) == ([READS], [("delete", 1)] * 3)


def test_what_never_comes_into_force_is_told():
    made = Made()
    made.deaf = True
    with pytest.raises(GroundworkError, match=r"after 0 seconds \(User:alice allow read on topic orders \(prefixed\)"):
        acls_admin.run(made, Wanted([READS]), "additive", 0, False)
