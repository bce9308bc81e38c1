# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import record as audit_record
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import report as audit_report

NOW = 1_700_000_000
SERVICE = {
    "name": "kafka",
    "kind": "broker",
    "id": "1",
    "pid": 42,
    "unit": "kafka",
    "user": "kafka",
    "started": "2026-01-31T23:59:59Z",
    "java_version": None,
    "config": "/etc/kafka/server.properties",
}


def row(name, status):
    columns = dict.fromkeys(("kind", "wanted", "rule", "persisted", "effective", "after_boot", "note"), "1")
    return dict(columns, name=name, status=status, persisted_at=None)


def finding(severity, subject, remedy="restart it"):
    return {
        "id": "a_finding",
        "severity": severity,
        "subject": subject,
        "wanted": "1",
        "found": None,
        "why": "it matters",
        "source": "a book",
        "remedy": remedy,
    }


def record(host, *severities):
    return audit_record.record(host, NOW, "audited", findings=[finding(severity, "x") for severity in severities])


def test_a_host_is_never_missing():
    found = audit_report.records(
        {
            "a": {"record": record("a"), "changed": False},
            "b": {"unreachable": True, "msg": "Task failed: Failed to connect: Connection refused"},
            "c": {"failed": True, "msg": "Task failed: Module failed: /etc/x is odd; mend it.\nOrigin: somewhere"},
            "d": {},
        },
        NOW,
    )
    assert [(one["host"], one["outcome"], one["message"]) for one in found] == [
        ("a", "audited", None),
        ("b", "unreachable", "Failed to connect: Connection refused"),
        ("c", "failed", "/etc/x is odd; mend it."),
        ("d", "failed", "the audit did not come to this host"),
    ]


def test_a_line_a_host():
    found = [record("a", "low"), audit_record.record("b", NOW, "failed", message="line one\nline two")]
    lines = audit_report.json_lines(found).split("\n")
    assert lines[-1] == ""
    assert [json.loads(line) for line in lines[:-1]] == found


@pytest.mark.parametrize(
    ("fail_on", "expected"),
    [
        ("high", "1 of 3 hosts have findings of severity high: b (2 high); "),
        ("medium", "2 of 3 hosts have findings of severity medium or above: a (1 medium), b (2 high, 1 medium); "),
        ("low", "2 of 3 hosts have findings of severity low or above: a (1 medium, 1 low), b (2 high, 1 medium); "),
    ],
)
def test_the_sentence_names_hosts_and_counts(fail_on, expected):
    found = [record("a", "medium", "low"), record("b", "high", "high", "medium"), record("c")]
    assert audit_report.sentence(found, fail_on).startswith(expected)


@pytest.mark.parametrize(
    ("severities", "fail_on"),
    [(["high"], "none"), (["medium", "low"], "high"), (["low"], "medium"), ([], "low")],
)
def test_what_does_not_fail(severities, fail_on):
    assert audit_report.sentence([record("a", *severities)], fail_on) is None


def test_a_host_that_was_not_audited_fails():
    found = audit_report.records({"a": {"unreachable": True, "msg": "x"}}, NOW)
    assert audit_report.sentence(found, "high").startswith("1 of 1 hosts have findings of severity high: a (1 high)")


def test_text():
    findings = [finding("high", "kernel b"), finding("low", "kernel a"), finding("high", "kernel a", "set it")]
    rows = [row("vm.one", "in_effect"), row("vm.two", "drifted")]
    full = audit_record.record("kafka1", NOW, "audited", services=[SERVICE], settings=rows, findings=findings)
    gone = audit_record.record("kafka2", NOW, "unreachable", message="no route")
    assert audit_report.text([full, gone], True).splitlines() == [
        "== kafka1 ==",
        "server                id  process  user   started               Java  configuration",
        "--------------------  --  -------  -----  --------------------  ----  ----------------------------",
        "broker kafka.service  1   42       kafka  2026-01-31T23:59:59Z  -     /etc/kafka/server.properties",
        "",
        "setting  wanted  effective  after boot  persisted at  status",
        "-------  ------  ---------  ----------  ------------  ---------",
        "vm.one   1       1          same        -             in_effect",
        "vm.two   1       1          same        -             drifted",
        "    1",
        "",
        "high: a_finding: kernel a: wanted 1; it matters; set it.",
        "high: a_finding: kernel b: wanted 1; it matters; restart it.",
        "low: a_finding: kernel a: wanted 1; it matters; restart it.",
        "",
        "== kafka2 ==",
        "unreachable: no route",
        "",
        "host    outcome      high  medium  low",
        "------  -----------  ----  ------  ---",
        "kafka1  audited      2     0       1",
        "kafka2  unreachable  1     0       0",
    ]


def test_text_without_what_is_in_effect():
    rows = [row("vm.one", "in_effect"), row("vm.two", "drifted")]
    lines = audit_report.text([audit_record.record("a", NOW, "audited", settings=rows)], False).splitlines()
    assert [line.split()[0] for line in lines if line.startswith("vm.")] == ["vm.two"]
    assert "1 of 2 settings are in effect and not shown." in lines
    assert "No broker and no ZooKeeper server runs here." in lines
    assert "No findings." in lines


def test_a_server_that_no_service_holds_is_called_by_its_process():
    found = audit_record.record("a", NOW, "audited", services=[dict(SERVICE, name="broker 42", unit=None)])
    assert audit_report.text([found], True).splitlines()[3].startswith("broker 42  1")
