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
from typing import Callable, Iterator, NoReturn

from .output import from_handler

_FIRST = "interrupted: ending what is under way and deleting the run's topics; once more leaves what takes time"
_AGAIN = "interrupted again: leaving what takes time"
_EARLY = "interrupted: ending early, and auditing what was written; once more ends the run"
_HELD = "interrupted: ending as soon as this can be left"
# How often a run was interrupted since it began; one process may make several, one after the other.
_interrupts: list[int] = []
# What handles the signals by now, each within the one before.
_handlers: list[Callable[[int, FrameType | None], None]] = []


@contextmanager
def interruptible() -> Iterator[None]:
    """Let both signals raise KeyboardInterrupt, also where py4j makes an error of its own of it on the way.

    To be entered anew inside a Spark session: its start puts another handler in place.
    """
    arrived: list[int] = []

    def interrupt(number: int, _frame: FrameType | None) -> None:
        arrived.append(number)
        _interrupt(number)

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

    def end(number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            _interrupt(number)
        from_handler(_EARLY)
        stop.set()

    with _handled(end):
        yield


@contextmanager
def held() -> Iterator[None]:
    """Let the signals wait until the block is over, and then do what they would have done before it."""
    arrived: list[int] = []

    def hold(number: int, _frame: FrameType | None) -> None:
        from_handler(_HELD)
        arrived.append(number)

    try:
        with _handled(hold):
            yield
    finally:
        for number in arrived:
            signal.raise_signal(number)


def hurried() -> bool:
    """Whether the run was interrupted once more while it ended: nothing that waits for anybody is begun any more."""
    return len(_interrupts) > 1


def _interrupt(number: int) -> NoReturn:
    _interrupts.append(number)
    from_handler(_AGAIN if hurried() else _FIRST)
    raise KeyboardInterrupt


def keep_py4j_quiet() -> None:
    """Let py4j log no traceback of what a signal breaks in it: what becomes of the run is told elsewhere."""
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    logging.getLogger().addFilter(_not_of_py4j)  # some of its lines go through the root logger


def _not_of_py4j(record: logging.LogRecord) -> bool:
    return Path(record.pathname).parent.name != "py4j"


@contextmanager
def _handled(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    if not _handlers:
        _interrupts.clear()
    _handlers.append(handler)
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
        _handlers.pop()
