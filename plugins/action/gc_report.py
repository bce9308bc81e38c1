# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of gc_report: it runs on the control node, writes the page and the lines, prints, and fails last."""

from __future__ import annotations

import json
import time
from typing import Any

from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils import gc_page, report_file

_ARGUMENTS = {
    "results": {"type": "dict", "required": True},
    "directory": {"type": "path", "required": True},
    "fail_on": {"type": "str", "choices": ["warning", "none"], "default": "none"},
}


class ActionModule(ActionBase):  # type: ignore[misc]
    """Turn what was read of all hosts into one report."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        _validation, given = self.validate_argument_spec(argument_spec=_ARGUMENTS)
        now = time.time()
        logs, missing = gc_page.gathered(given["results"])
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
        texts = {
            "path": (".jsonl", "".join(json.dumps(one, sort_keys=True) + "\n" for one in logs)),
            "page": (".html", gc_page.page(logs, missing, moment)),
        }
        try:
            paths = {name: report_file.write(given["directory"], "gc", *text, now) for name, text in texts.items()}
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}
        self._display.display(f"{gc_page.text(logs, missing)}\n\nWritten to " + " and ".join(paths.values()))
        result = {"changed": False, **paths}
        off = gc_page.off(logs)
        return dict(result, failed=True, msg="; ".join(off)) if off and given["fail_on"] == "warning" else result
