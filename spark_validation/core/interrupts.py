# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Ctrl-C and SIGTERM: both end a run in the same way, so that it can clean up, or come to its end early."""

from __future__ import annotations

import logging
import signal
import threading
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Callable, Iterator


@contextmanager
def interruptible() -> Iterator[None]:
    """Let both signals raise KeyboardInterrupt, also where py4j makes an error of its own of it on the way.

    To be entered anew inside a Spark session: its start puts another handler in place.
    """
    arrived: list[int] = []

    def interrupt(number: int, _frame: FrameType | None) -> None:
        arrived.append(number)
        raise KeyboardInterrupt

    with _handled(interrupt):
        try:
            yield
        except Exception as error:
            if arrived:
                raise KeyboardInterrupt from error
            raise


@contextmanager
def ended_by_signal(stop: threading.Event) -> Iterator[None]:
    """Let the first of the signals set ``stop``, and any further one raise KeyboardInterrupt.

    To be entered anew inside a Spark session, like :func:`interruptible`.
    """

    def end(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    with _handled(end):
        yield


@contextmanager
def held() -> Iterator[None]:
    """Let the signals wait until the block is over, and then do what they would have done before it."""
    arrived: list[int] = []
    try:
        with _handled(lambda number, _frame: arrived.append(number)):
            yield
    finally:
        for number in arrived:
            signal.raise_signal(number)


def keep_py4j_quiet() -> None:
    """Let py4j log no traceback of what a signal breaks in it: what becomes of the run is told elsewhere."""
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    logging.getLogger().addFilter(_not_of_py4j)  # some of its lines go through the root logger


def _not_of_py4j(record: logging.LogRecord) -> bool:
    return Path(record.pathname).parent.name != "py4j"


@contextmanager
def _handled(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
