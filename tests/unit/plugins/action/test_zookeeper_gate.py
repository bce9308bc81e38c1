# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.zookeeper_gate import ActionModule

OPEN = {"changed": False, "modes": {"z1": "leader"}, "leader": "z1", "summary": "z1 is back: 1 of 1 serve"}
SHUT = {"failed": True, "msg": "z1 does not serve."}


@pytest.mark.parametrize(("answer", "lines"), [(OPEN, ["    z1 is back: 1 of 1 serve"]), (SHUT, [])])
def test_an_open_gate_says_what_it_has_looked_at(monkeypatch, answer, lines) -> None:
    printed = []
    plugin = ActionModule.__new__(ActionModule)
    plugin._display = SimpleNamespace(display=printed.append)
    monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
    monkeypatch.setattr(plugin, "_execute_module", lambda **_named: answer, raising=False)
    assert plugin.run() == answer
    assert printed == lines
