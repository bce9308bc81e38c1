# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Lines on stderr that tell where a long step stands."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import Any, Iterator

from .output import to_stderr
from .printable import escaped

_EVERY_SECONDS = 5.0


def say(text: str) -> None:
    """One line of progress, also where names in ``text`` hold the end of one."""
    to_stderr(escaped(text))


@contextmanager
def step(what: str, context: Any = None) -> Iterator[None]:
    """Say ``what`` begins; while it lasts, say every few seconds how many tasks of the SparkContext are done."""
    say(what)
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=(what, context, ended), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def _watch(what: str, context: Any, ended: threading.Event) -> None:
    began = time.monotonic()
    while not ended.wait(_EVERY_SECONDS):
        say(f"{what}: {_tasks(context)}{time.monotonic() - began:.0f} s so far")


def _tasks(context: Any) -> str:
    """Tasks of the stages under way, such as ``3 of 8 tasks done, ``."""
    try:
        tracker = context.statusTracker()
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        done, total = sum(stage.numCompletedTasks for stage in stages), sum(stage.numTasks for stage in stages)
    except Exception:  # the step itself tells what went wrong; this line is only a comfort
        return ""
    return f"{done} of {total} tasks done, " if total else ""
