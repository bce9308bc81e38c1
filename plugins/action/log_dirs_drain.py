# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Has the module log_dirs_drain look again and again, until nothing is left in the folders, and prints what is left."""

from __future__ import annotations

from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils.following import WAIT, Following


class ActionModule(Following):
    """Wait until the broker has moved everything."""

    _WHERE_TO_LOOK = "Look at the broker's journal."

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        given = dict(self._task.args)
        try:
            first = self._ask(given, task_vars or {})
            if first.get("failed") or self._task.check_mode:
                return first
            drained = self._until_done(first, lambda: self._ask(given, task_vars or {}), float(given.get("wait", WAIT)))
            return {**drained, "summary": first["summary"]}
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}
