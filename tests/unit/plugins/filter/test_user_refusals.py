# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.filter import user_refusals

RULE = {"resource": "topic", "name": "orders-", "pattern": "prefixed", "operations": ["read"]}
USER = {"name": "orders", "password": "planted", "acls": [RULE]}


def refused(*given) -> list[str]:
    return user_refusals.FilterModule().filters()["user_refusals"](given)


@pytest.mark.parametrize(
    "given", [[], [USER], [USER, {"name": "gone", "state": "absent"}, {"name": "x", "acls": [RULE]}]]
)
def test_users_that_can_be(given) -> None:
    assert refused(*given) == []


@pytest.mark.parametrize(
    ("given", "beginning"),
    [
        ([USER, USER], "orders stands twice in kafka_users"),
        (
            [{"name": "orders", "password": "planted", "acls": [{**RULE, "operations": ["write", "cluster_action"]}]}],
            "orders",
        ),
        (
            [{"password": "planted"}],
            "kafka_users cannot be taken: missing required arguments: name found in kafka_users.",
        ),
        (
            [{**USER, "acls": [{**RULE, "resource": "tpoic"}]}],
            "kafka_users cannot be taken: value of resource must be one",
        ),
        ([{**USER, "pasword": "planted"}], "kafka_users cannot be taken: kafka_users.pasword. Supported parameters"),
        (["orders"], "kafka_users cannot be taken: "),
    ],
)
def test_users_that_cannot_be(given, beginning: str) -> None:
    (said,) = refused(*given)
    assert said.startswith(beginning)
    assert "planted" not in said
