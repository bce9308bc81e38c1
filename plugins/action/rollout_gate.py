# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole of rollout_gate: it runs on the control node, so that it can print what it waits for."""

from __future__ import annotations

import time
from typing import Any, Mapping

from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, rollout
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

_ARGUMENTS = {
    **connection.ARGUMENTS,
    "phase": {"type": "str", "required": True, "choices": list(rollout.PHASES)},
    "brokers": {"type": "list", "elements": "int", "default": []},
    "controllers": {"type": "list", "elements": "int", "default": []},
    "batches": {"type": "list", "elements": "list", "default": []},
    "starting": {"type": "list", "elements": "int", "default": []},
    "accept_unavailable": {"type": "bool", "default": False},
    "wait": {"type": "int", "default": 300},
    "hold": {"type": "int", "default": 0},
}


class ActionModule(ActionBase):  # type: ignore[misc]
    """Wait until a rollout may go on."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        _validation, given = self.validate_argument_spec(argument_spec=_ARGUMENTS)
        self._begun = time.monotonic()
        try:
            return self._result(given)
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}

    def _result(self, given: Mapping[str, Any]) -> dict[str, Any]:
        def connect() -> Any:
            return connection.connected(given["bootstrap_servers"], given["client_config"], given["timeout"])

        found: list[str] = []
        if given["phase"] == rollout.START:
            servers = {"broker": given["brokers"], "controller": given["controllers"]}
            named = [rollout.gate.numbered(what, numbers) for what, numbers in servers.items() if numbers]
            self._display.display(f"    looking at {', '.join([*named, 'every partition'])} before the first restart")
            batches = [[int(number) for number in batch] for batch in given["batches"]]
            with connect() as client:
                found = rollout.unavailable(client, batches)
            if found and not given["accept_unavailable"]:
                return {"failed": True, "changed": False, "unavailable": found, "msg": rollout.refusal(found)}
        with rollout.Gate(
            connect,
            given["phase"],
            given["brokers"],
            given["controllers"],
            accept_unavailable=given["accept_unavailable"],
            starting=given["starting"],
        ) as gate:
            reasons = waiting.until_nothing(gate.look, given["wait"], given["hold"], self._tell)
        seconds = round(time.monotonic() - self._begun, 1)
        result = {"changed": False, "seconds": seconds, "reasons": reasons, "unavailable": found}
        if not reasons:
            return result
        why = "; ".join(reasons)
        if given["phase"] == rollout.START:
            why = (
                f"The rollout was not begun, and no broker or controller was restarted: {why}. Mend what is said (the "
                "journal of a server that is missing tells why it is), and run again"
            )
        return dict(result, failed=True, msg=why + ".")

    def _tell(self, reason: str) -> None:
        self._display.display(f"    waiting, {time.monotonic() - self._begun:.0f} s: {reason}")
