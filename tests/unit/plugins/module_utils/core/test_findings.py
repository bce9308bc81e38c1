# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import findings, settings

ROW = {
    "kind": "kernel",
    "name": "vm.swappiness",
    "wanted": "1",
    "rule": "exact",
    "persisted": "60",
    "persisted_at": "/etc/sysctl.d/99-z.conf:3",
    "effective": "1",
    "after_boot": "60",
    "status": "overridden",
    "note": None,
    "reason": "it matters",
    "source": "a book",
}
PLUGINS = Path(findings.__file__).parents[2]


def builds_a_finding(node):
    """Whether *node* writes what only findings.finding may write: something under the key ``severity``."""
    keys = {ast.Dict: lambda: node.keys, ast.Subscript: lambda: [node.slice] if isinstance(node.ctx, ast.Store) else []}
    if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "dict":
        return any(word.arg == "severity" for word in node.keywords)
    return any(isinstance(key, ast.Constant) and key.value == "severity" for key in keys.get(type(node), list)())


def finding(identity="disk_slow", severity="low"):
    return findings.finding(identity, severity, "disk sda", wanted=None, found="x", why="y", source="z", remedy="w")


def test_findings_are_built_in_one_place():
    built = {
        str(file.relative_to(PLUGINS))
        for file in PLUGINS.rglob("*.py")
        if any(map(builds_a_finding, ast.walk(ast.parse(file.read_text()))))
    }
    assert built == {"module_utils/core/findings.py"}


def test_documented_ids_are_ids():
    texts = [file.read_text() for file in (PLUGINS / "modules").glob("*.py")]
    shown = [identity for text in texts for identity in re.findall(r"^ *- id: (\S+)\n +severity:", text, re.MULTILINE)]
    assert shown
    assert [identity for identity in shown if finding(identity)["id"] != identity] == []


@pytest.mark.parametrize("identity", ["disk-slow", "Disk_slow", "disk slow", "disk_", "_disk", "disk__slow", ""])
def test_an_id_that_is_no_words_with_underscores_is_refused(identity):
    with pytest.raises(ValueError, match="lower-case words with underscores"):
        finding(identity)


@pytest.mark.parametrize("severity", ["critical", "High", ""])
def test_a_severity_that_nobody_filters_by_is_refused(severity):
    with pytest.raises(ValueError, match="give one of high, medium, low"):
        finding(severity=severity)


def test_a_finding_has_its_parts_in_order():
    assert list(finding().items()) == [
        ("id", "disk_slow"),
        ("severity", "low"),
        ("subject", "disk sda"),
        ("wanted", None),
        ("found", "x"),
        ("why", "y"),
        ("source", "z"),
        ("remedy", "w"),
    ]


def test_a_finding():
    assert findings.of(ROW) == [
        {
            "id": "setting_overridden",
            "severity": "high",
            "subject": "kernel vm.swappiness",
            "wanted": "1",
            "found": "60",
            "why": "it matters",
            "source": "a book",
            "remedy": "take the setting out of /etc/sysctl.d/99-z.conf:3, which is read later, or change it there",
        }
    ]


def test_what_is_in_effect_is_no_finding():
    assert findings.of(dict(ROW, status="in_effect")) == []


@pytest.mark.parametrize(
    ("status", "severity"),
    [
        ("refused", "high"),
        ("drifted", "high"),
        ("clamped", "medium"),
        ("read_only", "medium"),
        ("pending_restart", "medium"),
        ("unavailable", "low"),
    ],
)
def test_severity_and_what_was_found(status, severity):
    finding = findings.of(dict(ROW, status=status, note="and how"))[0]
    assert (finding["severity"], finding["found"], finding["why"]) == (severity, "1", "it matters; and how")


@pytest.mark.parametrize(
    ("persisted", "persisted_at", "remedy"),
    [
        ("1", "/etc/a.conf:3", "apply the host profile again, and find out who changed it"),
        (
            "60",
            "/etc/a.conf:3",
            "change it in /etc/a.conf:3, and run sysctl -w 'vm.swappiness=1', or let the playbook "
            "groundwork.kafka.tune do it",
        ),
        (
            None,
            None,
            "set it where the next boot reads it as well, and run sysctl -w 'vm.swappiness=1'; the playbook "
            "groundwork.kafka.tune does",
        ),
    ],
)
def test_what_nobody_has_written_down_was_not_changed_by_anybody(persisted, persisted_at, remedy):
    row = dict(ROW, status="drifted", effective="60", persisted=persisted, persisted_at=persisted_at)
    assert findings.of(row)[0]["remedy"] == remedy


