# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a module is had look again and again until what it has asked a cluster for is done, and what is left is printed.

The cluster goes on with what has begun when the run is ended, and the same command goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, moves
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import summary
from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_access import Asking

#: Seconds in which something has to come nearer to its end, as the modules document it.
WAIT = 600
_REASSIGN = "groundwork.kafka.cluster_reassign"
_PAUSE_SECONDS = 2.0
_FAILING_SECONDS = 120  # for which a broker that is restarted, or a connection, may be gone


#: What each look tells anew; the rest of the result is what the first one has told.
_TOLD_ANEW = ("changed", "left", "bytes_left", "under_way", "bytes_under_way")


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

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        given = dict(self._task.args)
        try:
            first = self._ask(given, task_vars or {})
            if first.get("failed") or self._task.check_mode or not first["left"]:
                return first
            done = self._until_done(
                first, lambda: self._ask_again(given, first, task_vars or {}), float(given.get("wait", WAIT))
            )
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}
        return {**done, **{name: value for name, value in first.items() if name not in _TOLD_ANEW}}

    def _ask_again(self, given: dict[str, Any], _first: dict[str, Any], task_vars: dict[str, Any]) -> dict[str, Any]:
        """A look that follows the first one."""
        return self._ask(given, task_vars)

    def _describe(self, first: dict[str, Any], found: dict[str, Any], seconds: float) -> str:  # noqa: ARG002
        """What is left by a look, so many *seconds* after the *first*."""
        return summary.left(found["left"], found["bytes_left"])

    def _until_done(self, first: dict[str, Any], again: Callable[[], dict[str, Any]], wait: float) -> dict[str, Any]:
        """The last look of those that follow the *first*: with nothing left, or failed.

        One that fails is waited for as well for a while, as where somebody restarts the broker. It is given up when
        nothing comes nearer in *wait* seconds.
        """
        self._begun = nearer = time.monotonic()
        last = first
        least = _under_way(first)
        while last["left"]:
            what = self._describe(first, last, time.monotonic() - self._begun)
            self._tell(what)
            time.sleep(_PAUSE_SECONDS)
            found, failing = again(), time.monotonic()
            while found.get("failed") and time.monotonic() - failing < _FAILING_SECONDS:
                self._tell(str(found.get("msg")))
                time.sleep(_PAUSE_SECONDS)
                found = again()
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
        return {**last, "changed": True}

    def _tell(self, text: str) -> None:
        """Print *text*, unless it was printed last."""
        if text != self._said:
            self._said = text
            self._display.display(f"    {time.monotonic() - self._begun:.0f} s: {text}")


class FollowingPlan(Following):
    """One whose module plans moves of replicas, which the module cluster_reassign follows to the end.

    The plan that the first look has made is what the others follow: made anew, it would run after every record that
    comes, and nobody would see what was agreed to.
    """

    _WHERE_TO_LOOK = (
        "Where the throttle is below what the brokers take in, give a higher one; otherwise look at their journals."
    )

    def _ask_again(self, given: dict[str, Any], first: dict[str, Any], task_vars: dict[str, Any]) -> dict[str, Any]:
        following = {name: given[name] for name in (*connection.ARGUMENTS, *moves.ARGUMENTS) if name in given}
        following.update(plan=first["plan"], resume=True)
        return self._ask(following, task_vars, _REASSIGN)

    def _describe(self, first: dict[str, Any], found: dict[str, Any], seconds: float) -> str:
        return summary.progress(first["bytes_left"], found["left"], found["bytes_left"], seconds)
