# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What takes its time on a cluster: asked until it is so."""

from __future__ import annotations

import time
from typing import Any, Callable

from kafka.errors import KafkaError


def eventually(
    question: Callable[[], Any], expected: Any, seconds: float = 90, away: type[Exception] = KafkaError
) -> None:
    """Ask until the answer is as expected, for so many *seconds* at most; the last answer is in the error.

    A client may ask the very broker that is *away*, so such an error is an answer like others.
    """
    deadline = time.monotonic() + seconds
    while (answer := _answer(question, away)) != expected and time.monotonic() < deadline:
        time.sleep(0.5)
    assert answer == expected, f"after {seconds} s it is still {answer!r}, not {expected!r}"


def _answer(question: Callable[[], Any], away: type[Exception]) -> Any:
    try:
        return question()
    except away as error:
        return error
