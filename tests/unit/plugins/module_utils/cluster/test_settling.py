# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import settling
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(settling.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(settling.time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    return now


def test_it_is_waited_for_as_long_as_something_comes_nearer(clock):
    left = ["a"] * 9

    def ask():
        clock[0] += 1
        if left:
            left.pop()
        return left

    settling.wait(ask, 2)
    assert clock[0] > 8


def test_where_nothing_comes_nearer_what_is_left_is_told(clock):
    with pytest.raises(GroundworkError) as raised:
        settling.wait(lambda: ["quotas of the user ann", "the rule"], 2)
    assert str(raised.value) == (
        "The cluster took the change, and it is not in force after 2 seconds (quotas of the user ann, the rule); look "
        "at the brokers' journals."
    )
    assert clock[0] == 2
