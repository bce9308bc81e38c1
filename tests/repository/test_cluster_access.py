# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the cluster is asked from is said in one way."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import access
from spark_validation.commands import requirements

CHECKOUT = Path(__file__).resolve().parents[2]
OWN = "groundwork.kafka."
#: One runs on the control node when that asks, and calls its module otherwise; the others call it again and again.
WITH_A_PLUGIN_OF_ITS_OWN = {"rollout_gate", "log_dirs_drain", "cluster_reassign", "cluster_topics"}
WAY = "{{ cluster_access_host | default('localhost') }}"
NOT_SAID = {"become", "vars"}
#: What a block says of its tasks: where they run, or what would speak against it.
INHERITED = {"delegate_to", *NOT_SAID}
#: This machine, by a connection that is not said to be to the control node.
ELSEWHERE = """
from ansible.plugins.connection import local
DOCUMENTATION = "{name: elsewhere, short_description: none, extends_documentation_fragment: [connection_pipelining]}"
class Connection(local.Connection):
    transport = "elsewhere"
"""
#: What preflight does.
CHECK = [
    {
        "hosts": "kafka",
        "gather_facts": False,
        "tasks": [
            {
                "ansible.builtin.include_role": {"name": "groundwork.kafka.cluster_access"},
                "when": "cluster_access_host is defined",
            }
        ],
    }
]


def asking():
    """The modules that ask a cluster: those that take how to connect."""
    modules = (CHECKOUT / "plugins" / "modules").glob("*.py")
    return {path.stem for path in modules if "\n  - groundwork.kafka.admin\n" in path.read_text()}


def tasks(found, **above):
    """All tasks of what YAML holds, those in blocks with what their block says of all of them."""
    for one in found or []:
        yield {**above, **one}
        yield from tasks(one.get("tasks"))
        for part in ("block", "rescue", "always"):
            yield from tasks(one.get(part), **{**above, **{name: one[name] for name in INHERITED & set(one)}})


def test_every_module_that_asks_is_run_by_the_plugin() -> None:
    routed = yaml.safe_load((CHECKOUT / "meta" / "runtime.yml").read_text())["plugin_routing"]["modules"]
    run = {name for name, route in routed.items() if route.get("action_plugin") == "groundwork.kafka.cluster_access"}
    assert run == asking() - WITH_A_PLUGIN_OF_ITS_OWN


def test_every_task_that_asks_says_where_in_the_same_words_and_nothing_else_of_it() -> None:
    files = [*(CHECKOUT / "roles").glob("*/tasks/*.yml"), *(CHECKOUT / "playbooks").rglob("*.yml")]
    names = {OWN + name for name in asking()}
    found = [task for file in sorted(files) for task in tasks(yaml.safe_load(file.read_text())) if names & set(task)]
    assert len(found) > 10
    assert [task["name"] for task in found if task.get("delegate_to") != WAY or NOT_SAID & set(task)] == []


def test_what_is_looked_for_is_what_the_application_asks_for() -> None:
    known = set(access.PACKAGES)
    assert known == {"pyspark", "kafka", "jinja2", "matplotlib"}
    assert known <= set(requirements._PACKAGES)
    assert access.PACKAGES["pyspark"] == f"pyspark=={requirements.TESTED_SPARK}"
    assert access.LEAST_JAVA == requirements.LEAST_JAVA


def test_what_a_program_is_told_by_its_standard_input_is_in_no_file_of_its_host() -> None:
    """Without pipelining the file of the module has its arguments, as long as the program runs, or longer."""
    files = sorted((CHECKOUT / "roles").glob("*/tasks/*.yml"))
    found = [task for file in files for task in tasks(yaml.safe_load(file.read_text())) if "stdin" in str(task)]
    assert [task["name"] for task in found] == ["Run | Produce, consume and account for every record"]
    assert all(task["vars"]["ansible_pipelining"] is True for task in found)


@pytest.fixture
def play(played, tmp_path):
    """Run a playbook over hosts k1 and k2, each of which has *variables* of its own; gives what it says."""

    def run(playbook, hosts, **variables):
        (tmp_path / "elsewhere.py").write_text(ELSEWHERE)
        (tmp_path / "check.yml").write_text(json.dumps(CHECK))
        groups = {"kafka": {"hosts": {name: hosts.get(name, {}) for name in ("k1", "k2")}}}
        groups["others"] = {"hosts": {"bastion": {"ansible_connection": "elsewhere", **hosts.get("bastion", {})}}}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": groups, "vars": variables}}))
        ran = played(playbook, "-i", "hosts.json", ANSIBLE_CONNECTION_PLUGINS=str(tmp_path))
        return " ".join((ran.stdout + ran.stderr).split())

    return run


def test_the_smoke_test_is_run_by_the_python_that_is_looked_at(play, tmp_path) -> None:
    """Which has nothing here, so that it is told what that lacks, before anything is brought to its host."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    bastion = {"ansible_python_interpreter": str(tmp_path / "venv/bin/python")}
    inputs = {"cluster_access_host": "bastion", "smoke_test_bootstrap_servers": "127.0.0.1:1"}
    said = play("groundwork.kafka.smoke", {"bastion": bastion}, **inputs)
    assert "which lacks kafka-python, pyspark, jinja2, matplotlib for" in said, said
    assert "Bring the application" not in said


@pytest.mark.remedy(
    "The hosts of this play name … to ask the cluster", "…, where the cluster is asked from, cannot be reached"
)
def test_hosts_that_name_different_ones_or_one_that_is_gone_are_told(play) -> None:
    said = play("check.yml", {"k2": {"cluster_access_host": "bastion"}})
    assert "The hosts of this play name localhost and bastion to ask the cluster" in said, said
    assert "set cluster_access_host for all hosts alike, such as in group_vars/all.yml" in said
    said = play("check.yml", {}, cluster_access_host="{{ groups['kafka'][0] ~ '-nobody' }}")
    assert "k1-nobody, where the cluster is asked from, cannot be reached" in said, said
    assert "or name another host in cluster_access_host" in said
    assert "failed=0" in play("check.yml", {}, cluster_access_host="bastion")


@pytest.mark.remedy("…, where the cluster is asked from, has no Python that")
def test_a_host_without_a_fitting_python_is_told_and_another_one_is_named(play) -> None:
    said = play(
        "check.yml", {"bastion": {"ansible_python_interpreter": "/usr/bin/none"}}, cluster_access_host="bastion"
    )
    assert "bastion, where the cluster is asked from, has no Python that runs" in said, said
    assert "name one in cluster_access_python" in said
    named = {"cluster_access_host": "bastion", "cluster_access_python": sys.executable}
    assert "failed=0" in play("check.yml", {"bastion": {"ansible_python_interpreter": "/usr/bin/none"}}, **named)
