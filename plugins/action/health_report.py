# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of health_report: it runs on the control node, judges, writes the file, prints, and fails last."""

from __future__ import annotations

import time
from typing import Any

from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.health import gathered, report
from ansible_collections.groundwork.kafka.plugins.plugin_utils import report_file

_ARGUMENTS = {
    "cluster": {"type": "dict", "default": {}},
    "servers": {"type": "dict", "default": {}},
    "audits": {"type": "dict", "default": {}},
    "directory": {"type": "path", "required": True},
    "fail_on": {"type": "str", "choices": list(report.FAIL_ON), "default": "alarm"},
    "show_normal": {"type": "bool", "default": True},
}


class ActionModule(ActionBase):  # type: ignore[misc]
    """Turn what was read of the cluster and of all hosts into one report."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        _validation, given = self.validate_argument_spec(argument_spec=_ARGUMENTS)
        now = time.time()
        found = gathered.judged(given["cluster"], given["servers"], given["audits"], now)
        try:
            path = report_file.write(given["directory"], "health", ".jsonl", report.json_lines(found), now)
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}
        self._display.display(f"{report.text(found, given['show_normal'])}\n\nWritten to {path}")
        why = report.sentence(found, given["fail_on"])
        result = {"changed": False, "path": path, "counts": report.counts(found)}
        return dict(result, failed=True, msg=why) if why else result
