# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.action.log_dirs_drain import ActionModule
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

GONE = {"failed": True, "msg": "No broker accepts connections."}


def left(count: int, mib: int = 0):
    return {"changed": count > 0, "left": count, "bytes_left": mib << 20, "summary": [f"{count} partitions"]}


@pytest.fixture
def printed():
    """What the plugin has printed."""
    return []


@pytest.fixture
def drained(played, printed):
    """Run the plugin, whose module gives one answer after the other; what it returns."""

    def run(*answers, check_mode=False, **given):
        def heard(arguments, _module):
            assert arguments == given

        result, said = played(ActionModule, answers, given, check_mode, heard)
        printed.extend(said)
        return result

    return run


def test_it_looks_until_nothing_is_left_and_prints_what_is(drained, printed) -> None:
    result = drained(left(2, 5), left(2, 3), left(2, 3), left(1, 1), left(0))
    assert (result["left"], result["changed"], result["summary"]) == (0, True, ["2 partitions"])
    assert "failed" not in result
    assert printed == [
        "    0 s: 2 partitions left, 5.0 MiB to be copied",
        "    2 s: 2 partitions left, 3.0 MiB to be copied",
        "    6 s: 1 partition left, 1.0 MiB to be copied",
    ]


def test_where_nothing_is_there_nothing_is_waited_for(drained, printed) -> None:
    assert drained(left(0))["changed"] is False
    assert printed == []


def test_check_mode_looks_once(drained, printed) -> None:
    assert drained(left(2, 5), AssertionError("a second look"), check_mode=True)["summary"] == ["2 partitions"]
    assert printed == []


@pytest.mark.parametrize("first", [GONE, GroundworkError("No broker accepts connections.")])
def test_what_is_refused_at_the_first_look_is_refused_at_once(drained, first) -> None:
    result = drained(first, AssertionError("a second look"))
    assert (result["failed"], result["msg"]) == (True, "No broker accepts connections.")


def test_a_broker_that_is_away_for_a_moment_is_waited_for(drained, printed) -> None:
    result = drained(left(2, 5), GONE, GONE, left(1, 1), left(0))
    assert (result["left"], "failed" in result) == (0, False)
    assert printed[1] == "    2 s: No broker accepts connections."


def test_one_that_stays_away_ends_the_run_with_its_sentence(drained) -> None:
    assert drained(left(2, 5), GONE)["msg"] == "No broker accepts connections."


def test_without_any_progress_it_is_given_up(drained) -> None:
    result = drained(left(2, 5), left(2, 4), wait=60)
    assert (result["failed"], result["changed"]) == (True, True)
    assert result["msg"].startswith(
        "In 60 seconds nothing has come nearer to its end: 2 partitions left, 4.0 MiB to be"
    )


def test_what_comes_nearer_to_its_end_may_take_as_long_as_it_does(drained) -> None:
    answers = [left(1, 100 - second // 20) for second in range(2000)]
    assert drained(*answers, left(0), wait=60)["left"] == 0
