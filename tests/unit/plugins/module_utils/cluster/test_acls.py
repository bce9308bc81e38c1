# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import acls
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.acls import Acl, Plan, Wanted
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

READ = {"principals": ["User:alice"], "resource": "topic", "name": "orders", "operations": ["read"]}


def rule(
    principal="alice", operation="read", name="orders", resource="topic", *, pattern="literal", permission="allow"
):
    return Acl(f"User:{principal}", resource, name, pattern, operation, permission, "*")


ALICE, BOB, WRITES = rule(), rule("bob"), rule(operation="write")
BROKERS = rule("CN=k1", "cluster_action", acls.CLUSTER, "cluster")
OPERATOR = rule("CN=op", "alter", acls.CLUSTER, "cluster")


def test_rules_are_spelled_out():
    given = [
        {**READ, "principals": ["User:b:c", "User:*"], "operations": ["read", "all"]},
        {"principals": ["User:a"], "resource": "cluster", "operations": ["create"], "permission": "deny"},
        {**READ, "pattern": "prefixed", "hosts": ["10.0.0.1", "::1"], "state": "absent"},
    ]
    assert acls.wanted(given) == Wanted(
        [
            rule("*", "all"),
            rule("*"),
            rule("a", "create", "kafka-cluster", "cluster", permission="deny"),
            rule("b:c", "all"),
            rule("b:c"),
        ],
        [
            Acl("User:alice", "topic", "orders", "prefixed", "read", "allow", "0:0:0:0:0:0:0:1"),
            Acl("User:alice", "topic", "orders", "prefixed", "read", "allow", "10.0.0.1"),
            Acl("User:alice", "topic", "orders", "prefixed", "read", "allow", "::1"),
        ],
    )


@pytest.mark.parametrize(
    ("given", "host"),  # as Java's InetAddress.getHostAddress, by whose text Kafka compares, has told it
    [
        ("::1", "0:0:0:0:0:0:0:1"),
        ("2001:DB8::10", "2001:db8:0:0:0:0:0:10"),
        ("2001:db8:0:0:1:0:0:ab", "2001:db8:0:0:1:0:0:ab"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("fe80::1%eth0", "fe80:0:0:0:0:0:0:1%eth0"),
        ("10.0.0.1", "10.0.0.1"),
        ("*", "*"),
    ],
)
def test_an_address_is_written_as_kafka_compares_it_so_that_the_rule_holds(given, host):
    assert [acl.host for acl in acls.wanted([{**READ, "hosts": [given]}]).present] == [host]


def test_what_a_name_of_the_cluster_holds_steers_no_terminal():
    planned = acls.plan(Wanted([ALICE]), [rule("\x1b[2J\nalice", "write")], "resources")
    before, _after = acls.texts(planned)
    assert before == "User:\\x1b[2J\\x0aalice allow write on topic orders from *\n"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        pytest.param({"principals": []}, "Rule 2 of acls is for nobody; give principals, such as", id="nobody"),
        pytest.param({"principals": ["alice"]}, "Rule 2 of acls is for 'alice'; give its type as well,", id="no type"),
        pytest.param({"principals": ["User:"]}, "Rule 2 of acls is for 'User:'; give its type as", id="no name"),
        pytest.param({"principals": ["User:a "]}, "Rule 2 of acls is for 'User:a '; give its type", id="a space"),
        pytest.param({"name": None}, "Rule 2 of acls is on a topic without a name; give it, or '*'", id="no topic"),
        pytest.param({"operations": []}, "Rule 2 of acls is on the topic orders without operations", id="nothing"),
        pytest.param(
            {"operations": ["cluster_action"]},
            "Rule 2 of acls is for cluster_action on the topic orders, which Kafka does not know there; give some of "
            "read, write, create, describe, delete, alter, describe_configs, alter_configs, all.",
            id="of another kind",
        ),
        pytest.param(
            {"resource": "cluster"}, "Rule 2 of acls is on the cluster orders; leave name and pattern out", id="cluster"
        ),
        pytest.param({"hosts": ["k1.example.com"]}, "Rule 2 of acls is for the host k1.example.com, which", id="host"),
        pytest.param({"hosts": ["10.0.0.0/8"]}, "Rule 2 of acls is for the host 10.0.0.0/8, which Kafka", id="network"),
        pytest.param(
            {"state": "absent"},
            "The rule User:alice allow read on topic orders from * is to be there and not to be there; take one",
            id="both",
        ),
    ],
)
def test_one_sentence_tells_what_can_not_be(given, sentence):
    with pytest.raises(GroundworkError) as error:
        acls.wanted([READ, {**READ, **given}])
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("mode", "asked", "found", "expected"),
    [
        pytest.param("additive", Wanted([ALICE]), [BOB], Plan([ALICE]), id="added"),
        pytest.param("additive", Wanted([ALICE]), [ALICE, WRITES, BOB], Plan(), id="there"),
        pytest.param("additive", Wanted([], [ALICE, WRITES]), [ALICE, BOB], Plan([], [ALICE]), id="taken away"),
        pytest.param("principals", Wanted([ALICE]), [WRITES, BOB], Plan([ALICE], [WRITES]), id="all of a principal"),
        pytest.param("principals", Wanted([], [ALICE]), [WRITES], Plan([], [WRITES]), id="of one named as absent"),
        pytest.param("resources", Wanted([ALICE]), [WRITES, BOB], Plan([ALICE], [WRITES, BOB]), id="all of a resource"),
        pytest.param(
            "resources",
            Wanted([ALICE]),
            [rule(pattern="prefixed"), rule(name="other"), rule(resource="group")],
            Plan([ALICE]),
            id="not of another resource",
        ),
        pytest.param("additive", Wanted([], [BROKERS]), [BROKERS], Plan([], [BROKERS]), id="vital, and named"),
        pytest.param("principals", Wanted([ALICE]), [BROKERS, OPERATOR], Plan([ALICE]), id="vital, of others"),
    ],
)
def test_what_is_to_be_done(mode, asked, found, expected):
    assert acls.plan(asked, found, mode) == expected
    assert bool(acls.plan(asked, found, mode)) is (expected != Plan())


@pytest.mark.parametrize(
    ("mode", "asked", "found", "named"),
    [
        pytest.param(
            "principals",
            rule("CN=k1"),
            [BROKERS],
            "User:CN=k1 allow cluster_action on cluster kafka-cluster",
            id="of it",
        ),
        pytest.param(
            "resources",
            BROKERS,
            [BROKERS, OPERATOR],
            "User:CN=op allow alter on cluster kafka-cluster from *, without which servers or their operator may be",
            id="on it",
        ),
    ],
)
def test_what_servers_need_goes_only_by_name(mode, asked, found, named):
    with pytest.raises(GroundworkError) as error:
        acls.plan(Wanted([asked]), found, mode)
    assert str(error.value).startswith(f"The rules that are not in acls would go, and with them {named}")


def test_a_rule_that_forbids_is_not_vital():
    denied = rule("CN=k1", "alter", acls.CLUSTER, "cluster", permission="deny")
    assert acls.plan(Wanted([BROKERS]), [BROKERS, denied], "resources") == Plan([], [denied])


def test_the_diff_has_what_changes_alone():
    assert acls.texts(Plan([ALICE], [WRITES])) == (
        "User:alice allow write on topic orders from *\n",
        "User:alice allow read on topic orders from *\n",
    )
