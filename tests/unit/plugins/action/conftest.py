# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Action plugins whose modules answer what a test says."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from ansible.plugins.action import ActionBase


@pytest.fixture
def played(monkeypatch):
    """Run a plugin whose module gives one answer after the other, the last again and again; what it printed as well.

    Whoever *heard* is told the arguments and the module of each call. Nobody waits: the clock moves by each pause.
    """

    def run(plugin_class, answers, given, check_mode, heard):
        waiting, clock, printed = list(answers), [0.0], []

        def ask(_plugin, arguments, _task_vars, module=None):
            heard(dict(arguments), module)
            answer = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            if isinstance(answer, Exception):
                raise answer
            return dict(answer)

        monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
        monkeypatch.setattr(plugin_class, "_ask", ask)
        monkeypatch.setattr(time, "monotonic", lambda: clock[0])
        monkeypatch.setattr(time, "sleep", lambda seconds: clock.__setitem__(0, clock[0] + seconds))
        plugin = plugin_class.__new__(plugin_class)
        plugin._display = SimpleNamespace(display=printed.append)
        plugin._task = SimpleNamespace(args=given, check_mode=check_mode)
        return plugin.run(task_vars={}), printed

    return run
