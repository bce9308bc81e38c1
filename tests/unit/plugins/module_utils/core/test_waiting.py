# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting


class Clock:
    """A second a pause."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def pause(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.mark.parametrize(
    ("looks", "limits", "left", "seconds", "told"),
    [
        pytest.param([[]], (9, 0), [], 0, [], id="nothing is wrong"),
        pytest.param([["a"], ["a"], ["b"], []], (9, 0), [], 3, ["a", "b"], id="told when it changes"),
        pytest.param([["a"]], (0, 0), ["a"], 0, [], id="no time"),
        pytest.param([["a", "b"]], (3, 0), ["a", "b"], 3, ["a"], id="over time"),
        pytest.param([[], [], ["a"], []], (9, 3), [], 6, ["a"], id="it has to hold"),
        pytest.param([["a"], ["a"], []], (2, 3), [], 5, ["a"], id="what holds at the end of the time may go on"),
    ],
)
def test_waiting(looks, limits, left, seconds: int, told) -> None:
    clock, said, answers = Clock(), [], iter(looks)

    def next_answer():
        return next(answers, looks[-1])

    assert waiting.until_nothing(next_answer, *limits, said.append, now=clock.now, pause=clock.pause) == left
    assert (clock.seconds, said) == (seconds, told)
