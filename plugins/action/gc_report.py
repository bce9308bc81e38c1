# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of gc_report: it runs on the control node, writes the page and the lines, prints, and fails last."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.moments import moment
from ansible_collections.groundwork.kafka.plugins.plugin_utils import gc_page
from ansible_collections.groundwork.kafka.plugins.plugin_utils.reporting import Report, Reporting, gathered

_ARGUMENTS = {
    "results": {"type": "dict", "required": True},
    "directory": {"type": "path", "required": True},
    "fail_on": {"type": "str", "choices": ["warning", "none"], "default": "none"},
}


class ActionModule(Reporting):
    """Turn what was read of all hosts into one report."""

    NAME = "gc"
    ARGUMENTS = _ARGUMENTS

    def _report(self, given: Mapping[str, Any], now: float) -> Report:
        logs, missing = gathered(given["results"], "logs")
        files = {
            "path": (".jsonl", "".join(json.dumps(one, sort_keys=True) + "\n" for one in logs)),
            "page": (".html", gc_page.page(logs, missing, str(moment(now)))),
        }
        off = gc_page.off(logs) if given["fail_on"] == "warning" else []
        return Report(gc_page.text(logs, missing), files, "; ".join(off))
