# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of audit_report: it runs on the control node, writes the files, prints, and fails last."""

from __future__ import annotations

import time
from typing import Any

from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import report as audit_report
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import traps as audit_traps
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils import cluster_page, report_file

_ARGUMENTS = {
    "results": {"type": "dict", "required": True},
    "places": {"type": "dict", "default": {}},
    "directory": {"type": "path", "required": True},
    "fail_on": {"type": "str", "choices": list(audit_report.FAIL_ON), "default": "high"},
    "show_in_effect": {"type": "bool", "default": True},
    "html": {"type": "bool", "default": False},
    "cluster": {"type": "dict", "default": {}},
    "accepted": {"type": "dict", "default": {}},
}


class ActionModule(ActionBase):  # type: ignore[misc]
    """Turn the results of all hosts into one report."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        _validation, given = self.validate_argument_spec(argument_spec=_ARGUMENTS)
        now = time.time()
        found = audit_report.records(given["results"], now, given["places"])
        told = [one for record in found for one in record["findings"]]
        try:
            traps = audit_traps.review(given["results"], given["cluster"], given["accepted"], told, now)
            texts = {
                "path": (".jsonl", audit_report.json_lines(found)),
                "review_path": (".review.json", audit_report.json_lines([traps])),
                **({"page": (".html", cluster_page.page(found, traps["findings"]))} if given["html"] else {}),
            }
            written = {name: report_file.write(given["directory"], "audit", *text, now) for name, text in texts.items()}
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}
        text = audit_report.text(found, given["show_in_effect"], traps)
        self._display.display(f"{text}\n\nWritten to " + "\nand ".join(written.values()))
        why = audit_report.sentence(found, given["fail_on"], traps)
        result = {"changed": False, **written}
        return dict(result, failed=True, msg=why) if why else result