def test_what_is_in_force_already_needs_no_command_for_that():
    row = dict(ROW, status="drifted", effective="1", persisted=None, persisted_at=None)
    assert findings.of(row)[0]["remedy"] == (
        "set it where the next boot reads it as well; the playbook groundwork.kafka.tune does"
    )


@pytest.mark.parametrize(
    ("kind", "status", "end"),
    [
        ("kernel", "overridden", "or change it there, and run sysctl -w 'net.core.somaxconn=5 6'"),
        (
            "service",
            "overridden",
            "or change it there, then run systemctl daemon-reload, and restart the service, one host at a time",
        ),
        ("limit", "overridden", "or change it there"),
        ("service", "pending_restart", "run systemctl daemon-reload, and restart the service, one host at a time"),
        (
            "service",
            "clamped",
            "of its parent), then run systemctl daemon-reload, and restart the service, one host at a time",
        ),
        ("limit", "clamped", "of its parent)"),
    ],
)
def test_a_remedy_says_how_what_is_written_comes_into_force(kind, status, end):
    row = dict(ROW, kind=kind, name="net.core.somaxconn", status=status, wanted="5 6", effective="1 1")
    assert findings.of(row)[0]["remedy"].endswith(end)


def test_a_pair_of_limits_that_is_higher_on_disk():
    row = dict(ROW, status="drifted", rule="at_least", wanted="1:2", persisted="3:3")
    assert findings.of(row)[0]["remedy"].startswith("apply the host profile again")


@pytest.mark.parametrize(("note", "severity"), [(None, "high"), (settings.NOT_KEPT, "medium")])
def test_what_is_only_lost_with_the_next_boot_is_less_severe(note, severity):
    row = dict(ROW, status="drifted", persisted=None, persisted_at=None, note=note)
    assert findings.of(row)[0]["severity"] == severity


def test_a_line_that_is_ignored_is_told():
    line = findings.ignored("/etc/a.conf:3", "caf\udce9" + "x" * 100, "it is none", "a(5)", ours=True)
    assert (line["severity"], line["found"]) == ("high", "caf\\udce9" + "x" * 76)
    assert findings.sentences([line]) == [
        f"high: line_ignored: line /etc/a.conf:3: found {line['found']}; it is none; correct it or take it out; it is "
        "left as it is."
    ]


@pytest.mark.parametrize(("rule", "wanted"), [("exact", "1"), ("at_least", ">= 1"), ("at_most", "<= 1")])
def test_what_need_not_be_exact_is_not_told_as_if_it_had_to_be(rule, wanted):
    """``wanted 131072, found 212992`` of a value that is kept only until the next boot reads as a value too high."""
    assert findings.of(dict(ROW, rule=rule, status="drifted"))[0]["wanted"] == wanted


def test_a_sentence_ends_before_the_mount_options_of_a_container_do():
    long = finding() | {"found": "overlay rw," + "x" * 500}
    (told,) = findings.sentences([long])
    assert told == f"low: disk_slow: disk sda: found {long['found'][:195]}[...]; y; w."


def test_the_worst_comes_first_and_then_the_subject_counts():
    given = [("low", "a"), ("high", "b"), ("medium", "c"), ("high", "a")]
    found = findings.ordered({"severity": severity, "subject": subject} for severity, subject in given)
    assert [(one["severity"], one["subject"]) for one in found] == [
        ("high", "a"),
        ("high", "b"),
        ("medium", "c"),
        ("low", "a"),
    ]


def test_a_line_that_is_passed_over_shows_no_secret():
    line = "//nas/share /mnt cifs username=a,password=geheim"
    found = findings.ignored("/etc/fstab:3", line, "it has no fields", "mount", ours=False)
    assert found["found"] == "(a secret that is not shown)"
