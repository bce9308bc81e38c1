# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.server_process import ActionModule

STARTED = {"changed": True, "actions": ["restart"], "diff": {"before": {}}, "recovery": None, "begun": None, "pid": 7}
LATER = {"changed": False, "actions": [], "diff": {}, "recovery": None, "begun": None, "pid": 7}


@pytest.fixture
def play(monkeypatch):
    """Run the plugin against what the module gives, one *answer* after the other; its result, calls and output."""

    def run(*answers, **given):
        waiting, calls, told = list(answers), [], []
        plugin = ActionModule.__new__(ActionModule)
        plugin._task = SimpleNamespace(args={"service": "kafka", "state": "restarted", **given})
        plugin._display = SimpleNamespace(display=told.append)
        monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
        monkeypatch.setattr(
            plugin,
            "_execute_module",
            lambda module_args, **_named: calls.append(module_args) or waiting.pop(0),
            raising=False,
        )
        return plugin.run(task_vars={"inventory_hostname": "kafka1"}), calls, told

    return run


def test_a_server_that_answers_costs_one_call(play):
    result, calls, told = play(STARTED)
    assert (result, told) == (STARTED, [])
    assert calls == [{"service": "kafka", "state": "restarted", "report": 15}]


def test_a_recovery_is_printed_and_waited_on_without_another_restart(play):
    result, calls, told = play(
        {**STARTED, "recovery": "1 of 9 in /log", "begun": {"moment": 7.5}},
        {**LATER, "recovery": "5 of 9 in /log", "begun": {"moment": 7.5}},
        LATER,
    )
    assert [(call["state"], call.get("begun")) for call in calls] == [
        ("restarted", None),
        ("awaited", {"moment": 7.5}),
        ("awaited", {"moment": 7.5}),
    ]
    assert [line.partition(" s: ")[2] for line in told] == [
        "kafka1 loads its logs: 1 of 9 in /log",
        "kafka1 loads its logs: 5 of 9 in /log",
    ]
    assert (result["changed"], result["actions"], result["diff"], result["recovery"]) == (
        True,
        ["restart"],
        {"before": {}},
        None,
    )


def test_what_fails_while_it_is_waited_on_fails(play):
    failure = {"failed": True, "msg": "told of no step in 120 seconds"}
    assert play({**STARTED, "recovery": "1 of 9 in /log", "begun": {}}, failure)[0] == failure


def test_whoever_asks_for_reports_gets_them(play):
    reported = {**STARTED, "recovery": "1 of 9 in /log"}
    assert play(reported, report=3)[0] == reported
