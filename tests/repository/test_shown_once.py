# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a person should look at is shown once in a run, though it is looked for again where the host has changed."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
import yaml
from ansible.parsing.dataloader import DataLoader
from ansible.template import Templar, trust_as_template

CHECKOUT = Path(__file__).resolve().parents[2]
HERE = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
#: A module that finds one thing more each time.
FINDS = """
import os
folder = os.environ["SEEN"]
name = os.path.join(folder, given.get("prefix", "heap"))
with open(name, "a") as seen:
    seen.write(".")
why = ["%s %d" % (os.path.basename(name), number) for number in range(os.path.getsize(name))]
same = {"id": "i", "severity": "low", "subject": "s", "wanted": None, "found": None, "remedy": None}
found = [{**same, "why": one} for one in why]
module.exit_json(findings=found, version="17", heap="1g")
"""


@pytest.fixture
def shown(played, standing_in, tmp_path):
    """Check a server of *role* twice; how often each finding was shown."""
    ends = {
        "jvm_options": FINDS,
        "certificates": FINDS,
        "broker_inputs": (
            "module.exit_json(left_behind={'folders': ['/d'], 'held': [], 'may_be_new': []}, runs=True, "
            "closing=['The listener CLIENT goes away'], demoted=['User:CN=k4 is no super user any more'])"
        ),
        "lost_replicas": "module.exit_json(told=['t-0 of broker 2'])",
        "zookeeper_inputs": "module.exit_json()",
    }

    def run(role, group):
        name = f"groundwork.kafka.{role}"
        parts = [
            {"ansible.builtin.include_role": {"name": name, "tasks_from": part}} for part in ("check", "certificates")
        ]
        given = {"kafka_node_id": 1, "zookeeper_id": 1, "kafka_super_users": []}
        given |= {f"{role}_tls_{what}": "PEM" for what in ("certificate", "key", "ca")}
        given |= {"kafka_operator_certificate": "PEM", "kafka_operator_key": "PEM", "kafka_zookeeper_connect": "z:2181"}
        (tmp_path / "hosts.json").write_text(
            json.dumps({"all": {"children": {group: {"hosts": {"k1": {**HERE, **given}}}}}})
        )
        (tmp_path / "seen").mkdir()
        done = played(
            {"hosts": group, "tasks": parts * 2},
            "-i",
            "hosts.json",
            SEEN=str(tmp_path / "seen"),
            ANSIBLE_COLLECTIONS_PATH=standing_in(ends),
        )
        assert done.returncode == 0, done.stdout + done.stderr
        found = re.findall(r'"low: i: s: ([a-z_]+ [0-9])\."|(goes on without|goes away|no super user)', done.stdout)
        return sorted(one or other for one, other in found)

    return run


@pytest.mark.parametrize(
    ("role", "group", "once"),
    [
        (
            "kafka",
            "kafka",
            ["goes away", "goes on without", "heap 0", "heap 1", "kafka_tls 0", "kafka_tls 1", "no super user"],
        ),
        ("zookeeper", "zookeeper", ["heap 0", "heap 1", "zookeeper_tls 0", "zookeeper_tls 1"]),
    ],
)
def test_each_finding_of_a_server_is_shown_once(shown, role, group, once):
    assert shown(role, group) == once


def test_what_preflight_has_told_of_the_cluster_is_in_no_hosts_table():
    variables = yaml.safe_load((CHECKOUT / "roles/audit/vars/main.yml").read_text())
    task = yaml.safe_load((CHECKOUT / "roles/audit/tasks/show.yml").read_text())[-1]
    found = [{"id": "controllers_combined"}, {"id": "swap_used"}]
    given = {"__audit_shown": {"findings": found}, "preflight_layout": {"findings": found[:1]}}
    trusted = {name: trust_as_template(value) if isinstance(value, str) else value for name, value in variables.items()}
    template = trust_as_template(task["groundwork.kafka.settings_report"]["findings"])
    assert Templar(DataLoader(), variables={**trusted, **given}).template(template) == found[1:]
    del given["preflight_layout"]
    assert Templar(DataLoader(), variables={**trusted, **given}).template(template) == found
