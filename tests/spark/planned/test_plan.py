# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A plan as a file: what is read of it, what is none, and that the collection's own is one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.modules import capacity_plan
from spark_validation.core.errors import UsageError
from spark_validation.planned import plan
from tests.spark.planned_files import EVENTS, NUMBERS, PLAN
from tests.spark.planned_files import plan as written

GIVE = "give it the JSON that the playbook groundwork.kafka.plan wrote"


def test_the_collections_own_plan_is_read(tmp_path: Path) -> None:
    load = yaml.safe_load(capacity_plan.EXAMPLES)[0]["groundwork.kafka.capacity_plan"]["load"]
    made = capacity_plan.run({"load": load, "start": "2026-01", "variable": "load"})["plan"]
    (tmp_path / "plan.json").write_text(json.dumps(made))
    found = plan.load(tmp_path / "plan.json", "audit")
    assert (found.start, found.brokers, [one.name for one in found.classes]) == ("2026-01", 6, ["events", "audit"])
    chosen = found.chosen
    assert (chosen.replication_factor, chosen.record_bytes, chosen.records_per_second) == (3, 400, 500)
    assert (chosen.write_bytes_per_second, chosen.read_bytes_per_second) == (200_000, 200_000)


def test_the_only_class_is_chosen_and_of_several_one_must_be(tmp_path: Path) -> None:
    assert plan.load(written(tmp_path), None).chosen.name == "events"
    several = written(tmp_path, load=[EVENTS, {**EVENTS, "name": "logs"}])
    assert plan.load(several, "logs").chosen.name == "logs"
    with pytest.raises(
        UsageError, match=r"has several classes of topics: choose one with --plan-class, of events, logs$"
    ):
        plan.load(several, None)
    with pytest.raises(UsageError, match=r"has no class 'other': give --plan-class one of events, logs$"):
        plan.load(several, "other")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "the plan {file} is not JSON ("),
        ("[" * 100_000, "the plan {file} is not JSON (it is nested too deeply): " + GIVE),
        ("[]", "{file} is no capacity plan: " + GIVE),
        ("{}", "{file} is no capacity plan: " + GIVE),
        ('{"schema": "groundwork.kafka/validation/3"}', "{file} is no capacity plan: " + GIVE),
        (
            '{"schema": "groundwork.kafka/plan/9"}',
            "the plan {file} follows groundwork.kafka/plan/9, this version reads groundwork.kafka/plan/1: make it anew",
        ),
    ],
)
def test_what_is_no_plan_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "plan.json"
    file.write_text(text)
    with pytest.raises(UsageError) as refused:
        plan.load(file, None)
    assert str(refused.value).startswith(said.replace("{file}", str(file)))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"plan.json cannot be read: No such file or directory$"):
        plan.load(tmp_path / "plan.json", None)


@pytest.mark.parametrize(
    ("changed", "damage"),
    [
        ({"start": "soon"}, "its 'start' is missing or no month"),
        ({"brokers": True}, "its 'brokers' are missing or no number"),
        ({"load": []}, "its 'load' or its 'numbers' are missing or no list"),
        ({"numbers": {}}, "its 'load' or its 'numbers' are missing or no list"),
        ({"load": [7]}, "number 1 of its 'load' has no 'name'"),
        ({"load": [{**EVENTS, "partitions": 0}]}, "the 'partitions' of 'events' in its 'load' is missing or no number"),
        ({"numbers": [7]}, "'map_areas' is missing among its 'numbers', or no number"),
    ],
)
def test_a_damaged_plan_says_where(tmp_path: Path, changed: dict[str, Any], damage: str) -> None:
    file = written(tmp_path, **changed)
    with pytest.raises(UsageError) as refused:
        plan.load(file, None)
    assert str(refused.value) == f"the plan {file} is damaged, {damage}: {GIVE}"


def test_a_load_that_nobody_reads_is_a_load(tmp_path: Path) -> None:
    found = plan.load(written(tmp_path, load=[{**EVENTS, "read_bytes_per_second": 0}]), None)
    assert (found.chosen.read_bytes_per_second, found.numbers) == (0, NUMBERS)
    assert PLAN["schema"] == plan.SCHEMA
