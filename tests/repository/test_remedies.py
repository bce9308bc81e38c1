# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""docs/remedies.md: each remedy is listed, with the tests whose marker says that they follow it, or with why not."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections import Counter
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import disks as audit_disks
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import headroom
from ansible_collections.groundwork.kafka.plugins.module_utils.core import findings
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import state

CHECKOUT = Path(__file__).resolve().parents[2]

_spec = importlib.util.spec_from_file_location("remedies", CHECKOUT / "docs" / "remedies.py")
remedies = importlib.util.module_from_spec(_spec)
sys.modules["remedies"] = remedies  # its dataclasses ask for it
_spec.loader.exec_module(remedies)

FINDINGS, REFUSALS, TRIALS = remedies.findings(), remedies.refusals(), remedies.trials()
TOLD = [*FINDINGS.values(), *REFUSALS]
TRIED = {one.name for trial in TRIALS for one in remedies.named(trial.name, TOLD)}


def test_the_list_is_what_code_and_tests_say() -> None:
    assert remedies.PAGE.read_text() == remedies.page(), "run `make docs`"


def test_each_id_is_in_the_list() -> None:
    by_table = {f"setting_{status}" for status in findings._TELLING} | {f"disk_{status}" for status in state._TELLING}
    by_table |= set(audit_disks._FAULTS)
    by_table |= {f"headroom_{kind}{when}" for kind in headroom._RAISED_BY for when in ("", "_later")}
    assert by_table <= set(FINDINGS)
    text = remedies.PAGE.read_text()
    assert [name for name in FINDINGS if f"\n| `{name}` | " not in text] == []
    assert [name for name, one in FINDINGS.items() if one.remedy.strip(" /…") == ""] == []


def test_an_id_that_nobody_can_read_off_the_code_is_told() -> None:
    tree = ast.parse("def f(what):\n    return finding(f'new_{what}', 'low', 'x', remedy='do it')")
    with pytest.raises(KeyError, match=r"plugins/new\.py: new_…"):
        list(remedies._findings(tree, "plugins/new.py"))


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("raise GroundworkError(f'{path} is {what}; take it away, and run again.')", "take it away, and run again"),
        ("raise GroundworkError('It is so. Bring it back, or go on without.')", "Bring it back, or go on without"),
        ("return f'{path} holds what is of {other}; give another one.'", "give another one"),
        ("raise GroundworkError(f'The cluster refuses {listed}: {why}.')", None),
    ],
)
def test_a_refusal_with_a_remedy_is_found(text, remedy) -> None:
    found = list(remedies._sentences(ast.parse(f"def f():\n    {text}"), "plugins/new.py"))
    assert [one.remedy for one in found] == ([remedy] if remedy else [])


def test_a_part_of_a_sentence_is_listed_as_the_whole_one() -> None:
    tree = ast.parse("def f():\n    return f'; look at journalctl -u {name} on that host.'")
    (found,) = remedies._sentences(tree, "plugins/new.py")
    assert (found.name, found.remedy) == (
        "….service …; look at journalctl -u … on that host.",
        "look at journalctl -u … on that host",
    )
    for part in remedies.data()["wholes"]:
        assert [one for one in REFUSALS if part in one.name] != [], part


def test_the_ends_of_a_table_are_sentences() -> None:
    tree = ast.parse("_ROOM = 'free some room'\n_REMEDIES = {1: _ROOM, 2: 'remount it writable and run again'}")
    assert [one.name for one in remedies._ends(tree, "plugins/module_utils/core/errors.py")] == [
        "… could not be … (…); free some room.",
        "… could not be … (…); remount it writable and run again.",
    ]


def test_a_message_of_a_task_is_read_to_its_end(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(remedies, "ROOT", tmp_path)
    file = tmp_path / "main.yml"
    file.write_text(
        "- block:\n    - fail:\n        msg: >-\n          The hosts name {{ those }}; set\n          one for all.\n"
    )
    assert [one.name for one in remedies._of_tasks(file)] == ["The hosts name …; set one for all."]


@pytest.mark.parametrize("trial", TRIALS, ids=lambda one: f"{one.test}: {one.name[:40]}")
def test_a_marker_means_one_remedy(trial) -> None:
    assert [one.name for one in remedies.named(trial.name, TOLD)] != [], "no finding, and no refusal that begins so"
    assert len(remedies.named(trial.name, TOLD)) == 1, "give more of the beginning"


def test_whatever_is_not_tried_has_a_reason_and_the_reasons_are_of_remedies_that_are_not_tried() -> None:
    assert [one.name for one in TOLD if one.name not in TRIED and not remedies.why_not(one)] == []
    given = [name for reason in remedies.data()["not_tried"] for name in reason.get("names", ())]
    assert [name for name in given if len(remedies.named(name, TOLD)) != 1] == []
    assert [name for name in given if remedies.named(name, TOLD)[0].name in TRIED] == []
    assert [name for name, count in Counter(given).items() if count > 1] == []


def test_what_is_listed_as_tried_has_a_test_with_that_marker() -> None:
    rows = [line for line in remedies.PAGE.read_text().splitlines() if line.startswith("| ") and "`: `test_" in line]
    assert len(rows) == len(TRIED)
    for trial in TRIALS:
        assert f"`{trial.file}`: `{trial.test}`" in "\n".join(rows)
        text = (CHECKOUT / trial.file).read_text()
        assert f"def {trial.test}(" in text
        assert "pytest.mark.remedy(" in text
