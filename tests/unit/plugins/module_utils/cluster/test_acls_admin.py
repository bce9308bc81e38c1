# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of a made-up cluster, and what its answers come to; tests/admin asks real ones."""

from __future__ import annotations

import pytest
from kafka.errors import ClusterAuthorizationFailedError, InvalidRequestError, NoError, SecurityDisabledError

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import acls_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.acls import Acl, Wanted
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

READS = Acl("User:alice", "topic", "orders", "prefixed", "read", "allow", "10.0.0.1")
WRITES = Acl("User:alice", "topic", "orders", "literal", "write", "deny", "*")


class Made:
    """Of kafka-python's client what access rules need."""

    def __init__(self):
        self.rules, self.wrote, self.refusal, self.deaf = [], [], NoError, False

    def describe_acls(self, _everything):
        return list(self.rules), NoError

    def create_acls(self, made):
        self.wrote.append(("make", len(made)))
        self.rules += [] if self.deaf else made
        return {"succeeded": [], "failed": [] if self.refusal is NoError else [self.refusal, self.refusal]}

    def delete_acls(self, filters):
        self.wrote.append(("delete", len(filters)))
        self.rules = [acl for acl in self.rules if not any(vars(acl) == vars(one) for one in filters)]
        return [(one, [], self.refusal) for one in filters]


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
    def nobody(_everything):
        raise SecurityDisabledError("No Authorizer is configured.")

    made = Made()
    monkeypatch.setattr(made, "describe_acls", nobody)
    with pytest.raises(GroundworkError, match=r"rules \(SecurityDisabledError\); it has no authorizer unless"):
        acls_admin.run(made, Wanted([READS]), "additive", 5, False)


def test_what_never_comes_into_force_is_told():
    made = Made()
    made.deaf = True
    with pytest.raises(GroundworkError, match=r"after 0 seconds \(User:alice allow read on topic orders \(prefixed\)"):
        acls_admin.run(made, Wanted([READS]), "additive", 0, False)
