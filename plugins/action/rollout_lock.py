# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The part of rollout_lock that runs on the control node: what this run is, and whether another one lives."""

from __future__ import annotations

import os
from typing import Any, Mapping

from ansible import context
from ansible.errors import AnsibleConnectionFailure
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.host import rollout_lock


class ActionModule(ActionBase):  # type: ignore[misc]
    """Hold a rollout's lock for this run of ansible-playbook."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        try:
            return self._run(task_vars or {})
        except AnsibleConnectionFailure as error:
            # As a failure, since the host that delegates this can be reached; and since run_once ends the play at an
            # unreachable one, whatever ignore_unreachable says, and with it what else is to be told.
            service, where = self._task.args.get("service"), self._where(task_vars or {})
            return {"failed": True, "changed": False, "msg": rollout_lock.out_of_reach(service, where, str(error))}

    def _run(self, task_vars: dict[str, Any]) -> dict[str, Any]:
        playbooks = [os.path.basename(str(name)) for name in context.CLIARGS.get("args") or ()]
        # Each task has a process of its own; the one that started it lives as long as the run.
        mine = rollout_lock.this_run(os.getppid(), " ".join(playbooks) or "ansible-playbook")
        given = {**self._task.args, "mine": mine, "take_over": ""}
        asked = str(self._task.args.get("take_over") or "")
        result = self._ask(given, task_vars)
        other = result.get("holder")
        if not other or other["id"] == mine["id"]:
            return result
        gone = rollout_lock.is_here(other) and not rollout_lock.is_alive(other)
        if gone or (asked == other["id"] and not rollout_lock.is_known(other)):
            self._display.display(
                f"    taking over from {other['user']} on {other['machine']} ({other['playbook']}, process "
                f"{other['process']}), who has not let go since {other['since']}"
            )
            result = self._ask({**given, "take_over": other["id"]}, task_vars)
            other = result.get("holder") or mine
            if other["id"] == mine["id"]:
                return result
        where = f"{result['file']} on {self._where(task_vars)}"
        said = rollout_lock.refusal(other, given["service"], where)
        return {"failed": True, "changed": False, "holder": other, "msg": said}

    def _ask(self, given: Mapping[str, Any], task_vars: dict[str, Any]) -> dict[str, Any]:
        name = "groundwork.kafka.rollout_lock"
        return dict(self._execute_module(module_name=name, module_args=dict(given), task_vars=task_vars))

    def _where(self, task_vars: Mapping[str, Any]) -> str:
        return str(self._task.delegate_to or task_vars.get("inventory_hostname"))
