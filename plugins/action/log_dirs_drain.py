# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Has the module log_dirs_drain look again and again, until nothing is left in the folders, and prints what is left."""

from __future__ import annotations

import time
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import log_dirs_drain
from ansible_collections.groundwork.kafka.plugins.module_utils.core import sizes
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_access import Asking

_PAUSE_SECONDS = 2.0
_WAIT = 600  # as the module documents it
_FAILING_SECONDS = 120  # for which a broker that is restarted, or a connection, may be gone


class ActionModule(Asking):
    """Wait until the broker has moved everything."""

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        given = dict(self._task.args)
        wait = float(given.get("wait", _WAIT))
        try:
            first = self._ask(given, task_vars or {})
            if first.get("failed") or self._task.check_mode:
                return first
            drained = self._drained(first, lambda: self._ask(given, task_vars or {}), wait)
            return {**drained, "summary": first["summary"]}
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}

    def _drained(self, first: dict[str, Any], look: Any, wait: float) -> dict[str, Any]:
        """The last look of those that follow the *first*: with nothing left, or failed.

        One that fails is waited for as well for a while, as where somebody restarts the broker.
        """
        begun = nearer = time.monotonic()
        last, said = first, ""
        while last["left"]:
            what = f"{log_dirs_drain.partitions(last['left'])} left, {sizes.rounded(last['bytes_left'])} to be copied"
            said = self._tell(what, said, begun)
            time.sleep(_PAUSE_SECONDS)
            found = look()
            while found.get("failed") and time.monotonic() - nearer < _FAILING_SECONDS:
                said = self._tell(str(found.get("msg")), said, begun)
                time.sleep(_PAUSE_SECONDS)
                found = look()
            if found.get("failed"):
                return found
            now = time.monotonic()
            if (found["left"], found["bytes_left"]) != (last["left"], last["bytes_left"]):
                nearer = now
            last = found
            if last["left"] and now - nearer >= wait:
                why = (
                    f"In {wait:.0f} seconds nothing has come nearer to its end: {what}. Look at the broker's journal. "
                    "It goes on with what it has begun, and the same command goes on from there."
                )
                return {**last, "failed": True, "changed": True, "msg": why}
        return {**last, "changed": bool(first["left"])}

    def _tell(self, text: str, said: str, begun: float) -> str:
        """Print *text*, unless it was *said* last; give it back."""
        if text != said:
            self._display.display(f"    {time.monotonic() - begun:.0f} s: {text}")
        return text
