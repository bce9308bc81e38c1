# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Records as they should not be: of other versions, other times, other people; and requests that cannot be meant."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import report as audit_report
from spark_validation.cli import main
from spark_validation.fleet.run import located
from tests.simulated_fleet import DAY, FIRST, moment
from tests.spark.command import ROOT
from tests.spark.fleet_command import fleet_report, record, write

SPOILT = '<script>alert("x")</script>'
ESCAPE = "\x1b[2Jgone\u202e"

pytestmark = pytest.mark.usefixtures("spark")


def setting(effective: str | None, status: str = "in_effect", name: str = "vm.swappiness", kind: str = "kernel") -> Any:
    return {"kind": kind, "name": name, "wanted": "1", "effective": effective, "status": status}


def used(count: int, limit: int | None, started: str = "2026-01-01T00:00:00Z", name: str = "kafka") -> Any:
    uses = {"map_areas": {"used": count, "limit": limit, "headroom_percent": None}}
    return {"name": name, "kind": "broker", "started": started, "uses": uses}


def test_records_of_the_first_schema_have_no_cluster_and_the_roles_of_their_servers(tmp_path: Path) -> None:
    old = record("a", schema="groundwork.kafka/audit/1")
    for name in ("cluster", "rack", "roles"):
        del old[name]
    found = fleet_report(write(tmp_path / "r", old), tmp_path)
    assert found.code == 0
    (cluster,), (role,) = found.details["clusters"], found.details["roles"]
    assert (cluster["cluster"], cluster["hosts"], role["roles"]) == ("", 1, "broker")
    assert "(none)" in found.printed
    assert ">(none)<" in found.html


def test_what_somebody_has_accepted_is_no_open_finding(tmp_path: Path) -> None:
    """In the line that the collection writes of it."""
    identity, told = "zookeeper_one_device", record("a")
    finding = {"id": identity, "severity": "high", "subject": "z1", "why": "x", "source": "x", "remedy": "x"}
    told = {**told, "findings": [finding], "counts": {"high": 1, "medium": 0, "low": 0}}
    reasons = {"findings": [], "accepted": [{**finding, "accepted": "a cluster for tests"}]}
    for name, judged, high in (("open", [told], 1), ("accepted", audit_report.judged([told], reasons), 0)):
        reports = tmp_path / name
        reports.mkdir()
        (reports / "audit.jsonl").write_text(audit_report.json_lines(judged))
        found = fleet_report(reports, tmp_path)
        assert (found.counts["high_findings"], found.details["total"]["high"], found.code) == (high, high, high)


def test_what_names_bring_along_is_text(tmp_path: Path) -> None:
    """Each text that a host, or who sits on it, can choose, in a terminal and on the page."""
    spoilt = [setting(SPOILT + ESCAPE, name=SPOILT + ESCAPE), setting("1", "drifted", "b" + ESCAPE)]
    hostile = [
        record(SPOILT + ESCAPE, cluster=SPOILT + ESCAPE, rack=SPOILT, settings=spoilt, roles=[SPOILT],
               services=[used(9, 10, name=SPOILT + ESCAPE)]),
        *(record(f"host{number}{ESCAPE}", cluster=SPOILT + ESCAPE, roles=[SPOILT],
                 settings=[setting("usual" + ESCAPE, name=SPOILT + ESCAPE)]) for number in range(3)),
        record("b" + SPOILT, outcome="unreachable", settings=[], services=[]),
    ]  # fmt: skip
    reports = write(tmp_path / "r", *hostile)
    (reports / f"{ESCAPE}.jsonl").write_text("{")
    found = fleet_report(reports, tmp_path)
    assert found.counts["outliers"] == 1
    assert (found.counts["broken_files"], found.counts["missing"]) == (1, 1)
    assert "\x1b" not in found.printed
    assert "\u202e" not in found.printed
    assert "\\x1b[2Jgone" in found.printed
    assert "<script" not in found.html
    assert "\x1b" not in found.html
    assert "&lt;script&gt;alert" in found.html


def test_a_host_is_missing_once_it_is_late(tmp_path: Path) -> None:
    """Not by twelve hours, but by some minutes more; each in a cluster of its own."""
    hosts = [("a", 1.0, "x"), ("on time", 0.5, "x"), ("b", 1.0, "y"), ("late", 0.49, "y")]
    rows = [record(host, day, cluster=cluster) for host, day, cluster in hosts]
    found = fleet_report(write(tmp_path / "r", *rows), tmp_path)
    assert found.counts["missing"] == 1
    assert "late" in found.examples("missing")[0]


