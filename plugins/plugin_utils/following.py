# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a module is had look again and again until what it has asked a cluster for is done, and what is left is printed.

The cluster goes on with what has begun when the run is ended, and the same command goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import log_dirs_drain
from ansible_collections.groundwork.kafka.plugins.module_utils.core import sizes
from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_access import Asking

#: Seconds in which something has to come nearer to its end, as the modules document it.
WAIT = 600
_PAUSE_SECONDS = 2.0
_FAILING_SECONDS = 120  # for which a broker that is restarted, or a connection, may be gone


def left(found: dict[str, Any], _seconds: float) -> str:
    """What is left by a look."""
    return f"{log_dirs_drain.partitions(found['left'])} left, {sizes.rounded(found['bytes_left'])} to be copied"


def _begun(found: dict[str, Any]) -> tuple[int, int]:
    """What is left, and what has begun of it, where the module has one thing begin after the other."""
    return found["left"], found.get("under_way", 0)


def _under_way(found: dict[str, Any]) -> int:
    """The bytes that are to be copied of it: they grow where records come in faster than they are copied.

    What has not begun has no part in that, as it grows by every record.
    """
    return int(found.get("bytes_under_way", found["bytes_left"]))


class Following(Asking):
    """An action plugin whose module tells what is ``left``, and how many bytes of it (``bytes_left``)."""

    _WHERE_TO_LOOK = "Look at the brokers' journals."
    _begun = 0.0
    _said = ""

    def _until_done(
        self,
        first: dict[str, Any],
        look: Callable[[], dict[str, Any]],
        wait: float,
        describe: Callable[[dict[str, Any], float], str] = left,
    ) -> dict[str, Any]:
        """The last look of those that follow the *first*: with nothing left, or failed.

        *describe* says what is left by a look, and after how many seconds. One that fails is waited for as well for a
        while, as where somebody restarts the broker. It is given up when nothing comes nearer in *wait* seconds.
        """
        self._begun = nearer = time.monotonic()
        last = first
        least = _under_way(first)
        while last["left"]:
            what = describe(last, time.monotonic() - self._begun)
            self._tell(what)
            time.sleep(_PAUSE_SECONDS)
            found, failing = look(), time.monotonic()
            while found.get("failed") and time.monotonic() - failing < _FAILING_SECONDS:
                self._tell(str(found.get("msg")))
                time.sleep(_PAUSE_SECONDS)
                found = look()
            if found.get("failed"):
                return found
            now = time.monotonic()
            if _begun(found) != _begun(last) or _under_way(found) < least:
                nearer, least = now, _under_way(found)
            last = found
            if last["left"] and now - nearer >= wait:
                why = (
                    f"In {wait:.0f} seconds nothing has come nearer to its end: {what}. {self._WHERE_TO_LOOK} What has "
                    "begun goes on, and the same command goes on from there."
                )
                return {**last, "failed": True, "changed": True, "msg": why}
        return {**last, "changed": bool(first["left"]) or bool(first.get("changed"))}

    def _tell(self, text: str) -> None:
        """Print *text*, unless it was printed last."""
        if text != self._said:
            self._said = text
            self._display.display(f"    {time.monotonic() - self._begun:.0f} s: {text}")
