# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The audits of a made-up fleet through the command itself: what is found is what was put in, by counting."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.simulated_fleet import DAY, FIRST, Fleet, moment
from tests.spark.fleet_command import FleetReport, fleet_report, review, trap, write

BLOCKS = 2
FAULTY = Fleet(hosts=100 * BLOCKS, settings=80, audits=2)
NONE_FOUND = dict.fromkeys(
    [
        *("missing", "high_findings", "high_traps", "not_in_effect", "drifted"),
        *("outliers", "runs_out", "broken_files", "unread_files", "lone_reviews"),
    ],
    0,
)

pytestmark = pytest.mark.usefixtures("spark")


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The audits of two days, each in three files, and beside them what may lie there as well.

    The first day lies there twice, as somebody's copy; it is to change nothing that is said of hosts.
    """
    reports = tmp_path_factory.mktemp("audits of two days & more")
    FAULTY.write(reports, files=3)
    for day, high in ((0, 2), (1, 1)):
        traps = [trap("replication", subject=f"broker {number}") for number in range(high)]
        write(reports / f"day{day}", review(day, *traps), name="audit-0000.review.json")
    shutil.copytree(reports / "day0", reports / "copy of 100%")
    whole = next(FAULTY.lines(1, range(1)))
    (reports / "half.jsonl").write_text(whole[: len(whole) // 2])
    (reports / "bytes.jsonl").write_bytes(b"\xff\xfe\x00\x01\n\x80\n")
    (reports / "day1" / "empty.jsonl").write_text("")
    later = whole.replace("groundwork.kafka/audit/2", "groundwork.kafka/audit/99")
    (reports / "other.jsonl").write_text('{"a": 1}\n' + later + '{"schema": 3}\n[1]\n"text"\n')
    (reports / "notes.txt").write_text("no audit")
    return reports


@pytest.fixture(scope="module")
def found(faulty: Path, tmp_path_factory: pytest.TempPathFactory) -> FleetReport:
    """What the command says of them; each test looks at another part."""
    folder = tmp_path_factory.mktemp("found")
    return fleet_report(faulty, folder, "--parquet", folder / "tables")


def test_each_fault_is_found_as_often_as_it_was_put_in(found: FleetReport) -> None:
    assert found.counts == {
        "missing": 3 * BLOCKS,  # gone, unreachable, never
        "high_findings": 3 * BLOCKS,  # off, off_alone, drifted
        "high_traps": 1,
        "not_in_effect": 3 * BLOCKS,
        "drifted": BLOCKS,
        "outliers": 3 * BLOCKS,  # off, drifted, raised: off_alone has too few peers
        "runs_out": BLOCKS,
        "broken_files": 3,
        "unread_files": 1,
        "lone_reviews": 0,
    }
    assert (found.code, found.json["status"]) == (1, "failed")
    assert found.json["sentence"].startswith(
        "Failed: of 200 hosts of 40 clusters, 6 hosts were not audited, 6 findings of severity high are open, "
        "1 trap of severity high is open, "
        "6 settings are not in effect, 2 settings have drifted, "
    )


def test_what_fails_the_run_and_what_warns(found: FleetReport) -> None:
    statuses = {check["id"]: check["status"] for check in found.json["checks"]}
    failed, passed = ("missing", "high_findings", "high_traps"), ("lone_reviews",)
    assert statuses == {
        name: "failed" if name in failed else "passed" if name in passed else "warned" for name in NONE_FOUND
    }


def test_the_figures_are_those_of_the_faults(found: FleetReport) -> None:
    settings = (FAULTY.hosts - BLOCKS) * 80  # of those that were never reached none is known
    assert found.details["total"] == {
        "hosts": 200,
        "audited": 198,
        "settings": settings,
        "in_effect": settings - 6,
        "percent": 99.96,  # 100 * 15834 / 15840
        "high": 6,
        "medium": 0,
        "low": 0,
    }
    assert found.measures == {
        "in_effect_percent": pytest.approx(99.962121, abs=1e-6),
        "cluster_in_effect_percent_min": 99.75,  # 399 of 400
        "headroom_percent_min": 64,  # 20,000 of 31,000 are left
        "days_left_min": 20,
    }
    assert found.details["changes"] == {"worse": 2, "better": 2, "changed": 2}
    assert (found.details["first"], found.details["last"]) == (moment(FIRST), moment(FIRST + DAY + 199))


def test_files_are_held_against_what_came_of_them(found: FleetReport) -> None:
    lines = 3 * 200 - BLOCKS  # two days, of which one is there twice; who is gone is not in the last one
    assert found.details["files"] == {
        "listed": 3 * (3 + 1) + 4,
        "read": 3 * (3 + 1) + 3,
        "lines": lines + 3 + 1 + 2 + 5,
        "records": lines,
        "reviews": 3,
        "broken": [
            {"file": "bytes.jsonl", "lines": 2},
            {"file": "half.jsonl", "lines": 1},
            {"file": "other.jsonl", "lines": 2},  # no object
        ],
        "foreign": [{"file": "other.jsonl", "lines": 3}],
        "unread": ["day1/empty.jsonl"],
        "alone": [],
    }


def test_the_clusters_with_the_least_in_effect_come_first(found: FleetReport) -> None:
    rows = found.details["clusters"]
    assert len(rows) == found.details["counts"]["clusters"] == 40
    worst = {f"cluster{number:05}" for block in (0, 20) for number in (block, block + 1, block + 2)}
    assert {row["cluster"] for row in rows[:6]} == worst  # of the hosts 0, 8 and 11 of a block
    assert {(row["settings"] - row["in_effect"], row["high"]) for row in rows[:6]} == {(1, 1)}
    assert {(row["settings"] - row["in_effect"], row["high"]) for row in rows[6:]} == {(0, 0)}
    (ten,) = [row for row in rows if row["cluster"] == "cluster00010"]
    assert (ten["hosts"], ten["audited"], ten["settings"]) == (5, 4, 320)  # its first host was never reached


def test_racks_roles_and_settings_are_counted_as_well(found: FleetReport) -> None:
    assert found.details["counts"]["racks"] == 120
    (worst, *_others) = [row for row in found.details["racks"] if row["cluster"] == "cluster00002"]
    assert (worst["rack"], worst["hosts"], worst["in_effect"]) == ("r2", 2, 159)  # host 11 and the second ZooKeeper
    assert {row["roles"]: (row["hosts"], row["settings"] - row["in_effect"]) for row in found.details["roles"]} == {
        "broker": (120, 4),
        "zookeeper": (80, 2),
    }
    first, second = found.details["settings"][:2]
    assert first == {"setting": "kernel net.core.setting_3", "hosts": 198, "in_effect": 192, "percent": 96.97}
    assert second["percent"] == 100
    assert found.details["counts"]["settings"] == 80


def test_each_host_that_is_missing_says_since_when(found: FleetReport) -> None:
    assert [(row["host"], row["audited_at"], row["outcome"]) for row in found.details["missing"]] == [
        ("host000050", None, "unreachable"),
        ("host000150", None, "unreachable"),
        ("host000041", moment(FIRST + 41), "audited"),
        ("host000045", moment(FIRST + 45), "unreachable"),
        ("host000141", moment(FIRST + 141), "audited"),
        ("host000145", moment(FIRST + 145), "unreachable"),
    ]
    assert found.examples("missing")[0] == (
        f"host000050 of cluster cluster00010: unreachable at {moment(FIRST + DAY + 50)}, never audited"
    )
    assert found.examples("missing")[2] == (
        f"host000041 of cluster cluster00008: not in the last audit, last audited {moment(FIRST + 41)}"
    )


def test_what_has_changed_since_the_audit_before(found: FleetReport) -> None:
    told_of = [(row["host"], row["change"], row["before"], row["now"]) for row in found.details["drift"]]
    assert told_of == [
        ("host000011", "worse", "300", "60"),
        ("host000111", "worse", "300", "60"),
        ("host000022", "changed", "400", "999999"),
        ("host000122", "changed", "400", "999999"),
        ("host000015", "better", "60", "300"),
        ("host000115", "better", "60", "300"),
    ]
    row = found.details["drift"][0]
    assert (row["before_at"], row["audited_at"]) == (moment(FIRST + 11), moment(FIRST + DAY + 11))


def test_hosts_unlike_their_peers(found: FleetReport) -> None:
    rows = [(row["host"], row["found"], row["usual"], row["usual_peers"], row["peers"], row["in_effect"])
            for row in found.details["outliers"]]  # fmt: skip
    assert rows[:3] == [
        ("host000000", "60", "300", 2, 3, False),
        ("host000011", "60", "300", 2, 3, False),
        ("host000022", "999999", "400", 2, 3, True),
    ]


def test_what_runs_out_and_when(found: FleetReport) -> None:
    rows = {row["host"]: row for row in found.details["headroom"] if row["resource"] == "map_areas"}
    soon = rows["host000025"]
    assert (soon["used"], soon["limit"], soon["per_day"], soon["days"]) == (11_000, 31_000, 1000, 20)
    assert soon["full_at"] == moment(FIRST + 25 + 21 * DAY)  # twenty days after the last audit
    assert (rows["host000031"]["days"], rows["host000031"]["audits"]) == (90, 2)
    assert found.details["counts"]["headroom"] == 2 * 198
    assert [row["host"] for row in found.details["headroom"][:4]] == [
        *("host000025", "host000125", "host000031", "host000131"),
    ]
    assert found.examples("runs_out")[0] == (
        "host000025 of cluster cluster00005: kafka map_areas: 11,000 of 31,000, full in 20 d"
    )


def test_a_server_that_was_started_again_begins_anew(found: FleetReport, spark: SparkSession) -> None:
    """What its predecessor had tells nothing of it."""
    rows = spark.read.parquet(f"{found.details['parquet']}/headroom").where("resource = 'map_areas'")
    (again,) = rows.where("host = 'host000035'").collect()
    assert (again["used"], again["audits"], again["per_day"], again["days"]) == (400, 1, None, None)


def test_parquet_has_every_row(found: FleetReport, spark: SparkSession) -> None:
    tables = Path(str(found.details["parquet"]))
    counts = {path.name: spark.read.parquet(str(path)).count() for path in tables.iterdir()}
    assert counts == {
        "hosts": 200,
        "settings": 198 * 80,
        "compliance": 1 + 40 + 120 + 2 + 80,
        "outliers": 6,
        "drift": 6,
        "headroom": 2 * 198,
        "missing": 6,
        "reviews": 1,
        "traps": 1,
    }


def test_the_page_has_the_sections(found: FleetReport) -> None:
    assert len(found.html.encode()) < 2_000_000
    assert re.findall(r"<h2>(.*?)</h2>", found.html) == [
        "What was checked",
        "Measures",
        "Hosts and settings",
        "Traps in the configurations",
        "Until when map areas and descriptors last",
        "What has changed since the audit before",
        "Hosts unlike their peers",
        "Hosts that are missing",
        "Files that were not read in whole",
        "Examples",
        "Run",
        "Environment",
    ]


def test_the_terminal_says_what_was_read(found: FleetReport) -> None:
    lines = found.printed.splitlines()
    assert f"read 598 records of 200 hosts in 15 files of 16 listed, from {moment(FIRST)} to " in found.printed
    assert "cluster00000      5     99.8 %     1       0  0" in lines
    assert "and 30 more clusters" in lines


def test_a_fleet_without_faults_passes(tmp_path: Path) -> None:
    Fleet(100, 12, 3, faulty=False).write(tmp_path / "reports")
    found = fleet_report(tmp_path / "reports", tmp_path)
    assert (found.code, found.counts) == (0, NONE_FOUND)
    assert found.json["sentence"] == "Passed: no finding of severity high is open on 100 hosts of 20 clusters."
    assert found.details["total"]["percent"] == 100
    assert found.measures["days_left_min"] is None  # nothing grows