def test_how_late_a_host_may_be_can_be_said(tmp_path: Path) -> None:
    reports = write(tmp_path / "r", record("a", 1), record("b", 0))
    assert fleet_report(reports, tmp_path, "--missing-after", 24).counts["missing"] == 0


def test_another_cluster_makes_no_host_late(tmp_path: Path) -> None:
    reports = write(tmp_path / "r", record("a", 9), record("a", 0, cluster="another"))
    found = fleet_report(reports, tmp_path)
    assert (found.counts["missing"], found.details["total"]["hosts"]) == (0, 2)


def test_the_audit_before_is_the_last_that_came_to_the_host(tmp_path: Path) -> None:
    """And one that failed between them is none; files may be read in any order."""
    reports = write(
        tmp_path / "r",
        record("a", 2, settings=[setting("60", "drifted")]),
        record("a", 0, settings=[setting("30", "drifted")]),
        record("a", 1.5, outcome="failed", settings=[], services=[]),
        record("a", 1, settings=[setting("1")]),
    )
    (row,) = fleet_report(reports, tmp_path).details["drift"]
    assert (row["change"], row["before"], row["before_at"]) == ("worse", "1", moment(FIRST + DAY))


def test_settings_are_compared_by_their_names(tmp_path: Path) -> None:
    """In another order, with one that is new and one that is gone, neither of which has changed."""
    before = [setting("1", name="a"), setting("2", name="b"), setting("3", name="c"), setting("4", name="gone")]
    now = [setting("9", name="new"), setting("3", name="c"), setting("7", name="b"), setting("1", name="a")]
    reports = write(tmp_path / "r", record("x", 0, settings=before), record("x", 1, settings=now))
    found = fleet_report(reports, tmp_path).details["drift"]
    assert [(row["setting"], row["change"], row["before"], row["now"]) for row in found] == [
        ("kernel b", "changed", "2", "7"),
    ]


def test_what_tells_of_a_moment_is_no_change_and_no_outlier(tmp_path: Path) -> None:
    def at(day: int, host: str, text: str) -> dict[str, Any]:
        return record(host, day, settings=[setting(text, kind="certificate", name="kafka")])

    rows = [at(day, host, f"{90 - day} days {host if day else 'left'}") for day in (0, 1) for host in "abcd"]
    found = fleet_report(write(tmp_path / "r", *rows), tmp_path)
    assert (found.details["drift"], found.counts["outliers"]) == ([], 0)


#: What the hosts of a cluster have → how many of them are unusual.
VALUES = {
    "112": 1,
    "12": 0,  # two are no peers
    "1122": 0,  # no value is that of more than half
    "11122": 2,
    "1234": 0,
}


def test_what_is_unusual_differs_from_more_than_half(tmp_path: Path) -> None:
    """Each in a cluster of its own."""
    rows = [
        record(f"{values} {number}", cluster=values, settings=[setting(value)])
        for values in VALUES
        for number, value in enumerate(values)
    ]
    found = fleet_report(write(tmp_path / "r", *rows), tmp_path)
    unusual = Counter(row["host"].split()[0] for row in found.details["outliers"])
    assert {values: unusual[values] for values in VALUES} == VALUES
    assert found.counts["outliers"] == 3


def test_a_value_that_is_not_there_can_be_the_unusual_one(tmp_path: Path) -> None:
    rows = [record(f"h{number}", settings=[setting(value)]) for number, value in enumerate(["1", "1", None])]
    (row,) = fleet_report(write(tmp_path / "r", *rows), tmp_path).details["outliers"]
    assert (row["host"], row["found"], row["usual"]) == ("h2", None, "1")


@pytest.mark.core
def test_growth_is_the_slope_of_a_line_through_all_audits(tmp_path: Path) -> None:
    """Through (0, 0), (1, 30), (2, 30), (3, 60): covariance 22.5 over variance 1.25 is 18 a day; 90 are left."""
    rows = [record("a", day, services=[used(count, 150)]) for day, count in enumerate([0, 30, 30, 60])]
    (row,) = fleet_report(write(tmp_path / "r", *rows), tmp_path).details["headroom"]
    assert (row["per_day"], row["days"], row["audits"]) == (18, 5, 4)
    assert row["full_at"] == moment(FIRST + 8 * DAY)


