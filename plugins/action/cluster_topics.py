# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Has the module cluster_topics look again and again while replicas move, and prints what is left."""

from __future__ import annotations

from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils.following import WAIT, Following


class ActionModule(Following):
    """Wait until the brokers have moved everything."""

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        given = dict(self._task.args)
        try:
            first = self._ask(given, task_vars or {})
            if first.get("failed") or self._task.check_mode:
                return first
            last = self._until_done(first, lambda: self._ask(given, task_vars or {}), float(given.get("wait", WAIT)))
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}
        if last.get("failed"):
            return {**first, **last, "changed": True}
        return {**first, "left": 0, "bytes_left": 0}
