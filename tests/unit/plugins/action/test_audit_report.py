# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json
import stat
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.audit_report import ActionModule
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import record as audit_record
from ansible_collections.groundwork.kafka.plugins.module_utils.core import findings

COLLECTION = Path(__file__).resolve().parents[4]
SCHEMA, OF_LINES = (
    jsonschema.Draft202012Validator(json.loads((COLLECTION / "docs/schemas" / f"{name}.json").read_text()))
    for name in ("review-1", "audit-2")
)
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
    assert printed.endswith(f"Written to {path}\nand {result['review_path']}")
    assert (result["failed"], result["changed"]) == (True, False)
    assert result["msg"].startswith("1 of 2 hosts have findings of severity high: b (1 high)")


def test_a_page_stands_beside_the_file_where_it_is_asked_for(report):
    result, (printed,) = report(html=True)
    path, page = Path(result["path"]), Path(result["page"])
    assert (page.with_suffix(".jsonl"), stat.S_IMODE(page.stat().st_mode)) == (path, 0o600)
    assert page.read_text().lstrip().startswith("<!DOCTYPE html>")
    assert printed.endswith(f"Written to {path}\nand {result['review_path']}\nand {page}")
    assert sorted(path.parent.iterdir()) == sorted([path, Path(result["review_path"]), page])


def test_lines_page_and_table_count_what_nobody_has_accepted_and_tell_the_rest_as_accepted(report):
    told, swap = (
        findings.finding(identity, severity, subject, wanted="two", found="one", why="x", source="x", remedy="r")
        for identity, severity, subject in (("zookeeper_one_device", "high", "z1"), ("swap", "medium", "kernel"))
    )
    results = {"a": {"record": audit_record.record("a", 1, "audited", findings=[told, swap])}}
    accepted = {"zookeeper_one_device": "a cluster for tests"}
    result, (printed,) = report(results=results, accepted=accepted, html=True)
    page = Path(result["page"]).read_text()
    assert '<div class="verdict warned" role="status">' in page
    assert "1 host; findings: 1 of severity medium." in page
    assert "Accepted, and not counted: 1" in page
    assert page.count("zookeeper_one_device") == 1
    assert "a cluster for tests" in page
    (line,) = map(json.loads, Path(result["path"]).read_text().splitlines())
    OF_LINES.validate(line)
    assert line["counts"] == {"high": 0, "medium": 1, "low": 0}
    assert line["findings"] == [{**told, "accepted": "a cluster for tests"}, swap]
    host = printed[printed.index("== a ==") : printed.index("== the most important first ==")].splitlines()
    assert host[-3:-1] == [
        "medium: swap: kernel: wanted two, found one; x; r.",
        "accepted: zookeeper_one_device: z1: wanted two, found one; a cluster for tests.",
    ]
    assert [row.split() for row in printed.splitlines() if row.startswith("a  ")] == [["a", "audited", "0", "1", "0"]]
    assert "failed" not in result


def test_no_page_is_written_that_nobody_asked_for(report):
    result, _printed = report()
    assert "page" not in result
    assert [one.suffix for one in Path(result["path"]).parent.iterdir() if one.suffix == ".html"] == []


def test_where_a_host_stands_is_written(report):
    result, _printed = report(places={"b": {"cluster": "orders", "rack": "r2", "roles": ["broker"]}})
    places = [json.loads(line) for line in Path(result["path"]).read_text().splitlines()]
    assert [(one["cluster"], one["rack"], one["roles"]) for one in places] == [
        ("orders", None, []),
        ("orders", "r2", ["broker"]),
    ]


def broker(number, name="k1", **config):
    """What host_audit tells of a host with one broker of a cluster."""
    given = {"broker.id": number, "zookeeper.connect": "z1:2181", **config}
    server = {"name": name, "version": "3.9.2", "config": {key.replace("_", "."): given[key] for key in given}}
    return {"record": audit_record.record(name, 1, "audited"), "reviewed": {"brokers": [server]}}


def test_the_traps_over_all_hosts_are_told_the_most_important_first_and_written(report):
    hosts = {"k1": broker("1", num_io_threads="0"), "k2": broker("1", "k2", port="9092")}
    result, (printed,) = report(results=hosts, accepted={"zookeeper_mode": "it is moved next year"})
    review = json.loads(Path(result["review_path"]).read_text())
    SCHEMA.validate(review)
    assert stat.S_IMODE(Path(result["review_path"]).stat().st_mode) == 0o600
    assert [(one["id"], one["subject"]) for one in review["findings"]][:2] == [
        ("broker_ids_same", "cluster"),
        ("setting_value_refused", "num.io.threads of broker k1"),
    ]
    assert [(one["id"], one["accepted"]) for one in review["accepted"]] == [("zookeeper_mode", "it is moved next year")]
    told = printed[printed.index("== the most important first ==") :].splitlines()[1:]
    assert told[0].startswith("high: broker_ids_same: cluster: wanted a number for each, found number 1 of k1, k2;")
    assert any(line.startswith("medium: setting_removed: port of broker k2: ") for line in told)
    assert "accepted: zookeeper_mode: broker k1, k2: wanted KRaft, found ZooKeeper; it is moved next year." in told
    assert result["msg"].startswith(
        "0 of 2 hosts and what they are configured with have findings of severity high: configuration (2 high)"
    )


def test_what_a_cluster_tells_is_joined_and_why_one_did_not_answer_is_told(report):
    asked = {
        "reviewed": {
            "brokers": [],
            "topics": [
                {"name": "a.b", "partitions": 1, "replication": 1},
                {"name": "a_b", "partitions": 1, "replication": 1},
            ],
            "mode": "zookeeper",
        }
    }
    result, _printed = report(results={"k1": broker("1")}, cluster=asked)
    found = [one["id"] for one in json.loads(Path(result["review_path"]).read_text())["findings"]]
    assert "topic_names_mixed" in found
    result, (printed,) = report(results={"k1": broker("1")}, cluster={"unanswered": "No broker accepts connections."})
    why = "low: cluster_not_asked: cluster: wanted its topics, groups and quotas, found not asked; No broker accepts"
    assert why in printed


def test_an_id_that_no_rule_has_cannot_be_accepted(report):
    result, printed = report(accepted={"zookeper_mode": "x"})
    assert result["msg"].startswith(
        "'zookeper_mode' is accepted, and no rule has that id; correct it: the nearest id is"
    )
    assert printed == []


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
