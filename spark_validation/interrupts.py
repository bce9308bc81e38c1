# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Ctrl-C and SIGTERM: both end a run in the same way, so that it can clean up."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from types import FrameType
from typing import Iterator


@contextmanager
def interruptible() -> Iterator[None]:
    """Let both signals raise KeyboardInterrupt, also where py4j makes an error of its own of it on the way.

    To be entered anew inside a Spark session: its start puts another handler in place.
    """
    arrived: list[int] = []

    def interrupt(number: int, _frame: FrameType | None) -> None:
        arrived.append(number)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except Exception as error:
        if arrived:
            raise KeyboardInterrupt from error
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
