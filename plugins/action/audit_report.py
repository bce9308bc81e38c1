# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of audit_report: it runs on the control node, writes the files, prints, and fails last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import report as audit_report
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import traps as audit_traps
from ansible_collections.groundwork.kafka.plugins.plugin_utils import cluster_page
from ansible_collections.groundwork.kafka.plugins.plugin_utils.reporting import Report, Reporting

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


class ActionModule(Reporting):
    """Turn the results of all hosts into one report."""

    NAME = "audit"
    ARGUMENTS = _ARGUMENTS

    def _report(self, given: Mapping[str, Any], now: float) -> Report:
        found = audit_report.records(given["results"], now, given["places"])
        told = [one for record in found for one in record["findings"]]
        traps = audit_traps.review(given["results"], given["cluster"], given["accepted"], told, now)
        judged = audit_report.judged(found, traps)
        shown = judged, traps["findings"], traps["accepted"]
        files = {
            "path": (".jsonl", audit_report.json_lines(judged)),
            "review_path": (".review.json", audit_report.json_lines([traps])),
            **({"page": (".html", cluster_page.page(*shown))} if given["html"] else {}),
        }
        text = audit_report.text(judged, given["show_in_effect"], traps)
        return Report(text, files, audit_report.sentence(judged, given["fail_on"], traps))
