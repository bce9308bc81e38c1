# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Runs the module zookeeper_gate, and prints what a gate that is open has looked at."""

from __future__ import annotations

from typing import Any

from ansible.plugins.action import ActionBase


class ActionModule(ActionBase):  # type: ignore[misc]
    """Have the module wait, and tell what it says."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        result = super().run(tmp, task_vars)
        result.update(self._execute_module(module_name="groundwork.kafka.zookeeper_gate", task_vars=task_vars))
        if result.get("summary"):
            self._display.display(f"    {result['summary']}")
        return dict(result)
