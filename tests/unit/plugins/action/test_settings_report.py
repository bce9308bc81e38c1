# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.settings_report import ActionModule

NAMES = ("kind", "name", "wanted", "rule", "persisted", "persisted_at", "effective", "after_boot", "status", "note")
ROW = dict(dict.fromkeys(NAMES, "1"), name="vm.swappiness", rule="exact", persisted_at="/f:1", status="in_effect")
FINDING = {
    "severity": "low",
    "id": "one",
    "subject": "line /f:2",
    "wanted": None,
    "found": "x",
    "why": "it is no option",
    "remedy": "mend it",
}


@pytest.fixture
def report(monkeypatch):
    """Call with arguments; gives the result and what was printed."""
    monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})

    def run(check_mode=False, **arguments):
        plugin, printed = ActionModule.__new__(ActionModule), []
        given = dict({"settings": [ROW], "findings": []}, **arguments)
        plugin._task = SimpleNamespace(args=given, check_mode=check_mode)
        plugin._display = SimpleNamespace(display=printed.append)
        return plugin.run(task_vars={"inventory_hostname": "kafka1"}), printed

    return run


def test_it_prints_the_table_and_the_findings_below_it(report):
    ignored = dict(FINDING, id="line_ignored", severity="high", subject="line /f:3")
    result, (printed,) = report(findings=[FINDING, ignored])
    assert result == {"changed": False}
    assert printed.splitlines() == [
        "== kafka1 ==",
        "setting        wanted  effective  after boot  persisted at  status",
        "-------------  ------  ---------  ----------  ------------  ---------",
        "vm.swappiness  1       1          same        [1]:1         in_effect",
        "[1] /f",
        "",
        "high: line_ignored: line /f:3: found x; it is no option; mend it.",
        "low: one: line /f:2: found x; it is no option; mend it.",
    ]


def test_a_table_of_check_mode_says_that_it_shows_the_host_as_it_is(report):
    assert report(check_mode=True)[1][0].splitlines()[0] == "== kafka1 == as it is now, in check mode"


def test_nothing_to_look_at_is_said(report):
    assert report()[1][0].endswith("\n\nNo findings.\n")


@pytest.mark.parametrize("wrong", [{"settings": [{"name": "x"}]}, {"findings": [{"severity": "grave"}]}])
def test_anything_else_is_refused_with_a_sentence(report, wrong):
    result, printed = report(**wrong)
    assert result["failed"]
    assert result["msg"].endswith("; pass those of its result.")
    assert printed == []
