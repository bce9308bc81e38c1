# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Waiting until brokers have moved partitions: a module tells again and again what is left, and it is printed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import log_dirs_drain
from ansible_collections.groundwork.kafka.plugins.module_utils.core import sizes

#: Seconds in which something has to come nearer to its end, as the modules document it.
WAIT = 600
_PAUSE_SECONDS = 2.0
_FAILING_SECONDS = 120  # for which a broker that is restarted, or a connection, may be gone


class Progress:
    """The looks that follow the first one, each the result of a module with ``left`` and ``bytes_left``."""

    def __init__(self, display: Callable[[str], Any], wait: float, journal: str) -> None:
        self._display, self._wait, self._journal = display, wait, journal
        self._begun, self._said = time.monotonic(), ""

    def until_nothing_left(self, first: dict[str, Any], again: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The last look of those that follow the *first*: with nothing left, or failed.

        One that fails is waited for as well for a while, as where somebody restarts the broker.
        """
        nearer = self._begun
        last = first
        while last["left"]:
            what = f"{log_dirs_drain.partitions(last['left'])} left, {sizes.rounded(last['bytes_left'])} to be copied"
            self._tell(what)
            time.sleep(_PAUSE_SECONDS)
            found = again()
            while found.get("failed") and time.monotonic() - nearer < _FAILING_SECONDS:
                self._tell(str(found.get("msg")))
                time.sleep(_PAUSE_SECONDS)
                found = again()
            if found.get("failed"):
                return found
            now = time.monotonic()
            if (found["left"], found["bytes_left"]) != (last["left"], last["bytes_left"]):
                nearer = now
            last = found
            if last["left"] and now - nearer >= self._wait:
                why = (
                    f"In {self._wait:.0f} seconds nothing has come nearer to its end: {what}. Look at {self._journal}. "
                    "What has begun goes on, and the same command goes on from there."
                )
                return {**last, "failed": True, "changed": True, "msg": why}
        return last

    def _tell(self, text: str) -> None:
        """Print *text*, unless it was said last."""
        if text != self._said:
            self._display(f"    {time.monotonic() - self._begun:.0f} s: {text}")
        self._said = text
