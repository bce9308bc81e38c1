# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The control node's part of every module that asks a cluster; meta/runtime.yml names them."""

from __future__ import annotations

from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_access import Asking


class ActionModule(Asking):
    """Run the task's module where it is delegated to."""

    _supports_async = True

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        result = super().run(tmp, task_vars)
        try:
            return {**result, **self._ask(self._task.args, task_vars or {})}
        except GroundworkError as error:
            return {**result, "failed": True, "changed": False, "msg": str(error)}
