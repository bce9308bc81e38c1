# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Writes a line (host, module) for each call of a module into the file $GROUNDWORK_ROUND_TRIPS."""

from __future__ import annotations

import os
from typing import Any

from ansible.plugins.action import ActionBase
from ansible.plugins.callback import CallbackBase

DOCUMENTATION = r"""
name: round_trips
type: aggregate
short_description: Count the calls of modules
description: What an action plugin does on the control node alone is not counted, and what is delegated counts there.
"""

_execute = ActionBase._execute_module


def _counted(action: Any, module_name: str | None = None, *given: Any, **more: Any) -> Any:
    host = action._task.delegate_to or more["task_vars"]["inventory_hostname"]
    with open(os.environ["GROUNDWORK_ROUND_TRIPS"], "a", encoding="utf-8") as file:  # workers append at once
        file.write(f"{host} {module_name or action._task.action}\n")
    return _execute(action, module_name, *given, **more)


class CallbackModule(CallbackBase):  # type: ignore[misc]
    """Nothing but a way into the process that forks the workers; each of them inherits what is put in here."""

    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "round_trips"
    CALLBACK_NEEDS_ENABLED = True

    def __init__(self) -> None:
        super().__init__()
        ActionBase._execute_module = _counted

    def v2_playbook_on_start(self, playbook: Any) -> None:
        """Each run counts from the beginning."""
        del playbook
        with open(os.environ["GROUNDWORK_ROUND_TRIPS"], "w", encoding="utf-8"):
            pass
