# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The module cluster_reassign over a cluster that is told to it: what it asks for, in which order, and when nothing."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, reassignments, throttles
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Folder, Partition
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.steps import Moving
from ansible_collections.groundwork.kafka.plugins.modules import cluster_reassign

GIB = 1 << 30
BROKERS = [Broker(number, "", (Folder("/d", 2000 * GIB, 1000 * GIB),)) for number in (1, 2, 3)]
LEFT_BEHIND = {("broker", "1"): {"leader.replication.throttled.rate": "5"}}


def partitions(*replicas):
    return [
        Partition("t", number, held, GIB, held, 1, held[0], dict.fromkeys(held, "/d"))
        for number, held in enumerate(replicas)
    ]


@pytest.fixture
def asked():
    """What was asked of the cluster, in that order."""
    return []


@pytest.fixture
def reassign(monkeypatch, asked):
    """Run the module on a cluster with these partitions, and these limits and moves."""

    @contextmanager
    def connected(**_given):
        yield "client"

    def run(held, limits=None, moving=None, check_mode=False, there=BROKERS, **named):
        reading = reassignments.Reading(there, held, moving or Moving())
        monkeypatch.setattr(connection, "connected", connected)
        monkeypatch.setattr(reassignments, "read", lambda _client: reading)
        monkeypatch.setattr(throttles, "read", lambda *_given: limits or {})
        monkeypatch.setattr(throttles, "limit", lambda _client, edits: asked.append(("limit", len(edits))))
        monkeypatch.setattr(
            reassignments, "begin", lambda _client, changes: asked.append(("begin", [one.name for one in changes]))
        )
        monkeypatch.setattr(reassignments, "cancel", lambda _client, _reading: asked.append(("cancel",)))
        params = {
            "bootstrap_servers": [],
            "client_config": {},
            "timeout": 5,
            "state": "reassigned",
            "plan": None,
            "leaving": [],
            "brokers": [],
            "replication": {},
            "balance": True,
            "tolerance": 10,
            "throttle": "1m",
            "at_once": 1,
            "wait": 60,
            "accept_shared_racks": False,
            "resume": False,
        }
        return cluster_reassign.run({**params, **named}, check_mode)

    return run


UNEVEN = partitions((1,), (1,), (1,))


def test_the_limit_is_set_before_the_first_is_begun_and_no_more_than_asked_for_at_once(reassign, asked) -> None:
    found = reassign(UNEVEN)
    assert asked == [("limit", 8), ("begin", ["t-0"])]
    assert (found["changed"], found["left"], found["bytes_left"]) == (True, 2, 2 * GIB)
    assert (found["under_way"], found["bytes_under_way"]) == (1, GIB)
    assert [one["replicas"] for one in found["plan"]["partitions"]] == [[2], [3]]


def test_check_mode_asks_for_nothing_and_tells_the_same(reassign, asked) -> None:
    found = reassign(UNEVEN, check_mode=True)
    assert asked == []
    assert found == reassign(UNEVEN)


def test_the_last_broker_of_a_rack_may_leave_and_is_followed_to_the_end(reassign) -> None:
    racks = {1: "a", 2: "a", 3: "b"}
    racked = [replace(one, rack=racks[one.number]) for one in BROKERS]
    found = reassign(partitions((1, 3), (2, 3)), there=racked, leaving=[3], balance=False)
    assert [sorted(one["replicas"]) for one in found["plan"]["partitions"]] == [[1, 2], [1, 2]]
    assert not [line for line in found["summary"] if "share a rack" in line]
    resumed = reassign(partitions((1, 3), (2, 3)), there=racked, plan=found["plan"], resume=True)
    assert resumed["left"] == 2


def test_without_a_throttle_none_is_set(reassign, asked) -> None:
    reassign(UNEVEN, throttle="unlimited")
    assert asked == [("limit", 0), ("begin", ["t-0"])]


def test_what_is_even_is_left_alone(reassign, asked) -> None:
    found = reassign(partitions((1,), (2,), (3,)))
    assert (found["changed"], found["summary"]) == (False, ["Nothing to change."])
    assert asked == [("limit", 0), ("begin", [])]


