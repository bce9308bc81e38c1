# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.action.cluster_topics import ActionModule

PLAN = {"version": 1, "partitions": [{"topic": "t", "partition": 0, "replicas": [2], "log_dirs": ["any"]}]}
TOPICS = [{"name": "t", "replication_factor": 2}]


def made(left: int, mib: int = 0, **more):
    return {"changed": False, "left": left, "bytes_left": mib << 20, "created": [], "plan": PLAN, **more}


@pytest.fixture
def asked():
    """The arguments that modules were called with, time after time, and which if not the task's own."""
    return []


@pytest.fixture
def ran(played, asked):
    """Run the plugin, whose module gives one answer after the other; what it returns, and what it has printed."""

    def run(*answers, check_mode=False, **given):
        return played(ActionModule, answers, given, check_mode, lambda *said: asked.append(said[::-1]))

    return run


def test_what_the_first_one_planned_is_followed_by_the_module_that_reassigns(ran, asked) -> None:
    given = {"topics": TOPICS, "reassign": True, "throttle": "9m", "timeout": 9, "bootstrap_servers": ["k:1"]}
    result, printed = ran(made(2, 5, changed=True, created=["new"]), {**made(1, 3), "created": ["x"]}, made(0), **given)
    assert result == {"changed": True, "left": 0, "bytes_left": 0, "created": ["new"], "plan": PLAN}
    assert asked[0] == (None, given)
    follow = {"throttle": "9m", "timeout": 9, "bootstrap_servers": ["k:1"], "plan": PLAN, "resume": True}
    assert asked[1:] == [("groundwork.kafka.cluster_reassign", follow)] * 2
    assert printed == [
        "    0 s: 2 partitions left, 5.0 MiB to be copied",
        "    2 s: 1 partition left, 3.0 MiB to be copied at 1.0 MiB a second, about 3 s more",
    ]


def test_without_any_progress_it_is_given_up(ran) -> None:
    result, _printed = ran(made(2, 5, created=["new"]), wait=60)
    assert (result["failed"], result["changed"], result["created"]) == (True, True, ["new"])
    assert result["msg"] == (
        "In 60 seconds nothing has come nearer to its end: 2 partitions left, 5.0 MiB to be copied. Where the throttle "
        "is below what the brokers take in, give a higher one; otherwise look at their journals. What has begun goes "
        "on, and the same command goes on from there."
    )


def test_what_grows_while_it_is_copied_comes_no_nearer(ran) -> None:
    result, _printed = ran(*(made(2, 5 + grown) for grown in range(99)), wait=60)
    assert result["failed"]
    assert "In 60 seconds nothing has come nearer to its end: 2 partitions left" in result["msg"]


def test_a_broker_that_is_restarted_after_a_long_standstill_is_waited_for_too(ran) -> None:
    away = {"failed": True, "msg": "No broker answers."}
    result, _printed = ran(*[made(1, 5)] * 65, *[away] * 20, made(0), wait=600)
    assert (result.get("failed"), result["left"]) == (None, 0)


@pytest.mark.parametrize(
    ("first", "check_mode"), [({"failed": True, "msg": "Refused."}, False), (made(0, changed=True), True)]
)
def test_what_is_refused_or_planned_is_not_waited_for(ran, first, check_mode) -> None:
    assert ran(first, {"failed": True, "msg": "a second look"}, check_mode=check_mode) == (first, [])
