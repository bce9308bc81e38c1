# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.audit_report import ActionModule
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import record as audit_record

RECORD = audit_record.record("a", 1_700_000_000, "audited")
RESULTS = {"a": {"record": RECORD}, "b": {"unreachable": True, "msg": "no route"}}


@pytest.fixture
def report(tmp_path, monkeypatch):
    """Call with arguments; gives the result and what was printed."""
    monkeypatch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})

    def run(**arguments):
        plugin, printed = ActionModule.__new__(ActionModule), []
        plugin._task = SimpleNamespace(args=dict({"results": RESULTS, "directory": str(tmp_path / "r")}, **arguments))
        plugin._display = SimpleNamespace(display=printed.append)
        return plugin.run(task_vars={}), printed

    return run


def test_it_writes_prints_and_then_fails(report):
    result, (printed,) = report()
    path = Path(result["path"])
    assert (path.suffix, stat.S_IMODE(path.stat().st_mode)) == (".jsonl", 0o600)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == RECORD
    assert (lines[1]["host"], lines[1]["outcome"]) == ("b", "unreachable")
    assert printed.endswith(f"Written to {path}")
    assert (result["failed"], result["changed"]) == (True, False)
    assert result["msg"].startswith("1 of 2 hosts have findings of severity high: b (1 high)")


def test_a_page_stands_beside_the_file_where_it_is_asked_for(report):
    result, (printed,) = report(html=True)
    path, page = Path(result["path"]), Path(result["page"])
    assert (page.with_suffix(".jsonl"), stat.S_IMODE(page.stat().st_mode)) == (path, 0o600)
    assert page.read_text().lstrip().startswith("<!DOCTYPE html>")
    assert printed.endswith(f"Written to {path} and {page}")
    assert sorted(path.parent.iterdir()) == sorted([path, page])


def test_no_page_is_written_that_nobody_asked_for(report):
    result, _printed = report()
    assert "page" not in result
    assert len(list(Path(result["path"]).parent.iterdir())) == 1


def test_where_a_host_stands_is_written(report):
    result, _printed = report(places={"b": {"cluster": "orders", "rack": "r2", "roles": ["broker"]}})
    places = [json.loads(line) for line in Path(result["path"]).read_text().splitlines()]
    assert [(one["cluster"], one["rack"], one["roles"]) for one in places] == [
        ("orders", None, []),
        ("orders", "r2", ["broker"]),
    ]


@pytest.mark.parametrize("arguments", [{"fail_on": "none"}, {"results": {"a": {"record": RECORD}}}])
def test_it_does_not_fail(report, arguments):
    result, printed = report(**arguments)
    assert "failed" not in result
    assert len(printed) == 1


def test_a_file_that_cannot_be_written_is_said(report, tmp_path):
    (tmp_path / "r").write_text("")
    result, printed = report()
    assert result["failed"]
    assert result["msg"].startswith(f"{tmp_path}/r is a file, and a folder is to be there; ")
    assert printed == []
