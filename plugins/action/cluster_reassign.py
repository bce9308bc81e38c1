# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Has the module cluster_reassign look again and again, until all replicas are in place, and prints what is left.

The plan that the first look has made is what the others follow: made anew, it would run after every record that comes.
"""

from __future__ import annotations

from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import summary
from ansible_collections.groundwork.kafka.plugins.plugin_utils.following import WAIT, Following

#: What the plan that is followed stands for.
_PLANNED = ("leaving", "brokers", "replication", "balance", "tolerance")


class ActionModule(Following):
    """Wait until the cluster has moved everything."""

    _WHERE_TO_LOOK = (
        "Where the throttle is below what the brokers take in, give a higher one; otherwise look at their journals."
    )

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        given = dict(self._task.args)
        wait = float(given.get("wait", WAIT))
        try:
            first = self._ask(given, task_vars or {})
            if first.get("failed") or self._task.check_mode or given.get("state") == "cancelled":
                return first
            following = {name: value for name, value in given.items() if name not in _PLANNED}
            following.update(plan=first["plan"], resume=True)

            def describe(found: dict[str, Any], seconds: float) -> str:
                return summary.progress(first["bytes_left"], found["left"], found["bytes_left"], seconds)

            done = self._until_done(first, lambda: self._ask(following, task_vars or {}), wait, describe)
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}
        return {**done, **{name: first[name] for name in ("plan", "summary", "diff") if name in first}}
