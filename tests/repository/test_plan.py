# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The playbook plan on the example's inventory, none of whose hosts exists; and what roles make of kafka_load."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.modules import capacity_plan

CHECKOUT = Path(__file__).resolve().parents[2]
HERE = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
EXAMPLE = str(CHECKOUT / "inventories/example_kraft")
LOAD = {
    "connections": 5000,
    "topics": [
        {
            "name": "audit",
            "partitions": 1000,
            "replication_factor": 1,
            "write_bytes_per_second": "3 MB",
            "record_bytes": 500,
            "retention_hours": 8760,
            "roll_hours": 24,
        }
    ],
}


def test_the_example_is_planned_without_a_host_being_asked(played, tmp_path):
    words = (
        "groundwork.kafka.plan",
        "-i",
        EXAMPLE,
        "-e",
        "plan_start=2026-01",
        "-e",
        f"plan_report_directory={tmp_path}/out",
    )
    checked = played(*words, "--check", "--diff")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "Would be written to" in checked.stdout
    assert '+  "brokers": 6' in checked.stdout
    assert not (tmp_path / "out").exists()
    done = played(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    plan = json.loads((tmp_path / "out/plan.json").read_text())
    # What the comment in the example says.
    assert plan["settings"]["vm.max_map_count"] == 1_048_576
    assert (plan["schema"], plan["brokers"], plan["racks"], plan["first"]) == ("groundwork.kafka/plan/1", 6, 3, "disk")
    page = (tmp_path / "out/plan.html").read_text()
    assert plan["sentence"] in page
    assert plan["sentence"] in done.stdout
    assert "changed=1" in done.stdout
    again = played(*words)
    assert "changed=0" in again.stdout


@pytest.mark.parametrize(
    ("load", "sentence"),
    [
        ({}, "kafka_load.topics is missing; give the classes of topics, at least one."),
        ({**LOAD, "brokers": 0}, "kafka_load.brokers: 0 cannot be; give a whole number from 1 to 100000."),
        (
            {**LOAD, "topics": [{**LOAD["topics"][0], "replication_factor": 7}]},
            "kafka_load.topics[0].replication_factor: 7",
        ),
        (
            {**LOAD, "topics": [{**LOAD["topics"][0], "write_bytes_per_second": -1}]},
            "kafka_load.topics[0].write_bytes_per_second: ",
        ),
    ],
)
def test_a_load_that_cannot_be_is_one_sentence(load, sentence, played, tmp_path):
    given = json.dumps({"kafka_load": load, "plan_report_directory": str(tmp_path)})
    done = played("groundwork.kafka.plan", "-i", EXAMPLE, "-e", given)
    assert done.returncode == 2
    assert sentence in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert not (tmp_path / "plan.json").exists()


def inputs(played, tmp_path, load):
    """What roles plan each of two brokers for, and another host, by its name."""
    hosts = {"broker": {}, "other": {}, "keeper": {}}
    groups = {"kafka": {"hosts": {"broker": {}, "other": {}}}, "zookeeper": {"hosts": {"keeper": {}}}}
    given = {"vars": {**HERE, **({} if load is None else {"kafka_load": load})}}
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"hosts": hosts, "children": groups, **given}}))
    shown = "{{ [os_tuning_plan, kafka_write_bytes_per_second] | to_json }}"
    tasks = [
        {"ansible.builtin.import_role": {"name": f"groundwork.kafka.{role}", "tasks_from": "inputs"}}
        for role in ("os_tuning", "kafka")
    ]
    copied = {"content": shown, "dest": str(tmp_path / "{{ inventory_hostname }}.out")}
    done = played({"hosts": "all", "tasks": [*tasks, {"ansible.builtin.copy": copied}]}, "-i", "hosts.json")
    assert done.returncode == 0, done.stdout + done.stderr
    return {name: json.loads((tmp_path / f"{name}.out").read_text()) for name in hosts}


def test_roles_follow_the_load_of_the_cluster(played, tmp_path):
    found = inputs(played, tmp_path, LOAD)
    # Of two brokers one is left with all thousand partitions of 365 segments, and the one that is written.
    broker = [{"partitions": 1000, "segments": 366_000, "connections": 5000}, 1_500_000]
    assert found == {"broker": broker, "other": broker, "keeper": [{}, 0]}


def test_without_a_load_nothing_follows(played, tmp_path):
    assert set(map(str, inputs(played, tmp_path, None).values())) == {"[{}, 0]"}


def test_the_roles_input_is_what_the_module_takes():
    specification = yaml.safe_load((CHECKOUT / "roles/kafka/meta/argument_specs.yml").read_text())
    option = specification["argument_specs"]["main"]["options"]["kafka_load"]

    def form(options):
        return {
            name: (one["type"], one.get("elements"), one.get("default"), form(one.get("options", {})))
            for name, one in options.items()
        }

    assert form(option["options"]) == form(capacity_plan.ARGUMENTS["load"]["options"])
