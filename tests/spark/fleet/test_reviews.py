# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The reviews beside audits: whose they are, which is the newest, what of them is open, and what is no review."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from tests.simulated_fleet import DAY, FIRST, moment
from tests.spark.fleet_command import fleet_report, record, review, trap, write

Row = dict[str, Any]
SPOILT = '<script>alert("x")</script>\x1b[2Jgone'

pytestmark = pytest.mark.usefixtures("spark")


def audit(folder: Path, name: str, clusters: str, told: Row | None, day: float = 0) -> Path:
    """An audit of the ``clusters``, a host each, and its review, if there is one."""
    records = [record(f"host of {cluster}", day, cluster=cluster or None) for cluster in clusters.split("+")]
    write(folder, *records, name=f"{name}.jsonl")
    return write(folder, *[told] * bool(told), name=f"{name}.review.json") if told else folder


def rows(found: Row) -> list[tuple[Any, ...]]:
    return [(row["cluster"], row["high"], row["medium"], row["low"], row["accepted"]) for row in found["reviews"]]


@pytest.mark.core
def test_each_cluster_has_the_open_traps_of_its_newest_review(tmp_path: Path, spark: SparkSession) -> None:
    """Of two days in one folder, of which a copy changes nothing."""
    folder, twice = tmp_path / "r", [trap("replication"), trap("replication", subject="broker 2")]
    audit(folder, "a0", "orders", review(0, trap("min_isr"), trap("quotas", "low")))
    audit(folder, "a1", "orders", review(1, *twice, trap("min_isr", accepted="for tests")), 1)
    audit(folder, "b0", "payments", review(0, trap("replication"), trap("rack_unknown", "medium")))
    audit(folder, "c0", "clean", review(0))
    audit(folder, "d0", "another", None)
    shutil.copytree(folder, folder / "copy of 100%")
    found = fleet_report(folder, tmp_path, "--parquet", tmp_path / "tables")
    assert rows(found.details) == [("orders", 2, 0, 0, 1), ("payments", 1, 1, 0, 0), ("clean", 0, 0, 0, 0)]
    assert found.details["reviews"][0]["reviewed_at"] == moment(FIRST + DAY)
    assert [tuple(row.values()) for row in found.details["traps"]] == [
        ("replication", "high", 2, 0),
        ("rack_unknown", "medium", 1, 0),
        ("min_isr", "high", 0, 1),
    ]
    assert found.details["total_traps"] == {"high": 3, "medium": 1, "low": 0, "accepted": 1}
    assert (found.counts["high_traps"], found.counts["high_findings"], found.code) == (3, 0, 1)
    assert found.examples("high_traps") == ["cluster orders: 2", "cluster payments: 1"]
    assert (found.details["files"]["reviews"], found.counts["lone_reviews"]) == (8, 0)
    traps = spark.read.parquet(str(tmp_path / "tables" / "traps")).where("cluster = 'orders'").collect()
    assert {(row["trap"], row["subject"], row["accepted"]) for row in traps} == {
        ("replication", "broker 1", None),
        ("replication", "broker 2", None),
        ("min_isr", "broker 1", "for tests"),
    }


def test_an_audit_of_several_clusters_does_not_say_whose_a_trap_is(tmp_path: Path) -> None:
    """What has a newer review stands alone; and a host that says no cluster is of the others of its audit."""
    folder = audit(tmp_path / "r", "a0", "x+y+z+", review(0, trap("replication")))
    audit(folder, "a1", "y", review(1, trap("quotas", "low")), 1)
    found = fleet_report(folder, tmp_path)
    assert rows(found.details) == [("x+z", 1, 0, 0, 0), ("y", 0, 0, 1, 0)]
    assert found.details["traps"][0] == {"trap": "replication", "severity": "high", "clusters": 1, "accepted_in": 0}


def test_clusters_of_one_moment_with_the_same_traps_stay_two(tmp_path: Path) -> None:
    told = review(0, trap("replication"))
    found = fleet_report(audit(audit(tmp_path / "r", "a", "x", told), "b", "y", told), tmp_path)
    assert rows(found.details) == [("x", 1, 0, 0, 0), ("y", 1, 0, 0, 0)]


def test_an_audit_of_no_known_cluster_has_its_review(tmp_path: Path) -> None:
    found = fleet_report(audit(tmp_path / "r", "a", "", review(0, trap("replication"))), tmp_path)
    assert rows(found.details) == [("", 1, 0, 0, 0)]


