# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import quotas
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.quotas import Plan
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

ALICE = (("user", "alice"),)
BOTH = (("user", "alice"), ("client-id", "app"))
OTHERS = (("user", None),)
RATE = {"producer_byte_rate": 1000}


@pytest.mark.parametrize(
    ("given", "entity", "words"),
    [
        ({"user": "alice"}, ALICE, "user alice"),
        ({"client_id": "app"}, (("client-id", "app"),), "client-id app"),
        ({"client_id": "app", "user": "alice"}, BOTH, "user alice, client-id app"),
        ({"user": "<default>"}, OTHERS, "user <default>"),
        (
            {"user": "<default>", "client_id": "<default>"},
            (("user", None), ("client-id", None)),
            "user <default>, client-id <default>",
        ),
    ],
)
def test_whom_a_quota_is_for(given, entity, words):
    limits = {"producer_byte_rate": "1000", "request_percentage": 0.5}
    assert quotas.wanted([{**given, "limits": limits}]) == {
        entity: {"producer_byte_rate": 1000.0, "request_percentage": 0.5}
    }
    assert quotas.named(entity) == words
    assert quotas.ordered(tuple(reversed(entity))) == entity


def test_an_address_has_a_rate_of_connections_and_what_is_to_go_has_nothing():
    given = [{"ip": "10.0.0.1", "limits": {"connection_creation_rate": 5}}, {"ip": "<default>", "state": "absent"}]
    assert quotas.wanted(given) == {(("ip", "10.0.0.1"),): {"connection_creation_rate": 5.0}, (("ip", None),): {}}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        pytest.param({"limits": RATE}, "A quota is for nobody; give user, client_id or ip, <default>", id="nobody"),
        pytest.param({"user": "", "limits": RATE}, "A quota is for a user without a name; give it, or", id="no name"),
        pytest.param(
            {"user": "a", "ip": "10.0.0.1", "limits": RATE},
            "The quotas of user a, ip 10.0.0.1 are for an address and more; give ip alone.",
            id="an address and more",
        ),
        pytest.param({"user": "a"}, "The quotas of user a have no limits; give one, or state: absent.", id="nothing"),
        pytest.param(
            {"user": "a", "state": "absent", "limits": RATE},
            "The quotas of user a are to be absent, with limits; leave these out.",
            id="absent and more",
        ),
        pytest.param(
            {"user": "a", "limits": {"producer_byte_rat": 1}},
            "The quotas of user a have producer_byte_rat, which Kafka does not know there; give producer_byte_rate.",
            id="mistyped",
        ),
        pytest.param(
            {"ip": "10.0.0.1", "limits": RATE},
            "The quotas of ip 10.0.0.1 have producer_byte_rate, which Kafka does not know there; give "
            "connection_creation_rate.",
            id="not of an address",
        ),
        *(
            pytest.param(
                {"user": "a", "limits": {"producer_byte_rate": value}},
                f"producer_byte_rate of user a is {value!r}; give a number above 0, or leave it out for no limit.",
                id=str(value),
            )
            for value in (0, -5, "-1", "much", None, True, "nan", "inf")
        ),
        pytest.param(
            {"user": "a", "limits": {"consumer_byte_rate": 1.5}},
            "consumer_byte_rate of user a is 1.5; give a whole number.",
            id="a fraction",
        ),
    ],
)
def test_one_sentence_tells_what_can_not_be(given, sentence):
    with pytest.raises(GroundworkError) as error:
        quotas.wanted([given])
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(GroundworkError) as error:
        quotas.wanted([{"user": "a", "limits": RATE}, {"user": "b"}, {"user": "a", "limits": RATE}])
    assert [line[:30] for line in str(error.value).splitlines()] == [
        "The quotas of user b have no l",
        "The quotas of user a stand twi",
    ]


@pytest.mark.parametrize(
    ("asked", "found", "expected"),
    [
        pytest.param({ALICE: RATE}, {ALICE: {"producer_byte_rate": 1000.0}}, {}, id="as it is"),
        pytest.param({ALICE: RATE}, {}, {ALICE: RATE}, id="new"),
        pytest.param({ALICE: RATE}, {ALICE: {"producer_byte_rate": 5.0}}, {ALICE: RATE}, id="another number"),
        pytest.param(
            {ALICE: RATE},
            {ALICE: {"consumer_byte_rate": 5.0}},
            {ALICE: {"producer_byte_rate": 1000, "consumer_byte_rate": None}},
            id="another key",
        ),
        pytest.param(
            {ALICE: {}}, {ALICE: {"consumer_byte_rate": 5.0}}, {ALICE: {"consumer_byte_rate": None}}, id="gone"
        ),
        pytest.param({ALICE: {}}, {}, {}, id="not there"),
        pytest.param({ALICE: RATE}, {ALICE: RATE, BOTH: {"consumer_byte_rate": 5.0}}, {}, id="others are left alone"),
    ],
)
def test_what_is_to_be_done(asked, found, expected):
    assert quotas.plan(asked, found) == Plan(expected)
    assert bool(quotas.plan(asked, found)) is bool(expected)


def test_the_diff_has_what_changes_alone():
    asked = {ALICE: {"producer_byte_rate": 10485760.0, "request_percentage": 0.5}, OTHERS: {}, BOTH: RATE}
    found = {ALICE: {"consumer_byte_rate": 5.0}, OTHERS: {"request_percentage": 200.0}, BOTH: RATE}
    assert quotas.texts(quotas.plan(asked, found), asked, found) == (
        "user alice\n  consumer_byte_rate: 5\nuser <default>\n  request_percentage: 200\n",
        "user alice\n  producer_byte_rate: 10485760\n  request_percentage: 0.5\n",
    )
