# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The page of an audit: what it shows of records written by hand, whose texts stay texts, and how large it gets."""

from __future__ import annotations

import re

import pytest

from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_page import page
from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_view import fitting, plain, view

SPOILT = '<script>alert("x")</script>'


def row(name, effective="60", status="drifted", wanted="1", kind="kernel"):
    return {"kind": kind, "name": name, "wanted": wanted, "effective": effective, "status": status}


def use(used, limit, left):
    return {"used": used, "limit": limit, "headroom_percent": left}


def service(name="kafka", **uses):
    return {"name": name, "kind": "broker", "id": "1", "uses": uses}


def finding(severity="high", subject="kernel vm.swappiness", why="it matters", found="60"):
    words = {"id": "setting_drifted", "wanted": "1", "found": found, "why": why, "source": "a book", "remedy": "set it"}
    return {"severity": severity, "subject": subject, **words}


def record(host, rack="r1", *, settings=(), services=(), findings=(), outcome="audited", cluster="orders"):
    counts = {word: sum(one["severity"] == word for one in findings) for word in ("high", "medium", "low")}
    return {
        "host": host,
        "time": "2026-01-31T12:00:00Z",
        "cluster": cluster,
        "rack": rack,
        "roles": ["broker"],
        "outcome": outcome,
        "message": None if outcome == "audited" else "no route",
        "services": list(services),
        "settings": list(settings),
        "findings": list(findings),
        "counts": counts,
    }


FINE = row("vm.max_map_count", "262144", "in_effect")


def test_hosts_stand_by_rack_and_those_without_one_last():
    found = view([record("c", None), record("b", "r2"), record("a", "r2"), record("d", "r1")])
    assert [(rack["rack"], [host["host"] for host in rack["hosts"]]) for rack in found["racks"]] == [
        ("r1", ["d"]),
        ("r2", ["a", "b"]),
        ("no rack is known", ["c"]),
    ]


def test_a_host_tells_what_it_runs_and_what_is_least():
    uses = {"map_areas": use(900, 1000, 10), "descriptors": use(10, None, None)}
    one = record("a", settings=[FINE, row("vm.swappiness")], services=[service(**uses)], findings=[finding()])
    (host,) = view([one])["racks"][0]["hosts"]
    assert host == {
        "host": "a",
        "rack": "r1",
        "status": "failed",
        "servers": ["broker 1"],
        "message": None,
        "settings": {"all": 2, "in_effect": 1},
        "counts": "1 high",
        "least": "10% of map areas left",
    }


def test_a_host_that_was_not_audited_says_why_and_what_it_should_run():
    (host,) = view([record("a", outcome="unreachable", findings=[finding()])])["racks"][0]["hosts"]
    assert (host["message"], host["servers"], host["status"]) == ("unreachable: no route", ["broker"], "failed")


@pytest.mark.parametrize(
    ("findings", "status", "sentence"),
    [
        ([], "passed", "1 host: nothing was found that a person should look at."),
        ([finding("low")], "warned", "1 host; findings: 1 of severity low."),
        (
            [finding("high"), finding("high", "b"), finding("medium"), finding("low")],
            "failed",
            "1 host; findings: 2 of severity high, 1 of severity medium and 1 of severity low.",
        ),
    ],
)
def test_the_sentence_and_the_status(findings, status, sentence):
    found = view([record("a", findings=findings)])
    assert (found["status"], found["sentence"]) == (status, sentence)


def test_the_sentence_counts_hosts_that_were_not_audited():
    found = view([record("a"), record("b", outcome="failed", findings=[finding()])])
    assert found["sentence"] == "2 hosts, of which 1 could not be audited; findings: 1 of severity high."


def test_what_is_not_in_force_stands_with_its_hosts_and_the_most_common_first():
    records = [
        record("a", settings=[FINE, row("vm.swappiness"), row("b", None, "unavailable")]),
        record("b", "r2", settings=[FINE, row("vm.swappiness", "30", "overridden")]),
        record("c", "r2", settings=[FINE, row("vm.swappiness", "1", "in_effect")]),
    ]
    off = view(records)["off"]
    assert [(one["setting"], one["off"], one["of"], one["columns"]) for one in off["rows"]] == [
        ("kernel vm.swappiness", 2, 3, [0, 1]),
        ("kernel b", 1, 1, [0]),
    ]
    assert off["rows"][0]["where"] == ["a: 60 (drifted)", "b: 30 (overridden)"]
    assert off["rows"][1]["where"] == ["a: nothing (unavailable)"]
    assert (off["columns"], off["breaks"], off["audited"]) == (["a", "b", "c"], [1], [True, True, True])


def test_resources_stand_with_the_fullest_first_and_those_without_a_limit_last():
    records = [
        record("a", services=[service(map_areas=use(1, 100, 99), descriptors=use(5, None, None))]),
        record("b", services=[service(map_areas=use(80, 100, 20))]),
    ]
    found = view(records)["resources"]
    assert [(one["host"], one["resource"], one["left"]) for one in found["rows"]] == [
        ("b", "map areas", 20),
        ("a", "map areas", 99),
        ("a", "descriptors", None),
    ]
    assert [one["host"] for one in found["bars"]] == ["b", "a"]


