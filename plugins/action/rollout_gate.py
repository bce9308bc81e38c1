# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The waiting of rollout_gate: it is done on the control node, so that it can print what it waits for and looks at.

The control node looks itself, over one connection; on another host, or with another Python, the module looks, once each
time. A task that is not delegated has the control node look.
"""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from typing import Any, ContextManager, Mapping

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import rollout
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_access import Asking


class ActionModule(Asking):
    """Wait until a rollout may go on."""

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        _validation, given = self.validate_argument_spec(argument_spec=rollout.ARGUMENTS)
        self._begun = time.monotonic()
        try:
            waiting.check(given, wait=0, hold=0)
            return self._result(given, self._gate(given, task_vars or {}))
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}

    def _gate(self, given: Mapping[str, Any], task_vars: Mapping[str, Any]) -> ContextManager[Any]:
        if self._looks_itself(task_vars):
            return rollout.opened(given)
        return nullcontext(_Elsewhere(lambda: self._ask(given, task_vars)))

    def _looks_itself(self, task_vars: Mapping[str, Any]) -> bool:
        if not self._task.delegate_to:
            return True
        return self._is_control_node() and self._python(task_vars) in ("", sys.executable)

    def _result(self, given: Mapping[str, Any], entered: ContextManager[Any]) -> dict[str, Any]:
        found: list[str] = []
        with entered as gate:
            if given["phase"] == rollout.START:
                found = gate.unavailable(rollout.numbers(given["batches"]))
                if found and not given["accept_unavailable"]:
                    return {"failed": True, "changed": False, "unavailable": found, "msg": rollout.refusal(found)}
            reasons = waiting.until_nothing(gate.reasons_to_wait, given["wait"], given["hold"], self._tell)
            summary, absent = gate.summary, []
            if given["phase"] == rollout.START:
                # What is waited for as long may come back by itself; what is left does not hold what mends it.
                reasons, absent = reasons and list(gate.holding), list(gate.absent) if reasons else []
        seconds = round(time.monotonic() - self._begun, 1)
        result = {"changed": False, "seconds": seconds, "reasons": reasons, "unavailable": found, "summary": summary}
        result["absent"] = absent
        if not reasons:
            held = f", held for {given['hold']} s" if given["hold"] else ""
            self._display.display(f"    {summary}{held}")
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


class _Elsewhere:
    """A gate that is looked at by calling the module, which *ask* does."""

    def __init__(self, ask: Any) -> None:
        self._ask = ask
        self.summary = ""
        self.absent: list[int] = []
        self.holding: list[str] = []

    def unavailable(self, _batches: Any) -> list[str]:
        """As Gate tells it; the module has the batches."""
        return list(self._found()["unavailable"])

    def reasons_to_wait(self) -> list[str]:
        """The reasons; that the host cannot ask is one of them, as with Gate."""
        try:
            found = self._found()
            self.summary = str(found["summary"])
            self.absent, self.holding = list(found["absent"]), list(found["holding"])
            return list(found["reasons"])
        except GroundworkError as error:
            self.absent, self.holding = [], [str(error).rstrip(".")]
            return list(self.holding)

    def _found(self) -> dict[str, Any]:
        result: dict[str, Any] = self._ask()
        if result.get("failed"):
            raise GroundworkError(str(result.get("msg") or "The module rollout_gate failed without a reason."))
        return result