def test_a_limit_that_was_left_behind_goes_and_is_told(reassign, asked) -> None:
    found = reassign(partitions((1,), (2,), (3,)), limits=LEFT_BEHIND)
    assert found["changed"]
    assert found["summary"] == ["Nothing to change.", "A limit to replication that was left behind is to go."]
    assert asked == [("limit", 1), ("begin", [])]


def test_what_a_killed_run_has_begun_is_waited_for_with_its_limit(reassign, asked) -> None:
    """Its plan is not known any more; what is on its way counts as there."""
    moving = Moving({("t", 1): (2,), ("t", 2): (3,)})
    found = reassign(UNEVEN, moving=moving)
    assert (found["left"], found["plan"]["partitions"][0]["replicas"]) == (2, [2])
    assert asked == [("limit", 8), ("begin", [])]


def test_what_is_on_its_way_is_cancelled_and_its_limit_goes(reassign, asked) -> None:
    found = reassign(UNEVEN, LEFT_BEHIND, Moving({("t", 1): (2,)}), state="cancelled")
    assert (found["changed"], found["left"]) == (True, 0)
    assert asked == [("cancel",), ("limit", 1)]
    assert reassign(UNEVEN, state="cancelled")["changed"] is False


def test_a_broker_of_the_inventory_that_does_not_run_is_told_in_check_mode(reassign) -> None:
    found = reassign(UNEVEN, brokers=[1, 2, 3, 4], check_mode=True)
    assert "Broker 4 is to have its share, and it does not run" in found["summary"][1]
    assert found["left"] == 2


def test_a_broker_that_has_left_already_needs_nothing(reassign) -> None:
    assert reassign(UNEVEN, brokers=[1, 2, 3, 4], leaving=[4], balance=False)["changed"] is False


def test_a_broker_that_has_left_the_cluster_and_holds_something_still_is_emptied(reassign) -> None:
    """With ZooKeeper it is known no more as soon as it is stopped."""
    held = [replace(one, leader=1, isr=(1,)) for one in partitions((1, 4))]
    found = reassign(held, brokers=[1, 2, 3, 4], leaving=[4], balance=False)
    assert sorted(found["plan"]["partitions"][0]["replicas"]) in ([1, 2], [1, 3])


def test_a_plan_that_is_resumed_passes_over_what_is_gone(reassign) -> None:
    entries = [{"topic": topic, "partition": 0, "replicas": [2]} for topic in ("t", "gone")]
    given = {"version": 1, "partitions": entries}
    assert reassign(UNEVEN, plan=given, resume=True)["left"] == 1
    with pytest.raises(GroundworkError, match="names gone-0, which the cluster does not have"):
        reassign(UNEVEN, plan=given)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"plan": {"partitions": []}, "leaving": [1]}, "A plan is given, and leaving or replication beside it"),
        ({"throttle": "0"}, "throttle: '0' is not a size"),
        ({"throttle": "-5"}, "throttle: '-5' is not a size"),
        ({"at_once": 0}, "at_once"),
        ({"wait": 0}, "wait: 0 is no time to wait; give 1 or more, in seconds."),
        ({"tolerance": -1}, "tolerance"),
        ({"replication": {"t": 0}}, "replication of t"),
        (
            {"replication": {"t": 4}},
            "t is to have 4 replicas, and 3 brokers can hold one each; give a number from 1 to 3",
        ),
        (
            {"replication": {"t": 2}, "there": BROKERS[:1]},
            "t is to have 2 replicas, and 1 broker can hold one each; give 1, or add brokers first.",
        ),
        ({"leaving": [9]}, "There is no broker 9, which is to leave"),
        ({"leaving": [9], "brokers": [1, 2, 3]}, "There is no broker 9, which is to leave"),
        ({"brokers": [1, 2, 3, 4]}, "Broker 4 is to have its share, and it does not run"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_asked(reassign, asked, named, said) -> None:
    with pytest.raises(GroundworkError) as raised:
        reassign(UNEVEN, **named)
    assert said in str(raised.value)
    assert asked == []
