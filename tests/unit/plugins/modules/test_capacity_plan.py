# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import load
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import capacity_plan
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.capacity import loads

COLLECTION = Path(load.__file__).parents[3]
SCHEMA = jsonschema.Draft202012Validator(json.loads((COLLECTION / "docs/schemas/plan-1.json").read_text()))
EXAMPLE = yaml.safe_load(capacity_plan.EXAMPLES)[0]["groundwork.kafka.capacity_plan"]["load"]
RETURNED = yaml.safe_load(capacity_plan.RETURN)["plan"]["contains"]


def run(given, start="2026-01", variable="load"):
    return capacity_plan.run({"load": given, "start": start, "variable": variable})


def test_the_example_gives_what_the_documentation_shows():
    found = run(EXAMPLE)["plan"]
    assert found["sentence"] == RETURNED["sentence"]["sample"]
    assert found["first"] == RETURNED["first"]["sample"]
    assert found["settings"] == RETURNED["settings"]["sample"]
    assert found["os_tuning_plan"] == RETURNED["os_tuning_plan"]["sample"]
    assert found["load"][0] == RETURNED["load"]["sample"][0]


def test_all_that_is_returned_is_documented_and_plain():
    found = run(EXAMPLE)
    assert not found["changed"]
    assert json.loads(json.dumps(found)) == found
    assert set(found["plan"]) == set(RETURNED)
    for part in ("numbers", "resources"):
        assert {name for one in found["plan"][part] for name in one} == set(RETURNED[part]["contains"])


@pytest.mark.parametrize("given", [EXAMPLE, loads.of(), loads.of([{"partitions": 1}], racks=2, disk_bytes=1)])
def test_a_plan_is_of_its_schema(given):
    found = run(given)["plan"]
    SCHEMA.validate(found)
    for name in found:
        with pytest.raises(jsonschema.ValidationError):
            SCHEMA.validate({other: value for other, value in found.items() if other != name})


def test_the_options_are_those_that_a_load_has():
    assert set(capacity_plan.ARGUMENTS["load"]["options"]) == set(load.CLUSTER)
    assert set(capacity_plan.ARGUMENTS["load"]["options"]["topics"]["options"]) == set(load.TOPIC)


def test_defaults_are_those_of_a_load():
    options = capacity_plan.ARGUMENTS["load"]["options"]
    given = {name: one["default"] for name, one in options.items() if "default" in one}
    topics = {name: one["default"] for name, one in options["topics"]["options"].items() if "default" in one}
    assert (
        load.read({**given, **loads.of()}, "load")
        == load.read(loads.of([topics]), "load")
        == load.read(loads.of(), "load")
    )


def test_it_is_counted_from_the_present_month_on():
    assert re.fullmatch(r"20[0-9]{2}-[01][0-9]", run(loads.of(), start=None)["plan"]["start"])


@pytest.mark.parametrize("variable", ["load", "kafka_load"])
def test_what_is_refused_has_the_name_of_the_variable(variable):
    with pytest.raises(GroundworkError, match=rf"^{variable}\.brokers: 0 cannot be; "):
        run({**loads.of(), "brokers": 0}, variable=variable)
