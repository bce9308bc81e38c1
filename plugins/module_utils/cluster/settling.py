# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How it is waited for that a change is in force everywhere: one broker knows it a moment before the others."""

from __future__ import annotations

import time
from typing import Callable, Sequence

from ..core import listing
from ..core.errors import GroundworkError

_PAUSE_SECONDS = 0.25


def wait(left: Callable[[], Sequence[str]], timeout: float) -> None:
    """Ask again and again until nothing is *left*, which names what the brokers do not have yet.

    Much takes a broker its time, so *timeout* is that in which nothing comes nearer to its end. Raises GroundworkError
    then.
    """
    end, least = time.monotonic() + timeout, 0
    while True:
        names = left()
        if not names:
            return
        if not least or len(names) < least:
            end, least = time.monotonic() + timeout, len(names)
        if time.monotonic() >= end:
            raise GroundworkError(
                f"The cluster took the change, and it is not in force after {timeout:.0f} seconds "
                f"({listing.some(names)}); look at the brokers' journals."
            )
        time.sleep(_PAUSE_SECONDS)
