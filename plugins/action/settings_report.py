# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of settings_report: it runs on the control node, and prints."""

from __future__ import annotations

from typing import Any

from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.core import table

_ARGUMENTS = {
    "settings": {"type": "list", "elements": "dict", "required": True},
    "findings": {"type": "list", "elements": "dict", "required": True},
}
#: A table that follows what would be changed is none of that.
_AS_IT_IS = " as it is now, in check mode"


class ActionModule(ActionBase):  # type: ignore[misc]
    """Print what is in force on one host."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        _validation, given = self.validate_argument_spec(argument_spec=_ARGUMENTS)
        host = (task_vars or {})["inventory_hostname"]
        try:
            title = f"{table.title(host)}{_AS_IT_IS if self._task.check_mode else ''}"
            parts = [title, table.render(given["settings"]), "", table.findings(given["findings"])]
        except (KeyError, TypeError, ValueError):
            why = "settings and findings are not what host_profile or host_audit returned; pass those of its result."
            return {"failed": True, "changed": False, "msg": why}
        self._display.display("\n".join([*parts, ""]))
        return {"changed": False}
