# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.action.cluster_reassign import ActionModule

PLAN = {"version": 1, "partitions": [{"topic": "t", "partition": 0, "replicas": [2], "log_dirs": ["any"]}]}


def left(count: int, mib: int = 0, **named):
    return {"changed": count > 0, "left": count, "bytes_left": mib << 20, "summary": ["words"], "plan": PLAN, **named}


@pytest.fixture
def asked():
    """The arguments that the module was called with, time after time."""
    return []


@pytest.fixture
def reassigned(played, asked):
    """Run the plugin, whose module gives one answer after the other; what it returns, and what it has printed."""

    def run(*answers, check_mode=False, **given):
        return played(ActionModule, answers, given, check_mode, lambda arguments, _module: asked.append(arguments))

    return run


def test_the_first_plan_is_followed_to_its_end_and_the_time_left_is_printed(reassigned, asked) -> None:
    diff = {"before": "a", "after": "b"}
    result, printed = reassigned(
        left(2, 8, diff=diff), left(1, 4), left(0), leaving=[3], brokers=[1, 2, 3], throttle="9m"
    )
    assert (result["changed"], result["left"], result["plan"], result["diff"]) == (True, 0, PLAN, diff)
    assert asked[0] == {"leaving": [3], "brokers": [1, 2, 3], "throttle": "9m"}
    assert asked[1:] == [{"throttle": "9m", "plan": PLAN, "resume": True}] * 2
    assert printed == [
        "    0 s: 2 partitions left, 8.0 MiB to be copied",
        "    2 s: 1 partition left, 4.0 MiB to be copied at 2.0 MiB a second, about 2 s more",
    ]


def test_a_limit_that_was_left_behind_is_a_change_too(reassigned) -> None:
    result, _printed = reassigned({**left(0), "changed": True})
    assert result["changed"]


@pytest.mark.parametrize(("first", "given"), [(left(2, 8), {"check_mode": True}), (left(0), {"state": "cancelled"})])
def test_it_looks_once_in_check_mode_and_to_cancel(reassigned, asked, first, given) -> None:
    result, _printed = reassigned(first, **given)
    assert (result, len(asked)) == (first, 1)


def growing(mib: int, under_way: int, of_these: int):
    return left(9, mib, under_way=under_way, bytes_under_way=of_these << 20)


def test_it_is_given_up_where_records_come_faster_than_they_are_copied(reassigned) -> None:
    result, _printed = reassigned(*(growing(100 + look, 1, 8 + look) for look in range(99)), wait=60)
    assert result["failed"]
    assert "In 60 seconds nothing has come nearer to its end" in result["msg"]


def test_what_waits_for_its_turn_and_grows_meanwhile_does_not_count(reassigned) -> None:
    copying = [growing(100 + look, 1, 50 - look) for look in range(40)]
    more = [growing(140 + look, 2, 60 - look) for look in range(30)]
    result, _printed = reassigned(*copying, *more, left(0), wait=60)
    assert (result.get("failed"), result["left"]) == (None, 0)


def test_it_is_given_up_where_nothing_comes_nearer(reassigned) -> None:
    result, _printed = reassigned(left(2, 8), wait=10)
    assert result["failed"]
    assert "In 10 seconds nothing has come nearer to its end: 2 partitions left, 8.0 MiB to be copied" in result["msg"]
    assert "give a higher one" in result["msg"]
