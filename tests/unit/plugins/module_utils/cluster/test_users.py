# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import users
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.acls import Acl
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.users import Plan
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

READ = {"resource": "topic", "name": "orders", "operations": ["read"]}
READS = Acl("User:alice", "topic", "orders", "literal", "read", "allow", "*")
WRITES = Acl("User:alice", "topic", "orders", "literal", "write", "allow", "*")
OTHERS = Acl("User:bob", "topic", "orders", "literal", "write", "allow", "*")
ALICE = {"name": "alice", "password": "planted", "acls": [READ]}
NOTHING = Plan([], [], [], [])


def test_rules_are_spelled_out():
    rule = {"resource": "topic", "name": "a-", "pattern": "prefixed", "operations": ["read", "write"]}
    deny = {"resource": "cluster", "operations": ["all"], "permission": "deny", "hosts": ["10.0.0.1", "10.0.0.2"]}
    (user,) = users.wanted([{"name": "alice", "acls": [rule, deny, rule]}])
    assert user.acls == [
        Acl("User:alice", "cluster", "kafka-cluster", "literal", "all", "deny", "10.0.0.1"),
        Acl("User:alice", "cluster", "kafka-cluster", "literal", "all", "deny", "10.0.0.2"),
        Acl("User:alice", "topic", "a-", "prefixed", "read", "allow", "*"),
        Acl("User:alice", "topic", "a-", "prefixed", "write", "allow", "*"),
    ]
    assert str(user.acls[2]) == "User:alice allow read on topic a- (prefixed) from *"


@pytest.mark.parametrize(
    ("given", "password", "found", "expected"),
    [
        (ALICE, users.SAME, [READS, OTHERS], NOTHING),
        (ALICE, users.NONE, [READS], Plan(["alice"], [], [], [])),
        (ALICE, users.OTHER, [READS], Plan(["alice"], [], [], [])),
        (ALICE, users.SAME, [OTHERS], Plan([], [], [READS], [])),
        (ALICE, users.SAME, [READS, WRITES], Plan([], [], [], [WRITES])),
        (ALICE, users.SAME, [WRITES], Plan([], [], [READS], [WRITES])),
        ({"name": "alice", "acls": [READ]}, users.OTHER, [READS], Plan([], ["alice"], [], [])),
        ({"name": "alice", "acls": [READ]}, users.NONE, [READS], NOTHING),
        ({"name": "alice", "state": "absent"}, users.OTHER, [READS, OTHERS], Plan([], ["alice"], [], [READS])),
        ({"name": "alice", "state": "absent"}, users.NONE, [OTHERS], NOTHING),
    ],
    ids=[
        "as it is wanted",
        "without a password",
        "with another password",
        "without its rule",
        "with a rule more",
        "with another rule",
        "a password that is not given",
        "rules alone, for a certificate's name",
        "to be removed",
        "removed",
    ],
)
def test_what_is_to_be_done(given, password, found, expected):
    planned = users.plan(users.wanted([given]), {"alice": password}, found)
    assert planned == expected
    assert bool(planned) is (expected is not NOTHING)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([ALICE, ALICE], "alice stands twice in kafka_users"),
        ([{"name": "  "}], "kafka_users has the name '  '; give one without spaces around it."),
        ([{"name": "alice"}], "alice in kafka_users has neither a password nor acls; give one, or state: absent."),
        ([dict(ALICE, state="absent")], "alice in kafka_users is to be absent, with a password or acls"),
        ([dict(ALICE, acls=[dict(READ, name=None)])], "has an acl on a topic without a name; give it, or '*' for all."),
        ([dict(ALICE, acls=[dict(READ, operations=[])])], "has an acl on the topic orders without operations"),
        (
            [dict(ALICE, acls=[dict(READ, resource="group", operations=["write"])])],
            "alice in kafka_users has an acl for write on the group orders, which Kafka does not know there; give some "
            "of read, describe, delete, describe_configs, alter_configs, all.",
        ),
        (
            [dict(ALICE, acls=[{"resource": "cluster", "name": "mine", "operations": ["create"]}])],
            "has an acl on the cluster mine; leave name and pattern out there.",
        ),
    ],
)
def test_one_sentence_tells_what_can_not_be(given, sentence):
    with pytest.raises(GroundworkError) as error:
        users.wanted(given)
    assert sentence in str(error.value)
    assert "planted" not in str(error.value)


def test_the_diff_tells_rules_and_never_a_password():
    wanted = users.wanted([ALICE])
    assert users.text(wanted, {"alice": users.OTHER}, [WRITES, OTHERS]) == (
        "User:alice password: another one\nUser:alice allow write on topic orders from *\n"
    )
    assert users.after(wanted) == ("User:alice password: the one given\nUser:alice allow read on topic orders from *\n")
