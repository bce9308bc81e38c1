# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of health_report: it runs on the control node, judges, writes the file, prints, and fails last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.health import gathered, report
from ansible_collections.groundwork.kafka.plugins.plugin_utils.reporting import Report, Reporting

_ARGUMENTS = {
    "cluster": {"type": "dict", "default": {}},
    "servers": {"type": "dict", "default": {}},
    "audits": {"type": "dict", "default": {}},
    "directory": {"type": "path", "required": True},
    "fail_on": {"type": "str", "choices": list(report.FAIL_ON), "default": "alarm"},
    "show_normal": {"type": "bool", "default": True},
}


class ActionModule(Reporting):
    """Turn what was read of the cluster and of all hosts into one report."""

    NAME = "health"
    ARGUMENTS = _ARGUMENTS

    def _report(self, given: Mapping[str, Any], now: float) -> Report:
        found = gathered.judged(given["cluster"], given["servers"], given["audits"], now)
        files = {"path": (".jsonl", report.json_lines(found))}
        why = report.sentence(found, given["fail_on"])
        return Report(report.text(found, given["show_normal"]), files, why, {"counts": report.counts(found)})