def test_what_is_full_or_has_no_limit(tmp_path: Path) -> None:
    """A host each."""
    services = {
        "full": used(10, 10),
        "more than full": used(11, 10),  # the limit was lowered since
        "nothing allowed": used(5, 0),
        "no limit": used(5, None),
    }
    rows = [record(host, services=[service]) for host, service in services.items()]
    found = fleet_report(write(tmp_path / "r", *rows), tmp_path)
    assert {row["host"]: (row["headroom_percent"], row["days"]) for row in found.details["headroom"]} == {
        "full": (0, 0),
        "more than full": (0, 0),
        "nothing allowed": (0, 0),
        "no limit": (None, None),
    }
    assert found.counts["runs_out"] == 3
    assert found.printed.count("full now") == 3


def test_a_server_that_is_gone_runs_out_of_nothing(tmp_path: Path) -> None:
    rows = [record("a", 0, services=[used(9, 10)]), record("a", 1, services=[])]
    assert fleet_report(write(tmp_path / "r", *rows), tmp_path).details["headroom"] == []


def test_figures_that_nobody_can_add_up_end_no_report(tmp_path: Path) -> None:
    """As a host could write them: the others are told all the same."""
    most = 2**63 - 1
    counts = {"high": most, "medium": -most, "low": 0}
    rows = [
        record("a", 0, counts=counts, services=[used(-most, most), used(1, 1 - most, name="z")]),
        record("a", 1, counts=counts, services=[used(most, most), used(1, 1 - most, name="z")]),
        record("b", 0, counts=counts, services=[used(0, most)]),
        record("b", 1, counts=counts, services=[used(1, most)]),
    ]
    found = fleet_report(write(tmp_path / "r", *rows), tmp_path)
    assert found.counts["high_findings"] == 2_000_000
    rows_left = [(row["host"], row["headroom_percent"], row["days"]) for row in found.details["headroom"]]
    assert rows_left == [("a", 0, 0), ("a", 0, 0), ("b", 99, None)]  # the last would take longer than a century


def test_other_names_of_files_can_be_read(tmp_path: Path) -> None:
    reports = write(tmp_path / "r", record("a"), name="a.json")
    write(reports, record("b"), name="b.jsonl")
    assert fleet_report(reports, tmp_path, "--files", "*.json").details["total"]["hosts"] == 1
    assert fleet_report(reports, tmp_path, "--files", "*.json*").details["total"]["hosts"] == 2


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--reports", "{}/none"], 3, "/none cannot be read: [PATH_NOT_FOUND]"),
        (["--reports", "{}/empty"], 3, "there is no file in"),
        (["--reports", "{}/broken"], 3, "none of the 1 files *.jsonl in"),
        (["--reports", "{}/nothing"], 3, "none of the 1 files *.jsonl in"),
        (["--reports", "{}/good", "--parquet", "{}/good"], 3, "/good is there already: name a new folder"),
        (["--reports", "{}/good", "--parquet", "nosuch://x/y"], 3, "the tables cannot be written to nosuch://x/y"),
        (["--reports", ""], 2, "it is empty"),
        (["--reports", "{}/good", "--within", "0"], 2, "'0' is not a whole number from 1 on"),
        (["--reports", "{}/good", "--within", "3651"], 2, "more than 3650 days"),
        (["--reports", "{}/good", "--missing-after", "99999999"], 2, "more than 87600 hours"),
        (["--reports", "{}/good", "--threshold", "lag=:1"], 2, "there is no check or measure 'lag'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    options: list[str], code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "good", record("a"))
    write(tmp_path / "broken").joinpath("audit.jsonl").write_text("{")
    write(tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    try:
        ended = main(["fleet", *(option.format(tmp_path) for option in options)])
    except SystemExit as error:  # argparse's own
        ended = int(error.code or 0)
    assert (ended, said in capsys.readouterr().err) == (code, True)


def test_a_relative_folder_is_of_where_the_command_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("PYSPARK_GATEWAY_PORT", raising=False)
    assert located("docs/my audits") == f"file://{ROOT}/docs/my audits"
    assert [located(path) for path in ("s3a://b/x", "file:/x")] == ["s3a://b/x", "file:/x"]
    monkeypatch.setenv("PYSPARK_GATEWAY_PORT", "1")  # of spark-submit, whose Hadoop may have another file system
    assert located("/audits") == "/audits"