def test_a_newer_audit_without_a_review_leaves_the_older_one(tmp_path: Path) -> None:
    folder = audit(tmp_path / "r", "a0", "x", review(0, trap("replication")))
    found = fleet_report(audit(folder, "a1", "x", None, 1), tmp_path)
    assert (rows(found.details), found.details["reviews"][0]["reviewed_at"]) == ([("x", 1, 0, 0, 0)], moment(FIRST))


@pytest.mark.parametrize(
    ("traps", "code"),
    [
        ([trap("a")], 1),
        pytest.param([trap("a", accepted="for a year")], 0, marks=pytest.mark.long),
        ([trap("a", accepted="for a year"), trap("b", "medium"), trap("c", "low")], 0),
        pytest.param([trap("a", "medium"), trap("b", "low")], 0, marks=pytest.mark.long),
        pytest.param([], 0, marks=pytest.mark.long),
    ],
)
def test_what_is_high_and_open_fails_as_findings_of_hosts_do(traps: list[Row], code: int, tmp_path: Path) -> None:
    assert fleet_report(audit(tmp_path / "r", "a", "x", review(0, *traps)), tmp_path).code == code


WHOLE = json.dumps(review(0, trap("replication", "low")))
#: Name → a file of a review, and what it counts as.
FILES = {
    "half": (WHOLE[: len(WHOLE) // 2], "broken"),
    "number": (WHOLE.replace('"findings": [', '"findings": 1, "others": ['), "broken"),
    "later": (WHOLE.replace("review/1", "review/2"), "foreign"),
    "severity": (WHOLE.replace('"low"', '"worst"'), "foreign"),
    "id": (WHOLE.replace('"id"', '"name"'), "foreign"),
    "accepted": (WHOLE.replace('"accepted"', '"lived_with"'), "foreign"),
    "time": (WHOLE.replace(moment(FIRST), "today"), "foreign"),
    "empty": ("", "unread"),
    "whole": (WHOLE, "review"),
}


def test_what_is_no_review_is_named_and_ends_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    for name, (text, _what) in FILES.items():
        audit(folder, name, name, None).joinpath(f"{name}.review.json").write_text(text)
    found = fleet_report(folder, tmp_path)
    files = found.details["files"]
    named = {row["file"]: what for what in ("broken", "foreign") for row in files[what]}
    named |= dict.fromkeys(files["unread"], "unread")
    assert named == {f"{name}.review.json": what for name, (_text, what) in FILES.items() if what != "review"}
    assert (found.counts["broken_files"], found.counts["unread_files"], files["reviews"]) == (7, 1, 1)
    assert (rows(found.details), found.code) == ([("whole", 0, 0, 1, 0)], 0)


def test_a_review_without_its_audit_is_of_nobody(tmp_path: Path) -> None:
    """Neither of the audit of another name, nor of that of its name in another folder, nor of one that is broken."""
    folder = audit(tmp_path / "r", "a", "x", None)
    write(folder, review(0, trap("replication")), name="b.review.json")
    write(folder / "below", review(0, trap("replication")), name="a.review.json")
    write(folder, review(0, trap("replication")), name="c.review.json").joinpath("c.jsonl").write_text("{")
    found = fleet_report(folder, tmp_path)
    assert (found.details["reviews"], found.details["traps"], found.code) == ([], [], 0)
    assert found.details["files"]["alone"] == ["b.review.json", "below/a.review.json", "c.review.json"]
    assert found.counts["lone_reviews"] == 3
    assert "no audit beside it" in found.html


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        pytest.param("*.json*", ["x", "y"], marks=pytest.mark.long),
        ("a*.jsonl", ["x"]),
        pytest.param("b*", ["y"], marks=pytest.mark.long),
    ],
)
def test_reviews_are_read_of_the_audits_that_are_asked_for(pattern: str, names: list[str], tmp_path: Path) -> None:
    folder = audit(tmp_path / "r", "a0", "x", review(0, trap("replication")))
    found = fleet_report(audit(folder, "b0", "y", review(0, trap("replication"))), tmp_path, "--files", pattern)
    assert [row["cluster"] for row in found.details["reviews"]] == names
    assert (found.counts["broken_files"], found.counts["lone_reviews"]) == (0, 0)


def test_what_reviews_bring_along_is_text(tmp_path: Path) -> None:
    told = review(0, trap("replication"))
    told["findings"][0].update(id=SPOILT, subject=SPOILT)
    folder = audit(tmp_path / "r", "a", SPOILT, told)
    found = fleet_report(write(folder, told, name=f"{SPOILT[-9:]}.review.json"), tmp_path)
    assert found.counts["lone_reviews"] == 1
    assert "\x1b" not in found.printed + found.html
    assert "<script" not in found.html
    assert "&lt;script&gt;alert" in found.html
