# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import login_users

PLAIN = login_users.PLAIN_MODULE
BOTH = [{"name": "a.b-c_1", "password": 'say "hi" \\'}, {"name": "b", "password": "two words;"}]


def test_how_users_are_written() -> None:
    assert login_users.jaas(PLAIN, BOTH) == (f'{PLAIN} required user_a.b-c_1="say \\"hi\\" \\\\" user_b="two words;";')
    assert login_users.jaas("other.Module", BOTH) == "other.Module required;"


def test_users_that_can_be_written_are_not_refused() -> None:
    assert login_users.refusals("k1", BOTH, wanted=True) == []
    assert login_users.refusals("k1", [], wanted=False) == []


@pytest.mark.parametrize(
    ("users", "wanted", "sentence"),
    [
        (
            BOTH,
            False,
            "kafka_plain_users has users, and no listener of kafka_listeners has the mechanism PLAIN for k1; give "
            "both, or none of them.",
        ),
        (
            [],
            True,
            "kafka_plain_users has no user, and a listener of kafka_listeners has the mechanism PLAIN for k1; give "
            "both, or none of them.",
        ),
        (
            [{"name": "a b", "password": "x"}],
            True,
            "kafka_plain_users has the name 'a b'; give letters, digits, dots, dashes and underscores alone.",
        ),
        ([*BOTH, BOTH[1]], True, "b stands twice in kafka_plain_users; leave one of them out."),
        (
            [{"name": "a", "password": "planted\nplanted"}],
            True,
            "The password of 'a' in kafka_plain_users is empty or has two lines; give one line.",
        ),
        ([{"name": "a"}], True, "The password of 'a' in kafka_plain_users is empty or has two lines; give one line."),
    ],
)
def test_users_that_cannot_be_written_are_refused(users, wanted, sentence) -> None:
    assert login_users.refusals("k1", users, wanted) == [sentence]
