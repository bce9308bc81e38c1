# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What limits replication while something moves, and that it goes: with Kafka's own names and forms."""

from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import throttle
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Change
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.throttle import Edit

MOVING = [Change("t", 1, (1, 2), (2, 3), 5), Change("t", 0, (1, 2), (3, 4), 5), Change("u", 0, (1, 2), (2, 1), 5)]
LIMITED = {
    ("broker", "1"): {"leader.replication.throttled.rate": "9", "follower.replication.throttled.rate": "9"},
    ("broker", "3"): {"leader.replication.throttled.rate": "9", "follower.replication.throttled.rate": "9"},
    ("topic", "t"): {
        "leader.replication.throttled.replicas": "0:1,0:2,1:1,1:2",
        "follower.replication.throttled.replicas": "0:3,0:4,1:3",
    },
}


def test_the_brokers_and_the_replicas_that_are_copied_are_limited():
    assert throttle.wanted(MOVING, [1, 3], 9) == LIMITED


def test_nothing_is_limited_where_nothing_is_copied_or_no_limit_is_asked_for():
    assert throttle.wanted(MOVING[2:], [1, 3], 9) == {}
    assert throttle.wanted(MOVING, [1, 3], None) == {}


def test_what_is_so_already_is_not_set_again():
    assert throttle.edits(LIMITED, LIMITED) == []


def test_all_that_was_left_behind_goes():
    found = {
        ("topic", "old"): {"leader.replication.throttled.replicas": "0:1"},
        ("broker", "1"): LIMITED["broker", "1"],
    }
    assert throttle.edits(found, {}) == [
        Edit("broker", "1", "follower.replication.throttled.rate", None),
        Edit("broker", "1", "leader.replication.throttled.rate", None),
        Edit("topic", "old", "leader.replication.throttled.replicas", None),
    ]


def test_another_rate_is_set_and_what_is_not_moved_any_more_goes_after_it():
    to_be = throttle.wanted(MOVING[:1], [1, 3], 10)
    edits = throttle.edits({**LIMITED, ("topic", "v"): {"leader.replication.throttled.replicas": "0:1"}}, to_be)
    assert edits[0] == Edit("broker", "1", "follower.replication.throttled.rate", "10")
    assert edits[-1] == Edit("topic", "v", "leader.replication.throttled.replicas", None)
    assert Edit("topic", "t", "follower.replication.throttled.replicas", "1:3") in edits
