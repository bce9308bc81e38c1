# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How an action plugin does all of its work in Ansible's own process: from its arguments alone, or for people to read.

So no host is asked, and a task needs no word on where, as whom or with which Python it runs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Callable

from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError


class OnControlNode(ActionBase):  # type: ignore[misc]
    """Such an action plugin, which names its arguments; where a module documents the work as its own, that as well."""

    TRANSFERS_FILES = False
    _requires_connection = False
    ARGUMENTS: Mapping[str, Any]
    WORK: Callable[[dict[str, Any]], Mapping[str, Any]]

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        _validation, given = self.validate_argument_spec(argument_spec=dict(self.ARGUMENTS))
        try:
            return self._result(given, task_vars or {})
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}

    def _result(self, given: dict[str, Any], _task_vars: Mapping[str, Any]) -> dict[str, Any]:
        """The result of the task, of its validated arguments."""
        result = type(self).WORK(given)
        return dict(json.loads(json.dumps(result)))  # a module's result has lists where its own text has tuples
