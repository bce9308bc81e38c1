# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Audits as files: which lines are read, which of them lie before and after a run, and whether they fit."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from spark_validation.core.errors import UsageError
from spark_validation.planned import audits, plan
from spark_validation.planned.audits import Audited
from spark_validation.planned.fits import require_fitting
from tests.spark.planned_files import audit, record, service
from tests.spark.planned_files import plan as written

MOMENT = 1_770_000_000.5  # 2026-02-02
ID, OTHER = "MkU3OEVBNTcwNTJENDM2Qk", "AAAAAAAAAAAAAAAAAAAAAA"


def test_hosts_without_a_broker_and_not_audited_are_left_out(tmp_path: Path) -> None:
    zookeeper = record(MOMENT, host="z", services=[service(kind="zookeeper")])
    away = record(MOMENT, host="a", outcome="unreachable", services=[])
    file = audit(tmp_path / "a.jsonl", record(MOMENT), zookeeper, away)
    (found,) = audits.read([file])
    assert (found.host, found.seconds, found.received, found.sent, found.log) == ("h1", MOMENT, 5000, 7000, 900)
    assert found.servers[0].uses == {"map_areas": 400, "descriptors": 200}


def test_an_older_line_has_its_time_and_no_counters(tmp_path: Path) -> None:
    old = record(MOMENT, schema="groundwork.kafka/audit/1")
    del old["counters"], old["cluster"]
    (found,) = audits.read([audit(tmp_path / "a.jsonl", old)])
    assert (found.seconds, found.cluster, found.received, found.log) == (1_770_000_000.0, None, None, None)


def test_a_folder_stands_for_its_files_and_a_file_to_come_for_none(tmp_path: Path) -> None:
    first = audit(tmp_path / "audit-1.jsonl", record(MOMENT))
    (tmp_path / "audit-1.review.json").write_text("{}")
    assert audits.files([tmp_path, tmp_path / "later.jsonl"]) == [first]
    assert audits.awaited([first]) is False
    assert audits.awaited([first, tmp_path / "later.jsonl"]) is True
    assert audits.awaited([tmp_path]) is True


def test_the_last_before_and_the_first_after_count(tmp_path: Path) -> None:
    """Clocks that differ by two seconds are taken for one."""
    lines = [record(MOMENT + at) for at in (-500, -100, 1.5, 50, 98.5, 120)]
    found = audits.read([audit(tmp_path / "a.jsonl", *lines)])
    assert audits.before(found, MOMENT)["h1"].seconds == MOMENT + 1.5
    assert audits.after(found, MOMENT + 100)["h1"].seconds == MOMENT + 98.5
    assert audits.after(found, MOMENT + 200) == {}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2 of the audit {file} is not JSON: give it as the playbook groundwork.kafka.audit wrote it"),
        ("[1]", "line 2 of the audit {file} is no record of an audit, this version reads "),
        (
            '{"schema": "groundwork.kafka/audit/9"}',
            "line 2 of the audit {file} follows groundwork.kafka/audit/9, this ",
        ),
        (json.dumps(record(MOMENT, time="today")), "line 2 of the audit {file} is damaged: give it as "),
        (json.dumps(record(MOMENT, services=None)), "line 2 of the audit {file} is damaged: give it as "),
        (json.dumps(record(MOMENT, counters=7)), "line 2 of the audit {file} is damaged: give it as "),
    ],
)
def test_what_is_no_audit_is_one_sentence(tmp_path: Path, line: str, said: str) -> None:
    file = audit(tmp_path / "a.jsonl", record(MOMENT))
    file.write_text(file.read_text() + line + "\n")
    with pytest.raises(UsageError) as refused:
        audits.read([file])
    assert str(refused.value).startswith(said.replace("{file}", str(file)))


def test_a_file_that_cannot_come_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere/a.jsonl is not there, nor is a folder that it could come to"):
        audits.files([tmp_path / "nowhere" / "a.jsonl"])


def found(*changed: dict[str, Any]) -> dict[str, Audited]:
    hosts = [
        {"host": f"h{number}", "cluster": ID, "seconds": MOMENT, "servers": (), **one}
        for number, one in enumerate(changed)
    ]
    return {str(one["host"]): Audited(**one) for one in hosts}


@pytest.mark.parametrize(
    ("audited", "said"),
    [
        pytest.param(
            [{}, {"cluster": OTHER}],
            f"the audits are of several clusters ({OTHER}, {ID}): give those of one",
            id="several",
        ),
        pytest.param(
            [{"cluster": OTHER}],
            f"the audits are of the cluster {OTHER}, and h:1 is {ID}: audit its hosts",
            id="another",
        ),
        pytest.param(
            [{}, {"seconds": MOMENT - 40 * 86_400}],
            "the audit of h1 is of 2025-12, and the plan {plan} begins in 2026-01: audit the hosts again",
            id="from before the plan",
        ),
        pytest.param(
            [{}] * 7,
            "the audits tell of brokers on 7 hosts, and the plan {plan} has 6: give the plan of this cluster",
            id="more brokers than planned",
        ),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, audited: list[dict[str, Any]], said: str) -> None:
    planned = plan.load(written(tmp_path), None)
    with pytest.raises(UsageError) as refused:
        require_fitting(planned, found(*audited), (ID, "h:1"))
    assert str(refused.value) == said.format(plan=planned.file)


@pytest.mark.parametrize("cluster", [ID, "a name of somebody's", None])
def test_what_fits_or_cannot_be_told_is_taken(tmp_path: Path, cluster: str | None) -> None:
    require_fitting(plan.load(written(tmp_path), None), found({"cluster": cluster}), (ID, "h:1"))


def test_a_plan_of_a_month_to_come_takes_audits_of_today(tmp_path: Path) -> None:
    planned = plan.load(written(tmp_path, start="2027-01"), None)
    require_fitting(planned, found({}), (ID, "h:1"), datetime(2026, 2, 2, tzinfo=timezone.utc))