def test_findings_that_are_the_same_are_one_with_its_hosts():
    records = [
        record("a", findings=[finding("low", "x"), finding("high", "y")]),
        record("b", findings=[finding("low", "x"), finding("high", "y", found="61")]),
    ]
    rows = view(records)["findings"]["rows"]
    assert [(one["severity"], one["subject"], one["found"], one["hosts"]) for one in rows] == [
        ("high", "y", "60", ["a"]),
        ("high", "y", "61", ["b"]),
        ("low", "x", "60", ["a", "b"]),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kafka1", "kafka1"),
        ("a\x1b[2Jb", "a\ufffd[2Jb"),
        ("a\u202eb", "a\ufffdb"),  # what follows would be written from right to left
        ("x" * 301, "x" * 299 + "…"),
        (7, "7"),
    ],
)
def test_texts_can_be_seen_and_end(text, expected):
    assert plain(text) == expected


def test_what_texts_bring_along_runs_nowhere():
    """Each text that a host, or who sits on it, can choose."""
    one = record(
        SPOILT,
        SPOILT,
        cluster=SPOILT,
        settings=[row(SPOILT, SPOILT, wanted=SPOILT, kind=SPOILT)],
        services=[dict(service(SPOILT, **{SPOILT: use(1, 2, 50)}), id=SPOILT)],
        findings=[finding(subject=SPOILT, why=SPOILT, found=SPOILT)],
    )
    gone = dict(record(SPOILT, outcome="failed", findings=[finding()]), message=SPOILT)
    text = page([one, gone])
    assert "<script" not in text
    assert text.count("&lt;script&gt;alert(&#34;x&#34;)") >= 12


def test_what_somebody_lives_with_is_told_with_the_reason_and_counts_nowhere():
    lived_with = dict(finding(subject=SPOILT), accepted=f"it is moved next year {SPOILT}")
    found = view([record("a")], accepted=[lived_with])
    assert (found["status"], found["findings"]["rows"]) == ("passed", [])
    text = page([record("a")], accepted=[lived_with])
    assert "Accepted, and not counted: 1" in text
    assert "it is moved next year &lt;script&gt;" in text
    assert "<script" not in text
    assert "Accepted" not in page([record("a")])


def test_the_page_stands_alone():
    text = page([record("a", settings=[row("vm.swappiness")], services=[service(map_areas=use(80, 100, 20))])])
    assert not re.findall(r"https?:|@import|<script|<link|src=|href=", text)
    assert text.count('role="img"') == 2
    headings = re.findall(r"<h2>(.*?)</h2>", text)
    assert headings == ["Hosts by rack", "What is not in force, and where", "Headroom", "Findings"]


def test_the_traps_of_the_cluster_stand_among_the_findings_and_are_of_no_host():
    found = view([record("a", findings=[finding("medium", "x")])], [finding("high", "cluster"), finding("low", "z")])
    assert [(row["subject"], row["hosts"]) for row in found["findings"]["rows"]] == [
        ("cluster", []),
        ("x", ["a"]),
        ("z", []),
    ]
    assert found["sentence"] == "1 host; findings: 1 of severity high, 1 of severity medium and 1 of severity low."
    assert (found["status"], found["racks"][0]["hosts"][0]["status"]) == ("failed", "warned")


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([record("a", settings=[FINE])], "Every setting is in effect on every host."),
        ([record("a", outcome="failed", findings=[finding()])], "No setting was read."),
        ([record("a")], "No server was found whose use of a resource has a limit."),
        ([record("a")], "<p>None.</p>"),
    ],
)
def test_what_is_not_there_is_said(records, said):
    assert said in page(records)


def test_rows_fit_into_the_bytes_that_they_have():
    """Each takes 400 and the ten letters that it is as JSON, of which four are quotes that take six: 400 + 6 + 24."""
    rows = [{"a": "b"}] * 3
    assert [len(fitting(rows, most)) for most in (429, 430, 859, 860, 9999)] == [0, 1, 1, 2, 3]
    assert len(fitting([{"columns": [1, 2]}] * 3, 400 + 100 + 29)) == 1  # 19 letters, two of them quotes


def test_the_largest_fleet_stays_below_two_megabytes():
    """Each text is as long as it can be, and of each kind there is more than a page has room for."""
    long = "&" * 2000  # which takes five letters each
    settings = [row(f"{number}{long}", long, wanted=long) for number in range(150)]
    services = [service(f"{number}{long}", map_areas=use(80, 100, 20)) for number in range(2)]
    findings = [finding(subject=f"{number}{long}", why=long, found=long) for number in range(150)]
    off = {"settings": settings, "findings": findings}  # of fifty hosts they are too many already
    records = [
        record(f"{number}{long}", f"r{number}{long}", services=services, **(off if number < 50 else {}))
        for number in range(700)
    ]
    text = page(records)
    assert 1_000_000 < len(text.encode()) < 2_000_000
    for what in ("hosts", "settings", "resources", "findings"):
        assert re.search(rf"And [\d,]+ more {what}, in the file", text)
    assert "600 more hosts are in the table alone" in text
