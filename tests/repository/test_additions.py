# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What somebody adds by CONTRIBUTING.md stands in each place that has to know it, where nothing else would tell."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.server import place
from spark_validation import commands

CHECKOUT = Path(__file__).resolve().parents[2]
PRODUCTION = yaml.safe_load((CHECKOUT / "roles/os_tuning/defaults/main.yml").read_text())[
    "os_tuning_production_kernel_parameters"
]
REPORTS = {command.NAME for command in commands.ALL if hasattr(command, "prepare")}


def text(path):
    return (CHECKOUT / path).read_text()


def rows(path):
    """The names in code that begin a row of a table of *path*."""
    return set(re.findall(r"^\| `(\w+)", text(path), re.MULTILINE))


def test_the_virtual_machine_shows_each_kernel_parameter_that_is_changed():
    told = text("molecule/vm/files/state.sh")
    assert [name for name in PRODUCTION if name.replace(".", "/") not in told.split()] == []


@pytest.mark.parametrize("role", ["kafka", "zookeeper"])
def test_each_flag_that_is_always_given_is_named_to_whoever_gives_further_ones(role):
    told = text(f"roles/{role}/meta/argument_specs.yml")
    names = [re.match(r"-X\w*:[+-]?[\w*]+", flag).group() for flag in place._FLAGS]
    assert [name for name in names if f"C({name})" not in told] == []


def test_each_command_of_the_validation_is_in_the_tables_that_list_them():
    assert {command.NAME for command in commands.ALL} - rows("spark_validation/README.md") == set()
    assert REPORTS - rows("README.md") == set()


def test_each_command_with_reports_has_its_details_in_the_schema():
    schema = json.loads(text("spark_validation/report/schema.json"))
    assert set(schema["properties"]["command"]["enum"]) == REPORTS
    assert {one["if"]["properties"]["command"]["const"] for one in schema["allOf"]} == REPORTS
