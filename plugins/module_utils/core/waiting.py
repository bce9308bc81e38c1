# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Waiting until nothing is wrong any more, telling meanwhile what is waited for."""

from __future__ import annotations

import time
from typing import Any, Callable, List, Mapping, Sequence

from .errors import GroundworkError

PAUSE_SECONDS = 1.0


def check(given: Mapping[str, Any], **least: int) -> None:
    """Raise GroundworkError for an option of those *given* that has fewer seconds than the *least* by its name.

    With 0 there is one look; where something has to happen between two, that is no time either.
    """
    for name, seconds in least.items():
        if given[name] < seconds:
            raise GroundworkError(f"{name}: {given[name]} is no time to wait; give {seconds} or more, in seconds.")


def until_nothing(
    reasons_to_wait: Callable[[], Sequence[str]],
    timeout: float,
    hold: float,
    tell: Callable[[str], None],
    *,
    now: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> List[str]:
    """Call *reasons_to_wait* until there were none for *hold* seconds; the reasons left.

    After *timeout* seconds with reasons they are returned; what has begun to hold by then may go on to. Reasons that
    changed are told.
    """
    begun, told = now(), ""
    fine_since = None
    while True:
        reasons = list(reasons_to_wait())
        moment = now()
        if reasons:
            fine_since = None
            if moment - begun >= timeout:
                return reasons
            if reasons[0] != told:
                told = reasons[0]
                tell(told)
        else:
            fine_since = moment if fine_since is None else fine_since
            if moment - fine_since >= hold:
                return []
        pause(PAUSE_SECONDS)
