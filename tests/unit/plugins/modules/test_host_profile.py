# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.doc_fragments.profile import ModuleDocFragment
from ansible_collections.groundwork.kafka.plugins.module_utils import profile_options
from ansible_collections.groundwork.kafka.plugins.modules import host_profile


@pytest.fixture
def run(host, call):
    """Run the module on the made-up host."""
    host.kernel(vm__swappiness="60")
    return lambda **arguments: call(host_profile, **dict({"observe": False}, **arguments))


def test_it_tunes_and_returns_the_table(run, host):
    result = run(kernel_parameters={"vm.swappiness": 1})
    assert (result["changed"], result["findings"], result["plan"]) == (True, [], {})
    assert [(row["name"], row["status"]) for row in result["settings"]] == [("vm.swappiness", "in_effect")]
    assert host.live("vm.swappiness") == "1"


def test_the_machine_is_looked_at_unless_that_is_refused(run):
    seen = run(kernel_parameters={"vm.swappiness": 1}, observe=True)["settings"]
    assert [row["name"] for row in seen if row["kind"] == "observed"] == [
        "swap in use",
        "clock source",
        "time synchronization",
        "CPU governor",
    ]


def test_check_mode(run, host):
    result = run(kernel_parameters={"vm.swappiness": 1}, _ansible_check_mode=True)
    assert result["changed"]
    assert host.live("vm.swappiness") == "60"


def test_one_sentence_for_bad_input(run):
    assert run(kernel_parameters={"vm.swappines": 1}) == {
        "failed": True,
        "msg": "vm.swappines is no kernel parameter of this host; did you mean vm.swappiness?",
    }


@pytest.mark.parametrize("written", ["yes", "on", "true"])
def test_a_boolean_of_yaml(run, written):
    result = run(kernel_parameters=yaml.safe_load("vm.swappiness: " + written))
    assert result["msg"].startswith("vm.swappiness: a number is needed, not the boolean true")


def test_a_boolean_as_limit(run):
    result = run(nofile={"soft": True, "hard": 10}, limits_users=["kafka"])
    assert result["msg"].startswith("nofile.soft: a number is needed, not the boolean true")


def test_services_and_plan(run):
    result = run(
        nofile={"soft": 10, "hard": 20},
        services=["kafka"],
        plan={"partitions": 100, "retention_hours": 24, "roll_hours": 24},
    )
    assert [(row["name"], row["wanted"]) for row in result["settings"]] == [
        ("vm.max_map_count", "262144"),
        ("kafka.service LimitNOFILE", "100:100"),
    ]
    assert result["plan"]["segments"] == 100


@pytest.mark.parametrize("field", ["partitions", "retention_hours", "connections"])
def test_a_boolean_in_the_plan(run, field):
    plan = {"partitions": 1, "retention_hours": 24, "roll_hours": 24, field: True}
    assert run(plan=plan)["msg"].startswith(f"plan.{field}: a number is needed, not the boolean true")


def test_documentation_and_arguments_agree():
    options = yaml.safe_load(ModuleDocFragment.DOCUMENTATION)["options"]
    assert {name: option["type"] for name, option in options.items()} == {
        name: option["type"] for name, option in profile_options.ARGUMENTS.items()
    }
