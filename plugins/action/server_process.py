# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Runs the module server_process, and prints how far a broker is that loads its logs, for which it may take long."""

from __future__ import annotations

import time
from typing import Any

from ansible.plugins.action import ActionBase

_REPORT_SECONDS = 15


class ActionModule(ActionBase):  # type: ignore[misc]
    """Have the module wait on for as long as it tells of a recovery."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        begun = time.monotonic()
        given = {"report": _REPORT_SECONDS, **self._task.args}
        first = result = self._call(given, task_vars)
        while result.get("recovery") and not self._task.args.get("report"):
            seconds = time.monotonic() - begun
            host = (task_vars or {}).get("inventory_hostname", "")
            self._display.display(f"    waiting, {seconds:.0f} s: {host} loads its logs: {result['recovery']}")
            result = self._call({**given, "state": "awaited", "begun": first["begun"]}, task_vars)
        # What the first call did is what the task did; the others have only waited.
        done = {name: first[name] for name in ("changed", "actions", "diff") if name in first}
        return {**result, **done} if "actions" in result else result

    def _call(self, arguments: dict[str, Any], task_vars: dict[str, Any] | None) -> dict[str, Any]:
        found: dict[str, Any] = self._execute_module(
            module_name="groundwork.kafka.server_process", module_args=arguments, task_vars=task_vars
        )
        return found
