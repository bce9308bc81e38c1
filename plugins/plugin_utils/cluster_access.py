# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a module that asks a cluster is run: on any host, without become, with the Python that has kafka-python.

What it logs in with lies on the control node. Another host is given the contents of those files, and keeps none.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from ansible.errors import AnsibleConnectionFailure
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils.client_files import inlined

#: Of the second, a module has one where it asks two clusters.
_CONFIGS = ("client_config", "source_client_config")
_INTERPRETER = "ansible_python_interpreter"
# What a shell ends with where it finds no such program, or may not run it.
_NOT_RUN = (126, 127)


class Asking(ActionBase):  # type: ignore[misc]
    """An action plugin whose module asks a cluster."""

    TRANSFERS_FILES = False

    def _is_control_node(self) -> bool:
        """Whether the task is delegated to where Ansible runs."""
        return bool(self._connection.transport == "local")

    def _ask(
        self, arguments: Mapping[str, Any], task_vars: Mapping[str, Any], module: str | None = None
    ) -> dict[str, Any]:
        """The result of the *module*, that of the task where none is named, with *arguments*, on the task's host.

        GroundworkError where that host cannot be reached: it need not be one of the play, which Ansible would give up.
        """
        given = dict(arguments)
        for config in _CONFIGS:
            if not self._is_control_node() and given.get(config):
                given[config] = inlined(given[config])
        python = self._python(task_vars)
        self._connection.set_become_plugin(None)  # a cluster asks who logs in, and not who runs a program
        # Without become nothing speaks against it, and no file there has what it logs in with, not even for a while.
        self._connection.always_pipeline_modules = self._connection.has_pipelining and not self._task.async_val
        try:
            result = self._execute_module(
                module_name=module,
                module_args=given,
                task_vars=self._with_python(python, task_vars),
                wrap_async=self._task.async_val,
            )
        except AnsibleConnectionFailure as error:
            why = " ".join(str(error).split())
            raise GroundworkError(
                f"{self._host(task_vars)}, where the cluster is asked from, cannot be reached ({why}); see that the "
                "control node reaches it, or name another host in cluster_access_host."
            ) from error
        if result.get("failed") and result.get("rc") in _NOT_RUN:
            where = f" at {python}" if python else ""
            raise GroundworkError(
                f"{self._host(task_vars)}, where the cluster is asked from, has no Python that runs{where}; name one "
                "in cluster_access_python."
            )
        return dict(result)

    def _host(self, task_vars: Mapping[str, Any]) -> str:
        return str(self._task.delegate_to or task_vars.get("inventory_hostname"))

    def _python(self, task_vars: Mapping[str, Any]) -> str:
        """The Python that is to run it; empty for one that the task names, or that Ansible finds on another host."""
        if _INTERPRETER in self._task.vars:
            return ""
        named = str(self._templar.template(task_vars.get("cluster_access_python") or ""))
        return named or (sys.executable if self._is_control_node() else "")

    def _with_python(self, python: str, task_vars: Mapping[str, Any]) -> dict[str, Any]:
        """*task_vars*, with the Python of the task's host where one is named."""
        if not python:
            return dict(task_vars)
        host = self._task.delegate_to
        if not host:
            return {**task_vars, _INTERPRETER: python}
        delegated = task_vars["ansible_delegated_vars"]
        return {
            **task_vars,
            "ansible_delegated_vars": {**delegated, host: {**delegated[host], _INTERPRETER: python}},
        }
