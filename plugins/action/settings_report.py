# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of settings_report: it runs on the control node, and prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core import table
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils.control_node import OnControlNode

_ARGUMENTS = {
    "settings": {"type": "list", "elements": "dict", "required": True},
    "findings": {"type": "list", "elements": "dict", "required": True},
}
#: A table that follows what would be changed is none of that.
_AS_IT_IS = " as it is now, in check mode"


class ActionModule(OnControlNode):
    """Print what is in force on one host."""

    ARGUMENTS = _ARGUMENTS

    def _result(self, given: dict[str, Any], task_vars: Mapping[str, Any]) -> dict[str, Any]:
        try:
            title = f"{table.title(task_vars['inventory_hostname'])}{_AS_IT_IS if self._task.check_mode else ''}"
            parts = [title, table.render(given["settings"]), "", table.findings(given["findings"])]
        except (KeyError, TypeError, ValueError):
            raise GroundworkError(
                "settings and findings are not what host_profile or host_audit returned; pass those of its result."
            ) from None
        self._display.display("\n".join([*parts, ""]))
        return {"changed": False}
