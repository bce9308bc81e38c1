# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of capacity_report: it runs on the control node, writes the page and the JSON, and prints."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.plugin_utils import plan_page
from ansible_collections.groundwork.kafka.plugins.plugin_utils.control_node import OnControlNode

_ARGUMENTS = {
    "plan": {"type": "dict", "required": True},
    "directory": {"type": "path", "required": True},
}


class ActionModule(OnControlNode):
    """Tell people of a plan."""

    ARGUMENTS = _ARGUMENTS

    def _result(self, given: dict[str, Any], _task_vars: Mapping[str, Any]) -> dict[str, Any]:
        plan = given["plan"]
        folder = os.path.abspath(os.path.expanduser(given["directory"]))
        paths = {name: os.path.join(folder, f"plan.{name}") for name in ("html", "json")}
        plan_page.check(plan)
        plain = json.dumps(plan, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
        texts = {paths["html"]: plan_page.page(plan), paths["json"]: plain}
        former = {path: Host().read(path) for path in texts}
        if not self._task.check_mode:
            for path, text in texts.items():
                Host().write(path, text)
        done = "Would be written to" if self._task.check_mode else "Written to"
        self._display.display(f"{plan_page.text(plan)}\n\n{done} {paths['html']} and {paths['json']}")
        told = {"before": former[paths["json"]] or "", "after": plain}
        headers = dict.fromkeys(("before_header", "after_header"), paths["json"])
        result = {"changed": former != texts, **paths}
        return dict(result, diff=[{**told, **headers}]) if self._task.diff else result
