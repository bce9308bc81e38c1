# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Reports on the control node: shown, and written into new files each time, for the owner only."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.plugin_utils.control_node import OnControlNode


class Report(NamedTuple):
    """What is shown (*text*) and written: the ending and the text of each file, by what the result calls its path.

    *why* is the sentence with which the task fails, *more* what else its result has.
    """

    text: str
    files: Mapping[str, tuple[str, str]]
    why: str = ""
    more: Mapping[str, Any] = {}


def gathered(results: Mapping[str, Mapping[str, Any]], key: str) -> tuple[list[dict[str, Any]], list[str]]:
    """What the *results* of all hosts have under *key*, and what could not be read, by host."""
    found: list[dict[str, Any]] = []
    missing: list[str] = []
    for host, result in results.items():
        if key in result:
            found += result[key]
            missing += result["missing"]
        else:
            lines = str(result.get("msg") or "it was not read").strip().splitlines()
            missing.append(f"{host}: {lines[0]}")
    return found, missing


class Reporting(OnControlNode):
    """An action plugin that makes a report, whose files are called by its NAME; it takes their ``directory``."""

    NAME: str

    def _report(self, given: Mapping[str, Any], now: float) -> Report:
        """The report of *now*, in seconds; GroundworkError where there can be none."""
        raise NotImplementedError

    def _result(self, given: dict[str, Any], _task_vars: Mapping[str, Any]) -> dict[str, Any]:
        now = time.time()
        report = self._report(given, now)
        folder = os.path.abspath(os.path.expanduser(given["directory"]))
        beginning = os.path.join(folder, time.strftime(f"{self.NAME}-%Y%m%dT%H%M%SZ", time.gmtime(now)))
        paths = {name: beginning + ending for name, (ending, _text) in report.files.items()}
        for name, (_ending, text) in report.files.items():
            Host().write(paths[name], text, mode=0o600)
        self._display.display(f"{report.text}\n\nWritten to " + "\nand ".join(paths.values()))
        result = {"changed": False, **paths, **report.more}
        return dict(result, failed=True, msg=report.why) if report.why else result
