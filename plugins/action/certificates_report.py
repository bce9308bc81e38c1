# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of certificates_report: it runs on the control node, writes the lines, prints the table, and fails last."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import certificate_list
from ansible_collections.groundwork.kafka.plugins.plugin_utils.reporting import Report, Reporting, gathered

_ARGUMENTS = {
    "results": {"type": "dict", "required": True},
    "directory": {"type": "path", "required": True},
    "fail_on": {"type": "str", "choices": ["warning", "unknown", "none"], "default": "none"},
}


class ActionModule(Reporting):
    """Turn what was read of all hosts into one table."""

    NAME = "certificates"
    ARGUMENTS = _ARGUMENTS

    def _report(self, given: Mapping[str, Any], _now: float) -> Report:
        lines, missing = gathered(given["results"], "lines")
        files = {"path": (".jsonl", "".join(json.dumps(one, sort_keys=True) + "\n" for one in lines))}
        off = [] if given["fail_on"] == "none" else certificate_list.soon(lines)
        off += missing if given["fail_on"] == "unknown" else []
        return Report(certificate_list.text(lines, missing), files, "; ".join(off))
